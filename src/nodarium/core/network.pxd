cimport cython
from libc cimport math

cdef int MOST

cdef class Network:
    cdef readonly int traits, hidden
    cdef float[::1] rows, start, out
    cdef float last

    @cython.locals(neurons="float[64]", neuron=int, trait=int, row=int, strength=float, total=float)
    cdef float value(self, float* traits) noexcept nogil
