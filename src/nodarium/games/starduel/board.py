"""The maps of Star Duel (S-1, S-2), its cards (S-3) and the numbers of its actions.

Every space has two names, its row and column as Kurth and as Enate count them. On the hexagon:

                          Enate
                   51:13  52:12  53:11
               41:24  42:23  43:22  44:21
           31:35  32:34  33:33  34:32  35:31
               21:44  22:43  23:42  24:41
                   11:53  12:52  13:51
                          Kurth

A *space* is a number in Kurth's order: his 11 is 0. An *own* number counts from a player's own side, so Enate's 11 is 0
too. Half a turn of the map changes one into the other: for Enate, own + space = size - 1. Actions use own numbers.

Sets of spaces are bit sets of *places*. A row has twelve places, each half a space wide; Kurth's row 1 comes first. At
least two on the right are never used, so that a shift can't run from one row into the next.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from nodarium.core.decoding import explain_decode_error
from nodarium.core.errors import BadOption, os_error_text
from nodarium.core.message import Message, say
from nodarium.core.patterns import whole

MAX_CACHED = 64  # maps, and card sets
MAX_CACHED_AMOUNTS = 1024
CardKind = tuple[str | None, int]  # side and tier

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


CARD_ID = whole("[a-z][a-z0-9]*")
CARD_NAME = whole("[^ |/]([^|/]*[^ |/])?")


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """S-3."""

    id: Annotated[str, Meta(pattern=CARD_ID, max_length=8)]
    name: Annotated[str, Meta(pattern=CARD_NAME, max_length=24)]
    tier: Literal[1, 2, 3]
    requires: Needs
    defense: Annotated[int, Meta(ge=1, le=12)]
    activation: Bonus
    exhaustion: Bonus
    side: Literal["kurth", "enate"] | None = None


class CardFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The content of a card file."""

    track: Annotated[int, Meta(ge=START_ENERGY, le=99)] = 12  # S-5: where a track ends
    card: list[Card]


# Where each kind of card begins in a set, and the number of cards (S-3).
KURTH, ENATE, TIER_2, TIER_3, CARDS = 0, 3, 6, 16, 22
KINDS: list[CardKind] = [*[("kurth", 1)] * 3, *[("enate", 1)] * 3, *[(None, 2)] * 10, *[(None, 3)] * 6]
NO_CARD = CARDS
SPARES = 2  # S-4: of tier 2 and of tier 3


@dataclass(frozen=True)
class CardSet:
    """All cards in the order of KINDS, and their values as arrays for a state: by card, most of them also by track."""

    name: str
    track: int
    cards: tuple[Card, ...]
    defense: list[int]
    requires: list[list[int]]
    activation: list[list[int]]
    exhaustion: list[list[int]]


@lru_cache(MAX_CACHED)
def card_set(name: str) -> CardSet:
    """Return the card set with a name, or the one that a text stands for."""
    file = _check_cards(_parse_card_text(name) if "/" in name else _read_toml(_data_file(name), "S-3"))
    return CardSet(
        name=name,
        track=file.track,
        cards=tuple(file.card),
        defense=[card.defense for card in file.card],
        requires=[_by_track(card.requires) for card in file.card],
        activation=[_by_track(card.activation) for card in file.card],
        exhaustion=[_by_track(card.exhaustion) for card in file.card],
    )


def parse_custom_cards(value: object) -> str | None:
    """Return a user's card set as text, given as text or as a file; None if the value is neither.

    The text is the end of the tracks and then, each after a slash, the cards: id, requirement, defense, activation
    bonus, exhaustion bonus, name. `k1 - 2 1P1M 2E1M Karst` requires nothing.
    """
    if isinstance(value, Path):
        data = _read_toml(value, "S-3")
    elif isinstance(value, str) and "/" in value:
        data = _parse_card_text(value)
    else:
        return None
    text = _format_card_text(_check_cards(data))
    ours = {_format_card_text(_check_cards(_read_toml(_data_file(name), "S-3"))): name for name in CARD_SET_NAMES}
    return ours.get(text, text)


