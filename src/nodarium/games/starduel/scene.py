"""Pictures of Star Duel.

The planet of a tier 1 card has craters, of tier 2 continents, of tier 3 a ring; a face-down card has an orbit for each
tier. Kurth's nodes lie on a disc in a single frame, Enate's on a diamond in a double frame. A tile shows only what is
useful now; its label says everything. While you program, the cards where a program would do nothing are dim.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from math import hypot

from nodarium.core.message import Message, say
from nodarium.core.scene import Art, Curve, Group, Line, Scene, Shape, Text
from nodarium.core.symbols import number
from nodarium.games.starduel.board import ROW, SEAT_NAMES, Card, load_map
from nodarium.games.starduel.panels import hint, panels, prompt, steps
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.seat_view import SeatView
from nodarium.games.starduel.shapes import (
    COORDINATE_SIZE,
    COORDINATE_Y,
    HALF_WIDTH,
    MAX_CACHED,
    SIDE,
    Amounts,
    Point,
    card_shapes,
    defense,
    hexagon,
    hidden_shapes,
    planet,
    seat_sign,
)
from nodarium.games.starduel.staging import flights, moments
from nodarium.games.starduel.symbols import HEX, HOME_BOX, PLANET_Y
from nodarium.games.starduel.targets import choices, move_from_targets
from nodarium.games.starduel.terminal import canvas

__all__ = ["canvas", "card_sheet", "move_from_targets", "scene"]

EDGE = 1.4
HOME = 9.5  # the height of what can be seen of a home world, with the gap to the map
NEAR, FAR = 15.0, 2 * HEX + 0.8  # from row to row: a half space aside, or straight above
SHEET_COLUMNS, SHEET_CARD = 3, (36.0, 20.5)


def scene(state: State, seat: int | None) -> Scene:
    seen = SeatView(state, seat)
    picture = _Picture(seen)
    targets, paths = choices(seen)
    return Scene(
        width=picture.chart.width,
        height=picture.chart.height,
        ground="night",
        shapes=(
            *picture.chart.homes,
            *picture.spaces(),
            *_grid(picture.chart, tuple([seen.is_open(space) for space in range(seen.map.size)])),
            *picture.chart.coordinates,
            *picture.links(),
            *picture.aims(),
            *picture.costs(),
            *picture.ways(),
            *picture.routes(),
        ),
        panels=panels(seen),
        prompt=prompt(seen),
        targets=targets,
        paths=paths,
        hint=hint(seen),
        steps=steps(seen),
        flights=tuple(flights(seen)),
        moments=moments(seen),
    )


class _Chart:
    """What is the same in every scene of a map that a seat sees."""

    def __init__(self, name: str, seat: int | None) -> None:
        chart = load_map(name)
        columns = [place % ROW for place in chart.places]
        left = min(columns)
        parities = [next(place % 2 for place in chart.places if place // ROW == row) for row in range(5)]
        heights = [0.0]
        for one, other in pairwise(parities):
            heights.append(heights[-1] + (FAR if one == other else NEAR))
        self.width = round((max(columns) - left + 2) * HALF_WIDTH + 2 * EDGE, 2)
        self.height = heights[-1] + 20 + 2 * HOME
        self.at: list[Point] = []
        for space in range(chart.size):
            row, column = divmod(chart.places[chart.space_of(space, seat or 0)], ROW)
            x, y = EDGE + (column - left + 1) * HALF_WIDTH, self.height - HOME - 10 - heights[row]
            self.at.append((round(x, 2), y))
        self.neighbours = [
            (one, other)
            for one in range(chart.size)
            for other in range(one)
            if _touch(chart.places[one], chart.places[other])
        ]
        self.names = chart.names
        self.coordinates = tuple(self._coordinates(seat))
        self.homes = tuple(self._home(player, near=player == (seat or 0)) for player in range(2))

    def _coordinates(self, seat: int | None) -> Iterator[Shape]:
        """Write the player's coordinates; for a spectator both players', each with its sign."""
        chart_size = len(self.names)
        for space, name in enumerate(self.names):
            x, y = self.at[space]
            y = round(y + (COORDINATE_Y if seat is not None else COORDINATE_Y - 0.4), 2)
            if seat is not None:
                own = space if seat == 0 else chart_size - 1 - space
                yield Text(key=f"name-{name}", style="text", x=x, y=y, size=COORDINATE_SIZE, text=self.names[own])
                continue
            for player, own in enumerate((space, chart_size - 1 - space)):
                at = x - 1.2 + 3.9 * player
                yield seat_sign(f"name-{name}-sign-{player}", player, (round(at - 1.6, 2), y), 0.5)
                key = f"name-{name}-{player}"
                yield Text(key=key, style="text", x=round(at, 2), y=y, size=2.1, text=self.names[own])

    def _home(self, player: int, *, near: bool) -> Group:
        """Draw a home world, beyond its player's row 1 (S-2)."""
        from nodarium.core.discovery import find_game

        name, title = SEAT_NAMES[player], find_game("starduel").seat_title(player)
        height = HOME_BOX[1]
        down, middle = height / 2, 1.9 if near else -1.9
        return Group(
            key=f"home-{name}",
            label=say("starduel-home-world", owner=title),
            x=round(self.width / 2, 2),
            y=round(self.height - down if near else down, 2),
            shapes=(
                Art(
                    key=f"home-{name}-world",
                    style=f"art seat-{player}",
                    symbol=f"starduel-home-{player}",
                    x=0,
                    y=0,
                    size=height,
                    turn=0 if near else 180,
                ),
                seat_sign(f"home-{name}-sign", player, (-6, middle), 1.4),
                Text(key=f"home-{name}-name", style="text strong", x=1.4, y=middle, size=3.2, text=title),
            ),
        )


