"""The shapes that Star Duel's pictures are made of: spaces, planets, amounts, and the signs of the players.

Places count from the middle of a space. What is on a space is made once and used again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from nodarium.core.message import Message, say
from nodarium.core.scene import Art, Circle, Polygon, Shape, Text
from nodarium.games.starduel.board import Bonus, Card, Needs
from nodarium.games.starduel.symbols import HEX, PLANET_Y, look, planet_name

HALF_WIDTH = sqrt(3) * 5  # from a space to the edge of its column
TRACKS = ("energy", "population", "minerals")
NAME_Y, ROWS_Y, COORDINATE_Y = -5.7, (1.9, 4.45), 7.1
SIDE = 5.75  # how far from the middle the cost and the defense are
NAME_WIDTH, ROW_WIDTH = 9.6, 14.0
NAME_SIZE, COORDINATE_SIZE, FIGURE = 2.6, 2.7, 2.8
MAX_CACHED = 4096

Point = tuple[float, float]


def seat_sign(key: str, player: int, at: Point, size: float) -> Shape:
    """Draw a disc for Kurth, a diamond for Enate."""
    x, y = at
    if player == 0:
        return Circle(key=key, style="piece seat-0", x=x, y=y, radius=size)
    reach = size * 1.25
    points = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    return Polygon(key=key, style="piece seat-1", points=points, rounding=size * 0.2)


def hexagon(key: str, style: str, at: Point = (0, 0), label: Message | str = "") -> Polygon:
    x, y = at
    side, half = HEX * sqrt(3) / 2, HEX / 2
    corners = ((0, -HEX), (side, -half), (side, half), (0, HEX), (-side, half), (-side, -half))
    points = tuple((round(x + a, 2), round(y + b, 2)) for a, b in corners)
    return Polygon(key=key, style=style, points=points, rounding=0.7, label=label)


@lru_cache(MAX_CACHED)
def card_shapes(card: Card, owner: int | None, *, dim: bool, fresh: bool) -> tuple[Shape, ...]:
    """Draw a face-up card: what activating it takes and gives or, of a node, what exhausting it gives."""
    return tuple(_card(card, owner, " dim" if dim else "", fresh=fresh))


def _card(card: Card, owner: int | None, dim: str, *, fresh: bool) -> Iterator[Shape]:
    if owner is None:
        yield hexagon(f"{card.id}-ground", f"cell{dim}")
    else:
        yield hexagon(f"{card.id}-ground", f"cell seat-{owner}{dim}")
        symbol = f"starduel-node-{owner}"
        yield Art(key=f"{card.id}-owner", style=f"art seat-{owner}", symbol=symbol, x=0, y=0, size=20)
    yield planet(card, (0, PLANET_Y), 4.7)
    yield Text(
        key=f"{card.id}-name", style=f"text{dim} strong", x=0, y=NAME_Y, size=NAME_SIZE, text=card.name, fit=NAME_WIDTH
    )
    yield from defense(card, (SIDE, PLANET_Y))
    rows = [Amounts(card.id, "spent", card.exhaustion)]
    if owner is None:
        rows = [Amounts(card.id, "needs", card.requires), Amounts(card.id, "gains", card.activation)]
    rows = [row for row in rows if row.parts]
    heights = ROWS_Y if len(rows) == 2 else (sum(ROWS_Y) / 2,)
    for row, y in zip(rows, heights, strict=False):
        yield from row.shapes((-min(row.width, ROW_WIDTH) / 2, y), min(1, ROW_WIDTH / row.width), dim)
    if fresh:
        yield Text(key=f"{card.id}-fresh", style="text", x=0, y=5.2, size=2.4, text=say("starduel-new"))


def planet(card: Card, at: Point, size: float) -> Art:
    hue, variant = look(card.id, card.name)
    size = size * (1.06, 1.12, 0.92)[card.tier - 1]
    symbol = planet_name(card.tier, variant)
    return Art(key=f"{card.id}-planet", style=f"art {hue}", symbol=symbol, x=at[0], y=at[1], size=round(size, 2))


def defense(card: Card, at: Point) -> Iterator[Shape]:
    x, y = at
    yield Art(key=f"{card.id}-shield", style="art white", symbol="starduel-shield", x=x, y=y, size=4.1)
    yield Text(key=f"{card.id}-defense", style="text white strong", x=x, y=y - 0.1, size=2.5, text=str(card.defense))


def amounts_of(amounts: Needs | Bonus) -> list[tuple[str, int]]:
    """Return the amounts above 0 of energy, population and minerals."""
    found = [(track, getattr(amounts, track, 0)) for track in TRACKS]
    return [(track, amount) for track, amount in found if amount]


SIGN, ICON, DIGIT, GAP = 2.7, 2.5, 1.6, 0.7  # widths in a row of amounts


class Amounts:
    """A row of a card: a sign, and the icon and the figure of each amount."""

    def __init__(self, card: str, word: str, amounts: Needs | Bonus) -> None:
        self.key = f"{card}-{word}"
        self.symbol = f"starduel-{word}"
        self.parts = amounts_of(amounts)
        self.width = SIGN + sum(ICON + DIGIT * len(str(amount)) + GAP for _, amount in self.parts) - GAP

    def shapes(self, at: Point, scale: float = 1, dim: str = "") -> Iterator[Shape]:
        """Draw the row to the right of a point."""
        left, y = at
        key, style = self.key, f"text{dim} strong"
        sign, icon, figure = (round(size * scale, 2) for size in (2.3, 2.5, FIGURE))
        yield Art(key=key, style="art", symbol=self.symbol, x=round(left + 1.05 * scale, 2), y=y, size=sign)
        left += SIGN * scale
        for track, amount in self.parts:
            width = DIGIT * len(str(amount))
            x = round(left + (ICON / 2 - 0.15) * scale, 2)
            yield Art(key=f"{key}-{track}", style="art", symbol=f"starduel-{track}", x=x, y=y, size=icon)
            x = round(left + (ICON + width / 2) * scale, 2)
            yield Text(key=f"{key}-{track}-text", style=style, x=x, y=y, size=figure, text=str(amount))
            left += (ICON + width + GAP) * scale


@lru_cache(MAX_CACHED)
def hidden_shapes(name: str, tier: int, *, dim: bool) -> tuple[Shape, ...]:
    """Draw a face-down card: an orbit for each tier, and the tier."""
    faded = " dim" if dim else ""
    return (
        hexagon(f"{name}-back", f"cell{faded}"),
        Art(key=f"{name}-orbits", style="art", symbol=f"starduel-orbits-{tier}", x=0, y=PLANET_Y, size=10.5),
        Text(key=f"{name}-tier", style=f"text{faded} strong", x=0, y=3.2, size=3, text="I" * tier),
    )
