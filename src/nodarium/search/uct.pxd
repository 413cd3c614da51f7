cimport cython
from libc cimport math
from nodarium.core cimport bits, memory
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State

cdef int UNKNOWN, NOBODY, DEEPEST
cdef double ACQUAINTED, BEHIND, CURIOUS

cdef class Tree:
    cdef readonly object settings
    cdef readonly int capacity, size
    cdef readonly int[::1] first, children, action, mover, proof, visits, amaf_visits
    cdef readonly float[::1] value, hope, prior, amaf_value
    cdef int[::1] path
    cdef float explore, urgency, bias, amaf, foresight, naive, hoping
    cdef int steps, seat
    cdef bint policy
    cdef State scratch

    cdef void reset(self, int node, int mover, int action, float prior) noexcept nogil
    @cython.locals(state=State, _=int)
    cpdef u64 run(self, State root, int seat, int playouts, u64 seed)
    @cython.locals(node=int, depth=int, level=int, worth=float, hope=float)
    cdef u64 once(self, State state, u64 seed) noexcept nogil
    @cython.locals(mean=float)
    cdef float chances(self, int seat) noexcept nogil
    @cython.locals(first=int, child=int)
    cdef void spread(self, int node, State state, float worth) noexcept nogil
    @cython.locals(seat=int, count=int, k=int, action=int, prior=float)
    cdef bint expand(self, int node, State state) noexcept nogil
    @cython.locals(first=int, best=int, child=int, visits=int, total=int, bound=float, highest=float, width=float, mean=float, share=float, fresh=float, naive=float)
    cdef int select(self, int node, int seat) noexcept nogil
    @cython.locals(proof=int, mover=int, child=int)
    cdef void prove(self, int node, int depth, State state) noexcept nogil
    cpdef Tree below(self, State root, State now)
    @cython.locals(child=int, found=int, after=State)
    cdef int find(self, int node, State state, State now) except -2
    @cython.locals(twin=Tree, old_of="int[::1]", node=int, old=int, child=int)
    cdef Tree part(self, int root)
    cdef void take(self, int node, Tree other, int old) noexcept nogil
