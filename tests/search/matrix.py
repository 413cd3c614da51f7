"""A matrix game: two seats choose at once, and a table gives the winner. Its known solution checks the searches.

The table holds 0 for the second seat, 1 for a draw and 2 for the first seat.
"""

from __future__ import annotations

from nodarium.core import splitmix
from nodarium.core.state import State

MAX_ACTIONS = 8


class MatrixGame(State):
    def __init__(self, table: list[list[int]] | None = None) -> None:
        self.seats = 2
        self.rows = self.columns = 1
        self.table = [0] * 64
        self.chosen = [0] * 2
        if table:
            self.rows, self.columns = len(table), len(table[0])
            for row in range(self.rows):
                for column in range(self.columns):
                    self.table[MAX_ACTIONS * row + column] = table[row][column]
        self._reset(0)

    def _reset(self, rng: int) -> int:
        self.to_act_mask = 3
        self.ply = self.turn = self.winner_mask = self.ending_index = 0
        return rng

    def _count_actions(self, seat: int) -> int:
        return self.columns if seat else self.rows

    def _nth_action(self, seat: int, k: int) -> int:
        return k

    def _apply(self, seat: int, action: int) -> None:
        self.ply += 1
        self.chosen[seat] = action
        self.to_act_mask &= ~(1 << seat)
        if not self.to_act_mask:
            result = self.table[MAX_ACTIONS * self.chosen[0] + self.chosen[1]]
            self.winner_mask = 0 if result == 1 else 2 - result // 2

    def _determinize(self, seat: int, rng: int) -> int:
        """Redraw the choice that the other seat has already made."""
        if self.to_act_mask == 1 << seat:
            rng = splitmix.advance(rng)
            self.chosen[1 - seat] = splitmix.below(rng, self._count_actions(1 - seat))
        return rng
