cimport cython
from nodarium.core cimport bits
from nodarium.core.bits cimport u8, u16, u64
from nodarium.games.noede cimport rules

cdef int FRESH, OUTSIDE, SAVE, ANCH
cdef int[7] INNER
cdef u16[7][271][6] NEAR
cdef u8[7][271] EDGES
cdef u64[7][217][3] OPENERS

cdef class Thinker(rules.State):
    @cython.locals(mover=int, hit=int, late_hit=int, mine=int, late=int, wish=int, action=int, seat=int)
    cdef u64 play_on(self, u64 rng, int steps) noexcept nogil
    @cython.locals(own=int, empty=int, step=int, other=int, found=int, cell=int, left=int, right=int)
    cdef int saver(self, int seat, int hit) noexcept nogil
    @cython.locals(word=int, place=int, q=bint, r=bint, s=bint, some=u64)
    cdef int towards(self, int seat, int cell, u64 rng) noexcept nogil
