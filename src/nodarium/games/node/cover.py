"""NODE's cover: a network that has captured two squares, and one that will not let it through."""

from __future__ import annotations

from nodarium.core.symbols import Cover, Part, circle, number, polygon, rectangle

UNIT = 53.4  # the side of a square
# The squares row by row: letter and limit. T is the trading post, V the void.
ROWS = ((2, ("B2",)), (1, ("R1", "B3", "R3")), (0, ("R2", "Y3", "T", "G2", "G1")), (1, ("B1", "G3", "V")), (2, ("Y1",)))
HUES = {"R": "red", "Y": "yellow", "B": "blue", "G": "green"}
CAPTURED = ((1, 2), (2, 2))
DOTS = {"1": ((0, 0),), "2": ((-0.12, 0), (0.12, 0)), "3": ((0, -0.13), (-0.14, 0.1), (0.14, 0.1))}
# Corners of squares are named like a1, from the lower left corner of the whole.
BRANCHES = (
    ("b4c4", "c4d4", "b3b4", "b3c3", "c3d3", "d3d4", "c4c5", "c3c4"),
    ("c5d5", "d5e5", "d2d3", "d2e2", "e2e3", "e3e4"),
)
NODES = (("b4", "c3", "c5"), ("d5", "d2", "e3"))


def _at(name: str) -> tuple[float, float]:
    return (ord(name[0]) - ord("a") - 2.5) * UNIT, (3.5 - int(name[1])) * UNIT


def _segment(ends: tuple[tuple[float, float], tuple[float, float]], gap: float) -> str:
    (x1, y1), (x2, y2) = ends
    dx, dy = gap * (x2 - x1), gap * (y2 - y1)
    return f"M{number(x1 + dx)} {number(y1 + dy)}L{number(x2 - dx)} {number(y2 - dy)}"


SQUARES = [(first + place, row, name) for row, (first, names) in enumerate(ROWS) for place, name in enumerate(names)]


def _ground() -> list[Part]:
    """The places for branches and nodes."""
    edges, corners = set(), set()
    for x, y, _ in SQUARES:
        a, b, c, d = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
        corners |= {a, b, c, d}
        edges |= {(a, b), (c, d), (a, c), (b, d)}

    def place(corner: tuple[int, int]) -> tuple[float, float]:
        return (corner[0] - 2.5) * UNIT, (corner[1] - 2.5) * UNIT

    return [
        Part(
            path="".join(_segment((place(a), place(b)), 0.15) for a, b in sorted(edges)),
            line="spot",
            width=0.05 * UNIT,
        ),
        Part(path="".join(circle(*place(corner), 0.065 * UNIT) for corner in sorted(corners)), fill="spot"),
    ]


def _square(column: int, row: int, name: str) -> list[Part]:
    left, top = (column - 2.5) * UNIT, (row - 2.5) * UNIT
    x, y = left + UNIT / 2, top + UNIT / 2
    hue, is_captured = HUES.get(name[0], ""), (column, row) in CAPTURED
    tile = rectangle(left + 0.11 * UNIT, top + 0.11 * UNIT, 0.78 * UNIT, 0.78 * UNIT, 0.1 * UNIT)
    ground = Part(path=tile, fill=f"{hue} soft" if hue else "grey soft" if name == "T" else "cell")
    if is_captured:
        piece = Part(path=circle(x, y, 0.17 * UNIT), fill="seat-0 full", line="seat-0 line", width=1.2)
        return [ground, Part(path=tile, line="seat-0 full", width=0.035 * UNIT), piece]
    edge = Part(path=tile, line=f"{hue} line" if hue else "spot", width=1, opacity=0.35)
    if not hue:
        return [ground, edge]
    dots = "".join(circle(x + dx * UNIT, y + (0.04 + dy) * UNIT, 0.07 * UNIT) for dx, dy in DOTS[name[1]])
    return [ground, edge, Part(path=dots, fill="panel", line=f"{hue} line", width=1.2)]


def _network(seat: int) -> list[Part]:
    """Branches and nodes of a seat: full lines and discs, or lines with a stripe and diamonds."""
    path = "".join(_segment((_at(name[:2]), _at(name[2:])), 0.1) for name in BRANCHES[seat])
    parts = [
        Part(path=path, line=f"seat-{seat} line", width=0.17 * UNIT),
        Part(path=path, line=f"seat-{seat} full", width=0.135 * UNIT),
    ]
    if seat:
        parts.append(Part(path=path, line=f"seat-{seat} soft", width=0.04 * UNIT))
    shadows = "".join(circle(x, y + 0.04 * UNIT, 0.17 * UNIT) for x, y in map(_at, NODES[seat]))
    pieces = "".join(_piece(seat, *_at(name)) for name in NODES[seat])
    return [
        *parts,
        Part(path=shadows, fill="shadow", opacity=0.2),
        Part(path=pieces, fill=f"seat-{seat} full", line=f"seat-{seat} line", width=1.2),
    ]


def _piece(seat: int, x: float, y: float) -> str:
    if seat == 0:
        return circle(x, y, 0.165 * UNIT)
    reach = 0.19 * UNIT
    return polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)))


COVER = Cover(
    parts=(
        Part(path=rectangle(-157.5, -165, 315, 330), fill="board"),
        *_ground(),
        *(part for square in SQUARES for part in _square(*square)),
        *_network(0),
        *_network(1),
    )
)
