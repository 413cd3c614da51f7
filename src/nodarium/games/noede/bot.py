"""What a search should know about Nøde."""

from __future__ import annotations
import os

from nodarium.core import bits
from nodarium.core.knowledge import Knowledge
from nodarium.games.noede import board, rules
from nodarium.games.noede.board import BOARDS, OUTSIDE

FRESH = 1
INNER, NEAR, EDGES = board.INNER, board.NEAR, board.EDGES
OPENERS = board.OPENERS
SAVE = int(os.environ.get("V_SAVE", "1"))
ANCH = int(os.environ.get("V_ANCH", "0"))


class Thinker(rules.State):
    def has_done(self, seat: int, action: int) -> bool:
        return self.owner[action] == 1 + seat

    def play_on(self, rng: int, steps: int) -> int:
        mover = -1
        hit = late_hit = mine = late = wish = -1
        while self.acting and steps:
            steps -= 1
            seat = bits.first(self.acting)
            rng = bits.advance(rng)
            action = -1
            if seat != mover or self.phase == FRESH:
                if seat != mover:
                    hit, late_hit = mine, late
                else:
                    hit = late_hit = -1
                mover = seat
                mine = late = wish = -1
                if SAVE and hit >= 0:
                    wish = self.saver(seat, hit)
                if SAVE and late_hit >= 0 and wish < 0:
                    wish = self.saver(seat, late_hit)
                if wish >= 0:
                    action = self.towards(seat, wish, rng)
                if action < 0 and self.legal_outer and bits.below(rng ^ 77, 100) < ANCH:
                    action = INNER[self.size] + bits.nth(self.legal_outer, bits.below(rng, bits.count(self.legal_outer)))
                if action < 0:
                    action = self.nth(seat, bits.below(rng, self.count(seat)))
                mine = action
            else:
                if wish >= INNER[self.size]:
                    wish = self.saver(seat, late_hit) if late_hit >= 0 else -1
                if 0 <= wish < INNER[self.size] and self.legal_inner[wish >> 6] >> (wish & 63) & 1:
                    action = wish
                else:
                    action = self.nth(seat, bits.below(rng, self.count(seat)))
                late = action
            self.step(seat, action)
        return rng

    def saver(self, seat: int, hit: int) -> int:
        """A cell that keeps two own chains together which a piece comes between."""
        own = empty = 0
        for step in range(6):
            other = NEAR[self.size][hit][step]
            if other == OUTSIDE or self.owner[other] == 1 + seat:
                own |= 1 << step
            elif self.owner[other] == 0:
                empty |= 1 << step
        found = empty & (own << 1 | own >> 5) & (own >> 1 | own << 5)
        while found:
            step = bits.first(found)
            found &= found - 1
            cell = NEAR[self.size][hit][step]
            left = NEAR[self.size][hit][(step + 5) % 6]
            right = NEAR[self.size][hit][(step + 1) % 6]
            if left == OUTSIDE:
                if EDGES[self.size][cell] & ~self.edges[self.root(right)]:
                    return cell
            elif right == OUTSIDE:
                if EDGES[self.size][cell] & ~self.edges[self.root(left)]:
                    return cell
            elif self.root(left) != self.root(right):
                return cell
        return -1

    def towards(self, seat: int, cell: int, rng: int) -> int:
        """The step that takes a cell in this turn or opens it; -1 for none."""
        if cell >= INNER[self.size]:
            return cell
        word, place = cell >> 6, cell & 63
        q = self.lines[seat][0][word] >> place & 1
        r = self.lines[seat][1][word] >> place & 1
        s = self.lines[seat][2][word] >> place & 1
        some = bits.bit(0) - 1
        if r | s:
            some |= OPENERS[self.size][cell][0]
        if q | s:
            some |= OPENERS[self.size][cell][1]
        if q | r:
            some |= OPENERS[self.size][cell][2]
        some &= self.free_outer
        if some:
            return INNER[self.size] + bits.nth(some, bits.below(rng, bits.count(some)))
        return cell if self.legal_inner[word] >> place & 1 else -1


KNOWLEDGE = Knowledge(state=Thinker, settings={"amaf": 1000, "explore": 0.0, "urgency": 0, "policy": 1})