def _touch(one: int, other: int) -> bool:
    """Return whether two places are next to each other (S-1)."""
    (row, column), (other_row, other_column) = divmod(one, ROW), divmod(other, ROW)
    apart = abs(column - other_column)
    return apart == 2 if row == other_row else abs(row - other_row) == 1 and apart <= 1


@lru_cache(256)
def _chart(name: str, seat: int | None) -> _Chart:
    return _Chart(name, seat)


class _Picture:
    """The map."""

    def __init__(self, seen: SeatView) -> None:
        self.seen = seen
        self.chart = _chart(seen.map.name, seen.seat)
        self.at = self.chart.at
        self.names = self.chart.names

    def spaces(self) -> Iterator[Shape]:
        seen = self.seen
        for space, name in enumerate(self.names):
            content, label = seen.content(space), seen.describe(space)
            dim = seen.is_idle(space)
            if content["face_down"]:
                shapes = hidden_shapes(name, seen.map.tier_of(space), dim=dim)
            elif content["card"]:
                card = seen.cards[content["card"]]
                shapes = card_shapes(card, content["owner"], dim=dim, fresh=seen.is_new(space))
            else:
                style = "cell dim dashed" if dim else "cell dashed"
                yield _open_space(f"space-{name}", style, self.at[space], label)
                continue
            x, y = self.at[space]
            yield Group(key=seen.key(space), label=label, x=x, y=y, shapes=shapes)

    def links(self) -> Iterator[Shape]:
        """Connect neighbouring nodes of a player across their border."""
        owners = [self.seen.content(space)["owner"] for space in range(len(self.names))]
        for one, other in self.chart.neighbours:
            if owners[one] is not None and owners[one] == owners[other]:
                yield _link(self.names[one], self.names[other], self.at[one], self.at[other], owners[one])

    # ---- programs, costs and paths ----

    def aims(self) -> Iterator[Shape]:
        """Mark the corners of the space that a known program is aimed at, for each player other corners."""
        for player in (1, 0):
            space = self.seen.aim(player)
            if space is not None:
                x, y = self.at[space]
                yield Art(
                    key=f"aim-{SEAT_NAMES[player]}",
                    style=f"art seat-{player}",
                    symbol=f"starduel-aim-{player}",
                    x=x,
                    y=y,
                    size=20,
                )

    def costs(self) -> Iterator[Shape]:
        """Write the energy it costs on every target that can be reached, pale if the seat has too little (S-9)."""
        if self.seen.seat is None:
            return
        for space, path in self.seen.target_paths.items():
            can_pay = self.seen.state.can_pay_path(self.seen.seat, space)
            yield from _cost(self.names[space], len(path), self.at[space], can_pay=can_pay)

    def ways(self) -> Iterator[Shape]:
        """Draw the path from home that appears while a target is pointed at, between what is written (S-9)."""
        for space, path in self.seen.target_paths.items():
            x, y = self.at[path[0]]
            side = -1 if x > self.chart.width / 2 + 1 else 1
            gate = x + side * HALF_WIDTH / 2, y + 0.75 * HEX
            home = (gate[0] + self.chart.width / 2) / 2, y + 13.5
            if self.seen.content(path[0])["owner"] is None and path[0] != space:
                lines = [_line(home, gate, self.at[path[0]])]
            else:
                lines = [_line(home, gate)]
            lines += [self._crossing(one, other, space) for one, other in pairwise(path)]
            lines += [_outline(self.at[step]) for step in path[:-1] if not self.seen.is_open(step)]
            lines.append(_outline(self.at[space]))
            when = self.seen.key(space)
            if self.seen.is_programming:
                own = self.seen.map.name_of(space, self.seen.seat or 0)
                when = f"{when} tens-{own[0]}+unit-{own[1]}"
            yield Curve(key=f"way-{self.names[space]}", style="way dashed", path="".join(lines), width=0.7, when=when)

    def routes(self) -> Iterator[Shape]:
        """Draw what appears while a node is pointed at: the spaces where it can go, and how (S-16)."""
        for start, ends in self.seen.node_moves.items():
            name, when = self.names[start], self.seen.key(start)
            paths = [self.seen.state.node_path(self.seen.seat or 0, start, end) for end in ends]
            steps = {step for path in paths for step in pairwise(path)}
            lines = "".join(self._crossing(one, other) for one, other in sorted(steps))
            yield Curve(key=f"route-{name}", style="way dashed", path=lines, width=0.6, when=when)
            dots = "".join(f"M{number(x)} {number(y)}h.01" for x, y in (self._goal(end) for end in ends))
            yield Curve(key=f"route-{name}-ends", style="way", path=dots, width=2.4, when=when)

    def _goal(self, space: int) -> Point:
        """Where a mark covers nothing: in an open space the middle, else below the figures."""
        x, y = self.at[space]
        return (x, y) if self.seen.is_open(space) else (x, y + 4.9)

    def _crossing(self, one: int, other: int, target: int | None = None) -> str:
        """A line across the border of two spaces, from the middle of each that is open."""
        (x1, y1), (x2, y2) = self.at[one], self.at[other]
        far = hypot(x2 - x1, y2 - y1)
        middle, reach = ((x1 + x2) / 2, (y1 + y2) / 2), (0.6 * (x2 - x1) / far, 0.6 * (y2 - y1) / far)
        start = (x1, y1) if self.seen.is_open(one) else (middle[0] - reach[0], middle[1] - reach[1])
        is_free = self.seen.is_open(other) and other != target
        end = (x2, y2) if is_free else (middle[0] + reach[0], middle[1] + reach[1])
        return _line(start, end)


