"""Pictures of Nodes & Colonies.

The picture grows with the board and shows a row of empty spots around it. As on the cards of the game, a Colony has its
owner's colour and points towards the owner's side of the table. Its type is a letter, a hue and a form. The Colonies
below the topmost one are drawn in a row above it, the lowest first.
"""

from __future__ import annotations

from collections.abc import Sequence

from nodarium.core.message import Message
from nodarium.core.scene import Circle, Group, Polygon, Scene, Shape, Text
from nodarium.games.colonies.panels import click_prompt, panels, prompt
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.seat_view import SeatView, View, coordinates
from nodarium.games.colonies.shapes import DIAMOND, HUES, SQUARE, Point, card_outline
from nodarium.games.colonies.targets import choices, move_from_targets
from nodarium.games.colonies.terminal import canvas

__all__ = ["canvas", "move_from_targets", "scene"]

WIDTH = 100.0  # the longer side of the picture; the sizes below are in spots
GUTTER = 0.5  # for the numbers of columns and rows
GROUND = 0.44  # half a Node
CARD = 0.29  # half a Colony
COVERING = 0.24  # half a Colony that covers others
CHIP = 0.4  # the largest width of a covered Colony


def scene(state: State, seat: int | None) -> Scene:
    seen = SeatView(state, seat)
    picture = _Picture(seen)
    targets, paths = choices(seen)
    empty = seen.empty_spots()
    free = [target.key for target in targets if target.key in empty]
    return Scene(
        width=picture.width,
        height=picture.height,
        shapes=(*picture.ground(), *picture.rim(free), *picture.nodes(), *picture.colonies()),
        panels=panels(seen),
        prompt=click_prompt(seen) if targets else prompt(seen),
        targets=targets,
        paths=paths,
    )


