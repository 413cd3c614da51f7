"""`Arena`: which games bots play against each other, and how one of them is played.

Every deal is played once in each seating, so that luck and the better seat favour nobody. With players A B C at a table
for two, the games are, in the order of their numbers (a deal in each column, the first seat above):

    A B   A C   B C   A B   A C   B C  ...
    B A   C A   C B   B A   C A   C B  ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import combinations, permutations
from typing import NamedTuple

from msgspec import Struct

from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.options import Value
from nodarium.record.match import Match
from nodarium.record.record import Player, Record
from nodarium.search.bots import make_bot


def ignore(seat: int) -> None:
    """Nobody wants to know who is thinking."""


class Crash(Struct, frozen=True):
    """A seat that lost because its bot failed, and how it did."""

    seat: int
    reason: str


class GameResult(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a game ended."""

    number: int
    winners: tuple[int, ...]  # seats
    reason: str
    crash: Crash | None = None


class PlayedGame(NamedTuple):
    result: GameResult
    record: Record


@dataclass(frozen=True)
class Arena:
    """Bots, each named by a text as for `make_bot`, and the chance of all their games."""

    game: Game
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    seed: int
    adjacent_only: bool = False  # whether only players who stand beside each other in the list meet

    def __post_init__(self) -> None:
        if len(self.bots) < self.seats:
            raise BadOption(f"{self.game.title} has {self.seats} seats here: it needs as many players or more.")
        for text in self.bots:
            make_bot(self.game, text, 0)

    @cached_property
    def seats(self) -> int:
        return self.game.state_class(**self.options).seats

    @cached_property
    def pairings(self) -> tuple[tuple[int, ...], ...]:
        """Who meet at a table: the numbers of players."""
        everybody = range(len(self.bots))
        if self.adjacent_only:
            return tuple(zip(*(everybody[seat:] for seat in range(self.seats)), strict=False))
        return tuple(combinations(everybody, self.seats))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' texts; one that is there again has a number."""
        earlier = [self.bots[:place].count(text) for place, text in enumerate(self.bots)]
        return tuple(text + f" #{count + 1}" * (count > 0) for text, count in zip(self.bots, earlier, strict=True))

    def schedule(self, games: int) -> range:
        """The games in which every group plays so many."""
        if games < 1:
            raise BadOption(f"There must be one game or more, not {games}.")
        if games % self.seats:
            raise BadOption(f"Every deal is played in {self.seats} seatings: {games} games are no multiple of that.")
        return range(games * len(self.pairings))

    def deal_index(self, number: int) -> int:
        """The number of the deal with which a game is played."""
        return number // self.seats

    def seating(self, number: int) -> tuple[int, ...]:
        """Which player sits in which seat. Around a larger table the order changes too, from deal to deal."""
        turn, group = divmod(self.deal_index(number), len(self.pairings))
        first, *others = self.pairings[group]
        orders = list(permutations(others))
        order = (first, *orders[turn % len(orders)])
        shift = number % self.seats
        return order[-shift:] + order[:-shift] if shift else order

    def match(self, number: int) -> Match:
        """A game before its first move."""
        deal = self.deal_index(number)
        players = [Player(name=self.bots[player], kind="bot") for player in self.seating(number)]
        start = self.game.new_state(self.options, self._derive_seed("deal", deal) >> 192)
        return Match(self.game, self.options, start, players=players, salt=f"{self._derive_seed('salt', deal):064x}")

    def _derive_seed(self, *what: str | int) -> int:
        """256 bits that belong to a part of this arena."""
        return int(sha256(repr((self.seed, *what)).encode()).hexdigest(), 16)

    def play(self, number: int, on_turn: Callable[[int], None] = ignore) -> PlayedGame:
        """Play a game. Whose bot fails has lost; `thinking` is told which seat is about to choose."""
        match = self.match(number)
        try:
            bots = []
            for seat, player in enumerate(self.seating(number)):
                on_turn(seat)
                bots.append(make_bot(self.game, self.bots[player], self._derive_seed("bot", number, seat) >> 192))
            while match.to_act:
                for seat in match.to_act:
                    on_turn(seat)
                    match.play(bots[seat].choose(match.decision_state(seat), seat), seat)
        except Exception as error:  # whatever a bot does, the other games go on
            return self.forfeit(match, number, seat, f"{type(error).__name__}: {error}")
        return self._finish(match, number)

    def forfeit(self, match: Match, number: int, seat: int, reason: str) -> PlayedGame:
        """The game is lost for a seat whose bot has failed; in the record it resigns."""
        match.resign(seat)
        return self._finish(match, number, Crash(seat, reason))

    def _finish(self, match: Match, number: int, fault: Crash | None = None) -> PlayedGame:
        assert match.outcome
        return PlayedGame(GameResult(number, match.outcome.winners, match.outcome.reason, fault), match.record())
