"""The maps of Star Duel (S-1, S-2), its cards (S-3) and the numbers of its actions.

Every space has two names, its row and column as Kurth and as Enate count them. On the hexagon:

                          Enate
                   51:13  52:12  53:11
               41:24  42:23  43:22  44:21
           31:35  32:34  33:33  34:32  35:31
               21:44  22:43  23:42  24:41
                   11:53  12:52  13:51
                          Kurth

A *space* is its number in Kurth's order, 11 being 0; an *own* number counts from the own side, so that for Enate 11 is
0 too. Half a turn of the map changes one into the other: own + space = size - 1. Actions have own numbers.

Sets of spaces are bit sets of *places*. A row has twelve of them, half a space wide each; Kurth's row 1 comes first.
At least two at the right are never used, so that a shift does not run from a row into the next.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from nodarium.core.errors import BadOption

Kind = TypeVar("Kind")

SEAT_NAMES = ("Kurth", "Enate")

# ---- Tracks and cards ----

INFLUENCE, ENERGY, POPULATION, MINERALS = range(4)
TRACK_NAMES = ("influence", "energy", "population", "minerals")
START_ENERGY = 3  # S-5
PRODUCED = 2  # S-13

Small = Annotated[int, Meta(ge=0, le=12)]


class Needs(Struct, frozen=True, forbid_unknown_fields=True):
    population: Small = 0
    minerals: Small = 0


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    energy: Small = 0
    population: Small = 0
    minerals: Small = 0


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """S-3."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9]*$", max_length=8)]
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    tier: Literal[1, 2, 3]
    requires: Needs
    defense: Annotated[int, Meta(ge=1, le=12)]
    activation: Bonus
    exhaustion: Bonus
    side: Literal["kurth", "enate"] | None = None


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of cards; they are sorted into Kurth's three, Enate's three, ten of tier 2, six of tier 3."""

    track: Annotated[int, Meta(ge=START_ENERGY, le=99)]  # S-5: where a track ends
    card: tuple[Card, ...]
    name: str = ""

    @property
    def defense(self) -> list[int]:
        return [card.defense for card in self.card]

    @property
    def requires(self) -> list[list[int]]:
        return [_by_track(card.requires) for card in self.card]

    @property
    def activation(self) -> list[list[int]]:
        return [_by_track(card.activation) for card in self.card]

    @property
    def exhaustion(self) -> list[list[int]]:
        return [_by_track(card.exhaustion) for card in self.card]


def _by_track(amounts: Needs | Bonus) -> list[int]:
    return [getattr(amounts, name, 0) for name in TRACK_NAMES]


# Where each kind of card begins in a set, and how many there are (S-3).
KURTH, ENATE, TIER_2, TIER_3, CARDS = 0, 3, 6, 16, 22
SPARES = 2  # S-4: of tier 2 and of tier 3
NO_CARD = 22


@cache
def card_set(name: str) -> CardSet:
    """The card set with a name, or of a file."""
    data = _load(name, "S-3")
    try:
        cards = msgspec.convert(data, CardSet)
    except msgspec.ValidationError as error:
        raise BadOption(f"The cards of {name} cannot be used: {error}.", rule="S-3") from error
    ids = [card.id for card in cards.card]
    for card in cards.card:
        if ids.count(card.id) > 1:
            raise BadOption(f"The cards of {name} cannot be used: there are two cards {card.id}.", rule="S-3")
        if (card.tier == 1) != (card.side is not None):
            raise BadOption(
                f"The cards of {name} cannot be used: {card.id} is of tier {card.tier}; "
                "a card has a side, kurth or enate, if it is of tier 1 and only then.",
                rule="S-3",
            )
        if card.tier == 1 and card.requires != Needs():
            raise BadOption(
                f"The cards of {name} cannot be used: {card.id} is of tier 1 and must require nothing.", rule="S-3"
            )
    kinds = [("kurth", 1, 3), ("enate", 1, 3), (None, 2, 10), (None, 3, 6)]
    ordered: list[Card] = []
    for side, tier, wanted in kinds:
        found = [card for card in cards.card if (card.side, card.tier) == (side, tier)]
        if len(found) != wanted:
            of = f"of tier {tier}" + (f" for {side}" if side else "")
            raise BadOption(
                f"The cards of {name} cannot be used: there are {len(found)} {of}, not {wanted}.", rule="S-3"
            )
        ordered += found
    return CardSet(cards.track, tuple(ordered), name)


# ---- Maps ----

ROWS = 5
ROW = 12  # places in a row
MOST_SPACES = 21


def row(number: int) -> int:
    """All places of one of Kurth's rows, from 1 to 5."""
    return ((1 << ROW) - 1) << ROW * (number - 1)


ROW_1, ROW_3, ROW_5 = row(1), row(3), row(5)
ROWS_2_4 = row(2) | row(4)


