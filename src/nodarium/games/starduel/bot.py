"""Star Duel's bot: a rollout policy, an action heuristic and a value network for the start of a round."""

from __future__ import annotations

from nodarium.core import bits, memory, splitmix
from nodarium.core.bot_spec import BotSpec
from nodarium.core.network import Network
from nodarium.games.starduel import board
from nodarium.games.starduel.board import (
    ATTACK,
    END,
    ENERGY,
    EXHAUST,
    FIRST,
    INFLUENCE,
    MAX_SPACES,
    MINERALS,
    MOVE,
    MOVED,
    POPULATION,
    PRODUCE,
    PRODUCING,
    PROGRAMMING,
    QUIET_ROUNDS,
    REPLACING,
    ROUNDS,
    ROW_1,
    ROW_3,
    ROW_5,
    STANDSTILL,
    SWAP,
    row,
)
from nodarium.games.starduel.rules import State

SIDE_FEATURES = 30  # features of one side
UNLIMITED_ENERGY = 20  # more than any path costs
VALUE_OF_COUNT_WIN = 0.75  # S-19: below 1, so that the bot prefers to win by force; a loss is still 0
HOME_ROWS_0, HOME_ROWS_1 = ROW_1 | row(2), ROW_5 | row(4)
LOWER, HIGHER = board.LOWER, board.HIGHER
NETWORK = Network.load(__package__)


