"""The drawings of Nodes & Colonies: cards, tiles, badges of the types, arrows of the seats.

Lengths are in units of a board card, which is 86 wide and at most 90 high. A Colony on the board is a frame in its
owner's colour and, on top, the face of its card. Both come in four heights: the cards of a high stack are lower.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from nodarium.core.symbols import Part, Symbol, circle, ellipse, move_path, number, polygon, rectangle, spark
from nodarium.games.colonies.board import KIND_NAMES, TYPES
from nodarium.games.colonies.shapes import HUES, TABLE_SIDES

Point = tuple[float, float]

TILE = 126  # a Node
RIM = 29  # what of it fits on the rim of the board
CARD = 86  # the width of a Colony
HEIGHTS = (90, 82, 66, 48)  # of a Colony alone, on one other, on two, on more
HEAD = 23  # what stays visible of a covered card
ARTWORK = (82, 99)  # the picture on a card in the hand
LINE = 1.4  # the width of fine lines
WHITE, GOLD = "white soft", "gold soft"


def _moved(points: tuple[Point, ...], x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """The path of a polygon, turned clockwise by an angle in degrees, then scaled, then moved."""
    return move_path(polygon(points), x, y, scale, turn)


def _segments(x: float, y: float, scale: float, lines: Iterable[tuple[float, float, float, float]]) -> str:
    return "".join(
        f"M{number(x + scale * a)} {number(y + scale * b)}L{number(x + scale * c)} {number(y + scale * d)}"
        for a, b, c, d in lines
    )


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


# ---- Badges of the types: a disc with a temple, a diamond with swords, a square with coins ----


def badge(kind: str, x: float, y: float, radius: float) -> tuple[Part, ...]:
    """The badge of a type, or of the Node."""
    if kind == "N":
        ground = rectangle(x - 0.95 * radius, y - 0.95 * radius, 1.9 * radius, 1.9 * radius, 0.5 * radius)
        return Part(path=ground, fill="faint"), Part(path=spark(x, y, 0.72 * radius), fill="panel")
    hue, scale = HUES[kind], radius / 14
    lines: tuple[tuple[float, float, float, float], ...] = ()
    width = round(1.9 * scale, 2)
    if kind == "C":
        ground = circle(x, y, radius)
        solid = _moved(((-7, -2.5), (0, -7.5), (7, -2.5)), x, y, scale)
        lines = ((-4.8, 0.5, -4.8, 4.5), (0, 0.5, 0, 4.5), (4.8, 0.5, 4.8, 4.5), (-7, 7.2, 7, 7.2))
    elif kind == "M":
        reach = 1.18 * radius
        ground = polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)))
        solid = ""
        blades = ((-6.5, -6.5, 4.0, 4.0), (6.5, -6.5, -4.0, 4.0))
        hilts = ((-6.8, 2.5, -2.5, 6.8), (6.8, 2.5, 2.5, 6.8), (4.8, 4.8, 6.8, 6.8), (-4.8, 4.8, -6.8, 6.8))
        lines = (*blades, *hilts)
    else:
        side = 0.9 * radius
        ground = rectangle(x - side, y - side, 2 * side, 2 * side, 0.25 * radius)
        solid = ellipse(x, y - 4 * scale, 6.5 * scale, 2.9 * scale)
    parts = [Part(path=ground, fill=f"{hue} full", line=f"{hue} line", width=1)]
    if solid:
        parts.append(Part(path=solid, fill=f"{hue} over", line=f"{hue} over", width=width))
    drawn = _segments(x, y, scale, lines) if lines else _coin_rims(x, y, scale)
    return (*parts, Part(path=drawn, line=f"{hue} over", width=width))


def _coin_rims(x: float, y: float, scale: float) -> str:
    left, wide = number(x - 6.5 * scale), number(6.5 * scale)
    low, high = number(2.9 * scale), number(1.2 * scale)
    curve = f"c0 {high} {number(3 * scale)} {low} {wide} {low}s{wide} -{number(1.7 * scale)} {wide} -{low}"
    return "".join(f"M{left} {number(y + down * scale)}{curve}" for down in (-0.3, 3.7))


def pips(kind: str, x: float, y: float, across: float = 9.5, down: float = 0) -> tuple[Part, ...]:
    """The level of a card: as many of three dots are filled."""
    level = int(kind[1])
    centres = [(x + across * (i - 1), y + down * (i - 1)) for i in range(3)]
    full = "".join(circle(a, b, 3.4) for a, b in centres[:level])
    empty = "".join(circle(a, b, 3.1) for a, b in centres[level:])
    parts = (Part(path=full, fill="text", line="text", width=0.8),)
    return (*parts, Part(path=empty, line="text", width=1.1, opacity=0.55)) if empty else parts


# ---- The pictures on the cards ----


def _columns(places: Iterable[float], y: float, height: float, width: float) -> str:
    """Columns that stand on y, each with a base and a capital."""
    return "".join(
        rectangle(x - width / 2, y - height, width, height)
        + rectangle(x - width / 2 - 2, y - height - 4, width + 4, 4, 1)
        + rectangle(x - width / 2 - 2, y, width + 4, 4, 1)
        for x in places
    )


def _swords(turns: Iterable[float]) -> tuple[tuple[str, str], tuple[str, str]]:
    """Swords turned by angles in degrees: paths of blades and grips, and of guards and knobs."""
    blades = hilts = grooves = ""
    for turn in turns:
        c, s = cos(pi * turn / 180), sin(pi * turn / 180)
        blades += _moved(((0, -32), (4.5, -25), (4.5, 10), (-4.5, 10), (-4.5, -25)), 0, 0, 1, turn)
        blades += _moved(_box(-2.5, 15, 2.5, 25), 0, 0, 1, turn)
        grooves += _segments(0, 0, 1, ((26 * s, -26 * c, -8 * s, 8 * c),))
        hilts += _moved(_box(-12, 10, 12, 15), 0, 0, 1, turn) + circle(-27 * s, 27 * c, 4)
    return (blades, grooves), (hilts, "")


def _pile(x: float, count: int, y: float) -> str:
    """A pile of coins. Only the visible edge of each is drawn, so that one path can be filled."""
    high, top = 7 * count - 2, y - 7 * count + 2
    front = "a13 5 0 0 1 -26 0"
    edges = "".join(f"M{number(x + 13)} {number(y - 7 * coin)}{front}" for coin in range(1, count))
    return f"M{number(x + 13)} {number(top)}v{high}{front}v-{high}" + ellipse(x, top, 13, 5) + edges


SHIELD = "M0 -29c7 5 14 6 21 6 0 24 -6 38 -21 47 -15 -9 -21 -23 -21 -47 7 0 14 -1 21 -6Z"
SHINE = "M0 -22c5 3 10 4 15 4.5C15 1 11 11 0 17Z"
DOME = "M-17 -6a17 17 0 0 1 34 0Z"
RIBS = "M0 -23v-9M-8.5 -20.5C-5 -15 -5 -10 -5 -6M8.5 -20.5C5 -15 5 -10 5 -6"


def _outlined(path: str, fill: str, line: str) -> Part:
    return Part(path=path, fill=fill, line=line, width=LINE)


def picture(kind: str) -> tuple[Part, ...]:
    """A column, temple or dome; a sword, two, two with a shield; one pile of coins, two or three. About 76 high."""
    hue, level = HUES[kind[0]], int(kind[1])
    line = f"{hue} line"
    if kind[0] == "C":
        if level == 1:
            return _outlined(_columns((0,), 24, 40, 14), WHITE, line), Part(path=spark(0, -31, 10), fill=WHITE)
        if level == 2:
            roof = polygon(((-30, -8), (0, -27), (30, -8)))
            dark = circle(0, -14, 3.5) + rectangle(-32, 26, 64, 5, 1)
            return _outlined(roof + _columns((-20, 0, 20), 22, 22, 8), WHITE, line), Part(path=dark, fill=line)
        hall = rectangle(-24, -6, 48, 6, 1) + _columns((-28, -14, 0, 14, 28), 22, 14, 5)
        return (
            _outlined(DOME + hall, WHITE, line),
            Part(path=RIBS, line=line, width=LINE),
            Part(path=spark(0, -36, 8), fill=WHITE),
            Part(path=rectangle(-37, 26, 74, 5, 1), fill=line),
        )
    if kind[0] == "M":
        (blades, grooves), (hilts, _) = _swords(((0,), (-38, 38), (-52, 52))[level - 1])
        swords = (
            _outlined(blades, WHITE, line),
            Part(path=grooves, line=line, width=1),
            Part(path=hilts, fill=line, line=line, width=LINE),
        )
        if level < 3:
            return swords
        shield = Part(path=SHIELD, fill=f"{hue} full", line=line, width=1.6)
        return (*swords, shield, Part(path=SHINE, fill=WHITE, opacity=0.9), Part(path=spark(0, -3, 9), fill=WHITE))
    piles = (((0, 2, 14),), ((-13, 4, 24), (14, 2, 28)), ((0, 6, 14), (-19, 3, 26), (19, 4, 26)))[level - 1]
    glint = ((16, -8, 7), (19, -6, 7), (-22, -16, 8))[level - 1]
    return (*(_outlined(_pile(*pile), GOLD, line) for pile in piles), Part(path=spark(*glint), fill=WHITE))


def moved(parts: Iterable[Part], x: float, y: float, scale: float = 1, turn: float = 0) -> tuple[Part, ...]:
    """The same parts, turned, then scaled, then moved. Lines of small parts stay visible."""
    return tuple(
        Part(
            path=move_path(part.path, x, y, scale, turn),
            fill=part.fill,
            line=part.line,
            width=round(part.width * max(scale, 0.7), 2),
            opacity=part.opacity,
            dash=part.dash,
        )
        for part in parts
    )


# ---- Cards in the hand: the artwork without frame and name ----


def _pattern(kind: str) -> Part:
    """Rings, slanting lines or a grid behind the picture, so that the types differ in texture too."""
    (width, height), hue = ARTWORK, HUES[kind[0]]
    if kind[0] == "C":
        path = "".join(circle(0, 0.12 * height, radius) for radius in (12, 24, 36))
    elif kind[0] == "M":
        path = "".join(f"M-39 {y}L0 {y - 22}L39 {y}" for y in range(-20, 48, 18))
    else:
        path = "".join(f"M{x} -47v{height - 5}" for x in range(-30, 31, 15))
        path += "".join(f"M-39 {y}h{width - 4}" for y in range(-45, 46, 15))
    return Part(path=path, line=f"{hue} line", width=1, opacity=0.13)


def artwork(kind: str) -> tuple[Part, ...]:
    width, height = ARTWORK
    ground = rectangle(-width / 2, -height / 2, width, height, 6)
    if kind == "N":
        branches = "M0 0V-35M0 0V35M0 0H-30M0 0H30"
        ends = circle(0, -37, 4) + circle(0, 37, 4) + circle(-33, 0, 4) + circle(33, 0, 4)
        return (
            Part(path=ground, fill="cell", line="spot", width=1),
            Part(path=branches, line="faint", width=2.5),
            Part(path=ends, fill="cell", line="faint", width=2),
            Part(path=circle(0, 0, 15), fill="panel", line="faint", width=2.5),
            Part(path=spark(0, 0, 9), fill="faint"),
        )
    hue = HUES[kind[0]]
    return (Part(path=ground, fill=f"{hue} soft"), _pattern(kind), *moved(picture(kind), 4, 8, 0.98))


# ---- Colonies on the board ----


def _face(kind: str, height: int) -> Symbol:
    """The front of a card, inside its frame: type, level, picture."""
    hue, top = HUES[kind[0]], -height / 2
    room = height - HEAD - 6
    parts = (
        Part(path=rectangle(-37.5, top + HEAD - 2, CARD - 11, room + 2.5, 3), fill=f"{hue} soft"),
        *badge(kind[0], -26, top + 14, 8),
        *pips(kind, 20, top + 14),
        *moved(picture(kind), 0, top + HEAD + room / 2, min(0.8, room / 72)),
    )
    return Symbol(name=f"colonies-{kind}-{height}", parts=parts, width=CARD, height=height, outline="box")


ARROW = ((0, 7), (-7, -5), (7, -5))
STRIPES = {1: ("soft", ()), 2: ("line", (6.0, 4.0)), 3: ("line", (0.1, 4.0))}  # by seat: colour, dashes


def _arrow(side: int, scale: float, x: float = 0, y: float = 0) -> str:
    """An arrow towards a side of the table, clockwise from the bottom."""
    return _moved(ARROW, x, y, scale, 90 * side)


def _frame(seat: int, side: int, height: int) -> Symbol:
    """The back and the edge of a card, in its owner's colour, with an arrow towards the owner."""
    half = height / 2
    x, y = ((0, half), (-CARD / 2, 0), (0, -half), (CARD / 2, 0))[side]
    tab = _moved(((-12, -1), (12, -1), (0, 11)), x, y, 1, 90 * side)
    parts = [
        Part(path=rectangle(-CARD / 2, 2.5 - half, CARD, height, 8), fill="shadow", opacity=0.22),
        Part(path=rectangle(-CARD / 2, -half, CARD, height, 8), fill="full", line="line", width=1.5),
        Part(path=rectangle(-CARD / 2 + 5.5, 5 - half, CARD - 11, height - 10.5, 4.5), fill="paper"),
        Part(path=_arrow(side, 0.68, -5, 14 - half), fill="full", line="line", width=0.9),
    ]
    if side != 2 or height == HEIGHTS[0]:  # in a stack it would cover the card below
        parts.insert(1, Part(path=tab, fill="full", line="line", width=1.5))
    if seat in STRIPES:
        line, dash = STRIPES[seat]
        stripe = rectangle(-CARD / 2 + 2.6, 2.6 - half, CARD - 5.2, height - 5.2, 6.5)
        parts.insert(-2, Part(path=stripe, line=line, width=1.7, dash=dash))
    return Symbol(
        name=f"colonies-frame-{seat}{side}-{height}", parts=tuple(parts), width=CARD, height=height, outline="box"
    )


