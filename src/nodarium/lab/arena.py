"""`Arena`: which games bots play against each other, and how to play one of them.

Every deal is played once from each seating, so neither luck nor a better seat favours anyone. With bots A, B and C at a
table for two, the games are, in the order of their numbers (one column per deal, the first seat on top):

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

import msgspec
from msgspec import Struct

from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.language import ENGLISH, use_language
from nodarium.core.message import say
from nodarium.core.options import Value
from nodarium.record.match import Match
from nodarium.record.record import Player, Record
from nodarium.search.bots import make_bot


def ignore(seat: int) -> None:
    pass


class Crash(Struct, frozen=True):
    """A seat that forfeited because its bot crashed."""

    seat: int
    reason: str  # in English


class GameResult(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a game ended."""

    number: int
    winners: tuple[int, ...]  # seats
    reason: str  # in English
    crash: Crash | None = None
    digest: str = ""  # equal for games with the same deal, moves and winners


class PlayedGame(NamedTuple):
    result: GameResult
    record: Record


@dataclass(frozen=True)
class Arena:
    """Bots, each given as a specification for `make_bot`, and the seed of all their games."""

    game: Game
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    seed: int
    adjacent_only: bool = False  # pair only bots that are next to each other in the list

    def __post_init__(self) -> None:
        if len(self.bots) < self.seats:
            raise BadOption(say("lab-too-few-bots", game=self.game.title, seats=self.seats, given=len(self.bots)))
        for spec in self.bots:
            make_bot(self.game, spec, 0)

    @cached_property
    def seats(self) -> int:
        return self.game.state_class(**self.options).seats

    @cached_property
    def pairings(self) -> tuple[tuple[int, ...], ...]:
        """The groups of bots that meet, as indexes into the list of bots."""
        indexes = range(len(self.bots))
        if self.adjacent_only:
            return tuple(zip(*(indexes[seat:] for seat in range(self.seats)), strict=False))
        return tuple(combinations(indexes, self.seats))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots' specifications; a repeated one gets a number."""
        earlier = [self.bots[:index].count(spec) for index, spec in enumerate(self.bots)]
        return tuple(spec + f" #{count + 1}" * (count > 0) for spec, count in zip(self.bots, earlier, strict=True))

    def schedule(self, games: int) -> range:
        """Return the numbers of all games if each pairing plays this many."""
        if games < 1:
            raise BadOption(say("lab-too-few-games", games=games))
        if games % self.seats:
            raise BadOption(say("lab-uneven-games", seats=self.seats, games=games))
        return range(games * len(self.pairings))

    def deal_index(self, number: int) -> int:
        """Return the number of the deal that a game uses."""
        return number // self.seats

    def seating(self, number: int) -> tuple[int, ...]:
        """Return which bot sits in which seat. With more than two seats, the order also changes from deal to deal."""
        turn, group = divmod(self.deal_index(number), len(self.pairings))
        first, *others = self.pairings[group]
        orders = list(permutations(others))
        order = (first, *orders[turn % len(orders)])
        shift = number % self.seats
        return order[-shift:] + order[:-shift] if shift else order

    def match(self, number: int) -> Match:
        """Return a game before its first move."""
        deal = self.deal_index(number)
        players = [Player(name=self.bots[bot], kind="bot") for bot in self.seating(number)]
        start = self.game.new_state(self.options, self._derive_seed("deal", deal) >> 192)
        return Match(self.game, self.options, start, players=players, salt=f"{self._derive_seed('salt', deal):064x}")

    def _derive_seed(self, *purpose: str | int) -> int:
        """Return 256 random bits for one purpose, always the same ones in this arena."""
        return int(sha256(repr((self.seed, *purpose)).encode()).hexdigest(), 16)

    def play(self, number: int, on_turn: Callable[[int], None] = ignore) -> PlayedGame:
        """Play a game. A player whose bot crashes forfeits. `on_turn` is called with each seat before it chooses."""
        match = self.match(number)
        try:
            bots = []
            for seat, bot in enumerate(self.seating(number)):
                on_turn(seat)
                bots.append(make_bot(self.game, self.bots[bot], self._derive_seed("bot", number, seat) >> 192))
            while match.to_act:
                for seat in match.to_act:
                    on_turn(seat)
                    match.play(bots[seat].choose(match.decision_state(seat), seat), seat)
        except Exception as error:  # a crash of one bot must not stop the other games
            with use_language(ENGLISH):
                return self.forfeit(match, number, seat, f"{type(error).__name__}: {error}")
        return self._finish(match, number)

    def forfeit(self, match: Match, number: int, seat: int, reason: str) -> PlayedGame:
        """End a game in which a bot crashed; its record shows a resignation."""
        match.resign(seat)
        return self._finish(match, number, Crash(seat, reason))

    def _finish(self, match: Match, number: int, crash: Crash | None = None) -> PlayedGame:
        record = match.record()
        assert record.outcome
        winners = record.outcome.winners
        game = msgspec.json.encode((record.deal, [(move.seat, move.move) for move in record.moves], winners))
        digest = sha256(game).hexdigest()[:16]
        return PlayedGame(GameResult(number, winners, record.outcome.reason, crash, digest), record)
