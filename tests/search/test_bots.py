"""Bots: their bounds, the trees they keep, and that they know no more than their seat."""

from __future__ import annotations

from threading import Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption, GameOver, NotYourTurn
from nodarium.core.game import Game
from nodarium.record.factory import new
from nodarium.search.bots import BOT_NAMES, LEVELS, NODE_BYTES, SearchBot, SearchResult, make_bot
from nodarium.search.settings import SearchSettings
from tests.play import CASES, PLAIN, Case
from tests.search.matrix import MatrixGame
from tests.search.test_trees import PAPER, PENNIES, SADDLE, UNEVEN, WIDE

ids = pytest.mark.parametrize("game_id", game_ids())
cases = pytest.mark.parametrize("case", CASES, ids=str)
OPEN = [game_id for game_id in game_ids() if not find_game(game_id).imperfect_information]


def search_position(case: Case, text: str, seed: int = 1, *, at_start: bool = False) -> SearchResult:
    """Search a position in the middle of a game, or at its start, which no short search can solve."""
    shares = (0,) if at_start else (40, 20, 5)
    state = next(state for state in (case.position(3, share) for share in shares) if state.to_act)
    bot = make_bot(case.game, text, seed)
    assert isinstance(bot, SearchBot)
    return bot.search(state, state.to_act[0])


# ---- Names ----


@ids
def test_every_game_has_the_five_levels(game_id: str) -> None:
    game = find_game(game_id)
    assert len(game.bot.levels) == len(LEVELS) == 5
    for name in BOT_NAMES:
        assert make_bot(game, name, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("god", "Unknown bot “god”. Available: random, plain, novice"),
        ("club:cleverness=9", "Unknown search setting “cleverness”"),
        ("club:explore=0.5", "“explore” is now called “exploration”"),
        ("club:playouts=many", "playouts must be a number"),
        ("club:playouts", "playouts must be a number"),
        ("club:playouts=inf", "playouts must be a number"),
        ("club:seconds=nan", "seconds must be a number"),
        ("random:playouts=3", "no settings"),
        ("club:seconds=0", "needs a limit"),
        ("club:threads=0", "at least one thread"),
    ],
)
def test_an_invalid_bot_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        make_bot(find_game(game_ids()[0]), text)


@pytest.mark.parametrize("text", ["random", "plain:playouts=10", "club"])
def test_a_bot_chooses_only_for_a_seat_to_act(text: str) -> None:
    game = find_game(OPEN[0])
    state, bot = game.new_state({}, 1), make_bot(game, text, 1)
    seat = 1 - state.to_act[0]
    with pytest.raises(NotYourTurn, match=f"not {game.seat_title(seat)}’s turn"):
        bot.choose(state, seat)
    state.rollout(1)
    with pytest.raises(GameOver):
        bot.choose(state, seat)


@pytest.mark.parametrize("mine", game_ids())
@pytest.mark.parametrize("other", game_ids())
def test_a_bot_plays_only_its_own_game(mine: str, other: str) -> None:
    state, bot = find_game(other).new_state({}, 1), make_bot(find_game(mine), "novice:playouts=4", 1)
    seat = state.to_act[0]
    if mine == other:
        assert bot.choose(state, seat) in state.legal_actions(seat)
    else:
        with pytest.raises(BadOption, match="Expected a state of"):
            bot.choose(state, seat)


def test_a_given_bound_replaces_the_bound_of_the_level() -> None:
    bot = make_bot(find_game(game_ids()[0]), "master:playouts=7", 1)
    assert isinstance(bot, SearchBot)
    assert (bot.settings.playouts, bot.settings.seconds) == (7, 0)


# ---- Bounds ----


@pytest.mark.slow
@cases
def test_a_bot_makes_exactly_the_allowed_playouts(case: Case) -> None:
    result = search_position(case, "plain:playouts=123", at_start=True)
    assert result.playouts == 123 == sum(choice.visits for choice in result.candidates)


@pytest.mark.slow
@ids
def test_a_bot_stops_on_request(game_id: str) -> None:
    game = find_game(game_id)
    state = game.new_state({}, 1)
    bot = make_bot(game, "plain:seconds=3600", 1)
    found = list[int]()
    thread = Thread(target=lambda: found.append(bot.choose(state, state.to_act[0])), daemon=True)
    thread.start()
    while thread.is_alive():  # a stop may even come before the search starts
        bot.stop()
        thread.join(0.01)
    assert found[0] in state.legal_actions(state.to_act[0])


@pytest.mark.slow
@ids
def test_a_stop_before_choose_affects_only_that_choice(game_id: str) -> None:
    game = find_game(game_id)
    bot = make_bot(game, "plain:playouts=100000", 1)
    assert isinstance(bot, SearchBot)
    state = game.new_state({}, 1)
    bot.stop()
    assert bot.search(state, state.to_act[0]).playouts < 10_000
    assert not bot.stop_requested.is_set()
    bot.stop()
    assert bot.choose(state, state.to_act[0]) in state.legal_actions(state.to_act[0])
    assert not bot.stop_requested.is_set()


