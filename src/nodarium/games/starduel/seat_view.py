"""A position of Star Duel as a seat sees it: what lies where, what it is called, and which key it has in the scene.

A player sees the map from their own side, with their own coordinates. A spectator sees it from Kurth's side, with both
players' coordinates.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from nodarium.core.message import Message, Text, any_of, say
from nodarium.games.starduel.board import (
    MAX_SPACES,
    MOVE,
    PAIRS,
    REPLACING,
    ROW,
    SWAP,
    Bonus,
    Card,
    Map,
    Needs,
    amounts_in_words,
    program_of,
)
from nodarium.games.starduel.notation import format_move
from nodarium.games.starduel.rules import State

HUES = {"energy": "yellow", "population": "green", "minerals": "blue"}
TIER_SIGNS = {2: "II", 3: "III"}  # on the backs of cards
STEPS = {  # the parts of a turn, and the first words of their moves
    "starduel-step-execute": {"activate", "attack", "replace", "energy"},
    "starduel-step-exhaust": {"exhaust"},
    "starduel-step-move": {"move", "swap"},
}

View = dict[str, Any]


class SeatView:
    def __init__(self, state: State, seat: int | None) -> None:
        self.state = state
        self.seat = seat
        self.view: View = state.view(seat)
        self.map: Map = state.map
        self.cards: dict[str, Card] = {card.id: card for card in state.card_set.cards}
        self.descriptions: dict[int, Message] = {}  # by space, as far as they were needed
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

    def title(self, player: int) -> Message:
        return self._titles[player]

    @cached_property
    def _titles(self) -> list[Message]:
        return [self.state.game.seat_title(player) for player in range(2)]

    def space_name(self, space: int) -> Text:
        """Return what a space is called in a sentence: by the viewer's number or, for a spectator, by both."""
        if self.seat is not None:
            return self.map.name_of(space, self.seat)
        kurth, enate = (self.map.name_of(space, player) for player in range(2))
        return say("starduel-two-numbers", number=kurth, owner=self.title(1), other=enate)

    def program_name(self, program: str, player: int) -> Text:
        """Return a player's program; if the viewer has another number for the space, add it (S-22)."""
        if player == (self.seat or 0) or program not in self.map.names:
            return program
        here = self.map.name_of(self.map.space_of(self.map.names.index(program), player), self.seat or 0)
        if self.seat is None:
            return say("starduel-two-numbers", number=program, owner=self.title(0), other=here)
        return say("starduel-your-number", number=program, yours=here)

    def tier_sign(self, space: int) -> str:
        """Return the tier of a face-down card."""
        return TIER_SIGNS[self.map.tier_of(space)]

    def describe(self, space: int) -> Message:
        """Describe what lies on a space."""
        found = self.descriptions.get(space)
        if found is None:
            found = self.descriptions[space] = self._describe(space)
        return found

    def _describe(self, space: int) -> Message:
        content = self.content(space)
        where = self.space_name(space)
        if self.is_open(space):
            return say("starduel-space-open", space=where)
        if content["face_down"]:
            return say("starduel-space-face-down", space=where, tier=str(self.map.tier_of(space)))
        card, owner = self.cards[content["card"]], content["owner"]
        exhaustion = amounts_in_words(card.exhaustion)
        if owner is not None:
            return say(
                "starduel-space-owned",
                space=where,
                card=card.name,
                owner=self.title(owner),
                defense=card.defense,
                exhaustion=exhaustion,
            )
        return say(
            "starduel-space-inactive",
            space=where,
            card=card.name,
            required=amounts_in_words(card.requires),
            defense=card.defense,
            activation=amounts_in_words(card.activation),
            exhaustion=exhaustion,
        )

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

    def still_open(self) -> Message:
        """Return which parts of the turn are left."""
        left = tuple([say(step) for step, words in STEPS.items() if words & self.legal_words])
        return any_of(left) if left else say("starduel-nothing")


def amounts_by_track(amounts: Needs | Bonus) -> dict[str, str]:
    """Return the amounts above 0 of energy, population and minerals: 2E, 1P, 3M."""
    found = {track: getattr(amounts, track, 0) for track in HUES}
    return {track: f"{amount}{track[0].upper()}" for track, amount in found.items() if amount}
