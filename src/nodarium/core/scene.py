"""`Scene`: a position as a picture that any page, file or notebook can draw and play from.

Shapes have keys: the same thing keeps its key from scene to scene, so a page can move it. Styles are words, never
colours: first the role, then whose it is, its hue, its state. `theme.py` turns them into paint.

    roles       page, panel, board, cell, spot (empty, a piece can come here), piece, mark, text
    whose       seat-0 to seat-3
    hues        red, yellow, blue, green; white, black, grey
    states      dim, strong

A target is something to choose: the shape or token with its key or, where there is none, a button with its label.
Each legal move has a path of targets, or several that lead to the same move; no path is the beginning of another.
Only a seat that may act has targets and paths; for other seats, and for a spectator, there are none.

The picture's y axis points down; its unit is free, a board being about 100 wide.
"""

from __future__ import annotations

from msgspec import Struct


class _Shape(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="shape", tag=str.lower):
    key: str
    label: str = ""
    when: str = ""  # drawn only while the shape or target with this key is pointed at or chosen


class _Painted(_Shape, frozen=True, kw_only=True):
    style: str


class Polygon(_Painted, frozen=True, kw_only=True):
    points: tuple[tuple[float, float], ...]
    rounding: float = 0


class Circle(_Painted, frozen=True, kw_only=True):
    x: float
    y: float
    radius: float


class Line(_Painted, frozen=True, kw_only=True):
    start: tuple[float, float]
    end: tuple[float, float]
    width: float


class Text(_Painted, frozen=True, kw_only=True):
    """Text around the point x, y."""

    x: float
    y: float
    size: float
    text: str


class Group(_Shape, frozen=True, kw_only=True):
    """Shapes that belong together and move together; their origin is x, y."""

    x: float
    y: float
    shapes: tuple[Shape, ...]


Shape = Polygon | Circle | Line | Text | Group


class Token(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cube, a card, a counter in a panel."""

    key: str
    style: str
    label: str
    text: str = ""


class Row(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a panel: its name, a value in words and what lies on it."""

    label: str
    text: str = ""
    tokens: tuple[Token, ...] = ()


class Panel(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What lies beside the board: a hand, a supply, a score."""

    key: str
    title: str
    rows: tuple[Row, ...]
    value: str = ""  # the one figure that matters most, beside the title
    badge: Shape | None = None  # the owner's piece, around the origin, before the title
    style: str = "panel"
    seat: int | None = None  # whose it is


class Target(Struct, frozen=True, kw_only=True):
    key: str
    label: str


class Path(Struct, frozen=True, kw_only=True):
    """The targets to choose, one after the other, for a move."""

    move: str
    targets: tuple[str, ...]


class Scene(Struct, frozen=True, kw_only=True):
    width: float
    height: float
    shapes: tuple[Shape, ...]  # in the order in which they are drawn
    panels: tuple[Panel, ...]
    prompt: str
    targets: tuple[Target, ...]
    paths: tuple[Path, ...]
