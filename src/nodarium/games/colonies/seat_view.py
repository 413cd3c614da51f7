"""A position of Nodes & Colonies as a seat sees it: what lies where, what it is called, which key it has."""

from __future__ import annotations

from typing import Any

from nodarium.games.colonies.board import SEAT_NAMES, TYPES
from nodarium.games.colonies.rules import State

TYPE_NAMES = {name[0]: name for name in TYPES}

View = dict[str, Any]


class SeatView:
    """The Nodes by spot, in a frame with a row of empty spots around them."""

    def __init__(self, state: State, seat: int | None) -> None:
        self.state = state
        self.seat = seat
        self.view: View = state.view(seat)
        self.nodes: dict[str, View] = {node["spot"]: node for node in self.view["nodes"]}
        spots = [coordinates(name) for name in self.nodes]
        self.columns = range(min(x for x, _ in spots) - 1, max(x for x, _ in spots) + 2)
        self.rows = range(max(y for _, y in spots) + 1, min(y for _, y in spots) - 2, -1)

    def empty_spots(self) -> set[str]:
        return {f"{x},{y}" for x in self.columns for y in self.rows} - set(self.nodes)

    def key(self, spot: str) -> str:
        """Return the key to click on a spot: its topmost Colony or, without one, the spot."""
        colonies = self.nodes[spot]["colonies"] if spot in self.nodes else []
        return f"colony-{colonies[-1]['number']}" if colonies else spot

    def describe(self, spot: str) -> str:
        """Describe what lies on a spot."""
        node = self.nodes.get(spot)
        if node is None:
            return f"{spot}: no Node"
        stack = [colony_name(colony) for colony in reversed(node["colonies"])]
        return f"{spot}: {' over '.join(stack) or 'unoccupied'}"


def coordinates(spot: str) -> tuple[int, int]:
    x, y = spot.split(",")
    return int(x), int(y)


def neighbours(spot: str) -> list[str]:
    x, y = coordinates(spot)
    return [f"{x + 1},{y}", f"{x},{y + 1}", f"{x - 1},{y}", f"{x},{y - 1}"]


def colony_name(colony: View) -> str:
    return f"{SEAT_NAMES[colony['seat']]} {card_name(colony['card'])}"


def card_name(card: str) -> str:
    return "Node" if card == "N" else f"{TYPE_NAMES[card[0]]} {card[1]}"
