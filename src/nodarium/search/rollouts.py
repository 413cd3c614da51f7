"""Random games without the interpreter, and perft."""

from __future__ import annotations

import cython

from nodarium.core import bits
from nodarium.core.state import State


def rollout_games(start: State, games: int, seed: int) -> tuple[int, list[int]]:
    """Play random games from a position. Return the steps they took, and the games each seat won or shared."""
    state = start.copy()
    steps = 0
    wins = [0] * 8
    with cython.nogil:
        for _ in range(games):
            state._copy_from(start)
            seed = state._rollout(seed)
            steps += state.ply - start.ply
            for seat in range(state.seats):
                wins[seat] += state.winner_mask >> seat & 1
    return steps, [wins[seat] for seat in range(start.seats)]


def reset_and_rollout_games(start: State, games: int, seed: int) -> int:
    """Play random games, each with a new deal and the options of a state. Return the steps they took."""
    state = start.copy()
    steps = 0
    with cython.nogil:
        for _ in range(games):
            seed = state._rollout(state._reset(seed))
            steps += state.ply
    return steps


def perft(start: State, depth: int) -> int:
    """Count the sequences of `depth` steps. Where several seats may act, the lowest one goes first."""
    if depth == 0:
        return 1
    if not start.to_act_mask:
        return 0
    seat = bits.lowest(start.to_act_mask)
    if depth == 1:
        return start._count_actions(seat)
    state = start.copy()
    total = 0
    for k in range(start._count_actions(seat)):
        state._copy_from(start)
        state._apply(seat, start._nth_action(seat, k))
        total += perft(state, depth - 1)
    return total
