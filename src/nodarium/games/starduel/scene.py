"""The position of Star Duel for the eye: a scene to play from, and a board for the terminal.

A player sees the map from the own side and with the own coordinates, a spectator from Kurth's side and with both.
Kurth's nodes bear a disc and Enate's a diamond; energy, population and minerals are always E, P and M. A number on a
yellow disc of a card is the energy that it costs to target it; pointing at the card shows the way. Who programs sees
dim what a program would do nothing at, as things stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any

from nodarium.core.canvas import Canvas
from nodarium.core.errors import IllegalMove
from nodarium.core.scene import Circle, Group, Line, Panel, Path, Polygon, Row, Scene, Shape, Target, Text, Token
from nodarium.games.starduel.board import (
    ACTIVATE,
    ATTACK,
    END,
    EXHAUST,
    MOST_SPACES,
    MOVE,
    PAIRS,
    PRODUCE,
    QUIET_ROUNDS,
    REPLACE,
    ROUNDS,
    ROW,
    SEAT_NAMES,
    SWAP,
    Bonus,
    Card,
    Map,
    Needs,
    write_amounts,
)
from nodarium.games.starduel.explain import failure
from nodarium.games.starduel.notation import format_move
from nodarium.games.starduel.rules import State

PITCH = (19.0, 19.6)  # from card to card
CARD = (18.0, 18.0)
SIGNS_OF = {"needs": "≥", "gives": "+", "spent": "×"}  # what stands before the numbers on a card
LEGEND = "≥ required, + gained when activated, × gained when exhausted"
TOP = -6.6  # the line of a card with its coordinate, what it costs and its defense
WRITING = 2.75  # most of the letters on a card
EDGE = 2.0
HOME = 5.0  # the height of a home world
HUES = {"energy": "yellow", "population": "green", "minerals": "blue"}
TIERS = {"2": "II", "3": "III", "4": "II"}  # by Kurth's row, of cards that lie face down (S-4)
ABREAST = 3  # cards in a row of the sheet

View = dict[str, Any]
Point = tuple[float, float]


def scene(state: State, seat: int | None) -> Scene:
    table = _Table(state, seat)
    targets, paths = table.choices()
    return Scene(
        width=table.width,
        height=table.height,
        shapes=(*table.ground(), *table.aims(), *table.spaces(), *table.costs(), *table.ways()),
        panels=(*(table.player(player) for player in table.near_to_far[::-1]), table.rounds()),
        prompt=table.prompt(),
        targets=targets,
        paths=paths,
    )


def card_sheet(state: State) -> tuple[str, Scene]:
    """All cards of the set that the game is played with, and the rule that they belong to; nothing of the deal."""
    kinds = [list(cards) for _, cards in groupby(state.card_set.cards, lambda card: (card.side, card.tier))]
    rows = [cards[at : at + ABREAST] for cards in kinds for at in range(0, len(cards), ABREAST)]
    shapes = [
        Group(key=f"card-{card.id}", x=(x + 0.5) * PITCH[0], y=(y + 0.5) * PITCH[1], shapes=tuple(_on_sheet(card)))
        for y, row in enumerate(rows)
        for x, card in enumerate(row)
    ]
    caption = f"All cards, by tier. On the shield: defense. {LEGEND}; E energy, P population, M minerals."
    size = {"width": ABREAST * PITCH[0], "height": len(rows) * PITCH[1]}
    return "S-3", Scene(**size, shapes=tuple(shapes), panels=(), prompt=caption, targets=(), paths=())


@dataclass
class _Table:
    """The table as a seat, or a spectator, sees it."""

    state: State
    seat: int | None

    def __post_init__(self) -> None:
        self.view: View = self.state.view(self.seat)
        self.map: Map = self.state.map
        self.cards = {card.id: card for card in self.state.card_set.cards}
        self.near_to_far = (1, 0) if self.seat == 1 else (0, 1)
        columns = [place % ROW for place in self.map.places]
        self.left = min(columns)
        self.width = (max(columns) - self.left + 2) * PITCH[0] / 2 + 2 * EDGE
        self.height = 5 * PITCH[1] + 2 * (HOME + EDGE)

    @cached_property
    def acts(self) -> bool:
        return self.seat in self.view["to_act"]

    @cached_property
    def programs(self) -> bool:
        return bool(self.view["phase"] == "program")

    def space(self, own: int) -> int:
        return self.space_of(own, self.seat or 0)

    def space_of(self, own: int, player: int) -> int:
        return self.map.size - 1 - own if player == 1 else own

    def at(self, space: int) -> Point:
        """The middle of a space; half a turn for Enate."""
        row, column = divmod(self.map.places[self.space(space)], ROW)
        x = EDGE + (column - self.left + 1) * PITCH[0] / 2
        return x, EDGE + HOME + (4.5 - row) * PITCH[1]

    def seen(self, space: int) -> View:
        """What lies on a space."""
        found: View = self.view["spaces"][self.map.names[space]]
        return found

    def key(self, space: int) -> str:
        """The shape to click on: the card if there is one, else the space."""
        seen = self.seen(space)
        name = self.map.names[space]
        if seen["face_down"]:
            return f"hidden-{name}"
        return f"card-{seen['card']}" if seen["card"] else f"space-{name}"

    def names(self, space: int) -> str:
        """What a space is called in a sentence."""
        if self.seat is None:
            return f"{self.map.name_of(space, 0)} (Enate's {self.map.name_of(space, 1)})"
        return self.map.name_of(space, self.seat)

    def called(self, program: str, player: int) -> str:
        """A player's program, with the number that its space has for who looks on (S-22)."""
        if player == (self.seat or 0) or program not in self.map.names:
            return program
        here = self.map.name_of(self.space_of(self.map.names.index(program), player), self.seat or 0)
        return f"{program} ({self.whose} {here})"

    @cached_property
    def whose(self) -> str:
        """Whose numbers the map bears or, for a spectator, bears first."""
        return f"{SEAT_NAMES[0]}'s" if self.seat is None else "your"

    # ---- The map ----

    def ground(self) -> Iterator[Shape]:
        """The board and the home worlds, each along its three spaces (S-2)."""
        corners = ((0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height))
        yield Polygon(key="board", style="board", points=corners, rounding=4)
        for player, row in enumerate("15"):
            spots = [self.at(space) for space, name in enumerate(self.map.names) if name[0] == row]
            side = 1 if player == self.near_to_far[0] else -1
            x = sum(x for x, _ in spots) / len(spots)
            y = spots[0][1] + side * (PITCH[1] + HOME - 1) / 2
            name = SEAT_NAMES[player]
            yield Polygon(
                key=f"home-{name}",
                style=f"cell seat-{player}",
                points=_box(x, y, 2 * PITCH[0] + CARD[0], HOME - 1.2),
                rounding=1.9,
                label=f"{name}'s home world",
            )
            yield _sign(f"home-{name}-sign", player, (x - 26, y), 1)
            text = f"{name}'s home world"
            yield Text(key=f"home-{name}-name", style="text strong", x=x, y=y, size=WRITING, text=text)

    def spaces(self) -> Iterator[Shape]:
        for space, name in enumerate(self.map.names):
            x, y = self.at(space)
            seen = self.seen(space)
            if seen["face_down"]:
                shapes = self.hidden(space)
            elif seen["card"]:
                shapes = self.node(space)
            else:
                points = _box(x, y, *CARD)
                label, style = self.describe(space), "cell dim" if self.idle(space) else "cell"
                yield Polygon(key=f"space-{name}", style=style, points=points, rounding=2.4, label=label)
                yield from self.coordinates(space, (x - 6, y + TOP), "text dim")
                continue
            yield Group(key=self.key(space), label=self.describe(space), x=x, y=y, shapes=tuple(shapes))

    def coordinates(self, space: int, at: Point, style: str) -> Iterator[Shape]:
        """The own coordinate; for a spectator both, each with its player's sign."""
        x, y = at
        name = self.map.names[space]
        if self.seat is not None:
            yield Text(key=f"name-{name}", style=style, x=x, y=y, size=3, text=self.map.name_of(space, self.seat))
            return
        for player in range(2):
            left = x + 0.2 + player * 5.2
            yield _sign(f"name-{name}-sign-{player}", player, (left - 1.7, y), 0.7)
            text = self.map.name_of(space, player)
            yield Text(key=f"name-{name}-{player}", style=style, x=left + 0.8, y=y, size=2.55, text=text)

    def hidden(self, space: int) -> Iterator[Shape]:
        name = self.map.names[space]
        hue = "grey dim" if self.idle(space) else "grey"
        yield Polygon(key=f"{name}-back", style=f"cell {hue}", points=_box(0, 0, *CARD), rounding=2.4)
        yield from self.coordinates(space, (-6, TOP), f"text {hue} strong")
        yield Text(key=f"{name}-tier", style=f"text {hue}", x=0, y=1.5, size=5.4, text=TIERS[name[0]])

    def node(self, space: int) -> Iterator[Shape]:
        """A card face up: what is on it, and whose it is."""
        seen = self.seen(space)
        card, owner = self.cards[seen["card"]], seen["owner"]
        ground, ink = ("cell white", "text white") if owner is None else (f"cell seat-{owner}", "text")
        dim = " dim" if self.idle(space) else ""
        yield from _face(card, ground + dim, ink + dim, inactive=owner is None)
        yield from self.coordinates(space, (-6, TOP), f"{ink}{dim} strong")
        if owner is not None:
            yield _sign(f"{card.id}-owner", owner, (0, 1.7), 2.1)
            if self.view["players"][owner]["activated"] == self.map.name_of(space, owner):
                yield Text(key=f"{card.id}-fresh", style="text dim", x=5.6, y=1.7, size=WRITING, text="new")

    def describe(self, space: int) -> str:
        """A card in words."""
        seen = self.seen(space)
        where = self.names(space)
        if not seen["card"] and not seen["face_down"]:
            return f"{where}: open"
        if seen["face_down"]:
            return f"{where}: a card of tier {len(TIERS[self.map.names[space][0]])}, face down"
        card = self.cards[seen["card"]]
        whose = "inactive" if seen["owner"] is None else f"{SEAT_NAMES[seen['owner']]}'s"
        needs = f"requires {_write(card.requires)}, gives {_write(card.activation)}, " if seen["owner"] is None else ""
        spent = f"exhausted it gives {_write(card.exhaustion)}"
        return f"{where}: {card.name}, {whose}, {needs}defense {card.defense}, {spent}"

    # ---- Aims, costs and ways ----

    def aims(self) -> Iterator[Shape]:
        """A frame around the space that a known program is aimed at; if both aim at one, Enate's is wider."""
        for player in (1, 0):
            program = self.view["players"][player]["program"]
            if program in self.map.names:
                x, y = self.at(self.space_of(self.map.names.index(program), player))
                wide = 0.6 + 0.5 * player
                yield Polygon(
                    key=f"aim-{SEAT_NAMES[player]}",
                    style=f"piece seat-{player}",
                    points=_box(x, y, CARD[0] + 2 * wide, CARD[1] + 2 * wide),
                    rounding=3,
                    label=f"{SEAT_NAMES[player]} programmed {self.called(program, player)}",
                )

    @cached_property
    def goals(self) -> dict[int, list[int]]:
        """The ways that matter to the seat now: to every target while it programs, then to the one it has."""
        if self.seat is None or not self.acts:
            return {}
        player = self.view["players"][self.seat]
        spaces = range(self.map.size)
        if not self.programs:
            own = self.map.names.index(player["program"]) if player["program"] in self.map.names else None
            spaces = range(0) if own is None or player["executed"] else range(self.space(own), self.space(own) + 1)
        nodes = [space for space in spaces if self.seen(space)["face_down"] or self.seen(space)["card"]]
        foreign = [space for space in nodes if self.seen(space)["owner"] != self.seat]
        return {space: way for space in foreign if (way := self.state.way(self.seat, space))}

    def idle(self, space: int) -> bool:
        """Whether what lies there is of no use now: a program would fail as things stand (S-9 to S-11, S-14) or, in a
        turn, no own node can go to the open space. What a face-down card requires is not known (S-10).
        """
        seen = self.seen(space)
        if not self.acts or not self.programs or self.seat is None:
            is_open = not seen["card"] and not seen["face_down"]
            return is_open and all(space not in ends for ends in self.routes.values())
        player, way = self.view["players"][self.seat], self.goals.get(space)
        if not way or len(way) > player["energy"]:
            return True
        if seen["face_down"]:
            return False
        card, population, minerals = self.cards[seen["card"]], player["population"], player["minerals"]
        if seen["owner"] is None:
            return bool(population < card.requires.population or minerals < card.requires.minerals)
        return bool(population + minerals < card.defense)

    def replaces(self) -> bool:
        """Whether the program 14 would find a card to replace (S-12)."""
        nodes = [seen for seen in self.view["spaces"].values() if seen["card"] and seen["owner"] is None]
        return any(self.view["spares"].get(str(self.cards[seen["card"]].tier)) for seen in nodes)

    def costs(self) -> Iterator[Shape]:
        """On every target that can be reached: the energy it costs, pale if that is not there (S-9)."""
        if self.seat is None:
            return
        for space, way in self.goals.items():
            x, y = self.at(space)
            name = self.map.names[space]
            able = len(way) <= self.view["players"][self.seat]["energy"]
            style = "cell yellow" if able else "cell yellow dim"
            label = f"{len(way)} energy" + ("" if able else ", more than you have")
            yield Circle(key=f"cost-{name}", style=style, x=x + 0.8, y=y + TOP, radius=1.9, label=label)
            yield Text(
                key=f"cost-{name}-number",
                style="text yellow strong" if able else "text yellow dim",
                x=x + 0.8,
                y=y + TOP,
                size=WRITING,
                text=str(len(way)),
            )

    def ways(self) -> Iterator[Shape]:
        """While one points at a target, the way from home; while one points at a node, where it can go, and how."""
        for space, way in self.goals.items():
            x, y = self.at(way[0])
            home = x, y + (PITCH[1] + HOME - 1) / 2
            points = [home, *map(self.at, way)]
            yield from self.lines(f"way-{self.map.names[space]}", list(pairwise(points)), self.key(space))
        for start, ends in self.routes.items():
            name, when = self.map.names[start], self.key(start)
            steps = {step for end in ends for step in pairwise(self.state.route(self.seat or 0, start, end))}
            points_of = [(self.at(one), self.at(two)) for one, two in sorted(steps)]
            yield from self.lines(f"route-{name}", points_of, when)
            for end in ends:
                x, y = self.at(end)
                key = f"route-{name}-to-{self.map.names[end]}"
                yield Circle(key=key, style="piece yellow", x=x, y=y, radius=1.3, when=when)

    @cached_property
    def routes(self) -> dict[int, list[int]]:
        """The nodes that the seat can move or swap now, and the spaces to which they can go (S-16)."""
        found: dict[int, list[int]] = {}
        if self.seat is not None and self.acts:
            for action in self.state.legal_actions(self.seat):
                if MOVE <= action < SWAP:
                    start, end = (self.space(own) for own in divmod(action - MOVE, MOST_SPACES))
                    found.setdefault(start, []).append(end)
                elif SWAP <= action < SWAP + len(PAIRS):
                    one, other = (self.space(own) for own in PAIRS[action - SWAP])
                    found.setdefault(one, []).append(other)
                    found.setdefault(other, []).append(one)
        return found

    def lines(self, key: str, steps: list[tuple[Point, Point]], when: str) -> Iterator[Shape]:
        for number, (start, end) in enumerate(steps):
            yield Line(key=f"{key}-{number}", style="piece yellow", start=start, end=end, width=0.7, when=when)

    # ---- Beside the map ----

    def player(self, player: int) -> Panel:
        name = SEAT_NAMES[player]
        facts = self.view["players"][player]
        acts = player in self.view["to_act"]
        tokens = tuple(
            Token(
                key=f"{name}-{track}",
                style=f"piece {hue}" if facts[track] else f"piece {hue} dim",
                label=f"{facts[track]} {track}",
                text=f"{facts[track]}{track[0].upper()}",
            )
            for track, hue in HUES.items()
        )
        rows = [Row(label="Stock", tokens=tokens), Row(label="Program", tokens=self.program(player))]
        if acts and not self.programs:
            rows.append(Row(label="Still open", text=self.still_open()))
        return Panel(
            key=name,
            title=name,
            value=f"Influence {facts['influence']}",
            badge=_sign(f"{name}-badge", player, (0, 0), 1.6),
            rows=tuple(rows),
            style=f"panel seat-{player} strong" if acts else "panel",
            seat=player,
        )

    def program(self, player: int) -> tuple[Token, ...]:
        """The program, what takes its place as long as it is not known, or the two that are no spaces."""
        name = SEAT_NAMES[player]
        facts = self.view["players"][player]
        if facts["program"]:
            program = facts["program"]
            what = {"14": "14 replace", "15": "15 energy"}.get(program, self.called(program, player))
            return (Token(key=f"{name}-program", style=f"piece seat-{player}", label=f"programmed {what}", text=what),)
        if facts["committed"]:
            return (Token(key=f"{name}-program", style=f"piece seat-{player}", label="chosen and hidden", text="?"),)
        if player == self.seat and self.acts:
            style = "cell white" if self.replaces() else "cell white dim"
            return (
                Token(key="program-14", style=style, label="14, replace a node", text="14 replace"),
                Token(key="program-15", style="cell white", label="15, gain 2 energy", text="15 energy"),
            )
        return (Token(key=f"{name}-program", style="cell dim", label="not chosen yet", text="–"),)

    def rounds(self) -> Panel:
        view = self.view
        unseen = {tier: ", ".join(self.cards[one].name for one in view["unseen"][tier]) for tier in "23"}
        other = SEAT_NAMES[1 - (self.seat or 0)]
        numbers = f"are those of who acts: {other}'s 52 is {self.whose} 12 (S-22)"
        rows = [
            Row(label="On a card", text=f"{LEGEND}. All cards: (S-3)"),
            Row(label="Numbers in the log", text=numbers),
            Row(label="Quiet rounds", text=f"{view['quiet_rounds']} of {QUIET_ROUNDS}"),
            Row(label="First if programs are equal", text=SEAT_NAMES[view["first_if_equal"]]),
            Row(label="Spares", text=f"{view['spares']['2']} of tier II, {view['spares']['3']} of tier III"),
            Row(label="Unseen of tier II", text=unseen["2"] or "none"),
            Row(label="Unseen of tier III", text=unseen["3"] or "none"),
        ]
        return Panel(key="round", title="Round", value=f"{view['round']} of {ROUNDS}", rows=tuple(rows))

    @cached_property
    def able(self) -> set[str]:
        """What the player whose turn it is can do: the first words of the moves."""
        (player,) = self.view["to_act"]
        return {format_move(self.state, player, action).split()[0] for action in self.state.legal_actions(player)}

    def still_open(self) -> str:
        deeds = {"execute": RUNS, "exhaust": {"exhaust"}, "move": {"move", "swap"}}
        return ", ".join(deed for deed, words in deeds.items() if words & self.able) or "nothing"

    def prompt(self) -> str:
        if self.state.outcome is not None:
            return self.ending()
        names = " and ".join(SEAT_NAMES[player] for player in self.view["to_act"])
        if self.programs:
            if self.acts and self.seat is not None:
                return f"{SEAT_NAMES[self.seat]}: program a space, 14 (replace) or 15 (energy)"
            return f"{names} still to program"
        player = self.view["to_act"][0]
        program = self.view["players"][player]["program"]
        where = self.called(program, player)
        what = {"activate": f"activate {where}", "attack": f"attack {where}", "replace": "replace a node"}
        what |= {"energy": "gain energy", "exhaust": "exhaust a node"}
        ways = [text for word, text in what.items() if word in self.able]
        ways += ["move a node"] if self.able & {"move", "swap"} else []
        can = ", ".join([*ways, "or end the turn"]) if ways else "end the turn"
        fails = failure(self.state, player) if self.acts else ""
        if fails:  # what else is done in the turn can change that
            return f"{names}: your program fails{' for now' * bool(ways)}: {fails} {can[0].upper()}{can[1:]}"
        return f"{names}: {can}"

    def ending(self) -> str:
        """Who has won and why; where tracks were compared (S-19), how they stood."""
        outcome = self.state.outcome
        assert outcome is not None
        who = f"{SEAT_NAMES[outcome.winners[0]]} wins" if outcome.winners else "A draw"
        reason = outcome.reason
        if outcome.rule == "S-19":
            kurth, enate = self.view["players"]
            tracks = ("influence", "population", "minerals")
            track = next((track for track in tracks if kurth[track] != enate[track]), None)
            most, least = (max(kurth[track], enate[track]), min(kurth[track], enate[track])) if track else (0, 0)
            reason += f"; {track} {most} against {least}" if track else "; influence, population and minerals are equal"
        return f"{who}: {reason} ({outcome.rule})"

    # ---- In a terminal ----

    def cell(self, space: int) -> tuple[int, int]:
        """Where a space begins in a terminal."""
        row, column = divmod(self.map.places[self.space(space)], ROW)
        return (column - self.left) * HALF, 1 + (4 - row) * LINES

    def put(self, drawn: Canvas, space: int) -> None:
        """A space in three lines: its name, the card's name and defense; what the card needs and gives; exhausted."""
        x, y = self.cell(space)
        seen = self.seen(space)
        name = self.map.name_of(space, self.seat or 0)
        lines = [name, "", ""]
        style = "text dim"
        if seen["face_down"]:
            lines[1] = TIERS[self.map.names[space][0]].center(13)
        elif seen["card"]:
            card, owner = self.cards[seen["card"]], seen["owner"]
            style = "text" if owner is None else f"piece seat-{owner}"
            fresh = owner is not None and self.view["players"][owner]["activated"] == self.map.name_of(space, owner)
            whose = "" if owner is None else f"{SIGNS[owner]} {SEAT_NAMES[owner]}{', new' if fresh else ''}"
            lines[0] = f"{name} {card.name[:8]:8} {card.defense}"
            needs = "" if card.requires == Needs() else f"{SIGNS_OF['needs']}{write_amounts(card.requires)} "
            lines[1] = whose or f"{needs}{SIGNS_OF['gives']}{write_amounts(card.activation)}"
            lines[2] = f"{SIGNS_OF['spent']}{write_amounts(card.exhaustion)}"
        else:
            lines[1] = "·".center(13).rstrip()
        if self.seat is None:
            lines[2] = f"{lines[2]:10} {self.map.name_of(space, 1)}"
        elif space in self.goals:
            lines[2] = f"{lines[2]:10} ↑{len(self.goals[space])}"
        for number, line in enumerate(lines):
            drawn.put(x, y + number, line, style)
        drawn.put(x, y, name, "text strong")

    def put_player(self, drawn: Canvas, y: int, player: int) -> None:
        facts = self.view["players"][player]
        program = facts["program"] or ("hidden" if facts["committed"] else "–")
        stock = f"{facts['energy']}E {facts['population']}P {facts['minerals']}M"
        drawn.put(0, y, f"{SIGNS[player]} {SEAT_NAMES[player]}", f"piece seat-{player} strong")
        drawn.put(9, y, f"influence {facts['influence']:<3} {stock:12} program {program}")
        if player in self.view["to_act"] and not self.programs:
            drawn.put(50, y, f"open: {self.still_open()}", "text dim")

    # ---- What can be chosen ----

    def choices(self) -> tuple[tuple[Target, ...], tuple[Path, ...]]:
        """Paths: the space for a program; `execute` or the target, then what is paid; a node, then where it goes or
        `exhaust`.

        What would lose the game at once (S-17) says so.
        """
        if self.seat is None or not self.acts:
            return (), ()
        labels: dict[str, str] = {}
        paths = []
        for action in self.state.legal_actions(self.seat):
            move = format_move(self.state, self.seat, action)
            for steps in self.steps(action, move):
                if self.state.ruins(self.seat, action):
                    key, label = steps.pop()
                    steps.append((key, f"{label}; this loses the game"))
                for key, label in steps:
                    labels.setdefault(key, label)
                paths.append(Path(move=move, targets=tuple(key for key, _ in steps)))
        return tuple(Target(key=key, label=label) for key, label in labels.items()), tuple(paths)

    def steps(self, action: int, move: str) -> list[list[tuple[str, str]]]:
        """The ways to click a move: keys and labels of what is clicked."""
        assert self.seat is not None
        player = self.view["players"][self.seat]
        if action == END:
            return [[("end", "End the turn")]]
        if action < ACTIVATE:
            if move in ("14", "15"):
                what = "15: gain 2 energy" if move == "15" else f"14: replace{FAILS * (not self.replaces())}"
                return [[(f"program-{move}", f"Program {what}")]]
            return [[self.click(self.map.names.index(move))]]
        if action == PRODUCE:
            return [[("execute", "Gain 2 energy")], [(f"{SEAT_NAMES[self.seat]}-program", "Gain 2 energy")]]
        if action < PRODUCE:
            own = self.map.names.index(player["program"])
            ways = [[("execute", self.execute(action, own))], [self.click(own)]]
            if action >= ATTACK:
                paid, defense = action - ATTACK, self.state.target_defense(self.seat)
                pay = (f"pay-{paid}", f"Pay {_write(Needs(paid, defense - paid))}")
                ways = [[*way, pay] for way in ways]
            return ways
        if action < EXHAUST:
            return [[self.click(action - REPLACE)]]
        if action < MOVE:
            own = action - EXHAUST
            card = self.cards[self.seen(self.space(own))["card"]]
            gains = [f"+{gain}" for gain in _chips(card.exhaustion).values()]
            label = " ".join([f"Exhaust {card.name}: −1 influence,", *gains])
            return [[self.click(own), (f"exhaust-{card.id}", label)]]
        if action < SWAP:
            return [[self.click(own) for own in divmod(action - MOVE, MOST_SPACES)]]
        one, two = (self.click(own) for own in PAIRS[action - SWAP])
        return [[one, two], [two, one]]

    def execute(self, action: int, own: int) -> str:
        """What executing a program means that is aimed at a space with an own number."""
        space = self.space(own)
        card = self.seen(space)["card"]
        what = self.cards[card].name if card else self.names(space)
        return f"{'Attack' if action >= ATTACK else 'Activate'} {what} for {len(self.goals[space])} energy"

    def click(self, own: int) -> tuple[str, str]:
        """The key of a space with an own number, and its label."""
        space = self.space(own)
        label = self.describe(space)
        way = self.goals.get(space)
        fails = FAILS * (self.programs and self.idle(space))
        return self.key(space), label + (f"; {len(way)} energy away" if way else "") + fails


