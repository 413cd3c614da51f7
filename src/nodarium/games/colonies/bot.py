"""The bot for Nodes & Colonies: a value network and a learnt policy, both trained by self-play.

The policy is log-linear in the features of an action. Its weights depend on the phase of the game (`_policy_row`).
"""

from __future__ import annotations

import math
import tomllib

from nodarium.core import bits
from nodarium.core.bot_spec import BotSpec
from nodarium.core.network import Network
from nodarium.games.colonies import board
from nodarium.games.colonies.board import COLONIES, COLONISE, COLONISED, END, EXPLORED, LINE, MOVE, NODE_CARD
from nodarium.games.colonies.rules import State

NOTHING = COLONIES
WHAT, WHERE, PREVAILS = board.WHAT, board.WHERE, board.PREVAILS
NETWORK = Network.load(__package__)  # two seats
MULTIPLAYER_NETWORK = Network.load(__package__, "multiplayer-network")  # three or four
# By phase of the game and action feature.
WEIGHTS = tomllib.loads(board.FOLDER.joinpath("weights.toml").read_text("utf-8"))["rows"]

SIDE_FEATURES = 32  # features of one side
# The first feature of each kind of action.
EXPLORING, SETTLING, STACKING, INVADING, SPREADING, GATHERING, ENDING = 0, 4, 15, 27, 36, 44, 52
NUM_ACTION_FEATURES = 53


