"""Trio in text (T-6): a move is a cell, `b2`; a position is three rows, `x../.o./...`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nodarium.core.errors import BadOption, UnreadableMove
from nodarium.core.message import say
from nodarium.core.state import OMNISCIENT

from .board import CELL_NAMES, CELLS, SIDE
from .rules import State

SYMBOLS = "xo"
EMPTY = "."


def format_move(state: State, seat: int, action: int) -> str:
    if not 0 <= action < CELLS:
        raise LookupError(action)
    return CELL_NAMES[action]


def parse_move(state: State, seat: int, text: str) -> int:
    name = text.strip().lower()
    if name not in CELL_NAMES:
        raise UnreadableMove(say("trio-not-a-cell", text=text), move=text, rule="T-6")
    return CELL_NAMES.index(name)


def format_turn(moves: Sequence[str]) -> str:
    return " ".join(moves)


def parse_turn(text: str) -> list[str]:
    return text.split()


def format_deal(state: State) -> dict[str, Any]:
    return {}


def parse_deal(state: State, deal: Mapping[str, Any]) -> None:
    if deal != {}:
        raise BadOption(say("trio-empty-deal"), rule="T-1")
    state.reset(0)


def format_position(state: State, seat: int | None = OMNISCIENT) -> str:
    crosses, noughts = state.marks
    symbols = [
        SYMBOLS[0] if crosses >> cell & 1 else SYMBOLS[1] if noughts >> cell & 1 else EMPTY for cell in range(CELLS)
    ]
    return "/".join("".join(symbols[start : start + SIDE]) for start in range(0, CELLS, SIDE))


def parse_position(text: str) -> State:
    symbols = text.replace("/", "")
    if [len(row) for row in text.split("/")] != [SIDE] * SIDE or not set(symbols) <= {*SYMBOLS, EMPTY}:
        raise BadOption(say("trio-position-form"), rule="T-6")
    if symbols.count("x") - symbols.count("o") not in (0, 1):
        raise BadOption(say("trio-turns-alternate"), rule="T-2")
    state = State()
    state.place(*(sum(1 << cell for cell in range(CELLS) if symbols[cell] == symbol) for symbol in SYMBOLS))
    # The winner made the last move, so the number of marks tells who can have won.
    if state.winner_mask and state.winner_mask != 1 << (state.ply + 1) % 2:
        raise BadOption(say("trio-ended-before"), rule="T-4")
    return state
