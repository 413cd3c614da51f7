"""The position of Nodes & Colonies for the eye: a scene to play from, and a board for the terminal.

The picture is as large as the board has grown, with a row of empty spots around it. A Colony has the colour of its
owner and, as on the cards of the game, a point towards the owner's side of the table. Its type is a letter, a hue and
a form. What lies below a Colony stands in a row above it, the lowest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from nodarium.core.canvas import Canvas
from nodarium.core.errors import IllegalMove
from nodarium.core.scene import Circle, Group, Panel, Path, Polygon, Row, Scene, Shape, Target, Text, Token
from nodarium.games.colonies.board import (
    COLONISE,
    COLONISED,
    END,
    KIND_NAMES,
    MOVE,
    PHASES,
    SEAT_NAMES,
    TYPES,
    WHAT,
    WHERE,
)
from nodarium.games.colonies.notation import INITIALS, format_move
from nodarium.games.colonies.rules import State

View = dict[str, Any]
Point = tuple[float, float]
Spot = tuple[int, int]

WIDTH = 100.0  # the longer side of the picture; what follows is in spots
GUTTER = 0.5  # for the numbers of columns and rows
GROUND = 0.44  # half a Node
CARD = 0.29  # half a Colony
COVERING = 0.24  # the same, where others lie below
CHIP = 0.4  # at most, the width of one that lies below
HUES = {"C": "blue", "M": "red", "E": "yellow", "N": "grey"}
NAMES = {name[0]: name for name in TYPES}
# The side of the table at which a seat sits, clockwise from below.
SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
SQUARE: tuple[Point, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
DIAMOND: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
POINTED: tuple[Point, ...] = ((-1, -1), (1, -1), (1, 1), (0.42, 1), (0, 1.36), (-0.42, 1), (-1, 1))

# What others know of what a player can do, by how far the turn is (C-6).
WAYS = {
    "drawn": ("explore", "colonise", "move"),
    "explored": ("colonise", "move", "end the turn"),
    "colonised": ("move", "end the turn"),
}

# In a terminal.
WIDEST = 80
PANEL = 38
MARGIN = 5  # left of the board
ACROSS, DOWN = 6, 2  # a spot


def scene(state: State, seat: int | None) -> Scene:
    view = state.view(seat)
    table = _Table(view)
    targets, paths = ((), ()) if seat is None else _choices(state, seat, table)
    free = [target.key for target in targets if target.key in table.around()]
    return Scene(
        width=table.width,
        height=table.height,
        shapes=(*table.ground(), *table.rim(free), *table.nodes(), *table.colonies()),
        panels=_panels(view, seat),
        prompt=_request(state) if targets else _prompt(state, view, seat),
        targets=targets,
        paths=paths,
    )


# ---- The table ----


class _Table:
    """Where the spots are in the picture, and what is drawn there."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.content: dict[str, View] = {node["spot"]: node for node in view["nodes"]}
        spots = [_read(name) for name in self.content]
        self.columns = range(min(x for x, _ in spots) - 1, max(x for x, _ in spots) + 2)
        self.rows = range(max(y for _, y in spots) + 1, min(y for _, y in spots) - 2, -1)
        self.unit = WIDTH / (GUTTER + max(len(self.columns), len(self.rows)))
        self.width = self.unit * (GUTTER + len(self.columns))
        self.height = self.unit * (GUTTER + len(self.rows))

    def at(self, spot: str) -> Point:
        x, y = _read(spot)
        return (
            self.unit * (GUTTER + self.columns.index(x) + 0.5),
            self.unit * (self.rows.index(y) + 0.5),
        )

    def around(self) -> set[str]:
        """The spots of the picture without a Node."""
        return {f"{x},{y}" for x in self.columns for y in self.rows} - set(self.content)

    def sized(self, form: Sequence[Point], across: float, down: float) -> tuple[Point, ...]:
        """A form that reaches from -1 to 1, so many spots large."""
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
        """Where a Node can be laid."""
        shapes: list[Shape] = []
        for spot in free:
            x, y = self.at(spot)
            ghost = Polygon(
                key=f"{spot}-ghost",
                style="cell dim",
                points=tuple((x + a, y + b) for a, b in self.sized(SQUARE, GROUND, GROUND)),
                rounding=self.unit * 0.12,
                when="hand-N",
            )
            radius = self.unit * 0.09
            shapes += [ghost, Circle(key=spot, style="spot", x=x, y=y, radius=radius, label=self.name(spot))]
        return shapes

    def nodes(self) -> list[Shape]:
        shapes: list[Shape] = []
        for spot, node in self.content.items():
            x, y = self.at(spot)
            style = "cell" if node["seat"] is None else f"cell seat-{node['seat']}"
            square = self.sized(SQUARE, GROUND, GROUND)
            card = Polygon(key=f"{spot}-card", style=style, points=square, rounding=self.unit * 0.12)
            ring = Circle(key=f"{spot}-ring", style="mark dim", x=0, y=0, radius=self.unit * 0.09)
            inside = (card,) if node["colonies"] else (card, ring)
            shapes.append(Group(key=spot, x=x, y=y, shapes=inside, label=self.name(spot)))
        return shapes

    def colonies(self) -> list[Shape]:
        shapes: list[Shape] = []
        for spot, node in self.content.items():
            x, y = self.at(spot)
            *below, top = node["colonies"] or [None]
            width = min(CHIP, 2 * GROUND / max(len(below), 1))
            for place, colony in enumerate(below):
                aside = self.unit * width * (place - (len(below) - 1) / 2)
                shapes.append(self.chip(colony, (x + aside, y - self.unit * 0.285), width))
            if top:
                y += self.unit * 0.11 if below else 0
                shapes.append(self.colony(top, (x, y), COVERING if below else CARD, self.name(spot)))
        return shapes

    def colony(self, colony: View, at: Point, half: float, label: str) -> Group:
        """A card with its point towards the owner, and on it the type's form with letter and level."""
        key, card = f"colony-{colony['number']}", colony["card"]
        ink = f"text {HUES[card[0]]} strong"
        shapes: tuple[Shape, ...] = (
            Polygon(
                key=f"{key}-card",
                style=f"piece seat-{colony['seat']}",
                points=self.sized(_card_of(self.view["players"], colony["seat"]), half, half),
                rounding=self.unit * 0.05,
            ),
            self.emblem(f"{key}-type", card, half),
            Text(key=f"{key}-name", style=ink, x=0, y=0, size=self.unit * half * 0.82, text=card),
        )
        return Group(key=key, x=at[0], y=at[1], shapes=shapes, label=label)

    def emblem(self, key: str, card: str, half: float) -> Shape:
        """Culture is round, Military a diamond, Economy square."""
        style = f"cell {HUES[card[0]]}"
        if card[0] == "C":
            return Circle(key=key, style=style, x=0, y=0, radius=self.unit * half * 0.82)
        form, share = (DIAMOND, 0.99) if card[0] == "M" else (SQUARE, 0.74)
        points = self.sized(form, half * share, half * share)
        return Polygon(key=key, style=style, points=points, rounding=self.unit * 0.04)

    def chip(self, colony: View, at: Point, width: float) -> Group:
        """A Colony that lies below another."""
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
        return Group(key=key, x=at[0], y=at[1], shapes=shapes, label=_colony(colony))

    def name(self, spot: str) -> str:
        """What lies on a spot, in words."""
        node = self.content.get(spot)
        if node is None:
            return f"{spot}: no Node"
        stack = [_colony(colony) for colony in reversed(node["colonies"])]
        return f"{spot}: {' over '.join(stack) or 'unoccupied'}"

    def next_to(self, spot: str) -> str:
        """A Node beside a Node."""
        return next(one for one in _beside(spot) if one in self.content)

    def beside(self) -> str:
        """A spot without a Node beside a Node."""
        return next(one for spot in self.content for one in _beside(spot) if one not in self.content)

    def unoccupied(self) -> str:
        """A Node without a Colony; any, if all have one."""
        return next((spot for spot, node in self.content.items() if not node["colonies"]), next(iter(self.content)))

    def target(self, spot: str) -> str:
        """The key of what is chosen on a spot: its topmost Colony or, without one, the spot."""
        colonies = self.content[spot]["colonies"] if spot in self.content else []
        return f"colony-{colonies[-1]['number']}" if colonies else spot


