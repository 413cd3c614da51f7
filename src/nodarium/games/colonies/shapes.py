"""The colours of the types, and where the seats sit around the table."""

from __future__ import annotations

Point = tuple[float, float]

HUES = {"C": "blue", "M": "red", "E": "yellow", "N": "grey"}
# The side of the table where each seat sits, clockwise from the bottom, by number of players.
TABLE_SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
