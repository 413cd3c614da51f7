cimport cython
from nodarium.core cimport bits
from nodarium.core.bits cimport u64
from nodarium.core.state cimport State

@cython.locals(state=State, steps=cython.longlong, wins=cython.longlong[8], _=int, seat=int)
cpdef tuple rollout_games(State start, int games, u64 seed)

@cython.locals(state=State, steps=cython.longlong, _=int)
cpdef cython.longlong reset_and_rollout_games(State start, int games, u64 seed)

@cython.locals(state=State, total=cython.longlong, k=int, seat=int)
cpdef cython.longlong perft(State start, int depth)
