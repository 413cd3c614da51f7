cimport cython
from libc cimport math
from nodarium.core cimport bits
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State

cdef int UNKNOWN, NOBODY, DEEPEST

cdef class Tree:
    cdef readonly int capacity, size
    cdef readonly int[::1] first, children, action, mover, proof, visits, path
    cdef readonly float[::1] value, prior
    cdef float explore, urgency, bias

    cpdef void clear(self)
    cdef void reset(self, int node, int mover, int action, float prior) noexcept nogil
    @cython.locals(state=State, _=int)
    cpdef u64 run(self, State root, int playouts, u64 seed)
    @cython.locals(node=int, depth=int, level=int)
    cdef u64 once(self, State state, u64 seed) noexcept nogil
    @cython.locals(seat=int, count=int, k=int, action=int)
    cdef bint expand(self, int node, State state) noexcept nogil
    @cython.locals(first=int, best=int, child=int, visits=int, bound=float, highest=float, width=float)
    cdef int select(self, int node) noexcept nogil
    @cython.locals(proof=int, mover=int, child=int)
    cdef void prove(self, int node, int depth, State state) noexcept nogil
