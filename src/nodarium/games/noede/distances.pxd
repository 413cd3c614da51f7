cimport cython
from nodarium.core.bits cimport u8, u16
from nodarium.games.noede.rules cimport State

cdef int OUTSIDE, FAR, MIDDLE
cdef int[7] CELLS
cdef u16[7][271][6] NEAR
cdef u8[7][271] EDGES

cdef class Distances:
    cdef int[6][271] away
    cdef int[4096] queue
    @cython.locals(side=int, number=int, best=int)
    cpdef list missing(self, State state, int seat)
    @cython.locals(head=int, tail=int, cell=int, other=int, step=int, cost=int)
    cdef void spread(self, State state, int seat, int side) noexcept
    @cython.locals(cell=int, best=int)
    cdef int shortest_pair(self, State state, int side) noexcept
    @cython.locals(cell=int, best=int, total=int)
    cdef int shortest_star(self, State state, int seat, int side) noexcept
