"""Star Duel's bot: its evaluations and its choices."""

from __future__ import annotations

import math
import tomllib
from importlib.resources import files
from random import Random

import pytest

from nodarium.games.starduel.bot import BotState
from nodarium.games.starduel.notation import format_move
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.tests.table import CLASH, GAME, START, moves, new, owner, play, position
from nodarium.search.bots import LEVELS, SearchBot, make_bot

KURTH, ENATE = 0, 1

# Enate aims at Kurth's node in the middle.
AIMED = """
              e1   e2:Enate  e3:Enate /
          (t5)    .      .      . /
      (u1)    .    t3:Kurth .     (u4) /
          (t1)    .      .     (t4) /
           k1:Kurth k2:Kurth k3
"""

# Enate's node fled from 32, the target of Kurth's program.
FLED = """
              e1:Enate e2:Enate e3:Enate /
         t5:Enate t6:Enate t7:Enate t2:Enate /
      u1:Enate    .    u2:Enate t3:Kurth  u4:Kurth /
         t1:Kurth t8:Kurth t10:Kurth t4:Kurth /
              k1:Kurth k2:Kurth k3:Kurth
"""

# Kurth has shut in Enate's last node, on 51, and could also activate 12, 13, 21, 24 or 31.
SHUT_IN = """
           e1:Enate  e2     e3 /
         t5:Kurth t6:Kurth .    (t8) /
       u1     .      .      .     u4 /
          t1      .      .     t4 /
           k1:Kurth k2     k3
"""


def bot_state(state: State) -> BotState:
    copy = GAME.bot_state(state)
    assert isinstance(copy, BotState)
    return copy


def chosen(state: State, seat: int, seed: int = 1) -> str:
    bot = make_bot(GAME, "master:playouts=600", seed)
    return format_move(state, seat, bot.choose(state, seat))


def after_the_turn(state: State, seat: int, seed: int) -> State:
    """Return the position after the bot's turn."""
    bot, after = make_bot(GAME, "master:playouts=400", seed), state.copy()
    while after.to_act == (seat,):
        after.apply(bot.choose(after, seat))
    return after


def test_the_value_of_a_round_start_is_the_networks_output() -> None:
    weights = tomllib.loads(files("nodarium.games.starduel").joinpath("data", "network.toml").read_text("utf-8"))
    state, random = new(5), Random(5)
    evaluated = 0
    while state.to_act:
        twin = bot_state(state)
        if len(state.to_act) == 2:
            found = []
            for seat in (KURTH, ENATE):
                total = weights["output_bias"]
                for neuron, start in enumerate(weights["hidden_bias"]):
                    inputs = zip(twin.features(seat), weights["hidden_weights"], strict=True)
                    total += (
                        max(start + sum(feature * row[neuron] for feature, row in inputs), 0)
                        * weights["output_weights"][neuron]
                    )
                found.append(1 / (1 + math.exp(-total)))
            total_value = max(sum(found), 1)
            assert twin.evaluate(KURTH) == pytest.approx(found[KURTH] / total_value, abs=1e-4)
            assert twin.evaluate(ENATE) == pytest.approx(found[ENATE] / total_value, abs=1e-4)
            evaluated += 1
        seat = state.to_act[0]
        actions = [action for action in state.legal_actions(seat) if not state.loses_at_once(seat, action)]
        state.apply(random.choice(actions), seat)
    assert evaluated > 5


def test_a_finished_game_has_the_value_of_its_result_and_a_win_on_count_less() -> None:
    forced = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P2 M3", enate="I1 E3 P0 M0")
    assert bot_state(play(forced, "attack 3M")).evaluate(KURTH) == 1
    assert bot_state(forced).evaluate(ENATE) == 0
    counted = position(CLASH, kurth="I2 E3 P0 M0", enate="I1 E3 P0 M0", rounds="round 40 quiet 0 Enate")
    assert 0.5 < bot_state(play(counted, "31 31", "end", "end")).evaluate(KURTH) < 1
    assert bot_state(counted).evaluate(ENATE) == 0


