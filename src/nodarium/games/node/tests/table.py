"""Helpers for tests: positions as drawings, moves as texts.

A drawing shows the pieces only. Corners are four columns apart: `.` is empty, `O` an orange and `P` a purple node.
Between them lie the branches: orange `---` and `|`, purple `===` and `:`.

            .   .

        .   .   P===.

    .   O---.   .   .   .
            |       :
    .   .   .   .   P   .

        .   .   .   .

            .   .
"""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

from nodarium.core.discovery import find_game
from nodarium.core.errors import IllegalMove
from nodarium.games.node.board import COLOUR_NAMES, COLOURS, PLACE, SQUARE_NAMES
from nodarium.games.node.notation import format_move, format_position, parse_move, parse_position
from nodarium.games.node.rules import State

GAME = find_game("node")
ORANGE, PURPLE = 0, 1
EXAMPLE = "R2 / G1 B2 R3 / G2 Y2 V G3 Y1 / B3 R1 B1 / Y3"
SIGNS = (("O", "-", "|"), ("P", "=", ":"))  # a node, a level branch, an upright branch


def pieces(drawing: str) -> list[str]:
    """Return orange's and purple's pieces in a drawing, as in a position's text."""
    lines = dedent(drawing).strip("\n").splitlines()
    assert len(lines) == 11, "a drawing has eleven lines"
    found: list[list[str]] = [[], []]
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            corner = f"{'abcdef'[column // 4]}{6 - (row + 1) // 2}"
            right = f"{chr(ord(corner[0]) + 1)}{corner[1]}"
            above = f"{corner[0]}{int(corner[1]) + 1}"
            on_corner, on_level = row % 2 == column % 4 == 0, row % 2 == 0 and column % 4 == 2
            on_upright = row % 2 == 1 and column % 4 == 0
            for seat, (node, level, upright) in enumerate(SIGNS):
                if on_corner and sign == node:
                    found[seat].append(corner)
                elif on_level and sign == level:
                    found[seat].append(corner + right)
                elif on_upright and sign == upright:
                    found[seat].append(corner + above)
            expected = ".OP" if on_corner else " |:" if on_upright else " -=" if row % 2 == 0 else " "
            assert sign in expected or sign == " ", f"{sign!r} does not belong at {corner}"
    return [" ".join(names) or "-" for names in found]


def position(
    drawing: str,
    due: str = "purple turn",
    *,
    orange: str = "-",
    purple: str = "-",
    layout: str = EXAMPLE,
    options: str = "classic limited",
) -> State:
    """Return a position from a drawing and both players' cubes."""
    mine, theirs = pieces(drawing)
    return parse_position(" | ".join([layout, mine, orange, theirs, purple, due, options]))


def new(layout: str = EXAMPLE, **options: str) -> State:
    """Start a game on a layout."""
    state = GAME.state_from_deal(options, {"layout": layout})
    assert isinstance(state, State)
    return state


def moves(state: State) -> set[str]:
    """Return all legal moves."""
    return {format_move(state, 0, action) for action in state.legal_actions()}


def places(state: State) -> set[str]:
    """Return the legal moves that place a piece."""
    return {move for move in moves(state) if move.rstrip("*") in PLACE}


def trades(state: State) -> set[str]:
    return {move for move in moves(state) if ">" in move}


def play(state: State, text: str) -> State:
    """Play some moves. Return the same state."""
    for move in text.split():
        state.apply(parse_move(state, 0, move))
    return state


def refusal(state: State, move: str) -> tuple[str | None, str]:
    """Return the rule and the sentence that refuse a move, and check that the position is unchanged."""
    before = format_position(state)
    with pytest.raises(IllegalMove) as caught:
        play(state, move)
    assert format_position(state) == before == caught.value.position
    assert caught.value.move == move
    return caught.value.rule, str(caught.value.message)


def player(state: State, seat: int) -> dict[str, Any]:
    """Return the view of a player."""
    view: dict[str, Any] = state.view(None)["players"][seat]
    return view


def cubes(state: State, seat: int) -> str:
    return _letters(player(state, seat)["cubes"])


def income(state: State, seat: int) -> str:
    return _letters(player(state, seat)["income"])


def captured(state: State, seat: int) -> str:
    return " ".join(player(state, seat)["captured"])


def scores(state: State) -> tuple[int, int]:
    return player(state, ORANGE)["score"], player(state, PURPLE)["score"]


def exhausted(state: State) -> str:
    return " ".join(name for name in SQUARE_NAMES if state.view(None)["squares"][name]["exhausted"])


def _letters(amounts: dict[str, int]) -> str:
    return "".join(letter * amounts[name] for letter, name in zip(COLOURS, COLOUR_NAMES, strict=True))
