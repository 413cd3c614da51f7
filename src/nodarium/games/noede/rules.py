"""The rules of Nøde, O-1 to O-10. Seat 0 is white, seat 1 black; an action is a cell (`board.py`).

Chains are a union-find forest in `parent`; `edges` of a root are the sides of the board that its chain touches. `lines`
holds, for each player and direction, the inner cells on a line through one of the player's anchors.
"""

from __future__ import annotations

from nodarium.core import bits
from nodarium.core.message import say
from nodarium.core.outcome import Ending
from nodarium.core.state import State as CoreState
from nodarium.games.noede import board
from nodarium.games.noede.board import CONNECTED, FRESH, NO_MOVES, NODE_DUE, OUTSIDE, PREPARATION, SIDES, WORDS

ENDINGS = (Ending("O-10", say("noede-sides-joined")), Ending("O-9", say("noede-no-moves")))

CELLS, INNER, OUTER, ALL_INNER, USED_WORDS = board.CELLS, board.INNER, board.OUTER, board.ALL_INNER, board.USED_WORDS
NEAR, EDGES, LINES, AXIS_STEPS, WINS = board.NEAR, board.EDGES, board.LINES, board.AXIS_STEPS, board.WINS


class State(CoreState):
    def __init__(self, side: int = 6, blocked_lines: bool = False) -> None:
        self.seats = 2
        self.size = SIDES.index(side)
        self.blocked_lines = blocked_lines
        self.owner = [0] * 272  # 0 if empty, else 1 + seat; the last one is OUTSIDE and stays 0
        self.parent = [0] * 271
        self.edges = [0] * 271
        self.lines = [[[0] * 4, [0] * 4, [0] * 4], [[0] * 4, [0] * 4, [0] * 4]]
        self.rays = [[0] * 4, [0] * 4, [0] * 4]  # the lines of the last anchor
        self.free_inner = [0] * 4
        self.legal_inner = [0] * 4
        self._reset(0)

    def _reset(self, rng: int) -> int:
        """Clear the board (O-1). Nøde has no chance, so the generator stays unchanged."""
        self.ply = self.turn = self.winner_mask = self.ending_index = self.anchor = 0
        self.phase = PREPARATION
        self.to_act_mask = bits.bit(0)
        for cell in range(CELLS[self.size]):
            self.owner[cell] = 0
            self.parent[cell] = cell
            self.edges[cell] = EDGES[self.size][cell]
        for seat in range(2):
            for axis in range(3):
                for word in range(WORDS):
                    self.lines[seat][axis][word] = 0
        for word in range(WORDS):
            self.free_inner[word] = ALL_INNER[self.size][word]
            self.legal_inner[word] = 0
        self.free_outer = self.legal_outer = bits.bit(OUTER[self.size]) - 1
        return rng

    # ---- steps ----

    def _count_actions(self, seat: int) -> int:
        total = bits.count(self.legal_outer)
        for word in range(USED_WORDS[self.size]):
            total += bits.count(self.legal_inner[word])
        return total

    def _nth_action(self, seat: int, k: int) -> int:
        for word in range(USED_WORDS[self.size]):
            here = bits.count(self.legal_inner[word])
            if k < here:
                return 64 * word + bits.nth(self.legal_inner[word], k)
            k -= here
        return INNER[self.size] + bits.nth(self.legal_outer, k)

    def _legal_actions(self, seat: int, actions: list[int]) -> int:
        total = 0
        for word in range(USED_WORDS[self.size]):
            total = bits.write_members(self.legal_inner[word], 64 * word, actions, total)
        return bits.write_members(self.legal_outer, INNER[self.size], actions, total)

    def _is_legal(self, seat: int, action: int) -> bool:
        if 0 <= action < INNER[self.size]:
            return bool(self.legal_inner[action >> 6] >> (action & 63) & 1)
        return bool(INNER[self.size] <= action < CELLS[self.size] and self.legal_outer >> action - INNER[self.size] & 1)

    def _apply(self, seat: int, action: int) -> None:
        self.ply += 1
        if self.place(seat, action):
            self.finish(bits.bit(seat), CONNECTED)
        elif self.phase == PREPARATION:
            self.add_anchor(seat, action)
            self.continue_preparation()
        elif self.phase == FRESH and action >= INNER[self.size]:
            self.anchor = action
            self.add_anchor(seat, action)
            if not self.find_node_cells(seat):  # O-8
                self.next_turn(1 - seat)
        else:
            self.next_turn(1 - seat)

    def continue_preparation(self) -> None:
        """Let white place one anchor and black two, then start white's first turn (O-4)."""
        if self.ply == 3:
            self.next_turn(0)
        else:
            self.turn += 1
            self.to_act_mask = bits.bit(1)
            self.legal_outer = self.free_outer

    def next_turn(self, seat: int) -> None:
        """Start a turn of a seat; if it has no move, of the other seat; if neither has one, end in a draw (O-9)."""
        if not self.find_moves(seat):
            seat = 1 - seat
            if not self.find_moves(seat):
                self.finish(0, NO_MOVES)
                return
        self.phase = FRESH
        self.turn += 1
        self.to_act_mask = bits.bit(seat)

    def finish(self, winners: int, ending: int) -> None:
        self.to_act_mask = 0
        self.winner_mask = winners
        self.ending_index = ending
        self.legal_outer = 0
        for word in range(USED_WORDS[self.size]):
            self.legal_inner[word] = 0

    # ---- anchors and nodes ----

    def find_moves(self, seat: int) -> bool:
        """Find the moves of a turn: empty outer cells, and empty inner cells where two lines cross (O-5, O-6)."""
        if self.blocked_lines:
            self.redraw_lines(seat)
        q, r, s = self.lines[seat][0], self.lines[seat][1], self.lines[seat][2]
        some = self.legal_outer = self.free_outer
        for word in range(USED_WORDS[self.size]):
            crossings = (q[word] & r[word] | s[word] & (q[word] | r[word])) & self.free_inner[word]
            self.legal_inner[word] = crossings
            some |= crossings
        return some != 0

    def find_node_cells(self, seat: int) -> bool:
        """Find the empty inner cells where a line of the new anchor crosses another's (O-5, O-6); False if none."""
        q, r, s = self.lines[seat][0], self.lines[seat][1], self.lines[seat][2]
        some = self.legal_outer = 0
        for word in range(USED_WORDS[self.size]):
            crossings = (
                self.rays[0][word] & (r[word] | s[word])
                | self.rays[1][word] & (q[word] | s[word])
                | self.rays[2][word] & (q[word] | r[word])
            ) & self.free_inner[word]
            self.legal_inner[word] = crossings
            some |= crossings
        self.phase = NODE_DUE
        return some != 0

    def add_anchor(self, seat: int, anchor: int) -> None:
        """Add the lines of an anchor (O-7)."""
        if self.blocked_lines:
            self.draw_blocked_lines(seat, anchor)
        for axis in range(3):
            for word in range(USED_WORDS[self.size]):
                if not self.blocked_lines:
                    self.rays[axis][word] = LINES[self.size][anchor - INNER[self.size]][axis][word]
                self.lines[seat][axis][word] |= self.rays[axis][word]

    def redraw_lines(self, seat: int) -> None:
        """With blocked lines, draw the lines of all anchors again (O-7)."""
        for axis in range(3):
            for word in range(WORDS):
                self.lines[seat][axis][word] = 0
        for anchor in range(INNER[self.size], CELLS[self.size]):
            if self.owner[anchor] == 1 + seat:
                self.add_anchor(seat, anchor)

    def draw_blocked_lines(self, seat: int, anchor: int) -> None:
        """With blocked lines, draw an anchor's lines up to the first piece of the other player (O-7)."""
        for axis in range(3):
            for word in range(WORDS):
                self.rays[axis][word] = 0
            for direction in range(2):
                step = AXIS_STEPS[axis][direction]
                cell = NEAR[self.size][anchor][step]
                while cell != OUTSIDE and self.owner[cell] != 2 - seat:
                    if cell < INNER[self.size]:
                        self.rays[axis][cell >> 6] |= bits.bit(cell & 63)
                    cell = NEAR[self.size][cell][step]

    # ---- chains ----

    def place(self, seat: int, cell: int) -> bool:
        """Place a piece and join it to its neighbours' chains. Return whether that wins (O-10)."""
        self.owner[cell] = 1 + seat
        if cell < INNER[self.size]:
            self.free_inner[cell >> 6] &= ~bits.bit(cell & 63)
        else:
            self.free_outer &= ~bits.bit(cell - INNER[self.size])
        root = cell
        for step in range(6):
            other = NEAR[self.size][cell][step]
            if self.owner[other] == 1 + seat:
                other = self.root(other)
                if other != root:
                    self.parent[root] = other
                    self.edges[other] |= self.edges[root]
                    root = other
        return WINS[self.edges[root]]

    def root(self, cell: int) -> int:
        """Return the root of a cell's chain, and shorten the path to it."""
        while self.parent[cell] != cell:
            self.parent[cell] = self.parent[self.parent[cell]]
            cell = self.parent[cell]
        return cell

    # ---- building a position ----

    def set_pieces(self, pieces: list[list[int]]) -> None:
        """Start over with these cells taken, by seat. Call `resume` next, unless somebody has won."""
        self._reset(0)
        for seat in range(2):
            for cell in pieces[seat]:
                self.ply += 1
                if self.place(seat, cell):
                    self.finish(self.winner_mask | bits.bit(seat), CONNECTED)
                if cell >= INNER[self.size]:
                    self.add_anchor(seat, cell)

    def resume(self, seat: int, anchor: int | None) -> None:
        """Let a seat place the node of an anchor or, without one, start a turn; nobody acts if no move exists."""
        if self.ply < 3:
            self.to_act_mask = bits.bit(seat)
            self.legal_outer = self.free_outer
        elif anchor is None:
            self.next_turn(seat)
        else:
            self.anchor = anchor
            self.redraw_lines(seat)
            self.add_anchor(seat, anchor)
            self.to_act_mask = bits.bit(seat) if self.find_node_cells(seat) else 0

    # ---- queries for the scene ----

    def next_on_line(self, seat: int, cell: int, step: int) -> int:
        """Return the next cell on a line of the seat; OUTSIDE where the line ends (O-7)."""
        beyond = NEAR[self.size][cell][step]
        return OUTSIDE if self.blocked_lines and self.owner[beyond] == 2 - seat else beyond

    def line_ends(self, seat: int, anchor: int) -> list[int | None]:
        """Return the last cell on each of the three lines of an anchor (O-7); None for a line without inner cells."""
        return [self.line_end(seat, anchor, axis) for axis in range(3)]

    def line_end(self, seat: int, anchor: int, axis: int) -> int | None:
        for direction in range(2):
            end, is_inside = anchor, False
            while (beyond := self.next_on_line(seat, end, AXIS_STEPS[axis][direction])) != OUTSIDE:
                end = beyond
                is_inside = is_inside or end < INNER[self.size]
            if is_inside:
                return end
        return None

    def crossings_after(self, seat: int, anchor: int) -> list[int]:
        """Return where the node could go after an anchor on an empty outer cell (O-5)."""
        after = self.copy()
        after.apply(anchor, seat)
        return after.legal_actions(seat) if after.turn == self.turn else []

    def winning_chain(self) -> list[int]:
        """Return the cells of the chain that has won (O-10), in ascending order; empty if none has."""
        roots = [self.find_root(cell) if self.owner[cell] else OUTSIDE for cell in range(CELLS[self.size])]
        for root in roots:
            if root != OUTSIDE and WINS[self.edges[root]]:
                return [cell for cell, other in enumerate(roots) if other == root]
        return []

    def joins_opposite_sides(self) -> bool:
        """Return whether the chain that has won joins two opposite sides, not three others (O-10)."""
        return board.has_opposite(self.edges[self.find_root(self.winning_chain()[0])])

    def find_root(self, cell: int) -> int:
        """Return the root of a cell's chain and leave the state unchanged, unlike `root`."""
        while self.parent[cell] != cell:
            cell = self.parent[cell]
        return cell
