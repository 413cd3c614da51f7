cimport cython
from nodarium.core cimport bits, memory, splitmix
from nodarium.core.bits cimport u8, u64
from nodarium.core.network cimport Network
from nodarium.games.starduel.rules cimport State

cdef int INFLUENCE, ENERGY, POPULATION, MINERALS, MAX_SPACES
cdef int REPLACING, PRODUCING, PROGRAMMING, FIRST, MOVED
cdef int ATTACK, PRODUCE, EXHAUST, MOVE, SWAP, END
cdef int SIDE_FEATURES, UNLIMITED_ENERGY, ROUNDS, QUIET_ROUNDS, STANDSTILL
cdef u64 ROW_1, ROW_3, ROW_5, HOME_ROWS_0, HOME_ROWS_1
cdef u8[210] LOWER, HIGHER
cdef float VALUE_OF_COUNT_WIN
cdef Network NETWORK

cdef class BotState(State):
    cdef int _rollout_program(self, int seat, u64 rng) noexcept nogil
    @cython.locals(aim=u64, free=u64, gap=u64, nodes=u64)
    cdef int _rollout_step(self, int seat, u64 rng) noexcept nogil
    cdef int balanced_payment(self, int seat) noexcept nogil
    cdef u64 node_under_attack(self, int seat) noexcept nogil
    @cython.locals(gap=u64)
    cdef u64 vacated_space(self, int seat) noexcept nogil
    cdef bint can_pay(self, int seat, int card) noexcept nogil
    @cython.locals(ring=u64, seen=u64, through=u64)
    cdef u64 reach(self, int seat, int energy) noexcept nogil
    cdef u64 useful(self, int seat) noexcept nogil
    @cython.locals(found=u64, spot=u64, card=int)
    cdef u64 feasible(self, int seat, u64 todo) noexcept nogil
    @cython.locals(aim=u64, own=int, gap=u64)
    cdef float _action_heuristic(self, int seat, int action) noexcept nogil
    @cython.locals(values="float[2]")
    cdef float _evaluate(self, int seat) noexcept nogil
    @cython.locals(features="float*", seat=int, total=float, on_count=bint)
    cdef void _evaluate_all(self, float* values) noexcept nogil
    @cython.locals(lead=int, ahead=float, last=float)
    cdef int _features(self, int seat, float* features) noexcept nogil
    @cython.locals(near=u64, far=u64, feasible=u64, mine=u64, theirs=u64, todo=u64, agile=u64, exposed=u64, free=u64, sealed=u64, home=u64, abroad=u64, energy=int, people=int, minerals=int,
                   card=int, part=int)
    cdef void _side_features(self, int seat, float* features, int at) noexcept nogil
