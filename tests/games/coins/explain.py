"""Coins explained: what a seat may see, why an action is refused, what a move does in words."""

from __future__ import annotations

from typing import Any

from nodarium.core.message import Message, say
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
    return Refusal("K-2", say("coins-not-yours"))


def describe_move(state: State, seat: int, action: int) -> tuple[Message, str]:
    return say("coins-chooses", seat=state.game.seat_title(seat), coin=action), "K-2"