# ---- Nodes, backs, arrows, trumps ----


def _tile(is_held: bool) -> Symbol:
    """A Node: a tile with a short branch towards each neighbour. Its controller's colour is around it."""
    half = TILE / 2
    parts = [
        Part(path=rectangle(-half, 3 - half, TILE, TILE, 14), fill="shadow", opacity=0.16),
        Part(path=rectangle(-half, -half, TILE, TILE, 14), fill="cell", line="spot", width=1.2),
        Part(path="M0 -56v8M0 56v-8M-56 0h8M56 0h-8", line="spot", width=2.5),
    ]
    if is_held:
        parts[1] = Part(
            path=rectangle(1.5 - half, 1.5 - half, TILE - 3, TILE - 3, 13), fill="cell", line="line", width=4.6
        )
        parts.insert(2, Part(path=rectangle(1.5 - half, 1.5 - half, TILE - 3, TILE - 3, 13), line="full", width=3.2))
    else:
        parts.append(Part(path=circle(0, 0, 15), line="spot", width=2))
        parts.append(Part(path=spark(0, 0, 9), fill="spot"))
    name = "colonies-tile-held" if is_held else "colonies-tile"
    return Symbol(name=name, parts=tuple(parts), width=TILE, height=TILE, outline="box")


def _gap(name: str, width: float, height: float) -> Symbol:
    """An empty spot where a Node can be laid."""
    path = rectangle(-width / 2, -height / 2, width, height, min(14, width / 3, height / 3))
    part = Part(path=path, fill="cell", line="faint", width=2, dash=(6, 6))
    return Symbol(name=name, parts=(part,), width=width, height=height, outline="box")


