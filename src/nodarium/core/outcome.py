"""How a game can end, and how one did."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct


@dataclass(frozen=True)
class Ending:
    """One of the ways in which a game ends."""

    rule: str
    reason: str


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """Who won, why and by which rule. Nobody wins a draw; several seats can share a win."""

    winners: tuple[int, ...]
    reason: str
    rule: str | None  # None if no rule of the game ended it, as when a player resigns