def _line(*points: Point) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _outline(at: Point) -> str:
    points = hexagon("", "", at).points
    return _line(*points) + "Z"


@lru_cache(MAX_CACHED)
def _grid(chart: _Chart, is_open: tuple[bool, ...]) -> tuple[Shape, ...]:
    """The outlines of all spaces, dashed for open ones."""
    spaces = list(zip(chart.at, is_open, strict=True))
    taken, free = ("".join(_outline(at) for at, opened in spaces if opened == want) for want in (False, True))
    return (
        Curve(key="grid", style="link", path=taken, width=0.2),
        Curve(key="grid-open", style="link dashed", path=free, width=0.25),
    )


@lru_cache(MAX_CACHED)
def _open_space(key: str, style: str, at: Point, label: Message) -> Shape:
    return hexagon(key, style, at, label)


@lru_cache(MAX_CACHED)
def _link(one: str, other: str, start: Point, end: Point, player: int) -> Line:
    """A bridge across the border of two spaces: solid for Kurth, dashed for Enate."""
    (x1, y1), (x2, y2) = start, end
    reach = 1.1 / hypot(x2 - x1, y2 - y1)
    x, y, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) * reach, (y2 - y1) * reach
    y += 0 if dy else 1.1  # between two shields
    return Line(
        key=f"link-{one}-{other}",
        style="link seat-1 dashed" if player else "link seat-0",
        start=(round(x - dx, 2), round(y - dy, 2)),
        end=(round(x + dx, 2), round(y + dy, 2)),
        width=0.8 if player else 1.3,
    )


