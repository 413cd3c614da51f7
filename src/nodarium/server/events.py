"""What can happen at a table. A table's state follows from its events, in their order, and from nothing else.

An event holds everything that chance or the machine's clock decided, so folding the same events always gives the same
table. Events are stored as JSON and rewritten only to delete a user: `upcast.py` translates the ones that earlier
versions wrote.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from nodarium.core.options import Value
from nodarium.core.patterns import whole
from nodarium.server.clock import TimeControl

ID = "[0-9A-Za-z_-]{1,32}"  # of a table or a user
UserId = Annotated[str, Meta(pattern=whole(ID), max_length=32)]
RequestId = Annotated[
    str,
    Meta(
        pattern=whole("[!-~]{1,64}"),
        max_length=64,
        description="Chosen by the client for each request. A request that is sent twice is carried out once.",
    ),
]
Entropy = Annotated[
    str,
    Meta(
        pattern="^[!-~]{1,64}(?![\\s\\S])",
        description="Your contribution to the next deal: any text without spaces that the server can't foresee.",
    ),
]
Proposal = Literal["draw", "take-back", "rematch"]


class Participant(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player at a table: a person, or a bot."""

    name: str
    user_id: UserId | None = None  # None for a bot
    bot_level: str | None = None  # None for a person
    registered: bool = False  # whether the person has an account
    account: str | None = None  # its name, which nobody else can have; the person chooses `name` freely


class Slot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place for one player at the table. Slots are fixed; the seats of the games rotate among them."""

    player: Participant | None = None
    reserved_for: Participant | None = None


class TableConfig(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is played at a table, and how."""

    game: str
    options: dict[str, Value]
    clock: TimeControl | None = None
    best_of: int = 1
    listed: bool = True
    rated: bool = False
    chat: bool = True


class Deal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All chance of a game, and the salt of the commitment to it. It stays secret until the game is over."""

    deal: dict[str, Any]
    salt: str
    next_secret: str | None = None  # decides the deal of the next game, together with the players' contributions


def kebab_case(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).removeprefix("-")


class BaseEvent(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=kebab_case):
    time: int  # milliseconds since 1970
    by: UserId | None = None  # None for the server itself and its bots
    request: RequestId | None = None


class TableOpened(BaseEvent, frozen=True, kw_only=True):
    config: TableConfig
    slots: tuple[Slot, ...]
    deal: Deal | None = None  # here and below: set if this event starts a game
    moves: tuple[tuple[int, str], ...] = ()  # (seat, move) pairs that the first game starts with
    secret: str | None = None  # decides the deal of the first game, together with the players' contributions
    entropy: Entropy | None = None  # here and below: the user's contribution to the next deal


class Joined(BaseEvent, frozen=True, kw_only=True):
    slot: int
    player: Participant
    deal: Deal | None = None
    entropy: Entropy | None = None


class LeftTable(BaseEvent, frozen=True, kw_only=True):
    """A player gave up their slot before the first game."""

    slot: int


class TableClosed(BaseEvent, frozen=True, kw_only=True):
    """The table takes no more requests. A game without a move is void."""


class Moved(BaseEvent, frozen=True, kw_only=True):
    seat: int
    move: str


class Resigned(BaseEvent, frozen=True, kw_only=True):
    seat: int


class Flagged(BaseEvent, frozen=True, kw_only=True):
    """A seat ran out of time."""

    seat: int


class VictoryClaimed(BaseEvent, frozen=True, kw_only=True):
    """A player claimed the game because the player to move is gone."""

    absent_seat: int


class ProposalMade(BaseEvent, frozen=True, kw_only=True):
    seat: int
    what: Proposal
    entropy: Entropy | None = None


class ProposalAccepted(BaseEvent, frozen=True, kw_only=True):
    """A seat accepted the open proposal, which takes effect once every other person has."""

    seat: int
    deal: Deal | None = None
    entropy: Entropy | None = None


class ProposalDeclined(BaseEvent, frozen=True, kw_only=True):
    seat: int


class ProposalWithdrawn(BaseEvent, frozen=True, kw_only=True):
    """A seat withdrew its own proposal."""

    seat: int


class TookBack(BaseEvent, frozen=True, kw_only=True):
    """A seat took back its last move, which needed nobody's consent."""

    seat: int


class GameDealt(BaseEvent, frozen=True, kw_only=True):
    """The next game started, which needed nobody's consent."""

    deal: Deal


class ChatSent(BaseEvent, frozen=True, kw_only=True):
    text: str


class ChatDeleted(BaseEvent, frozen=True, kw_only=True):
    """A moderator deleted a chat message. Its text stays in the log, but nobody gets to see it."""

    chat: int  # the number of the `ChatSent` event


class PlayerRenamed(BaseEvent, frozen=True, kw_only=True):
    """A moderator gave a player another name, which replaces the old one everywhere at the table."""

    user_id: UserId
    name: str


class Disconnected(BaseEvent, frozen=True, kw_only=True):
    slot: int


class Reconnected(BaseEvent, frozen=True, kw_only=True):
    slot: int


class DowntimeCredited(BaseEvent, frozen=True, kw_only=True):
    """The clocks got back the time during which no server was running."""

    milliseconds: int


class ResultRecorded(BaseEvent, frozen=True, kw_only=True):
    """The server updated the ratings after a game."""

    ratings: dict[str, tuple[int, int]] = {}  # user id -> rating before and after


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
    | ProposalWithdrawn
    | TookBack
    | GameDealt
    | ChatSent
    | ChatDeleted
    | PlayerRenamed
    | Disconnected
    | Reconnected
    | DowntimeCredited
    | ResultRecorded
)


def kind_of(event: Event) -> str:
    return str(event.__struct_config__.tag)
