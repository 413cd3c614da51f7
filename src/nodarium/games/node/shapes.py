"""The shapes that NODE's pictures are made of: squares, nodes and branches."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from nodarium.core.message import Message, say
from nodarium.core.message import Text as Words
from nodarium.core.scene import Circle, Group, Line, Polygon, Shape, Text
from nodarium.games.node import board
from nodarium.games.node.board import COLOUR_NAMES, COLOURS, SEAT_NAMES, SEAT_TITLES

View = dict[str, Any]
Point = tuple[float, float]

PITCH = 16.0  # from corner to corner
EDGE = 10.0  # around the corners
CELL = 6.2  # half a square
NODE = 2.7  # the radius of a node
# Where the dots of a limit lie in their square.
DOTS: tuple[tuple[Point, ...], ...] = ((), ((0, 0),), ((-2, 0), (2, 0)), ((-2.2, 1.5), (2.2, 1.5), (0, -2)))


@cache
def corner_point(corner: str) -> Point:
    return EDGE + PITCH * (ord(corner[0]) - ord("a")), EDGE + PITCH * (6 - int(corner[1]))


def square_shape(name: str, square: View) -> Shape:
    return _square_shape(name, square["tile"], square["captor"], square["nodes"], exhausted=square["exhausted"])


@lru_cache(4096)
def _square_shape(name: str, tile: str, captor: int | None, nodes: int, *, exhausted: bool) -> Shape:
    x, y = corner_point(name.lower())
    square = {"tile": tile, "captor": captor, "nodes": nodes, "exhausted": exhausted}
    hue = hue_of(tile) or ("grey" if tile == "T" else "")
    owner = "" if captor is None else f"seat-{captor}"
    dim = "dim" if exhausted or not hue else ""
    ground = " ".join(word for word in ("cell", hue, owner, dim if hue else "") if word)
    letter = " ".join(word for word in ("text", hue, dim) if word)
    ring = ((-CELL, -CELL), (CELL, -CELL), (CELL, CELL), (-CELL, CELL))
    parts: list[Shape] = [
        Polygon(key=f"{name}-ground", style=ground, points=ring, rounding=2),
        Text(key=f"{name}-letter", style=letter, x=-4, y=-3.8, size=2.8, text=tile[0]),
        *_marks(name, square),
    ]
    return Group(key=name, label=_square_label(name, square), x=x + PITCH / 2, y=y - PITCH / 2, shapes=tuple(parts))


def _marks(name: str, square: View) -> list[Shape]:
    """Mark in the middle of a square who captured it, that it is exhausted, or its limit; used dots are dim."""
    if square["captor"] is not None:
        return [node_shape(f"{name}-mark", square["captor"], (0, 0), 2.3)]
    if square["exhausted"]:
        return [Circle(key=f"{name}-mark", style="piece black", x=0, y=0, radius=2.3)]
    if square["tile"] == "T":
        return [*_arrows(name), Text(key=f"{name}-rate", style="text strong", x=0, y=4.2, size=2.6, text="2:1")]
    hue = hue_of(square["tile"])
    styles = [f"mark {hue} dim" if i < square["nodes"] else f"mark {hue}" for i in range(_limit(square))]
    return [
        Circle(key=f"{name}-dot-{i}", style=style, x=x, y=y, radius=1.15)
        for i, (style, (x, y)) in enumerate(zip(styles, DOTS[_limit(square)], strict=True))
    ]


def _arrows(name: str) -> list[Shape]:
    """Draw an arrow to the right and, below it, one to the left."""
    arrows: list[Shape] = []
    for y, way in ((-0.9, 1), (1.2, -1)):
        arrows += [
            Line(key=f"{name}-shaft{way}", style="text", start=(-2.8 * way, y), end=(1.6 * way, y), width=0.7),
            Polygon(
                key=f"{name}-head{way}",
                style="text",
                points=((1.4 * way, y - 1.2), (3.2 * way, y), (1.4 * way, y + 1.2)),
                rounding=0.3,
            ),
        ]
    return arrows


@cache
def branch_shape(name: str, seat: int | None) -> Line:
    (x1, y1), (x2, y2) = (corner_point(corner) for corner in board.ends_of(name))
    cut = 2.6 / PITCH
    start, end = (x1 + (x2 - x1) * cut, y1 + (y2 - y1) * cut), (x2 + (x1 - x2) * cut, y2 + (y1 - y2) * cut)
    if seat is None:
        label = say("node-empty-edge", edge=board.edge_text(name))
        return Line(key=name, style="spot", start=start, end=end, width=0.7, label=label)
    label = say("node-branch-on", owner=SEAT_NAMES[seat], edge=board.edge_text(name))
    return Line(key=name, style=f"piece seat-{seat}", start=start, end=end, width=2.2, label=label)


@cache
def corner_shape(name: str, seat: int | None) -> Shape:
    x, y = corner_point(name)
    if seat is None:
        return Circle(key=name, style="spot", x=x, y=y, radius=1, label=say("node-empty-corner", corner=name))
    return node_shape(name, seat, (x, y), NODE, say("node-node-on", owner=SEAT_NAMES[seat], corner=name))


@lru_cache(1024)
def node_shape(key: str, seat: int, at: Point, size: float, label: Words = "") -> Shape:
    """Draw a node: orange is round, purple is a diamond."""
    x, y = at
    if seat == 0:
        return Circle(key=key, style="piece seat-0", x=x, y=y, radius=size, label=label)
    reach = size * 1.3
    points = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    return Polygon(key=key, style="piece seat-1", points=points, rounding=0.8, label=label)


def hue_of(tile: str) -> str:
    return COLOUR_NAMES[COLOURS.index(tile[0])] if tile[0] in COLOURS else ""


def _limit(square: View) -> int:
    return board.LIMITS[board.TILES.index(square["tile"])]


def _square_label(name: str, square: View) -> Message:
    hue, nodes = hue_of(square["tile"]), square["nodes"]
    if square["captor"] is not None:
        kind = hue or {"V": "vacant", "T": "post"}[square["tile"]]
        return say("node-square-captured", square=name, kind=kind, nodes=nodes, seat=SEAT_TITLES[square["captor"]])
    if square["tile"] == "V":
        return say("node-square-vacant", square=name)
    if square["tile"] == "T":
        return say("node-square-post", square=name, nodes=nodes)
    message = "node-square-exhausted" if square["exhausted"] else "node-square-open"
    return say(message, square=name, colour=hue, limit=_limit(square), nodes=nodes)
