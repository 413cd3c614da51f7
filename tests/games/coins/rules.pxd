from nodarium.core cimport bits, splitmix
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State as CoreState

cdef int ROUNDS, ALL_COINS

cdef class State(CoreState):
    cdef readonly int covered, rounds
    cdef readonly int[3] hands, chosen, points
    cdef readonly int[6] shown
    cdef int draw(self, u64 rng) noexcept nogil
    cdef void resume(self) noexcept nogil
    cdef void show(self) noexcept nogil
