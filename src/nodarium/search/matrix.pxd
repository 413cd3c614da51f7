from nodarium.core cimport bits, splitmix
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State

cdef int MOST

cdef class Matrix(State):
    cdef readonly int rows, columns
    cdef int[64] table
    cdef int[2] chosen
