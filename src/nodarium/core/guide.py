"""`Guide`: what a search should know about a game. This one knows nothing; a game's `bot.py` may have a better one.

Like a state's inner methods, these are C functions when compiled. A guide has no state of its own: threads share it.
"""

from __future__ import annotations

from nodarium.core import bits
from nodarium.core.state import State


class Guide:
    def prior(self, state: State, seat: int, action: int) -> float:
        """How good an action looks before anything was tried: 0 like any other, more is better."""
        return 0.0

    def playout(self, state: State, rng: int) -> int:
        """Play on, to the end or to a position that can be judged; returns the generator's new state."""
        return state.rollout(rng)

    def judge(self, state: State, seat: int) -> float:
        """What a game that is over, or a position after a playout, is worth to a seat: from 0 to 1."""
        return worth(state, seat)


def worth(state: State, seat: int) -> float:
    """What a game that is over is worth to a seat: winners share 1; if nobody won, all do."""
    if state.winners == 0:
        return 1.0 / state.seats
    return 1.0 / bits.count(state.winners) if state.winners >> seat & 1 else 0.0
