"""`Series`: the best of several matches between the same players, who change seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, GameOver
from nodarium.core.message import say
from nodarium.core.options import Value
from nodarium.record.factory import new
from nodarium.record.match import Match, seat_players
from nodarium.record.record import Player

LENGTHS = (1, 3, 5, 7)


class Round(NamedTuple):
    """A match of a series, and which player sits in which seat."""

    match: Match
    seating: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The player who won it alone; None during the match and after a draw or a shared win."""
        outcome = self.match.outcome
        return self.seating[outcome.winners[0]] if outcome and len(outcome.winners) == 1 else None


class Series:
    """The first player to win more than half of the games wins the series.

    After each decided game every player moves one seat on, so two players alternate in the first seat. A drawn game is
    replayed with the same seats and a new deal.
    """

    def __init__(
        self, game_id: str, *, best_of: int = 3, player_names: Sequence[str | Player] | None = None, **options: Value
    ) -> None:
        if best_of not in LENGTHS:
            raise BadOption(
                say("core-bad-choice", option="best_of", choices=", ".join(map(str, LENGTHS)), value=repr(best_of))
            )
        self.game = find_game(game_id)
        self.options: dict[str, Any] = dict(self.game.resolve_options(options))
        self.best_of = best_of
        seats = self.game.state_class(**self.options).seats
        given = [f"player {number}" for number in range(1, seats + 1)] if player_names is None else player_names
        self.players = seat_players(self.game, seats, given)
        self.rounds: list[Round] = []

    @property
    def score(self) -> tuple[int, ...]:
        """The number of games each player has won."""
        winners = [played.winner for played in self.rounds]
        return tuple(winners.count(player) for player in range(len(self.players)))

    @property
    def winner(self) -> int | None:
        """The player who has won the series; None while it goes on."""
        needed = self.best_of // 2 + 1
        return next((player for player, won in enumerate(self.score) if won >= needed), None)

    @property
    def seating(self) -> tuple[int, ...]:
        """Which player sits in which seat in the next match."""
        turned = sum(self.score)
        return tuple((seat + turned) % len(self.players) for seat in range(len(self.players)))

    def next_match(self, *, seed: int | None = None, deal: Mapping[str, Any] | None = None) -> Match:
        """Start the next match, once the previous one has ended."""
        self._check_can_continue()
        match = new(self.game.id, seed=seed, deal=deal, player_names=self.next_players(), **self.options)
        self.start_match(match)
        return match

    def next_players(self) -> list[Player]:
        """The players of the next match, by seat."""
        return [self.players[player] for player in self.seating]

    def start_match(self, match: Match) -> None:
        """Add a match that was dealt elsewhere as the next one."""
        self._check_can_continue()
        self.rounds.append(Round(match, self.seating))

    def _check_can_continue(self) -> None:
        if self.winner is not None:
            raise GameOver(say("record-series-over", winner=self.players[self.winner].name))
        if self.rounds and not self.rounds[-1].match.outcome:
            raise BadOption(say("record-series-unfinished"))
