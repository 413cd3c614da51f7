"""The bot for Nodes & Colonies: evaluations and action features."""

from __future__ import annotations

import math
import tomllib
from random import Random
from typing import Any

import pytest

from nodarium.core.state import State as CoreState
from nodarium.games.colonies.board import FOLDER
from nodarium.games.colonies.notation import parse_move
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.tests.table import GAME, ORANGE, PURPLE, play, start
from nodarium.search.bots import make_bot

# Indices of some action features.
SETTLE_AT_RISK, SETTLE_WITH_TARGETS = 7, 10
STACK_SAVES = 23
INVADE, INVADE_KEEPS, INVADE_ENDS = 27, 28, 35


def bot_state(state: CoreState) -> CoreState:
    return GAME.bot_state(state)


def action_features(state: State, move: str) -> list[float]:
    seat = state.to_act[0]
    return bot_state(state).action_features(seat, parse_move(state, seat, move))


def data(name: str) -> dict[str, Any]:
    return tomllib.loads(FOLDER.joinpath(f"{name}.toml").read_text("utf-8"))


def by_hand(name: str, features: list[float]) -> float:
    """Return the output of a network."""
    network = data(name)
    total = network["output_bias"]
    for neuron, first in enumerate(network["hidden_bias"]):
        strength = first + sum(
            feature * row[neuron] for feature, row in zip(features, network["hidden_weights"], strict=True)
        )
        total += max(strength, 0) * network["output_weights"][neuron]
    return float(1 / (1 + math.exp(-total)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_value_of_a_position_is_the_networks_output(players: int) -> None:
    state, random = GAME.new_state({"players": players}, 5), Random(5)
    while state.to_act:
        turn, twin = state.to_act[0], bot_state(state)
        if players == 2:
            expected = by_hand("network", twin.features(turn))
        else:
            all_seats = [by_hand("multiplayer-network", twin.features(seat)) for seat in range(players)]
            expected = all_seats[turn] / sum(all_seats)
        assert twin.evaluate(turn) == pytest.approx(expected, abs=1e-3)
        for _ in range(4):
            if state.to_act:
                state.apply(random.choice(state.legal_actions()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_feature_has_a_weight(players: int) -> None:
    rows = data("weights")["rows"]
    state, random = GAME.new_state({"players": players}, 3), Random(3)
    named = set()
    while state.to_act:
        for action in state.legal_actions():
            row = bot_state(state).policy_row(state.to_act[0])
            named.add(row)
            assert len(bot_state(state).action_features(state.to_act[0], action)) == len(rows[row])
        state.apply(random.choice(state.legal_actions()))
    assert len(rows) == 8
    assert named <= (set(range(4)) if players == 2 else set(range(4, 8)))


@pytest.mark.rule("C-14")
def test_in_the_last_turn_a_lead_raises_the_value() -> None:
    seen = 0
    for seed in range(40):
        state, random = GAME.new_state({}, seed), Random(seed)
        assert isinstance(state, State)
        while state.to_act and state.deck():
            state.apply(random.choice(state.legal_actions()))
        lead = [state.controller(node) for node in range(state.laid)]
        if state.to_act and lead.count(ORANGE) > lead.count(PURPLE) + 2:
            assert bot_state(state).evaluate(ORANGE) > 0.5
            seen += 1
    assert seen


@pytest.mark.rule("C-2")
def test_a_colony_in_sight_of_one_that_prevails_is_at_risk() -> None:
    state = play(start("C2 / E1 M2"), "C2@-1,0")
    assert action_features(state, "M2@1,0")[SETTLE_AT_RISK]  # in a line with C2
    assert not action_features(state, "M2@1,1")[SETTLE_AT_RISK]
    assert not action_features(state, "E1@1,0")[SETTLE_AT_RISK]


@pytest.mark.rule("C-11")
def test_a_colony_has_targets_along_a_line() -> None:
    state = play(start("C1 / E1 M2"), "C1@-1,0")
    assert action_features(state, "E1@1,0")[SETTLE_WITH_TARGETS]
    assert not action_features(state, "E1@1,1")[SETTLE_WITH_TARGETS]
    assert not action_features(state, "M2@1,0")[SETTLE_WITH_TARGETS]


def test_a_colony_on_top_can_save_a_node() -> None:
    state = play(start("M1 E1 M2 / C1"), "M1@-1,0 C1@1,0")
    assert action_features(state, "E1@-1,0")[STACK_SAVES]
    assert action_features(state, "M2@-1,0")[STACK_SAVES]
    safe = play(start("M1 E1 M2 / C1"), "M1@-1,0 C1@1,1")
    assert not action_features(safe, "E1@-1,0")[STACK_SAVES]


@pytest.mark.rule("C-10")
def test_features_of_an_invasion_include_what_it_leaves_behind() -> None:
    state = play(start("M1 M2 / E1 E1"), "M1@-1,0 E1@1,0 M2@-1,0 E1@1,1 end")
    found = action_features(state, "-1,0>1,0")
    assert found[INVADE]
    assert found[INVADE_KEEPS]  # M1 lies below
    assert not found[INVADE_ENDS]  # purple has 1,1 too


@pytest.mark.rule("C-13")
def test_features_of_a_final_invasion_show_whether_it_wins() -> None:
    assert action_features(play(start("M1 / E1"), "M1@-1,0 E1@1,0"), "-1,0>1,0")[INVADE_ENDS] == 1
    behind = play(start("M1 / E1 / C3 C1"), "M1@-1,0 E1@1,0 C3@0,1 N@-2,0 end N@2,0 end C1@1,1 end")
    assert behind.to_act == (ORANGE,)
    assert action_features(behind, "-1,0>1,0")[INVADE_ENDS] == -1


@pytest.mark.rule("C-13")
@pytest.mark.parametrize("level", ["expert", "master:playouts=300"])
def test_the_bot_eradicates_a_player_with_one_node_left(level: str) -> None:
    state = play(start("M1 E2 C2 / E1 C1"), "M1@-1,0 E1@1,0")
    bot = make_bot(GAME, level, 1)
    while state.to_act == (ORANGE,):
        state.apply(bot.choose(state, ORANGE))
    assert state.outcome
    assert state.outcome.winners == (ORANGE,)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_the_better_level_wins(players: int) -> None:
    won = 0.0
    for seed in range(4):
        state = GAME.new_state({"players": players}, seed)
        better = seed % players
        bots = [make_bot(GAME, "expert" if seat == better else "novice", seed) for seat in range(players)]
        while state.to_act:
            seat = state.to_act[0]
            state.apply(bots[seat].choose(state, seat))
        assert state.outcome
        won += better in state.outcome.winners
    assert won >= 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_values_of_all_seats_add_up_to_one(players: int) -> None:
    state, random = GAME.new_state({"players": players}, 3), Random(3)
    while state.to_act:
        assert isinstance(state, State)
        twin = bot_state(state)
        assert sum(twin.evaluate(seat) for seat in range(players)) == pytest.approx(1, abs=1e-3)
        state.apply(random.choice(state.legal_actions(state.to_act[0])))
