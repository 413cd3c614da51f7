"""A match: moves, refusals, undo and redo, and the end."""

from __future__ import annotations

import copy
import inspect
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nodarium
from nodarium import BadOption, GameOver, IllegalMove, Match, NotYourTurn, Player, UnreadableMove
from nodarium.core.scene import Group
from nodarium.core.svg import render
from nodarium.record.history import ABANDONED, AGREEMENT, OUT_OF_TIME, RESIGNATION
from tests.record.play import GAMES, fresh, played, position, step

games = pytest.mark.parametrize("game_id", GAMES)


# ---- a new match ----


@games
def test_a_seed_always_gives_the_same_deal(game_id: str) -> None:
    assert nodarium.new(game_id, seed=7).deal == nodarium.new(game_id, seed=7).deal


@games
def test_without_a_seed_every_match_has_a_new_deal(game_id: str) -> None:
    deals = [nodarium.new(game_id, seed=seed).deal for seed in range(8)]
    chance = any(deal != deals[0] for deal in deals)
    unseeded = [nodarium.new(game_id).deal for _ in range(8)]
    assert any(deal != unseeded[0] for deal in unseeded) == chance


@games
def test_a_deal_sets_up_the_same_match(game_id: str) -> None:
    match = fresh(game_id, Random(3))
    twin = nodarium.new(game_id, deal=match.deal, **match.options)
    assert position(twin) == position(match)
    assert twin.deal == match.deal


@games
def test_seed_and_deal_together_are_an_error(game_id: str) -> None:
    with pytest.raises(BadOption, match="not both"):
        nodarium.new(game_id, seed=1, deal=nodarium.new(game_id, seed=1).deal)


@games
@pytest.mark.parametrize("seed", [-1, 2**256, "7", 1.0])
def test_a_seed_that_is_not_a_256_bit_number_is_an_error(game_id: str, seed: int) -> None:
    with pytest.raises(BadOption, match="seed"):
        nodarium.new(game_id, seed=seed)


@games
def test_an_unknown_option_is_an_error(game_id: str) -> None:
    with pytest.raises(BadOption, match="Unknown option colour"):
        nodarium.new(game_id, colour="red")


@games
def test_an_invalid_deal_is_an_error(game_id: str) -> None:
    with pytest.raises(BadOption):
        nodarium.new(game_id, deal={"weather": "fine"})


def test_an_unknown_game_is_an_error() -> None:
    with pytest.raises(BadOption, match="Unknown game"):
        nodarium.new("ludo")


@games
def test_no_option_has_the_name_of_an_argument(game_id: str) -> None:
    arguments = set(inspect.signature(nodarium.new).parameters) - {"options"}
    assert not arguments & {option.name for option in nodarium.find_game(game_id).options}


@games
def test_every_seat_has_a_player(game_id: str) -> None:
    seats = nodarium.new(game_id).state.seats
    names = [f"guest {seat}" for seat in range(seats)]
    assert [player.name for player in nodarium.new(game_id, player_names=names).players] == names
    bots = [Player(name=name, kind="bot") for name in names]
    assert nodarium.new(game_id, player_names=bots).players == tuple(bots)
    with pytest.raises(BadOption, match="players"):
        nodarium.new(game_id, player_names=[*names, "one too many"])


# ---- playing ----


@games
def test_text_and_action_are_the_same_move(game_id: str) -> None:
    by_text, by_action = (fresh(game_id, Random(5)) for _ in range(2))
    dice = Random(6)
    while by_text.outcome is None:
        seat = dice.choice(by_text.to_act)
        moves, actions = by_text.legal_moves(seat), by_action.legal_actions(seat)
        assert len(moves) == len(actions) == len(set(moves))
        choice = dice.randrange(len(moves))
        by_text.play(moves[choice], seat)
        by_action.play(actions[choice], seat)
        assert position(by_text) == position(by_action)
    assert by_text.history == by_action.history


@games
def test_the_history_has_seat_move_clock_and_comment(game_id: str) -> None:
    match = fresh(game_id, Random(1))
    seat = match.to_act[0]
    move = match.legal_moves(seat)[0]
    match.play(move, seat, clock=299.5, comment="as always")
    (made,) = match.history
    assert (made.seat, made.move, made.clock, made.comment) == (seat, move, 299.5, "as always")


@games
@pytest.mark.parametrize("comment", [5, b"x", "\ud800"])
def test_an_invalid_comment_or_name_is_an_error(game_id: str, comment: Any) -> None:
    match = nodarium.new(game_id, seed=1)
    seat = match.to_act[0]
    with pytest.raises(BadOption, match="comment"):
        match.play(match.legal_actions(seat)[0], seat, comment=comment)
    with pytest.raises(BadOption, match="name"):
        nodarium.new(game_id, seed=1, player_names=[comment] * match.state.seats)
    assert not match.history


