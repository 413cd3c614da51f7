"""The notation of Nøde (O-11).

A move is a cell, `d5`. A turn is `a6` (preparation), `a8-d5` (an anchor and its node), `a8` (no node was possible) or
`d5` (a node only).

A position is one line of four parts:

    side, and `blocked` if lines are | white's pieces | black's pieces | what comes next

What comes next is `white turn`, also in the preparation; `black node a8`, the node of that anchor; or `over`. A player
without pieces has `-`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nodarium.core.errors import BadOption, UnreadableMove
from nodarium.core.message import say
from nodarium.games.noede.board import BOARDS, SEAT_NAMES, SIDES, Board
from nodarium.games.noede.rules import State


def format_move(state: State, seat: int, action: int) -> str:
    if action < 0:
        raise LookupError(action)
    return BOARDS[state.size].names[action]


def parse_move(state: State, seat: int, text: str) -> int:
    board = BOARDS[state.size]
    cell = board.number.get(text.strip().lower())
    if cell is None:
        steps = text.strip().lower().split("-")
        if len(steps) == 2 and all(step in board.number for step in steps):
            raise UnreadableMove(say("noede-two-moves", text=text), rule="O-11")
        middle = board.names[board.index[0, 0]]
        raise UnreadableMove(say("noede-not-a-cell", text=text, middle=middle), move=text, rule="O-11")
    return cell


def format_turn(moves: Sequence[str]) -> str:
    return "-".join(moves)


def parse_turn(text: str) -> list[str]:
    return text.replace("-", " ").split()


def format_deal(state: State) -> dict[str, Any]:
    return {}


def parse_deal(state: State, deal: Mapping[str, Any]) -> None:
    if deal != {}:
        raise BadOption(say("noede-empty-deal"), rule="O-1")
    state.set_pieces([[], []])


def format_position(state: State, seat: int | None = None) -> str:
    names, owner = BOARDS[state.size].names, state.owner
    pieces = [" ".join(name for cell, name in enumerate(names) if owner[cell] == 1 + one) for one in range(2)]
    side = f"{SIDES[state.size]} blocked" if state.blocked_lines else str(SIDES[state.size])
    return " | ".join([side, pieces[0] or "-", pieces[1] or "-", _format_due(state)])


def _format_due(state: State) -> str:
    if not state.to_act_mask:
        return "over"
    view = state.view(None)
    name = SEAT_NAMES[state.to_act[0]]
    return f"{name} node {view['anchor']}" if view["anchor"] else f"{name} turn"


def parse_position(text: str) -> State:
    parts = [part.split() for part in text.split("|")]
    if len(parts) != 4:
        raise BadOption(say("noede-four-parts"), rule="O-11")
    size, white, black, due = parts
    if size[1:] not in ([], ["blocked"]) or not size or size[0] not in map(str, SIDES):
        raise BadOption(say("noede-position-side", least=SIDES[0], most=SIDES[-1]), rule="O-1")
    state = State(int(size[0]), bool(size[1:]))
    board = BOARDS[state.size]
    pieces = [_parse_pieces(board, white), _parse_pieces(board, black)]
    both = pieces[0] + pieces[1]
    if len(set(both)) != len(both):
        raise BadOption(say("noede-same-cell"), rule="O-5")
    state.set_pieces(pieces)
    _parse_due(state, board, due)
    return state


def _parse_pieces(board: Board, names: list[str]) -> list[int]:
    for name in names:
        if name not in board.number and names != ["-"]:
            raise BadOption(say("noede-unknown-cell", cell=name), rule="O-11")
    return [board.number[name] for name in names if name != "-"]


def _parse_due(state: State, board: Board, words: list[str]) -> None:
    """Continue the game as the text says, if the pieces allow it."""
    bad = BadOption(say("noede-impossible-turn", text=" ".join(words)), rule="O-5")
    won = not state.to_act_mask
    match words:
        case ["over"]:
            if not won and state.ply >= 3:
                state.resume(0, None)
            if state.to_act_mask or state.winner_mask == 3:
                raise bad
        case [name, "turn"] if name in SEAT_NAMES and not won:
            seat = SEAT_NAMES.index(name)
            if state.ply < 3 and seat != (state.ply > 0):
                raise bad
            state.resume(seat, None)
            if state.to_act != (seat,):
                raise bad
        case [name, "node", anchor] if name in SEAT_NAMES and not won and state.ply > 3:
            seat = SEAT_NAMES.index(name)
            cell = board.number.get(anchor, 0)
            if cell < board.inner or state.owner[cell] != 1 + seat:
                raise bad
            state.resume(seat, cell)
            if not state.to_act_mask:
                raise bad
        case _:
            raise bad
