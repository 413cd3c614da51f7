"""The drawings of NODE: table, squares, cubes, points."""

from __future__ import annotations

from nodarium.core.symbols import Part, Symbol, circle, number, polygon, rectangle, spark
from nodarium.games.node.board import COLOUR_NAMES, COLOURS

# Letters and digits as lines: SVG commands with their numbers. They are one unit high, around the origin.
GLYPHS = {
    "R": "M -.3 .5;V -.5;H .04;A .28 .28 0 0 1 .04 .06;H -.3;M -.02 .06;L .32 .5",
    "Y": "M -.34 -.5;L 0 .02;V .5;M .34 -.5;L 0 .02",
    "B": "M -.3 .5;V -.5;H .02;A .23 .23 0 0 1 .02 -.04;H -.3;M .02 -.04;H .06;A .27 .27 0 0 1 .06 .5;H -.3",
    "G": "M .33 -.283;A .4 .5 0 1 0 .395 .08;H .06",
    "V": "M -.35 -.5;L 0 .5;L .35 -.5",
    "T": "M -.36 -.5;H .36;M 0 -.5;V .5",
    "+": "M -.27 .04;H .27;M 0 -.23;V .31",
    "1": "M -.16 -.3;L .08 -.5;V .5",
    "2": "M -.28 -.24;A .29 .28 0 0 1 .26 -.13;L -.29 .5;H .31",
    "3": "M -.27 -.5;H .26;L -.02 -.12;A .31 .31 0 1 1 -.3 .32",
    "4": "M .14 .5;V -.5;L -.32 .22;H .31",
}
CUBE = polygon(((-50, -24), (-24, -50), (50, -50), (50, 24), (24, 50), (-50, 50)))
LID = polygon(((-50, -24), (-24, -50), (50, -50), (24, -24)))
SIDE = polygon(((24, -24), (50, -50), (50, 24), (24, 50)))
DIAMOND = polygon(((0, -46), (46, 0), (0, 46), (-46, 0)))
TILE = rectangle(-50, -50, 100, 100, 13)
DOTS = ((), ((0, 6),), ((-16, 6), (16, 6)), ((0, -4), (-18, 23), (18, 23)))
PILL = (0, 32)  # the middle of the sign on an exhausted square
MOST_INCOME = 4  # of a square, which has four corners


def symbols() -> tuple[Symbol, ...]:
    drawn = [_table(), *_pieces(), *_points(), *_legend()]
    for letter, hue in zip(COLOURS, COLOUR_NAMES, strict=True):
        drawn += [
            Symbol(name=f"node-cube-{letter}", parts=_cube(letter), width=106, height=106),
            _hole(letter),
            Symbol(name=f"node-tile-{letter}", parts=_tile(letter, "soft", "line", "ink")),
            _exhausted(letter),
        ]
        drawn += [_income(letter, hue, count) for count in range(1, MOST_INCOME + 1)]
    drawn += [
        Symbol(name="node-tile-V", parts=_tile("V", "panel", "spot", "text")),
        Symbol(name="node-tile-T", parts=_tile("T", "soft", "line", "ink")),
    ]
    drawn += [_dots(limit, used) for limit in (1, 2, 3) for used in range(limit + 1)]
    return tuple(drawn)


def write(text: str, at: tuple[float, float], height: float, line: str, width: float) -> Part:
    """A letter or a digit in the middle of a point."""
    (x, y), path = at, ""
    for step in GLYPHS[text].split(";"):
        command, *words = step.split()
        values = [float(word) * height for word in words]
        if command == "A":
            path += f"A{number(values[0])} {number(values[1])} {' '.join(words[2:5])} "
            command, values = "", values[5:]
        if command in {"H", "V"}:
            path += f"{command}{number((x if command == 'H' else y) + values[0])}"
        else:
            path += f"{command}{number(x + values[0])} {number(y + values[1])}"
    return Part(path=path, line=line, width=width)


def _table() -> Symbol:
    """What the 13 squares lie on. A square is 16 wide; the table reaches 8 farther on each side."""

    def outline(down: float) -> str:
        return "".join(
            rectangle(-half, down - other, 2 * half, 2 * other, 4.5) for half, other in ((24, 48), (40, 32), (48, 16))
        )

    parts = (
        Part(path=outline(0.9), fill="shadow", opacity=0.22),
        Part(path=outline(0), fill="rule", line="rule", width=0.8),
        Part(path=outline(0), fill="cell"),
    )
    return Symbol(name="node-table", parts=parts, width=96, height=96)


# ---- cubes ----


def _cube(letter: str, hue: str = "") -> tuple[Part, ...]:
    """A cube with a lid, in the symbol's own colour unless another one is named."""
    own = f"{hue} " if hue else ""
    return (
        Part(path=CUBE, fill=f"{own}full", line=f"{own}line", width=5),
        Part(path=LID, fill="white full", opacity=0.42),
        Part(path=SIDE, fill="black full", opacity=0.22),
        write(letter, (-13, 13), 38, f"{own}over", 8),
    )


def _hole(letter: str) -> Symbol:
    """Where a cube is missing."""
    outline = Part(path=CUBE, line="text", width=6, dash=(11, 11))
    return Symbol(name=f"node-hole-{letter}", parts=(outline, write(letter, (-13, 13), 36, "text", 7)))


