"""A slow and obvious reference for Star Duel, written from the rules alone. The engine must agree with it.

Spaces have Kurth's names here; moves are texts with the names of the acting player.
"""

from __future__ import annotations

import pickle
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

DATA = tomllib.loads((Path(__file__).parents[1] / "data/standard-3.toml").read_text("utf-8"))
NAMES = ("Kurth", "Enate")
LENGTHS = {"hexagon": (3, 4, 5, 4, 3), "block": (3, 4, 4, 4, 3)}


@dataclass
class Node:
    card: dict[str, Any]  # as in the data file
    face_up: bool
    owner: int | None = None
    activated_now: bool = False


@dataclass
class Player:
    influence: int = 0
    energy: int = 3
    population: int = 0
    minerals: int = 0

    def gain(self, track: int, **amounts: int) -> None:
        for name, amount in amounts.items():
            setattr(self, name, min(getattr(self, name) + amount, track))


class Table:
    def __init__(self, deal: Mapping[str, Any]) -> None:
        self.track = DATA["track"]
        card = {one["id"]: one for one in DATA["card"]}
        self.lengths = LENGTHS[deal["map"]]
        self.spaces = [f"{row}{column}" for row in range(1, 6) for column in range(1, self.lengths[row - 1] + 1)]
        self.neighbours = {one: [two for two in self.spaces if self.touch(one, two)] for one in self.spaces}
        self.nodes = {name: Node(card[one], face_up=name[0] in "15") for name, one in deal["cards"].items()}
        self.spares = {tier: [card[one] for one in deal["spares"][str(tier)]] for tier in (2, 3)}
        self.players = [Player(), Player()]
        self.first_if_equal = deal["initiative"]
        self.round = 0
        self.quiet = 0
        self.result: tuple[int | None, str] | None = None  # who won (None: nobody), by which rule
        self.begin_round()

    # ---- Spaces ----

    def turned(self, name: str) -> str:
        """Return the other player's name for a space."""
        row, column = int(name[0]), int(name[1])
        return f"{6 - row}{self.lengths[row - 1] + 1 - column}"

    def called(self, seat: int, space: str) -> str:
        return space if seat == 0 else self.turned(space)

    def touch(self, one: str, two: str) -> bool:
        (row, column), (other_row, other_column) = sorted([(int(one[0]), int(one[1])), (int(two[0]), int(two[1]))])
        if row == other_row:
            return other_column - column == 1
        if other_row - row != 1:
            return False
        length, other_length = self.lengths[row - 1], self.lengths[other_row - 1]
        if length == other_length:
            return column == other_column
        shorter, longer = (column, other_column) if length < other_length else (other_column, column)
        return longer in (shorter, shorter + 1)

    def passable(self, seat: int, space: str) -> bool:
        return space not in self.nodes or self.nodes[space].owner == seat

    def steps(self, seat: int, starts: list[str]) -> dict[str, int]:
        """Return the distance of each space that can be reached over passable spaces; the starts have distance 1."""
        found = dict.fromkeys(starts, 1)
        for space in (queue := list(starts)):  # grows while it is walked through
            if self.passable(seat, space):
                for near in self.neighbours[space]:
                    if near not in found:
                        found[near] = found[space] + 1
                        queue.append(near)
        return found

    def cost(self, seat: int, space: str) -> int | None:
        home_row = "1" if seat == 0 else "5"
        return self.steps(seat, [one for one in self.spaces if one[0] == home_row]).get(space)

    # ---- What is legal ----

    def to_act(self) -> list[int]:
        if self.result:
            return []
        if self.order:
            return [self.order[0]]
        return [seat for seat in (0, 1) if self.programs[seat] is None]

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act():
            return set()
        if not self.order:
            return {*self.spaces, "14", "15"}
        moves = {"end"}
        if "execute" not in self.done:
            moves |= self.executions(seat)
        own = [space for space, node in self.nodes.items() if node.owner == seat]
        if "exhaust" not in self.done:
            moves |= {f"exhaust {self.called(seat, s)}" for s in own if not self.nodes[s].activated_now}
        if "move" not in self.done:
            moves |= {
                f"move {self.called(seat, start)}>{self.called(seat, end)}"
                for start in own
                for end in self.steps(seat, [start])
                if end not in self.nodes
            }
            for one, two in combinations(own, 2):
                if two in self.steps(seat, [one]):
                    lower, higher = sorted([self.called(seat, one), self.called(seat, two)])
                    moves.add(f"swap {lower}<>{higher}")
        return moves

    def executions(self, seat: int) -> set[str]:
        program, player = self.programs[seat], self.players[seat]
        assert program is not None
        if program == "15":
            return {"energy"}
        if program == "14":
            return {
                f"replace {self.called(seat, space)}"
                for space, node in self.nodes.items()
                if node.owner is None and node.face_up and self.spares.get(node.card["tier"])
            }
        space = self.called(seat, program)
        cost = self.cost(seat, space)
        if space not in self.nodes or cost is None or player.energy < cost:
            return set()
        node = self.nodes[space]
        if node.owner == seat:
            return set()
        if node.owner is None:
            return {"activate"} if not node.face_up or self.meets(player, node) else set()
        return {
            "attack " + (f"{paid}P" if paid else "") + (f"{rest}M" if rest else "")
            for paid in range(player.population + 1)
            for rest in range(player.minerals + 1)
            if paid + rest == node.card["defense"]
        }

    def meets(self, player: Player, node: Node) -> bool:
        needs = node.card["requires"]
        return bool(player.population >= needs["population"] and player.minerals >= needs["minerals"])

    # ---- Play ----

    def begin_round(self) -> None:
        self.round += 1
        self.programs: list[str | None] = [None, None]
        self.order: list[int] = []  # who is still to act, once the programs are revealed
        self.done: set[str] = set()
        self.eventful = False

    def play(self, seat: int, move: str) -> None:
        if not self.order:
            self.programs[seat] = move
            if None not in self.programs:
                numbers = [int(program or 0) for program in self.programs]
                first = self.first_if_equal if numbers[0] == numbers[1] else numbers.index(min(numbers))
                self.order = [first, 1 - first]
                self.first_if_equal = 1 - first
            return
        word, _, what = move.partition(" ")
        if word == "end":
            self.end_turn()
        elif word == "exhaust":
            self.done.add("exhaust")
            node = self.nodes.pop(self.called(seat, what))
            self.lose_influence(seat)
            if not self.result:
                self.players[seat].gain(self.track, **node.card["exhaustion"])
        elif word == "move":
            self.done.add("move")
            start, end = (self.called(seat, name) for name in what.split(">"))
            self.nodes[end] = self.nodes.pop(start)
        elif word == "swap":
            self.done.add("move")
            one, two = (self.called(seat, name) for name in what.split("<>"))
            self.nodes[one], self.nodes[two] = self.nodes[two], self.nodes[one]
        else:
            self.done.add("execute")
            self.execute(seat, word, what)

    def execute(self, seat: int, word: str, what: str) -> None:
        player = self.players[seat]
        if word == "energy":
            player.gain(self.track, energy=2)
            return
        if word == "replace":
            space = self.called(seat, what)
            self.nodes[space] = Node(self.spares[self.nodes[space].card["tier"]].pop(0), face_up=True)
            return
        program = self.programs[seat]
        assert program is not None
        space = self.called(seat, program)
        node = self.nodes[space]
        player.energy -= self.cost(seat, space) or 0
        if word == "activate":
            node.face_up = True
            if self.meets(player, node):
                self.eventful = True
                node.owner = seat
                node.activated_now = True
                player.gain(self.track, influence=1, **node.card["activation"])
                for near in self.neighbours[space]:
                    if near in self.nodes:
                        self.nodes[near].face_up = True
        else:
            self.eventful = True
            paid = int(what.partition("P")[0]) if "P" in what else 0
            player.minerals -= node.card["defense"] - paid
            player.population -= paid
            if paid and player.population == 0:
                self.result = 1 - seat, "S-17"
                return
            del self.nodes[space]
            self.lose_influence(1 - seat)

    def lose_influence(self, seat: int) -> None:
        self.players[seat].influence -= 1
        if self.players[seat].influence == 0:
            self.result = 1 - seat, "S-17"

    def end_turn(self) -> None:
        self.order.pop(0)
        self.done = set()
        for node in self.nodes.values():
            node.activated_now = False
        if self.order:
            return
        self.quiet = 0 if self.eventful else self.quiet + 1
        owners = {node.owner for node in self.nodes.values()}
        if len(owners) == 1 and None not in owners:
            self.result = owners.pop(), "S-18"
        elif self.quiet == 6 or self.round == 40:
            scores = [(player.influence, player.population, player.minerals) for player in self.players]
            self.result = None if scores[0] == scores[1] else scores.index(max(scores)), "S-19"
        else:
            self.begin_round()