RUNS = {"activate", "attack", "replace", "energy"}
FAILS = "; would do nothing now"


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    table = _Table(state, seat)
    spaces = {table.key(space): space for space in range(table.map.size)}
    found = [spaces[key] for key in keys if key in spaces]
    player = table.view["players"][seat]
    program = player["program"]
    if keys[0] == "execute" and program in table.map.names:
        found.insert(0, table.space(table.map.names.index(program)))
    if not found:
        fixed = {"end": "end", "program-14": "14", "program-15": "15", "execute": "energy"}
        return fixed.get(keys[0], "energy" if keys[0] == f"{SEAT_NAMES[seat]}-program" else None)
    names = [table.map.name_of(space, seat) for space in found]
    if table.programs:
        return names[-1]
    seen = table.seen(found[0])
    if seen["owner"] == seat:
        if len(found) == 1:
            return f"exhaust {names[0]}"
        own = table.seen(found[1])["owner"] == seat
        return f"swap {names[0]}<>{names[1]}" if own else f"move {names[0]}>{names[1]}"
    if program == "14":
        return f"replace {names[-1]}"
    if names[0] != program:
        if not seen["card"] and not seen["face_down"]:
            raise IllegalMove("To move a node, first choose the node and then where it goes.", rule="S-16")
        if player["executed"]:
            return "activate"
        raise IllegalMove(f"Your program is {program}: nothing else can be activated or attacked now.", rule="S-8")
    if seen["owner"] is None:
        return "activate"
    paid = next((int(key.removeprefix("pay-")) for key in keys if key.startswith("pay-")), 0)
    return f"attack {paid}P{max(0, state.target_defense(seat) - paid)}M"


