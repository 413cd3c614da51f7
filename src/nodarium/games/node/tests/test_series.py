"""A series of games of NODE."""

import pytest

from nodarium import Series


@pytest.mark.rule("N-30")
@pytest.mark.parametrize("best_of", [3, 5, 7])
def test_a_series_is_won_by_more_than_half_of_its_games(best_of: int) -> None:
    series = Series("node", best_of=best_of, player_names=["Ada", "Grace"])
    for won in range(1, best_of // 2 + 2):
        assert series.winner is None
        match = series.next_match()
        match.resign(1 - series.rounds[-1].seating.index(1))
        assert series.score == (0, won)
    assert series.winner == 1


@pytest.mark.rule("N-30")
def test_who_is_player_one_alternates() -> None:
    series = Series("node", best_of=5, player_names=["Ada", "Grace"])
    orange = []
    for loser in (0, 1, 0, 1):  # by player: so it is two all after four games
        match = series.next_match()
        orange.append(match.players[0].name)
        match.resign(series.rounds[-1].seating.index(loser))
    assert orange == ["Ada", "Grace", "Ada", "Grace"]
    assert series.score == (2, 2)
    assert series.next_match().players[0].name == "Ada"


@pytest.mark.rule("N-30")
def test_a_drawn_game_is_replayed_with_the_same_seats_and_a_new_deal() -> None:
    series = Series("node", best_of=3, player_names=["Ada", "Grace"])
    series.next_match().resign(0)
    drawn = series.next_match()
    drawn.agree_draw()
    again = series.next_match()
    assert [player.name for player in drawn.players] == ["Grace", "Ada"]
    assert again.players == drawn.players
    assert again.deal != drawn.deal
    assert series.score == (0, 1)
    again.resign(0)
    assert series.score == (1, 1)
    assert series.next_match().players[0].name == "Ada"
