"""Ratings, standings and the SPRT, on made-up results of players whose strength is known."""

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
    """Draw a player's points from two games on one deal; with probability `luck` the deal decides both games."""
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


def test_expected_points_equal_actual_points() -> None:
    """At the maximum of the likelihood, every player's expected points equal the actual ones."""
    deals = made_up(Random(2), [0, 100, 300], 30)
    won = [
        [1.0 * (one != other) + sum(d.get((one, other), 0) for d in deals) for other in range(3)] for one in range(3)
    ]
    best = rate(3, deals).point_estimates
    for one in range(3):
        expected = sum(
            (won[one][other] + won[other][one]) * expected_score(best[one] - best[other]) for other in range(3)
        )
        assert sum(won[one]) == pytest.approx(expected, rel=1e-4)


def test_with_two_players_the_formula_agrees_with_the_library() -> None:
    deals = made_up(Random(3), [120, 0], 40)
    two = rate(2, deals)
    three = rate(3, [*deals, {(1, 2): 1.0, (2, 1): 1.0}])  # the third player says nothing about the others
    assert two.difference(0, 1).value == pytest.approx(three.difference(0, 1).value, abs=0.01)


@pytest.mark.parametrize("luck", [0.0, 1.0])
@pytest.mark.parametrize(("elo", "deals"), [(0, 20), (150, 60), (500, 60)])
def test_95_percent_intervals_contain_the_truth_about_as_often(
    elo: float, deals: int, luck: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "SAMPLES", 200)
    dice = Random(4)
    found = [rate(2, made_up(dice, [elo, 0], deals, luck), seed).difference(0, 1) for seed in range(200)]
    assert 0.90 <= sum(one.low <= elo <= one.high for one in found) / len(found) <= 0.99


def test_deals_that_decide_both_games_widen_the_interval() -> None:
    narrow, wide = (rate(2, made_up(Random(5), [0, 0], 200, luck)).difference(0, 1) for luck in (0.0, 1.0))
    assert wide.high - wide.low > 1.3 * (narrow.high - narrow.low)


def test_a_player_who_wins_every_game_has_a_large_lead_with_a_wide_interval() -> None:
    found = rate(2, [{(0, 1): 2.0, (1, 0): 0.0}] * 50)
    lead = found.difference(0, 1)
    assert lead.low > 400
    assert lead.high > lead.value + 300
    assert found.likelihood_of_superiority(0, 1) == 1


def test_one_deal_proves_nothing() -> None:
    found = rate(2, [{(0, 1): 2.0, (1, 0): 0.0}])
    assert found.difference(0, 1).low < 0
    assert 0.6 < found.likelihood_of_superiority(0, 1) < 0.95


def test_the_likelihood_of_superiority_is_even_between_equals() -> None:
    assert (
        0.4
        < rate(2, [{(0, 1): 1.0, (1, 0): 1.0}, {(0, 1): 2.0}, {(1, 0): 2.0}] * 9).likelihood_of_superiority(0, 1)
        < 0.6
    )


# ---- standings ----


def test_points_are_counted_for_bots_and_for_seats() -> None:
    arena = arena_of(larger_game(), ["random", "novice"])
    # In game 0 random has the first seat, in game 1 novice.
    standings = Standings(
        arena, [GameResult(0, (0,), ""), GameResult(1, (0,), ""), GameResult(2, (0,), ""), GameResult(3, (), "")]
    )
    assert standings.bots.deals == {0: {(0, 1): 1.0, (1, 0): 1.0}, 1: {(0, 1): 1.5, (1, 0): 0.5}}
    assert standings.bots.scores == [2.5, 1.5]
    assert standings.seats.scores == [3.5, 0.5]
    assert standings.bots.games == standings.seats.games == [4, 4]


def test_with_three_seats_every_two_bots_are_compared() -> None:
    arena = next(arena for arena in larger() if arena.seats == 3)
    standings = Standings(arena, [GameResult(0, (0, 2), "")])
    assert arena.seating(0) == (0, 1, 2)
    points = {(0, 1): 1.0, (1, 0): 0.0, (0, 2): 0.5, (2, 0): 0.5, (1, 2): 0.0, (2, 1): 1.0}
    assert standings.bots.deals[0] == points
    assert standings.bots.scores == [0.75, 0.0, 0.75, 0.0]
    assert not standings.bots.is_connected  # the fourth bot has not played


