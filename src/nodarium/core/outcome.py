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


def describe_outcome(outcome: Outcome | None) -> str:
    """Describe an outcome by seat numbers, for error messages."""
    if outcome is None:
        return "no end"
    who = f"a win for seat {' and '.join(map(str, outcome.winners))}" if outcome.winners else "a draw"
    return f"{who}, {outcome.reason} ({outcome.rule or 'no rule'})"
