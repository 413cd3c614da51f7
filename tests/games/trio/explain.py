"""Trio explained: what a seat may see, why an action is refused, what a move does in words."""

from __future__ import annotations

from typing import Any

from nodarium.core.message import Message, say
from nodarium.core.refusal import Refusal

from .board import CELL_NAMES
from .rules import State


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the whole position: Trio has no secrets."""
    return {
        "to_act": list(state.to_act),
        "marks": [[name for cell, name in enumerate(CELL_NAMES) if marks >> cell & 1] for marks in state.marks],
    }


def explain_illegal(state: State, seat: int, action: int) -> Refusal:
    return Refusal("T-3", say("trio-taken"))


def describe_move(state: State, seat: int, action: int) -> tuple[Message, str]:
    return say("trio-puts-mark", seat=state.game.seat_title(seat), cell=CELL_NAMES[action]), "T-3"