def result(number: int, winner: int, digest: str) -> GameResult:
    return GameResult(number, (winner,), "", digest=digest)


def test_deals_that_share_a_game_count_as_one_in_the_ratings() -> None:
    arena = arena_of(larger_game(), ["random", "novice"])
    standings = Standings(arena, [result(number, 0, "abab"[number % 2]) for number in range(100)])
    assert standings.distinct_games == 2
    assert standings.has_repeated_games
    assert not standings.repeats_earlier_game(0)
    assert all(standings.repeats_earlier_game(deal) for deal in range(1, 50))
    repeated = standings.rate(standings.seats)
    once = rate(2, [standings.seats.deals[0]])
    assert repeated.difference(0, 1) == once.difference(0, 1)
    assert repeated.difference(0, 1).low < 0  # although the first seat won all 100 games


def test_deals_are_linked_through_other_deals_in_any_order() -> None:
    arena = arena_of(larger_game(), ["random", "novice"])
    games = "ab", "cb", "cd"  # one letter per seating: each deal shares a game with the next
    results = [
        result(2 * deal + seating, 0, games[deal][seating] + "xy"[seating]) for deal in range(3) for seating in range(2)
    ]
    for order in (results, results[::-1], [*results[::2], *results[1::2]]):
        standings = Standings(arena, order)
        assert standings.distinct_games == 4
        assert [standings.repeats_earlier_game(deal) for deal in range(3)] == [False, True, True]
        assert standings.rate(standings.bots).point_estimates == pytest.approx(
            rate(2, [{(0, 1): 1.0, (1, 0): 1.0}]).point_estimates
        )


def test_the_same_moves_from_other_bots_are_another_game() -> None:
    arena = arena_of(larger_game(), ["random", "novice"])
    standings = Standings(arena, [result(0, 0, "a"), result(3, 0, "a")])  # random has the first seat, then novice
    assert not standings.has_repeated_games
    assert standings.distinct_games == 1


def larger_game() -> str:
    return larger()[0].game.id


# ---- the SPRT ----


@pytest.mark.parametrize(("low", "high"), [(10, 10), (0, 3000), (-1e6, 0), (0, float("inf")), (float("nan"), 0)])
def test_an_sprt_with_bad_bounds_is_refused(low: float, high: float) -> None:
    with pytest.raises(BadOption, match="two Elo differences"):
        Sprt(low, high)


@pytest.mark.parametrize("score", RESULTS)
def test_an_sprt_with_distant_bounds_works(score: float) -> None:
    test = Sprt(-1000, 1000)
    test.add(score)
    assert (test.llr > 0) == (score > 0.5)


def decided(elo0: float, elo1: float, truth: float, seed: int) -> Sprt:
    dice = Random(seed)
    test = Sprt(elo0, elo1)
    while test.accepted is None:
        test.add(pair(dice, truth, 0.5) / 2)
    return test


@pytest.mark.parametrize(("low", "high"), [(0, 100), (-50, 50)])
def test_the_true_difference_is_accepted_nearly_always(low: float, high: float) -> None:
    for truth in (low, high):
        right = [decided(low, high, truth, seed).accepted == truth for seed in range(60)]
        assert sum(right) >= 54


def test_a_clear_difference_is_decided_soon() -> None:
    assert sum(decided(0, 100, 400, 1).counts) < 30
    assert decided(0, 100, 400, 1).accepted == 100
    assert decided(0, 100, -400, 1).accepted == 0


def test_a_decision_is_final() -> None:
    test = decided(0, 100, 400, 1)
    counts = list(test.counts)
    for _ in range(100):
        test.add(0.0)
    assert (test.accepted, test.counts) == (100, counts)


def test_one_result_decides_nothing() -> None:
    test = Sprt(0, 10)
    assert test.accepted is None
    test.add(0.5)
    assert abs(test.llr) < LLR_BOUND


def test_the_constrained_mle_has_its_mean_and_no_neighbour_is_likelier() -> None:
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


def test_the_llr_of_a_hypothesis_to_itself_is_zero() -> None:
    assert log_likelihood_ratio([3, 1, 4, 1, 5], 0.6, 0.6) == pytest.approx(0)
    assert log_likelihood_ratio([3, 1, 4, 1, 5], 0.4, 0.6) == pytest.approx(
        -log_likelihood_ratio([3, 1, 4, 1, 5], 0.6, 0.4)
    )
