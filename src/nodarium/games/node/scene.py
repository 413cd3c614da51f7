"""Pictures of NODE.

Colours are never the only difference: squares and cubes have their letter, orange nodes are round and purple ones are
diamonds, and purple branches have a stripe.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from nodarium.core.scene import Polygon, Scene, Shape, Text
from nodarium.games.node import board
from nodarium.games.node.panels import panels, prompt
from nodarium.games.node.rules import State
from nodarium.games.node.shapes import EDGE, PITCH, Point, branch_shape, corner_point, corner_shape, square_shape
from nodarium.games.node.targets import choices, move_from_targets
from nodarium.games.node.terminal import canvas

__all__ = ["canvas", "move_from_targets", "scene"]

View = dict[str, Any]


def scene(state: State, seat: int | None) -> Scene:
    view = state.view(seat)
    targets, paths = ((), ()) if seat is None else choices(state, seat)
    squares = [square_shape(name, square) for name, square in view["squares"].items()]
    return Scene(
        width=5 * PITCH + 2 * EDGE,
        height=5 * PITCH + 2 * EDGE,
        shapes=(*_ground(), *squares, *_places(view)),
        panels=panels(view),
        prompt=prompt(state, view),
        targets=targets,
        paths=paths,
    )


@cache
def _ground() -> tuple[Shape, ...]:
    """Draw the board under the squares and, along its stairs, the names of files and ranks."""
    lowest = {file: min(name for name in board.CORNER_NAMES if name[0] == file) for file in "abcdef"}
    leftmost = {rank: min(name for name in board.CORNER_NAMES if name[1] == rank) for rank in "123456"}
    names: list[Shape] = []
    for file, corner in lowest.items():
        x, y = corner_point(corner)
        names.append(Text(key=f"file-{file}", style="text dim", x=x, y=y + 5.2, size=2.7, text=file))
    for rank, corner in leftmost.items():
        x, y = corner_point(corner)
        names.append(Text(key=f"rank-{rank}", style="text dim", x=x - 5.2, y=y, size=2.7, text=rank))
    return (Polygon(key="board", style="board", points=_stairs(8), rounding=5), *names)


def _stairs(margin: float) -> tuple[Point, ...]:
    """Return the outline of the 13 squares, with a margin."""
    corners = ["c6", "d6", "d5", "e5", "e4", "f4", "f3", "e3", "e2", "d2", "d1", "c1"]
    corners += ["c2", "b2", "b3", "a3", "a4", "b4", "b5", "c5"]
    middle = EDGE + 2.5 * PITCH
    points = [corner_point(corner) for corner in corners]
    return tuple((x + (margin if x > middle else -margin), y + (margin if y > middle else -margin)) for x, y in points)


def _places(view: View) -> list[Shape]:
    """Draw edges and corners. A place keeps its key when a piece is placed on it."""
    owners = {
        name: seat for seat, player in enumerate(view["players"]) for name in player["branches"] + player["nodes"]
    }
    edges: list[Shape] = [branch_shape(name, owners.get(name)) for name in board.EDGE_NAMES]
    return edges + [corner_shape(name, owners.get(name)) for name in board.CORNER_NAMES]
