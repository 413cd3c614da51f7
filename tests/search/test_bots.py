"""Bots: what bounds them, what they keep, and that they know no more than their seat."""

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


def think(case: Case, text: str, seed: int = 1, *, at_start: bool = False) -> SearchResult:
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
        ("god", "Unknown bot 'god'. Available: random, plain, novice"),
        ("club:cleverness=9", "Unknown search setting 'cleverness'"),
        ("club:explore=0.5", "'explore' is now called 'exploration'"),
        ("club:playouts=many", "playouts must be a number"),
        ("club:playouts", "playouts must be a number"),
        ("club:playouts=inf", "playouts must be a number"),
        ("club:seconds=nan", "seconds must be a number"),
        ("random:playouts=3", "no settings"),
        ("club:seconds=0", "needs a limit"),
        ("club:threads=0", "at least one thread"),
    ],
)
def test_a_bot_that_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        make_bot(find_game(game_ids()[0]), text)


@pytest.mark.parametrize("text", ["random", "plain:playouts=10", "club"])
def test_a_bot_chooses_only_for_a_seat_that_acts(text: str) -> None:
    game = find_game(OPEN[0])
    state, bot = game.new_state({}, 1), make_bot(game, text, 1)
    seat = 1 - state.to_act[0]
    with pytest.raises(NotYourTurn, match=f"turn, not {game.seat_names[seat]}'s"):
        bot.choose(state, seat)
    state.rollout(1)
    with pytest.raises(GameOver):
        bot.choose(state, seat)


@pytest.mark.parametrize("mine", game_ids())
@pytest.mark.parametrize("other", game_ids())
def test_a_bot_knows_one_game(mine: str, other: str) -> None:
    state, bot = find_game(other).new_state({}, 1), make_bot(find_game(mine), "novice:playouts=4", 1)
    seat = state.to_act[0]
    if mine == other:
        assert bot.choose(state, seat) in state.legal_actions(seat)
    else:
        with pytest.raises(BadOption, match="Expected a state of"):
            bot.choose(state, seat)


def test_a_bound_of_ones_own_takes_the_place_of_the_levels() -> None:
    bot = make_bot(find_game(game_ids()[0]), "master:playouts=7", 1)
    assert isinstance(bot, SearchBot)
    assert (bot.settings.playouts, bot.settings.seconds) == (7, 0)


# ---- Bounds ----


@pytest.mark.slow
@cases
def test_a_bot_makes_as_many_playouts_as_it_may(case: Case) -> None:
    thought = think(case, "plain:playouts=123", at_start=True)
    assert thought.playouts == 123 == sum(choice.visits for choice in thought.candidates)


@pytest.mark.slow
@ids
def test_a_bot_stops_when_it_is_asked(game_id: str) -> None:
    game = find_game(game_id)
    state = game.new_state({}, 1)
    bot = make_bot(game, "plain:seconds=3600", 1)
    found = list[int]()
    thread = Thread(target=lambda: found.append(bot.choose(state, state.to_act[0])), daemon=True)
    thread.start()
    while thread.is_alive():  # however early it is asked
        bot.stop()
        thread.join(0.01)
    assert found[0] in state.legal_actions(state.to_act[0])


@pytest.mark.slow
@ids
def test_a_stop_before_choose_counts_for_that_choice_only(game_id: str) -> None:
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
def test_a_bot_that_stops_early_chooses_what_it_would_have_chosen(game_id: str) -> None:
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
        thoughts = [think(case, f"{name}:playouts=100", 5) for _ in range(2)]
        assert thoughts[0].candidates == thoughts[1].candidates
        assert thoughts[0].principal_variation == thoughts[1].principal_variation


@pytest.mark.slow
@ids
def test_threads_share_the_playouts(game_id: str) -> None:
    thought = think(Case(find_game(game_id), {}), "plain:playouts=1000,threads=2", at_start=True)
    assert thought.playouts == 1000 == sum(choice.visits for choice in thought.candidates)


@pytest.mark.slow
@pytest.mark.parametrize("c_puct", [0, 0.5])
@ids
def test_a_search_goes_on_in_the_memory_it_has(game_id: str, c_puct: float) -> None:
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
def test_a_setting_that_the_search_does_not_read_is_refused(game_id: str) -> None:
    game = find_game(game_id)
    unread = ["rave_equivalence=9", "prior_visits=2", "reuse_tree=0"] if game.imperfect_information else ["c_puct=1"]
    for setting in unread:
        with pytest.raises(BadOption, match=f"doesn't use {setting.partition('=')[0]}"):
            make_bot(game, f"plain:playouts=1,{setting}")


