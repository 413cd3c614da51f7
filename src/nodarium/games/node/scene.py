"""Pictures of NODE.

Colours are never the only difference: squares and cubes have their letter, orange nodes are round and purple ones are
diamonds, and purple branches and areas have stripes.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from nodarium.core.scene import Art, Flight, Scene, Shape, Text
from nodarium.games.node import board
from nodarium.games.node.board import COLOURS, END, NOTHING, SEAT_NAMES, YIELDS
from nodarium.games.node.panels import hint, panels, prompt, steps
from nodarium.games.node.rules import State
from nodarium.games.node.shapes import (
    EDGE,
    PITCH,
    area_shape,
    branch_shape,
    corner_point,
    corner_shape,
    income_badge,
    marker_shape,
    square_shape,
)
from nodarium.games.node.targets import choices, move_from_targets
from nodarium.games.node.terminal import canvas

__all__ = ["canvas", "move_from_targets", "scene"]

View = dict[str, Any]
SIDE = 5 * PITCH + 2 * EDGE
SQUARE_CORNERS = {
    name: frozenset(board.corners_of(*square)) for name, square in zip(board.SQUARE_NAMES, board.SQUARES, strict=True)
}


def scene(state: State, seat: int | None) -> Scene:
    view = state.view(seat)
    actions = state.legal_actions(state.to_act[0]) if state.to_act_mask else []
    targets, paths = choices(state, seat, actions) if seat is not None and seat in view["to_act"] else ((), ())
    squares = [square_shape(name, square) for name, square in view["squares"].items()]
    captured = [(name, owner) for owner in (0, 1) for name in view["players"][owner]["captured"]]
    areas = [area_shape(name, owner) for name, owner in captured]
    markers = [marker_shape(name, owner) for name, owner in captured]
    badges, flights = _collected(state, view)
    return Scene(
        width=SIDE,
        height=SIDE,
        shapes=(*_ground(), *areas, *squares, *markers, *_places(view), *badges),
        panels=panels(view, seat, actions),
        prompt=prompt(state, view),
        targets=targets,
        paths=paths,
        hint=hint(view),
        steps=steps(
            view["phase"], traded_or_built=bool(state.threes or state.twos or state.built), only_end=actions == [END]
        ),
        flights=flights,
    )


@cache
def _ground() -> tuple[Shape, ...]:
    """Draw the table under the squares and, along its stairs, the names of files and ranks."""
    lowest = {file: min(name for name in board.CORNER_NAMES if name[0] == file) for file in "abcdef"}
    leftmost = {rank: min(name for name in board.CORNER_NAMES if name[1] == rank) for rank in "123456"}
    table = Art(key="board", style="art", symbol="node-table", x=SIDE / 2, y=SIDE / 2, size=6 * PITCH)
    names: list[Shape] = []
    for file, corner in lowest.items():
        x, y = corner_point(corner)
        names.append(Text(key=f"file-{file}", style="coordinate dim", x=x, y=y + 5, size=2.8, text=file))
    for rank, corner in leftmost.items():
        x, y = corner_point(corner)
        names.append(Text(key=f"rank-{rank}", style="coordinate dim", x=x - 5, y=y, size=2.8, text=rank))
    return (table, *names)


def _places(view: View) -> list[Shape]:
    """Draw edges and corners. A place keeps its key when a piece is placed on it."""
    owners = {
        name: seat for seat, player in enumerate(view["players"]) for name in player["branches"] + player["nodes"]
    }
    edges: list[Shape] = [branch_shape(name, owners.get(name)) for name in board.EDGE_NAMES]
    return edges + [corner_shape(name, owners.get(name)) for name in board.CORNER_NAMES]


def _collected(state: State, view: View) -> tuple[list[Shape], tuple[Flight, ...]]:
    """What each square has just paid, and the cubes on their way; nothing once the seat has done something.

    A colour that the bank has run out of is left out: the position doesn't say whether it was paid in full (N-13).
    """
    if view["phase"] != "turn" or state.threes or state.twos or state.built:
        return [], ()
    seat, bank = state.to_act[0], view["bank"]
    nodes = set(view["players"][seat]["nodes"])
    badges: list[Shape] = []
    flights = []
    for index, (name, square) in enumerate(view["squares"].items()):
        colour = YIELDS[state.tiles[index]]
        if colour == NOTHING or square["exhausted"] or square["captor"] not in {None, seat}:
            continue
        count = len(nodes & SQUARE_CORNERS[name])
        if count and (bank is None or bank[board.COLOUR_NAMES[colour]]):
            badges.append(income_badge(name, colour, count, seat))
            flights.append(_flight(state.turn, name, colour, count, seat))
    return badges, tuple(flights)


def _flight(turn: int, square: str, colour: int, count: int, seat: int) -> Flight:
    letter = COLOURS[colour]
    return Flight(
        key=f"collect-{turn}-{square}",
        kind="fly",
        start=square,
        end=f"{SEAT_NAMES[seat]}-{letter}",
        style=f"art {board.COLOUR_NAMES[colour]}",
        symbol=f"node-cube-{letter}",
        text=f"+{count}",
    )