def _back() -> Symbol:
    """The back of a card, with a small net."""
    knots, ends = circle(-9, 9, 3) + circle(9, -9, 3), circle(-9, -9, 3) + circle(9, 9, 3)
    parts = (
        Part(path=rectangle(-26, -35, 52, 72, 6), fill="shadow", opacity=0.22),
        Part(path=rectangle(-26, -36.5, 52, 73, 6), fill="back", line="back_line", width=1),
        Part(path=rectangle(-21.5, -32, 43, 64, 4), line="back_line", width=0.8, opacity=0.6),
        Part(path="M-9 9V-9L9 9V-9", line="back_line", width=1.8),
        Part(path=knots, fill="back", line="back_line", width=1.8),
        Part(path=ends, fill="back_line", line="back_line", width=1.8),
    )
    return Symbol(name="colonies-back", parts=parts, width=52, height=73)


TRUMP_PLACES = {"C": (0.0, -40.0), "M": (40.0, 28.0), "E": (-40.0, 28.0)}


def _trumps() -> Symbol:
    """Each type, with an arrow to the type that it trumps (C-2)."""
    lines = heads = ""
    for one, other in zip(TYPES, (*list(TYPES)[1:], next(iter(TYPES))), strict=True):
        (x1, y1), (x2, y2) = TRUMP_PLACES[one], TRUMP_PLACES[other]
        long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / long, (y2 - y1) / long
        ex, ey = x2 - 23 * ux, y2 - 23 * uy
        lines += _segments(0, 0, 1, ((x1 + 23 * ux, y1 + 23 * uy, ex - 6 * ux, ey - 6 * uy),))
        side = (
            (ex, ey),
            (ex - 10 * ux - 5.5 * uy, ey - 10 * uy + 5.5 * ux),
            (ex - 10 * ux + 5.5 * uy, ey - 10 * uy - 5.5 * ux),
        )
        heads += polygon(side)
    arrows = Part(path=lines, line="text", width=2.4), Part(path=heads, fill="text")
    badges = [part for kind, (x, y) in TRUMP_PLACES.items() for part in badge(kind, x, y, 16)]
    return Symbol(name="colonies-trumps", parts=(*arrows, *badges), width=124, height=110)


