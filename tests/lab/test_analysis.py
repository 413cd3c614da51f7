"""Analyses of the golden games, of a match with a blunder, and of made-up reviews."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from nodarium import BadOption, Match, find_game, game_ids
from nodarium.core.game import RoundCount
from nodarium.core.message import say
from nodarium.lab.analysis import (
    Analysis,
    CandidateMove,
    ExpectedMove,
    MoveReview,
    Recommendation,
    analyse,
    make_analysis_bot,
)
from nodarium.search.bots import LEVELS
from tests.play import PLAIN
from tests.record.play import played, simultaneous_moves
from tests.test_goldens import GOLDENS, play_golden

QUICK = f"plain:playouts={6 if PLAIN else 30}"
OPEN = [game_id for game_id in game_ids() if not played(game_id, steps=0).game.imperfect_information]


def analysed(match: Match, spec: str = QUICK) -> Analysis:
    return analyse(match, spec)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "path"), GOLDENS, ids=[f"{game}-{path.stem}" for game, path in GOLDENS])
def test_every_move_of_a_golden_game_is_reviewed(game_id: str, path: Path) -> None:
    match = play_golden(game_id, path)
    found = analysed(match)
    assert [(review.seat, review.move) for review in found.moves] == [(move.seat, move.move) for move in match.history]
    assert len(found.turns) == len(match.history) + 1
    positions = list(match.replay())
    for review in found.moves:
        state = positions[review.number - 1].decision_state(review.seat)
        write = match.game.notation.format_move
        texts = {write(state, review.seat, action) for action in state.legal_actions(review.seat)}
        assert review.recommendation.seat == review.seat
        assert {option.move for option in review.recommendation.candidates} <= texts
        best = review.recommendation.principal_variation[0]
        assert (best.seat, best.move) == (review.seat, review.recommendation.candidates[0].move)
        assert best.text == match.describe_move(review.number - 1, review.seat, best.move)[0]
        for value in (
            review.before,
            review.after,
            review.value_loss or 0.0,
            *(option.value for option in review.recommendation.candidates),
        ):
            assert 0 <= value <= 1
    assert match.outcome
    end = make_analysis_bot(match.game, QUICK).make_root(match.state, 0)
    last = found.moves[-1]
    assert last.after == end.evaluate(
        last.seat
    )  # with the result instead, a win that the bot values less would look like a swing
    for seat, line in enumerate(found.value_curves):
        assert line[-1].moves == len(match.history)
        assert line[-1].value == match.state.evaluate(seat)
        assert [point.moves for point in line] == sorted({point.moves for point in line})


@pytest.mark.parametrize("game_id", game_ids())
def test_an_analysis_is_reproducible_and_reports_progress(game_id: str) -> None:
    match = played(game_id, 1, steps=6)
    calls: list[tuple[int, int]] = []
    assert analyse(match, QUICK, lambda done, total: calls.append((done, total))) == analysed(match)
    assert [done for done, _ in calls] == list(range(calls[0][1]))


@pytest.mark.parametrize("game_id", OPEN)
def test_with_perfect_information_the_values_add_up_to_one(game_id: str) -> None:
    match = played(game_id, 1, steps=6)
    first, second = analysed(match).value_curves
    points = list(range(len(match.history) + 1))
    assert [point.moves for point in first] == [point.moves for point in second] == points
    assert [one.value + two.value for one, two in zip(first, second, strict=True)] == pytest.approx([1] * len(points))


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if game_id not in OPEN])
def test_with_imperfect_information_a_seat_is_evaluated_where_it_acts_or_has_moved(game_id: str) -> None:
    match = played(game_id, 1, steps=12)
    found = analysed(match)
    positions = list(match.replay())
    for seat, line in enumerate(found.value_curves):
        for point in line:
            led = point.moves and match.history[point.moves - 1].seat == seat
            assert led or simultaneous_moves(match)[point.moves - 1] or seat in positions[point.moves].to_act


def test_simultaneous_moves_are_reviewed_in_the_position_before_both() -> None:
    for game_id in game_ids():
        match = played(game_id, 1, steps=0)
        if len(match.to_act) < 2:
            continue
        match.play(match.legal_actions(1)[0], 1)
        assert analysed(match).moves == ()  # the first choice is still hidden
        match.play(match.legal_actions(0)[0], 0)
        found = analysed(match)
        assert [review.simultaneous for review in found.moves] == [True, True]
        assert {review.turn for review in found.moves} == {1}
        assert [point.moves for point in found.value_curves[0]] == [0, 2]
        return


def test_a_resigned_match_is_analysed_up_to_the_resignation() -> None:
    match = played(game_ids()[0], 1, steps=4)
    match.resign(0)
    found = analysed(match)
    assert len(found.moves) == len(match.history)
    assert found.outcome_text == match.outcome_text


def test_a_match_without_moves_has_an_empty_analysis() -> None:
    for game_id in game_ids():
        found = analysed(played(game_id, 1, steps=0))
        assert found.moves == found.swings == ()
        assert found.outcome_text == ""


def test_a_bot_that_does_not_search_is_refused() -> None:
    match = played(game_ids()[0], 1, steps=0)
    with pytest.raises(BadOption, match="doesn’t search"):
        make_analysis_bot(match.game, "random")


def test_an_analysis_bot_assumes_that_all_players_are_as_strong_as_itself() -> None:
    for game in map(find_game, game_ids()):
        assert make_analysis_bot(game, LEVELS[-1]).settings.naive_opponent == 0


# ---- a blunder ----


def can_win(match: Match) -> bool:
    """Whether the seat to act has a move that wins at once."""
    return any(after.outcome and after.outcome.winners == match.to_act for after in followers(match))


def followers(match: Match) -> Iterator[Match]:
    for action in match.legal_actions():
        ahead = match.copy()
        ahead.play(action)
        yield ahead


def blunders(game_id: str) -> Iterator[Match]:
    """Yield matches whose last move lets the opponent win at once although a winning move existed."""
    for seed in range(100):
        for match in list(played(game_id, seed).replay())[-8:]:
            if can_win(match):
                yield from (
                    after for after in followers(match) if after.to_act not in ((), match.to_act) and can_win(after)
                )


@pytest.mark.slow
@pytest.mark.parametrize("game_id", OPEN)
def test_a_blunder_loses_the_whole_value(game_id: str) -> None:
    match = next(blunders(game_id))
    found = analysed(match, "plain:playouts=3000")
    blunder = found.moves[-1]
    assert (blunder.before, blunder.after, blunder.value_loss) == (1, 0, 1)
    best = blunder.recommendation.candidates[0]
    assert (best.value, best.probability) == (1, 1)
    assert best.move != blunder.move
    assert abs(found.swings[0].swing) == 1


# ---- made-up reviews ----

NOTHING = Recommendation(
    0, 0.5, (CandidateMove("a", 0.5, 1.0),), (ExpectedMove(0, "a", say("trio-puts-mark", seat="one", cell="a")),), 1
)
QUIET = MoveReview(
    number=1,
    turn=1,
    round=None,
    simultaneous=False,
    seat=0,
    move="a",
    recommendation=NOTHING,
    before=0.5,
    after=0.5,
    value_loss=0.0,
)


def made_up(*reviews: MoveReview) -> Analysis:
    turns = tuple(range(1, len(reviews) + 2))
    seats = ("one", "two")
    return Analysis("Ludo", "club", False, seats, seats, seats, "", turns, (), reviews, ((), ()))


def test_the_three_largest_swings_are_listed_largest_first() -> None:
    ends = [0.52, 0.1, 0.5, 0.95, 0.4, 0.5]
    reviews = [replace(QUIET, number=number, after=after) for number, after in enumerate(ends, 1)]
    assert [review.number for review in made_up(*reviews).swings] == [4, 2, 5]
    assert [review.swing for review in made_up(*reviews).swings] == pytest.approx([0.45, -0.4, -0.1])


def test_a_tiny_change_is_not_a_swing() -> None:
    assert made_up(QUIET, replace(QUIET, number=2, after=0.503)).swings == ()


def test_of_simultaneous_moves_only_the_one_that_lost_counts_as_a_swing() -> None:
    pair = [
        replace(QUIET, number=1, simultaneous=True, after=0.8),
        replace(QUIET, number=2, simultaneous=True, seat=1, after=0.2),
    ]
    assert [review.number for review in made_up(*pair).swings] == [2]


def test_the_bots_choice_is_better_only_if_the_bot_values_it_higher() -> None:
    assert QUIET.better is None  # the choice itself
    best = NOTHING.candidates[0]
    other = replace(QUIET, move="b")
    assert replace(other, after=0.4, value_loss=0.1).better == best
    assert replace(other, after=0.57, value_loss=0.0).better is None  # the move turned out better
    assert replace(other, after=0.498, value_loss=0.002).better is None
    untried = replace(other, simultaneous=True, value_loss=None)
    assert replace(untried, after=0.4).better == best
    assert replace(untried, after=0.6).better is None


def test_a_position_is_worth_what_the_bots_choice_is_worth() -> None:
    for game_id in OPEN:
        for review in analysed(played(game_id, 1, steps=6)).moves:
            best = review.recommendation.candidates[0]
            assert review.before == best.value
            assert review.better in (None, best)
            if review.better:
                assert review.swing < 0
                assert review.value_loss == pytest.approx(-review.swing)


@pytest.mark.parametrize("game_id", game_ids())
def test_an_analysis_counts_rounds_in_a_game_that_has_them(game_id: str) -> None:
    match = played(game_id, 1, steps=12)
    found = analysed(match)
    assert {review.round for review in found.moves} <= {match.round_number(number) for number in range(12)}
    assert bool(found.rounds) == isinstance(match.game.explain, RoundCount)
    assert len(found.rounds) in (0, len(found.turns))
