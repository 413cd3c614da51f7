"""How far each player is from joining sides of the board: a lower bound, in pieces.

A way joins two opposite sides, or three sides of which no two are adjacent (O-10). It costs as many pieces as it has
empty cells; the opponent's cells are closed. Which of them can be played soon is another question, so a player may need
more turns than a way has empty cells.
"""

from __future__ import annotations

from nodarium.games.noede import board
from nodarium.games.noede.board import OUTSIDE
from nodarium.games.noede.rules import State

CELLS, NEAR, EDGES = board.CELLS, board.NEAR, board.EDGES
WAYS = ((0, 3), (1, 4), (2, 5), (0, 2, 4), (1, 3, 5))  # the sides to join, as bits of `Board.edges`
FAR = 999  # there is no way
MIDDLE = 1024  # of the queue, which grows to both sides


class Distances:
    """Room to measure in. One object serves all positions."""

    def __init__(self) -> None:
        self.away = [[0] * 271, [0] * 271, [0] * 271, [0] * 271, [0] * 271, [0] * 271]  # by side and cell
        self.queue = [0] * 4096

    def missing(self, state: State, seat: int) -> list[int | None]:
        """Return how many pieces a seat lacks for each of the ways; None if the opponent has closed it."""
        found = []
        for side in range(6):
            self.spread(state, seat, side)
        for number in range(5):
            best = self.shortest_pair(state, number) if number < 3 else self.shortest_star(state, seat, number - 3)
            found.append(best if best < FAR else None)
        return found

    def spread(self, state: State, seat: int, side: int) -> None:
        """Measure the way from a side to each cell, both ends included."""
        head = tail = MIDDLE
        for cell in range(CELLS[state.size]):
            self.away[side][cell] = FAR
            if EDGES[state.size][cell] >> side & 1 and state.owner[cell] != 2 - seat:
                self.away[side][cell] = 1 if state.owner[cell] == 0 else 0
                self.queue[tail] = cell
                tail += 1
        while head < tail:
            cell = self.queue[head]
            head += 1
            for step in range(6):
                other = NEAR[state.size][cell][step]
                if other == OUTSIDE or state.owner[other] == 2 - seat:
                    continue
                cost = 1 if state.owner[other] == 0 else 0
                if self.away[side][cell] + cost < self.away[side][other]:
                    self.away[side][other] = self.away[side][cell] + cost
                    if cost or head == 0:
                        self.queue[tail] = other
                        tail += 1
                    else:
                        head -= 1
                        self.queue[head] = other

    def shortest_pair(self, state: State, side: int) -> int:
        best = FAR
        for cell in range(CELLS[state.size]):
            if EDGES[state.size][cell] >> (side + 3) & 1:
                best = min(best, self.away[side][cell])
        return best

    def shortest_star(self, state: State, seat: int, side: int) -> int:
        """Return the length of the shortest three ways that meet in a cell, which counts once."""
        best = FAR
        for cell in range(CELLS[state.size]):
            if state.owner[cell] != 2 - seat:
                total = self.away[side][cell] + self.away[side + 2][cell] + self.away[side + 4][cell]
                best = min(best, total - 2 if state.owner[cell] == 0 else total)
        return best