def _badges() -> list[Symbol]:
    names = {**TYPES, "N": "node"}
    return [
        Symbol(name=f"colonies-{name}", parts=badge(kind, 0, 0, 12), width=30, height=30)
        for kind, name in names.items()
    ]


def _arrows() -> list[Symbol]:
    return [
        Symbol(
            name=f"colonies-arrow-{side}",
            parts=(Part(path=_arrow(side, 1), fill="full", line="line", width=1.2),),
            width=18,
            height=18,
        )
        for side in range(4)
    ]


SEATED = sorted({(seat, side) for sides in TABLE_SIDES.values() for seat, side in enumerate(sides)})
SYMBOLS = (
    *(
        Symbol(name=f"colonies-{kind}", parts=artwork(kind), width=ARTWORK[0], height=ARTWORK[1], clip=True)
        for kind in KIND_NAMES
    ),
    *(_face(kind, height) for kind in KIND_NAMES[:-1] for height in HEIGHTS),
    *(_frame(seat, side, height) for seat, side in SEATED for height in HEIGHTS),
    *_badges(),
    *_arrows(),
    _tile(is_held=False),
    _tile(is_held=True),
    _gap("colonies-gap", TILE, TILE),
    _gap("colonies-gap-wide", TILE, RIM),  # above and below the board
    _gap("colonies-gap-tall", RIM, TILE),
    _back(),
    _trumps(),
)
