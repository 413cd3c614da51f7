"""What can happen to a table. A table is the list of its events, in their order, and nothing else.

An event says what happened, when, and at whose request. Whatever chance or the clock of the machine decides is in it,
so that reading the list again always gives the same table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from nodarium.core.options import Value
from nodarium.server.clock import Control

PersonId = Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{1,32}$")]
RequestId = Annotated[
    str,
    Meta(
        pattern="^[!-~]{1,64}$",
        description="Chosen by the client, another for each request; repeated, it acts once only.",
    ),
]
Proposal = Literal["draw", "take-back", "again"]


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who plays: a person, or a bot of some level."""

    name: str
    person: PersonId | None = None
    level: str | None = None
    account: bool = False  # whether the person has one


class Place(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's place at the table: taken, kept for somebody, or open to anybody."""

    player: Player | None = None
    kept_for: Player | None = None


class Terms(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is played at a table, and how."""

    game: str
    options: dict[str, Value]
    clock: Control | None = None
    best_of: int = 1
    listed: bool = True
    rated: bool = False
    chat: bool = True


class Deal(Struct, frozen=True, kw_only=True):
    """All chance of a game, and the salt of the commitment to it. Nobody sees it before the game is over."""

    deal: dict[str, Any]
    salt: str


class Happening(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    time: int  # milliseconds since 1970
    by: PersonId | None = None  # None for the server itself and its bots
    request: RequestId | None = None


class Created(Happening, frozen=True, kw_only=True):
    terms: Terms
    places: tuple[Place, ...]
    deal: Deal | None = None  # here and below: if with this a game begins


class Sat(Happening, frozen=True, kw_only=True):
    """Somebody took a place."""

    place: int
    player: Player
    deal: Deal | None = None


class Stood(Happening, frozen=True, kw_only=True):
    """Somebody left their place, before the first game."""

    place: int


class Closed(Happening, frozen=True, kw_only=True):
    """Nothing will be played here any more; a game without a move is void."""


class Moved(Happening, frozen=True, kw_only=True):
    seat: int
    move: str


class Resigned(Happening, frozen=True, kw_only=True):
    seat: int


class Flagged(Happening, frozen=True, kw_only=True):
    """A seat's time is up."""

    seat: int


class Claimed(Happening, frozen=True, kw_only=True):
    """Somebody claims the game because this seat's player is gone."""

    seat: int


class Proposed(Happening, frozen=True, kw_only=True):
    seat: int
    what: Proposal


class Agreed(Happening, frozen=True, kw_only=True):
    """A seat agrees to what was proposed; it is done once all people have."""

    seat: int
    deal: Deal | None = None


class Declined(Happening, frozen=True, kw_only=True):
    seat: int


class Took(Happening, frozen=True, kw_only=True, tag="took-back"):
    """A seat took back its last move, which nobody had to agree to."""

    seat: int


class Dealt(Happening, frozen=True, kw_only=True):
    """The next game begins, which nobody had to agree to."""

    deal: Deal


class Said(Happening, frozen=True, kw_only=True):
    text: str


class Left(Happening, frozen=True, kw_only=True):
    """A player is no longer connected."""

    place: int


class Returned(Happening, frozen=True, kw_only=True):
    place: int


class Paused(Happening, frozen=True, kw_only=True):
    """For so many milliseconds nobody could play, because no server was there."""

    lost: int


class Finished(Happening, frozen=True, kw_only=True):
    """The server has entered a game that is over in its books."""

    ratings: dict[str, tuple[int, int]] = {}  # by person: before and after


Event = (
    Created
    | Sat
    | Stood
    | Closed
    | Moved
    | Resigned
    | Flagged
    | Claimed
    | Proposed
    | Agreed
    | Declined
    | Took
    | Dealt
    | Said
    | Left
    | Returned
    | Paused
    | Finished
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
