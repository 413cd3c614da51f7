"""A position of Nodes & Colonies as a seat sees it: what lies where, what it is called, which key it has."""

from __future__ import annotations

from typing import Any

from nodarium.core.message import Message, say
from nodarium.games.colonies.board import card_title
from nodarium.games.colonies.rules import State

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

    def describe(self, spot: str) -> Message:
        """Describe what lies on a spot."""
        node = self.nodes.get(spot)
        if node is None:
            return say("colonies-spot-empty", spot=spot)
        if not node["colonies"]:
            return say("colonies-spot-unoccupied", spot=spot)
        top, *below = [self.colony_title(colony) for colony in reversed(node["colonies"])]
        if not below:
            return say("colonies-spot-colony", spot=spot, top=top)
        return say("colonies-spot-stack", spot=spot, top=top, below=tuple(below))

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
