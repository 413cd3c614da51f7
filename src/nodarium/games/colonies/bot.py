"""What a search should know about Nodes & Colonies: what a position is worth, learnt from games of the search."""

from __future__ import annotations

from nodarium.core import bits
from nodarium.core.knowledge import Knowledge
from nodarium.core.network import Network
from nodarium.games.colonies.board import COLONIES, NODE_CARD
from nodarium.games.colonies.rules import State

NOTHING = COLONIES
SIDE = 33  # numbers for one side
NETWORK = Network.of(__package__)


class Thinker(State):
    """A state that can be judged before its game has ended."""

    def judge(self, seat: int) -> float:
        if not self.acting:
            return 1.0 / bits.count(self.winners) if self.winners >> seat & 1 else 0.0
        numbers = [0.0] * 128
        if self.seats == 2:
            turn = self.seat_of_turn()
            self.traits(turn, numbers)
            worth = NETWORK.value(numbers)
            return worth if turn == seat else 1.0 - worth
        total = own = 0.0
        for other in range(self.seats):
            self.traits(other, numbers)
            worth = NETWORK.value(numbers) + 1e-6
            total += worth
            if other == seat:
                own = worth
        return own / total

    def traits(self, seat: int, numbers: list[float]) -> int:
        """What the seat has, what the others have, and how far the game is."""
        for index in range(2 * SIDE + 12):
            numbers[index] = 0.0
        most = 0
        for other in range(self.seats):
            self.side(other, numbers, 0 if other == seat else SIDE)
            if other != seat:
                most = max(most, bits.count(self.owned[other]))
        index = 2 * SIDE
        turn = self.seat_of_turn()
        left = self.size - self.drawn
        lead = bits.count(self.owned[seat]) - most
        numbers[index] = lead * 0.25
        numbers[index + 1] = 1.0 if lead > 0 else 0.0
        numbers[index + 2] = 1.0 if lead < 0 else 0.0
        numbers[index + 3] = left * 0.05
        numbers[index + 4] = 1.0 if left == 0 else 0.0
        numbers[index + 5] = 1.0 if left == 1 else 0.0
        numbers[index + 6] = 1.0 if left < 6 else 0.0
        numbers[index + 7] = 1.0 if left % self.seats == (seat + self.seats - turn) % self.seats else 0.0
        numbers[index + 8] = self.phase == 1
        numbers[index + 9] = self.phase == 2
        numbers[index + 10] = 1.0 if self.turn <= self.seats else 0.0
        numbers[index + 11] = bits.count((bits.bit(self.laid) - 1) & ~self.occupied()) * 0.2
        return index + 12

    def side(self, seat: int, numbers: list[float], index: int) -> None:
        """Add what one player has."""
        own = self.owned[seat]
        occupied = self.occupied()
        others = occupied & ~own
        nodes = bits.bit(self.laid) - 1
        resting = bits.bit(self.placed) if self.acting >> seat & 1 else 0
        near = taken = freely = 0
        todo = own
        while todo:
            node = bits.first(todo)
            todo &= todo - 1
            near |= self.near[node]
            colony = self.top[node]
            below = self.under[colony]
            numbers[index + self.kind[colony]] += 0.5
            reach = self.reach(node, others) & others if not resting >> node & 1 else 0
            taken |= reach
            if below != NOTHING:
                if self.owner[below] == seat:
                    freely |= reach
                    numbers[index + 10] += 0.5
                else:
                    numbers[index + 11] += 0.5
            if reach:
                numbers[index + 12] += 0.5
        strength = 0
        todo = own
        while todo:
            strength |= self.weaker[self.kind[self.top[bits.first(todo)]]]
            todo &= todo - 1
        reserve = 0
        for place in range(self.spent[seat], self.got[seat]):
            kind = self.hands[seat][place]
            numbers[index + 13 + kind] += 0.5
            if kind != NODE_CARD:
                reserve |= self.weaker[kind]
        numbers[index + 23] = (self.got[seat] - self.spent[seat]) * 0.2
        numbers[index + 24] += bits.count(own) * 0.2
        numbers[index + 25] += bits.count(taken) * 0.33
        numbers[index + 26] += bits.count(freely) * 0.33
        numbers[index + 27] += 1.0 if freely else 0.0
        numbers[index + 28] += bits.count(others & ~(strength | reserve)) * 0.25
        numbers[index + 29] += bits.count(others & (strength | reserve) & ~taken) * 0.25
        numbers[index + 30] += bits.count(near & nodes & ~occupied) * 0.33
        numbers[index + 31] += 1.0 if near & nodes & ~occupied else 0.0
        numbers[index + 32] += bits.count(near & self.rim) * 0.2


KNOWLEDGE = Knowledge(state=Thinker, settings={"steps": 0, "explore": 0.4})
