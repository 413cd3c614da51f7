cimport cython
from nodarium.core cimport bits, fields
from nodarium.core.bits cimport u64

cdef class State:
    cdef readonly int seats, acting, ply, turn, winners, ending
    cdef u64 deal(self, u64 rng) noexcept nogil
    cdef int count(self, int seat) noexcept nogil
    cdef int nth(self, int seat, int k) noexcept nogil
    cdef int fill(self, int seat, int* actions) noexcept nogil
    cdef void step(self, int seat, int action) noexcept nogil
    cdef void assign(self, State other) noexcept nogil
    cdef u64 rollout(self, u64 rng) noexcept nogil
    cdef u64 determinise(self, int seat, u64 rng) noexcept nogil
    cdef bint allows(self, int seat, int action) noexcept nogil
    cdef u64 play_on(self, u64 rng, int steps) noexcept nogil
    cdef float prior(self, int seat, int action) noexcept nogil
    cdef void weigh(self, int seat, int* actions, int total, float* weights) noexcept nogil
    cdef int clues(self, int seat, int action, float* numbers) noexcept nogil
    cdef float judge(self, int seat) noexcept nogil
    @cython.locals(left=float)
    cdef void share(self, float* worths) noexcept nogil
    cdef bint has_done(self, int seat, int action) noexcept nogil
    cdef int traits(self, int seat, float* numbers) noexcept nogil
    cdef int the_seat(self, object seat) except -1
    @cython.locals(actions="int*", who=int)
    cpdef list legal_actions(self, object seat=*)
    cpdef float worth(self, int seat)
    @cython.locals(numbers="float*")
    cpdef list describe(self, int seat)
    @cython.locals(numbers="float*")
    cpdef list describe_action(self, int seat, int action)
    cpdef void become(self, State other)
    @cython.locals(twin=State)
    cpdef State copy(self)