def _card_of(players: int, seat: int) -> tuple[Point, ...]:
    """The form of a card with its point towards the owner."""
    form = POINTED
    for _ in range(SIDES[players][seat]):
        form = tuple((-y, x) for x, y in form)
    return form


def _read(spot: str) -> Spot:
    x, y = spot.split(",")
    return int(x), int(y)


def _beside(spot: str) -> list[str]:
    x, y = _read(spot)
    return [f"{x + 1},{y}", f"{x},{y + 1}", f"{x - 1},{y}", f"{x},{y - 1}"]


def _colony(colony: View) -> str:
    return f"{SEAT_NAMES[colony['seat']]} {_card(colony['card'])}"


def _card(card: str) -> str:
    return "Node" if card == "N" else f"{NAMES[card[0]]} {card[1]}"


# ---- Beside the table ----


def _panels(view: View, seat: int | None) -> tuple[Panel, ...]:
    players = [_player(view, one, view["hand"] if one == seat else None) for one in range(view["players"])]
    return (*players, _deck(view))


def _player(view: View, seat: int, hand: list[str] | None) -> Panel:
    player = view["seats"][seat]
    badge = Polygon(
        key=f"{SEAT_NAMES[seat]}-badge",
        style=f"piece seat-{seat}",
        points=tuple((1.3 * x, 1.3 * y) for x, y in _card_of(view["players"], seat)),
        rounding=0.3,
    )
    rows = (Row(label="Hand", text=_many(player["hand"], "card")),) if hand is None else _hand(hand)
    return Panel(
        key=SEAT_NAMES[seat],
        title=SEAT_NAMES[seat].capitalize(),
        value=_many(player["controls"], "Node"),
        badge=badge,
        rows=rows,
        style=f"panel seat-{seat} strong" if seat in view["to_act"] else "panel",
        seat=seat,
    )


