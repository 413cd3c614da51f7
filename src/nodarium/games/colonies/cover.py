"""The cover of Nodes & Colonies: the best card of each type in a hand on green felt."""

from __future__ import annotations

from nodarium.core.symbols import Cover, Part, circle, rectangle
from nodarium.games.colonies.symbols import artwork, badge, moved, pips

WIDTH, HEIGHT = 315, 330
SCALE = 1.36  # of a card, which is 92 wide and 112 high
HAND = (("C3", -80, 30, -13), ("M3", 0, 6, 0), ("E3", 80, 30, 13))  # where each card lies, and how it is turned


def _card(kind: str) -> tuple[Part, ...]:
    """A card as in the hand, without its name."""
    return (
        Part(path=rectangle(-46, -51, 92, 112, 9), fill="shadow", opacity=0.28),
        Part(path=rectangle(-46, -56, 92, 112, 9), fill="paper", line="edge", width=1),
        *moved(artwork(kind), 0, 0, 1.03),
        Part(path=rectangle(-42, -51, 25, 61, 6), fill="paper"),
        *badge(kind[0], -29.5, -38, 9.5),
        *pips(kind, -29.5, -9, 0, 10),
    )


COVER = Cover(
    parts=(
        Part(path=rectangle(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT), fill="felt full"),
        *(
            Part(path=circle(0, 198, radius), line="felt soft", width=1.2, dash=(2, 7), opacity=0.7)
            for radius in (182, 264, 346)
        ),
        *(part for kind, x, y, turn in HAND for part in moved(_card(kind), x, y, SCALE, turn)),
    ),
    width=WIDTH,
    height=HEIGHT,
)
