"""The board of Trio: nine cells, numbered row by row (T-1).

   a  b  c
1  0  1  2
2  3  4  5
3  6  7  8
"""

from __future__ import annotations

SEAT_NAMES = ("cross", "nought")
SIDE = 3
CELLS = SIDE * SIDE
CELL_NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
# T-4: rows, columns, diagonals.
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
LINE_MASKS = [sum(1 << cell for cell in line) for line in LINES]
