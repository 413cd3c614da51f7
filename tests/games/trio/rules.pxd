from nodarium.core cimport bits
from nodarium.core.state cimport State as CoreState

cdef int THREE_IN_A_ROW, FULL_BOARD, CELLS
cdef int[8] LINE_MASKS

cdef class State(CoreState):
    cdef readonly int[2] marks
    cdef int empty_cells(self) noexcept nogil
    cdef void resume(self) noexcept nogil
    cdef bint has_line(self, int seat) noexcept nogil
    cdef void finish(self, int winner_mask, int ending_index) noexcept nogil
