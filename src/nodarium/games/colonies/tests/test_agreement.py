"""The engine agrees with the slow reference, move by move."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from nodarium.core.message import say
from nodarium.games.colonies.board import LAYOUTS, MOVEMENTS, PLAYERS
from nodarium.games.colonies.notation import format_deal, format_move
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.tests.reference import Table
from nodarium.games.colonies.tests.table import GAME

KINDS = list(product(PLAYERS, LAYOUTS, MOVEMENTS))
ENDINGS = {
    "depleted": "colonies-depleted",
    "trapped": "colonies-trapped",
    "domination": "colonies-domination",
    "eradication": "colonies-eradication",
}


def reference_of(state: State, movement: str) -> Table:
    """Return the same game for the reference, from its deal."""
    deal = format_deal(state)
    return Table(deal["layout"], movement, deal["first"], deal["hands"], deal["deck"])


def compare(state: State, slow: Table) -> None:
    view = state.view(None)
    engine = {node["spot"]: [(colony["card"], colony["seat"]) for colony in node["colonies"]] for node in view["nodes"]}
    assert engine == {f"{x},{y}": stack for (x, y), stack in slow.stacks.items()}
    assert [sorted(state.view(seat)["hand"]) for seat in range(slow.players)] == [sorted(hand) for hand in slow.hands]
    assert view["deck"] == len(slow.deck)
    assert view["seats"] == [
        {"hand": len(slow.hands[seat]), "controls": len(slow.controlled(seat))} for seat in range(slow.players)
    ]
    outcome = state.outcome
    assert (outcome and outcome.reason) == (say(ENDINGS[slow.ending]) if slow.ending else None)
    assert state.to_act == (() if slow.ending else (slow.seat,))
    if outcome:
        assert list(outcome.winners) == slow.winners()


def play_both(players: int, layout: str, movement: str, seed: int) -> str:
    """Play a random game on both. Players prefer some kinds of moves, so that games differ."""
    dice = Random(seed)
    tastes = [{sign: dice.choice((0.1, 1, 1, 10)) for sign in "N@>e"} for _ in range(players)]
    state = GAME.new_state({"players": players, "layout": layout, "movement": movement}, seed)
    assert isinstance(state, State)
    slow = reference_of(state, movement)
    compare(state, slow)
    while state.to_act:
        seat = state.to_act[0]
        actions = {format_move(state, seat, action): action for action in state.legal_actions()}
        assert set(actions) == slow.moves()
        legal = sorted(actions)
        weights = [next(taste for sign, taste in tastes[seat].items() if sign in move) for move in legal]
        move = dice.choices(legal, weights)[0]
        state.apply(actions[move])
        slow.play(move)
        compare(state, slow)
    return slow.ending or ""


@pytest.mark.parametrize(("players", "layout", "movement"), KINDS)
def test_random_games_agree_with_the_reference_move_by_move(players: int, layout: str, movement: str) -> None:
    for seed in range(3):
        play_both(players, layout, movement, seed)


@pytest.mark.parametrize("layout", ["oooo", "oo/oo", "o../ooo", "ooooooo/ooooooo/ooooooo"])
def test_games_on_custom_layouts_agree_with_the_reference(layout: str) -> None:
    for seed, (players, movement) in enumerate(product(PLAYERS, MOVEMENTS)):
        play_both(players, layout, movement, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "layout", "movement"), KINDS)
def test_many_random_games_agree_with_the_reference_move_by_move(players: int, layout: str, movement: str) -> None:
    ends = Counter(play_both(players, layout, movement, seed) for seed in range(3, 30))
    assert {"depleted", "eradication"} <= set(ends)
