"""A game of one choice that two seats make at once: small, solved, and good for checking searches.

Each seat chooses a number; a table says who wins: 0 the second seat, 1 nobody, 2 the first seat.
"""

from __future__ import annotations

from nodarium.core import bits
from nodarium.core.state import State

MOST = 8


class Matrix(State):
    def __init__(self, table: list[list[int]] | None = None) -> None:
        self.seats = 2
        self.rows = self.columns = 1
        self.table = [0] * 64
        self.chosen = [0] * 2
        if table:
            self.rows, self.columns = len(table), len(table[0])
            for row in range(self.rows):
                for column in range(self.columns):
                    self.table[MOST * row + column] = table[row][column]
        self.deal(0)

    def deal(self, rng: int) -> int:
        self.acting = 3
        self.ply = self.turn = self.winners = self.ending = 0
        return rng

    def count(self, seat: int) -> int:
        return self.columns if seat else self.rows

    def nth(self, seat: int, k: int) -> int:
        return k

    def step(self, seat: int, action: int) -> None:
        self.ply += 1
        self.chosen[seat] = action
        self.acting &= ~(1 << seat)
        if not self.acting:
            result = self.table[MOST * self.chosen[0] + self.chosen[1]]
            self.winners = 0 if result == 1 else 2 - result // 2

    def determinise(self, seat: int, rng: int) -> int:
        """What the other seat has chosen already, anew."""
        if self.acting == 1 << seat:
            rng = bits.advance(rng)
            self.chosen[1 - seat] = bits.below(rng, self.count(1 - seat))
        return rng
