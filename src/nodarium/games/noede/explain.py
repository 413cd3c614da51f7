"""Explanations for Nøde: views, refusals and descriptions of moves."""

from __future__ import annotations

from typing import Any

from nodarium.core.refusal import Refusal
from nodarium.games.noede import board
from nodarium.games.noede.board import BOARDS, CELLS, INNER, NODE_DUE, PREPARATION, SEAT_NAMES, SIDES
from nodarium.games.noede.rules import State


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the whole position: Nøde has no hidden information."""
    names = BOARDS[state.size].names
    return {
        "side": SIDES[state.size],
        "blocked_lines": bool(state.blocked_lines),
        "to_act": list(state.to_act),
        "phase": ("preparation", "turn", "node")[state.phase] if state.to_act_mask else "over",
        "anchor": names[state.anchor] if state.to_act_mask and state.phase == NODE_DUE else None,
        "pieces": [[name for cell, name in enumerate(names) if state.owner[cell] == 1 + who] for who in range(2)],
    }


def explain_illegal(state: State, seat: int, action: int) -> Refusal:
    if state.owner[action]:
        return Refusal("O-5", f"there is a piece of {SEAT_NAMES[state.owner[action] - 1]} already.")
    if state.phase == PREPARATION:
        return Refusal("O-4", "the game is being prepared: place an anchor in the outer area.")
    if action >= INNER[state.size]:
        return Refusal("O-5", "after an anchor comes its node, in the inner area.")
    due = (
        f"the anchor just placed, {BOARDS[state.size].names[state.anchor]}," if state.phase == NODE_DUE else "an anchor"
    )
    if _shares_line(state, seat, action):
        return Refusal("O-6", f"a node needs lines of two directions, through {due} and another one.")
    if state.blocked_lines:
        return Refusal("O-7", f"no open line runs here through {due} and another one.")
    return Refusal("O-5", f"a node lies where a line through {due} meets a line through another one.")


def _shares_line(state: State, seat: int, cell: int) -> bool:
    """Return whether two of the seat's anchors share a line with a cell (O-6).

    If a node is due, one of them must be the anchor just placed.
    """
    cells = BOARDS[state.size].cells
    for axis in range(3):
        here = board.axes(cells[cell])[axis]
        anchors = [
            anchor
            for anchor in range(INNER[state.size], CELLS[state.size])
            if state.owner[anchor] == 1 + seat and board.axes(cells[anchor])[axis] == here
        ]
        if len(anchors) > 1 and (state.phase != NODE_DUE or state.anchor in anchors):
            return True
    return False


def describe_move(state: State, seat: int, action: int) -> tuple[str, str]:
    board = BOARDS[state.size]
    what = "a node" if action < board.inner else "an anchor"
    return f"places {what} on {board.names[action]}", "O-4" if view(state, seat)["phase"] == "preparation" else "O-5"
