"""The laws that every game keeps: see the contract in `core/game.py` and `core/state.py`.

A law is checked in positions that Hypothesis picks and in every position of a whole random game.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodarium.core.errors import (
    AmbiguousMove,
    BadOption,
    GameOver,
    IllegalMove,
    NodariumError,
    NotYourTurn,
    UnreadableMove,
)
from nodarium.core.game import MAX_WEIGHT, Game
from nodarium.core.memory import BUFFER_SIZE
from nodarium.core.splitmix import U64
from nodarium.core.state import State
from tests.play import CASES, Case, Dice, snapshot, step, viewers, write

Law = Callable[[Game, State], None]
LAWS: list[Law] = []
OTHER_SEED = 0xFEED
in_every_case = pytest.mark.parametrize("case", CASES, ids=str)
seeds = st.integers(0, U64)
shares = st.integers(0, 105)


def law(check: Law) -> Law:
    """Register a check that holds in every position of every game. It must not change the state."""
    LAWS.append(check)
    return check


def determinized(state: State, seat: int, seed: int) -> State:
    twin = state.copy()
    twin.determinize(seat, seed)
    return twin


def refused(state: State, action: int, seat: int | None) -> NodariumError:
    with pytest.raises(NodariumError) as caught:
        state.apply(action, seat)
    return caught.value


# ---- Actions ----


@law
def legal_actions_are_sorted_numbers_below_the_games_bound(game: Game, state: State) -> None:
    for seat in range(state.seats):
        actions = state.legal_actions(seat)
        assert actions == sorted(set(actions))
        assert all(0 <= action < game.num_actions for action in actions)
        assert bool(actions) == (seat in state.to_act)
        assert state.legal_actions(seat) == actions


@law
def without_a_seat_the_only_seat_to_act_is_assumed(game: Game, state: State) -> None:
    if len(state.to_act) > 1:
        with pytest.raises(NotYourTurn):
            state.legal_actions()
        assert isinstance(refused(state.copy(), 0, None), NotYourTurn)
    elif state.to_act:
        assert state.legal_actions() == state.legal_actions(state.to_act[0])
    else:
        assert state.legal_actions() == []


@law
def legal_moves_have_distinct_texts_that_parse_back(game: Game, state: State) -> None:
    known = game.notation.parse_position(write(game, state))
    for seat in state.to_act:
        actions = state.legal_actions(seat)
        texts = [game.notation.format_move(state, seat, action) for action in actions]
        assert len(set(texts)) == len(texts)
        assert [game.notation.parse_move(state, seat, text) for text in texts] == actions
        assert [game.notation.format_move(known, seat, action) for action in actions] == texts
        assert [game.notation.parse_move(known, seat, text) for text in texts] == actions


@law
def a_legal_action_is_one_step(game: Game, state: State) -> None:
    for seat in state.to_act:
        twin = state.copy()
        twin.apply(Dice(twin.ply).pick(twin.legal_actions(seat)), seat)
        assert twin.ply == state.ply + 1


@law
def illegal_actions_are_refused_with_their_rule_and_change_nothing(game: Game, state: State) -> None:
    before = snapshot(game, state)
    dice = Dice(state.ply)
    for seat in state.to_act:
        known = game.notation.format_position(state, seat)
        illegal = sorted(set(range(game.num_actions)) - set(state.legal_actions(seat)))
        for action in [dice.pick(illegal) for _ in range(min(30, len(illegal)))]:
            error = refused(state, action, seat)
            assert isinstance(error, IllegalMove)
            assert error.position == known
            with suppress(LookupError):  # not every number is an action with a text
                assert error.move == game.notation.format_move(state, seat, action)
                assert str(error).startswith(f"{error.move}: ")
                assert error.rule in game.rulebook().rules
        for action in (-1, game.num_actions, 1 << 31, 1 << 70):
            assert isinstance(refused(state, action, seat), IllegalMove)
    assert snapshot(game, state) == before


@law
def a_seat_that_may_not_act_is_refused(game: Game, state: State) -> None:
    before = write(game, state)
    idle = set(range(state.seats)) - set(state.to_act)
    for seat in [*idle, -1, state.seats, 1 << 40]:
        for action in range(min(game.num_actions, 3)):
            error = refused(state, action, seat)
            assert isinstance(error, NotYourTurn if state.to_act else GameOver)
            assert error.position == game.notation.format_position(state, None)
    assert write(game, state) == before


@law
def no_seat_can_act_after_the_end(game: Game, state: State) -> None:
    assert bool(state.to_act) == (state.outcome is None)
    if state.outcome is not None:
        for seat in viewers(state):
            error = refused(state, 0, seat)
            assert isinstance(error, GameOver)
            assert error.rule == state.outcome.rule


@law
def an_outcome_names_its_winners_and_a_rule(game: Game, state: State) -> None:
    if state.outcome is None:
        assert state.winner_mask == 0
    else:
        assert state.outcome.winners == tuple(seat for seat in range(state.seats) if state.winner_mask >> seat & 1)
        assert state.winner_mask >> state.seats == 0
        assert state.outcome.rule in game.rulebook().rules
        assert (state.outcome.rule, state.outcome.reason) in {(end.rule, end.reason) for end in game.endings}


# ---- Text and copies ----


@law
def a_position_parses_back(game: Game, state: State) -> None:
    text = write(game, state)
    known = game.notation.parse_position(text)
    assert "\n" not in text
    assert snapshot(game, known) == snapshot(game, state)
    ends = [state.copy(), known]
    for twin in ends:
        twin.rollout(OTHER_SEED)
    assert snapshot(game, ends[0]) == snapshot(game, ends[1])


@law
def a_copy_is_independent(game: Game, state: State) -> None:
    before = snapshot(game, state)
    for twin in (state.copy(), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert type(twin) is type(state)
        assert twin.ply == state.ply
        assert snapshot(game, twin) == before
        if twin.to_act:
            step(twin, Dice(OTHER_SEED))
            assert snapshot(game, state) == before
            assert write(game, twin) != before["position"]
        twin.reset(OTHER_SEED)
        assert snapshot(game, state) == before


@law
def views_are_plain_data(game: Game, state: State) -> None:
    for seat in viewers(state):
        view = state.view(seat)
        assert json.loads(json.dumps(view)) == view


# ---- Secrets ----


@law
def a_seat_sees_no_secrets(game: Game, state: State) -> None:
    for seat in range(state.seats):
        twin = determinized(state, seat, state.ply)
        if write(game, twin) == write(game, state):
            continue  # the seat knows everything
        assert twin.ply == state.ply
        assert twin.to_act == state.to_act
        assert twin.legal_actions(seat) == state.legal_actions(seat)
        for viewer in (seat, None):  # every seat may know what a spectator sees
            assert twin.view(viewer) == state.view(viewer)
            assert game.notation.format_position(twin, viewer) == game.notation.format_position(state, viewer)
            assert game.renderer.scene(twin, viewer) == game.renderer.scene(state, viewer)
            assert game.renderer.canvas(twin, viewer).lines() == game.renderer.canvas(state, viewer).lines()


@law
def a_refusal_reveals_no_secrets(game: Game, state: State) -> None:
    dice = Dice(state.ply)
    for seat in state.to_act:
        legal = state.legal_actions(seat)
        twin = determinized(state, seat, state.ply)
        for action in [dice.below(game.num_actions) for _ in range(8)]:
            if action not in legal:
                errors = [refused(one, action, seat) for one in (state, twin)]
                assert len({(error.message, error.rule, error.move, error.position) for error in errors}) == 1


@law
def determinizing_does_not_depend_on_secrets(game: Game, state: State) -> None:
    for seat in range(state.seats):
        twin = determinized(state, seat, state.ply)
        assert write(game, determinized(twin, seat, OTHER_SEED)) == write(game, determinized(state, seat, OTHER_SEED))


@law
def a_determinized_state_is_valid(game: Game, state: State) -> None:
    for seat in range(state.seats):
        twin = determinized(state, seat, state.ply)
        assert snapshot(game, game.notation.parse_position(write(game, twin))) == snapshot(game, twin)
        twin.rollout(OTHER_SEED)
        assert twin.outcome is not None
        assert twin.ply <= game.max_steps


# ---- The laws, checked ----

each_law = pytest.mark.parametrize("check", LAWS, ids=lambda check: check.__name__)


@in_every_case
@each_law
@given(seed=seeds, share=shares)
def test_law_holds_in_any_position(check: Law, case: Case, seed: int, share: int) -> None:
    check(case.game, case.position(seed, share))


@in_every_case
@each_law
def test_law_holds_in_a_whole_game(check: Law, case: Case) -> None:
    for state in case.walk(seed=1):
        check(case.game, state)


@in_every_case
@pytest.mark.parametrize("choice", [0, -1], ids=["first", "last"])
@given(seed=seeds)
def test_a_game_of_only_first_or_last_choices_ends_within_its_bound(case: Case, choice: int, seed: int) -> None:
    state = case.new(seed)
    for _ in range(case.game.max_steps):
        if not state.to_act:
            break
        seat = state.to_act[choice]
        state.apply(state.legal_actions(seat)[choice], seat)
    assert not state.to_act


@in_every_case
@given(seed=seeds)
def test_a_random_game_ends_within_its_bound(case: Case, seed: int) -> None:
    state = case.new(seed)
    state.rollout(seed)
    assert state.outcome is not None
    assert state.ply <= case.game.max_steps


@in_every_case
def test_views_differ_exactly_if_secrets_can_be_dealt_again(case: Case) -> None:
    """Otherwise the laws about secrets would check nothing."""
    views_differ = secrets_differ = False
    for state in case.walk(seed=2):
        for seat in range(state.seats):
            views_differ |= state.view(seat) != state.view(None)
            secrets_differ |= write(case.game, determinized(state, seat, state.ply)) != write(case.game, state)
    assert views_differ == secrets_differ


# ---- Deals and options ----


@in_every_case
@given(seed=seeds)
def test_a_deal_is_plain_data_and_sets_up_the_same_game(case: Case, seed: int) -> None:
    state = case.new(seed)
    deal = json.loads(json.dumps(case.game.notation.format_deal(state)))
    assert deal == case.game.notation.format_deal(state)
    again = case.game.state_from_deal(case.options, deal)
    assert snapshot(case.game, again) == snapshot(case.game, state)
    for twin in (state, again):
        twin.rollout(OTHER_SEED)
    assert snapshot(case.game, again) == snapshot(case.game, state)


@in_every_case
def test_a_seed_always_gives_the_same_deal(case: Case) -> None:
    several = [0, 1, 2, 3, 1 << 32, 1 << 63, U64 - 1, U64]
    deals = [[str(case.game.notation.format_deal(case.new(seed))) for seed in several] for _ in range(2)]
    assert deals[0] == deals[1]
    assert len(set(deals[0])) in (1, len(several)), "either nothing is dealt, or every seed deals differently"


@in_every_case
@pytest.mark.parametrize("deal", [{}, {"nonsense": 1}, [], None, "nonsense"])
def test_an_invalid_deal_is_refused(case: Case, deal: object) -> None:
    if case.game.notation.format_deal(case.new(0)) == deal:
        return
    with pytest.raises(BadOption):
        case.game.state_from_deal(case.options, deal)  # type: ignore[arg-type]


@in_every_case
@given(seed=st.integers(U64 + 1, (1 << 256) - 1))
def test_every_word_of_a_long_seed_changes_the_deal(case: Case, seed: int) -> None:
    """Deals on a server are drawn from 256 bits, so a game has to use all four words."""

    def num_deals(shift: int) -> int:
        return len({str(case.game.notation.format_deal(case.new(seed ^ (word << shift)))) for word in range(8)})

    counts = [num_deals(shift) for shift in range(0, 256, 64)]
    assert max(counts) == 1 or min(counts) > 1, "either nothing is dealt, or every word changes the deal"
    state = case.new(seed)
    again = case.game.state_from_deal(case.options, case.game.notation.format_deal(state))
    assert write(case.game, again) == write(case.game, state)


@in_every_case
@pytest.mark.parametrize("seed", [-1, 1 << 256, "7", 1.0, None, True])
def test_an_invalid_seed_is_refused(case: Case, seed: object) -> None:
    with pytest.raises(BadOption, match="seed"):
        case.game.new_state(case.options, seed)  # type: ignore[arg-type]


each_game = pytest.mark.parametrize("game", [case.game for case in CASES if not case.options], ids=lambda game: game.id)


@each_game
def test_an_unknown_option_is_refused_with_a_hint(game: Game) -> None:
    for option in game.options:
        with pytest.raises(BadOption, match=f"Did you mean {option.name}"):
            game.new_state({option.name + "s": option.default}, 0)
    with pytest.raises(BadOption, match="Unknown option qqqq"):
        game.new_state({"qqqq": 1}, 0)


@each_game
def test_an_invalid_option_value_is_refused_with_a_list_of_the_choices(game: Game) -> None:
    for option in game.options:
        known = {(type(choice), choice) for choice in option.choices}
        for value in (None, True, False, 0, 1, -1, 1.0, 99, "", "True", "1", "qqqq"):
            if (type(value), value) not in known:
                with pytest.raises(BadOption, match=f"{option.name} must be") as caught:
                    game.new_state({option.name: value}, 0)
                assert caught.value.rule == option.rule
                assert all(str(choice) in str(caught.value) for choice in option.choices)


@each_game
def test_a_game_cites_only_its_own_rules(game: Game) -> None:
    cited = [*(option.rule for option in game.options), *(ending.rule for ending in game.endings)]
    assert set(cited) <= set(game.rulebook().rules)


@each_game
def test_a_game_describes_itself(game: Game) -> None:
    assert all([game.title, game.summary, game.rules_version])
    assert game.minutes > 0
    assert 1 <= game.weight <= MAX_WEIGHT
    assert 0 < game.num_actions <= BUFFER_SIZE
    assert len(set(game.seat_names)) == len(game.seat_names)
    for option in game.options:
        assert option.default in option.choices
        assert len({type(choice) for choice in option.choices}) == 1
    assert all(1 <= case.new(0).seats <= len(game.seat_names) for case in CASES if case.game is game)


# ---- Faults ----


def garbled(text: str, seed: int) -> str:
    """The text with a few words or letters changed."""
    dice = Dice(seed)
    for _ in range(1 + dice.below(3)):
        parts = list(text) if dice.below(2) else text.split(" ")
        joint = "" if len(parts) == len(text) else " "
        one, other = dice.below(len(parts)), dice.below(len(parts))
        changed = [parts[:one] + parts[one + 1 :], [*parts[:one], parts[other], *parts[one:]]]
        text = joint.join(changed[dice.below(2)]) or "?"
    return text


@in_every_case
@given(seed=seeds, share=shares)
def test_a_garbled_position_is_refused_or_valid(case: Case, seed: int, share: int) -> None:
    text = garbled(write(case.game, case.position(seed, share)), seed)
    try:
        state = case.game.notation.parse_position(text)
    except BadOption:
        return
    assert snapshot(case.game, case.game.notation.parse_position(write(case.game, state))) == snapshot(case.game, state)
    state.rollout(seed)
    assert state.outcome is not None


@in_every_case
@pytest.mark.parametrize("text", ["", "?", "| | |", "\n", "\0", "🎲"])
def test_text_that_is_not_a_position_is_refused(case: Case, text: str) -> None:
    with pytest.raises(BadOption):
        case.game.notation.parse_position(text)


@in_every_case
@given(seed=seeds, share=shares, text=st.text())
def test_any_text_is_a_move_or_refused(case: Case, seed: int, share: int, text: str) -> None:
    state = case.position(seed, share)
    for seat in state.to_act:
        move = case.game.notation.format_move(state, seat, Dice(seed).pick(state.legal_actions(seat)))
        for typed in (text, garbled(move, seed), f" {move.upper()} "):
            with suppress(UnreadableMove, AmbiguousMove, IllegalMove):
                assert 0 <= case.game.notation.parse_move(state, seat, typed) < case.game.num_actions
