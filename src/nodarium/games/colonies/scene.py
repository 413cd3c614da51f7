"""Pictures of Nodes & Colonies.

The board is made of tiles. Around it is a narrow rim, where new Nodes are laid. A Colony is a card in its owner's
colour that points towards the owner's side of the table. The cards of a stack lie below each other: of each covered one
you see the head, the oldest at the top. If a stack has three cards or more, pointing at it shows them all.
"""

from __future__ import annotations

from functools import cache

from nodarium.core.message import Message
from nodarium.core.scene import Art, Group, Polygon, Scene, Shape, Text
from nodarium.games.colonies.panels import click_prompt, flights, hint, panels, prompt, steps
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.seat_view import SeatView, View, coordinates
from nodarium.games.colonies.shapes import TABLE_SIDES, Point
from nodarium.games.colonies.symbols import CARD, HEIGHTS, TILE
from nodarium.games.colonies.symbols import RIM as GAP
from nodarium.games.colonies.targets import choices, move_from_targets
from nodarium.games.colonies.terminal import canvas

__all__ = ["canvas", "move_from_targets", "scene"]

WIDTH = 100.0  # the longer side of the picture; the sizes below are in spots
RIM = 0.3  # the width of the rim
TILE_SIZE = 0.91
SCALE = TILE_SIZE / TILE  # of the symbols
HEADS = (0, 0, 21, 21, 20, 18)  # how much of a covered card shows, by the number of cards that show
SHOWN = len(HEADS) - 1  # the most cards of a stack that show
FANNED = 3  # from this height on, pointing at a stack fans it out
FAN_CARD = 20.0  # the width of a card that is fanned out: large enough on a phone


def scene(state: State, seat: int | None) -> Scene:
    seen = SeatView(state, seat)
    picture = _Picture(seen)
    targets, paths = choices(seen)
    free = [target.key for target in targets if target.key[0] in "-0123456789" and target.key not in seen.nodes]
    return Scene(
        width=picture.width,
        height=picture.height,
        shapes=(*picture.rim(free), *picture.tiles(), *picture.colonies({target.key for target in targets})),
        panels=panels(seen),
        prompt=click_prompt(seen) if targets else prompt(seen),
        hint=hint(seen),
        steps=steps(seen),
        flights=flights(seen),
        targets=targets,
        paths=paths,
    )


