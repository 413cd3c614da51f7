"""Determinizing re-deals evenly what a seat can't know, and nothing else (C-15)."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from math import sqrt
from random import Random

import pytest

from nodarium.games.colonies.board import END, MOVE, MOVEMENTS, PLAYERS
from nodarium.games.colonies.notation import format_deal, format_position
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.tests.table import GAME, ORANGE, PURPLE, play, start


def determinized(state: State, seat: int, seed: int) -> State:
    twin = state.copy()
    twin.determinize(seat, seed)
    return twin


def game(players: int, movement: str, seed: int) -> tuple[list[int], list[State]]:
    """Return the actions of a random game, and the position before each of them and after the last."""
    state = GAME.new_state({"players": players, "movement": movement}, seed)
    assert isinstance(state, State)
    dice = Random(seed)
    actions: list[int] = []
    positions = [state.copy()]
    while state.to_act:
        actions.append(dice.choice(state.legal_actions()))
        state.apply(actions[-1])
        positions.append(state.copy())
    return actions, positions


@pytest.mark.rule("C-15")
@pytest.mark.parametrize("players", PLAYERS)
def test_replaying_the_game_from_a_determinized_deal_gives_the_same_table(players: int) -> None:
    """The seat can't tell a determinized state from the real one, now or at any earlier step.

    What has been played is played again from the new deal, and the seat sees the same at every step.
    """
    for seed, movement in enumerate(MOVEMENTS):
        options = {"players": players, "movement": movement}
        actions, positions = game(players, movement, seed)
        for number in {*range(0, len(positions), 3), len(positions) - 1}:
            for seat in range(players):
                twin = determinized(positions[number], seat, number)
                again = GAME.state_from_deal(options, format_deal(twin))
                assert isinstance(again, State)
                assert again.view(seat) == positions[0].view(seat)
                for past, action in enumerate(actions[:number]):
                    again.apply(action)
                    assert again.view(seat) == positions[past + 1].view(seat)
                assert format_position(again) == format_position(twin)
                # And from either, the same new deal leads to the same state in all its fields.
                ends = [determinized(one, seat, number + 1) for one in (positions[number], again)]
                assert pickle.dumps(ends[0]) == pickle.dumps(ends[1])


@pytest.mark.rule("C-15")
def test_determinizing_redeals_other_hands_and_the_deck_only() -> None:
    _, positions = game(3, "step", 1)
    state = positions[12]
    for seat in range(3):
        others = [one for one in range(3) if one != seat]
        twins = [determinized(state, seat, seed) for seed in range(40)]
        assert {str(twin.view(seat)) for twin in twins} == {str(state.view(seat))}
        for other in others:
            assert len({str(twin.view(other)["hand"]) for twin in twins}) > 20
        assert len({str(format_deal(twin)["deck"][-5:]) for twin in twins}) > 35


def even(samples: Counter[str], chances: Counter[str]) -> None:
    """Check with a chi-square test that samples are as frequent as expected, within four deviations."""
    total, weight = samples.total(), sum(chances.values())
    assert set(samples) <= set(chances)
    expected = {name: total * chance / weight for name, chance in chances.items()}
    assert min(expected.values()) > 5
    chi = sum((samples[name] - expected[name]) ** 2 / expected[name] for name in chances)
    free = len(chances) - 1
    assert abs(chi - free) < 4 * sqrt(2 * free)


def late() -> State:
    """Return a position: orange is to act; purple holds five cards and the deck two, all unknown to orange."""
    state = GAME.new_state({"layout": "ooooooo/ooooooo/ooooooo"}, 1)
    assert isinstance(state, State)
    dice = Random(1)
    while state.view(None)["deck"] > 2 or state.to_act != (ORANGE,):
        plays = [action for action in state.legal_actions() if action < MOVE]
        state.apply(dice.choice(plays) if plays else END)
    return state


@pytest.mark.rule("C-15")
def test_all_possible_deals_are_equally_likely() -> None:
    state = late()

    def secrets(hand: Sequence[str], deck: Sequence[str]) -> str:
        return f"{' '.join(sorted(hand))} | {' '.join(deck)}"

    hidden = [*state.view(PURPLE)["hand"], *format_deal(state)["deck"][-2:]]
    assert len(hidden) == 7
    chances = Counter(secrets(cards[:5], cards[5:]) for cards in permutations(hidden))
    assert len(chances) > 10
    twins = [determinized(state, ORANGE, seed) for seed in range(6000)]
    even(Counter(secrets(twin.view(PURPLE)["hand"], format_deal(twin)["deck"][-2:]) for twin in twins), chances)


@pytest.mark.rule("C-15")
def test_a_player_to_act_without_moves_must_hold_a_colony() -> None:
    """Otherwise the game would be over. About one in 1,300 of these hands would hold only Nodes."""
    state = play(start("C1 C1 C1 C1 C1 / E1", "C1", layout="oooo"), "C1@0,0")
    assert state.to_act == (PURPLE,)
    for seed in range(12_000):
        twin = determinized(state, ORANGE, seed)
        assert twin.legal_actions(PURPLE)


@pytest.mark.rule("C-15")
def test_a_trapped_player_must_hold_only_nodes() -> None:
    state = play(start("C1 / N N N N N", "C1 N"), "C1@0,0")
    assert state.outcome is not None
    for seed in range(20):
        assert determinized(state, ORANGE, seed).view(PURPLE)["hand"] == ["N"] * 6
        assert len(set(determinized(state, PURPLE, seed).view(ORANGE)["hand"])) > 1
