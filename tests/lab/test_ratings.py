"""Ratings and the sequential test, on made-up results of players whose strength is known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from nodarium.core.errors import BadOption
from nodarium.lab import ratings
from nodarium.lab.arena import GameResult
from nodarium.lab.ratings import Points, expected_score, rate
from nodarium.lab.sprt import LLR_BOUND, RESULTS, Sprt, _constrained_mle, log_likelihood_ratio
from nodarium.lab.standings import Standings
from tests.lab.test_arena import arena_of, larger


def pair(dice: Random, elo: float, luck: float) -> float:
    """The points of the stronger in two games on a deal; with some luck it decides both."""
    won = [dice.random() < expected_score(elo) for _ in range(2)]
    return 2.0 * won[0] if dice.random() < luck else float(sum(won))


def made_up(dice: Random, strengths: Sequence[float], deals: int, luck: float = 0.5) -> list[Points]:
    found: list[Points] = []
    for _ in range(deals):
        for one, other in combinations(range(len(strengths)), 2):
            points = pair(dice, strengths[one] - strengths[other], luck)
            found.append({(one, other): points, (other, one): 2 - points})
    return found


# ---- ratings ----


def test_known_strengths_are_found() -> None:
    strengths = [-400, -150, 50, 500]
    found = rate(4, made_up(Random(1), strengths, 2000))
    for player, strength in enumerate(strengths):
        estimate = found.elo(player)
        assert estimate.low < estimate.value < estimate.high
        assert estimate.value == pytest.approx(strength, abs=20)


def test_the_ratings_make_the_points_what_they_were() -> None:
    """At the maximum of the likelihood everybody has, all in all, the points that were to be expected."""
    deals = made_up(Random(2), [0, 100, 300], 30)
    won = [
        [1.0 * (one != other) + sum(d.get((one, other), 0) for d in deals) for other in range(3)] for one in range(3)
    ]
    best = rate(3, deals).best
    for one in range(3):
        due = sum((won[one][other] + won[other][one]) * expected_score(best[one] - best[other]) for other in range(3))
        assert sum(won[one]) == pytest.approx(due, rel=1e-4)


def test_with_two_players_the_formula_agrees_with_the_library() -> None:
    deals = made_up(Random(3), [120, 0], 40)
    two = rate(2, deals)
    three = rate(3, [*deals, {(1, 2): 1.0, (2, 1): 1.0}])  # the third tells nothing about the others
    assert two.difference(0, 1).value == pytest.approx(three.difference(0, 1).value, abs=0.01)


@pytest.mark.parametrize("luck", [0.0, 1.0])
@pytest.mark.parametrize(("elo", "deals"), [(0, 20), (150, 60), (500, 60)])
def test_an_interval_holds_the_truth_as_often_as_it_says(
    elo: float, deals: int, luck: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "SAMPLES", 200)
    dice = Random(4)
    found = [rate(2, made_up(dice, [elo, 0], deals, luck), seed).difference(0, 1) for seed in range(200)]
    assert 0.90 <= sum(one.low <= elo <= one.high for one in found) / len(found) <= 0.99


def test_deals_that_decide_both_games_make_the_interval_wider() -> None:
    narrow, wide = (rate(2, made_up(Random(5), [0, 0], 200, luck)).difference(0, 1) for luck in (0.0, 1.0))
    assert wide.high - wide.low > 1.3 * (narrow.high - narrow.low)


def test_who_wins_everything_is_far_ahead_nobody_knows_how_far() -> None:
    found = rate(2, [{(0, 1): 2.0, (1, 0): 0.0}] * 50)
    lead = found.difference(0, 1)
    assert lead.low > 400
    assert lead.high > lead.value + 300
    assert found.likelihood_of_superiority(0, 1) == 1


def test_one_deal_proves_nothing() -> None:
    found = rate(2, [{(0, 1): 2.0, (1, 0): 0.0}])
    assert found.difference(0, 1).low < 0
    assert 0.6 < found.likelihood_of_superiority(0, 1) < 0.95


def test_superiority_is_even_between_equals() -> None:
    assert (
        0.4
        < rate(2, [{(0, 1): 1.0, (1, 0): 1.0}, {(0, 1): 2.0}, {(1, 0): 2.0}] * 9).likelihood_of_superiority(0, 1)
        < 0.6
    )


# ---- standings ----


def test_points_go_to_players_and_to_seats() -> None:
    arena = arena_of(larger_game(), ["random", "novice"])
    # Game 0: random sits first; game 1: novice does.
    standings = Standings(
        arena, [GameResult(0, (0,), ""), GameResult(1, (0,), ""), GameResult(2, (0,), ""), GameResult(3, (), "")]
    )
    assert standings.players.deals == {0: {(0, 1): 1.0, (1, 0): 1.0}, 1: {(0, 1): 1.5, (1, 0): 0.5}}
    assert standings.players.scores == [2.5, 1.5]
    assert standings.seats.scores == [3.5, 0.5]
    assert standings.players.games == standings.seats.games == [4, 4]


def test_at_a_larger_table_everybody_is_compared_with_everybody() -> None:
    arena = next(arena for arena in larger() if arena.seats == 3)
    standings = Standings(arena, [GameResult(0, (0, 2), "")])
    assert arena.seating(0) == (0, 1, 2)
    points = {(0, 1): 1.0, (1, 0): 0.0, (0, 2): 0.5, (2, 0): 0.5, (1, 2): 0.0, (2, 1): 1.0}
    assert standings.players.deals[0] == points
    assert standings.players.scores == [0.75, 0.0, 0.75, 0.0]
    assert not standings.players.is_connected  # the fourth has not played


def larger_game() -> str:
    return larger()[0].game.id


# ---- the sequential test ----


@pytest.mark.parametrize(("low", "high"), [(10, 10), (0, 3000), (-1e6, 0), (0, float("inf")), (float("nan"), 0)])
def test_a_test_of_what_cannot_be_told_apart_is_refused(low: float, high: float) -> None:
    with pytest.raises(BadOption, match="two differences in Elo"):
        Sprt(low, high)


@pytest.mark.parametrize("score", RESULTS)
def test_a_test_of_far_differences_can_be_made(score: float) -> None:
    test = Sprt(-1000, 1000)
    test.add(score)
    assert (test.llr > 0) == (score > 0.5)


def decided(low: float, high: float, truth: float, seed: int) -> Sprt:
    dice = Random(seed)
    test = Sprt(low, high)
    while test.accepted is None:
        test.add(pair(dice, truth, 0.5) / 2)
    return test


@pytest.mark.parametrize(("low", "high"), [(0, 100), (-50, 50)])
def test_the_right_difference_is_accepted_nearly_always(low: float, high: float) -> None:
    for truth in (low, high):
        right = [decided(low, high, truth, seed).accepted == truth for seed in range(60)]
        assert sum(right) >= 54


def test_what_is_clear_is_decided_soon() -> None:
    assert sum(decided(0, 100, 400, 1).counts) < 30
    assert decided(0, 100, 400, 1).accepted == 100
    assert decided(0, 100, -400, 1).accepted == 0


def test_after_the_decision_nothing_changes_it() -> None:
    test = decided(0, 100, 400, 1)
    counts = list(test.counts)
    for _ in range(100):
        test.add(0.0)
    assert (test.accepted, test.counts) == (100, counts)


def test_no_result_no_verdict() -> None:
    test = Sprt(0, 10)
    assert test.accepted is None
    test.add(0.5)
    assert abs(test.llr) < LLR_BOUND


def test_the_likeliest_distribution_has_its_mean_and_no_neighbour_is_likelier() -> None:
    shares = [0.1, 0.2, 0.3, 0.15, 0.25]
    for mean in (0.3, 0.5, 0.7):
        found = _constrained_mle(shares, mean)
        assert sum(found) == pytest.approx(1)
        assert sum(part * result for part, result in zip(found, RESULTS, strict=True)) == pytest.approx(mean)
        # A step that changes neither the sum nor the mean: -1 +2 -1 at three results in a row.
        for place in range(3):
            for step in (1e-3, -1e-3):
                other = list(found)
                for shift, times in enumerate((-1, 2, -1)):
                    other[place + shift] += times * step
                assert product(other, shares) < product(found, shares)


def product(distribution: list[float], shares: list[float]) -> float:
    likelihood = 1.0
    for part, share in zip(distribution, shares, strict=True):
        likelihood *= part**share
    return likelihood


def test_the_ratio_of_a_hypothesis_to_itself_is_none() -> None:
    assert log_likelihood_ratio([3, 1, 4, 1, 5], 0.6, 0.6) == pytest.approx(0)
    assert log_likelihood_ratio([3, 1, 4, 1, 5], 0.4, 0.6) == pytest.approx(
        -log_likelihood_ratio([3, 1, 4, 1, 5], 0.6, 0.4)
    )
