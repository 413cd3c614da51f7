"""A state's public methods: bad arguments raise a clear error and change nothing."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption, IllegalMove, NotYourTurn, UnreadableMove
from nodarium.core.game import Game
from nodarium.core.state import OMNISCIENT, State

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
    """A state of the class that adds the bots' knowledge."""
    game: Game = request.param
    return game.bot_state(game.new_state(seed=1))


@pytest.mark.parametrize("call", WITH_SEAT)
@pytest.mark.parametrize("seat", [-1, 2, 5, 99, 10**6])
def test_an_unknown_seat_is_refused(state: State, call: Callable[[State, int], object], seat: int) -> None:
    before = pickle.dumps(state)
    with pytest.raises(NotYourTurn, match=f"Unknown seat {seat}. The seats are 0 to 1"):
        call(state, seat)
    assert pickle.dumps(state) == before


@pytest.mark.parametrize("call", WITH_SEAT[1:4])
def test_after_the_end_a_seat_must_be_given(state: State, call: Callable[[State, Any], object]) -> None:
    state.rollout(1)
    before = pickle.dumps(state)
    with pytest.raises(NotYourTurn, match="no seat can act"):
        call(state, None)
    assert pickle.dumps(state) == before


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "a", None])
def test_a_seed_that_is_not_a_64_bit_number_is_refused(state: State, seed: Any) -> None:
    before = pickle.dumps(state)
    for call in (state.rollout, lambda seed: state.determinize(0, seed)):
        with pytest.raises(BadOption, match="A seed must be an integer"):
            call(seed)
    assert pickle.dumps(state) == before


@pytest.mark.parametrize("seed", [-1, 2**256, 1.5, "a", None])
def test_the_seed_of_a_deal_has_at_most_256_bits(state: State, seed: Any) -> None:
    before = pickle.dumps(state)
    with pytest.raises(BadOption, match=r"A seed must be an integer from 0 to 2\*\*256 - 1"):
        state.reset(seed)
    assert pickle.dumps(state) == before


@pytest.mark.parametrize("action", ["a", None, 1.5, True, [1]])
def test_an_action_that_is_not_an_integer_is_refused(state: State, action: Any) -> None:
    with pytest.raises(UnreadableMove, match="An action must be an integer"):
        state.apply(action, state.to_act[0])


def test_only_legal_actions_have_features(state: State) -> None:
    with pytest.raises(IllegalMove):
        state.action_features(state.to_act[0], 10**6)


@pytest.mark.parametrize("place", [0.2, 0.5, 0.8])
def test_a_damaged_pickle_is_refused(state: State, place: float) -> None:
    data = bytearray(state._to_bytes())
    data[int(place * len(data))] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        state.copy()._load_bytes(bytes(data))
    twin = state.copy()
    twin.rollout(1)
    twin._load_bytes(state._to_bytes())
    assert twin.view(None) == state.view(None)


@pytest.mark.parametrize("other", GAMES, ids=NAMES)
def test_a_state_copies_only_states_of_its_own_game(state: State, other: Game) -> None:
    foreign = other.new_state({}, 2)
    if type(foreign) in type(state).__mro__:
        state.copy_from(foreign)
        assert state.view(None) == foreign.view(None)
    else:
        with pytest.raises(BadOption, match=f"not of {foreign.game.title}"):
            state.copy_from(foreign)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_attributes_of_a_python_subclass_are_never_copied_as_bytes(game: Game) -> None:
    class StateWithNote(game.state_class):  # type: ignore[name-defined, misc]
        __slots__ = ("note",)

    state = StateWithNote()
    state.reset(1)
    state.note = note = object()
    held = sys.getrefcount(note)
    twin = state.copy()
    assert twin.legal_actions(twin.to_act[0]) == state.legal_actions(state.to_act[0])
    assert sys.getrefcount(note) == held + hasattr(twin, "note")  # an uncounted reference would crash later


# ---- equality, hashes, copies, NumPy integers ----


def test_equal_states_are_the_same_position_of_the_same_game(state: State) -> None:
    twin = state.copy()
    assert twin == state
    assert hash(twin) == hash(state)
    assert len({state, twin}) == 1
    twin.apply(twin.legal_actions(twin.to_act[0])[0], twin.to_act[0])
    assert twin != state
    assert state != "a position"


def test_states_of_different_games_are_never_equal(state: State) -> None:
    others = [game.new_state({}, 1) for game in GAMES if game is not state.game]
    assert all(state != other for other in others)


def test_states_are_equal_regardless_of_how_they_were_reached(state: State) -> None:
    state.rollout(3)
    again = state.game.notation.parse_position(state.game.notation.format_position(state, OMNISCIENT))
    assert again == state
    assert hash(again) == hash(state)


def test_a_state_is_printed_with_its_position(state: State) -> None:
    assert state.game.notation.format_position(state, OMNISCIENT) in repr(state)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy], ids=["copy", "deepcopy"])
def test_copies_are_independent(state: State, make: Callable[[State], State]) -> None:
    twin = make(state)
    assert twin == state
    twin.rollout(1)
    assert twin != state


def test_a_state_draws_itself_to_fit_a_notebook(state: State) -> None:
    picture = state._repr_svg_()
    assert picture.startswith("<svg ")
    assert 'width="100%"' in picture.partition(">")[0]


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint64])
def test_numpy_integers_are_accepted(state: State, kind: type[Any]) -> None:
    state.reset(kind(3))
    state.determinize(kind(0), kind(5))
    seat = state.to_act[0]
    assert state.legal_actions(kind(seat)) == state.legal_actions(seat)
    state.view(kind(seat))
    state.evaluate(kind(seat))
    action: Any = np.int64(state.legal_actions(seat)[0])
    state.apply(action, kind(seat))
    assert state.ply == 1
    truth: Any = np.True_
    with pytest.raises(UnreadableMove):
        state.apply(truth, state.to_act[0])


def test_a_python_subclass_belongs_to_the_game_of_its_base(state: State) -> None:
    kind: type[State] = type("Mine", (type(state),), {})
    mine = kind.__new__(kind)
    mine.copy_from(state)
    assert mine.game is state.game
    assert mine == state
