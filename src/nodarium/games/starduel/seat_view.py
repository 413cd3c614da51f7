"""A position of Star Duel as a seat sees it: what lies where, what it is called, and which key it has in the scene.

A player sees the map from their own side, with their own coordinates. A spectator sees it from Kurth's side, with both
players' coordinates. A place is called by its planet's name; only what has none is called by a coordinate.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from nodarium.core.message import Message, Text, say
from nodarium.games.starduel.board import (
    MAX_SPACES,
    MOVE,
    PAIRS,
    PRODUCED,
    REPLACING,
    ROW,
    SWAP,
    Card,
    Map,
    amounts_in_words,
    program_of,
)
from nodarium.games.starduel.notation import format_move
from nodarium.games.starduel.rules import State

STEPS = {  # the parts of a turn, and the first words of their moves
    "executed": {"activate", "attack", "replace", "energy"},
    "exhausted": {"exhaust"},
    "moved": {"move", "swap"},
}
MAX_CACHED = 1024

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

    @cached_property
    def spaces_by_key(self) -> dict[str, int]:
        return {self.key(space): space for space in range(self.map.size)}

    # ---- words ----

    def title(self, player: int) -> Message:
        return self._titles[player]

    @cached_property
    def _titles(self) -> list[Message]:
        return [self.state.game.seat_title(player) for player in range(2)]

    def number(self, space: int) -> Text:
        """Return the viewer's coordinate of a space; for a spectator Kurth's."""
        name = self.map.name_of(space, self.seat or 0)
        return name if self.seat is not None else say("starduel-number-of", owner=self.title(0), number=name)

    def place(self, space: int) -> Text:
        """Return what a space is called in a sentence: by its planet or, if it shows none, by its coordinate."""
        content = self.content(space)
        if content["card"]:
            return self.cards[content["card"]].name
        message = "starduel-place-face-down" if content["face_down"] else "starduel-place-open"
        return say(message, space=self.number(space))

    def kind(self, space: int) -> Text:
        """Return what lies on a space, in a word or two."""
        content = self.content(space)
        if content["card"]:
            return self.cards[content["card"]].name
        if content["face_down"]:
            return say("starduel-face-down", tier="I" * self.map.tier_of(space))
        return say("starduel-open")

    def aim(self, player: int) -> int | None:
        """Return the space that a player's program is aimed at, if the viewer knows it."""
        program = self.view["players"][player]["program"]
        return self.map.space_of(self.map.names.index(program), player) if program in self.map.names else None

    @cached_property
    def aimed_key(self) -> str:
        """The key of what the viewer's program is aimed at."""
        space = None if self.seat is None else self.aim(self.seat)
        return "" if space is None else self.key(space)

    def goal(self, player: int) -> Text:
        """Return what a known program is about: what lies on its space, or what else it does."""
        space = self.aim(player)
        if space is not None:
            return self.kind(space)
        replaces = self.view["players"][player]["program"] == "14"
        return say("starduel-goal-replace") if replaces else say("starduel-goal-energy", count=PRODUCED)

    def describe(self, space: int) -> Message:
        """Describe what lies on a space."""
        content = self.content(space)
        card, owner = content["card"], content["owner"]
        if card:
            return _describe_card(self.cards[card], None if owner is None else self.title(owner))
        if content["face_down"]:
            return say("starduel-space-face-down", space=self.number(space), tier=str(self.map.tier_of(space)))
        return say("starduel-space-open", space=self.number(space))

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


@lru_cache(MAX_CACHED)
def _describe_card(card: Card, owner: Message | None) -> Message:
    exhaustion = amounts_in_words(card.exhaustion)
    if owner is not None:
        return say("starduel-space-owned", card=card.name, owner=owner, defense=card.defense, exhaustion=exhaustion)
    return say(
        "starduel-space-inactive",
        card=card.name,
        required=amounts_in_words(card.requires),
        defense=card.defense,
        activation=amounts_in_words(card.activation),
        exhaustion=exhaustion,
    )
