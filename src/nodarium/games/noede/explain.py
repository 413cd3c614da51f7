"""Explanations for Nøde: views, refusals and descriptions of moves."""

from __future__ import annotations

from typing import Any

from nodarium.core.message import Message, say
from nodarium.core.refusal import Refusal
from nodarium.games.noede import board
from nodarium.games.noede.board import BOARDS, CELLS, INNER, NODE_DUE, PREPARATION, SIDES
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
        return Refusal("O-5", say("noede-occupied", owner=state.game.seat_title(state.owner[action] - 1)))
    if state.phase == PREPARATION:
        return Refusal("O-4", say("noede-preparation"))
    if action >= INNER[state.size]:
        return Refusal("O-5", say("noede-node-due"))
    due = BOARDS[state.size].names[state.anchor] if state.phase == NODE_DUE else "none"
    if _shares_line(state, seat, action):
        return Refusal("O-6", say("noede-one-direction", anchor=due))
    if state.blocked_lines:
        return Refusal("O-7", say("noede-no-open-lines", anchor=due))
    return Refusal("O-5", say("noede-no-crossing", anchor=due))


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


def describe_move(state: State, seat: int, action: int) -> tuple[Message, str]:
    board = BOARDS[state.size]
    what = "noede-places-node" if action < board.inner else "noede-places-anchor"
    rule = "O-4" if state.phase == PREPARATION else "O-5"
    return say(what, seat=state.game.seat_title(seat), cell=board.names[action]), rule
