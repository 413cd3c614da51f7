"""Nøde's cover: half day, half night, and two lines that cross."""

from __future__ import annotations

from math import sqrt

from nodarium.core.symbols import Cover, Part, circle, move_path, number, polygon, rectangle, regular

RADIUS = 21.6  # of a cell
SIDE = 4  # cells along a side of the board
WHITE = ((-3, 1), (3, -2), (0, 3), (-1, 1), (1, -2), (0, 1), (2, -2))
BLACK = ((-3, 3), (0, -3), (3, -3), (0, -1), (1, 0), (-2, 2))
LINES = (((-3, 1), (2, 1)), ((3, -2), (-1, 2)))
Cell = tuple[int, int]


def _centre(cell: Cell) -> tuple[float, float]:
    x, y = cell
    return sqrt(3) * RADIUS * (x + y / 2), 1.5 * RADIUS * y


def _is_rim(cell: Cell) -> bool:
    x, y = cell
    return max(abs(x), abs(y), abs(x + y)) == SIDE - 1


def _cells(*, rim: bool) -> str:
    span = range(1 - SIDE, SIDE)
    cells = [(x, y) for y in span for x in span if abs(x + y) < SIDE and _is_rim((x, y)) == rim]
    return "".join(move_path(regular(6, RADIUS), *_centre(cell)) for cell in cells)


def _piece(cell: Cell) -> str:
    if _is_rim(cell):
        return move_path(regular(6, 0.78 * RADIUS), *_centre(cell))
    return circle(*_centre(cell), 0.66 * RADIUS)


def _line(ends: tuple[Cell, Cell]) -> str:
    (x1, y1), (x2, y2) = map(_centre, ends)
    return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"


LINE = "".join(map(_line, LINES))
COVER = Cover(
    parts=(
        Part(path=rectangle(-157.5, -165, 315, 330), fill="sand full"),
        Part(path=polygon(((-157.5, 165), (157.5, -165), (157.5, 165))), fill="sand ink"),
        Part(path=_cells(rim=True), fill="sand line", line="sand full", width=2),
        Part(path=_cells(rim=False), fill="sand soft", line="sand full", width=2),
        Part(path=LINE, line="faint", width=0.3 * RADIUS),
        Part(path=LINE, line="panel", width=0.18 * RADIUS),
        Part(path="".join(map(_piece, WHITE)), fill="panel", line="edge", width=1.5),
        Part(path="".join(map(_piece, BLACK)), fill="sand ink", line="black line", width=1.5),
    )
)
