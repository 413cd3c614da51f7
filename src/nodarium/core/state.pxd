cimport cython
from nodarium.core cimport bits, memory, splitmix
from nodarium.core.bits cimport u64

cdef class State:
    cdef readonly int seats, to_act_mask, ply, turn, winner_mask, ending_index
    cdef u64 _reset(self, u64 rng) noexcept nogil
    cdef u64 _reshuffle(self, u64 rng) noexcept nogil
    cdef int _count_actions(self, int seat) noexcept nogil
    cdef int _nth_action(self, int seat, int k) noexcept nogil
    cdef int _legal_actions(self, int seat, int* actions) noexcept nogil
    cdef void _apply(self, int seat, int action) noexcept nogil
    cdef void _copy_from(self, State other) noexcept nogil
    cdef u64 _rollout(self, u64 rng) noexcept nogil
    cdef u64 _limited_rollout(self, u64 rng, int depth) noexcept nogil
    cdef u64 _determinize(self, int seat, u64 rng) noexcept nogil
    cdef bint _is_legal(self, int seat, int action) noexcept nogil
    cdef u64 _guided_rollout(self, u64 rng, int depth) noexcept nogil
    cdef bint _can_evaluate(self) noexcept nogil
    cdef float _action_heuristic(self, int seat, int action) noexcept nogil
    cdef void _policy(self, int seat, int* actions, int total, float* weights) noexcept nogil
    cdef int _policy_row(self, int seat) noexcept nogil
    cdef int _action_features(self, int seat, int action, float* features) noexcept nogil
    cdef float _evaluate(self, int seat) noexcept nogil
    @cython.locals(left=float)
    cdef void _evaluate_all(self, float* values) noexcept nogil
    cdef bint _has_played(self, int seat, int action) noexcept nogil
    cdef int _features(self, int seat, float* features) noexcept nogil
    cdef bint _allows(self, int seat, object action) except -1
    cdef int _resolve_seat(self, object seat) except -1
    @cython.locals(actions="int*", who=int)
    cpdef list legal_actions(self, object seat=*)
    cpdef float evaluate(self, object seat) except *
    @cython.locals(features="float*")
    cpdef list features(self, object seat)
    cpdef int policy_row(self, object seat) except? -1
    @cython.locals(features="float*", who=int)
    cpdef list action_features(self, object seat, object action)
    cpdef void copy_from(self, State other) except *
    @cython.locals(twin=State)
    cpdef State copy(self)
