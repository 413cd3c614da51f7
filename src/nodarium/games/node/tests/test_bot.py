"""What the bot thinks of NODE's positions."""

from __future__ import annotations

import math
import tomllib
from importlib.resources import files
from random import Random

import pytest

from nodarium.games.node.bot import BotState
from nodarium.games.node.rules import State
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


def thinking(state: State) -> BotState:
    twin = BotState.__new__(BotState)
    twin.copy_from(state)
    return twin


@pytest.mark.parametrize(("variant", "data"), [("classic", "network"), ("advanced", "advanced-network")])
def test_a_position_is_worth_what_the_network_makes_of_its_traits(variant: str, data: str) -> None:
    weights = tomllib.loads(files("nodarium.games.node").joinpath("data", f"{data}.toml").read_text("utf-8"))
    state, random = GAME.new_state({"variant": variant}, 5), Random(5)
    while state.to_act:
        seat = state.to_act[0]
        twin = thinking(state)  # type: ignore[arg-type]
        traits = twin.features(seat)
        total = weights["output_bias"]
        for neuron, start in enumerate(weights["hidden_bias"]):
            strength = start + sum(
                trait * row[neuron] for trait, row in zip(traits, weights["hidden_weights"], strict=True)
            )
            total += max(strength, 0) * weights["output_weights"][neuron]
        assert twin.evaluate(seat) == pytest.approx(1 / (1 + math.exp(-total)), abs=1e-4)
        assert twin.evaluate(1 - seat) == pytest.approx(1 - twin.evaluate(seat), abs=1e-6)
        state.apply(random.choice(state.legal_actions()))


@pytest.mark.parametrize("due", ["orange turn", "purple turn"])
def test_cubes_for_a_node_are_worth_something(due: str) -> None:
    poor = thinking(position(APART, due, orange="YG", purple="RB"))
    rich = thinking(position(APART, due, orange="YYGG", purple="RB"))
    assert rich.evaluate(ORANGE) > poor.evaluate(ORANGE)
    assert rich.evaluate(PURPLE) < poor.evaluate(PURPLE)
