"""The drawings that Nøde's scenes use."""

from __future__ import annotations

from math import cos, pi, sin

from nodarium.core.symbols import Part, Symbol, circle, polygon, regular
from nodarium.games.noede.distances import WAYS

RADIUS = 46.0
# The sides of the board in the order of `Board.edges`: between which corners of a hexagon with a flat top.
CORNERS = tuple((RADIUS * cos(pi * sixth / 3), RADIUS * sin(pi * sixth / 3)) for sixth in range(6))
SIDES = ((5, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5))


def _ways(number: int) -> Symbol:
    """A board with the sides that a way joins."""
    outline = Part(path=polygon(CORNERS), fill="panel", line="spot", width=8)
    joined = [
        Part(path=f"M{_point(CORNERS[start])}L{_point(CORNERS[end])}", line="text", width=18)
        for start, end in (SIDES[side] for side in WAYS[number])
    ]
    return Symbol(name=f"noede-way-{number}", parts=(outline, *joined))


def _point(corner: tuple[float, float]) -> str:
    return f"{corner[0]:.1f} {corner[1]:.1f}"


SYMBOLS = (
    Symbol(
        name="noede-anchor",
        parts=(
            Part(path=regular(6, 45, down=5), fill="shadow", opacity=0.2),
            Part(path=regular(6, 44), fill="full", line="line", width=5),
            Part(path=regular(6, 22), line="over", width=8, opacity=0.2),
        ),
    ),
    Symbol(
        name="noede-node",
        parts=(
            Part(path=circle(0, 5, 43), fill="shadow", opacity=0.2),
            Part(path=circle(0, 0, 42), fill="full", line="line", width=5),
            Part(path=circle(0, 0, 15), fill="over", opacity=0.2),
        ),
    ),
    Symbol(name="noede-line", parts=(Part(path="M-46 0H46", line="faint", width=6),)),
    Symbol(name="noede-pointed", parts=(Part(path="M-42 0H42", line="accent", width=16),)),
    Symbol(name="noede-crossing", parts=(Part(path=circle(0, 0, 26), fill="accent"),)),
    *(_ways(number) for number in range(len(WAYS))),
)
