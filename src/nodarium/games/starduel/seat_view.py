"""A position of Star Duel as a seat sees it: what lies where, what it is called, and which key it has in the scene.

A player sees the map from their own side, with their own coordinates. A spectator sees it from Kurth's side, with both
players' coordinates.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from nodarium.games.starduel.board import (
    MAX_SPACES,
    MOVE,
    PAIRS,
    REPLACING,
    ROW,
    SEAT_NAMES,
    SWAP,
    Bonus,
    Card,
    Map,
    Needs,
    program_of,
)
from nodarium.games.starduel.notation import format_move
from nodarium.games.starduel.rules import State

HUES = {"energy": "yellow", "population": "green", "minerals": "blue"}
TIER_SIGNS = {2: "II", 3: "III"}  # on the backs of cards
EXECUTING = {"activate", "attack", "replace", "energy"}  # the first words of moves that execute a program

View = dict[str, Any]


class SeatView:
    def __init__(self, state: State, seat: int | None) -> None:
        self.state = state
        self.seat = seat
        self.view: View = state.view(seat)
        self.map: Map = state.map
        self.cards: dict[str, Card] = {card.id: card for card in state.card_set.cards}
        self.near_to_far = (1, 0) if seat == 1 else (0, 1)
        columns = [place % ROW for place in self.map.places]
        self.left = min(columns)
        self.num_columns = max(columns) - self.left + 2  # half a space each

    @cached_property
    def acts(self) -> bool:
        return self.seat in self.view["to_act"]

    @cached_property
    def is_programming(self) -> bool:
        return bool(self.view["phase"] == "program")

    # ---- spaces ----

    def space(self, own: int) -> int:
        """Return the space with an own number of the viewer."""
        return self.map.space_of(own, self.seat or 0)

    def row_and_column(self, space: int) -> tuple[int, int]:
        """Return where to draw a space: its row from the viewer's side, its column in half spaces."""
        row, column = divmod(self.map.places[self.space(space)], ROW)
        return row, column - self.left

    def content(self, space: int) -> View:
        found: View = self.view["spaces"][self.map.names[space]]
        return found

    def is_open(self, space: int) -> bool:
        content = self.content(space)
        return not content["card"] and not content["face_down"]

    def is_new(self, space: int) -> bool:
        """Return whether the node on a space was activated in this turn."""
        owner = self.content(space)["owner"]
        return owner is not None and self.view["players"][owner]["activated"] == self.map.name_of(space, owner)

    def key(self, space: int) -> str:
        """Return the key of the shape to click: the card, or the space if it is open."""
        content = self.content(space)
        name = self.map.names[space]
        if content["face_down"]:
            return f"hidden-{name}"
        return f"card-{content['card']}" if content["card"] else f"space-{name}"

    # ---- words ----

    def space_name(self, space: int) -> str:
        """Return what a space is called in a sentence."""
        if self.seat is None:
            return f"{self.map.name_of(space, 0)} (Enate's {self.map.name_of(space, 1)})"
        return self.map.name_of(space, self.seat)

    def program_name(self, program: str, player: int) -> str:
        """Return a player's program; if the viewer has another number for the space, add it (S-22)."""
        if player == (self.seat or 0) or program not in self.map.names:
            return program
        here = self.map.name_of(self.map.space_of(self.map.names.index(program), player), self.seat or 0)
        return f"{program} ({self.whose_numbers} {here})"

    @cached_property
    def whose_numbers(self) -> str:
        """Whose coordinates the map shows; for a spectator, whose it shows first."""
        return f"{SEAT_NAMES[0]}'s" if self.seat is None else "your"

    def tier_sign(self, space: int) -> str:
        """Return the tier of a face-down card."""
        return TIER_SIGNS[self.map.tier_of(space)]

    def describe(self, space: int) -> str:
        """Describe what lies on a space."""
        content = self.content(space)
        where = self.space_name(space)
        if self.is_open(space):
            return f"{where}: open"
        if content["face_down"]:
            return f"{where}: a card of tier {self.map.tier_of(space)}, face down"
        card, owner = self.cards[content["card"]], content["owner"]
        whose = "inactive" if owner is None else f"{SEAT_NAMES[owner]}'s"
        needs = f"requires {format_amounts(card.requires)}, gives {format_amounts(card.activation)}, "
        spent = f"exhausted it gives {format_amounts(card.exhaustion)}"
        return f"{where}: {card.name}, {whose}, {needs if owner is None else ''}defense {card.defense}, {spent}"

    # ---- what the seat can do ----

    @cached_property
    def target_paths(self) -> dict[int, list[int]]:
        """The paths that matter now: to every target while the seat programs, then to the one it has chosen."""
        return {} if self.seat is None or not self.acts else self.state.target_paths(self.seat)

    @cached_property
    def node_moves(self) -> dict[int, list[int]]:
        """The nodes that the seat can move or swap now, and the spaces where they can go (S-16)."""
        found: dict[int, list[int]] = {}
        if self.seat is not None and self.acts:
            for action in self.state.legal_actions(self.seat):
                if MOVE <= action < SWAP:
                    start, end = (self.space(own) for own in divmod(action - MOVE, MAX_SPACES))
                    found.setdefault(start, []).append(end)
                elif SWAP <= action < SWAP + len(PAIRS):
                    one, other = (self.space(own) for own in PAIRS[action - SWAP])
                    found.setdefault(one, []).append(other)
                    found.setdefault(other, []).append(one)
        return found

    def fails_at(self, space: int) -> bool:
        """Return whether the seat programs and a program aimed at this space would do nothing now."""
        if self.seat is None or not self.acts or not self.is_programming:
            return False
        return not self.state.program_works(self.seat, program_of(self.map.space_of(space, self.seat)))

    def is_idle(self, space: int) -> bool:
        """Return whether a space is of no use now: a program would fail there, or no node can move there."""
        if self.seat is not None and self.acts and self.is_programming:
            return self.fails_at(space)
        return self.is_open(space) and all(space not in ends for ends in self.node_moves.values())

    def replace_fails(self) -> bool:
        """Return whether the seat's program 14 would do nothing now."""
        assert self.seat is not None
        return not self.state.program_works(self.seat, REPLACING)

    @cached_property
    def legal_words(self) -> set[str]:
        """The first words of the moves of the player whose turn it is."""
        (player,) = self.view["to_act"]
        return {format_move(self.state, player, action).split()[0] for action in self.state.legal_actions(player)}

    def still_open(self) -> str:
        """Return which parts of the turn are left."""
        parts = {"execute": EXECUTING, "exhaust": {"exhaust"}, "move": {"move", "swap"}}
        return ", ".join(part for part, words in parts.items() if words & self.legal_words) or "nothing"


def amounts_by_track(amounts: Needs | Bonus) -> dict[str, str]:
    """Return the amounts above 0 of energy, population and minerals: 2E, 1P, 3M."""
    found = {track: getattr(amounts, track, 0) for track in HUES}
    return {track: f"{amount}{track[0].upper()}" for track, amount in found.items() if amount}


def format_amounts(amounts: Needs | Bonus) -> str:
    return " ".join(amounts_by_track(amounts).values()) or "nothing"