def _hand(hand: list[str]) -> tuple[Row, ...]:
    """Equal cards are one token; four of them fill a row."""
    tokens = [
        Token(
            key=f"hand-{card}",
            style=f"piece {HUES[card[0]]}",
            label=_card(card) if count == 1 else f"{count} times {_card(card)}",
            text=card if count == 1 else f"{card}×{count}",
        )
        for card, count in Counter(hand).items()
    ]
    rows = [tuple(tokens[start : start + 4]) for start in range(0, len(tokens), 4)] or [()]
    return tuple(Row(label="" if place else "Hand", tokens=row) for place, row in enumerate(rows))


def _deck(view: View) -> Panel:
    """The deck, who began and why (C-4), and what trumps what (C-2)."""
    began = SEAT_NAMES[view["first"]].capitalize()
    if view["duel"]:
        *others, last = view["duel"]
        mine = last[view["first"]]
        theirs = [card for seat, card in enumerate(last) if seat != view["first"]]
        began += f", {mine} against {', '.join(theirs)}"
        began += f" at draw {len(others) + 1}" if others else ""
    rows = (
        Row(label="Turn", text=str(view["turn"])),
        Row(label="First", text=began),
        Row(label="Trumps", text="C over M over E over C"),
    )
    return Panel(key="deck", title="Deck", value=_many(view["deck"], "card"), rows=rows)


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _prompt(state: State, view: View, seat: int | None) -> str:
    outcome = state.outcome
    if outcome is None:
        ways = _possible(state) if seat in state.to_act else WAYS[view["phase"]]
        return f"{SEAT_NAMES[state.to_act[0]].capitalize()}: {_list(ways, 'or')}"
    names = [SEAT_NAMES[winner].capitalize() for winner in outcome.winners]
    who = f"{names[0]} wins" if len(names) == 1 else f"{_list(names, 'and')} share the win"
    return f"{who}: {outcome.reason} ({outcome.rule})"


def _request(state: State) -> str:
    """What the player to act can choose, and what after it."""
    able = _possible(state)
    cards = {"explore": "a Node from your hand and then a free spot beside yours"}
    cards["colonise"] = "a Colony from your hand and then a Node to settle"
    found = [what for way, what in cards.items() if way in able]
    ways = ["a card from your hand and then its place"] if len(found) == 2 else found
    ways += ["a Colony of yours on the board and then where it moves"] if "move" in able else []
    end = ["end the turn"] if "end the turn" in able else []
    return f"{SEAT_NAMES[state.to_act[0]].capitalize()}: " + ", or ".join([f"choose {', or '.join(ways)}", *end])


