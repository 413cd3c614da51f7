"""`Scene`: a position as a picture that a page, a file or a notebook can draw and play from.

Shapes have keys. A thing keeps its key from scene to scene, so a page can animate it. Styles are words, never colours:
first the role, then the owner, the hue and the state. `theme.py` turns them into paint.

    roles       page, panel, board, cell, spot (an empty place for a piece), piece, mark, text
    owner       seat-0 to seat-3
    hues        red, yellow, blue, green; white, black, grey
    states      dim, strong

A target is something to click: the shape or token with its key, or a button with its label if nothing has that key.
Each legal move has one path of targets or more; no path is a prefix of another. Only a seat that is to act has targets
and paths.

Labels, titles and prompts are messages: each reader formats them in their language. A plain string is data that is the
same in all languages.

The y axis points down. A board is about 100 units wide.
"""

from __future__ import annotations

from msgspec import Struct, structs

from nodarium.core.message import Text as Words


class _Shape(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="shape", tag=str.lower):
    key: str
    label: Words = ""
    when: str = ""  # drawn only while the shape or target with this key is pointed at or chosen
    legal: bool = False  # only marks a legal move, so `without_moves` drops it


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
    """Text centred on x, y."""

    x: float
    y: float
    size: float
    text: Words


class Group(_Shape, frozen=True, kw_only=True):
    """Shapes that move together. Their origin is x, y."""

    x: float
    y: float
    shapes: tuple[Shape, ...]


Shape = Polygon | Circle | Line | Text | Group


class Token(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cube, card or counter in a panel."""

    key: str
    style: str
    label: Words
    text: Words = ""


class Row(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a panel: a label, a text and tokens."""

    label: Words
    text: Words = ""
    tokens: tuple[Token, ...] = ()


class Panel(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A box next to the board: a hand, a supply, a score."""

    key: str
    title: Words
    rows: tuple[Row, ...]
    value: Words = ""  # the most important figure, next to the title
    badge: Shape | None = None  # the owner's piece, centred on the origin, before the title
    style: str = "panel"
    seat: int | None = None  # the owner


class Target(Struct, frozen=True, kw_only=True):
    key: str
    label: Words


class Path(Struct, frozen=True, kw_only=True):
    """The targets to click in order to make a move."""

    move: str
    targets: tuple[str, ...]


class Scene(Struct, frozen=True, kw_only=True):
    width: float
    height: float
    shapes: tuple[Shape, ...]  # in drawing order
    panels: tuple[Panel, ...]
    prompt: Words
    targets: tuple[Target, ...]
    paths: tuple[Path, ...]


def without_moves(scene: Scene) -> Scene:
    """A scene of the same position in which nothing can be played."""
    shapes = tuple([shape for shape in scene.shapes if not shape.legal])
    return structs.replace(scene, shapes=shapes, targets=(), paths=())