class _Picture:
    """The board."""

    def __init__(self, seen: SeatView) -> None:
        self.seen = seen
        self.columns, self.rows = seen.columns, seen.rows
        self.unit = WIDTH / (GUTTER + max(len(self.columns), len(self.rows)))
        self.width = self.unit * (GUTTER + len(self.columns))
        self.height = self.unit * (GUTTER + len(self.rows))

    def at(self, spot: str) -> Point:
        x, y = coordinates(spot)
        return (
            self.unit * (GUTTER + self.columns.index(x) + 0.5),
            self.unit * (self.rows.index(y) + 0.5),
        )

    def sized(self, form: Sequence[Point], across: float, down: float) -> tuple[Point, ...]:
        """Scale a form that reaches from -1 to 1; half its size is given in spots."""
        return tuple((round(self.unit * across * x, 3), round(self.unit * down * y, 3)) for x, y in form)

    def ground(self) -> list[Shape]:
        left, right, low = self.unit * GUTTER, self.width, self.unit * len(self.rows)
        corners = ((left, 0), (right, 0), (right, low), (left, low))
        shapes: list[Shape] = [Polygon(key="board", style="board", points=corners, rounding=self.unit * 0.3)]
        size = min(3.2, self.unit * 0.28)
        for x in self.columns[1:-1]:
            across, _ = self.at(f"{x},{self.rows[0]}")
            y = low + self.unit * GUTTER / 2
            shapes.append(Text(key=f"column{x}", style="text dim", x=across, y=y, size=size, text=str(x)))
        for y in self.rows[1:-1]:
            _, down = self.at(f"{self.columns[0]},{y}")
            shapes.append(Text(key=f"row{y}", style="text dim", x=left / 2, y=down, size=size, text=str(y)))
        return shapes

    def rim(self, free: list[str]) -> list[Shape]:
        """Mark the spots where a Node can be laid."""
        shapes: list[Shape] = []
        for spot in free:
            x, y = self.at(spot)
            ghost = Polygon(
                key=f"{spot}-ghost",
                style="cell dim",
                points=tuple((x + a, y + b) for a, b in self.sized(SQUARE, GROUND, GROUND)),
                rounding=self.unit * 0.12,
                when="hand-N",
                legal=True,
            )
            label, radius = self.seen.describe(spot), self.unit * 0.09
            shapes += [ghost, Circle(key=spot, style="spot", x=x, y=y, radius=radius, label=label, legal=True)]
        return shapes

    def nodes(self) -> list[Shape]:
        shapes: list[Shape] = []
        for spot, node in self.seen.nodes.items():
            x, y = self.at(spot)
            style = "cell" if node["seat"] is None else f"cell seat-{node['seat']}"
            square = self.sized(SQUARE, GROUND, GROUND)
            card = Polygon(key=f"{spot}-card", style=style, points=square, rounding=self.unit * 0.12)
            ring = Circle(key=f"{spot}-ring", style="mark dim", x=0, y=0, radius=self.unit * 0.09)
            inside = (card,) if node["colonies"] else (card, ring)
            shapes.append(Group(key=spot, x=x, y=y, shapes=inside, label=self.seen.describe(spot)))
        return shapes

    def colonies(self) -> list[Shape]:
        shapes: list[Shape] = []
        for spot, node in self.seen.nodes.items():
            x, y = self.at(spot)
            *below, top = node["colonies"] or [None]
            width = min(CHIP, 2 * GROUND / max(len(below), 1))
            for place, colony in enumerate(below):
                aside = self.unit * width * (place - (len(below) - 1) / 2)
                shapes.append(self.chip(colony, (x + aside, y - self.unit * 0.285), width))
            if top:
                y += self.unit * 0.11 if below else 0
                shapes.append(self.colony(top, (x, y), COVERING if below else CARD, self.seen.describe(spot)))
        return shapes

    def colony(self, colony: View, at: Point, half: float, label: Message) -> Group:
        """Draw a card that points towards its owner, with the form of its type, letter and level."""
        key, card = f"colony-{colony['number']}", colony["card"]
        ink = f"text {HUES[card[0]]} strong"
        shapes: tuple[Shape, ...] = (
            Polygon(
                key=f"{key}-card",
                style=f"piece seat-{colony['seat']}",
                points=self.sized(card_outline(self.seen.view["players"], colony["seat"]), half, half),
                rounding=self.unit * 0.05,
            ),
            self.emblem(f"{key}-type", card, half),
            Text(key=f"{key}-name", style=ink, x=0, y=0, size=self.unit * half * 0.82, text=card),
        )
        return Group(key=key, x=at[0], y=at[1], shapes=shapes, label=label)

    def emblem(self, key: str, card: str, half: float) -> Shape:
        """Draw a disc for Culture, a diamond for Military, a square for Economy."""
        style = f"cell {HUES[card[0]]}"
        if card[0] == "C":
            return Circle(key=key, style=style, x=0, y=0, radius=self.unit * half * 0.82)
        form, share = (DIAMOND, 0.99) if card[0] == "M" else (SQUARE, 0.74)
        points = self.sized(form, half * share, half * share)
        return Polygon(key=key, style=style, points=points, rounding=self.unit * 0.04)

    def chip(self, colony: View, at: Point, width: float) -> Group:
        """Draw a Colony that another one covers."""
        key, card = f"colony-{colony['number']}", colony["card"]
        half = width / 2 * 0.94
        shapes: tuple[Shape, ...] = (
            Polygon(
                key=f"{key}-card",
                style=f"piece seat-{colony['seat']}",
                points=self.sized(SQUARE, half, half * 0.8),
                rounding=self.unit * half * 0.3,
            ),
            Polygon(
                key=f"{key}-type",
                style=f"cell {HUES[card[0]]}",
                points=self.sized(SQUARE, half * 0.84, half * 0.62),
                rounding=self.unit * half * 0.2,
            ),
            Text(
                key=f"{key}-name",
                style=f"text {HUES[card[0]]} strong",
                x=0,
                y=0,
                size=self.unit * half,
                text=card,
            ),
        )
        return Group(key=key, x=at[0], y=at[1], shapes=shapes, label=self.seen.colony_title(colony))
