"""Random games written out step by step, so that the compiled and the plain engine can be compared.

`python -m tests.trace CASE FIRST END` prints a digest for each game with a seed in range(FIRST, END), or the game
itself if there is only one; CASE is a number in `tests.play.CASES`. With NODARIUM_PURE=1 the plain engine plays.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256

from nodarium.core.state import State
from tests.play import CASES, Case, Dice, write


def lines(case: Case, seed: int) -> Iterator[str]:
    """A random game: its deal; at each step the legal actions and the choice; now and then the position."""
    state = case.new(seed)
    dice = Dice(~seed)
    yield f"deal {case.game.notation.format_deal(state)}"
    while state.to_act:
        seat = dice.pick(state.to_act)
        legal = state.legal_actions(seat)
        action = dice.pick(legal)
        state.apply(action, seat)
        yield f"{seat} {action} {legal}"
        if dice.below(4) == 0:
            yield write(case.game, state)
        if dice.below(200) == 0:
            yield from aside(case, state, dice.rng)
    yield f"{write(case.game, state)}: {state.outcome} after {state.ply}"


def aside(case: Case, state: State, seed: int) -> Iterator[str]:
    """Trace what a search does with a state: determinize it for each seat and play a rollout."""
    for seat in range(state.seats):
        twin = state.copy()
        twin.determinize(seat, seed)
        yield f"determinized {write(case.game, twin)}"
        twin.rollout(seed)
        yield f"played out {write(case.game, twin)}"


def digest(case: Case, seed: int) -> str:
    return sha256("\n".join(lines(case, seed)).encode()).hexdigest()


def main(number: int, first: int, end: int) -> None:
    case = CASES[number]
    one = end - first == 1
    print(*(lines(case, first) if one else (digest(case, seed) for seed in range(first, end))), sep="\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