@dataclass(frozen=True)
class Map:
    """S-1: where spaces are, and which of them get a card at the start (S-4)."""

    name: str
    spaces: int
    start: int
    size: int
    names: tuple[str, ...]  # by own number, the same for both players
    places: tuple[int, ...]  # by space

    def name_of(self, space: int, seat: int) -> str:
        """What a player calls a space."""
        return self.names[space if seat == 0 else self.size - 1 - space]


@cache
def the_map(name: str) -> Map:
    """The map with a name, or of a file."""
    data = _load(name, "S-1")

    def bad(sentence: str) -> BadOption:
        return BadOption(f"The map of {name} cannot be used: {sentence}", rule="S-1")

    rows = data.get("rows")
    if set(data) != {"rows"} or not isinstance(rows, list) or not all(isinstance(line, str) for line in rows):
        raise bad("a map file holds rows, a list of texts, and nothing else.")
    if len(rows) != ROWS:
        raise bad(f"it has {len(rows)} rows, not {ROWS}.")
    for line in rows:
        if set(line) - set("123o "):
            raise bad(f"{line!r} holds something else than 1, 2, 3, o and blanks.")
    spots = [
        {column: mark for column, mark in enumerate(line) if mark != " "}
        for line in reversed(rows)  # from Kurth's row 1
    ]
    left = min((column for line in spots for column in line), default=0)
    spots = [{column - left: mark for column, mark in line.items()} for line in spots]
    width = max((column for line in spots for column in line), default=0)
    for number, line in enumerate(spots, 1):
        columns = list(line)
        if any(column % 2 for column in columns):
            raise bad(f"in row {number} a space stands an odd number of characters beside those of other rows.")
        if any(b - a != 4 for a, b in zip(columns, columns[1:], strict=False)):
            raise bad(f"in row {number} spaces are not four characters apart.")
        if list(line.items()) != [(width - column, mark) for column, mark in reversed(spots[-number].items())]:
            raise bad(f"half a turn does not make row {number} into row {ROWS + 1 - number}.")
    tiers = ["".join(line.values()) for line in spots]
    if tiers[0] != "111":
        raise bad("the first and the last row hold three cards of tier 1, and no other spaces.")
    if tiers[1].count("2") != 4 or set(tiers[1]) - set("2o"):
        raise bad("the second and the fourth row hold four cards of tier 2 each.")
    if tiers[2].count("3") != 4 or set(tiers[2]) - set("3o"):
        raise bad("the middle row holds four cards of tier 3.")
    if width >= 2 * (ROW - 2):
        raise bad("it is more than five spaces wide.")
    marks = {ROW * y + column // 2: mark for y, line in enumerate(spots) for column, mark in line.items()}
    return Map(
        name=name,
        spaces=sum(1 << place for place in marks),
        start=sum(1 << place for place, mark in marks.items() if mark != "o"),
        size=len(marks),
        names=tuple(f"{y}{x}" for y, line in enumerate(spots, 1) for x in range(1, len(line) + 1)),
        places=tuple(marks),
    )


def _load(name: str, rule: str) -> dict[str, Any]:
    """A data file: one of the game's own by its name, one of the user's by its path."""
    try:
        if name.endswith(".toml"):
            return tomllib.loads(Path(name).read_text("utf-8"))
        return tomllib.loads(files(__package__).joinpath(f"data/{name}.toml").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadOption(f"The file {name} cannot be read: {error}.", rule=rule) from error


MAP_NAMES = ("hexagon", "block")
CARD_SET_NAMES = ("standard",)
# The maps and card sets in use, by the number that a state holds.
MAPS: list[Map] = []
CARD_SETS: list[CardSet] = []


def number(known: list[Kind], one: Kind) -> int:
    """The number of a map or a card set, which it gets when it is first used."""
    if one not in known:
        known.append(one)
    return known.index(one)


# ---- Actions, by own numbers ----

PHASES = range(3)  # programming, the first player's actions, the second player's
DEEDS = (1, 2, 4)  # what was done in a turn, as bits: executed, exhausted, moved

# Programs in the order of their numbers: 11, 12, 13, then 14 (replace), 15 (energy), then 21 and on (S-6).
REPLACING, PRODUCING = 3, 4
NO_PROGRAM = -1
# Steps of an action phase. An attack has the population that is paid (S-11), a move is MOVE + from * MOST_SPACES + to,
# a swap the number of its pair.
ACTIVATE = MOST_SPACES + 2
ATTACK = ACTIVATE + 1
PRODUCE = ATTACK + 13
REPLACE = PRODUCE + 1
EXHAUST = REPLACE + MOST_SPACES
MOVE = EXHAUST + MOST_SPACES
SWAP = MOVE + MOST_SPACES * MOST_SPACES
END = SWAP + MOST_SPACES * (MOST_SPACES - 1) // 2
ACTIONS = END + 1

# All pairs, so ordered that those below n come before those with n.
PAIRS = sorted(combinations(range(MOST_SPACES), 2), key=lambda pair: pair[::-1])
LOWER = [pair[0] for pair in PAIRS]
HIGHER = [pair[1] for pair in PAIRS]
