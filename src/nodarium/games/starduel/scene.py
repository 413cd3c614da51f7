"""Pictures of Star Duel.

Kurth's nodes have a disc, Enate's a diamond. Energy, population and minerals are always E, P and M. The number on a
card's yellow disc is the energy it costs to target the card; point at the card to see the path. While you program, the
cards where a program would do nothing are dim.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

from nodarium.core.message import say
from nodarium.core.scene import Circle, Group, Line, Polygon, Scene, Shape, Text
from nodarium.games.starduel.board import SEAT_NAMES, Card
from nodarium.games.starduel.panels import panels, prompt
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.seat_view import SeatView
from nodarium.games.starduel.shapes import CARD, TEXT_SIZE, TOP, Point, box, card_face, seat_sign
from nodarium.games.starduel.targets import choices, move_from_targets
from nodarium.games.starduel.terminal import canvas

__all__ = ["canvas", "card_sheet", "move_from_targets", "scene"]

PITCH = (19.0, 19.6)  # from card to card
EDGE = 2.0
HOME = 5.0  # the height of a home world
CARDS_IN_ROW = 3  # of the sheet


def scene(state: State, seat: int | None) -> Scene:
    seen = SeatView(state, seat)
    picture = _Picture(seen)
    targets, paths = choices(seen)
    return Scene(
        width=picture.width,
        height=picture.height,
        shapes=(*picture.ground(), *picture.aims(), *picture.spaces(), *picture.costs(), *picture.paths()),
        panels=panels(seen),
        prompt=prompt(seen),
        targets=targets,
        paths=paths,
    )


def card_sheet(state: State) -> tuple[str, Scene]:
    """Return the rule about the cards, and a scene of all cards in the set. It shows nothing of the deal."""
    kinds = [list(cards) for _, cards in groupby(state.card_set.cards, lambda card: (card.side, card.tier))]
    rows = [cards[at : at + CARDS_IN_ROW] for cards in kinds for at in range(0, len(cards), CARDS_IN_ROW)]
    shapes = [
        Group(key=f"card-{card.id}", x=(x + 0.5) * PITCH[0], y=(y + 0.5) * PITCH[1], shapes=tuple(_on_sheet(card)))
        for y, row in enumerate(rows)
        for x, card in enumerate(row)
    ]
    caption = say("starduel-card-sheet")
    width, height = CARDS_IN_ROW * PITCH[0], len(rows) * PITCH[1]
    sheet = Scene(width=width, height=height, shapes=tuple(shapes), panels=(), prompt=caption, targets=(), paths=())
    return "S-3", sheet


def _on_sheet(card: Card) -> Iterator[Shape]:
    """Draw a card as if inactive and face up, with its tier and, in tier 1, its player's sign."""
    yield from card_face(card, "cell white", "text white", inactive=True)
    yield Text(key=f"{card.id}-tier", style="text white strong", x=-6, y=TOP, size=3, text="I" * card.tier)
    if card.side:
        yield seat_sign(f"{card.id}-side", SEAT_NAMES.index(card.side.capitalize()), (-2, TOP), 1.3)


