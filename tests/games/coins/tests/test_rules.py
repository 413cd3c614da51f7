"""A test for each rule of Coins."""

from __future__ import annotations

import pytest

import nodarium
from nodarium.core.errors import IllegalMove

HANDS = [[2, 9], [5, 7]]


def play(*coins: int, hands: list[list[int]] = HANDS) -> nodarium.Match:
    """Play coins, the seats in order."""
    match = nodarium.new("coins", deal={"hands": hands}, players=len(hands))
    for number, coin in enumerate(coins):
        match.play(f"coin {coin}", number % len(hands))
    return match


@pytest.mark.rule("K-1")
def test_every_player_has_two_secret_coins() -> None:
    match = nodarium.new("coins", seed=4)
    hands = match.deal["hands"]
    assert len({coin for hand in hands for coin in hand}) == 4
    assert [match.view(seat)["hand"] for seat in range(2)] == hands
    assert match.view(None)["hand"] is None


@pytest.mark.rule("K-2")
def test_players_choose_at_the_same_time_and_the_largest_coin_takes_the_point() -> None:
    assert play().to_act == (0, 1)
    assert play(9).to_act == (1,)
    assert play(9).view(1)["shown"] == []
    match = play(9, 7)
    assert (match.view(1)["shown"], match.view(1)["points"]) == ([9, 7], [1, 0])
    with pytest.raises(IllegalMove, match="You don’t have this coin"):
        match.play("coin 9", 0)


@pytest.mark.rule("K-3")
@pytest.mark.parametrize(("coins", "winners"), [((9, 7, 2, 5), (0, 1)), ((2, 7, 9, 5), (0, 1))])
def test_players_with_the_same_points_share_the_win(coins: tuple[int, ...], winners: tuple[int, ...]) -> None:
    outcome = play(*coins).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == (winners, "K-3")


@pytest.mark.rule("K-3")
def test_the_player_with_the_most_points_wins() -> None:
    outcome = play(9, 5, 8, 7, hands=[[8, 9], [5, 7]]).outcome
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.rule("K-4")
@pytest.mark.parametrize("players", [2, 3])
def test_two_or_three_play(players: int) -> None:
    assert nodarium.new("coins", seed=0, players=players).to_act == tuple(range(players))
