"""The evaluations of all games' bots: values are possible results."""

from __future__ import annotations

import pytest

from nodarium.core.network import Network
from nodarium.core.state import State
from tests.play import CASES, Case

cases = pytest.mark.parametrize("case", CASES, ids=str)


def bot_state_of(case: Case, state: State) -> State:
    kind = case.game.bot.state_class
    twin = kind.__new__(kind)
    twin.copy_from(state)
    return twin


@cases
def test_the_bot_state_keeps_the_rules(case: Case) -> None:
    kind = case.game.bot.state_class
    assert issubclass(kind, case.game.state_class)
    for state in case.walk(2):
        twin = bot_state_of(case, state)
        assert [twin.legal_actions(seat) for seat in state.to_act] == [
            state.legal_actions(seat) for seat in state.to_act
        ]
        assert (twin.to_act_mask, twin.outcome) == (state.to_act_mask, state.outcome)


@cases
def test_the_values_of_all_seats_add_up_to_one_or_less_with_secrets(case: Case) -> None:
    for state in case.walk(2):
        if state.to_act_mask and case.game.bot.settings.get("rollout_depth", -1) < 0:
            continue  # this game never evaluates unfinished positions
        values = [bot_state_of(case, state).evaluate(seat) for seat in range(state.seats)]
        assert all(0 <= value <= 1 for value in values)
        assert 0.5 < sum(values) < 1.001
        assert case.game.imperfect_information or sum(values) == pytest.approx(1, abs=1e-3)


@cases
def test_the_value_of_a_finished_game_is_its_result(case: Case) -> None:
    for seed in range(5):
        state = case.new(seed)
        state.rollout(seed)
        outcome = state.outcome
        assert outcome
        for seat in range(state.seats):
            share = 1 / len(outcome.winners) if outcome.winners else 1 / state.seats
            expected = share if seat in outcome.winners or not outcome.winners else 0
            assert state.evaluate(seat) == bot_state_of(case, state).evaluate(seat) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("rows", "start", "out"), [([[1.0, 2.0]], [0.0], [1.0]), ([[1.0]], [0.0], [1.0, 2.0]), ([[1.0], []], [0.0], [1.0])]
)
def test_a_network_needs_all_its_weights(rows: list[list[float]], start: list[float], out: list[float]) -> None:
    with pytest.raises(AssertionError, match="hidden neuron"):
        Network(rows, start, out, 0.0)