@games
def test_a_seat_is_stored_as_a_number(game_id: str, tmp_path: Path) -> None:
    match = nodarium.new(game_id, seed=1)
    seat = match.to_act[0]
    match.play(match.legal_actions(seat)[0], bool(seat), clock=3)
    match.save(tmp_path / "new.json")
    made = nodarium.load(tmp_path / "new.json").history[0]
    assert (made.seat, made.clock) == (seat, 3.0)


@games
@pytest.mark.parametrize("clock", [-1.0, float("nan"), float("inf")])
def test_a_clock_that_is_not_a_number_of_seconds_is_an_error(game_id: str, clock: float) -> None:
    match = fresh(game_id, Random(1))
    with pytest.raises(BadOption, match="clock"):
        match.play(match.legal_actions(match.to_act[0])[0], match.to_act[0], clock=clock)
    assert match.history == ()


def match_state(match: Match) -> tuple[object, ...]:
    legal = [match.legal_actions(seat) for seat in range(match.state.seats)]
    return position(match), match.to_act, match.outcome, match.history, legal


@games
def test_an_illegal_action_names_a_rule_and_changes_nothing(game_id: str) -> None:
    match = played(game_id, 2, 12)
    seat = match.to_act[0]
    before = match_state(match)
    rules = set()
    for action in set(range(match.game.num_actions)) - set(match.legal_actions(seat)):
        with pytest.raises(IllegalMove) as caught:
            match.play(action, seat)
        rules.add(caught.value.rule)
        assert caught.value.position == match.game.notation.format_position(match.state, seat)
    assert rules - {None}
    assert match_state(match) == before


@games
@pytest.mark.parametrize("action", [-1, 10**6, 10**30])
def test_a_number_that_is_not_an_action_is_illegal(game_id: str, action: int) -> None:
    match = fresh(game_id, Random(1))
    with pytest.raises(IllegalMove, match="has no action"):
        match.play(action, match.to_act[0])


@games
@pytest.mark.parametrize("text", ["", "castle", "\x00", "9" * 5000, None, 1.5])
def test_text_that_is_not_a_move_is_unreadable(game_id: str, text: str) -> None:
    match = fresh(game_id, Random(1))
    before = match_state(match)
    with pytest.raises(UnreadableMove):
        match.play(text, match.to_act[0])
    assert match_state(match) == before


@games
def test_only_a_seat_that_may_act_can_play(game_id: str) -> None:
    match = played(game_id, 4, 2)
    before = match_state(match)
    move = match.legal_moves(match.to_act[0])[0]
    for seat in (-1, match.state.seats):
        with pytest.raises(NotYourTurn, match=f"Unknown seat {seat}"):
            match.play(move, seat)
    for seat in set(range(match.state.seats)) - set(match.to_act):
        with pytest.raises(NotYourTurn, match=f"not {match.game.seat_title(seat)}’s turn"):
            match.play(move, seat)
    assert match_state(match) == before


@pytest.mark.parametrize("game_id", GAMES)
def test_an_unreadable_move_is_refused_with_move_and_position(game_id: str) -> None:
    match = nodarium.new(game_id, seed=1)
    seat = match.to_act[0]
    with pytest.raises(UnreadableMove) as caught:
        match.play("no such move", seat)
    assert caught.value.move == "no such move"
    assert caught.value.position == match.game.notation.format_position(match.state, seat)


@games
def test_the_seat_may_be_left_out_when_only_one_can_act(game_id: str) -> None:
    dice = Random(8)
    match = fresh(game_id, dice)
    for _ in range(30):
        if len(match.to_act) == 1:
            assert match.legal_moves() == match.legal_moves(match.to_act[0])
            match.play(dice.choice(match.legal_moves()))
        else:
            with pytest.raises(NotYourTurn, match="Specify a seat"):
                match.play(match.legal_moves(match.to_act[0])[0])
            with pytest.raises(NotYourTurn, match="Specify a seat"):
                match.legal_moves()
            step(match, dice)
        if match.outcome:
            break


@games
def test_no_seat_can_play_after_the_end(game_id: str) -> None:
    match = played(game_id)
    last = match.history[-1]
    before = match_state(match)
    assert match.outcome is not None
    assert match.to_act == ()
    assert match.legal_moves() == []
    with pytest.raises(GameOver, match=str(match.outcome.reason)) as caught:
        match.play(last.move, last.seat)
    assert caught.value.rule == match.outcome.rule
    assert match_state(match) == before


