cimport cython
from nodarium.core cimport bits, splitmix
from nodarium.core.bits cimport u8, u16, u64
from nodarium.games.noede.rules cimport State

cdef int OUTSIDE, FRESH
cdef int[7] INNER
cdef u16[7][271][6] NEAR
cdef u8[7][271] EDGES, BRINK
cdef u64[7][217][3] OPENERS

cdef class BotState(State):
    @cython.locals(mover=int, first=int, second=int, cut=int, later_cut=int, goal=int, seat=int, action=int)
    cdef u64 _guided_rollout(self, u64 rng, int depth) noexcept nogil
    @cython.locals(own=int, taken=int, owner=int, found=int, step=int, cell=int, left=int, right=int)
    cdef int _save_bridge(self, int seat, int cut) noexcept nogil
    @cython.locals(word=int, place=int, q=bint, r=bint, s=bint, anchors=u64)
    cdef int _first_step_towards(self, int seat, int cell, u64 rng) noexcept nogil
