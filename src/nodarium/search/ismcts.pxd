cimport cython
from libc cimport math
from nodarium.core cimport bits, memory, splitmix
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State

cdef int NONE, MAX_DEPTH, RANDOM_CHOICE_INTERVAL

cdef class IsmctsTree:
    cdef readonly int capacity, size
    cdef readonly int[::1] action, value_seat, first_child, next_sibling, seat_root, visits, available
    cdef readonly float[::1] value_sum, action_heuristic, policy_weight
    cdef int[::1] path, child_of, stamps
    cdef int stamp
    cdef u64 rng
    cdef float exploration, progressive_bias, first_play_urgency, c_puct
    cdef int rollout_depth
    cdef bint guided_rollouts

    cdef int _add_node(self, int seat, int action) noexcept nogil
    @cython.locals(state=State, _=int)
    cpdef u64 run(self, State root, int seat, int iterations, u64 seed)
    @cython.locals(node=int, simultaneous_mask=int, pending_mask=int, joint_node=int, length=int, grown=bint, seat=int, own=int, arm=int, index=int, is_simultaneous=bint,
                   results="float[32]")
    cdef u64 _iterate(self, State state, u64 seed) noexcept nogil
    @cython.locals(child=int, best=int, k=int, action=int, visits=int, tried=int, total=float, unvisited=float, highest=float, bound=float,
                   any_arm=bint, actions="int*")
    cdef int _select_ucb(self, int parent, State state, int seat, bint is_simultaneous) noexcept nogil
    @cython.locals(actions="int*", fresh="int*", weights="float*", total=int, new=int, child=int, whole=float, results=float, tries=int, k=int, mean=float, best=int, highest=float, bound=float, prior=float, visits=float)
    cdef int _select_puct(self, int parent, State state, int seat) noexcept nogil
    @cython.locals(child=int)
    cdef int _joint_child(self, int parent, int action) noexcept nogil
    @cython.locals(seat_root=int)
    cdef int _seat_root(self, int node, int seat) noexcept nogil
