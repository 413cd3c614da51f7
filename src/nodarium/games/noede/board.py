"""The board of Nøde: a hexagon of hexes with 4 to 10 cells to a side (O-1), here with 4.

          d1 e1 f1 g1           A cell is the letter of its q and the number of its r (O-11).
        c2  .  .  .  g2         The outermost ring is the outer area, where anchors go; the dots
      b3  .  .  .  .  g3        are the inner area, where nodes go (O-2). The outer area has six
    a4  .  .  d4  .  .  g4      sides; a corner cell belongs to two of them (O-3).
      a5  .  .  .  .  f5
        a6  .  .  .  e6
          a7 b7 c7 d7

Cells are numbered with the inner ones first, then the outer ones. Sets of outer cells fit one word of 64 bits; sets of
inner cells take one word up to side 6 and at most four.
"""

from __future__ import annotations

from string import ascii_lowercase

from nodarium.core.hexes import Hex, hexagon, neighbours, ring

PREPARATION, FRESH, NODE_DUE = range(3)  # phases
CONNECTED, NO_MOVES = range(2)  # endings
SEAT_NAMES = ("white", "black")
SIDES = (4, 5, 6, 7, 8, 9, 10)
MAX_CELLS = 271
MAX_OUTER = 54
MAX_INNER = MAX_CELLS - MAX_OUTER
WORDS = 4
OUTSIDE = MAX_CELLS  # in place of a neighbour that a rim cell doesn't have
AXIS_STEPS = [[1, 4], [0, 3], [2, 5]]  # the two steps (of `hexes.STEPS`) along which q, r and s stay the same


def axes(cell: Hex) -> tuple[int, int, int]:
    q, r = cell
    return q, r, -q - r


class Board:
    """The lookup tables for one size."""

    def __init__(self, side: int) -> None:
        rim = side - 1
        grid = hexagon(side)
        inner = [cell for cell in grid if ring(cell) < rim]
        self.side = side
        self.cells: list[Hex] = inner + [cell for cell in grid if ring(cell) == rim]
        self.inner = len(inner)
        self.outer = len(grid) - len(inner)
        self.words = (self.inner + 63) // 64
        self.index = {cell: number for number, cell in enumerate(self.cells)}
        self.names = [ascii_lowercase[q + rim] + str(r + side) for q, r in self.cells]
        self.number = {name: cell for cell, name in enumerate(self.names)}
        self.near = [[self.index.get(cell, OUTSIDE) for cell in neighbours(hex_)] for hex_ in self.cells]
        self.brink = [sum(1 << step for step, cell in enumerate(near) if cell == OUTSIDE) for near in self.near]
        # O-3: the sides of a cell as bits; opposite sides are three bits apart, neighbouring ones one.
        self.edges = [
            sum(1 << edge for edge, on in enumerate((q, q + r, r, -q, -q - r, -r)) if on == rim) for q, r in self.cells
        ]
        # O-7: the inner cells on the three lines of an outer cell, along which q, r or s stays the same.
        rows: list[dict[int, list[int]]] = [{at: [] for at in range(-rim, side)} for _ in range(3)]
        for number, cell in enumerate(inner):
            for row, at in zip(rows, axes(cell), strict=True):
                row[at].append(number)
        self.lines = [
            [self.words_of(row[at]) for row, at in zip(rows, axes(cell), strict=True)]
            for cell in self.cells[self.inner :]
        ]
        # Conversely, the outer cells on each of the three lines of an inner cell.
        self.openers = [
            [sum(1 << outer for outer in range(self.outer) if self.on_line(cell, outer, axis)) for axis in range(3)]
            for cell in range(self.inner)
        ]

    def on_line(self, cell: int, outer: int, axis: int) -> bool:
        """Return whether an inner cell lies on a line of an outer one."""
        return bool(self.lines[outer][axis][cell // 64] >> cell % 64 & 1)

    def between(self, start: int, end: int) -> list[int]:
        """Return the cells on the straight row between two cells."""
        (q, r), (last_q, last_r) = self.cells[start], self.cells[end]
        steps = max(abs(last_q - q), abs(last_r - r))
        across, down = (last_q - q) // max(1, steps), (last_r - r) // max(1, steps)
        return [self.index[q + across * step, r + down * step] for step in range(1, steps)]

    def words_of(self, cells: list[int]) -> list[int]:
        """Return a set of inner cells as four words."""
        return [sum(1 << cell - 64 * word for cell in cells if cell // 64 == word) for word in range(WORDS)]


BOARDS = [Board(side) for side in SIDES]


def has_opposite(edges: int) -> bool:
    """Return whether two of these sides are opposite."""
    return bool(edges & edges >> 3)


def wins(edges: int) -> bool:
    """Return whether a chain that touches these sides wins: two opposite sides, or every other side (O-10)."""
    return has_opposite(edges) or any(edges & three == three for three in (0b010101, 0b101010))


# The tables by size, padded to the length that the largest board needs.
CELLS = [len(size.cells) for size in BOARDS]
INNER = [size.inner for size in BOARDS]
OUTER = [size.outer for size in BOARDS]
ALL_INNER = [size.words_of(list(range(size.inner))) for size in BOARDS]
USED_WORDS = [size.words for size in BOARDS]
NEAR = [size.near + [[0] * 6] * (MAX_CELLS - len(size.cells)) for size in BOARDS]
EDGES = [size.edges + [0] * (MAX_CELLS - len(size.cells)) for size in BOARDS]
LINES = [size.lines + [[[0] * WORDS] * 3] * (MAX_OUTER - size.outer) for size in BOARDS]
WINS = [wins(edges) for edges in range(64)]
BRINK = [size.brink + [0] * (MAX_CELLS - len(size.cells)) for size in BOARDS]
OPENERS = [size.openers + [[0] * 3] * (MAX_INNER - size.inner) for size in BOARDS]
