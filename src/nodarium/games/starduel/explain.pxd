from nodarium.core cimport bits
from nodarium.games.starduel.rules cimport State

cpdef dict view(State state, object seat)
cdef dict _view_space(State state, int space)
cdef dict _view_player(State state, object seat, int player)
cpdef object explain_illegal(State state, int seat, int action)
cpdef str failure(State state, int seat)
cdef object _why_not_execute(State state, int seat, int action)
cdef object _why_not_replace(State state, int seat, int own)
cdef object _why_not_exhaust(State state, int seat, int own)
cdef object _why_not_move(State state, int seat, int start, int end)
cdef object _why_not_swap(State state, int seat, int lower, int higher)
cpdef tuple describe_move(State state, int seat, int action)
