cimport cython
from nodarium.core cimport bits, splitmix
from nodarium.core.bits cimport u8, u16, u64
from nodarium.core.state cimport State as CoreState

cdef int INFLUENCE, ENERGY, POPULATION, MINERALS, START_ENERGY, PRODUCED
cdef int KURTH, ENATE, TIER_2, TIER_3, CARDS, NO_CARD, SPARES, ROW, MAX_SPACES
cdef int REPLACING, PRODUCING, NO_PROGRAM
cdef int ACTIVATE, ATTACK, PRODUCE, REPLACE, EXHAUST, MOVE, SWAP, END
cdef int PROGRAMMING, FIRST, SECOND, EXECUTED, EXHAUSTED, MOVED, QUIET_ROUNDS, ROUNDS
cdef int NO_INFLUENCE, NO_POPULATION, ALL_NODES, STANDSTILL, LAST_ROUND
cdef u64 ROW_1, ROW_3, ROW_5, ROWS_2_4
cdef u8[210] LOWER, HIGHER

cdef class State(CoreState):
    # the map and the cards
    cdef readonly int map_number, card_set_number, size, track
    cdef readonly u64 spaces, start
    cdef u8[22] defense
    cdef u8[22][4] requires, activation, exhaustion
    # the position
    cdef readonly u16[21] card
    cdef readonly u16[2][2] spares
    cdef readonly u64[2] owned
    cdef readonly u64 inactive, hidden, fresh
    cdef readonly int[2][4] tracks
    cdef readonly int[2] programs, drawn
    cdef readonly int phase, done, round, initiative, quiet, stirred
    # what is legal in an action phase
    cdef readonly int choices, runs, run, cost, moves, swaps
    cdef readonly u64 replaceable, exhaustible
    cdef readonly u64[13] regions

    @cython.locals(cards=int[12], rest=u64, size=int, other=int, card=int)
    cdef u64 shuffle_cards(self, u64 spots, int pile, int spares, u64 rng) noexcept nogil
    cdef u64 deal_cards(self, u64 pool, u64 spots, int pile, u64 rng) noexcept nogil
    cdef void start_game(self, int initiative) noexcept nogil
    @cython.locals(spots=u64, cards=u64)
    cdef u64 unseen(self, int pile) noexcept nogil
    cdef int space_at(self, u64 spots) noexcept nogil
    cdef u64 spot(self, int seat, int own) noexcept nogil
    cdef int own_nth(self, int seat, u64 spots, int k) noexcept nogil
    cdef u64 first_own(self, int seat, u64 spots) noexcept nogil
    cdef u64 neighbours(self, u64 area) noexcept nogil
    cdef u64 passable(self, int seat) noexcept nogil
    @cython.locals(ring=u64, seen=u64, through=u64)
    cdef int distance(self, int seat, u64 target) noexcept nogil
    @cython.locals(wider=u64)
    cdef u64 flood(self, u64 area, u64 within) noexcept nogil
    @cython.locals(nodes=u64, node=u64, free=u64, end=u64, total=int, start=int, k=int)
    cdef int _legal_actions(self, int seat, int* actions) noexcept nogil
    @cython.locals(nodes=u64)
    cdef int nth_move(self, int seat, int k) noexcept nogil
    @cython.locals(nodes=u64, lower=u64)
    cdef int nth_swap(self, int seat, int k) noexcept nogil
    cdef u64 region_of(self, u64 node) noexcept nogil
    cdef void find_legal(self) noexcept nogil
    cdef void find_executions(self, int seat) noexcept nogil
    cdef void find_routes(self, int seat) noexcept nogil
    cdef void begin_round(self) noexcept nogil
    cdef void commit(self, int seat, int program) noexcept nogil
    cdef void begin_turn(self, int seat, int phase) noexcept nogil
    cdef void end_turn(self, int seat) noexcept nogil
    cdef void end_round(self) noexcept nogil
    @cython.locals(track=int)
    cdef int leader(self) noexcept nogil
    cdef int deciding_track(self) noexcept nogil
    cdef void finish(self, int winners, int ending) noexcept nogil
    cdef u64 target(self, int seat) noexcept nogil
    @cython.locals(tier_2=u64, tier_3=u64)
    cdef u64 places_with_spares(self) noexcept nogil
    cdef void execute(self, int seat, int action) noexcept nogil
    cdef void activate(self, int seat) noexcept nogil
    cdef bint meets_requirements(self, int seat, int card) noexcept nogil
    cdef void attack(self, int seat, int population) noexcept nogil
    cdef void replace(self, u64 spot) noexcept nogil
    cdef void gain(self, int seat, int track, int amount) noexcept nogil
    cdef void lose_influence(self, int seat) noexcept nogil
    cdef void exhaust(self, int seat, u64 spot) noexcept nogil
    cdef void move(self, int seat, u64 start, u64 end) noexcept nogil
    @cython.locals(trial=State)
    cpdef bint program_works(self, int seat, int program)
