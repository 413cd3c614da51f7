"""The shapes that Star Duel's pictures are made of: cards, and the signs of the players."""

from __future__ import annotations

from collections.abc import Iterator

from nodarium.core.scene import Circle, Polygon, Shape, Text
from nodarium.games.starduel.board import Bonus, Card, Needs
from nodarium.games.starduel.seat_view import HUES, amounts_by_track

CARD = (18.0, 18.0)
AMOUNT_SIGNS = {"needs": "≥", "gives": "+", "spent": "×"}  # before the amounts on a card
TOP = -6.6  # the line of a card with its coordinate, its cost and its defense
TEXT_SIZE = 2.75  # of most texts on a card

Point = tuple[float, float]


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    w, h = width / 2, height / 2
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def seat_sign(key: str, player: int, at: Point, size: float) -> Shape:
    """Draw a disc for Kurth, a diamond for Enate."""
    x, y = at
    if player == 0:
        return Circle(key=key, style="piece seat-0", x=x, y=y, radius=size)
    reach = size * 1.25
    points = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    return Polygon(key=key, style="piece seat-1", points=points, rounding=size * 0.2)


def card_face(card: Card, ground: str, ink: str, *, inactive: bool) -> Iterator[Shape]:
    """Draw a card's name, its defense on a shield, and what it requires and gives."""
    yield Polygon(key=f"{card.id}-ground", style=ground, points=box(0, 0, *CARD), rounding=2.4)
    yield Polygon(key=f"{card.id}-shield", style="mark", points=_shield(6.5, TOP + 0.1), rounding=0.5)
    text = str(card.defense)
    yield Text(key=f"{card.id}-defense", style="text white", x=6.5, y=TOP - 0.1, size=TEXT_SIZE, text=text)
    size = min(2.9, 16 / (0.6 * len(card.name)))
    yield Text(key=f"{card.id}-name", style=f"{ink} strong", x=0, y=-3.2, size=size, text=card.name)
    if inactive:
        yield from _amounts(card, "needs", 0.2, card.requires, ink)
        yield from _amounts(card, "gives", 3.4, card.activation, ink)
    yield from _amounts(card, "spent", 6.6, card.exhaustion, ink)


def _shield(x: float, y: float) -> tuple[Point, ...]:
    return ((x - 1.6, y - 1.9), (x + 1.6, y - 1.9), (x + 1.6, y + 0.5), (x, y + 2.1), (x - 1.6, y + 0.5))


def _amounts(card: Card, word: str, y: float, amounts: Needs | Bonus, ink: str) -> Iterator[Shape]:
    """Draw a line of a card: a sign, then a chip for each amount."""
    yield Text(key=f"{card.id}-{word}", style=ink, x=-7.25, y=y, size=2.6, text=AMOUNT_SIGNS[word])
    x = -3.65
    for track, text in amounts_by_track(amounts).items():
        key, hue = f"{card.id}-{word}-{track}", HUES[track]
        yield Polygon(key=key, style=f"cell {hue}", points=box(x, y, 4.5, 2.9), rounding=0.9)
        size = min(TEXT_SIZE, 4.2 / (0.6 * len(text)))
        yield Text(key=f"{key}-text", style=f"text {hue} strong", x=x, y=y, size=size, text=text)
        x += 4.7
    if x < 0:
        yield Text(key=f"{card.id}-{word}-nothing", style=ink, x=x, y=y, size=TEXT_SIZE, text="–")
