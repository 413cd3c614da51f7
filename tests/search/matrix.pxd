from nodarium.core cimport bits, splitmix
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State

cdef int MAX_ACTIONS

cdef class MatrixGame(State):
    cdef readonly int rows, columns
    cdef int[64] table
    cdef int[2] chosen