# ---- Positions and perft ----


def arrange(position: str) -> Table:
    """Return the table that a position describes."""
    cards, spares, kurth, enate, rounds, due, chart, _ = position.split(" | ")
    words = [word for row in reversed(cards.split(" / ")) for word in row.split()]
    spaces = [f"{row}{column}" for row in range(1, 6) for column in range(1, LENGTHS[chart][row - 1] + 1)]
    laid = {space: word for space, word in zip(spaces, words, strict=True) if word != "."}
    piles = {str(2 + i): pile.replace("-", "").split() for i, pile in enumerate(spares.split(" / "))}
    _, number, _, quiet, first = rounds.split()
    ids = {space: re.sub(r"[()!]|:.*", "", word) for space, word in laid.items()}
    table = Table({"map": chart, "cards": ids, "spares": piles, "initiative": NAMES.index(first)})
    for space, word in laid.items():
        node = table.nodes[space]
        node.face_up = "(" not in word
        node.activated_now = "!" in word
        node.owner = NAMES.index(word.strip("!").partition(":")[2]) if ":" in word else None
    for player, tracks in zip(table.players, (kurth, enate), strict=True):
        player.influence, player.energy, player.population, player.minerals = map(int, re.findall(r"\d+", tracks))
    table.round, table.quiet = int(number), int(quiet)
    match due.split():
        case ["program", name, program]:
            table.programs[NAMES.index(name)] = program
        case ["first" | "second" as phase, one, two, name, *deeds]:
            table.programs = [one, two]
            actor = NAMES.index(name)
            table.order = [actor, 1 - actor] if phase == "first" else [actor]
            done = {"executed": "execute", "exhausted": "exhaust", "moved": "move"}
            table.done = {done[deed] for deed in deeds if deed in done}
            table.eventful = "stirred" in deeds
    return table


def count(position: str, depth: int) -> int:
    """Count the sequences of `depth` moves (perft). Where both may act, Kurth goes first."""
    return sequences(arrange(position), depth)


def sequences(table: Table, depth: int) -> int:
    if depth == 0 or table.result:
        return int(depth == 0)
    seat = table.to_act()[0]
    total = 0
    for move in table.legal(seat):
        twin = pickle.loads(pickle.dumps(table))  # quicker than copy.deepcopy
        twin.play(seat, move)
        total += sequences(twin, depth - 1)
    return total
