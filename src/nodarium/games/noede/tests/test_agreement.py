"""The engine agrees with the slow reference, step by step."""

from __future__ import annotations

from random import Random

import pytest

from nodarium.games.noede.board import BOARDS
from nodarium.games.noede.rules import State
from nodarium.games.noede.tests.reference import Table


def compare_game(side: int, blocked: bool, random: Random) -> int:
    """Play a random game on both. Return the number of positions that agreed."""
    state, table = State(side, blocked), Table(side, blocked)
    cells = BOARDS[state.size].cells
    while state.to_act_mask:
        assert {cells[action] for action in state.legal_actions()} == table.legal()
        assert state.to_act == (table.mover,)
        action = random.choice(state.legal_actions())
        state.apply(action)
        table.play(cells[action])
    assert table.over
    assert state.outcome is not None
    assert state.outcome.winners == (() if table.winner is None else (table.winner,))
    return state.ply


@pytest.mark.parametrize("blocked", [False, True])
@pytest.mark.parametrize(("side", "games"), [(4, 20), (5, 4), (6, 1)])
def test_legal_moves_and_outcome_agree_with_the_reference(side: int, games: int, blocked: bool) -> None:
    random = Random(side)
    for _ in range(games):
        compare_game(side, blocked, random)


@pytest.mark.slow
def test_wins_agree_with_a_slow_search_on_100_000_positions() -> None:
    random = Random(10)
    positions = 0
    while positions < 100_000:
        side = random.choice([4, 4, 4, 5, 5, 6])
        state, table = State(side), Table(side, blocked=False)
        cells = BOARDS[state.size].cells
        while state.to_act_mask:
            seat, action = state.to_act[0], random.choice(state.legal_actions())
            state.apply(action)
            table.pieces[seat].add(cells[action])
            # A win can only come from the chain of the piece just placed.
            assert (not state.to_act_mask) == table.joins(table.chain(cells[action], seat))
            positions += 1


@pytest.mark.rule("O-9")
@pytest.mark.parametrize("side", [4, 5, 6, 7])
def test_no_draw_while_lines_are_open(side: int) -> None:
    state = State(side)
    for seed in range(200):
        state.reset(0)
        state.rollout(seed)
        assert state.outcome is not None
        assert state.outcome.rule == "O-10"
