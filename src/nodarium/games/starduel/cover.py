"""Star Duel's cover: two home worlds aim at the same planet."""

from __future__ import annotations

from nodarium.core.symbols import Cover, Part, circle, placed, polygon, rectangle, spark
from nodarium.games.starduel.symbols import SYMBOLS, planet_name

WIDTH, HEIGHT = 315, 330
TARGET = (62.0, 0.0)
HOME = 205  # the radius of a home world
GOLDEN, OTHER = 0.754877666, 0.569840291  # spread points evenly
DRAWN = {symbol.name: symbol.parts for symbol in SYMBOLS}


def _stars(first: int, count: int, radius: float) -> str:
    places = [(number * GOLDEN % 1 - 0.5, number * OTHER % 1 - 0.5) for number in range(first, first + count)]
    return "".join(circle(x * WIDTH, y * HEIGHT, radius) for x, y in places)


def _home(player: int) -> tuple[Part, ...]:
    """A home world at the edge, with its player's piece, and the beam to the target."""
    side = 1 - 2 * player  # Kurth is at the bottom
    piece = circle(0, 132, 13) if player == 0 else polygon(((0, -148), (16, -132), (0, -116), (-16, -132)))
    colour = f"seat-{player}"
    x, y = TARGET
    return (
        Part(
            path=f"M0 {89 * side}L{x:g} {y:g}",
            line=f"{colour} ink",
            width=3,
            dash=(8, 7) if player else (),
        ),
        Part(path=circle(0, 290 * side, HOME), fill=f"{colour} soft", line=f"{colour} full", width=3),
        Part(path=piece, fill=f"{colour} full", line=f"{colour} line", width=1.5),
    )


COVER = Cover(
    ground="night",
    parts=(
        Part(path=rectangle(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT), fill="page"),
        Part(path=circle(0, 0, 235), fill="board"),
        Part(path=circle(0, 0, 165), fill="sky soft", opacity=0.75),
        Part(path=_stars(1, 34, 0.7), fill="sky ink", opacity=0.5),
        Part(path=_stars(35, 18, 1.1), fill="sky ink", opacity=0.75),
        Part(path=spark(-118, 62, 5) + spark(128, -74, 4) + spark(-88, -98, 4), fill="sky ink", opacity=0.9),
        *_home(0),
        *_home(1),
        *placed(DRAWN[planet_name(2, 1)], (-74, -28), 0.58, hue="sea"),
        *placed(DRAWN[planet_name(1, 0)], (-46, 54), 0.31, hue="rock"),
        *placed(DRAWN[planet_name(3, 0)], TARGET, 0.76, hue="gold"),
    ),
)