def _check_cards(data: dict[str, Any]) -> CardFile:
    try:
        file = msgspec.convert(data, CardFile)
    except msgspec.ValidationError as error:
        raise _bad_cards(_explain_invalid(error)) from None
    ids = [card.id for card in file.card]
    for card in file.card:
        if not card.name.isprintable() or "  " in card.name:
            raise _bad_cards(say("starduel-card-name-unprintable", card=card.id, name=repr(card.name)))
        if ids.count(card.id) > 1:
            raise _bad_cards(say("starduel-card-id-twice", card=card.id))
        if (card.side, card.tier) not in KINDS:
            raise _bad_cards(say("starduel-card-side", card=card.id))
        if card.tier == 1 and card.requires != Needs():
            raise _bad_cards(say("starduel-card-tier-1-requires", card=card.id))
    for side, tier in dict.fromkeys(KINDS):
        found = sum((card.side, card.tier) == (side, tier) for card in file.card)
        wanted = KINDS.count((side, tier))
        if found != wanted:
            raise _bad_cards(
                say("starduel-card-count", side=side or "none", tier=str(tier), found=found, wanted=wanted)
            )
    return CardFile(track=file.track, card=sorted(file.card, key=lambda card: KINDS.index((card.side, card.tier))))


def _explain_invalid(error: msgspec.ValidationError) -> Message:
    patterns = {CARD_ID: say("starduel-card-id-form"), CARD_NAME: say("starduel-card-name-form")}
    path, problem, _ = explain_decode_error(error, CardFile, patterns)
    return say("starduel-card-field", field=path, problem=problem) if path else problem


def _bad_cards(problem: Message) -> BadOption:
    return BadOption(say("starduel-bad-cards", problem=problem), rule="S-3")


def _by_track(amounts: Needs | Bonus) -> list[int]:
    return [getattr(amounts, name, 0) for name in TRACK_NAMES]


def compact_amounts(amounts: Needs | Bonus) -> str:
    """Format energy, population and minerals as `1E2P1M`, or `-` for nothing."""
    parts = zip(_by_track(amounts), "IEPM", strict=True)
    return "".join(f"{amount}{letter}" for amount, letter in parts if amount) or "-"


@lru_cache(MAX_CACHED_AMOUNTS)
def list_amounts(energy: int, population: int, minerals: int) -> tuple[Message, ...]:
    """Return the amounts above 0 in words; "nothing" if there are none."""
    found = []
    if energy:
        found.append(say("starduel-energy", count=energy))
    if population:
        found.append(say("starduel-population", count=population))
    if minerals:
        found.append(say("starduel-minerals", count=minerals))
    return tuple(found) or (say("starduel-nothing"),)


def amounts_in_words(amounts: Needs | Bonus) -> tuple[Message, ...]:
    return list_amounts(*_by_track(amounts)[ENERGY:])


def _format_card_text(file: CardFile) -> str:
    cards = [
        f"{card.id} {compact_amounts(card.requires)} {card.defense} "
        f"{compact_amounts(card.activation)} {compact_amounts(card.exhaustion)} {card.name}"
        for card in file.card
    ]
    return " / ".join([str(file.track), *cards])


def _parse_card_text(text: str) -> dict[str, Any]:
    """Parse the text of a card set into the data of a card file."""
    track, *lines = (part.strip() for part in text.split("/"))
    if not re.fullmatch("[0-9]{1,3}", track) or len(lines) != CARDS:
        raise _bad_cards(say("starduel-card-set-form", count=CARDS))
    cards = []
    for line, (side, tier) in zip(lines, KINDS, strict=True):
        card = re.fullmatch(r"(\S+) (-|\w+) ([0-9]{1,3}) (-|\w+) (-|\w+) (.+)", line)
        if card is None:
            raise _bad_cards(say("starduel-card-line-form", text=line))
        amounts = [_parse_amounts(card[group]) for group in (2, 4, 5)]
        values = dict(zip(("requires", "activation", "exhaustion"), amounts, strict=True))
        cards.append({"id": card[1], "name": card[6], "tier": tier, "side": side, "defense": int(card[3]), **values})
    return {"track": int(track), "card": cards}


