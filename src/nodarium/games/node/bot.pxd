cimport cython
from nodarium.core cimport bits
from nodarium.core.bits cimport u8, u32, u64
from nodarium.core.network cimport Network
from nodarium.games.node.rules cimport State

cdef int ADVANCED, RED, YELLOW, BLUE, GREEN, NOTHING, SETUP_STEPS, CUBES_EACH
cdef u64 CORNERS, EDGES
cdef u32[60] AROUND
cdef u8[14] YIELDS, LIMITS
cdef u64[13] SQUARE_CORNERS, SQUARE_EDGES
cdef Network NETWORK, ADVANCED_NETWORK

cdef class BotState(State):
    @cython.locals(features="float[128]", mover=int, value=float)
    cdef float _evaluate(self, int seat) noexcept nogil
    @cython.locals(index=int, own=int, other=int, colour=int, stage=int)
    cdef int _features(self, int seat, float* features) noexcept nogil
    @cython.locals(colour=int, score=int, goal=int, taken=u64, sites=u64)
    cdef int _side_features(self, int seat, float* features, int index) noexcept nogil
    @cython.locals(captured=u32, near=int, far=int, square=int, branches=int)
    cdef int _capture_features(self, int seat, float* features, int index) noexcept nogil
    @cython.locals(taken=u64, captured=u32, corners=u64, squares=u32, corner=int, square=int, colour=int, pays=int, offset=int, gains="int[5]")
    cdef int _income_features(self, int seat, float* features, int index) noexcept nogil
    @cython.locals(taken=u64, captured=u32, sites=u64, brittle=int, threatened=int, square=int, tile=int, nodes=int)
    cdef int _risk_features(self, int seat, float* features, int index) noexcept nogil
