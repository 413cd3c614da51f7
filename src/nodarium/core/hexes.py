"""Hexagonal grids in axial coordinates q, r (and s = -q - r), with pointed tops: rows are horizontal.

     ( 0,-1) ( 1,-1)
(-1, 0) ( 0, 0) ( 1, 0)
     (-1, 1) ( 0, 1)
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt

Hex = tuple[int, int]
STEPS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def ring(cell: Hex) -> int:
    """Return the distance from the origin, in steps."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r))


def hexagon(side: int) -> list[Hex]:
    """Return the cells of a hexagon around the origin, row by row. `side` is in cells."""
    reach = range(1 - side, side)
    return [(q, r) for r in reach for q in reach if ring((q, r)) < side]


def neighbours(cell: Hex) -> list[Hex]:
    return [(cell[0] + q, cell[1] + r) for q, r in STEPS]


def centre(cell: Hex, size: float) -> tuple[float, float]:
    """Return the centre of a cell, with y pointing down. `size` is the distance from centre to corner."""
    q, r = cell
    return size * sqrt(3) * (q + r / 2), size * 1.5 * r


@cache
def outline(x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    """Return the six corners of a cell around a centre."""
    turns = [pi / 6 + pi / 3 * k for k in range(6)]
    return tuple((round(x + size * cos(t), 2), round(y + size * sin(t), 2)) for t in turns)
