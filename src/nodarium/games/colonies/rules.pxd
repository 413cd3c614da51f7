cimport cython
from nodarium.core cimport bits, splitmix
from nodarium.core.bits cimport u8, u16, u32, u64
from nodarium.core.state cimport State as CoreState

cdef int NODE_CARD, NODES, SPOTS, KINDS, HAND, DUEL_LIMIT, NOTHING, COLONY_KINDS
cdef int COLONISE, MOVE, END
cdef int DRAWN, EXPLORED, COLONISED
cdef int LINE, PATH
cdef int DEPLETED, TRAPPED, DOMINATION, ERADICATION
cdef u64 RIM_SPOTS
cdef u8[60] DECK
cdef int[10] PREVAILS
cdef u64[9][9] YIELDS
cdef int[4] ASIDE
cdef u8[673] WHAT, WHERE

cdef class State(CoreState):
    cdef readonly int movement, starting, size, first, rounds
    cdef readonly int laid, settled, drawn, phase, placed, explored, kinds, ways
    cdef readonly u64 rim, explores, sites, movers
    cdef readonly u64[4] owned
    cdef u64[9] weaker
    cdef u64[21] near
    cdef u32[22][4] rays
    cdef u32[21] moves
    cdef readonly u16[63] spots
    cdef u16[256] duel
    cdef readonly int[4] spent, got
    cdef u8[60] cards
    cdef u8[4][28] hands
    cdef u8[21] top
    cdef u8[39] under, kind, owner

    @cython.locals(index=int, kinds=int, movers=u64, node=int)
    cdef int _legal_actions(self, int seat, int* actions) noexcept nogil
    cdef void restore_deck(self) noexcept nogil
    @cython.locals(card=u8, other=int)
    cdef u64 shuffle_top(self, u64 rng, int some) noexcept nogil
    @cython.locals(drawn=int)
    cdef u64 find_first(self, u64 rng) noexcept nogil
    @cython.locals(beaten=int)
    cdef int duel_winner(self, int drawn) noexcept nogil
    cdef void start_game(self) noexcept nogil
    cdef void clear_table(self) noexcept nogil
    cdef void draw(self, int seat) noexcept nogil
    @cython.locals(adjacent=int[4], known=u64, behind=u64, node=int, other=int, before=int, gap=int)
    cdef void lay_node(self, int spot) noexcept nogil
    cdef u64 occupied(self) noexcept nogil
    @cython.locals(below=int)
    cdef void put_colony(self, int colony, int node) noexcept nogil
    cdef void toggle_top(self, int colony, u64 nodes) noexcept nogil
    cdef void begin_turn(self, int seat) noexcept nogil
    cdef void end_turn(self, int seat) noexcept nogil
    @cython.locals(most=int)
    cdef void finish(self, int ending) noexcept nogil
    @cython.locals(own=u64, nodes=u64, near=u64, todo=u64, held=int)
    cdef void find_legal(self, int seat) noexcept nogil
    @cython.locals(others=u64)
    cdef void find_moves(self, int seat, u64 movers) noexcept nogil
    cdef void uncount_moves(self, u64 movers) noexcept nogil
    @cython.locals(kinds=int)
    cdef int kinds_in_hand(self, int seat) noexcept nogil
    @cython.locals(closed=u64)
    cdef u64 reach(self, int node, u64 others) noexcept nogil
    @cython.locals(reach=u64, ray=u64, walls=u64, wall=int)
    cdef u64 reach_in_line(self, int node, u64 closed) noexcept nogil
    @cython.locals(free=u64, reach=u64, todo=u64, beyond=u64)
    cdef u64 reach_by_path(self, int node, u64 closed) noexcept nogil
    @cython.locals(movers=u64)
    cdef void explore(self, int seat, int rim) noexcept nogil
    cdef void colonise(self, int seat, int kind, int node) noexcept nogil
    @cython.locals(colony=int, below=int, above=int)
    cdef void move(self, int seat, int node, int target) noexcept nogil
    cdef bint is_anyone_eradicated(self) noexcept nogil
    cdef void spend(self, int seat, int kind) noexcept nogil
    @cython.locals(pool=u8[60], tally=int[10], trapped=int, hidden=int, dealt=int, kind=u8)
    cdef u64 _determinize(self, int seat, u64 rng) noexcept nogil
    cdef int seat_of_turn(self) noexcept nogil
    cdef void rewrite_deal(self, int seat) noexcept nogil
