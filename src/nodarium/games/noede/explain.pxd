from nodarium.games.noede.rules cimport State

cpdef dict view(State state, object seat)
cpdef object explain_illegal(State state, int seat, int action)
cdef bint _shares_line(State state, int seat, int cell) except -1
cpdef tuple describe_move(State state, int seat, int action)