@lru_cache(MAX_CACHED)
def _cost(name: str, cost: int, at: Point, *, can_pay: bool) -> tuple[Shape, ...]:
    x, y = at[0] - SIDE, at[1] + PLANET_Y
    dim = "" if can_pay else " dim"
    label = say("starduel-energy" if can_pay else "starduel-unaffordable", count=cost)
    key, symbol, text = f"cost-{name}", "starduel-cost", str(cost)
    left, right = round(x, 2), round(x + 0.85, 2)
    return (
        Art(key=key, style=f"art yellow{dim}", symbol=symbol, x=left, y=y, size=3.5, label=label, legal=True),
        Text(key=f"{key}-number", style=f"text{dim} strong", x=right, y=y, size=2.6, text=text, fit=2.6, legal=True),
    )


# ---- The sheet of all cards ----


def card_sheet(state: State) -> tuple[str, Scene]:
    """Return the rule about the cards, and a scene of all cards in the set. It shows nothing of the deal."""
    kinds = [list(cards) for _, cards in groupby(state.card_set.cards, lambda card: (card.side, card.tier))]
    rows = [cards[at : at + SHEET_COLUMNS] for cards in kinds for at in range(0, len(cards), SHEET_COLUMNS)]
    width, height = SHEET_CARD
    shapes = [
        Group(key=f"card-{card.id}", x=(x + 0.5) * width, y=(y + 0.5) * height, shapes=tuple(_on_sheet(card)))
        for y, row in enumerate(rows)
        for x, card in enumerate(row)
    ]
    return "S-3", Scene(
        width=SHEET_COLUMNS * width,
        height=len(rows) * height,
        ground="night",
        shapes=tuple(shapes),
        panels=(),
        prompt=say("starduel-card-sheet"),
        targets=(),
        paths=(),
    )


def _on_sheet(card: Card) -> Iterator[Shape]:
    """Draw all that a card says, its tier and, in tier 1, its player's sign."""
    left = -9
    yield hexagon(f"{card.id}-ground", "cell", (left, 0))
    yield planet(card, (left, 0.2), 6.4)
    yield Text(key=f"{card.id}-tier", style="text strong", x=left, y=-6, size=2.6, text="I" * card.tier)
    if card.side:
        yield seat_sign(f"{card.id}-side", SEAT_NAMES.index(card.side.capitalize()), (left - 5.8, 0.2), 1.3)
    yield from defense(card, (left, 6.4))
    yield Text(key=f"{card.id}-name", style="text strong", x=7.2, y=-5.6, size=3.2, text=card.name, fit=15)
    rows = (
        Amounts(card.id, "needs", card.requires),
        Amounts(card.id, "gains", card.activation),
        Amounts(card.id, "spent", card.exhaustion),
    )
    for row, y in zip(rows, (-1.4, 2.2, 5.8), strict=True):
        if row.parts:
            yield from row.shapes((0.4, y))
