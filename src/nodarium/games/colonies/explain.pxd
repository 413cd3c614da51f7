from nodarium.core cimport bits
from nodarium.games.colonies.rules cimport State

cpdef dict view(State state, object seat)
cdef dict _view_node(State state, int node)
cpdef list open_steps(State state, object seat)
cpdef object explain_illegal(State state, int seat, int action)
cdef object _refuse_explore(State state, int seat)
cdef object _refuse_colonise(State state, int seat, int kind, int node)
cdef object _refuse_move(State state, int seat, int node, int target)
cdef bint _is_in_line(State state, int node, int target) except -1
cpdef tuple describe_move(State state, int seat, int action)