@pytest.mark.parametrize("game_id", OPEN)
@pytest.mark.parametrize("setting", ["first_play_urgency=0", "progressive_bias=1", "rave_equivalence=9"])
def test_settings_that_prior_visits_replace_are_refused(game_id: str, setting: str) -> None:
    with pytest.raises(BadOption, match="no effect with prior_visits"):
        make_bot(find_game(game_id), f"plain:playouts=1,prior_visits=2,{setting}")


@pytest.mark.parametrize("game_id", OPEN)
def test_a_naive_opponent_needs_prior_visits(game_id: str) -> None:
    with pytest.raises(BadOption, match="no effect without prior_visits"):
        make_bot(find_game(game_id), "plain:playouts=1,naive_opponent=1")


@cases
def test_rollouts_that_are_not_guided_are_uniform_at_any_depth(case: Case) -> None:
    """A bot state's rollout policy must not be used unless `guided_rollouts` is on."""
    state = case.game.bot_state(case.new(3))
    plain = case.new(3)
    if not PLAIN:
        pytest.skip("a compiled state's inner methods can't be called from Python")
    state._limited_rollout(7, 5)
    plain._limited_rollout(7, 5)
    assert plain.ply >= 5
    if state.ply == plain.ply:  # the bot state may have to play on to a position that it can evaluate
        assert case.game.notation.format_position(state) == case.game.notation.format_position(plain)


# ---- What is kept ----


@pytest.mark.slow
@pytest.mark.parametrize("game_id", OPEN)
def test_what_was_thought_is_kept_for_the_steps_that_follow(game_id: str) -> None:
    match = new(game_id, seed=1, deal=None, player_names=None)
    bot = make_bot(match.game, "plain:playouts=3000", 1)
    assert isinstance(bot, SearchBot)
    thought = bot.search(match.state, match.to_act[0])
    for _ in range(6):
        match.play(thought.candidates[0].action)
        known = thought.candidates[0].visits
        thought = bot.search(match.state, match.to_act[0])
        assert sum(choice.visits for choice in thought.candidates) >= thought.playouts + known - 1
        assert known > 1


@pytest.mark.slow
@pytest.mark.parametrize("game_id", OPEN)
def test_a_position_from_elsewhere_starts_a_new_tree(game_id: str) -> None:
    game = find_game(game_id)
    bot = make_bot(game, "plain:playouts=200", 1)
    assert isinstance(bot, SearchBot)
    bot.search(game.new_state({}, 1), 0)
    other = Case(game, {}).position(9, 50)
    thought = bot.search(other, other.to_act[0])
    assert sum(choice.visits for choice in thought.candidates) == thought.playouts


@pytest.mark.slow
@cases
def test_what_a_position_is_worth_to_a_seat_that_does_not_act(case: Case) -> None:
    state = next(state for state in (case.position(3, share) for share in (40, 20, 5)) if state.to_act)
    idle = [seat for seat in range(state.seats) if seat not in state.to_act]
    for seat in idle:
        bot = make_bot(case.game, "plain:playouts=300", 1)
        assert isinstance(bot, SearchBot)
        thought = bot.search(state, seat)
        assert thought.candidates == ()
        if not case.game.imperfect_information:
            assert thought.value == pytest.approx(1 - think(case, "plain:playouts=300").value, abs=0.01)
        other = state.copy()
        other.determinize(seat, 99)
        again = make_bot(case.game, "plain:playouts=300", 1)
        assert isinstance(again, SearchBot)
        assert again.search(other, seat).value == thought.value


# ---- Secrets ----


@pytest.mark.slow
@pytest.mark.parametrize("share", [0, 20, 50, 80])
@cases
def test_what_a_seat_cannot_know_does_not_change_what_its_bot_chooses(case: Case, share: int) -> None:
    state = case.position(4, share)
    for seat in state.to_act:
        other = state.copy()
        other.determinize(seat, 99)
        for name in BOT_NAMES:
            text = name if name == "random" else f"{name}:playouts=60"
            assert make_bot(case.game, text, 7).choose(state, seat) == make_bot(case.game, text, 7).choose(other, seat)


@pytest.mark.slow
@cases
def test_a_bot_chooses_before_it_can_see_what_others_have_chosen_at_once(case: Case) -> None:
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


# ---- Choices made at once ----

# All that a search needs to know about a game.
MATRIX = cast("Game", SimpleNamespace(bot_state=MatrixGame.copy, imperfect_information=True, num_actions=8))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("table", "value"), [PENNIES, PAPER, UNEVEN, SADDLE, WIDE])
def test_what_a_bot_mixes_is_near_the_equilibrium(table: list[list[int]], value: float, seat: int) -> None:
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
