cimport cython
from libc cimport math

cdef class Network:
    cdef readonly int traits, hidden
    cdef float[::1] rows, start, out
    cdef float last

    @cython.locals(neurons="float[64]", neuron=Py_ssize_t, trait=Py_ssize_t, row=Py_ssize_t, strength=float, total=float)
    cdef float value(self, float* traits) noexcept nogil
