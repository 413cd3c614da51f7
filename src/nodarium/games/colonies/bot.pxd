cimport cython
from nodarium.core cimport bits
from nodarium.core.bits cimport u64
from nodarium.core.network cimport Network
from nodarium.games.colonies.rules cimport State

cdef int NOTHING, SIDE, NODE_CARD
cdef Network NETWORK

cdef class Thinker(State):
    @cython.locals(numbers="float[128]", turn=int, other=int, worth=float, total=float, own=float)
    cdef float judge(self, int seat) noexcept nogil
    @cython.locals(index=int, most=int, other=int, turn=int, left=int, lead=int)
    cdef int traits(self, int seat, float* numbers) noexcept nogil
    @cython.locals(own=u64, occupied=u64, others=u64, nodes=u64, resting=u64, near=u64, taken=u64, freely=u64, reach=u64, todo=u64, strength=u64, reserve=u64, node=int, colony=int, below=int, place=int, kind=int)
    cdef void side(self, int seat, float* numbers, int index) noexcept nogil
