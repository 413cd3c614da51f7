"""The shapes that NODE's pictures are made of: squares, nodes, branches, badges."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from nodarium.core.message import Message, say
from nodarium.core.message import Text as Words
from nodarium.core.scene import Art, Circle, Group, Line, Polygon, Shape, Text
from nodarium.games.node import board
from nodarium.games.node.board import COLOUR_NAMES, COLOURS, SEAT_NAMES, SEAT_TITLES
from nodarium.games.node.symbols import PILL

View = dict[str, Any]
Point = tuple[float, float]

PITCH = 16.0  # from corner to corner
EDGE = 9.0  # around the corners
TILE = 12.2  # the side of a square
CAPTURED_TILE = 10.8  # smaller, to show the area around it
NODE = 2.7  # the radius of a node
POST = 5.2  # the arrows on the trading post
MARKER = 2.3  # of a node on a captured square
BADGE = (3.0, -4.35)  # where the badge of a square is, from its middle
BADGE_SIZE = 4.3


@cache
def corner_point(corner: str) -> Point:
    return EDGE + PITCH * (ord(corner[0]) - ord("a")), EDGE + PITCH * (6 - int(corner[1]))


@cache
def square_point(square: str) -> Point:
    """The middle of a square."""
    x, y = corner_point(square.lower())
    return x + PITCH / 2, y - PITCH / 2


def square_shape(name: str, square: View) -> Shape:
    return _square_shape(name, square["tile"], square["captor"], square["nodes"], exhausted=square["exhausted"])


@lru_cache(4096)
def _square_shape(name: str, tile: str, captor: int | None, nodes: int, *, exhausted: bool) -> Shape:
    x, y = square_point(name)
    label = _square_label(name, tile, captor, nodes, exhausted=exhausted)
    style = f"art {hue_of(tile) or 'grey'}"
    if exhausted:
        side, down = PILL
        count = say("node-on-dots", nodes=nodes, dots=_limit(tile))
        parts: tuple[Shape, ...] = (
            Art(key=f"{name}-tile", style=style, symbol=f"node-exhausted-{tile[0]}", x=0, y=0, size=TILE),
            Text(
                key=f"{name}-count",
                style="text strong",
                x=side * TILE / 100,
                y=down * TILE / 100,
                size=2.9,
                text=count,
                fit=9,
            ),
        )
        return Group(key=name, label=label, x=x, y=y, shapes=parts)
    size = TILE if captor is None else CAPTURED_TILE
    ground = Art(key=f"{name}-tile", style=style, symbol=f"node-tile-{tile[0]}", x=0, y=0, size=size)
    if captor is not None:
        parts = (ground,)
    elif hue_of(tile):
        limit = _limit(tile)
        dots = f"node-dots-{limit}{min(nodes, limit)}"
        parts = (ground, Art(key=f"{name}-dots", style=style, symbol=dots, x=0, y=0, size=TILE))
    elif tile == "T":
        parts = (ground, Art(key=f"{name}-post", style="art", symbol="node-post", x=0, y=0.6, size=POST))
    else:
        parts = (ground,)
    return Group(key=name, label=label, x=x, y=y, shapes=parts)


@cache
def area_shape(square: str, captor: int) -> Art:
    """What a captured square adds to its captor's area, up to the ring around it."""
    x, y = square_point(square)
    return Art(key=f"{square}-area", style=f"art seat-{captor}", symbol=f"node-area-{captor}", x=x, y=y, size=PITCH)


@cache
def marker_shape(square: str, captor: int) -> Shape:
    """The node on a captured square (N-22)."""
    return node_shape(f"{square}-mark", captor, square_point(square), MARKER)


@lru_cache(1024)
def income_badge(square: str, colour: int, count: int, seat: int) -> Art:
    """Say on a square what it has just paid."""
    x, y = square_point(square)
    label = say("node-paid", square=square, seat=SEAT_TITLES[seat], colour=COLOUR_NAMES[colour], count=count)
    symbol = f"node-income-{COLOURS[colour]}{count}"
    return Art(
        key=f"{square}-paid", style="art", symbol=symbol, x=x + BADGE[0], y=y + BADGE[1], size=BADGE_SIZE, label=label
    )


@cache
def branch_shape(name: str, seat: int | None) -> Line:
    (x1, y1), (x2, y2) = (corner_point(corner) for corner in board.ends_of(name))
    cut = 0.16 if seat is None else 0.1
    start, end = (x1 + (x2 - x1) * cut, y1 + (y2 - y1) * cut), (x2 + (x1 - x2) * cut, y2 + (y1 - y2) * cut)
    if seat is None:
        label = say("node-empty-edge", edge=board.edge_text(name))
        return Line(key=name, style="spot", start=start, end=end, width=0.8, label=label)
    label = say("node-branch-on", owner=SEAT_NAMES[seat], edge=board.edge_text(name))
    return Line(key=name, style=f"piece seat-{seat}", start=start, end=end, width=2.2, label=label)


@cache
def corner_shape(name: str, seat: int | None) -> Shape:
    x, y = corner_point(name)
    if seat is None:
        return Circle(key=name, style="spot", x=x, y=y, radius=1.05, label=say("node-empty-corner", corner=name))
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


def _limit(tile: str) -> int:
    return board.LIMITS[board.TILES.index(tile)]


def _square_label(name: str, tile: str, captor: int | None, nodes: int, *, exhausted: bool) -> Message:
    hue = hue_of(tile)
    if captor is not None:
        kind = hue or {"V": "vacant", "T": "post"}[tile]
        return say("node-square-captured", square=name, kind=kind, nodes=nodes, seat=SEAT_TITLES[captor])
    if tile == "V":
        return say("node-square-vacant", square=name)
    if tile == "T":
        return say("node-square-post", square=name, nodes=nodes)
    message = "node-square-exhausted" if exhausted else "node-square-open"
    return say(message, square=name, colour=hue, limit=_limit(tile), nodes=nodes)
