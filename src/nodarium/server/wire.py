"""What clients say and what they are told, as JSON; over WebSocket and HTTP alike."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from nodarium.core.options import Value
from nodarium.core.outcome import Outcome
from nodarium.core.scene import Scene
from nodarium.server.clock import TimeControl
from nodarium.server.events import Participant, PersonId, Proposal, RequestId, Slot, TableConfig

PRINTED = "^[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"  # nothing that turns the text around it either
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=PRINTED)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
SmallNumber = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Status = Literal["open", "playing", "over", "closed"]


# ---- What clients say at a table ----


class RequestEnvelope(Struct, frozen=True):
    """The name of a request, whatever else is in it."""

    request: RequestId | None = None


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    request: RequestId | None = None
    seat: SmallNumber | None = None  # which of one's seats is meant, if one has several
    after: SmallNumber | None = None  # the last event that was seen; what it means no longer since then is refused


class Move(Request, frozen=True, kw_only=True):
    """Make a move, in the game's notation."""

    move: Annotated[str, Meta(min_length=1, max_length=200)]
    careful: bool = False  # refuse a move by which one loses at once


class Sit(Request, frozen=True, kw_only=True):
    """Take a place: this one, or any that is free."""

    place: Annotated[int, Meta(ge=0, le=15)] | None = None


class Stand(Request, frozen=True, kw_only=True):
    """Leave one's place, before the first game."""


class Abort(Request, frozen=True, kw_only=True):
    """Close the table, before the first move."""


class Resign(Request, frozen=True, kw_only=True):
    pass


class Propose(Request, frozen=True, kw_only=True):
    """A draw, to take back one's last move, or to play again: the next game of a series, or another series."""

    what: Proposal


class Accept(Request, frozen=True, kw_only=True):
    """Agree to what was proposed."""


class Decline(Request, frozen=True, kw_only=True):
    """Do not agree; or take one's own proposal back."""


class Claim(Request, frozen=True, kw_only=True):
    """Claim the game, because whoever is to act has gone."""


class Say(Request, frozen=True, kw_only=True):
    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=PRINTED)]


AnyRequest = Move | Sit | Stand | Abort | Resign | Propose | Accept | Decline | Claim | Say


# ---- What is told of a table ----


class Revealed(Struct, frozen=True):
    """A move that was hidden until now."""

    number: int
    move: str


class EventView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event as far as the viewer may know it."""

    number: int
    kind: str
    time: int
    by: str | None = None
    seat: int | None = None
    place: int | None = None
    player: Participant | None = None
    move: str | None = None  # missing while it is hidden
    reveals: tuple[Revealed, ...] = ()
    what: str | None = None
    text: str | None = None
    ratings: dict[str, tuple[int, int]] | None = None
    lost: int | None = None


class Clocks(Struct, frozen=True, kw_only=True):
    """Milliseconds left, by seat, when the frame was made; those of the running ones become fewer."""

    left: tuple[int, ...]
    running: tuple[int, ...]


class OpenProposal(Struct, frozen=True, kw_only=True):
    """What was proposed and is not settled: by which seat, and who has agreed."""

    seat: int
    what: Proposal
    agreed: tuple[int, ...]


class Snapshot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How things stand, as far as the viewer may know it."""

    number: int  # of the last event
    status: Status
    you: int | None = None  # the viewer's seat
    yours: tuple[int, ...] = ()  # all of the viewer's seats, if there are several
    game: int | None = None  # which of the table's games, from 0
    turn: int | None = None
    to_act: tuple[int, ...] = ()
    outcome: Outcome | None = None
    ending: str | None = None  # the outcome in words
    clocks: Clocks | None = None
    proposal: OpenProposal | None = None
    undo: bool = False  # whether the viewer's last move can be taken back, perhaps only if the others agree
    claim: int | None = None  # from when on the viewer can claim the game, in the server's milliseconds
    moves: list[str] | None = None  # the viewer's legal moves
    view: dict[str, Any] | None = None
    scene: Scene | None = None


