"""The public door of a state: rubbish is refused by an error that says what is wrong, and changes nothing."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from typing import Any

import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption, IllegalMove, NotYourTurn, UnreadableMove
from nodarium.core.game import Game
from nodarium.core.state import State
from nodarium.lab.training import to_bot_state

GAMES = [find_game(game_id) for game_id in game_ids()]
NAMES = game_ids()
WITH_SEAT: list[Callable[[State, int], object]] = [
    lambda state, seat: state.view(seat),
    lambda state, seat: state.evaluate(seat),
    lambda state, seat: state.determinize(seat, 1),
    lambda state, seat: state.features(seat),
    lambda state, seat: state.action_features(seat, 0),
    lambda state, seat: state.legal_actions(seat),
    lambda state, seat: state.apply(0, seat),
]


@pytest.fixture(params=GAMES, ids=NAMES)
def state(request: pytest.FixtureRequest) -> State:
    """One that a bot knows more of."""
    return to_bot_state(request.param.bot.state_class, request.param.new_state({}, 1))


@pytest.mark.parametrize("call", WITH_SEAT)
@pytest.mark.parametrize("seat", [-1, 2, 5, 99, 10**6])
def test_there_are_no_other_seats(state: State, call: Callable[[State, int], object], seat: int) -> None:
    before = pickle.dumps(state)
    with pytest.raises(NotYourTurn, match=f"Unknown seat {seat}. The seats are 0 to 1"):
        call(state, seat)
    assert pickle.dumps(state) == before


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "a", None])
def test_seed_is_a_number_of_64_bits(state: State, seed: Any) -> None:
    before = pickle.dumps(state)
    for call in (state.reset, state.rollout, lambda seed: state.determinize(0, seed)):
        with pytest.raises(BadOption, match="A seed must be an integer"):
            call(seed)
    assert pickle.dumps(state) == before


@pytest.mark.parametrize("action", ["a", None, 1.5, True, [1]])
def test_action_is_a_whole_number(state: State, action: Any) -> None:
    with pytest.raises(UnreadableMove, match="An action must be an integer"):
        state.apply(action, state.to_act[0])


def test_only_legal_actions_are_described(state: State) -> None:
    with pytest.raises(IllegalMove):
        state.action_features(state.to_act[0], 10**6)


@pytest.mark.parametrize("place", [0.2, 0.5, 0.8])
def test_a_pickle_that_came_to_harm_is_refused(state: State, place: float) -> None:
    data = bytearray(state._to_bytes())
    data[int(place * len(data))] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        state.copy()._load_bytes(bytes(data))
    twin = state.copy()
    twin.rollout(1)
    twin._load_bytes(state._to_bytes())
    assert twin.view(None) == state.view(None)


@pytest.mark.parametrize("other", GAMES, ids=NAMES)
def test_state_becomes_one_of_its_own_game_only(state: State, other: Game) -> None:
    foreign = other.new_state({}, 2)
    if type(foreign) in type(state).__mro__:
        state.copy_from(foreign)
        assert state.view(None) == foreign.view(None)
    else:
        with pytest.raises(BadOption, match=f"not of {foreign.game.title}"):
            state.copy_from(foreign)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_what_a_class_of_ones_own_adds_is_never_copied_as_bytes(game: Game) -> None:
    class Noted(game.state_class):  # type: ignore[name-defined, misc]
        __slots__ = ("note",)

    state = Noted()
    state.reset(1)
    state.note = note = object()
    held = sys.getrefcount(note)
    twin = state.copy()
    assert twin.legal_actions(twin.to_act[0]) == state.legal_actions(state.to_act[0])
    assert sys.getrefcount(note) == held + hasattr(twin, "note")  # a reference that is not counted is a trap
