"""The distances to a win equal those that a slow search finds."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import product

import pytest

from nodarium.core.discovery import find_game
from nodarium.core.splitmix import advance, below
from nodarium.games.noede.board import BOARDS, OUTSIDE, SIDES
from nodarium.games.noede.distances import WAYS, Distances
from nodarium.games.noede.notation import parse_position
from nodarium.games.noede.rules import State


def from_side(state: State, seat: int, side: int) -> dict[int, int]:
    """The pieces a seat lacks on the way from a side to each cell, by Dijkstra's algorithm."""
    board = BOARDS[state.size]
    cost = {cell: int(not owner) for cell, owner in enumerate(state.owner[: len(board.cells)]) if owner != 2 - seat}
    heap = [(cost[cell], cell) for cell in cost if board.edges[cell] >> side & 1]
    found: dict[int, int] = {}
    while heap:
        length, cell = heappop(heap)
        if cell not in found:
            found[cell] = length
            for other in board.near[cell]:
                if other != OUTSIDE and other in cost:
                    heappush(heap, (length + cost[other], other))
    return found


def slowly(state: State, seat: int) -> list[int | None]:
    sides = [from_side(state, seat, side) for side in range(6)]
    found: list[int | None] = []
    for way in WAYS:
        meeting = [cell for cell in sides[way[0]] if all(cell in sides[side] for side in way)]
        lengths = [
            sum(sides[side][cell] for side in way) - (len(way) - 1) * (not state.owner[cell]) for cell in meeting
        ]
        found.append(min(lengths, default=None))
    return found


@pytest.mark.parametrize("side", SIDES[:4])
def test_distances_equal_a_slow_search(side: int) -> None:
    distances, closed = Distances(), 0
    for seed in range(4):
        state, rng = find_game("noede").new_state({"side": side}, seed), seed + 1
        assert isinstance(state, State)
        while state.to_act:
            rng = advance(rng)
            actions = state.legal_actions(state.to_act[0])
            state.apply(actions[below(rng, len(actions))])
            if state.ply % 4 == 0 or not state.to_act:
                for seat in range(2):
                    found = distances.missing(state, seat)
                    assert found == slowly(state, seat)
                    closed += None in found
        assert state.outcome
        assert 0 in distances.missing(state, state.outcome.winners[0])
    assert closed


def test_a_free_board_needs_a_row_of_cells() -> None:
    state = parse_position("4 | d1 | a4 a5 | white turn")
    assert Distances().missing(state, 0)[:3] == [7, 6, 6]  # d1 is a corner of the two sides at its top left


def test_the_ways_are_those_that_win() -> None:
    from nodarium.games.noede.board import wins

    for edges in product((0, 1), repeat=6):
        mask = sum(bit << side for side, bit in enumerate(edges))
        assert wins(mask) == any(all(edges[side] for side in way) for way in WAYS)