# ---- Small shapes ----


def _box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    w, h = width / 2, height / 2
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def _shield(x: float, y: float) -> tuple[Point, ...]:
    return ((x - 1.6, y - 1.9), (x + 1.6, y - 1.9), (x + 1.6, y + 0.5), (x, y + 2.1), (x - 1.6, y + 0.5))


def _sign(key: str, player: int, at: Point, size: float) -> Shape:
    """Kurth's is a disc, Enate's a diamond."""
    x, y = at
    if player == 0:
        return Circle(key=key, style="piece seat-0", x=x, y=y, radius=size)
    reach = size * 1.25
    points = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    return Polygon(key=key, style="piece seat-1", points=points, rounding=size * 0.2)


def _face(card: Card, ground: str, ink: str, *, inactive: bool) -> Iterator[Shape]:
    """What is on a card: name, defense on a shield, and what it asks for and gives."""
    yield Polygon(key=f"{card.id}-ground", style=ground, points=_box(0, 0, *CARD), rounding=2.4)
    yield Polygon(key=f"{card.id}-shield", style="mark", points=_shield(6.5, TOP + 0.1), rounding=0.5)
    text = str(card.defense)
    yield Text(key=f"{card.id}-defense", style="text white", x=6.5, y=TOP - 0.1, size=WRITING, text=text)
    size = min(2.9, 16 / (0.6 * len(card.name)))
    yield Text(key=f"{card.id}-name", style=f"{ink} strong", x=0, y=-3.2, size=size, text=card.name)
    if inactive:
        yield from _line(card, "needs", 0.2, card.requires, ink)
        yield from _line(card, "gives", 3.4, card.activation, ink)
    yield from _line(card, "spent", 6.6, card.exhaustion, ink)