@games
def test_an_unknown_seat_is_an_error(game_id: str) -> None:
    match = fresh(game_id, Random(1))
    for look in (match.view, match.scene, match.svg):
        for seat in (-1, match.state.seats):
            with pytest.raises(NotYourTurn, match="Unknown seat"):
                look(seat)


# ---- undo and redo ----


@given(st.sampled_from(GAMES), st.randoms(use_true_random=False), st.lists(st.integers(-4, 9), max_size=30))
def test_undo_and_redo_visit_the_same_positions(game_id: str, dice: Random, orders: list[int]) -> None:
    match = fresh(game_id, dice)
    trail = [(position(match), match.history)]
    now = 0
    for order in orders:  # -4 to -1: undo; 1 to 4: redo; else a new move, which drops what was undone
        if 1 <= order <= 4 or order < 0:
            there = now + order
            if 0 <= there < len(trail):
                now = there
                match.undo(-order) if order < 0 else match.redo(order)
            else:
                with pytest.raises(BadOption, match="You can take back" if order < 0 else "You can replay"):
                    match.undo(-order) if order < 0 else match.redo(order)
        elif not match.outcome:
            step(match, dice)
            now += 1
            del trail[now:]
            trail.append((position(match), match.history))
        assert (position(match), match.history) == trail[now]


@games
def test_replay_shows_every_position_once(game_id: str) -> None:
    dice = Random(2)
    match = fresh(game_id, dice)
    seen = [position(match)]
    while not match.outcome:
        step(match, dice)
        seen.append(position(match))
    past = list(match.replay())
    assert [position(moment) for moment in past] == seen
    assert [len(moment.history) for moment in past] == list(range(len(seen)))
    assert [moment.outcome for moment in past] == [None] * (len(seen) - 1) + [match.outcome]


@games
def test_a_copy_is_independent(game_id: str) -> None:
    match = played(game_id, 1, 5)
    before = match_state(match)
    twin = match.copy()
    assert match_state(twin) == before
    step(twin, Random(0))
    assert match_state(match) == before
    assert len(twin.history) == len(match.history) + 1
    match.undo()
    assert len(twin.history) == len(match.history) + 2


# ---- ends by resignation, time or agreement ----


@games
def test_a_player_who_resigns_loses_to_all_others(game_id: str) -> None:
    match = played(game_id, 3, 4)
    before = match.history
    loser = match.state.seats - 1
    match.resign(loser)
    assert match.outcome is not None
    assert match.outcome.winners == tuple(range(loser))
    assert (match.outcome.reason, match.outcome.rule) == (RESIGNATION, None)
    assert match.history == before


@games
def test_a_player_out_of_time_loses(game_id: str) -> None:
    match = played(game_id, 3, 4)
    match.lose_on_time(0)
    assert match.outcome is not None
    assert match.outcome.winners == tuple(range(1, match.state.seats))
    assert (match.outcome.reason, match.outcome.rule) == (OUT_OF_TIME, None)


@games
def test_a_player_who_leaves_loses_and_the_record_says_so(game_id: str) -> None:
    match = played(game_id, 3, 4)
    match.abandon(0)
    assert match.outcome is not None
    assert match.outcome.winners == tuple(range(1, match.state.seats))
    assert (match.outcome.reason, match.outcome.rule) == (ABANDONED, None)
    assert Match.from_record(match.record()).outcome == match.outcome


@games
def test_a_move_can_be_checked_without_being_made(game_id: str) -> None:
    match = played(game_id, 3, 4)
    seat, before = match.to_act[0], match_state(match)
    legal = match.legal_actions(seat)
    assert [match.canonical_move(action, seat) for action in legal] == match.legal_moves(seat)
    illegal = next(action for action in range(match.game.num_actions) if action not in legal)
    with pytest.raises(IllegalMove):
        match.canonical_move(illegal, seat)
    with pytest.raises(NotYourTurn):
        match.canonical_move(legal[0], match.state.seats)
    assert match_state(match) == before


@games
def test_moves_are_revealed_when_all_pending_seats_have_chosen(game_id: str) -> None:
    match = played(game_id, 3, 0)
    dice, due = Random(3), set[int]()
    while match.outcome is None:
        due = due or set(match.to_act)
        step(match, dice)
        due.discard(match.history[-1].seat)
        assert (match.num_revealed == len(match.history)) == (not due)
    assert match.state_after(len(match.history)) is match.state


