"""The history of a match: its entries, its turns, and the ways in which players end it."""

from __future__ import annotations

from typing import NamedTuple

from nodarium.core.message import Text, say
from nodarium.core.outcome import Outcome
from nodarium.core.state import State
from nodarium.record.record import Move

# Reasons for an outcome that the players, not the rules, brought about. A record may give no others.
AGREEMENT = say("record-agreement")
RESIGNATION = say("record-resignation")
OUT_OF_TIME = say("record-out-of-time")
ABANDONED = say("record-abandoned")
# How records name them. These texts never change.
RECORDED_REASONS: dict[Text, str] = {
    AGREEMENT: "the players agreed on a draw",
    RESIGNATION: "resignation",
    OUT_OF_TIME: "out of time",
    ABANDONED: "the other player left",
}


class HistoryEntry(NamedTuple):
    """A state and the move that led to it.

    Where several seats choose at the same time, a move stays hidden from the others until all of them have chosen.
    """

    state: State
    move: Move | None = None
    outcome_by_players: Outcome | None = None  # a draw by agreement, a resignation, …
    pending_mask: int = 0  # the seats that still have to choose before the last moves are revealed, as bits
    num_revealed: int = 0  # number of moves that everyone knows


class Turn(NamedTuple):
    """The moves of one seat in one turn, as people write them. Simultaneous choices share a number."""

    number: int
    seat: int
    text: str
    round: int | None = None  # None if the game counts turns