class BotState(State):
    def _guided_rollout(self, rng: int, depth: int) -> int:
        """Play sensible programs and steps. The network evaluates only the start of a round, so rollouts end there."""
        while self.to_act_mask:
            rng = splitmix.advance(rng)
            if depth == 0 and self._can_evaluate():
                break
            if depth > 0:
                depth -= 1
            seat = bits.lowest(self.to_act_mask)
            if self.phase == PROGRAMMING:
                self._apply(seat, self._rollout_program(seat, rng))
            else:
                self._apply(seat, self._rollout_step(seat, rng))
        return rng

    def _can_evaluate(self) -> bool:
        return self.phase == PROGRAMMING and self.to_act_mask == 3

    def _rollout_program(self, seat: int, rng: int) -> int:
        """Choose a target that could be activated or attacked now, or energy."""
        useful = self.useful(seat)
        k = splitmix.below(rng, bits.count(useful) + 1)
        if k == bits.count(useful):
            return PRODUCING
        own = self.own_nth(seat, useful, k)
        return own if own < REPLACING else own + 2

    def _rollout_step(self, seat: int, rng: int) -> int:
        """Execute unless that loses, save a node from an attack, follow one that fled, rarely exhaust one, then end."""
        if self.runs:
            if not ATTACK <= self.run < PRODUCE:
                return self._nth_action(seat, splitmix.below(rng, self.runs))
            paid = self.balanced_payment(seat)
            if paid >= 0:
                return ATTACK + paid
        if self.phase == FIRST and not self.done & MOVED:
            aim = self.node_under_attack(seat)
            if aim:
                free = self.region_of(aim) & ~self.owned[seat]
                if free:
                    start = self.own_nth(seat, aim, 0)
                    end = self.own_nth(seat, free, splitmix.below(rng, bits.count(free)))
                    return MOVE + start * MAX_SPACES + end
                if aim & self.exhaustible and self.tracks[seat][INFLUENCE] > 1:
                    return EXHAUST + self.own_nth(seat, aim, 0)
        if not self.done & MOVED:
            gap = self.vacated_space(seat)
            if gap:
                nodes = self.flood(gap, self.passable(seat)) & self.owned[seat]
                return MOVE + self.own_nth(seat, nodes, 0) * MAX_SPACES + self.own_nth(seat, gap, 0)
        if self.exhaustible and self.tracks[seat][INFLUENCE] > 1 and splitmix.below(rng, 8) == 0:
            rng = splitmix.advance(rng)
            return EXHAUST + self.own_nth(seat, self.exhaustible, splitmix.below(rng, bits.count(self.exhaustible)))
        return END

    def balanced_payment(self, seat: int) -> int:
        """Return the population to pay for the attack so that about equal amounts remain; -1 if any payment loses."""
        least = self.run - ATTACK
        most = min(least + self.runs, self.tracks[seat][POPULATION]) - 1
        if least == 0 and most < 0:
            return 0
        if most < least:
            return -1
        defense = self.defense[self.card[self.space_at(self.target(seat))]]
        even = (self.tracks[seat][POPULATION] - self.tracks[seat][MINERALS] + defense) // 2
        return min(max(even, least), most)

    def node_under_attack(self, seat: int) -> int:
        """Return the seat's node at which the opponent's program is aimed, as a set; empty if they can't pay for it."""
        aim = self.target(1 - seat) & self.owned[seat]
        return aim if aim and self.can_pay(1 - seat, self.card[self.space_at(aim)]) else 0

    def vacated_space(self, seat: int) -> int:
        """Return the space from which a node fled the seat's attack, as a set; empty if no node can follow.

        Following takes an open space out of the opponent's reach, so that the next node can't flee.
        """
        if self.phase == FIRST or self.programs[seat] == PRODUCING or self.programs[seat] == REPLACING:
            return 0
        gap = self.target(seat) & self.spaces & ~(self.inactive | self.owned[0] | self.owned[1])
        if (
            gap
            and self.flood(gap, self.passable(seat)) & self.owned[seat]
            and self.neighbours(gap) & self.owned[1 - seat]
        ):
            return gap
        return 0

    def can_pay(self, seat: int, card: int) -> bool:
        """Return whether the seat can attack a card without losing at once (S-17)."""
        people = self.tracks[seat][POPULATION]
        return self.defense[card] <= self.tracks[seat][MINERALS] + (people - 1 if people else 0)

    def reach(self, seat: int, energy: int) -> int:
        """Return the spaces that can be targeted with an amount of energy (S-9)."""
        through = self.passable(seat)
        ring = seen = self.spaces & (ROW_5 if seat else ROW_1)
        while ring and energy > 1:
            ring = self.neighbours(ring & through) & ~seen
            seen |= ring
            energy -= 1
        return seen if energy else 0

    def useful(self, seat: int) -> int:
        """Return the spaces that the seat could activate or attack now."""
        return self.feasible(seat, self.reach(seat, self.tracks[seat][ENERGY]) & (self.inactive | self.owned[1 - seat]))

    def feasible(self, seat: int, todo: int) -> int:
        """Return those of the spaces whose card the seat can activate or attack, energy aside."""
        found = todo
        while todo:
            card = self.card[self.space_at(todo)]
            spot = bits.bit(bits.lowest(todo))
            if not (self.meets_requirements(seat, card) if spot & self.inactive else self.can_pay(seat, card)):
                found ^= spot
            todo ^= spot
        return found

    def _action_heuristic(self, seat: int, action: int) -> float:
        if self.phase == PROGRAMMING:
            if action == PRODUCING:
                return 0.5
            if action == REPLACING:
                return 0.0
            return 1.0 if self.spot(seat, action if action < REPLACING else action - 2) & self.useful(seat) else 0.0
        if action == END:
            return 0.2 if self.runs else 0.6
        if ATTACK <= action < PRODUCE and action != ATTACK + self.balanced_payment(seat):
            return -1.0 if action - ATTACK == self.tracks[seat][POPULATION] else 0.7  # S-17
        if action < EXHAUST:
            return 1.0
        if action < MOVE and self.tracks[seat][INFLUENCE] == 1:  # S-17
            return -1.0
        aim = self.node_under_attack(seat) if self.phase == FIRST else 0
        if aim:
            own = self.own_nth(seat, aim, 0)
            if action < MOVE:
                return 0.6 if action == EXHAUST + own else 0.1
            if action < SWAP:
                return 0.8 if (action - MOVE) // MAX_SPACES == own else 0.0
            return 0.6 if LOWER[action - SWAP] == own or HIGHER[action - SWAP] == own else 0.0
        if MOVE <= action < SWAP:
            gap = self.vacated_space(seat)
            return 0.8 if gap and (action - MOVE) % MAX_SPACES == self.own_nth(seat, gap, 0) else 0.0
        return 0.2 if action < MOVE else 0.0

    def _evaluate(self, seat: int) -> float:
        values = [0.0] * 2
        self._evaluate_all(values)
        return values[seat]

    def _evaluate_all(self, values: list[float]) -> None:
        """Write the network's values at the start of a round, and even values in the middle of one.

        They add up to less than 1 where a win on count (S-19) is likely: its value is below 1.
        """
        if self.to_act_mask and self.phase == PROGRAMMING:
            features = memory.float_buffer()
            for seat in range(2):
                self._features(seat, features)
                values[seat] = NETWORK.value(features)
            total = max(values[0] + values[1], 1.0)
            values[0] /= total
            values[1] /= total
            return
        on_count = self.winner_mask and self.ending_index >= STANDSTILL
        for seat in range(2):
            values[seat] = State._evaluate(self, seat) * (VALUE_OF_COUNT_WIN if on_count else 1.0)

    def _features(self, seat: int, features: list[float]) -> int:
        """Write the features of both sides, then those of the round. In the middle of a round, write none."""
        if self.phase != PROGRAMMING:
            return 0
        self._side_features(seat, features, 0)
        self._side_features(1 - seat, features, SIDE_FEATURES)
        lead = self.leader()
        ahead = 0.0 if lead == 0 else 1.0 if lead == 1 << seat else -1.0
        last = self.round / ROUNDS
        features[2 * SIDE_FEATURES] = ahead
        features[2 * SIDE_FEATURES + 1] = ahead * self.quiet / QUIET_ROUNDS
        features[2 * SIDE_FEATURES + 2] = self.quiet / QUIET_ROUNDS
        features[2 * SIDE_FEATURES + 3] = ahead * last
        features[2 * SIDE_FEATURES + 4] = ahead * last * last * last * last
        features[2 * SIDE_FEATURES + 5] = last
        features[2 * SIDE_FEATURES + 6] = 1.0 if self.initiative == seat else -1.0
        features[2 * SIDE_FEATURES + 7] = bits.count(self.inactive) / 18.0
        features[2 * SIDE_FEATURES + 8] = bits.count(self.hidden) / 12.0
        return 2 * SIDE_FEATURES + 9

    def _side_features(self, seat: int, features: list[float], at: int) -> None:
        """Write what one side has, could do and could lose."""
        tracks = self.tracks[seat]
        energy, people, minerals = tracks[ENERGY], tracks[POPULATION], tracks[MINERALS]
        mine, theirs = self.owned[seat], self.owned[1 - seat]
        near = self.reach(seat, energy)
        far = self.reach(seat, UNLIMITED_ENERGY)
        feasible = self.feasible(seat, far & (self.inactive | theirs))
        free = self.spaces & ~(self.inactive | theirs | mine)
        agile = self.flood(free, self.passable(seat)) & mine
        sealed = far & theirs & ~self.flood(free, self.passable(1 - seat))
        home = self.flood(mine, self.passable(seat)) & free
        abroad = self.flood(theirs, self.passable(1 - seat)) & free
        exposed = self.feasible(1 - seat, self.reach(1 - seat, self.tracks[1 - seat][ENERGY]) & mine)
        features[at] = tracks[INFLUENCE] / 6.0
        features[at + 1] = 1.0 if tracks[INFLUENCE] == 0 else 0.0
        features[at + 2] = 1.0 if tracks[INFLUENCE] == 1 else 0.0
        features[at + 3] = energy / 6.0
        features[at + 4] = 1.0 if energy == 0 else 0.0
        features[at + 5] = 1.0 if energy < 3 else 0.0
        features[at + 6] = people / 6.0
        features[at + 7] = 1.0 if people < 2 else 0.0
        features[at + 8] = minerals / 6.0
        features[at + 9] = 1.0 if minerals == 0 else 0.0
        features[at + 10] = (minerals + people) / 12.0
        features[at + 11] = bits.count(feasible & near & self.inactive) / 4.0
        features[at + 12] = bits.count(feasible & near & theirs) / 4.0
        features[at + 13] = bits.count(feasible & self.inactive) / 4.0
        features[at + 14] = bits.count(feasible & theirs) / 4.0
        features[at + 15] = bits.count(far & theirs) / 4.0
        features[at + 16] = bits.count(far & ~(self.inactive | theirs | mine)) / 8.0
        features[at + 17] = bits.count(mine & (HOME_ROWS_1 if seat else HOME_ROWS_0)) / 4.0
        features[at + 18] = bits.count(mine & ROW_3) / 4.0
        features[at + 24] = bits.count(mine & ~agile) / 4.0
        features[at + 25] = bits.count(exposed & ~agile) / 4.0
        features[at + 26] = bits.count(home & ~abroad) / 4.0
        features[at + 27] = bits.count(home & abroad) / 4.0
        features[at + 28] = bits.count(sealed) / 4.0
        features[at + 29] = 1.0 if sealed & near & feasible else 0.0
        for part in range(5):
            features[at + 19 + part] = 0.0
        todo = mine
        while todo:
            card = self.card[self.space_at(todo)]
            todo &= todo - 1
            features[at + 19] += self.exhaustion[card][ENERGY] / 8.0
            features[at + 20] += self.exhaustion[card][POPULATION] / 8.0
            features[at + 21] += self.exhaustion[card][MINERALS] / 8.0
            features[at + 22] += self.defense[card] / 12.0
            features[at + 23] += 0.25 if self.can_pay(1 - seat, card) else 0.0


BOT = BotSpec(
    state_class=BotState,
    settings={
        "guided_rollouts": 1,
        "rollout_depth": 0,
        "first_play_urgency": 0.0,
        "progressive_bias": 0.2,
        "exploration": 0.3,
    },
    levels=(
        {"playouts": 20, "rollout_depth": -1, "progressive_bias": 0.0, "first_play_urgency": 1e6},
        {"playouts": 1, "rollout_depth": -1, "guided_rollouts": 0},
        {"playouts": 6},
        {"playouts": 40},
        {"seconds": 1},
    ),
)