def test_only_the_start_of_a_round_has_features() -> None:
    assert bot_state(position(START)).features(KURTH)
    assert not bot_state(position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P2 M2", enate="I1 E3 P0 M0")).features(KURTH)


def test_the_middle_of_a_round_is_evaluated_as_even_whatever_was_evaluated_before() -> None:
    acting = bot_state(position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P2 M2", enate="I1 E3 P0 M0"))
    found = []
    for kurth, enate in (("I2 E9 P9 M9", "I1 E0 P0 M0"), ("I2 E0 P0 M0", "I1 E9 P9 M9")):
        before = bot_state(position(CLASH, kurth=kurth, enate=enate))
        found += [before.evaluate(KURTH), acting.evaluate(KURTH), acting.evaluate(ENATE)]
    assert abs(found[0] - found[3]) > 0.1  # the values in between leave different traces
    assert found[1:3] == found[4:] == [0.5, 0.5]


def test_a_committed_program_does_not_change_the_value_of_the_round() -> None:
    state = position(CLASH, kurth="I2 E3 P2 M2", enate="I1 E3 P0 M0")
    before = bot_state(state).evaluate(KURTH)
    state.apply(0, KURTH)
    assert bot_state(state).evaluate(KURTH) == before


def test_features_are_symmetric() -> None:
    state = bot_state(position(CLASH, kurth="I2 E3 P2 M2", enate="I1 E5 P1 M0"))
    kurth, enate = state.features(KURTH), state.features(ENATE)
    side = (len(kurth) - 9) // 2
    assert kurth[:side] == enate[side : 2 * side]
    assert kurth[side : 2 * side] == enate[:side]
    assert kurth[2 * side] == -enate[2 * side] == 1  # who is ahead


def test_more_nodes_have_a_higher_value() -> None:
    few = bot_state(position(CLASH, kurth="I2 E3 P2 M2", enate="I1 E3 P2 M2"))
    assert few.evaluate(KURTH) > 0.5


@pytest.mark.rule("S-17")
def test_the_bot_wins_where_it_can() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P2 M2", enate="I1 E3 P0 M0")
    assert chosen(state, KURTH).startswith("attack")


@pytest.mark.rule("S-17")
def test_the_bot_does_not_pay_its_last_population() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P3 M1", enate="I1 E3 P0 M0")
    assert chosen(state, KURTH) == "attack 2P1M"


def test_a_bot_sure_to_win_mostly_wins_by_force() -> None:
    state = position(SHUT_IN, kurth="I3 E6 P6 M6", enate="I1 E3 P0 M0", rounds="round 40 quiet 0 Enate")
    assert sum(chosen(state, KURTH, seed) == "51" for seed in range(10)) >= 9


def test_the_bot_mostly_saves_a_node_from_an_attack() -> None:
    state = position(
        AIMED,
        "first 11 33 Kurth",
        kurth="I3 E3 P1 M0",
        enate="I2 E6 P3 M3",
        rounds="round 7 quiet 0 Enate",
        card_set="standard-3",  # which it has learnt
    )
    idle = state.copy()
    idle.apply(idle.legal_actions(KURTH)[-1])  # end
    assert any(move.startswith("attack") for move in moves(idle, ENATE))
    after = [after_the_turn(state, KURTH, seed) for seed in range(5)]
    assert sum(not any(move.startswith("attack") for move in moves(one, ENATE)) for one in after) >= 3


def test_the_bot_mostly_follows_a_node_that_fled() -> None:
    state = position(
        FLED,
        "second 32 11 Kurth",
        kurth="I9 E5 P6 M6",
        enate="I9 E3 P6 M8",
        spares="t9 / u5 u6",
        rounds="round 15 quiet 2 Kurth",
        card_set="standard-3",
    )
    assert sum(owner(after_the_turn(state, KURTH, seed), "32") == KURTH for seed in range(5)) >= 3


def test_each_level_has_a_bound() -> None:
    for level in LEVELS:
        bot = make_bot(GAME, level, 1)
        assert isinstance(bot, SearchBot)
        assert bot.settings.playouts or bot.settings.seconds
