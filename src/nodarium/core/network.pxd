cimport cython
from libc cimport math

cdef class Network:
    cdef readonly int num_features, num_hidden
    cdef float[::1] hidden_weights, hidden_bias, output_weights
    cdef float output_bias

    @cython.locals(neurons="float[64]", neuron=Py_ssize_t, feature=Py_ssize_t, row=Py_ssize_t, strength=float, total=float)
    cdef float value(self, float* features) noexcept nogil
