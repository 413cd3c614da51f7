"""The engine agrees with the slow reference, move by move."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from nodarium.games.starduel.board import MAP_NAMES, NO_CARD
from nodarium.games.starduel.notation import format_deal, format_move, format_position, parse_move
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.tests.reference import Player, Table, arrange
from nodarium.games.starduel.tests.table import new

on_both_maps = pytest.mark.parametrize("chart", MAP_NAMES)


def start(chart: str, seed: int) -> tuple[State, Table]:
    state = new(seed, map=chart)
    return state, Table(format_deal(state))


def choose(table: Table, seat: int, random: Random, style: int) -> str:
    """Return a random move. Uniform play rarely gets far; the other styles make games longer and livelier."""
    moves = sorted(table.legal(seat))
    if style == 0:
        return random.choice(moves)
    if style == 3 and seat == 1:  # Enate only waits
        return "end" if table.order else "15"
    if not table.order:  # programs that can do something
        nodes = [move for move in moves if table.called(seat, move) in table.nodes]
        return random.choice(
            ["14", "15", "15", *(m for m in nodes if (table.cost(seat, table.called(seat, m)) or 9) < 5)]
        )
    weights = {"activate": 60, "attack": 60, "energy": 20, "exhaust": 0.3, "swap": 0.3, "end": 4}
    return random.choices(moves, [weights.get(move.split()[0], 1) for move in moves])[0]


def compare(state: State, table: Table) -> None:
    cards = state.card_set.cards
    for space, name in enumerate(state.map.names):
        place = state.map.places[space]
        node = table.nodes.get(name)
        card = None if state.card[space] == NO_CARD else cards[state.card[space]].id
        assert card == (node and node.card["id"])
        assert state.hidden >> place & 1 == bool(node and not node.face_up)
        for seat in range(2):
            assert state.owned[seat] >> place & 1 == bool(node and node.owner == seat)
    assert [Player(*state.tracks[seat]) for seat in range(2)] == table.players
    assert list(state.to_act) == table.to_act()
    assert state.round == table.round
    for seat in state.to_act:
        moves = [format_move(state, seat, action) for action in state.legal_actions(seat)]
        assert len(set(moves)) == len(moves)
        assert set(moves) == table.legal(seat)


def compare_ways(state: State, table: Table, seat: int, start: int) -> None:
    """Check that paths from home and from a space are shortest, and that each of their steps is legal."""
    names = table.spaces
    home = "1" if seat == 0 else "5"
    from_start = table.steps(seat, [names[start]])
    for end, name in enumerate(names):
        way = [names[space] for space in state.home_path(seat, end)]
        assert len(way) == (table.cost(seat, name) or 0)
        assert not way or way[0][0] == home
        ways = [way]
        if table.passable(seat, names[start]):
            ways.append([names[space] for space in state.node_path(seat, start, end)])
            assert len(ways[1]) == from_start.get(name, 0)
        for way in ways:
            assert all(table.touch(one, two) for one, two in pairwise(way))
            assert all(table.passable(seat, space) for space in way[:-1])
            assert way[-1:] in ([], [name])


def play_on_both(chart: str, seed: int) -> Table:
    """Play a random game and compare at every step."""
    random = Random(seed)
    state, table = start(chart, seed)
    while state.to_act_mask:
        compare(state, table)
        if random.random() < 0.2:
            assert vars(arrange(format_position(state))) == vars(table)
            compare_ways(state, table, random.randrange(2), random.randrange(state.size))
        seat = random.choice(state.to_act)
        move = choose(table, seat, random, seed % 4)
        state.apply(parse_move(state, seat, move), seat)
        table.play(seat, move)
    compare(state, table)
    assert table.result is not None
    winner, rule = table.result
    assert state.outcome is not None
    assert state.outcome.winners == (() if winner is None else (winner,))
    assert state.outcome.rule == rule
    return table


@on_both_maps
def test_games_agree_with_the_reference_at_every_step(chart: str) -> None:
    results = {play_on_both(chart, seed).result for seed in range(24)}
    assert {(0, "S-17"), (1, "S-17"), (None, "S-19")} < results


@pytest.mark.slow
@on_both_maps
def test_many_games_agree_with_the_reference_at_every_step(chart: str) -> None:
    for seed in range(100, 400):
        play_on_both(chart, seed)