def _line(card: Card, word: str, y: float, amounts: Needs | Bonus, ink: str) -> Iterator[Shape]:
    """A line of a card: a sign and, as chips, energy, population and minerals."""
    yield Text(key=f"{card.id}-{word}", style=ink, x=-7.25, y=y, size=2.6, text=SIGNS_OF[word])
    x = -3.65
    for track, text in _chips(amounts).items():
        key, hue = f"{card.id}-{word}-{track}", HUES[track]
        yield Polygon(key=key, style=f"cell {hue}", points=_box(x, y, 4.5, 2.9), rounding=0.9)
        size = min(WRITING, 4.2 / (0.6 * len(text)))
        yield Text(key=f"{key}-text", style=f"text {hue} strong", x=x, y=y, size=size, text=text)
        x += 4.7
    if x < 0:
        yield Text(key=f"{card.id}-{word}-nothing", style=ink, x=x, y=y, size=WRITING, text="–")


def _chips(amounts: Needs | Bonus) -> dict[str, str]:
    """What there is of energy, population and minerals: 2E, 1P, 3M."""
    found = {track: getattr(amounts, track, 0) for track in HUES}
    return {track: f"{amount}{track[0].upper()}" for track, amount in found.items() if amount}


def _write(amounts: Needs | Bonus) -> str:
    return " ".join(_chips(amounts).values()) or "nothing"


