cimport cython
from nodarium.core cimport bits
from nodarium.core.bits cimport u64
from nodarium.games.starduel.rules cimport State

cdef int INFLUENCE, ENERGY, POPULATION, MINERALS, MOST_SPACES
cdef int REPLACING, PRODUCING, PROGRAMMING, FIRST, EXECUTED, EXHAUSTED, MOVED
cdef int ATTACK, PRODUCE, REPLACE, EXHAUST, MOVE, SWAP, END
cdef u64 ROW_1, ROW_5

@cython.final
cdef class Thinker(State):
    cdef int some_program(self, int seat, u64 rng) noexcept nogil
    @cython.locals(aim=u64, free=u64)
    cdef int some_step(self, int seat, u64 rng) noexcept nogil
    cdef int payment(self, int seat) noexcept nogil
    cdef u64 aimed_at(self, int seat) noexcept nogil
    cdef bint can_pay(self, int seat, int card) noexcept nogil
    @cython.locals(ring=u64, seen=u64, through=u64)
    cdef u64 reach(self, int seat, int energy) noexcept nogil
    @cython.locals(todo=u64, found=u64, spot=u64)
    cdef u64 useful(self, int seat) noexcept nogil
