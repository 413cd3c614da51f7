"""Hexagonal grids."""

from __future__ import annotations

from math import dist

import pytest

from nodarium.core.hexes import centre, hexagon, neighbours, outline, ring


@pytest.mark.parametrize("side", range(1, 8))
def test_a_hexagon_lists_its_cells_row_by_row(side: int) -> None:
    cells = hexagon(side)
    assert len(set(cells)) == len(cells) == 3 * side * (side - 1) + 1
    assert cells == sorted(cells, key=lambda cell: (cell[1], cell[0]))
    assert [sum(ring(cell) == far for cell in cells) for far in range(1, side)] == [6 * far for far in range(1, side)]


def test_neighbours_are_the_nearest_cells() -> None:
    cells = hexagon(3)
    near = dist(centre((0, 0), 10), centre((1, 0), 10))
    assert {cell for cell in cells if 0 < dist(centre(cell, 10), (0, 0)) < near + 0.001} == set(neighbours((0, 0)))
    assert {ring(cell) for cell in neighbours((0, 0))} == {1}
    assert all((2, -1) in neighbours(cell) for cell in neighbours((2, -1)))


def test_outlines_of_neighbours_share_an_edge() -> None:
    corners = [{(round(x, 2), round(y, 2)) for x, y in outline(*centre(cell, 10), 10)} for cell in ((0, 0), (0, 1))]
    assert len(corners[0]) == 6
    assert len(corners[0] & corners[1]) == 2