class _Picture:
    """The map."""

    def __init__(self, seen: SeatView) -> None:
        self.seen = seen
        self.map = seen.map
        self.width = seen.num_columns * PITCH[0] / 2 + 2 * EDGE
        self.height = 5 * PITCH[1] + 2 * (HOME + EDGE)

    def at(self, space: int) -> Point:
        """Return the middle of a space. Enate sees the map turned by half a turn."""
        row, column = self.seen.row_and_column(space)
        return EDGE + (column + 1) * PITCH[0] / 2, EDGE + HOME + (4.5 - row) * PITCH[1]

    # ---- the spaces ----

    def ground(self) -> Iterator[Shape]:
        """Draw the board and the home worlds, each along its three spaces (S-2)."""
        corners = ((0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height))
        yield Polygon(key="board", style="board", points=corners, rounding=4)
        for player, row in enumerate("15"):
            spots = [self.at(space) for space, name in enumerate(self.map.names) if name[0] == row]
            side = 1 if player == self.seen.near_to_far[0] else -1
            x = sum(x for x, _ in spots) / len(spots)
            y = spots[0][1] + side * (PITCH[1] + HOME - 1) / 2
            name, text = SEAT_NAMES[player], say("starduel-home-world", owner=self.seen.title(player))
            yield Polygon(
                key=f"home-{name}",
                style=f"cell seat-{player}",
                points=box(x, y, 2 * PITCH[0] + CARD[0], HOME - 1.2),
                rounding=1.9,
                label=text,
            )
            yield seat_sign(f"home-{name}-sign", player, (x - 26, y), 1)
            yield Text(key=f"home-{name}-name", style="text strong", x=x, y=y, size=TEXT_SIZE, text=text)

    def spaces(self) -> Iterator[Shape]:
        for space, name in enumerate(self.map.names):
            x, y = self.at(space)
            content, label = self.seen.content(space), self.seen.describe(space)
            if content["face_down"]:
                shapes = self.hidden(space)
            elif content["card"]:
                shapes = self.card(space)
            else:
                style = "cell dim" if self.seen.is_idle(space) else "cell"
                points = box(x, y, *CARD)
                yield Polygon(key=f"space-{name}", style=style, points=points, rounding=2.4, label=label)
                yield from self.coordinates(space, (x - 6, y + TOP), "text dim")
                continue
            yield Group(key=self.seen.key(space), label=label, x=x, y=y, shapes=tuple(shapes))

    def coordinates(self, space: int, at: Point, style: str) -> Iterator[Shape]:
        """Write the player's coordinate; for a spectator both, each with its player's sign."""
        x, y = at
        name, seat = self.map.names[space], self.seen.seat
        if seat is not None:
            yield Text(key=f"name-{name}", style=style, x=x, y=y, size=3, text=self.map.name_of(space, seat))
            return
        for player in range(2):
            left = x + 0.2 + player * 5.2
            yield seat_sign(f"name-{name}-sign-{player}", player, (left - 1.7, y), 0.7)
            text = self.map.name_of(space, player)
            yield Text(key=f"name-{name}-{player}", style=style, x=left + 0.8, y=y, size=2.55, text=text)

    def hidden(self, space: int) -> Iterator[Shape]:
        name = self.map.names[space]
        hue = "grey dim" if self.seen.is_idle(space) else "grey"
        yield Polygon(key=f"{name}-back", style=f"cell {hue}", points=box(0, 0, *CARD), rounding=2.4)
        yield from self.coordinates(space, (-6, TOP), f"text {hue} strong")
        yield Text(key=f"{name}-tier", style=f"text {hue}", x=0, y=1.5, size=5.4, text=self.seen.tier_sign(space))

    def card(self, space: int) -> Iterator[Shape]:
        """Draw a face-up card and its owner."""
        content = self.seen.content(space)
        card, owner = self.seen.cards[content["card"]], content["owner"]
        ground, ink = ("cell white", "text white") if owner is None else (f"cell seat-{owner}", "text")
        dim = " dim" if self.seen.is_idle(space) else ""
        yield from card_face(card, ground + dim, ink + dim, inactive=owner is None)
        yield from self.coordinates(space, (-6, TOP), f"{ink}{dim} strong")
        if owner is not None:
            yield seat_sign(f"{card.id}-owner", owner, (0, 1.7), 2.1)
            if self.seen.is_new(space):
                text = say("starduel-new")
                yield Text(key=f"{card.id}-fresh", style="text dim", x=5.6, y=1.7, size=TEXT_SIZE, text=text)

    # ---- programs, costs and paths ----

    def aims(self) -> Iterator[Shape]:
        """Frame the space that a known program is aimed at. If both aim at the same space, Enate's frame is wider."""
        for player in (1, 0):
            program = self.seen.view["players"][player]["program"]
            if program in self.map.names:
                x, y = self.at(self.map.space_of(self.map.names.index(program), player))
                margin = 0.6 + 0.5 * player
                what = self.seen.program_name(program, player)
                yield Polygon(
                    key=f"aim-{SEAT_NAMES[player]}",
                    style=f"piece seat-{player}",
                    points=box(x, y, CARD[0] + 2 * margin, CARD[1] + 2 * margin),
                    rounding=3,
                    label=say("starduel-programmed", seat=self.seen.title(player), program=what),
                )

    def costs(self) -> Iterator[Shape]:
        """Write the energy it costs on every target that can be reached, pale if the seat has too little (S-9)."""
        if self.seen.seat is None:
            return
        for space, path in self.seen.target_paths.items():
            x, y = self.at(space)
            name = self.map.names[space]
            can_pay = self.seen.state.can_pay_path(self.seen.seat, space)
            style = "cell yellow" if can_pay else "cell yellow dim"
            label = say("starduel-energy" if can_pay else "starduel-unaffordable", count=len(path))
            yield Circle(key=f"cost-{name}", style=style, x=x + 0.8, y=y + TOP, radius=1.9, label=label)
            yield Text(
                key=f"cost-{name}-number",
                style="text yellow strong" if can_pay else "text yellow dim",
                x=x + 0.8,
                y=y + TOP,
                size=TEXT_SIZE,
                text=str(len(path)),
            )

    def paths(self) -> Iterator[Shape]:
        """Draw what appears on pointing: at a target, the path from home; at a node, where it can go, and how."""
        for space, path in self.seen.target_paths.items():
            x, y = self.at(path[0])
            home = x, y + (PITCH[1] + HOME - 1) / 2
            points = [home, *map(self.at, path)]
            yield from _lines(f"way-{self.map.names[space]}", list(pairwise(points)), self.seen.key(space))
        for start, ends in self.seen.node_moves.items():
            name, when = self.map.names[start], self.seen.key(start)
            node_paths = [self.seen.state.node_path(self.seen.seat or 0, start, end) for end in ends]
            steps = {step for path in node_paths for step in pairwise(path)}
            yield from _lines(f"route-{name}", [(self.at(one), self.at(two)) for one, two in sorted(steps)], when)
            for end in ends:
                x, y = self.at(end)
                key = f"route-{name}-to-{self.map.names[end]}"
                yield Circle(key=key, style="piece yellow", x=x, y=y, radius=1.3, when=when)


def _lines(key: str, steps: list[tuple[Point, Point]], when: str) -> Iterator[Shape]:
    for number, (start, end) in enumerate(steps):
        yield Line(key=f"{key}-{number}", style="piece yellow", start=start, end=end, width=0.7, when=when)
