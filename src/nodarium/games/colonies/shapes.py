"""The forms that the pictures of Nodes & Colonies are made of."""

from __future__ import annotations

Point = tuple[float, float]

HUES = {"C": "blue", "M": "red", "E": "yellow", "N": "grey"}
SQUARE: tuple[Point, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
DIAMOND: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
POINTED: tuple[Point, ...] = ((-1, -1), (1, -1), (1, 1), (0.42, 1), (0, 1.36), (-0.42, 1), (-1, 1))
# The side of the table where each seat sits, clockwise from the bottom, by number of players.
TABLE_SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


def card_outline(players: int, seat: int) -> tuple[Point, ...]:
    """Return the form of a card that points towards its owner."""
    form = POINTED
    for _ in range(TABLE_SIDES[players][seat]):
        form = tuple((-y, x) for x, y in form)
    return form
