cimport cython
from libc cimport math
from nodarium.core cimport bits, memory
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State

cdef int UNPROVEN, DRAW, MAX_DEPTH
cdef double NAIVE_HALF_VISITS, LOSING_VALUE, NAIVE_EXPLORATION

cdef class UctTree:
    cdef readonly object settings
    cdef readonly int capacity, size
    cdef readonly int[::1] first_child, num_children, action, mover, proof, visits, amaf_visits
    cdef readonly float[::1] value_sum, random_rollout_sum, action_heuristic, prior_value, amaf_value
    cdef int[::1] path
    cdef float exploration, first_play_urgency, progressive_bias, rave_equivalence, prior_visits
    cdef float naive_opponent, opponent_weight
    cdef int rollout_depth, seat
    cdef bint guided_rollouts
    cdef State scratch

    cdef void _init_node(self, int node, int mover, int action) noexcept nogil
    @cython.locals(state=State, _=int)
    cpdef u64 run(self, State root, int seat, int playouts, u64 seed)
    @cython.locals(node=int, depth=int, level=int, result=float, random_result=float)
    cdef u64 _iterate(self, State state, u64 seed) noexcept nogil
    @cython.locals(mean=float)
    cdef float _mean_value(self, int seat) noexcept nogil
    @cython.locals(first=int, child=int)
    cdef void _update_amaf(self, int node, State state, float result) noexcept nogil
    @cython.locals(seat=int, count=int, k=int, action=int, child=int)
    cdef bint _expand(self, int node, State state) noexcept nogil
    @cython.locals(first=int, best=int, child=int, visits=int, total=int, bound=float, highest=float, width=float,
                   mean=float, weight=float, unvisited=float, naive=float)
    cdef int _select(self, int node, int seat) noexcept nogil
    @cython.locals(proof=int, mover=int, child=int)
    cdef void _propagate_proof(self, int node, int depth, State state) noexcept nogil
    cpdef UctTree subtree(self, State root, State now)
    @cython.locals(child=int, found=int, after=State)
    cdef int _find_node(self, int node, State state, State now) except -2
    @cython.locals(twin=UctTree, old_of="int[::1]", node=int, old=int, child=int)
    cdef UctTree _extract(self, int root)
    cdef void _copy_node(self, int node, UctTree other, int old) noexcept nogil
