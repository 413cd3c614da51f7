"""NODE's bot: its evaluations."""

from __future__ import annotations

import math
import tomllib
from importlib.resources import files
from random import Random

import pytest

from nodarium.core.state import State as CoreState
from nodarium.games.node.bot import BotState
from nodarium.games.node.tests.table import GAME, ORANGE, PURPLE, position

APART = """
            .   .

        .   .   .   .

    .   O---.   .   .   .

    .   .   O---.   P===P
                    :
        .   .   .   .

            .   .
"""


def bot_state(state: CoreState) -> BotState:
    copy = GAME.bot_state(state)
    assert isinstance(copy, BotState)
    return copy


@pytest.mark.parametrize(("variant", "data"), [("classic", "network"), ("advanced", "advanced-network")])
def test_the_value_of_a_position_is_the_networks_output(variant: str, data: str) -> None:
    weights = tomllib.loads(files("nodarium.games.node").joinpath("data", f"{data}.toml").read_text("utf-8"))
    state, random = GAME.new_state({"variant": variant}, 5), Random(5)
    while state.to_act:
        seat = state.to_act[0]
        twin = bot_state(state)
        features = twin.features(seat)
        total = weights["output_bias"]
        for neuron, start in enumerate(weights["hidden_bias"]):
            strength = start + sum(
                feature * row[neuron] for feature, row in zip(features, weights["hidden_weights"], strict=True)
            )
            total += max(strength, 0) * weights["output_weights"][neuron]
        assert twin.evaluate(seat) == pytest.approx(1 / (1 + math.exp(-total)), abs=1e-4)
        assert twin.evaluate(1 - seat) == pytest.approx(1 - twin.evaluate(seat), abs=1e-6)
        state.apply(random.choice(state.legal_actions()))


@pytest.mark.parametrize("due", ["orange turn", "purple turn"])
def test_cubes_for_a_node_raise_the_value(due: str) -> None:
    poor = bot_state(position(APART, due, orange="YG", purple="RB"))
    rich = bot_state(position(APART, due, orange="YYGG", purple="RB"))
    assert rich.evaluate(ORANGE) > poor.evaluate(ORANGE)
    assert rich.evaluate(PURPLE) < poor.evaluate(PURPLE)
