"""The rules of Coins, K-1 to K-4. An action is a coin, 1 to 9."""

from __future__ import annotations

from nodarium.core import bits, splitmix
from nodarium.core.message import say
from nodarium.core.outcome import Ending
from nodarium.core.state import State as CoreState

from . import board

ENDINGS = (Ending("K-3", say("coins-two-rounds")),)
ROUNDS = 2
ALL_COINS = board.ALL_COINS


class State(CoreState):
    def __init__(self, players: int = 2) -> None:
        self.seats = players
        self.hands = [0] * 3  # sets of coins
        self.chosen = [0] * 3  # 0 for a seat that has not chosen
        self.points = [0] * 3
        self.shown = [0] * 6  # by round and seat
        self._reset(0)

    def _reset(self, rng: int) -> int:
        """Deal two coins to every player (K-1)."""
        self.covered = ALL_COINS
        for seat in range(3):
            self.hands[seat] = self.chosen[seat] = self.points[seat] = 0
        for place in range(6):
            self.shown[place] = 0
        self.rounds = 0
        for seat in range(self.seats):
            for _ in range(ROUNDS):
                rng = splitmix.advance(rng)
                self.hands[seat] |= self.draw(rng)
        self.resume()
        return rng

    def _reshuffle(self, rng: int) -> int:
        """Exchange every coin for the one that is a random number of coins larger; the smallest follows the largest."""
        rng = splitmix.advance(rng)
        larger = splitmix.below(rng, 9)
        self.covered = ALL_COINS
        for seat in range(self.seats):
            moved = self.hands[seat] << larger
            self.hands[seat] = (moved | moved >> 9) & ALL_COINS
            self.covered &= ~self.hands[seat]
        return rng

    def draw(self, rng: int) -> int:
        """Take one of the covered coins, as a set."""
        coin = bits.bit(bits.nth(self.covered, splitmix.below(rng, bits.count(self.covered))))
        self.covered &= ~coin
        return coin

    def resume(self) -> None:
        """Wait for the seats that have not chosen; end the game after two rounds (K-3)."""
        self.turn = self.rounds
        self.ply = self.rounds * self.seats
        self.to_act_mask = self.winner_mask = self.ending_index = 0
        most = 0
        for seat in range(self.seats):
            if self.chosen[seat]:
                self.ply += 1
            elif self.rounds < ROUNDS:
                self.to_act_mask |= bits.bit(seat)
            most = max(most, self.points[seat])
        if self.rounds == ROUNDS:
            for seat in range(self.seats):
                if self.points[seat] == most:
                    self.winner_mask |= bits.bit(seat)

    def _count_actions(self, seat: int) -> int:
        return bits.count(self.hands[seat])

    def _nth_action(self, seat: int, k: int) -> int:
        return bits.nth(self.hands[seat], k)

    def _apply(self, seat: int, action: int) -> None:
        self.hands[seat] &= ~bits.bit(action)
        self.chosen[seat] = action
        if self.to_act_mask == 1 << seat:
            self.show()
        self.resume()

    def show(self) -> None:
        """All have chosen: the largest coin is worth a point (K-2)."""
        best = 0
        for seat in range(self.seats):
            if self.chosen[seat] > self.chosen[best]:
                best = seat
        self.points[best] += 1
        for seat in range(self.seats):
            self.shown[self.rounds * self.seats + seat] = self.chosen[seat]
            self.chosen[seat] = 0
        self.rounds += 1

    def _determinize(self, seat: int, rng: int) -> int:
        for other in range(self.seats):
            if other != seat:
                self.covered |= self.hands[other]
                if self.chosen[other]:
                    self.covered |= bits.bit(self.chosen[other])
        for other in range(self.seats):
            if other != seat:
                held = bits.count(self.hands[other])
                self.hands[other] = 0
                for _ in range(held):
                    rng = splitmix.advance(rng)
                    self.hands[other] |= self.draw(rng)
                if self.chosen[other]:
                    rng = splitmix.advance(rng)
                    self.chosen[other] = bits.lowest(self.draw(rng))
        return rng

    def place(self, hands: list[int], chosen: list[int], covered: int, shown: list[int], points: list[int]) -> None:
        """Set up a position."""
        for seat in range(self.seats):
            self.hands[seat], self.chosen[seat], self.points[seat] = hands[seat], chosen[seat], points[seat]
        for place, coin in enumerate(shown):
            self.shown[place] = coin
        self.rounds = len(shown) // self.seats
        self.covered = covered
        self.resume()

    def shown_coins(self) -> list[int]:
        return [self.shown[place] for place in range(self.rounds * self.seats)]