class Game(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of the games at a table."""

    players: tuple[int, ...]  # who sits in which seat: numbers of places
    sha256: str | None  # the commitment to its deal
    outcome: Outcome | None = None


class TableInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is played at a table, and by whom."""

    id: str
    terms: TableConfig
    places: tuple[Slot, ...]
    host: str
    score: tuple[int, ...] = ()  # games won in the present series, or in all single games, by place
    games: tuple[Game, ...] = ()
    away: tuple[int, ...] = ()  # places whose players are not connected


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """To a request: the number of the event it became, or why it became none."""

    request: str | None = None
    event: int | None = None
    error: dict[str, str] | None = None


class Frame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything after some event: what happened, and how things stand after all of it."""

    time: int  # the server's, in milliseconds since 1970
    events: tuple[EventView, ...] = ()
    now: Snapshot | None = None  # missing if nothing has happened
    table: TableInfo | None = None  # if it is the first frame, or something in it has changed
    answers: tuple[Answer, ...] = ()


# ---- Tables, people, games ----


class NewSlot(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who shall sit there: whoever asks, anybody, a bot of this level, or the person with this account."""

    who: Literal["me", "anybody", "bot", "person"]
    level: Annotated[str, Meta(max_length=20)] | None = None
    account: Name | None = None


class StartPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position of a game that is over: after so many moves of it."""

    table: Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{1,32}$")]
    game: SmallNumber
    moves: SmallNumber


class NewTable(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table to be opened. Without places, you sit down at the first and the others are open."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Value] = {}
    places: Annotated[list[NewSlot], Meta(max_length=16)] | None = None
    clock: TimeControl | None = None
    best_of: Literal[1, 3, 5, 7] = 1
    listed: bool = True
    rated: bool = False
    chat: bool = True
    start: StartPosition | None = None  # where another game is to be played on from
    request: RequestId | None = None


class TableSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in the lobby, or among one's own."""

    id: str
    status: Status
    created: int
    terms: TableConfig
    places: tuple[Slot, ...]
    score: tuple[int, ...] = ()  # as in `Table`
    your_turn: bool = False  # said among one's own only


class Lobby(Struct, frozen=True, kw_only=True):
    """The tables that are listed; the version changes with them."""

    version: str
    tables: tuple[TableSummary, ...]


class Me(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who you are. The token goes into `Authorization: Bearer`, for those who keep no cookies."""

    id: PersonId
    name: str
    account: bool = False  # whether you have one
    token: str


class Rating(Struct, frozen=True, kw_only=True):
    rating: int
    games: int


class Person(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: PersonId
    name: str
    account: str | None = None
    ratings: dict[str, Rating] = {}


class NewName(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name


class Credentials(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    account: Name
    password: Password


class OptionInfo(Struct, frozen=True, kw_only=True):
    name: str
    choices: tuple[Value, ...]
    default: Value
    rule: str
    text: str
    own: bool  # whether other values are possible


class GameInfo(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    designer: str
    summary: str
    minutes: int
    rules_version: str
    seat_names: tuple[str, ...]
    secrets: bool
    options: tuple[OptionInfo, ...]
    levels: tuple[str, ...]  # of bots


class RuleInfo(Struct, frozen=True, kw_only=True):
    id: str
    text: str
    sources: tuple[str, ...]
    chapter: str


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was refused: a code for programs, a sentence for people and, of games, move, position and rule."""

    code: str
    sentence: str
    move: str | None = None
    position: str | None = None
    rule: str | None = None


# ---- To look at and to understand ----


class PositionView(Struct, frozen=True, kw_only=True):
    """A position of a game that was played: after so many moves of all."""

    moves: int
    of: int
    scene: Scene


class Diagram(Struct, frozen=True, kw_only=True):
    """A position that shows what a rule means."""

    rule: str
    caption: str
    scene: Scene


class LogEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move in words. What is hidden is not told."""

    number: int  # of the move, from 1
    turn: int
    seat: int
    move: str | None = None
    text: str | None = None
    rule: str | None = None


class Log(Struct, frozen=True, kw_only=True):
    """The moves after a number, how many there are in all, and how many of them everybody knows."""

    made: int
    known: int
    moves: tuple[LogEntry, ...]


class TargetQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was chosen, one after the other, though no legal move begins like this."""

    keys: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(min_length=1, max_length=16)]
    seat: SmallNumber | None = None


class MoveReview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a bot thinks of a move: what the position was worth to its seat before and after, and what it would do."""

    number: int
    turn: int
    seat: int
    move: str
    before: float
    after: float
    lost: float | None
    best: str  # in words; empty if that is what was played
    line: tuple[tuple[int, str], ...]  # seats, and what they would do in words


class ValuePoint(Struct, frozen=True):
    """What a position was worth to a seat."""

    moves: int
    value: float


class GameAnalysis(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a bot thinks of a game: how far it is and, once it is done, everything."""

    done: int
    of: int
    bot: str
    secrets: bool = False  # whether each seat judged for itself
    steps: tuple[MoveReview, ...] = ()
    lines: tuple[tuple[ValuePoint, ...], ...] = ()  # for each seat
    swings: tuple[int, ...] = ()  # the moves that changed most, the largest first
