from nodarium.core cimport bits
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State

cdef class Guide:
    cdef float prior(self, State state, int seat, int action) noexcept nogil
    cdef u64 playout(self, State state, u64 rng) noexcept nogil
    cdef float judge(self, State state, int seat) noexcept nogil

cdef float worth(State state, int seat) noexcept nogil
