cimport cython
from nodarium.core cimport bits
from nodarium.core.bits cimport u8, u16, u64
from nodarium.core.state cimport State as CoreState

cdef int PREPARATION, FRESH, NODE_DUE, CONNECTED, NO_MOVES, OUTSIDE, WORDS
cdef int[7] CELLS, INNER, OUTER, USED_WORDS
cdef u64[7][4] ALL_INNER
cdef u16[7][271][6] NEAR
cdef u8[7][271] EDGES
cdef u64[7][54][3][4] LINES
cdef int[3][2] AXIS_STEPS
cdef bint[64] WINS

cdef class State(CoreState):
    cdef readonly int size, phase, anchor
    cdef readonly bint blocked_lines
    cdef readonly u64 free_outer, legal_outer
    cdef u64[4] free_inner, legal_inner
    cdef u64[3][4] rays
    cdef u64[2][3][4] lines
    cdef u16[271] parent
    cdef u8[271] edges
    cdef readonly u16[272] owner

    cdef void continue_preparation(self) noexcept nogil
    cdef void next_turn(self, int seat) noexcept nogil
    cdef void finish(self, int winners, int ending) noexcept nogil
    @cython.locals(some=u64, crossings=u64)
    cdef bint find_moves(self, int seat) noexcept nogil
    @cython.locals(some=u64, crossings=u64)
    cdef bint find_node_cells(self, int seat) noexcept nogil
    cdef void add_anchor(self, int seat, int anchor) noexcept nogil
    cdef void redraw_lines(self, int seat) noexcept nogil
    @cython.locals(cell=int)
    cdef void draw_blocked_lines(self, int seat, int anchor) noexcept nogil
    cdef int root(self, int cell) noexcept nogil
    @cython.locals(root=int, other=int)
    cdef bint place(self, int seat, int cell) noexcept nogil
