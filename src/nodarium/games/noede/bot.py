"""What a search should know about Nøde.

A piece that comes between two chains is answered, where that keeps them together:

     o   .          x has come; o goes to the dot, if a node can go there at all. The brink of the board
       x   o        counts like a chain for whom the cell would reach a new side.

A turn with an anchor puts two pieces on the board and opens lines; a node alone has to be worth more than that.
"""

from __future__ import annotations

from nodarium.core import bits, splitmix
from nodarium.core.bot_spec import BotSpec
from nodarium.games.noede import board, rules
from nodarium.games.noede.board import FRESH, OUTSIDE

INNER, NEAR, EDGES, BRINK, OPENERS = board.INNER, board.NEAR, board.EDGES, board.BRINK, board.OPENERS


class BotState(rules.State):
    def _has_played(self, seat: int, action: int) -> bool:
        return self.owner[action] == 1 + seat

    def _action_heuristic(self, seat: int, action: int) -> float:
        """A node alone is a turn half used (O-5)."""
        return -1.0 if self.phase == FRESH and action < INNER[self.size] and self.free_outer else 0.0

    def _guided_rollout(self, rng: int, depth: int) -> int:
        """Random steps, but a cut by the other player's last turn, by its anchor or its node, is answered."""
        mover = first = second = -1  # who is having a turn, and the cells that were taken in it
        hit = later_hit = wish = -1  # the cells taken in the turn before, and the one to answer with
        while self.to_act_mask and depth:
            depth -= 1
            seat = bits.lowest(self.to_act_mask)
            rng = splitmix.advance(rng)
            action = -1
            if seat != mover or self.phase == FRESH:
                hit, later_hit = first, second
                if seat == mover:  # the other player was skipped (O-9)
                    hit = later_hit = -1
                mover, first, second = seat, -1, -1
                wish = self._save_bridge(seat, hit)
                if wish < 0:
                    wish = self._save_bridge(seat, later_hit)
                if wish >= 0:
                    action = self._first_step_towards(seat, wish, rng)
            else:
                if wish >= INNER[self.size]:
                    wish = self._save_bridge(seat, later_hit)
                if 0 <= wish < INNER[self.size] and self.legal_inner[wish >> 6] >> (wish & 63) & 1:
                    action = wish
            if action < 0:
                action = self._nth_action(seat, splitmix.below(rng, self._count_actions(seat)))
            if first < 0:
                first = action
            else:
                second = action
            self._apply(seat, action)
        return rng

    def _save_bridge(self, seat: int, hit: int) -> int:
        """An empty cell that joins two own chains, or one to a side, beside a piece of the other player; -1 for none.

        The six cells around the piece are six bits in a ring: the answer is empty and its neighbours in the ring own.
        """
        if hit < 0:
            return -1
        own = taken = 0
        for step in range(6):
            owner = self.owner[NEAR[self.size][hit][step]]
            own |= (owner == 1 + seat) << step
            taken |= (owner != 0) << step
        own |= BRINK[self.size][hit]
        found = ~(own | taken) & (own << 1 | own >> 5) & (own >> 1 | own << 5) & 63
        while found:
            step = bits.lowest(found)
            found &= found - 1
            cell = NEAR[self.size][hit][step]
            left, right = NEAR[self.size][hit][(step + 5) % 6], NEAR[self.size][hit][(step + 1) % 6]
            if OUTSIDE in (left, right):
                if EDGES[self.size][cell] & ~self.edges[self.root(right if left == OUTSIDE else left)]:
                    return cell
            elif self.root(left) != self.root(right):
                return cell
        return -1

    def _first_step_towards(self, seat: int, cell: int, rng: int) -> int:
        """The step of a fresh turn that takes a cell: an anchor that opens it, if there is one; -1 for none (O-5)."""
        if cell >= INNER[self.size]:
            return cell
        word, place = cell >> 6, cell & 63
        q = self.lines[seat][0][word] >> place & 1
        r = self.lines[seat][1][word] >> place & 1
        s = self.lines[seat][2][word] >> place & 1
        anchors = self.free_outer
        anchors &= (
            (OPENERS[self.size][cell][0] if r | s else 0)
            | (OPENERS[self.size][cell][1] if q | s else 0)
            | (OPENERS[self.size][cell][2] if q | r else 0)
        )
        if anchors:
            return INNER[self.size] + bits.nth(anchors, splitmix.below(rng, bits.count(anchors)))
        return cell if self.legal_inner[word] >> place & 1 else -1

    # ---- the public door ----

    def save_bridge(self, hit: int, seat: int) -> int:
        """The cell with which a seat answers a piece that cuts; -1 for none."""
        return self._save_bridge(seat, hit)

    def first_step_towards(self, cell: int, seat: int, seed: int) -> int:
        """The step with which a seat begins a turn that takes a cell; -1 for none."""
        return self._first_step_towards(seat, cell, seed)


BASELINE = {
    "rave_equivalence": 0,
    "exploration": 1,
    "first_play_urgency": 1e6,
    "progressive_bias": 0,
    "guided_rollouts": 0,
}  # as the plain search

BOT = BotSpec(
    state_class=BotState,
    settings={
        "rave_equivalence": 1000,
        "exploration": 0.1,
        "first_play_urgency": 0,
        "progressive_bias": 0.5,
        "guided_rollouts": 1,
    },
    levels=(
        {**BASELINE, "playouts": 30, "temperature": 1},
        {**BASELINE, "playouts": 100},
        {"playouts": 30, "guided_rollouts": 0},
        {"playouts": 500},
        {"seconds": 1},
    ),
)
