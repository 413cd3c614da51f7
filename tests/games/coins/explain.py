"""Coins explained: what a seat may see, why an action is refused, what a move does in words."""

from __future__ import annotations

from typing import Any

from nodarium.core.refusal import Refusal

from .board import coins_in
from .rules import State


def view(state: State, seat: int | None) -> dict[str, Any]:
    return {
        "hand": None if seat is None else coins_in(state.hands[seat]),
        "chosen": None if seat is None else state.chosen[seat],
        "waiting_for": list(state.to_act),
        "shown": state.shown_coins(),
        "points": state.points[: state.seats],
    }


def explain_illegal(state: State, seat: int, action: int) -> Refusal:
    return Refusal("K-2", "you don't have this coin.")


def describe_move(state: State, seat: int, action: int) -> tuple[str, str]:
    return f"chooses coin {action}", "K-2"
