"""What can happen to a table. A table is the list of its events, in their order, and nothing else.

An event says what happened, when, and at whose request. Whatever chance or the clock of the machine decides is in it,
so that reading the list again always gives the same table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from nodarium.core.options import Value
from nodarium.server.clock import TimeControl

PersonId = Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{1,32}$")]
RequestId = Annotated[
    str,
    Meta(
        pattern="^[!-~]{1,64}$",
        description="Chosen by the client, another for each request; repeated, it acts once only.",
    ),
]
Proposal = Literal["draw", "take-back", "again"]


class Participant(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who plays: a person, or a bot of some level."""

    name: str
    person: PersonId | None = None
    level: str | None = None
    account: bool = False  # whether the person has one


class Slot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's place at the table: taken, kept for somebody, or open to anybody."""

    player: Participant | None = None
    kept_for: Participant | None = None


class TableConfig(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is played at a table, and how."""

    game: str
    options: dict[str, Value]
    clock: TimeControl | None = None
    best_of: int = 1
    listed: bool = True
    rated: bool = False
    chat: bool = True


class Deal(Struct, frozen=True, kw_only=True):
    """All chance of a game, and the salt of the commitment to it. Nobody sees it before the game is over."""

    deal: dict[str, Any]
    salt: str


class BaseEvent(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    time: int  # milliseconds since 1970
    by: PersonId | None = None  # None for the server itself and its bots
    request: RequestId | None = None


class TableOpened(BaseEvent, frozen=True, kw_only=True, tag="created"):
    terms: TableConfig
    places: tuple[Slot, ...]
    deal: Deal | None = None  # here and below: if with this a game begins
    moves: tuple[tuple[int, str], ...] = ()  # seats and moves with which it begins


class Joined(BaseEvent, frozen=True, kw_only=True, tag="sat"):
    """Somebody took a place."""

    place: int
    player: Participant
    deal: Deal | None = None


class LeftTable(BaseEvent, frozen=True, kw_only=True, tag="stood"):
    """Somebody left their place, before the first game."""

    place: int


class TableClosed(BaseEvent, frozen=True, kw_only=True, tag="closed"):
    """Nothing will be played here any more; a game without a move is void."""


class Moved(BaseEvent, frozen=True, kw_only=True):
    seat: int
    move: str


class Resigned(BaseEvent, frozen=True, kw_only=True):
    seat: int


class Flagged(BaseEvent, frozen=True, kw_only=True):
    """A seat's time is up."""

    seat: int


class VictoryClaimed(BaseEvent, frozen=True, kw_only=True, tag="claimed"):
    """Somebody claims the game because this seat's player is gone."""

    seat: int


class ProposalMade(BaseEvent, frozen=True, kw_only=True, tag="proposed"):
    seat: int
    what: Proposal


class ProposalAccepted(BaseEvent, frozen=True, kw_only=True, tag="agreed"):
    """A seat agrees to what was proposed; it is done once all people have."""

    seat: int
    deal: Deal | None = None


class ProposalDeclined(BaseEvent, frozen=True, kw_only=True, tag="declined"):
    seat: int


class TookBack(BaseEvent, frozen=True, kw_only=True, tag="took-back"):
    """A seat took back its last move, which nobody had to agree to."""

    seat: int


class GameDealt(BaseEvent, frozen=True, kw_only=True, tag="dealt"):
    """The next game begins, which nobody had to agree to."""

    deal: Deal


class ChatSent(BaseEvent, frozen=True, kw_only=True, tag="said"):
    text: str


class Disconnected(BaseEvent, frozen=True, kw_only=True, tag="left"):
    """A player is no longer connected."""

    place: int


class Reconnected(BaseEvent, frozen=True, kw_only=True, tag="returned"):
    place: int


class DowntimeCredited(BaseEvent, frozen=True, kw_only=True, tag="paused"):
    """For so many milliseconds nobody could play, because no server was there."""

    lost: int


class ResultRecorded(BaseEvent, frozen=True, kw_only=True, tag="finished"):
    """The server has entered a game that is over in its books."""

    ratings: dict[str, tuple[int, int]] = {}  # by person: before and after


Event = (
    TableOpened
    | Joined
    | LeftTable
    | TableClosed
    | Moved
    | Resigned
    | Flagged
    | VictoryClaimed
    | ProposalMade
    | ProposalAccepted
    | ProposalDeclined
    | TookBack
    | GameDealt
    | ChatSent
    | Disconnected
    | Reconnected
    | DowntimeCredited
    | ResultRecorded
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
