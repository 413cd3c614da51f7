"""`Scene`: a position as a picture that a page, a file or a notebook can draw and play from.

Shapes have keys. A thing keeps its key from scene to scene, so a page can animate it. Styles are words, never colours:
first the role, then the owner, the hue and the state. `theme.py` turns them into paint.

    roles       page, panel, board, cell, spot (an empty place for a piece), piece, mark, text
                card (a face), back (of a card), area (what somebody encloses), link (a fine line that stays),
                way (accent: what you may do), art (a symbol), coordinate (a text that can be off)
    owner       seat-0 to seat-3
    hues        red, yellow, blue, green; white, black, grey; for art also those of `theme.ART_HUES`
    states      dim, strong, dashed, hatched

Drawings that come back many times are symbols (`symbols.py`), which are sent once for each game. A scene shows one with
`Art`, a panel with the `symbol` of a token or a row.

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
    # Drawn only while a shape or target with one of these keys is pointed at or chosen; `a+b` waits for both at once.
    when: str = ""
    legal: bool = False  # only marks a legal move, so `without_moves` drops it

    def is_shown(self, chosen: str = "") -> bool:
        """Return whether the shape is drawn while the shape with this key is chosen."""
        return not self.when or chosen in self.when.split()


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
    """Text centred on x, y. It is drawn smaller if it is wider than `fit`."""

    x: float
    y: float
    size: float
    text: Words
    fit: float = 0


class Curve(_Painted, frozen=True, kw_only=True):
    """An area with an outline in SVG path data or, with a width, a line along it. Its origin is x, y."""

    path: str
    x: float = 0
    y: float = 0
    width: float = 0


class Art(_Painted, frozen=True, kw_only=True):
    """A symbol, centred on x, y. Owner and hue of the style are its own colour."""

    symbol: str
    x: float
    y: float
    size: float  # its height
    turn: float = 0  # clockwise, in degrees


class Group(_Shape, frozen=True, kw_only=True):
    """Shapes that move together. Their origin is x, y."""

    x: float
    y: float
    shapes: tuple[Shape, ...]


Shape = Polygon | Circle | Line | Text | Curve | Art | Group


class Token(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cube, card or counter in a panel."""

    key: str
    style: str
    label: Words
    text: Words = ""  # on a card, its name
    symbol: str = ""
    badge: str = ""  # a smaller symbol in its corner
    pips: tuple[int, int] | None = None  # how many are filled, of how many: the level of a card
    count: int | None = None  # the height of a pile


class Row(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a panel: a label, a text and tokens.

    The layout says how the tokens lie:

        (empty)     as chips next to the text
        fan         as cards in a hand, face up
        backs       as cards in a hand, face down
        pile        each as a pile of `count`, with the number or the text at its foot
        slots       as places that tokens of the same panel fill while they are chosen, from the left
        track       as small places along a line, such as points
        drum        as digits of a dial
        price       as small tokens after the label, the row's own choice; dashed ones are missing
        legend      a symbol and what it means
    """

    label: Words
    text: Words = ""
    tokens: tuple[Token, ...] = ()
    layout: str = ""
    symbol: str = ""  # before the label
    style: str = ""  # of the symbol and the gauge; `strong` for a row that matters now, `dim` for one that does not
    gauge: tuple[int, int] | None = None  # filled and all places of a bar


class Panel(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A box next to the board: a hand, a supply, a score.

    A panel of a seat stands with that seat, any other at the side. The hand is in the dock, below the board.
    """

    key: str
    title: Words
    rows: tuple[Row, ...]
    dock: bool = False
    value: Words = ""  # the most important figure, next to the title
    badge: Shape | None = None  # the owner's piece, centred on the origin, before the title
    style: str = "panel"
    seat: int | None = None  # the owner


class Target(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to click on the way to a move.

    Once it is chosen, a prompt says what comes next: the first one if it is the first target of the path, and so on.
    The last one also stands for all that would follow.
    """

    key: str
    label: Words
    prompts: tuple[Words, ...] = ()


class Path(Struct, frozen=True, kw_only=True):
    """The targets to click in order to make a move."""

    move: str
    targets: tuple[str, ...]


class Step(Struct, frozen=True, kw_only=True):
    """A part of a turn."""

    label: Words
    state: str  # done, skipped, now, next


class Flight(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that the last step made fly. A page shows it once, when its key appears in a scene.

    A `fly` goes from one key to another, of the board or of a panel. A `beam` connects them for a moment. A `burst` is
    at the start only.
    """

    key: str
    kind: str
    start: str
    style: str
    end: str = ""
    symbol: str = ""
    text: Words = ""


class Reveal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat's part of a moment: what it had chosen."""

    seat: int
    title: Words
    text: str  # large, turned over letter by letter
    note: Words = ""  # what it means
    tag: Words = ""
    target: str = ""  # the key it points at
    home: str = ""  # the key it comes from


class Moment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Secret choices that are revealed together. A page stages it once, when its key appears in a scene."""

    key: str
    sentence: Words
    reveals: tuple[Reveal, ...]


class Scene(Struct, frozen=True, kw_only=True, omit_defaults=True):
    width: float
    height: float
    shapes: tuple[Shape, ...]  # in drawing order
    panels: tuple[Panel, ...]
    prompt: Words
    targets: tuple[Target, ...]
    paths: tuple[Path, ...]
    ground: str = ""  # what the board lies on: a table, or `night`, which is dark in every theme
    hint: Words = ""  # a second, fainter sentence for the prompt
    steps: tuple[Step, ...] = ()
    flights: tuple[Flight, ...] = ()
    moments: tuple[Moment, ...] = ()


def without_moves(scene: Scene) -> Scene:
    """A scene of the same position in which nothing can be played."""
    shapes = tuple([shape for shape in scene.shapes if not shape.legal])
    return structs.replace(scene, shapes=shapes, targets=(), paths=())
