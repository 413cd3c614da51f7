from nodarium.core cimport bits
from nodarium.games.colonies.rules cimport State

cpdef dict view(State state, object seat)
cdef dict _view_node(State state, int node)
cpdef object explain_illegal(State state, int seat, int action)
cdef object _why_not_explore(State state, int seat)
cdef object _why_not_colonise(State state, int seat, int kind, int node)
cdef object _why_not_move(State state, int seat, int node, int target)
cdef bint _in_line(State state, int node, int target) except -1
cpdef tuple describe_move(State state, int seat, int action)
