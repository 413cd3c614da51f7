"""A position of Nodes & Colonies as a seat sees it: what lies where, what it is called, which key it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nodarium.core.message import Message, say
from nodarium.games.colonies.board import KIND, MOVEMENTS, PATH, STEP, card_power, card_title, node_number, prevails
from nodarium.games.colonies.rules import State

View = dict[str, Any]
SIDES = {(1, 0): "right", (0, 1): "above", (-1, 0): "left", (0, -1): "below"}


class SeatView:
    """The Nodes by spot, in a frame with a row of empty spots around them. Their numbers are for people."""

    def __init__(self, state: State, seat: int | None) -> None:
        self.state = state
        self.seat = seat
        self.view: View = state.view(seat)
        self.nodes: dict[str, View] = {node["spot"]: node for node in self.view["nodes"]}
        layout = self.view["layout"]
        self.numbers = {spot: node_number(layout, node) for node, spot in enumerate(self.nodes)}
        spots = [coordinates(name) for name in self.nodes]
        self.columns = range(min(x for x, _ in spots) - 1, max(x for x, _ in spots) + 2)
        self.rows = range(max(y for _, y in spots) + 1, min(y for _, y in spots) - 2, -1)

    def empty_spots(self) -> set[str]:
        return {f"{x},{y}" for x in self.columns for y in self.rows} - set(self.nodes)

    def key(self, spot: str) -> str:
        """Return the key to click on a spot: its topmost Colony or, without one, the spot."""
        colonies = self.nodes[spot]["colonies"] if spot in self.nodes else []
        return f"colony-{colonies[-1]['number']}" if colonies else spot

    def describe(self, spot: str) -> Message:
        """Describe what lies on a spot."""
        node = self.nodes.get(spot)
        if node is None:
            return self.describe_gap(spot)
        number = self.numbers[spot]
        if not node["colonies"]:
            return say("colonies-spot-unoccupied", node=number)
        if len(node["colonies"]) == 1:
            return self.describe_colony(spot, node["colonies"][0])
        top, *below = [self.colony_title(colony) for colony in reversed(node["colonies"])]
        power = card_power(node["colonies"][-1]["card"])
        return say("colonies-spot-stack", node=number, top=top, below=tuple(below), power=power)

    def describe_colony(self, spot: str, colony: View) -> Message:
        """Describe a Colony in the same words whether it is covered or not: a page marks what these words change."""
        power = card_power(colony["card"])
        return say("colonies-spot-colony", node=self.numbers[spot], top=self.colony_title(colony), power=power)

    def name(self, spot: str) -> Message:
        """What lies on an occupied Node, in short."""
        top = self.colony_title(self.nodes[spot]["colonies"][-1])
        return say("colonies-node-with", node=self.numbers[spot], top=top)

    def describe_gap(self, spot: str) -> Message:
        """Describe an empty spot by a Node next to it."""
        x, y = coordinates(spot)
        for (across, up), side in SIDES.items():
            near = f"{x - across},{y - up}"
            if near in self.nodes:
                return say("colonies-spot-empty", side=side, node=self.numbers[near])
        return say("colonies-spot-away")

    def colony_title(self, colony: View) -> Message:
        return say("colonies-colony", seat=self.seat_title(colony["seat"]), card=card_title(colony["card"]))

    def seat_title(self, seat: int) -> Message:
        return self.state.game.seat_title(seat)


def coordinates(spot: str) -> tuple[int, int]:
    x, y = spot.split(",")
    return int(x), int(y)


def neighbours(spot: str) -> list[str]:
    x, y = coordinates(spot)
    return [f"{x + 1},{y}", f"{x},{y + 1}", f"{x - 1},{y}", f"{x},{y - 1}"]


def invaders(seen: SeatView, target: str) -> Iterator[str]:
    """Yield the Nodes from which another player's Colony can take a player's only Node, as the board is now."""
    owner = seen.nodes[target]["seat"]
    defender = seen.nodes[target]["colonies"][-1]["card"]
    for spot, node in seen.nodes.items():
        if node["seat"] in {None, owner}:
            continue
        *below, top = node["colonies"]
        if below and below[-1]["seat"] == owner:  # the owner would control this Node again (C-10)
            continue
        card = top["card"]
        if prevails(KIND[card], KIND[defender]) and target in reach(seen, spot, card, node["seat"]):
            yield spot


def reach(seen: SeatView, start: str, card: str, seat: int) -> set[str]:
    """The Nodes that a Colony can move to (C-10, C-11)."""
    movement = MOVEMENTS.index(seen.view["movement"])
    found: set[str] = set()
    if movement in {PATH, STEP}:
        todo = [start]
        while todo:
            for spot in neighbours(todo.pop()):
                if spot not in found and spot != start and _is_open(seen.nodes.get(spot), card, seat):
                    found.add(spot)
                    todo += [spot] if movement == PATH else []
        return found
    x, y = coordinates(start)
    for across, up in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        far = 1
        while _is_open(seen.nodes.get(f"{x + far * across},{y + far * up}"), card, seat):
            found.add(f"{x + far * across},{y + far * up}")
            far += 1
    return found


def _is_open(node: View | None, card: str, seat: int) -> bool:
    if node is None:
        return False
    return node["seat"] in {None, seat} or prevails(KIND[card], KIND[node["colonies"][-1]["card"]])