@games
def test_a_match_ended_by_a_player_is_over_until_undo(game_id: str) -> None:
    match = played(game_id, 3, 4)
    before = match_state(match)
    match.resign(0)
    assert match.to_act == ()
    for seat in (None, 0):
        assert not match.legal_actions(seat)
        assert not match.legal_moves(seat)
    for attempt in (match.play, match.resign, match.lose_on_time):
        with pytest.raises(GameOver, match="resignation"):
            attempt(1)
    match.undo()
    assert match_state(match) == before
    match.redo()
    assert match.outcome is not None


@games
def test_the_scene_of_an_ended_match_offers_no_move(game_id: str) -> None:
    match = played(game_id, 3, 4)
    match.resign(0)
    scene = match.scene(None)
    assert (scene.prompt, scene.targets, scene.paths) == (match.outcome_text, (), ())
    assert "resignation" in str(match.outcome_text)
    assert not any("strong" in panel.style for panel in scene.panels)
    assert str(match).endswith(str(match.outcome_text))
    before = played(game_id, 3, 4).scene(None)
    assert scene.shapes == tuple(shape for shape in before.shapes if not shape.legal)


@games
def test_the_scene_of_an_ended_match_marks_no_legal_move(game_id: str) -> None:
    match = played(game_id, 3, 4)
    public = {shape.key for shape in match.scene(None).shapes}
    match.resign(0)
    for seat in range(match.state.seats):
        marks = [shape for shape in match.scene(seat).shapes if not isinstance(shape, Group) and not shape.when]
        assert {shape.key for shape in marks if shape.style.split()[0] in ("spot", "mark")} <= public


@games
def test_only_a_seat_of_the_match_can_resign(game_id: str) -> None:
    match = fresh(game_id, Random(1))
    with pytest.raises(NotYourTurn, match="Unknown seat"):
        match.resign(match.state.seats)
    assert match.outcome is None


@games
def test_players_agree_on_a_draw(game_id: str) -> None:
    match = played(game_id, 3, 4)
    match.agree_draw()
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((), AGREEMENT)
    assert match.outcome.rule == match.game.draw_agreement_rule
    with pytest.raises(GameOver):
        match.agree_draw()


@games
def test_an_ended_match_cannot_be_resigned(game_id: str) -> None:
    match = played(game_id)
    with pytest.raises(GameOver):
        match.resign(0)


# ---- output ----


@games
def test_a_match_prints_its_board(game_id: str) -> None:
    match = played(game_id, 1, 9)
    assert str(match) == str(match.game.renderer.canvas(match.state, None))


@games
def test_a_notebook_shows_the_scene(game_id: str) -> None:
    match = played(game_id, 1, 9)
    assert match.svg() == render(match.scene(None))
    assert match._repr_svg_() == render(match.scene(None), fluid=True)
    assert match.svg(0, theme="dark", panels=False) == render(match.scene(0), "dark", panels=False)


@games
def test_an_unknown_theme_is_an_error(game_id: str) -> None:
    with pytest.raises(BadOption, match=r"pink.*light"):
        fresh(game_id, Random(1)).svg(theme="pink")


# ---- copies ----


@games
def test_copies_of_any_kind_are_independent(game_id: str) -> None:
    match = played(game_id, 2, 3)
    before = match_state(match)
    for twin in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert match_state(twin) == before
        twin.undo(2)
        twin.play(twin.legal_moves(twin.to_act[-1])[-1], twin.to_act[-1])
        assert match_state(match) == before


@games
def test_the_options_of_a_match_cannot_be_changed(game_id: str) -> None:
    match = fresh(game_id, Random(1))
    before = match.options
    match.options.clear()
    assert match.options == before == match.record().options


@games
@pytest.mark.parametrize("seat", [None, "0", 1.5, -1])
def test_an_invalid_seat_cannot_resign(game_id: str, seat: Any) -> None:
    match = fresh(game_id, Random(1))
    with pytest.raises(NotYourTurn):
        match.resign(seat)
    assert match.outcome is None


@games
def test_an_immediately_losing_move_is_recognised(game_id: str) -> None:
    """Always in a game without secrets; otherwise only if the move loses whatever the secrets are."""
    for seed in range(4):
        match = played(game_id, seed)
        for _ in range(4):
            match.undo()
            seat = match.to_act[0]
            moves = match.legal_moves(seat)
            lost = {move for move in moves if loses(match, move, seat)}
            recognised = {move for move in moves if match.immediate_loss(move, seat)}
            assert recognised <= lost
            if not match.game.imperfect_information:
                assert recognised == (set() if len(lost) == len(moves) else lost)


def loses(match: Match, move: str, seat: int) -> bool:
    ahead = match.copy()
    ahead.play(move, seat)
    return ahead.outcome is not None and bool(ahead.outcome.winners) and seat not in ahead.outcome.winners