def _possible(state: State) -> list[str]:
    """What the player to act can do. It shows something of the hand, so nobody else is told."""
    ends = {"explore": COLONISE, "colonise": MOVE, "move": END, "end the turn": END + 1}
    found = [next(way for way, end in ends.items() if action < end) for action in state.legal_actions()]
    return [way for way in ends if way in found]


def _list(words: Sequence[str], last: str) -> str:
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


# ---- What can be chosen ----


def _choices(state: State, seat: int, table: _Table) -> tuple[tuple[Target, ...], tuple[Path, ...]]:
    """A card, then a spot; a Colony, then a spot. A spot is chosen by the topmost Colony on it, if there is one."""
    labels: dict[str, str] = {}
    paths = []
    for action in state.legal_actions(seat):
        targets = ["end"]
        if action == END:
            labels["end"] = "End the turn"
        else:
            spot = state.name_of(WHERE[action])
            labels[table.target(spot)] = table.name(spot)
            if action < MOVE:
                card = KIND_NAMES[WHAT[action]]
                labels[f"hand-{card}"] = f"Play {'an' if card[0] == 'E' else 'a'} {_card(card)}"
                targets = [f"hand-{card}", table.target(spot)]
            else:
                start = state.name_of(WHAT[action])
                labels[table.target(start)] = table.name(start)
                targets = [table.target(start), table.target(spot)]
        paths.append(Path(move=format_move(state, seat, action), targets=tuple(targets)))
    return tuple(Target(key=key, label=label) for key, label in labels.items()), tuple(paths)


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    table = _Table(state.view(seat))
    spots = {table.target(spot): spot for spot in (*table.content, *table.around())}
    spots |= {spot: spot for spot in table.content}
    first, *rest = keys
    if first == "end":
        return first
    where = spots.get(rest[-1]) if rest else None
    if first.startswith("hand-"):
        card = first.removeprefix("hand-")
        return f"{card}@{where or (table.beside() if card == 'N' else table.unoccupied())}"
    start = spots.get(first)
    if start is None:
        return None
    if start not in table.content or table.content[start]["seat"] != seat:
        if table.view["phase"] == PHASES[COLONISED]:
            raise IllegalMove("First choose a Colony of yours, then where it moves.", rule="C-10")
        raise IllegalMove("First choose a card from your hand or a Colony of yours, then where it goes.", rule="C-6")
    return f"{start}>{where or table.next_to(start)}"


# ---- In a terminal ----


def canvas(state: State, seat: int | None) -> Canvas:
    """The Nodes, each with its topmost Colony and below it the next one; the panels beside or below; the prompt."""
    view = state.view(seat)
    table = _Table(view)
    drawn = Canvas()
    columns, rows = table.columns[1:-1], table.rows[1:-1]
    for spot, node in table.content.items():
        x, y = _read(spot)
        _put_node(drawn, MARGIN + ACROSS * columns.index(x), DOWN * rows.index(y), node)
    for down, y in enumerate(rows):
        drawn.put(0, DOWN * down, f"{y:>{MARGIN - 2}}", "text dim")
    for across, x in enumerate(columns):
        drawn.put(MARGIN + ACROSS * across, DOWN * len(rows), f"{x:^5}", "text dim")
    right, low = MARGIN + ACROSS * len(columns) + 3, DOWN * len(rows) + 1
    x, y = (right, 0) if right + PANEL <= WIDEST else (MARGIN, low + 1)
    for panel in _panels(view, seat):
        if panel.seat is not None:
            drawn.put(x - 2, y, INITIALS[panel.seat], f"piece seat-{panel.seat}")
        y = drawn.put_panel(x, y, panel) + 1
    drawn.put_prompt(max(y, low + 1), _prompt(state, view, seat))
    return drawn


def _put_node(drawn: Canvas, x: int, y: int, node: View) -> None:
    """`[C2o]`: a Culture 2 of orange; `E1p+2` below it: on an Economy 1 of purple, which lies on two others."""
    drawn.put(x, y, "[   ]", "cell")
    *below, top = node["colonies"] or [None]
    if top:
        drawn.put(x + 1, y, _short(top), f"piece seat-{top['seat']} strong")
    if below:
        text = _short(below[-1]) + (f"+{len(below) - 1}" if len(below) > 1 else "")
        drawn.put(x + min(1, ACROSS - len(text)), y + 1, text, f"piece seat-{below[-1]['seat']}")


def _short(colony: View) -> str:
    return f"{colony['card']}{INITIALS[colony['seat']]}"
