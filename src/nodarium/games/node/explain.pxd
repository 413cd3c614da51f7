from nodarium.core cimport bits
from nodarium.games.node.rules cimport State

cpdef dict view(State state, object seat)
cdef dict _view_square(State state, int square)
cdef object _view_bank(State state)
cdef dict _view_player(State state, int seat)
cpdef object explain_illegal(State state, int seat, int action)
cdef object _refuse_setup(State state, int action)
cdef object _refuse_buy(State state, int seat, int colour, int place)
cdef object _refuse_trade(State state, int seat, int trade)
cpdef object trade_source(State state, int seat, int colour)
cpdef tuple describe_move(State state, int seat, int action)
