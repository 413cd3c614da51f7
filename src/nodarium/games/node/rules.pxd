cimport cython
from nodarium.core cimport bits, splitmix
from nodarium.core.bits cimport u8, u32, u64
from nodarium.core.state cimport State as CoreState

cdef int RED, YELLOW, BLUE, GREEN, NOTHING, POST
cdef int ACTIONS, END, TRADE, OTHER, SETUP_STEPS, BRANCHES_EACH, CUBES_EACH, GOAL, QUIET_TURNS
cdef int FIRST_GAME, CLASSIC, EXAMPLE, ADVANCED
cdef int TEN_POINTS, TOO_MANY_POINTS, NO_INCOME, STANDSTILL
cdef u64 CORNERS, EDGES, RIM, INNER, THREE_FOR_ONE, TWO_FOR_ONE
cdef u8[8] SETUP_SEATS
cdef u64[13] SQUARE_CORNERS, SQUARE_EDGES
cdef u32[60] AROUND
cdef u64[60] ENDS, REACH
cdef u8[14] YIELDS, LIMITS
cdef u8[13] EXAMPLE_LAYOUT
cdef u8[64][4] GIVES
cdef u8[64] TAKES
cdef u64[256] PAYABLE
cdef u64[16] TAKING

cdef class State(CoreState):
    cdef readonly u64[3] legal
    cdef readonly u64[2] pieces, reach, barred
    cdef readonly u64[2][2] network
    cdef readonly u32[2] captured
    cdef readonly int[2][2] length
    cdef readonly int[2][4] cubes, income
    cdef readonly int paying, stage, last, threes, twos, built, quiet
    cdef readonly int variant
    cdef readonly bint limited
    cdef readonly int[13] tiles

    cdef u64 _reset(self, u64 rng) noexcept nogil
    @cython.locals(bag=u8[14])
    cdef u64 _reshuffle(self, u64 rng) noexcept nogil
    cdef void start_game(self) noexcept nogil
    cdef void find_legal(self) noexcept nogil
    cdef u64 sites(self, int colour) noexcept nogil
    cdef void set_up(self, int seat, int place) noexcept nogil
    cdef void begin_turn(self, int seat) noexcept nogil
    cdef void end_turn(self, int seat) noexcept nogil
    cdef void finish(self, int winners, int ending) noexcept nogil
    cdef bint can_continue(self) noexcept nogil
    cdef int count_cubes(self, int seat) noexcept nogil
    cdef void update_income(self) noexcept nogil
    cdef bint pays(self, int square, int seat) noexcept nogil
    cdef void collect(self, int seat) noexcept nogil
    cdef u64 trades(self, int seat) noexcept nogil
    cdef bint can_supply(self, int seat, int colour) noexcept nogil
    cdef bint bank_lacks(self, int colour) noexcept nogil
    cdef int posts(self, int seat) noexcept nogil
    cdef void trade(self, int seat, int trade) noexcept nogil
    cdef void buy(self, int seat, int colour, int place) noexcept nogil
    cdef void check_scores(self) noexcept nogil
    cdef void place_piece(self, int colour, int place) noexcept nogil
    @cython.locals(ends=u64, ring=bint)
    cdef bint join_network(self, int colour, int edge) noexcept nogil
    cdef void capture(self, int colour, int edge) noexcept nogil
    @cython.locals(area=u64, todo=u64, gaps=u64, beyond=u64)
    cdef u64 enclosed(self, int colour, int square) noexcept nogil
    cdef void bar_captured(self, int colour) noexcept nogil
    cdef int score(self, int seat) noexcept nogil
    cdef int largest_network(self, int seat) noexcept nogil
