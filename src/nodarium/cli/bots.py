"""Who plays where no person does."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Protocol

from nodarium.core import bits
from nodarium.record.match import Match


class Bot(Protocol):
    def choose(self, match: Match, seat: int) -> int:
        """One of the seat's legal actions."""


class RandomBot:
    """Plays any legal move; with a seed, always the same ones."""

    def __init__(self, seed: int | None) -> None:
        self.rng = secrets.randbits(64) if seed is None else seed

    def choose(self, match: Match, seat: int) -> int:
        actions = match.legal_actions(seat)
        self.rng = bits.advance(self.rng)
        return actions[bits.below(self.rng, len(actions))]


BOTS: Mapping[str, Callable[[int | None], Bot]] = {"random": RandomBot}