class BotState(State):
    def _evaluate(self, seat: int) -> float:
        values = [0.0] * 4
        self._evaluate_all(values)
        return values[seat]

    def _evaluate_all(self, values: list[float]) -> None:
        """With two seats, evaluate for the seat whose turn it is; with more, for each, and normalize."""
        features = [0.0] * 128
        if not self.to_act_mask:
            for seat in range(self.seats):
                values[seat] = 1.0 / bits.count(self.winner_mask) if self.winner_mask >> seat & 1 else 0.0
        elif self.seats == 2:
            turn = self.seat_of_turn()
            self._features(turn, features)
            values[turn] = NETWORK.value(features)
            values[1 - turn] = 1.0 - values[turn]
        else:
            total = 0.0
            for seat in range(self.seats):
                self._features(seat, features)
                values[seat] = MULTIPLAYER_NETWORK.value(features) + 1e-6
                total += values[seat]
            for seat in range(self.seats):
                values[seat] /= total

    # ---- features of a position ----

    def _features(self, seat: int, features: list[float]) -> int:
        """Write what the seat has, what the others have together, who leads, and how far the game is."""
        index = 2 * SIDE_FEATURES
        for place in range(index):
            features[place] = 0.0
        most = 0
        for other in range(self.seats):
            self._side_features(other, features, 0 if other == seat else SIDE_FEATURES)
            if other != seat:
                most = max(most, bits.count(self.owned[other]))
        lead = bits.count(self.owned[seat]) - most
        left = self.size - self.drawn
        ahead = (seat + self.seats - self.seat_of_turn()) % self.seats  # turns until the seat's own
        features[index] = lead * 0.25
        features[index + 1] = 1.0 if lead > 0 else 0.0
        features[index + 2] = 1.0 if lead < 0 else 0.0
        features[index + 3] = left * 0.05
        features[index + 4] = 1.0 if left == 0 else 0.0
        features[index + 5] = 1.0 if left == 1 else 0.0
        features[index + 6] = 1.0 if left < 6 else 0.0
        features[index + 7] = 1.0 if left % self.seats == ahead else 0.0  # the last turn is the seat's
        features[index + 8] = 1.0 if self.phase == EXPLORED else 0.0
        features[index + 9] = 1.0 if self.phase == COLONISED else 0.0
        features[index + 10] = 1.0 if self.turn <= self.seats else 0.0
        features[index + 11] = bits.count((bits.bit(self.laid) - 1) & ~self.occupied()) * 0.2
        index += 12
        if self.seats > 2:
            for turns in range(4):
                features[index + turns] = 1.0 if ahead == turns else 0.0
            features[index + 4] = self.seats - 3
            index += 5
        return index

    def _side_features(self, seat: int, features: list[float], index: int) -> None:
        """Add what one player has: Colonies by kind, stacks, invasions; the hand; places to settle and to explore."""
        own = self.owned[seat]
        others = self.occupied() & ~own
        empty = (bits.bit(self.laid) - 1) & ~own & ~others
        resting = bits.bit(self.placed) if self.to_act_mask >> seat & 1 else 0  # C-12
        near = taken = freely = power = 0
        todo = own
        while todo:
            node = bits.lowest(todo)
            todo &= todo - 1
            colony = self.top[node]
            below = self.under[colony]
            reach = 0 if resting >> node & 1 else self.reach(node, others) & others
            near |= self.near[node]
            taken |= reach
            power |= self.weaker[self.kind[colony]]
            features[index + self.kind[colony]] += 0.5
            if below != NOTHING and self.owner[below] == seat:
                freely |= reach  # the Colony below keeps the Node
                features[index + 9] += 0.5
            elif below != NOTHING:
                features[index + 10] += 0.5  # it covers another player's Colony
            if reach:
                features[index + 11] += 0.5
        for place in range(self.spent[seat], self.got[seat]):
            kind = self.hands[seat][place]
            features[index + 12 + kind] += 0.5
            if kind != NODE_CARD:
                power |= self.weaker[kind]
        features[index + 22] += (self.got[seat] - self.spent[seat]) * 0.2
        features[index + 23] += bits.count(own) * 0.2
        features[index + 24] += bits.count(taken) * 0.33
        features[index + 25] += bits.count(freely) * 0.33
        features[index + 26] += 1.0 if freely else 0.0
        features[index + 27] += bits.count(others & ~power) * 0.25  # safe from this player
        features[index + 28] += bits.count(others & power & ~taken) * 0.25
        features[index + 29] += bits.count(near & empty) * 0.33
        features[index + 30] += 1.0 if near & empty else 0.0
        features[index + 31] += bits.count(near & self.rim) * 0.2

    # ---- features of an action ----

    def _policy(self, seat: int, actions: list[int], total: int, weights: list[float]) -> None:
        threats = [0] * 9
        features = [0.0] * 64
        self._find_threats(seat, threats)
        row = WEIGHTS[self._policy_row(seat)]
        for k in range(total):
            self._action_features_of(seat, actions[k], threats, features)
            score = 0.0
            for index in range(NUM_ACTION_FEATURES):
                score += row[index] * features[index]
            weights[k] = math.exp(score)

    def _action_features(self, seat: int, action: int, features: list[float]) -> int:
        threats = [0] * 9
        self._find_threats(seat, threats)
        self._action_features_of(seat, action, threats, features)
        return NUM_ACTION_FEATURES

    def _policy_row(self, seat: int) -> int:
        """Return 0 for the first round, 1 for the middle of the game, 2 near the end, 3 for the last round.

        With three or four seats, add 4.
        """
        left = self.size - self.drawn
        many = 4 if self.seats > 2 else 0
        if self.turn <= self.seats:
            return many
        return many + (3 if left < self.seats else 2 if left < 3 * self.seats else 1)

    def _find_threats(self, seat: int, threats: list[int]) -> None:
        """Write, by kind of Colony, the Nodes where another player could invade it."""
        for kind in range(9):
            threats[kind] = 0
        todo = self.occupied() & ~self.owned[seat]
        while todo:
            node = bits.lowest(todo)
            todo &= todo - 1
            invader = self.kind[self.top[node]]
            sight = self._sight(node, self.occupied() & ~self.weaker[invader])
            for kind in range(9):
                if PREVAILS[invader] >> kind & 1:
                    threats[kind] |= sight

    def _sight(self, node: int, closed: int) -> int:
        """Return the Nodes visible from a Node: closed ones too, but none behind them."""
        if self.movement != LINE:
            return self.near[node]
        found = 0
        for side in range(4):
            ray = self.rays[node][side]
            walls = ray & closed
            while walls:
                ray &= ~self.rays[bits.lowest(walls)][side]
                walls &= walls - 1
            found |= ray
        return found

    def _targets(self, seat: int, kind: int, node: int) -> int:
        """Return the Nodes that a kind of Colony could invade from a Node."""
        others = self.occupied() & ~self.owned[seat]
        return self._sight(node, others & ~self.weaker[kind]) & others & self.weaker[kind]

    def _action_features_of(self, seat: int, action: int, threats: list[int], features: list[float]) -> None:
        """Write all features of an action."""
        for index in range(NUM_ACTION_FEATURES):
            features[index] = 0.0
        if action < COLONISE:
            self._exploring_features(seat, WHERE[action], features)
        elif action < MOVE:
            self._colonising_features(seat, WHAT[action], WHERE[action], threats, features)
        elif action < END:
            self._moving_features(seat, WHAT[action], WHERE[action], threats, features)
        else:
            features[ENDING] = 1.0

    def _exploring_features(self, seat: int, rim: int, features: list[float]) -> None:
        """Write how many neighbours of the spot are own, other players' and unoccupied Nodes."""
        own, occupied = self.owned[seat], self.occupied()
        features[EXPLORING] = 1.0
        for node in range(self.laid):
            if self.near[node] >> rim & 1:
                features[EXPLORING + (1 if own >> node & 1 else 2 if occupied >> node & 1 else 3)] += 0.5

    def _colonising_features(self, seat: int, kind: int, node: int, threats: list[int], features: list[float]) -> None:
        """Write the Colony's level, its risk and its targets on the Node, and the neighbours of the Node."""
        own = self.owned[seat]
        others = self.occupied() & ~own
        level = kind % 3
        at_risk = threats[kind] >> node & 1
        targets = self._targets(seat, kind, node)
        empty = (bits.bit(self.laid) - 1) & ~own & ~others
        index = STACKING if own >> node & 1 else SETTLING
        features[index] = 1.0
        features[index + 1] = 1.0 if level == 1 else 0.0
        features[index + 2] = 1.0 if level == 2 else 0.0
        features[index + 3] = at_risk
        features[index + 4] = bits.count(targets) * 0.5
        features[index + 5] = bits.count(self.near[node] & empty) * 0.5
        features[index + 6] = 1.0 if targets else 0.0
        features[index + 7] = bits.count(self.near[node] & own) * 0.5
        if index == SETTLING:
            features[index + 8] = 1.0 if at_risk and level == 2 else 0.0
            features[index + 9] = bits.count(self.near[node] & others) * 0.5
            features[index + 10] = 1.0 if at_risk and level == 0 else 0.0
        else:
            covered = self.kind[self.top[node]]
            features[index + 8] = 1.0 if threats[covered] >> node & 1 and not at_risk else 0.0
            features[index + 9] = 1.0 if self.under[self.top[node]] != NOTHING else 0.0
            features[index + 10] = 1.0 if covered % 3 > level else 0.0
            features[index + 11] = 1.0 if self.sites & ~own else 0.0  # it could have settled a Node instead

    def _moving_features(self, seat: int, node: int, target: int, threats: list[int], features: list[float]) -> None:
        """Write what a move leaves behind, the risk before and after it, and what it invades or could invade next."""
        colony, goal = self.top[node], self.top[target]
        kind, below = self.kind[colony], self.under[colony]
        own = self.owned[seat]
        index = GATHERING if own >> target & 1 else SPREADING if goal == NOTHING else INVADING
        stays = below != NOTHING and self.owner[below] == seat
        features[index] = 1.0
        features[index + 1] = 1.0 if stays else 0.0
        features[index + 2] = 1.0 if below != NOTHING and not stays else 0.0
        features[index + 3] = threats[kind] >> target & 1
        features[index + 4] = threats[kind] >> node & 1
        features[index + 5] = kind % 3 * 0.5
        if index == INVADING:
            features[index + 6] = self.kind[goal] % 3 * 0.5
            features[index + 7] = 1.0 if self.under[goal] != NOTHING else 0.0
            loser = self.owner[goal]
            if self.owned[loser] == bits.bit(target):  # C-13 (4): the game ends, well or badly
                most = 0
                for other in range(self.seats):
                    if other not in (seat, loser):
                        most = max(most, bits.count(self.owned[other]))
                features[index + 8] = 1.0 if bits.count(own) + stays > most else -1.0
        else:
            targets = self._targets(seat, kind, target)
            features[index + 6] = bits.count(targets) * 0.5
            features[index + 7] = 1.0 if targets else 0.0


BOT = BotSpec(
    state_class=BotState,
    settings={"rollout_depth": 0, "c_puct": 0.6},
    levels=(
        {"playouts": 15, "rollout_depth": -1, "c_puct": 0},  # values from random games
        {"playouts": 500, "rollout_depth": -1, "c_puct": 0, "exploration": 0.4},
        {"playouts": 300, "rollout_depth": -1, "c_puct": 0.1},  # with the policy, but values from random games
        {"playouts": 10},
        {"seconds": 1},
    ),
)