def _income(letter: str, hue: str, count: int) -> Symbol:
    """A badge with the number of cubes that a square paid."""
    small = 0.6  # of the cube
    cube = [
        Part(
            path=_moved(part.path, small, 45, 0), fill=part.fill, line=part.line, width=part.width, opacity=part.opacity
        )
        for part in _cube(letter, hue)[:3]
    ]
    parts = (
        Part(path=rectangle(-93, -50, 186, 100, 50), fill="panel", line="text", width=7),
        write("+", (-60, 0), 42, "text", 10),
        write(str(count), (-22, 0), 52, "text", 10),
        *cube,
        write(letter, (45 - 13 * small, 13 * small), 26, f"{hue} over", 6),
    )
    return Symbol(name=f"node-income-{letter}{count}", parts=parts, width=194, height=108)


def _moved(path: str, scale: float, right: float, down: float) -> str:
    """A polygon, made smaller and moved."""
    points = [point.split() for point in path.strip("MZ").split("L")]
    return polygon(tuple((float(x) * scale + right, float(y) * scale + down) for x, y in points))


# ---- squares ----


def _tile(letter: str, fill: str, line: str, ink: str) -> tuple[Part, ...]:
    return (
        Part(path=TILE, fill=fill),
        Part(path=TILE, line=line, width=1.8, opacity=0.5),
        write(letter, (-35, -33), 19, ink, 4),
    )


def _dots(limit: int, used: int) -> Symbol:
    """The dots of a square. Those that a node has taken are filled."""
    parts = tuple(
        Part(path=circle(x, y, 9.2), fill="line" if index < used else "dot", line="line", width=2.4)
        for index, (x, y) in enumerate(DOTS[limit])
    )
    return Symbol(name=f"node-dots-{limit}{used}", parts=parts)


def _worn(pill: bool) -> tuple[Part, ...]:
    """A square without its colour: hatched, with a dashed edge and a cross."""
    lines = ""
    for start in range(-80, 81, 16):  # slanting lines, inside the square
        lines += f"M{max(-47, start - 47)} {min(47, start + 47)}L{min(47, start + 47)} {max(-47, start - 47)}"
    high = -8 if pill else 0
    parts = (
        Part(path=TILE, fill="board"),
        Part(path=lines, line="spot", width=3),
        Part(path=TILE, line="text", width=2.4, dash=(7, 6)),
        Part(path=f"M-17 {high - 17}l34 34m0 -34l-34 34", line="text", width=8),
    )
    if not pill:
        return parts
    x, y = PILL
    return (*parts, Part(path=rectangle(x - 40, y - 14, 80, 28, 14), fill="panel", line="text", width=2))


def _exhausted(letter: str) -> Symbol:
    corner = Part(path=rectangle(-47, -47, 30, 30, 6), fill="full", line="line", width=2)
    parts = (*_worn(True), corner, write(letter, (-32, -32), 17, "over", 4))
    return Symbol(name=f"node-exhausted-{letter}", parts=parts)


def _area(lines: bool) -> Symbol:
    """What a seat has captured, up to the ring around it."""
    parts = [Part(path=rectangle(-50, -50, 100, 100), fill="soft")]
    if lines:
        across = "".join(f"M-50 {number(y * 6.25 - 46.875)}h100" for y in range(16))
        parts.append(Part(path=across, line="full", width=1.3, opacity=0.5))
    return Symbol(name=f"node-area-{int(lines)}", parts=tuple(parts))


# ---- points ----


def _pieces() -> list[Symbol]:
    """The seats' nodes, areas and points, each in its own form."""
    made = []
    for seat, form in enumerate((circle(0, 0, 42), DIAMOND)):
        small = circle(0, 0, 16) if seat == 0 else polygon(((0, -20), (20, 0), (0, 20), (-20, 0)))
        frame = Part(path=rectangle(-38, -38, 76, 76, 12), fill="soft", line="full", width=9)
        made += [
            Symbol(name=f"node-piece-{seat}", parts=(Part(path=form, fill="full", line="line", width=9),)),
            Symbol(name=f"node-capture-{seat}", parts=(frame, Part(path=small, fill="full"))),
            _area(lines=seat == 1),
        ]
    return made


def _points() -> list[Symbol]:
    joined = "M-40 22L0 -22L40 22"
    goal = (Part(path=circle(0, 0, 36), fill="panel", line="faint", width=8),)
    return [
        Symbol(
            name="node-network",
            parts=(Part(path=joined, line="line", width=27), Part(path=joined, line="full", width=16)),
        ),
        Symbol(name="node-point", parts=(Part(path=circle(0, 0, 24), fill="panel", line="spot", width=8),)),
        Symbol(name="node-goal", parts=(*goal, Part(path=spark(0, 0, 28), fill="faint"))),
        Symbol(name="node-limit", parts=(*goal, Part(path="M-14 -14l28 28m0 -28l-28 28", line="faint", width=8))),
    ]


def _legend() -> list[Symbol]:
    return [
        Symbol(name="node-taken", parts=(Part(path=circle(0, 0, 28), fill="line", line="line", width=8),)),
        Symbol(name="node-free", parts=(Part(path=circle(0, 0, 28), fill="dot", line="line", width=8),)),
        Symbol(name="node-worn", parts=_worn(False)),
        Symbol(
            name="node-post",
            parts=(
                Part(path="M-40 -18h80l-20 -18m20 18l-20 18", line="text", width=10),
                Part(path="M40 22h-80l20 -18m-20 18l20 18", line="text", width=10),
            ),
        ),
        Symbol(name="node-arrow", parts=(Part(path="M-42 0h84l-26 -24m26 24l-26 24", line="text", width=9),)),
    ]
