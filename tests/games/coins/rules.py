"""The rules of Coins, K-1 to K-4. An action is a coin, 1 to 9."""

from __future__ import annotations

from nodarium.core import splitmix
from nodarium.core.state import State as CoreState


class State(CoreState):
    def __init__(self, players: int = 2) -> None:
        self.seats = players
        self.place([[0, 0] for _ in range(players)], [0] * players, [], [], [0] * players)

    def place(
        self, hands: list[list[int]], chosen: list[int], covered: list[int], shown: list[int], points: list[int]
    ) -> None:
        self.hands, self.chosen, self.covered, self.shown, self.points = hands, chosen, covered, shown, points
        self.winner_mask = self.ending_index = 0
        self.ply = len(shown) + sum(coin > 0 for coin in chosen)
        self.wait()

    def _reset(self, rng: int) -> int:
        coins = list(range(1, 10))
        rng = shuffle(coins, rng)
        hands = [sorted(coins[2 * seat : 2 * seat + 2]) for seat in range(self.seats)]
        self.place(hands, [0] * self.seats, sorted(coins[2 * self.seats :]), [], [0] * self.seats)
        return rng

    def wait(self) -> None:
        """Whoever has not chosen may act; nobody, after two rounds."""
        self.turn = len(self.shown) // self.seats
        over = len(self.shown) == 2 * self.seats
        self.to_act_mask = 0 if over else sum(1 << seat for seat in range(self.seats) if not self.chosen[seat])
        if over:
            self.winner_mask = sum(1 << seat for seat in range(self.seats) if self.points[seat] == max(self.points))

    def _count_actions(self, seat: int) -> int:
        return len(self.hands[seat])

    def _nth_action(self, seat: int, k: int) -> int:
        return self.hands[seat][k]

    def _apply(self, seat: int, action: int) -> None:
        self.ply += 1
        self.hands[seat].remove(action)
        self.chosen[seat] = action
        if all(self.chosen):  # K-2
            self.points[self.chosen.index(max(self.chosen))] += 1
            self.shown += self.chosen
            self.chosen = [0] * self.seats
        self.wait()

    def _determinize(self, seat: int, rng: int) -> int:
        others = [one for one in range(self.seats) if one != seat]
        known = {*self.hands[seat], self.chosen[seat], *self.shown}
        secret = [coin for coin in range(1, 10) if coin not in known]
        rng = shuffle(secret, rng)
        for one in others:
            self.hands[one] = sorted(secret.pop() for _ in self.hands[one])
            self.chosen[one] = secret.pop() if self.chosen[one] else 0
        self.covered = sorted(secret)
        return rng


def shuffle(coins: list[int], rng: int) -> int:
    for place in range(len(coins)):
        rng = splitmix.advance(rng)
        other = place + splitmix.below(rng, len(coins) - place)
        coins[place], coins[other] = coins[other], coins[place]
    return rng
