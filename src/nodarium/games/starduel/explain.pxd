from nodarium.core cimport bits
from nodarium.core.bits cimport u64
from nodarium.games.starduel.rules cimport State

cpdef dict view(State state, object seat)
cdef dict _view_space(State state, int space)
cdef dict _view_player(State state, object seat, int player)
cpdef object explain_illegal(State state, int seat, int action)
cpdef object program_failure(State state, int seat)
cpdef str deciding_track(State state)
cdef object _refuse_execute(State state, int seat, int action)
cdef object _refuse_replace(State state, int seat, int own)
cdef object _refuse_exhaust(State state, int seat, int own)
cdef object _refuse_move(State state, int seat, int start, int end)
cdef object _refuse_swap(State state, int seat, int lower, int higher)
cpdef object place_name(State state, int seat, u64 spot)
cpdef tuple describe_move(State state, int seat, int action)
cdef object _named(State state, int seat, int own)
cdef object _goal(State state, int seat, int program)
cdef object _row_name(State state, int seat, int own, int start)
