"""A series, for whatever games there are."""

from __future__ import annotations

from typing import Any

import pytest

import nodarium
from nodarium import BadOption, GameOver, Player, Series
from tests.record.play import GAMES

games = pytest.mark.parametrize("game_id", GAMES)


def lose_all_but(series: Series, player: int) -> None:
    """Begin the next match and let the player win it; only where two play."""
    match = series.next_match()
    loser = 1 - series.rounds[-1].seating.index(player)
    match.resign(loser)


DUELS = [game_id for game_id in GAMES if nodarium.new(game_id).state.seats == 2]
duels = pytest.mark.parametrize("game_id", DUELS)


@duels
@pytest.mark.parametrize(
    ("best_of", "winners", "score"),
    [
        (1, [1], (0, 1)),
        (3, [0, 0], (2, 0)),
        (3, [0, 1, 1], (1, 2)),
        (5, [0, 1, 0, 1, 0], (3, 2)),
        (7, [1, 1, 1, 1], (0, 4)),
    ],
)
def test_the_first_to_win_more_than_half_wins(
    game_id: str, best_of: int, winners: list[int], score: tuple[int, int]
) -> None:
    series = Series(game_id, best_of=best_of, player_names=["Ada", "Grace"])
    for player in winners:
        assert series.winner is None
        lose_all_but(series, player)
    assert series.score == score
    assert series.winner == winners[-1]
    name = series.players[winners[-1]].name
    with pytest.raises(GameOver, match=name):
        series.next_match()


@games
@pytest.mark.parametrize("best_of", [0, 2, 4, 9, -1])
def test_a_series_has_an_odd_number_of_games_up_to_seven(game_id: str, best_of: int) -> None:
    with pytest.raises(BadOption, match="best_of must be"):
        Series(game_id, best_of=best_of)


@games
def test_one_match_ends_before_the_next_begins(game_id: str) -> None:
    series = Series(game_id)
    series.next_match()
    with pytest.raises(BadOption, match="Finish the previous match"):
        series.next_match()
    assert len(series.rounds) == 1


@games
def test_options_hold_for_the_whole_series(game_id: str) -> None:
    game = nodarium.find_game(game_id)
    options: dict[str, Any] = {option.name: option.choices[-1] for option in game.options}
    series = Series(game_id, **options)
    assert series.next_match().options == options
    with pytest.raises(BadOption, match="Unknown option"):
        Series(game_id, weather="fine")


@games
def test_there_is_a_player_for_each_seat(game_id: str) -> None:
    seats = nodarium.new(game_id).state.seats
    bots = [Player(name=f"bot {number}", kind="bot") for number in range(seats)]
    series = Series(game_id, player_names=bots)
    assert series.next_match().players == tuple(bots)
    with pytest.raises(BadOption, match="players"):
        Series(game_id, player_names=[*bots, "one too many"])


@duels
def test_a_win_that_is_taken_back_does_not_count(game_id: str) -> None:
    series = Series(game_id)
    match = series.next_match()
    match.resign(0)
    assert series.score == (0, 1)
    match.undo()
    assert series.score == (0, 0)
    with pytest.raises(BadOption, match="Finish the previous match"):
        series.next_match()


def test_a_match_that_was_dealt_elsewhere_can_be_the_next() -> None:
    series = nodarium.Series(nodarium.game_ids()[0], best_of=3)
    match = nodarium.new(series.game.id, seed=1, player_names=series.next_players())
    series.start_match(match)
    with pytest.raises(nodarium.BadOption, match="Finish the previous match"):
        series.start_match(match)
    match.resign(1)
    assert series.score == (1, 0)
    assert [player.name for player in series.next_players()] == ["player 2", "player 1"]
