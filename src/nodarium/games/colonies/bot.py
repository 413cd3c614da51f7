"""What a search should know about Nodes & Colonies: what a position is worth, learnt from games of the search."""

from __future__ import annotations

import math
import tomllib

from nodarium.core import bits
from nodarium.core.knowledge import Knowledge
from nodarium.core.network import Network
from nodarium.games.colonies import board
from nodarium.games.colonies.board import COLONIES, COLONISE, END, LINE, MOVE, NODE_CARD
from nodarium.games.colonies.rules import State

NOTHING = COLONIES
SIDE = 33  # numbers for one side
CLUES = 54
WHAT, WHERE, PREVAILS = board.WHAT, board.WHERE, board.PREVAILS
WEIGHTS = tomllib.loads(board.FOLDER.joinpath("weights.toml").read_text("utf-8"))["rows"]
NETWORK, MANY = Network.of(__package__), Network.of(__package__, "many")  # for two seats, and for more


class Thinker(State):
    """A state that can be judged before its game has ended."""

    def judge(self, seat: int) -> float:
        worths = [0.0] * 4
        self.share(worths)
        return worths[seat]

    def share(self, worths: list[float]) -> None:
        """Of two seats, as the one whose turn it is sees it; of more, as all do, in proportion."""
        numbers = [0.0] * 128
        if not self.acting:
            for seat in range(self.seats):
                worths[seat] = 1.0 / bits.count(self.winners) if self.winners >> seat & 1 else 0.0
        elif self.seats == 2:
            turn = self.seat_of_turn()
            self.traits(turn, numbers)
            worths[turn] = NETWORK.value(numbers)
            worths[1 - turn] = 1.0 - worths[turn]
        else:
            total = 0.0
            for seat in range(self.seats):
                self.traits(seat, numbers)
                worths[seat] = MANY.value(numbers) + 1e-6
                total += worths[seat]
            for seat in range(self.seats):
                worths[seat] /= total

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
        index += 12
        if self.seats == 2:
            return index
        for ahead in range(4):
            numbers[index + ahead] = 1.0 if (seat + self.seats - turn) % self.seats == ahead else 0.0
        numbers[index + 4] = self.seats - 3
        return index + 5

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
        numbers[index + 23] += (self.got[seat] - self.spent[seat]) * 0.2
        numbers[index + 24] += bits.count(own) * 0.2
        numbers[index + 25] += bits.count(taken) * 0.33
        numbers[index + 26] += bits.count(freely) * 0.33
        numbers[index + 27] += 1.0 if freely else 0.0
        numbers[index + 28] += bits.count(others & ~(strength | reserve)) * 0.25
        numbers[index + 29] += bits.count(others & (strength | reserve) & ~taken) * 0.25
        numbers[index + 30] += bits.count(near & nodes & ~occupied) * 0.33
        numbers[index + 31] += 1.0 if near & nodes & ~occupied else 0.0
        numbers[index + 32] += bits.count(near & self.rim) * 0.2

    # ---- what an action looks like ----

    def weigh(self, seat: int, actions: list[int], total: int, weights: list[float]) -> None:
        risk = [0] * 9
        numbers = [0.0] * 64
        self.find_risk(seat, risk)
        row = WEIGHTS[self.era()]
        for k in range(total):
            self.look(seat, actions[k], risk, numbers)
            score = 0.0
            for clue in range(CLUES):
                score += row[clue] * numbers[clue]
            weights[k] = math.exp(score)

    def clues(self, seat: int, action: int, numbers: list[float]) -> int:
        risk = [0] * 9
        found = [0.0] * 64
        self.find_risk(seat, risk)
        self.look(seat, action, risk, found)
        numbers[0] = self.era()
        for clue in range(CLUES):
            numbers[1 + clue] = found[clue]
        return 1 + CLUES

    def era(self) -> int:
        """The first round, most of the game, its last three rounds, its last round; with more than two seats, 4 more."""
        left = self.size - self.drawn
        many = 4 if self.seats > 2 else 0
        if self.turn <= self.seats:
            return many
        return many + (3 if left < self.seats else 2 if left < 3 * self.seats else 1)

    def find_risk(self, seat: int, risk: list[int]) -> None:
        """Of each kind, the Nodes on which another player's Colony could come to invade it."""
        for kind in range(9):
            risk[kind] = 0
        others = self.occupied() & ~self.owned[seat]
        todo = others
        while todo:
            node = bits.first(todo)
            todo &= todo - 1
            strong = self.kind[self.top[node]]
            sight = self.sight(node, self.occupied() & ~self.weaker[strong])
            for kind in range(9):
                if PREVAILS[strong] >> kind & 1:
                    risk[kind] |= sight

    def sight(self, node: int, closed: int) -> int:
        """What can be seen from a Node, closed Nodes included and nothing behind them."""
        if self.movement != LINE:
            return self.near[node]
        found = 0
        for side in range(4):
            ray = self.rays[node][side]
            walls = ray & closed
            while walls:
                ray &= ~self.rays[bits.first(walls)][side]
                walls &= walls - 1
            found |= ray
        return found

    def look(self, seat: int, action: int, risk: list[int], numbers: list[float]) -> None:
        for clue in range(CLUES):
            numbers[clue] = 0.0
        own = self.owned[seat]
        others = self.occupied() & ~own
        nodes = bits.bit(self.laid) - 1
        what, where = WHAT[action], WHERE[action]
        spot = bits.bit(where)
        if action < COLONISE:
            numbers[0] = 1.0
            todo = nodes
            while todo:
                node = bits.first(todo)
                todo &= todo - 1
                if self.near[node] >> where & 1:
                    numbers[1 if own >> node & 1 else 2 if others >> node & 1 else 3] += 0.5
        elif action < MOVE:
            empty = 0 if own & spot else 1
            base = 4 if empty else 16
            level = what % 3
            numbers[base] = 1.0
            numbers[base + 1] = level == 1
            numbers[base + 2] = level == 2
            at_risk = risk[what] >> where & 1
            numbers[base + 3] = at_risk
            attacks = self.sight(where, others & ~self.weaker[what]) & others & self.weaker[what]
            numbers[base + 4] = bits.count(attacks) * 0.5
            numbers[base + 5] = bits.count(self.near[where] & nodes & ~own & ~others) * 0.5
            numbers[base + 6] = 1.0 if attacks else 0.0
            numbers[base + 7] = bits.count(self.near[where] & own) * 0.5
            if not empty:
                colony = self.top[where]
                before = self.kind[colony]
                numbers[base + 8] = 1.0 if risk[before] >> where & 1 and not at_risk else 0.0
                numbers[base + 9] = 1.0 if self.under[colony] != NOTHING else 0.0
                numbers[base + 10] = 1.0 if before % 3 > level else 0.0
                numbers[base + 11] = 1.0 if self.sites & ~own else 0.0
            else:
                numbers[base + 8] = 1.0 if at_risk and level == 2 else 0.0
                numbers[base + 9] = bits.count(self.near[where] & others) * 0.5
                numbers[base + 10] = 1.0 if at_risk and level == 0 else 0.0
        elif action < END:
            colony = self.top[what]
            kind = self.kind[colony]
            below = self.under[colony]
            base = 28 if others & spot else 45 if own & spot else 37
            numbers[base] = 1.0
            if below != NOTHING:
                numbers[base + (1 if self.owner[below] == seat else 2)] = 1.0
            numbers[base + 3] = risk[kind] >> where & 1
            numbers[base + 4] = risk[kind] >> what & 1
            numbers[base + 5] = kind % 3 * 0.5
            if others & spot:
                above = self.top[where]
                numbers[base + 6] = self.kind[above] % 3 * 0.5
                numbers[base + 7] = 1.0 if self.under[above] != NOTHING else 0.0
                ruler = self.owner[above]
                if self.owned[ruler] == spot or (others | own == nodes and others == spot):
                    gain = 1 if below != NOTHING and self.owner[below] == seat else 0
                    lead = bits.count(own) + gain - 1
                    numbers[base + 8] = 1.0 if lead > 0 else -1.0
            else:
                attacks = self.sight(where, others & ~self.weaker[kind]) & others & self.weaker[kind]
                numbers[base + 6] = bits.count(attacks) * 0.5
                numbers[base + 7] = 1.0 if attacks else 0.0
        else:
            numbers[53] = 1.0


KNOWLEDGE = Knowledge(
    state=Thinker,
    settings={"steps": 0, "lean": 0.6},
    levels=(
        {"playouts": 20, "steps": -1, "lean": 0},  # guesses how random games would end
        {"playouts": 150, "steps": -1, "lean": 0},
        {"playouts": 1000, "lean": 0, "explore": 0.2},  # judges positions, and looks at every action
        {"playouts": 30},
        {"seconds": 1},
    ),
)
