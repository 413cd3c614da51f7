cimport cython
from libc cimport math
from nodarium.core cimport bits
from nodarium.core.bits cimport u8, u64
from nodarium.core.network cimport Network
from nodarium.games.colonies.rules cimport State

cdef int NOTHING, NODE_CARD, COLONISE, MOVE, END, LINE, EXPLORED, COLONISED, SIDE
cdef int EXPLORING, SETTLING, STACKING, INVADING, SPREADING, GATHERING, ENDING, CLUES
cdef u8[673] WHAT, WHERE
cdef int[10] PREVAILS
cdef float[8][53] WEIGHTS
cdef Network NETWORK, MANY

cdef class Thinker(State):
    @cython.locals(worths="float[4]")
    cdef float _evaluate(self, int seat) noexcept nogil
    @cython.locals(numbers="float[128]", turn=int, seat=int, total=float)
    cdef void _evaluate_all(self, float* worths) noexcept nogil
    @cython.locals(index=int, place=int, most=int, other=int, lead=int, left=int, ahead=int, turns=int)
    cdef int _features(self, int seat, float* numbers) noexcept nogil
    @cython.locals(own=u64, others=u64, empty=u64, resting=u64, near=u64, taken=u64, freely=u64, power=u64, reach=u64, todo=u64, node=int, colony=int, below=int, place=int, kind=int)
    cdef void side(self, int seat, float* numbers, int index) noexcept nogil
    @cython.locals(risk=u64[9], numbers="float[64]", row="float*", k=int, clue=int, score=float)
    cdef void _policy(self, int seat, int* actions, int total, float* weights) noexcept nogil
    @cython.locals(risk=u64[9], found="float[64]", clue=int)
    cdef int _action_features(self, int seat, int action, float* numbers) noexcept nogil
    @cython.locals(left=int, many=int)
    cdef int era(self) noexcept nogil
    @cython.locals(todo=u64, sight=u64, node=int, kind=int, invader=int)
    cdef void find_risk(self, int seat, u64* risk) noexcept nogil
    @cython.locals(found=u64, ray=u64, walls=u64, side=int)
    cdef u64 sight(self, int node, u64 closed) noexcept nogil
    @cython.locals(others=u64)
    cdef u64 targets(self, int seat, int kind, int node) noexcept nogil
    @cython.locals(clue=int)
    cdef void look(self, int seat, int action, u64* risk, float* numbers) noexcept nogil
    @cython.locals(own=u64, occupied=u64, node=int)
    cdef void look_at_exploring(self, int seat, int rim, float* numbers) noexcept nogil
    @cython.locals(own=u64, others=u64, targets=u64, empty=u64, level=int, at_risk=int, index=int, covered=int)
    cdef void look_at_colonising(self, int seat, int kind, int node, u64* risk, float* numbers) noexcept nogil
    @cython.locals(own=u64, targets=u64, colony=int, goal=int, kind=int, below=int, index=int, stays=bint, loser=int, most=int, other=int)
    cdef void look_at_moving(self, int seat, int node, int target, u64* risk, float* numbers) noexcept nogil
