"""The shortest way through the chain that has won."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from nodarium.games.noede.board import BOARDS, OUTSIDE
from nodarium.games.noede.distances import WAYS
from nodarium.games.noede.rules import State


def winning_way(state: State) -> list[list[int]]:
    """Return the cells that join the sides (O-10): one row, or three that meet in a cell."""
    chain = set(state.winning_chain())
    if not chain:
        return []
    edges = BOARDS[state.size].edges
    trees = [_paths(state, chain, [cell for cell in chain if edges[cell] >> side & 1]) for side in range(6)]
    found = []
    for sides in WAYS:
        for cell in chain:
            if all(cell in trees[side] for side in sides):
                found.append([_back(trees[side], cell) for side in sides])
    best = min(found, key=lambda ways: (sum(map(len, ways)), ways))
    if len(best) == 2:
        first, second = best
        return [[*first[::-1], *second[1:]]]
    return [way for way in best if len(way) > 1] or best[:1]


def _paths(state: State, chain: set[int], starts: Iterable[int]) -> dict[int, int | None]:
    """For each cell of the chain, the cell before it on a shortest way from the starts."""
    before: dict[int, int | None] = dict.fromkeys(sorted(starts))
    queue = deque(before)
    while queue:
        cell = queue.popleft()
        for other in BOARDS[state.size].near[cell]:
            if other != OUTSIDE and other in chain and other not in before:
                before[other] = cell
                queue.append(other)
    return before


def _back(before: dict[int, int | None], cell: int) -> list[int]:
    """Return the way from a cell back to the start."""
    way = [cell]
    while (previous := before[way[-1]]) is not None:
        way.append(previous)
    return way