def _on_sheet(card: Card) -> Iterator[Shape]:
    """A card as it lies inactive and face up, with its tier and, in tier 1, its player's sign."""
    yield from _face(card, "cell white", "text white", inactive=True)
    yield Text(key=f"{card.id}-tier", style="text white strong", x=-6, y=TOP, size=3, text="I" * card.tier)
    if card.side:
        yield _sign(f"{card.id}-side", SEAT_NAMES.index(card.side.capitalize()), (-2, TOP), 1.3)


# ---- In a terminal ----


# A card has 13 columns and three rows; half a space is 7 columns.
HALF, LINES = 7, 4
SIGNS = ("●", "◆")


def canvas(state: State, seat: int | None) -> Canvas:
    """The map, the players' holdings, the round and the prompt: 80 columns, 29 rows or a few more."""
    table = _Table(state, seat)
    drawn = Canvas()
    for player, row in enumerate("15"):
        spots = [table.cell(space) for space, name in enumerate(table.map.names) if name[0] == row]
        near = player == table.near_to_far[0]
        x, y = min(spots)[0], spots[0][1] + (LINES - 1 if near else -1)
        drawn.put(x, y, f" {SIGNS[player]} {SEAT_NAMES[player]} ".center(6 * HALF - 1, "═"), f"piece seat-{player}")
    for space in range(table.map.size):
        table.put(drawn, space)
    y = 5 * LINES + 2
    legend = "Name and defense, ≥ required, + activation, × exhaustion, ↑ energy to target it"
    drawn.put(0, y, legend, "text dim")
    for player in table.near_to_far[::-1]:
        y += 1
        table.put_player(drawn, y, player)
    view = table.view
    spares = "".join(
        f", {count} spare{'' if count == 1 else 's'} of tier {tier}" for tier, count in view["spares"].items()
    )
    rounds = f"Round {view['round']} of {ROUNDS}, {view['quiet_rounds']} quiet before it{spares}"
    drawn.put(0, y + 1, rounds)
    drawn.put(0, y + 2, f"With equal programs {SEAT_NAMES[view['first_if_equal']]} acts first")
    drawn.put_prompt(y + 4, table.prompt())
    return drawn