class BrokenError(Exception):
    pass


@pytest.mark.parametrize("threads", [1, 2])
@ids
def test_an_exception_in_a_search_thread_reaches_the_caller(
    game_id: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(game_id)
    bot = make_bot(game, f"plain:playouts=10,threads={threads}", 1)
    assert isinstance(bot, SearchBot)

    def broken(*_: object) -> None:
        raise BrokenError

    monkeypatch.setattr(bot, "run_tree", broken)
    state = game.new_state({}, 1)
    with pytest.raises(BrokenError):
        bot.search(state, state.to_act[0])
    assert not bot.stop_requested.is_set()


@pytest.mark.slow
@ids
def test_a_bot_stops_when_its_time_is_up(game_id: str) -> None:
    game = find_game(game_id)
    state = game.new_state({}, 1)
    assert make_bot(game, "plain:seconds=0.05", 1).choose(state, state.to_act[0]) in state.legal_actions(
        state.to_act[0]
    )


@pytest.mark.slow
@ids
def test_an_early_stop_does_not_change_the_choice(game_id: str) -> None:
    case = Case(find_game(game_id), {})
    for share in (5, 30, 60):
        state = case.position(8, share)
        if state.to_act:
            bots = [make_bot(case.game, "plain:playouts=3000,seconds=600", 5) for _ in range(2)]
            assert isinstance(bots[0], SearchBot)
            assert isinstance(bots[1], SearchBot)
            early = bots[0].search(state, state.to_act[0], may_stop_early=True)
            late = bots[1].search(state, state.to_act[0])
            assert early.playouts <= late.playouts
            assert early.candidates[0].action == late.candidates[0].action


@pytest.mark.slow
@cases
def test_the_same_seed_gives_the_same_choice(case: Case) -> None:
    for name in LEVELS:
        results = [search_position(case, f"{name}:playouts=100", 5) for _ in range(2)]
        assert results[0].candidates == results[1].candidates
        assert results[0].principal_variation == results[1].principal_variation


@pytest.mark.slow
@ids
def test_threads_share_the_playouts(game_id: str) -> None:
    result = search_position(Case(find_game(game_id), {}), "plain:playouts=1000,threads=2", at_start=True)
    assert result.playouts == 1000 == sum(choice.visits for choice in result.candidates)


@pytest.mark.slow
@pytest.mark.parametrize("c_puct", [0, 0.5])
@ids
def test_a_search_continues_when_its_memory_is_full(game_id: str, c_puct: float) -> None:
    game = find_game(game_id)
    c_puct = c_puct if game.imperfect_information else 0
    bot = SearchBot(game, SearchSettings(playouts=60_000, memory_mb=1, c_puct=c_puct), 1)
    state = game.new_state({}, 1)
    seat = state.to_act[0]
    trees = bot.prepare_trees(bot.make_root(state, seat))
    assert trees[0].capacity * NODE_BYTES <= 2**20
    assert bot.search(state, seat).playouts == 60_000


# ---- Settings without an effect ----


@ids
def test_a_setting_that_the_search_does_not_use_is_refused(game_id: str) -> None:
    game = find_game(game_id)
    unread = ["rave_equivalence=9", "prior_visits=2", "reuse_tree=0"] if game.imperfect_information else ["c_puct=1"]
    for setting in unread:
        with pytest.raises(BadOption, match=f"doesn’t use {setting.partition('=')[0]}"):
            make_bot(game, f"plain:playouts=1,{setting}")


@pytest.mark.parametrize("game_id", OPEN)
@pytest.mark.parametrize("setting", ["first_play_urgency=0", "progressive_bias=1", "rave_equivalence=9"])
def test_settings_that_prior_visits_replace_are_refused(game_id: str, setting: str) -> None:
    with pytest.raises(BadOption, match="With prior_visits, these settings have no effect"):
        make_bot(find_game(game_id), f"plain:playouts=1,prior_visits=2,{setting}")


@pytest.mark.parametrize("game_id", OPEN)
def test_a_naive_opponent_needs_prior_visits(game_id: str) -> None:
    with pytest.raises(BadOption, match="no effect without prior_visits"):
        make_bot(find_game(game_id), "plain:playouts=1,naive_opponent=1")


@cases
def test_unguided_rollouts_are_uniform_at_any_depth(case: Case) -> None:
    """A bot state's rollout policy must not be used unless `guided_rollouts` is on."""
    state = case.game.bot_state(case.new(3))
    plain = case.new(3)
    if not PLAIN:
        pytest.skip("a compiled state's inner methods can't be called from Python")
    state._limited_rollout(7, 5)
    plain._limited_rollout(7, 5)
    assert plain.ply >= 5 or not plain.to_act_mask
    if state.ply == plain.ply:  # the bot state may have to play on to a position that it can evaluate
        assert case.game.notation.format_position(state) == case.game.notation.format_position(plain)


# ---- Kept trees ----


@pytest.mark.slow
@pytest.mark.parametrize("game_id", OPEN)
def test_the_tree_is_kept_for_the_following_steps(game_id: str) -> None:
    match = new(game_id, seed=1, deal=None, player_names=None)
    bot = make_bot(match.game, "plain:playouts=3000", 1)
    assert isinstance(bot, SearchBot)
    result = bot.search(match.state, match.to_act[0])
    for _ in range(6):
        match.play(result.candidates[0].action)
        known = result.candidates[0].visits
        result = bot.search(match.state, match.to_act[0])
        assert sum(choice.visits for choice in result.candidates) >= result.playouts + known - 1
        assert known > 1


@pytest.mark.slow
@pytest.mark.parametrize("game_id", OPEN)
def test_an_unrelated_position_starts_a_new_tree(game_id: str) -> None:
    game = find_game(game_id)
    bot = make_bot(game, "plain:playouts=200", 1)
    assert isinstance(bot, SearchBot)
    bot.search(game.new_state({}, 1), 0)
    other = Case(game, {}).position(9, 50)
    result = bot.search(other, other.to_act[0])
    assert sum(choice.visits for choice in result.candidates) == result.playouts


@pytest.mark.slow
@cases
def test_a_position_has_a_value_for_a_seat_that_does_not_act(case: Case) -> None:
    state = next(state for state in (case.position(3, share) for share in (40, 20, 5)) if state.to_act)
    idle = [seat for seat in range(state.seats) if seat not in state.to_act]
    for seat in idle:
        bot = make_bot(case.game, "plain:playouts=300", 1)
        assert isinstance(bot, SearchBot)
        result = bot.search(state, seat)
        assert result.candidates == ()
        if not case.game.imperfect_information:
            assert result.value == pytest.approx(1 - search_position(case, "plain:playouts=300").value, abs=0.01)
        other = state.copy()
        other.determinize(seat, 99)
        again = make_bot(case.game, "plain:playouts=300", 1)
        assert isinstance(again, SearchBot)
        assert again.search(other, seat).value == result.value


# ---- Secrets ----


@pytest.mark.slow
@pytest.mark.parametrize("share", [0, 20, 50, 80])
@cases
def test_secrets_do_not_change_the_choice_of_a_bot(case: Case, share: int) -> None:
    state = case.position(4, share)
    for seat in state.to_act:
        other = state.copy()
        other.determinize(seat, 99)
        for name in BOT_NAMES:
            text = name if name == "random" else f"{name}:playouts=60"
            assert make_bot(case.game, text, 7).choose(state, seat) == make_bot(case.game, text, 7).choose(other, seat)


@pytest.mark.slow
@cases
def test_a_bot_does_not_see_simultaneous_choices_of_other_seats(case: Case) -> None:
    match = new(case.game.id, seed=3, deal=None, player_names=None, **cast("dict[str, Any]", case.options))
    while match.to_act:
        seat = match.to_act[-1]
        before = match.decision_state(seat)
        for other in match.to_act[:-1]:
            match.play(match.legal_actions(other)[-1], other)
        assert case.game.notation.format_position(match.decision_state(seat)) == case.game.notation.format_position(
            before
        )
        match.play(match.legal_actions(seat)[0], seat)


# ---- Simultaneous choices ----

# The attributes of a game that a search needs.
MATRIX = cast("Game", SimpleNamespace(bot_state=MatrixGame.copy, imperfect_information=True, num_actions=8))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("table", "value"), [PENNIES, PAPER, UNEVEN, SADDLE, WIDE])
def test_the_mixed_strategy_of_a_bot_is_near_the_equilibrium(table: list[list[int]], value: float, seat: int) -> None:
    bot = SearchBot(MATRIX, SearchSettings(playouts=5000, exploration=0.7), 3)
    shares = {choice.action: choice.probability for choice in bot.search(MatrixGame(table), seat).candidates}
    assert sum(shares.values()) == pytest.approx(1)
    rows, columns = range(len(table)), range(len(table[0]))
    if seat == 0:
        worst = min(sum(shares.get(row, 0) * table[row][column] / 2 for row in rows) for column in columns)
        assert worst >= value - 0.02
    else:
        worst = max(sum(shares.get(column, 0) * table[row][column] / 2 for column in columns) for row in rows)
        assert worst <= value + 0.02


@cases
@pytest.mark.parametrize("name", ["plain", "novice"])
def test_a_single_playout_is_enough_for_a_legal_choice(case: Case, name: str) -> None:
    """Even if no playout reached the seat's own choice, because another seat chooses at the same time."""
    for seed in range(10):
        state = case.new(seed)
        for seat in state.to_act:
            bot = make_bot(case.game, f"{name}:playouts=1", seed)
            assert bot.choose(state, seat) in state.legal_actions(seat)