class _Picture:
    """The board."""

    def __init__(self, seen: SeatView) -> None:
        self.seen = seen
        self.columns, self.rows = len(seen.columns) - 2, len(seen.rows) - 2
        self.left, self.top = seen.columns[1], seen.rows[1]
        self.unit = WIDTH / (max(self.columns, self.rows) + 2 * RIM)
        self.width = round(self.unit * (self.columns + 2 * RIM), 2)
        self.height = round(self.unit * (self.rows + 2 * RIM), 2)
        self.sides = TABLE_SIDES[seen.view["players"]]

    def at(self, spot: str) -> Point:
        x, y = coordinates(spot)
        return (
            round(self.unit * (RIM + x - self.left + 0.5), 2),
            round(self.unit * (RIM + self.top - y + 0.5), 2),
        )

    def rim(self, free: list[str]) -> list[Shape]:
        """Mark the spots where a Node can be laid. On the rim only a part of the tile fits."""
        shapes: list[Shape] = []
        for spot in free:
            column, row = coordinates(spot)
            across, x = self.place(column - self.left, self.columns)
            down, y = self.place(self.top - row, self.rows)
            symbol = f"colonies-gap{'' if across == down else '-tall' if across < down else '-wide'}"
            label = self.seen.describe(spot)
            size = round(self.unit * SCALE * down, 2)
            shapes.append(
                Art(key=spot, style="cell", symbol=symbol, x=x, y=y, size=size, label=label, when="hand-N", legal=True)
            )
        return shapes

    def place(self, index: int, count: int) -> Point:
        """How much of a tile fits into a column or row, and where its middle is. Beyond the last one is the rim."""
        if 0 <= index < count:
            return TILE, round(self.unit * (RIM + index + 0.5), 2)
        return GAP, round(self.unit * (RIM / 2 if index < 0 else 1.5 * RIM + count), 2)

    def tiles(self) -> list[Shape]:
        shapes: list[Shape] = []
        size, corner = round(self.unit * TILE_SIZE, 2), self.unit * (TILE_SIZE / 2 - 0.1)
        for spot, node in self.seen.nodes.items():
            x, y = self.at(spot)
            held = node["seat"] is not None
            shapes.append(
                Art(
                    key=spot,
                    style=f"cell seat-{node['seat']}" if held else "cell",
                    symbol="colonies-tile-held" if held else "colonies-tile",
                    x=x,
                    y=y,
                    size=size,
                    label=self.seen.describe(spot),
                )
            )
            shapes.append(
                Text(
                    key=f"{spot}-number",
                    style="coordinate dim",
                    x=round(x - corner - 0.015 * self.unit, 2),
                    y=round(y - corner, 2),
                    size=round(0.1 * self.unit, 2),
                    text=str(self.seen.numbers[spot]),
                )
            )
        return shapes

    def colonies(self, targets: set[str]) -> list[Shape]:
        shapes: list[Shape] = []
        fans: list[Shape] = []
        scale = self.unit * SCALE
        for spot, node in self.seen.nodes.items():
            stack = node["colonies"]
            if not stack:
                continue
            x, y = self.at(spot)
            shown = stack[-SHOWN:]
            count = len(shown)
            height, head = HEIGHTS[min(count, len(HEIGHTS)) - 1], HEADS[count]
            y -= scale * head * (count - 1) / 2
            for place, colony in enumerate(shown):
                label = self.seen.describe_colony(spot, colony)
                at = (x, round(y + scale * head * place, 2))
                shapes.append(self.colony(colony, at, height, scale, label))
            if len(stack) >= FANNED:
                fans.append(self.fan(f"{spot}-fan", stack, self.at(spot), targets))
            if len(stack) > SHOWN:
                more = Text(
                    key=f"{spot}-more",
                    style="text strong",
                    x=round(x + self.unit * (TILE_SIZE / 2 - 0.09), 2),
                    y=round(self.at(spot)[1] - self.unit * (TILE_SIZE / 2 - 0.075), 2),
                    size=round(0.13 * self.unit, 2),
                    text=f"+{len(stack) - SHOWN}",
                )
                shapes.append(more)
        return shapes + fans

    def frame(self, colony: View) -> str:
        """The owner of a Colony and where the owner sits: these choose the frame."""
        seat = colony["seat"]
        return f"{seat}{self.sides[seat]}"

    def colony(self, colony: View, at: Point, height: int, scale: float, label: Message) -> Group:
        key = f"colony-{colony['number']}"
        parts = _card(key, colony["card"], self.frame(colony), height, scale)
        return Group(key=key, x=at[0], y=at[1], shapes=parts, label=label)

    def fan(self, key: str, stack: list[View], at: Point, targets: set[str]) -> Group:
        """All cards of a stack next to each other, above it or, in the first row, below.

        Pointing at a target doesn't show them: they would cover where a move can go.
        """
        scale = min(FAN_CARD / CARD, self.height / 116, self.width / 130)
        room = self.width - scale * (CARD + 24)
        apart = round(min(FAN_CARD * 1.06, room / max(1, len(stack) - 1)), 2)
        reach = apart * (len(stack) - 1) / 2
        margin = scale * (CARD / 2 + 12)
        x = min(max(at[0], reach + margin), self.width - reach - margin)
        down = scale * 58
        away = down + self.unit * TILE_SIZE / 2
        y = at[1] - away if at[1] - away >= down else at[1] + away
        y = min(max(y, down), self.height - down)
        shapes: list[Shape] = []
        for place, colony in enumerate(stack):
            across = round(apart * place - reach, 2)
            parts = _card(f"{key}-{place}", colony["card"], self.frame(colony), HEIGHTS[0], scale)
            shapes.append(Group(key=f"{key}-{place}", x=across, y=0, shapes=parts))
        keys = [f"colony-{colony['number']}" for colony in stack]
        when = " ".join([key for key in keys if key not in targets])
        ground = self.ground(key, reach + margin, down)
        return Group(key=key, x=round(x, 2), y=round(y, 2), shapes=(ground, *shapes), when=when)

    def ground(self, key: str, across: float, down: float) -> Polygon:
        x, y = round(across, 2), round(down, 2)
        corners = ((-x, -y), (x, -y), (x, y), (-x, y))
        return Polygon(key=f"{key}-ground", style="panel", points=corners, rounding=round(0.12 * self.unit, 2))


@cache
def _card(key: str, card: str, frame: str, height: int, scale: float) -> tuple[Shape, ...]:
    """A frame in the owner's colour, and the face of the card in it."""
    size = round(scale * height, 2)
    return (
        Art(
            key=f"{key}-frame",
            style=f"piece seat-{frame[0]}",
            symbol=f"colonies-frame-{frame}-{height}",
            x=0,
            y=0,
            size=size,
        ),
        Art(key=f"{key}-face", style="art", symbol=f"colonies-{card}-{height}", x=0, y=0, size=size),
    )
