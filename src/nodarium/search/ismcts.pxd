cimport cython
from libc cimport math
from nodarium.core cimport bits, memory, splitmix
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State

cdef int NONE, DEEPEST, SELDOM

cdef class Tree:
    cdef readonly int capacity, size
    cdef readonly int[::1] action, seat, first, next, shadow, visits, available
    cdef readonly float[::1] value, prior
    cdef int[::1] path, child_of, stamps
    cdef int stamp
    cdef u64 rng
    cdef float explore, bias, urgency, lean
    cdef int steps
    cdef bint policy

    cdef int add(self, int seat, int action, float prior) noexcept nogil
    @cython.locals(state=State, _=int)
    cpdef u64 run(self, State root, int seat, int iterations, u64 seed)
    @cython.locals(node=int, together=int, waiting=int, home=int, length=int, grown=bint, seat=int, own=int, arm=int, index=int, blind=bint,
                   worths="float[32]")
    cdef u64 once(self, State state, u64 seed) noexcept nogil
    @cython.locals(child=int, best=int, k=int, action=int, visits=int, tried=int, total=float, hope=float, highest=float, bound=float,
                   any_arm=bint, actions="int*")
    cdef int choose(self, int parent, State state, int seat, bint blind) noexcept nogil
    @cython.locals(actions="int*", fresh="int*", weights="float*", total=int, new=int, child=int, whole=float, results=float, tries=int, k=int, mean=float, best=int, highest=float, bound=float, visits=float)
    cdef int choose_leaning(self, int parent, State state, int seat) noexcept nogil
    @cython.locals(child=int)
    cdef int child(self, int parent, int action) noexcept nogil
    @cython.locals(shadow=int)
    cdef int shadow_of(self, int node, int seat) noexcept nogil
