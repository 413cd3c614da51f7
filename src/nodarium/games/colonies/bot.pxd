cimport cython
from libc cimport math
from nodarium.core cimport bits
from nodarium.core.bits cimport u8, u64
from nodarium.core.network cimport Network
from nodarium.games.colonies.rules cimport State

cdef int NOTHING, NODE_CARD, COLONISE, MOVE, END, LINE, EXPLORED, COLONISED, SIDE_FEATURES
cdef int EXPLORING, SETTLING, STACKING, INVADING, SPREADING, GATHERING, ENDING, NUM_ACTION_FEATURES
cdef u8[673] WHAT, WHERE
cdef int[10] PREVAILS
cdef float[8][53] WEIGHTS
cdef Network NETWORK, MULTIPLAYER_NETWORK

cdef class BotState(State):
    @cython.locals(values="float[4]")
    cdef float _evaluate(self, int seat) noexcept nogil
    @cython.locals(features="float[128]", turn=int, seat=int, total=float)
    cdef void _evaluate_all(self, float* values) noexcept nogil
    @cython.locals(index=int, place=int, most=int, other=int, lead=int, left=int, ahead=int, turns=int)
    cdef int _features(self, int seat, float* features) noexcept nogil
    @cython.locals(own=u64, others=u64, empty=u64, resting=u64, near=u64, taken=u64, freely=u64, power=u64, reach=u64, todo=u64, node=int, colony=int, below=int, place=int, kind=int)
    cdef void _side_features(self, int seat, float* features, int index) noexcept nogil
    @cython.locals(threats=u64[9], features="float[64]", row="float*", k=int, index=int, score=float)
    cdef void _policy(self, int seat, int* actions, int total, float* weights) noexcept nogil
    @cython.locals(threats=u64[9])
    cdef int _action_features(self, int seat, int action, float* features) noexcept nogil
    @cython.locals(left=int, many=int)
    cdef int _policy_row(self, int seat) noexcept nogil
    @cython.locals(todo=u64, sight=u64, node=int, kind=int, invader=int)
    cdef void _find_threats(self, int seat, u64* threats) noexcept nogil
    @cython.locals(found=u64, ray=u64, walls=u64, side=int)
    cdef u64 _sight(self, int node, u64 closed) noexcept nogil
    @cython.locals(others=u64)
    cdef u64 _targets(self, int seat, int kind, int node) noexcept nogil
    @cython.locals(index=int)
    cdef void _action_features_of(self, int seat, int action, u64* threats, float* features) noexcept nogil
    @cython.locals(own=u64, occupied=u64, node=int)
    cdef void _exploring_features(self, int seat, int rim, float* features) noexcept nogil
    @cython.locals(own=u64, others=u64, targets=u64, empty=u64, level=int, at_risk=int, index=int, covered=int)
    cdef void _colonising_features(self, int seat, int kind, int node, u64* threats, float* features) noexcept nogil
    @cython.locals(own=u64, targets=u64, colony=int, goal=int, kind=int, below=int, index=int, stays=bint, loser=int, most=int, other=int)
    cdef void _moving_features(self, int seat, int node, int target, u64* threats, float* features) noexcept nogil
