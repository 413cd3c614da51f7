"""The rules of Trio, T-1 to T-5. Seat 0 is cross, seat 1 is nought. An action is a cell (`board.py`)."""

from __future__ import annotations

from nodarium.core import bits
from nodarium.core.message import say
from nodarium.core.outcome import Ending
from nodarium.core.state import State as CoreState

from . import board

THREE_IN_A_ROW, FULL_BOARD = range(2)
ENDINGS = (Ending("T-4", say("trio-three-in-a-row")), Ending("T-5", say("trio-full-board")))

CELLS, LINE_MASKS = board.CELLS, board.LINE_MASKS


class State(CoreState):
    def __init__(self) -> None:
        self.seats = 2
        self.marks = [0] * 2  # the cells of each seat, as bits
        self._reset(0)

    def _reset(self, rng: int) -> int:
        """Set up an empty board. Trio has no chance, so the generator stays as it is."""
        self.marks[0] = self.marks[1] = 0
        self.resume()
        return rng

    def _count_actions(self, seat: int) -> int:
        return bits.count(self.empty_cells())

    def _nth_action(self, seat: int, k: int) -> int:
        return bits.nth(self.empty_cells(), k)

    def _apply(self, seat: int, action: int) -> None:
        self.marks[seat] |= bits.bit(action)  # T-3
        self.resume()

    def empty_cells(self) -> int:
        return (bits.bit(CELLS) - 1) & ~(self.marks[0] | self.marks[1])

    def place(self, crosses: int, noughts: int) -> None:
        """Set up a position from the cells of both players."""
        self.marks[0] = crosses
        self.marks[1] = noughts
        self.resume()

    def resume(self) -> None:
        """Work out everything that follows from the marks: whose turn it is, or how the game has ended."""
        self.ply = self.turn = bits.count(self.marks[0] | self.marks[1])
        self.to_act_mask = bits.bit(self.ply % 2)  # T-2
        self.winner_mask = self.ending_index = 0
        for seat in range(2):
            if self.has_line(seat):  # T-4
                self.finish(self.winner_mask | bits.bit(seat), THREE_IN_A_ROW)
        if self.ply == CELLS and not self.winner_mask:  # T-5
            self.finish(0, FULL_BOARD)

    def has_line(self, seat: int) -> bool:
        for line in range(8):
            if self.marks[seat] & LINE_MASKS[line] == LINE_MASKS[line]:
                return True
        return False

    def finish(self, winner_mask: int, ending_index: int) -> None:
        self.to_act_mask = 0
        self.winner_mask = winner_mask
        self.ending_index = ending_index
