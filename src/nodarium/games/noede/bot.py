"""Nøde's bot: a rollout policy that saves bridges, and an action heuristic.

The rollout policy answers a piece that cuts two chains apart, where the answer keeps them together:

     o   .          x was just placed; o goes to the dot, if a node is legal there. The edge of the board
       x   o        counts like a chain if the cell would reach a new side.

A turn with an anchor places two pieces and opens lines, so the heuristic prefers it to a node alone.
"""

from __future__ import annotations

from nodarium.core import bits, splitmix
from nodarium.core.bot_spec import BotSpec
from nodarium.games.noede import board
from nodarium.games.noede.board import FRESH, OUTSIDE
from nodarium.games.noede.rules import State

INNER, NEAR, EDGES, BRINK, OPENERS = board.INNER, board.NEAR, board.EDGES, board.BRINK, board.OPENERS


class BotState(State):
    def _has_played(self, seat: int, action: int) -> bool:
        return self.owner[action] == 1 + seat

    def _action_heuristic(self, seat: int, action: int) -> float:
        """Discourage a node alone, which uses only half a turn (O-5)."""
        return -1.0 if self.phase == FRESH and action < INNER[self.size] and self.free_outer else 0.0

    def _guided_rollout(self, rng: int, depth: int) -> int:
        """Play random steps, but answer a cut by the anchor or the node of the other player's last turn."""
        mover = first = second = -1  # the seat whose turn it is, and the cells taken in it
        cut = later_cut = goal = -1  # the cells taken in the turn before, and the cell to answer with
        while self.to_act_mask and depth:
            depth -= 1
            seat = bits.lowest(self.to_act_mask)
            rng = splitmix.advance(rng)
            action = -1
            if seat != mover or self.phase == FRESH:
                cut, later_cut = first, second
                if seat == mover:  # the other player was skipped (O-9)
                    cut = later_cut = -1
                mover, first, second = seat, -1, -1
                goal = self._save_bridge(seat, cut)
                if goal < 0:
                    goal = self._save_bridge(seat, later_cut)
                if goal >= 0:
                    action = self._first_step_towards(seat, goal, rng)
            else:
                if goal >= INNER[self.size]:
                    goal = self._save_bridge(seat, later_cut)
                if 0 <= goal < INNER[self.size] and self.legal_inner[goal >> 6] >> (goal & 63) & 1:
                    action = goal
            if action < 0:
                action = self._nth_action(seat, splitmix.below(rng, self._count_actions(seat)))
            if first < 0:
                first = action
            else:
                second = action
            self._apply(seat, action)
        return rng

    def _save_bridge(self, seat: int, cut: int) -> int:
        """Return an empty cell next to a cutting piece that joins two own chains, or one to a side; -1 if none does.

        The six cells around the piece are six bits in a ring. The answer is empty, and both its neighbours in the ring
        are the seat's own.
        """
        if cut < 0:
            return -1
        own = taken = 0
        for step in range(6):
            owner = self.owner[NEAR[self.size][cut][step]]
            own |= (owner == 1 + seat) << step
            taken |= (owner != 0) << step
        own |= BRINK[self.size][cut]
        found = ~(own | taken) & (own << 1 | own >> 5) & (own >> 1 | own << 5) & 63
        while found:
            step = bits.lowest(found)
            found &= found - 1
            cell = NEAR[self.size][cut][step]
            left, right = NEAR[self.size][cut][(step + 5) % 6], NEAR[self.size][cut][(step + 1) % 6]
            if OUTSIDE in (left, right):
                if EDGES[self.size][cell] & ~self.edges[self.root(right if left == OUTSIDE else left)]:
                    return cell
            elif self.root(left) != self.root(right):
                return cell
        return -1

    def _first_step_towards(self, seat: int, cell: int, rng: int) -> int:
        """Return the first step of a turn that takes a cell: preferably an anchor that opens it; -1 if none (O-5)."""
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

    # ---- checked methods ----

    def save_bridge(self, cut: int, seat: int) -> int:
        """Return the cell with which a seat answers a cutting piece; -1 if none."""
        return self._save_bridge(seat, cut)

    def first_step_towards(self, cell: int, seat: int, seed: int) -> int:
        """Return the first step of a turn that takes a cell; -1 if none."""
        return self._first_step_towards(seat, cell, seed)


BASELINE = {
    "rave_equivalence": 0,
    "exploration": 1,
    "first_play_urgency": 1e6,
    "progressive_bias": 0,
    "guided_rollouts": 0,
}  # plain UCT

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
