"""A slow and obvious reference for Nøde: coordinates, sets and searches. The engine must agree with it."""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations

Cell = tuple[int, int]
DIRECTIONS = [(1, 0), (0, 1), (1, -1)]


class Table:
    def __init__(self, side: int, blocked: bool) -> None:
        self.rim = side - 1
        self.blocked = blocked
        reach = range(-self.rim, self.rim + 1)
        self.cells = {(q, r) for q in reach for r in reach if abs(q + r) <= self.rim}
        self.pieces: list[set[Cell]] = [set(), set()]
        self.mover = 0
        self.anchor: Cell | None = None
        self.winner: int | None = None
        self.over = False

    def name(self, cell: Cell) -> str:
        return "abcdefghijklmnopqrs"[cell[0] + self.rim] + str(cell[1] + self.rim + 1)

    def is_outer(self, cell: Cell) -> bool:
        q, r = cell
        return self.rim in (abs(q), abs(r), abs(q + r))

    def empty(self, outer: bool) -> set[Cell]:
        return {c for c in self.cells - self.pieces[0] - self.pieces[1] if self.is_outer(c) == outer}

    def sees(self, anchor: Cell, player: int) -> set[tuple[Cell, Cell]]:
        """Return the cells on the lines of an anchor, each with the line's direction."""
        found = set()
        for dq, dr in DIRECTIONS:
            for sign in (1, -1):
                q, r = anchor
                while True:
                    q, r = q + sign * dq, r + sign * dr
                    if (q, r) not in self.cells or (self.blocked and (q, r) in self.pieces[1 - player]):
                        break
                    found.add(((q, r), (dq, dr)))
        return found

    def nodes_between(self, player: int, one: Cell, two: Cell) -> set[Cell]:
        """Return the empty inner cells on lines of different directions through two anchors."""
        return {
            cell
            for cell, direction in self.sees(one, player)
            for other, another in self.sees(two, player)
            if cell == other and direction != another and cell in self.empty(outer=False)
        }

    def anchors(self, player: int) -> set[Cell]:
        return {cell for cell in self.pieces[player] if self.is_outer(cell)}

    def moves_of(self, player: int) -> set[Cell]:
        if len(self.pieces[0]) + len(self.pieces[1]) < 3:
            return self.empty(outer=True)
        if self.anchor is not None:
            others = self.anchors(player) - {self.anchor}
            return set().union(*(self.nodes_between(player, self.anchor, other) for other in others))
        pairs = combinations(self.anchors(player), 2)
        return self.empty(outer=True).union(*(self.nodes_between(player, one, two) for one, two in pairs))

    def legal(self) -> set[Cell]:
        return set() if self.over else self.moves_of(self.mover)

    def play(self, cell: Cell) -> None:
        player = self.mover
        self.pieces[player].add(cell)
        pieces = len(self.pieces[0]) + len(self.pieces[1])
        if self.has_won(player):
            self.over, self.winner = True, player
        elif pieces < 3:
            self.mover = 1
        elif pieces > 3 and self.is_outer(cell) and self.anchor is None:
            self.anchor = cell
            if not self.moves_of(player):
                self.pass_on(1 - player)
        else:
            self.pass_on(1 - player)

    def pass_on(self, player: int) -> None:
        self.anchor = None
        able = [one for one in (player, 1 - player) if self.moves_of(one)]
        self.over = not able
        self.mover = able[0] if able else player

    def sides_of(self, cell: Cell) -> set[tuple[str, int]]:
        q, r = cell
        return {(axis, value) for axis, value in (("q", q), ("r", r), ("s", -q - r)) if abs(value) == self.rim}

    def chain(self, start: Cell, player: int) -> set[Cell]:
        found, todo = {start}, [start]
        while todo:
            q, r = todo.pop()
            for dq, dr in [*DIRECTIONS, (-1, 0), (0, -1), (-1, 1)]:
                near = q + dq, r + dr
                if near in self.pieces[player] and near not in found:
                    found.add(near)
                    todo.append(near)
        return found

    def has_won(self, player: int) -> bool:
        return any(self.joins(self.chain(cell, player)) for cell in self.anchors(player))

    def joins(self, chain: set[Cell]) -> bool:
        """Return whether sides win: two opposite ones, or three that share no corner cell."""
        sides = set().union(*(self.sides_of(cell) for cell in chain))
        opposite = any((axis, -value) in sides for axis, value in sides)
        return opposite or any(
            not any(self.neighbours(a, b) for a, b in combinations(three, 2)) for three in combinations(sides, 3)
        )

    def neighbours(self, one: tuple[str, int], two: tuple[str, int]) -> bool:
        return any({one, two} <= self.sides_of(cell) for cell in self.cells)


def arrange(position: str) -> Table:
    """Return the unfinished game that a position describes."""
    size, *pieces, due = [part.split() for part in position.split("|")]
    table = Table(int(size[0]), "blocked" in size)
    cells = {table.name(cell): cell for cell in table.cells}
    table.pieces = [{cells[name] for name in names if name != "-"} for names in pieces]
    table.mover = ["white", "black"].index(due[0])
    table.anchor = cells[due[2]] if due[1] == "node" else None
    return table


def count(position: str, depth: int) -> int:
    """Count the sequences of `depth` steps from a position (perft)."""
    return sequences(arrange(position), depth)


def sequences(table: Table, depth: int) -> int:
    if depth == 1:
        return len(table.legal())
    total = 0
    for cell in table.legal():
        twin = deepcopy(table)
        twin.play(cell)
        total += sequences(twin, depth - 1)
    return total
