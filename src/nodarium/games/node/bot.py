"""NODE's bot: a value network, trained by self-play."""

from __future__ import annotations

from nodarium.core import bits
from nodarium.core.bot_spec import BotSpec
from nodarium.core.network import Network
from nodarium.games.node import board
from nodarium.games.node.board import (
    ADVANCED,
    BLUE,
    CORNERS,
    CUBES_EACH,
    EDGES,
    GREEN,
    NOTHING,
    RED,
    SETUP_STEPS,
    YELLOW,
)
from nodarium.games.node.rules import State

AROUND, YIELDS, LIMITS = board.AROUND, board.YIELDS, board.LIMITS
SQUARE_CORNERS, SQUARE_EDGES = board.SQUARE_CORNERS, board.SQUARE_EDGES
NETWORK, ADVANCED_NETWORK = Network.load(__package__), Network.load(__package__, "advanced-network")


class BotState(State):
    def _evaluate(self, seat: int) -> float:
        """Return the network's value, computed for the seat to act."""
        if not self.to_act_mask:
            return (0.0 + (self.winner_mask >> seat & 1)) if self.winner_mask else 0.5
        features = [0.0] * 128
        mover = self.to_act_mask >> 1
        self._features(mover, features)
        value = ADVANCED_NETWORK.value(features) if self.variant == ADVANCED else NETWORK.value(features)
        return value if mover == seat else 1.0 - value

    def _features(self, seat: int, features: list[float]) -> int:
        index = self._side_features(seat, features, 0)
        index = self._side_features(1 - seat, features, index)
        own, other = self.largest_network(seat), self.largest_network(1 - seat)
        features[index] = 1.0 if own > other else 0.0  # N-26
        features[index + 1] = 1.0 if other > own else 0.0
        features[index + 2] = self.threes
        features[index + 3] = self.posts(seat) - self.twos if self.stage == SETUP_STEPS else 0.0
        index += 4
        for colour in range(4):  # the bank (N-13)
            features[index + colour] = (CUBES_EACH - self.cubes[0][colour] - self.cubes[1][colour]) * 0.1
        index += 4
        for stage in range(SETUP_STEPS):
            features[index + stage] = 1.0 if self.stage == stage else 0.0
        return index + SETUP_STEPS

    def _side_features(self, seat: int, features: list[float], index: int) -> int:
        """Write what one player has: income, cubes, points, network, and places to build on."""
        cubes, income = self.cubes[seat], self.income[seat]
        for colour in range(4):
            features[index] = income[colour] * 0.33
            features[index + 1] = 1.0 if income[colour] else 0.0
            features[index + 2] = cubes[colour] * 0.25
            features[index + 3] = 1.0 if cubes[colour] >= 1 else 0.0
            features[index + 4] = 1.0 if cubes[colour] >= 2 else 0.0
            index += 5
        score = self.score(seat)
        for goal in range(7, 10):
            features[index + goal - 7] = 1.0 if score >= goal else 0.0
        features[index + 3] = score * 0.1
        features[index + 4] = self.largest_network(seat) * 0.1
        features[index + 5] = bits.count(self.pieces[seat] & CORNERS) * 0.2
        features[index + 6] = bits.count(self.captured[seat]) * 0.5
        features[index + 7] = self.posts(seat) * 0.5
        features[index + 8] = 1.0 if cubes[YELLOW] >= 2 and cubes[GREEN] >= 2 else 0.0  # N-15
        features[index + 9] = 1.0 if cubes[RED] and cubes[BLUE] else 0.0  # N-14
        taken = self.pieces[0] | self.pieces[1]
        sites = self.sites(seat) & ~taken
        features[index + 10] = bits.count(sites & CORNERS) * 0.2
        features[index + 11] = bits.count(sites & EDGES) * 0.15
        index += 12
        index = self._income_features(seat, features, self._capture_features(seat, features, index))
        return self._risk_features(seat, features, index)

    def _capture_features(self, seat: int, features: list[float], index: int) -> int:
        """Write how many squares one or two more branches could capture (N-22)."""
        captured = self.captured[0] | self.captured[1]
        near = far = 0
        for square in range(13):
            if not captured >> square & 1 and not self.pieces[1 - seat] & SQUARE_EDGES[square]:
                branches = bits.count(self.pieces[seat] & SQUARE_EDGES[square])
                near += branches == 3
                far += branches == 2
        features[index] = near * 0.5
        features[index + 1] = far * 0.33
        return index + 2

    def _income_features(self, seat: int, features: list[float], index: int) -> int:
        """Write the most that a new node of the player could collect, by colour and in all."""
        taken = self.pieces[0] | self.pieces[1]
        captured = self.captured[0] | self.captured[1]
        for offset in range(5):
            features[index + offset] = 0.0
        corners = self.sites(seat) & ~taken & CORNERS
        while corners:
            corner = bits.lowest(corners)
            corners &= corners - 1
            gains = [0] * 5
            squares = AROUND[corner]
            while squares:
                square = bits.lowest(squares)
                squares &= squares - 1
                colour = YIELDS[self.tiles[square]]
                if colour == NOTHING:
                    continue
                if captured >> square & 1:
                    pays = self.captured[seat] >> square & 1
                else:
                    pays = bits.count(taken & SQUARE_CORNERS[square]) < LIMITS[self.tiles[square]]
                gains[colour] += pays
                gains[4] += pays
            for offset in range(5):
                features[index + offset] = max(features[index + offset], gains[offset] * 0.5)
        return index + 5

    def _risk_features(self, seat: int, features: list[float], index: int) -> int:
        """Write the income that one more node would end (N-11), and the part that the other player can end next."""
        taken = self.pieces[0] | self.pieces[1]
        captured = self.captured[0] | self.captured[1]
        sites = self.sites(1 - seat) & ~taken
        brittle = threatened = 0
        for square in range(13):
            tile = self.tiles[square]
            if YIELDS[tile] == NOTHING or captured >> square & 1:
                continue
            if bits.count(taken & SQUARE_CORNERS[square]) == LIMITS[tile]:
                nodes = bits.count(self.pieces[seat] & SQUARE_CORNERS[square])
                brittle += nodes
                if sites & SQUARE_CORNERS[square]:
                    threatened += nodes
        features[index] = brittle * 0.33
        features[index + 1] = threatened * 0.33
        return index + 2


BASELINE = {"prior_visits": 0, "rollout_depth": -1, "exploration": 1.0}  # no evaluation: rollouts to the end
BOT = BotSpec(
    state_class=BotState,
    settings={"rollout_depth": 0, "prior_visits": 3, "exploration": 0.1},
    levels=(
        {**BASELINE, "playouts": 15},
        {**BASELINE, "playouts": 60},
        {**BASELINE, "playouts": 250},
        {"playouts": 40},
        {"seconds": 1, "naive_opponent": 0.8},
    ),
)
