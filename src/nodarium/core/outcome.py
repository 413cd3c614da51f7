"""How a game can end, and how one did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from nodarium.core.state import State


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


def outcome_of(state: State) -> Outcome:
    """The outcome of a game that is over."""
    from nodarium.core.discovery import game_of

    ending = game_of(state).endings[state.ending_index]
    winners = tuple(seat for seat in range(state.seats) if state.winner_mask >> seat & 1)
    return Outcome(winners, ending.reason, ending.rule)
