"""How a game can end, and how one ended."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct


@dataclass(frozen=True)
class Ending:
    """One way a game can end."""

    rule: str
    reason: str


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """Who won, why and by which rule. A draw has no winners; several seats can share a win."""

    winners: tuple[int, ...]
    reason: str
    rule: str | None  # None if the players ended it, for example by resigning