def _parse_amounts(text: str) -> dict[str, int]:
    found = re.fullmatch("-|(?:([0-9]{1,3})E)?(?:([0-9]{1,3})P)?(?:([0-9]{1,3})M)?", text)
    if found is None:
        raise _bad_cards(say("starduel-amount-form", text=text))
    names = zip(("energy", "population", "minerals"), found.groups(), strict=True)
    return {name: int(amount) for name, amount in names if amount}


# ---- Maps ----

ROWS = 5
ROW = 12  # places in a row
MAX_SPACES = 21


def row(number: int) -> int:
    """Return all places of one of Kurth's rows, 1 to 5."""
    return ((1 << ROW) - 1) << ROW * (number - 1)


ROW_1, ROW_3, ROW_5 = row(1), row(3), row(5)
ROWS_2_4 = row(2) | row(4)


@dataclass(frozen=True)
class Map:
    """The spaces (S-1), and those that get a card at the start (S-4)."""

    name: str
    spaces: int
    start: int
    size: int
    names: tuple[str, ...]  # by own number, the same for both players
    places: tuple[int, ...]  # by space

    def name_of(self, space: int, seat: int) -> str:
        """Return what a player calls a space."""
        return self.names[self.space_of(space, seat)]

    def space_of(self, own: int, seat: int) -> int:
        """Return the space with a player's own number or, the other way round, the own number of a space."""
        return own if seat == 0 else self.size - 1 - own

    def tier_of(self, space: int) -> int:
        """Return the tier of the cards that are dealt on a space (S-4)."""
        return (1, 2, 3, 2, 1)[self.places[space] // ROW]


@lru_cache(MAX_CACHED)
def load_map(name: str) -> Map:
    """Return the map with a name, or the map of a drawing."""
    rows = name.split("/") if "/" in name else _map_rows(_read_toml(_data_file(name), "S-1"))
    _check_rows(rows)
    marks = {
        ROW * y + x: mark
        for y, line in enumerate(reversed(rows))  # Kurth's row 1 is the last
        for x, mark in enumerate(line)
        if mark != "."
    }
    lengths = [len(line) - line.count(".") for line in rows]
    return Map(
        name=name,
        spaces=sum(1 << place for place in marks),
        start=sum(1 << place for place, mark in marks.items() if mark != "o"),
        size=len(marks),
        names=tuple(f"{y}{x}" for y, length in enumerate(lengths, 1) for x in range(1, length + 1)),
        places=tuple(marks),
    )


def parse_custom_map(value: object) -> str | None:
    """Return a user's map as a drawing on one line, given as a drawing or as a file; None if the value is neither."""
    if isinstance(value, Path):
        rows = _map_rows(_read_toml(value, "S-1"))
    elif isinstance(value, str) and "/" in value:
        rows = value.split("/")
    else:
        return None
    _check_rows(rows)
    drawing = "/".join(rows)
    ours = {"/".join(_map_rows(_read_toml(_data_file(name), "S-1"))): name for name in MAP_NAMES}
    return ours.get(drawing, drawing)


def _map_rows(data: dict[str, Any]) -> list[str]:
    rows = data.get("rows")
    if set(data) != {"rows"} or not isinstance(rows, list) or not all(isinstance(line, str) for line in rows):
        raise _bad_map(say("starduel-map-file"))
    return rows


def _check_rows(rows: list[str]) -> None:
    if len(rows) != ROWS:
        raise _bad_map(say("starduel-map-rows", wanted=ROWS, found=len(rows)))
    if len({len(line) for line in rows}) > 1 or not 0 < len(rows[0]) <= ROW - 2:
        raise _bad_map(say("starduel-map-width", most=ROW - 2))
    for line in rows:
        if set(line) - set("123o."):
            raise _bad_map(say("starduel-map-characters", row=line))
        if re.search(r"[^.][^.]|[^.]\.\.+[^.]", line):
            raise _bad_map(say("starduel-map-dots", row=line))
    if [line[::-1] for line in reversed(rows)] != rows:
        raise _bad_map(say("starduel-map-symmetry"))
    first, second, middle = (line.replace(".", "") for line in rows[:3])
    if first != "111":
        raise _bad_map(say("starduel-map-tier-1"))
    if second.replace("o", "") != "2222":
        raise _bad_map(say("starduel-map-tier-2"))
    if middle.replace("o", "") != "3333":
        raise _bad_map(say("starduel-map-tier-3"))


def _bad_map(problem: Message) -> BadOption:
    return BadOption(say("starduel-bad-map", problem=problem), rule="S-1")


# ---- Files ----

MAP_NAMES = ("hexagon", "block")


def _card_set_names() -> tuple[str, ...]:
    """The shipped card sets, the oldest first. They never change: other cards are a new file, the new default."""
    names = [file.name for file in files(__package__).joinpath("data").iterdir()]
    versions = [int(found[1]) for name in names if (found := re.fullmatch(r"standard-([0-9]+)\.toml", name))]
    return tuple(f"standard-{version}" for version in sorted(versions))


CARD_SET_NAMES = _card_set_names()
CURRENT_CARDS = CARD_SET_NAMES[-1]
UNVERSIONED_CARDS = ("standard-3", "standard-2", "standard-1")  # what `standard` meant when names had no versions


def data_of(options: Mapping[str, str]) -> dict[str, Any]:
    """The spaces and cards of a game with these options."""
    chart, cards = load_map(options["map"]), card_set(options["cards"])
    return {
        "map": {"places": chart.places, "start": chart.start},
        "cards": _format_card_text(CardFile(track=cards.track, card=list(cards.cards))),
    }


def _data_file(name: str) -> Traversable:
    return files(__package__).joinpath(f"data/{name}.toml")


def _read_toml(file: Traversable, rule: str) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        problem = say("starduel-unreadable-file", file=str(file), problem=os_error_text(error))
        raise BadOption(problem, rule=rule) from None


class Names:
    """Numbers the maps or card sets in use, because a state holds numbers only."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.numbers: dict[str, int] = {}

    def register(self, name: str) -> int:
        """Return the number of a map or a card set; give it one on first use."""
        number = self.numbers.setdefault(name, len(self.names))
        if number == len(self.names):
            self.names.append(name)
        return number

    def __getitem__(self, number: int) -> str:
        return self.names[number]


MAPS, CARD_SETS = Names(), Names()


# ---- Rounds and actions ----

PROGRAMMING, FIRST, SECOND = range(3)  # the phases of a round (S-6, S-8)
EXECUTED, EXHAUSTED, MOVED = 1, 2, 4  # the parts of a turn that are done, as a set
QUIET_ROUNDS, ROUNDS = 6, 40  # S-19
NO_INFLUENCE, NO_POPULATION, ALL_NODES, STANDSTILL, LAST_ROUND = range(5)  # how a game ends (S-17 to S-19)

# Programs in the order of their numbers: 11, 12, 13, then 14 (replace), 15 (energy), then 21 and on (S-6).
REPLACING, PRODUCING = 3, 4
NO_PROGRAM = -1


def program_of(own: int) -> int:
    """Return the program that is aimed at the space with an own number."""
    return own if own < REPLACING else own + 2


# Steps of an action phase. An attack is ATTACK + the population paid (S-11), a move is MOVE + from * MAX_SPACES + to,
# a swap is SWAP + the number of its pair.
ACTIVATE = MAX_SPACES + 2
ATTACK = ACTIVATE + 1
PRODUCE = ATTACK + 13
REPLACE = PRODUCE + 1
EXHAUST = REPLACE + MAX_SPACES
MOVE = EXHAUST + MAX_SPACES
SWAP = MOVE + MAX_SPACES * MAX_SPACES
END = SWAP + MAX_SPACES * (MAX_SPACES - 1) // 2
ACTIONS = END + 1

# All pairs, ordered by their higher number.
PAIRS = sorted(combinations(range(MAX_SPACES), 2), key=lambda pair: pair[::-1])
LOWER = [pair[0] for pair in PAIRS]
HIGHER = [pair[1] for pair in PAIRS]
