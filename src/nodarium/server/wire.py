"""The structs that clients and server exchange as JSON, over WebSocket and HTTP alike.

Over a WebSocket a `Text` is a message that the client formats in its language. Over HTTP the server has formatted it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from nodarium.core.errors import NodariumError
from nodarium.core.message import Text
from nodarium.core.options import Value
from nodarium.core.outcome import Outcome
from nodarium.core.patterns import whole
from nodarium.core.scene import Scene
from nodarium.core.scene_diff import SceneDiff
from nodarium.server.clock import TimeControl
from nodarium.server.events import ID, Entropy, Participant, Proposal, RequestId, Slot, TableConfig, UserId, kebab_case
from nodarium.server.table_parts import Status

# Excludes control characters, and those that reverse the text around them.
PRINTABLE = whole("[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+")
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=PRINTABLE)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Role = Literal["moderator", "admin"]
SmallNumber = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SlotNumber = Annotated[int, Meta(ge=0, le=15)]


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was refused: a code for programs, a message for people and, if a game's rule forbids the move, the
    move, the position and the rule.
    """

    code: str
    message: Text
    move: str | None = None
    position: str | None = None
    rule: str | None = None


def problem(error: NodariumError) -> Problem:
    return Problem(code=error.code, message=error.message, move=error.move, position=error.position, rule=error.rule)


# ---- requests at a table ----


class RequestEnvelope(Struct, frozen=True):
    """The id of a request that may be malformed otherwise."""

    request: RequestId | None = None


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    request: RequestId | None = None
    seat: SmallNumber | None = None  # which of your seats acts, if you have several
    last_seen: SmallNumber | None = (
        None  # the last event you saw; if later ones give the request another meaning, refuse
    )


class Move(Request, frozen=True, kw_only=True):
    """Make a move, in the game's notation."""

    move: Annotated[str, Meta(min_length=1, max_length=200)]
    reject_losing: bool = False  # refuse a move that loses at once


class Sit(Request, frozen=True, kw_only=True):
    """Take a slot: this one, or any that is free."""

    slot: SlotNumber | None = None
    entropy: Entropy | None = None


class Stand(Request, frozen=True, kw_only=True):
    """Give up your slot before the first game."""


class Abort(Request, frozen=True, kw_only=True):
    """Close the table before the first move."""


class Resign(Request, frozen=True, kw_only=True):
    pass


class Propose(Request, frozen=True, kw_only=True):
    """Propose a draw, to take back your last move, or a rematch: the next game of a series, or a new series."""

    what: Proposal
    entropy: Entropy | None = None  # for a rematch


class Accept(Request, frozen=True, kw_only=True):
    """Accept the open proposal."""

    entropy: Entropy | None = None  # for a rematch


class Decline(Request, frozen=True, kw_only=True):
    """Decline the open proposal, or withdraw your own."""


class Claim(Request, frozen=True, kw_only=True):
    """Claim the game because the player to move is gone."""


class Say(Request, frozen=True, kw_only=True):
    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=PRINTABLE)]


class View(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag="view"):
    """Watch from another of your seats, over the open socket; null follows the seat to act.

    The answer comes with a frame that repeats the table, the snapshot, and every event with a move that is still hidden
    from some seats. Replace what you know of these events.
    """

    seat: SmallNumber | None = None
    request: RequestId | None = None


TableRequest = Move | Sit | Stand | Abort | Resign | Propose | Accept | Decline | Claim | Say
SocketRequest = TableRequest | View


# ---- events, as far as the viewer may see them ----


class LogEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move in the log of a game. A hidden move lacks `move`, `text` and `rule`."""

    ply: int  # index of the move in its game, from 1
    turn: int  # from 1
    round: int | None = None  # from 1; missing if the game counts turns
    seat: int
    move: str | None = None  # in the game's notation
    text: Text | None = None  # in words
    rule: str | None = None


class EventView(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=kebab_case):
    number: int  # of the event at its table, from 1
    time: int  # milliseconds since 1970
    by: UserId | None = None  # missing for the server itself and its bots


class TableOpened(EventView, frozen=True, kw_only=True):
    log: tuple[LogEntry, ...] = ()  # the moves that the first game starts with


class Joined(EventView, frozen=True, kw_only=True):
    slot: int
    player: Participant


class LeftTable(EventView, frozen=True, kw_only=True):
    slot: int


class TableClosed(EventView, frozen=True, kw_only=True):
    pass


class Moved(EventView, frozen=True, kw_only=True):
    """A move; it has all fields of a `LogEntry`. A hidden move lacks `move`, `text` and `rule`."""

    game: int  # index of the game at the table, from 0
    ply: int  # index of the move in its game, from 1
    turn: int  # from 1
    round: int | None = None  # from 1; missing if the game counts turns
    seat: int
    move: str | None = None
    text: Text | None = None
    rule: str | None = None
    reveals: tuple[LogEntry, ...] = ()  # earlier moves that were hidden until this one


class Resigned(EventView, frozen=True, kw_only=True):
    seat: int


class Flagged(EventView, frozen=True, kw_only=True):
    seat: int


class VictoryClaimed(EventView, frozen=True, kw_only=True):
    absent_seat: int


class ProposalMade(EventView, frozen=True, kw_only=True):
    seat: int
    what: Proposal


class ProposalAccepted(EventView, frozen=True, kw_only=True):
    seat: int


class ProposalDeclined(EventView, frozen=True, kw_only=True):
    seat: int


class ProposalWithdrawn(EventView, frozen=True, kw_only=True):
    seat: int


class TookBack(EventView, frozen=True, kw_only=True):
    seat: int


class GameDealt(EventView, frozen=True, kw_only=True):
    pass


class ChatSent(EventView, frozen=True, kw_only=True):
    text: str  # empty if it was deleted


class ChatDeleted(EventView, frozen=True, kw_only=True):
    chat: int  # the number of the event whose text was deleted


class PlayerRenamed(EventView, frozen=True, kw_only=True):
    user_id: UserId
    name: str


class Disconnected(EventView, frozen=True, kw_only=True):
    slot: int


class Reconnected(EventView, frozen=True, kw_only=True):
    slot: int


class DowntimeCredited(EventView, frozen=True, kw_only=True):
    milliseconds: int


class ResultRecorded(EventView, frozen=True, kw_only=True):
    ratings: dict[str, tuple[int, int]] = {}  # user id -> rating before and after


PublicEvent = (
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


# ---- a table ----


class Clocks(Struct, frozen=True, kw_only=True):
    """Milliseconds left by seat at the frame's time, and the seats whose clocks run."""

    remaining_ms: tuple[int, ...]
    running: tuple[int, ...]


class OpenProposal(Struct, frozen=True, kw_only=True):
    """A proposal that waits for answers."""

    seat: int
    what: Proposal
    accepted_by: tuple[int, ...]


class Snapshot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of the table, as far as the viewer may see it."""

    number: int  # of the last event
    status: Status
    seat: int | None = None  # the viewer's seat
    seats: tuple[int, ...] = ()  # all of the viewer's seats, if there are several
    game: int | None = None  # index of the game at the table, from 0
    turn: int | None = None
    num_moves: int = 0  # in this game; drop later entries from your log, they were taken back
    to_act: tuple[int, ...] = ()
    outcome: Outcome | None = None
    outcome_text: Text | None = None
    clocks: Clocks | None = None
    proposal: OpenProposal | None = None
    resignation_aborts: bool = False  # a resignation changes no ratings: the rated game has hardly begun
    can_take_back: bool = False  # the viewer's last move, at least with the others' consent
    claim_at: int | None = None  # when the viewer can claim the game, in milliseconds since 1970
    legal_moves: list[str] | None = None  # the viewer's legal moves
    view: dict[str, Any] | None = None
    scene: Scene | None = None
    scene_diff: SceneDiff | None = None  # instead of the scene, for a socket with `diff`: what has changed since


class Game(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of the games at a table."""

    slots: tuple[int, ...]  # the slot of each seat
    sha256: str | None  # the commitment to its deal
    secret_sha256: str | None = None  # of the server's secret that decided the deal, with the players' contributions
    outcome: Outcome | None = None


class TableInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is played at a table, and by whom."""

    id: str
    config: TableConfig
    slots: tuple[Slot, ...]
    host: UserId
    score: tuple[int, ...] = ()  # games won by each slot: in the current series, or in all single games
    games: tuple[Game, ...] = ()
    away: tuple[int, ...] = ()  # slots of players who are disconnected
    next_secret_sha256: str | None = None  # of the secret for the next deal: it is fixed before you contribute


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to a request: the number of the event it caused, or why it was refused.

    For `view`, the number of the last event that the new view shows.
    """

    request: str | None = None
    event: int | None = None
    error: Problem | None = None


class Frame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything after some event: what happened, and the state of the table after it."""

    time: int  # the server's, in milliseconds since 1970
    events: tuple[PublicEvent, ...] = ()
    now: Snapshot | None = (
        None  # missing if nothing has happened, or if more events follow: ask for those after the last
    )
    table: TableInfo | None = None  # in the first frame, and whenever it has changed
    answers: tuple[Answer, ...] = ()


# ---- tables, users, games ----


class NewSlot(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The player of a slot: you, anybody, a bot of this level, or the person with this account."""

    who: Literal["me", "anybody", "bot", "person"]
    bot_level: Annotated[str, Meta(max_length=20)] | None = None
    account: Name | None = None


class StartPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position of a finished game, after this many of its moves."""

    table: Annotated[str, Meta(pattern=whole(ID), max_length=32)]
    game: SmallNumber
    moves: SmallNumber


class NewTable(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table to open. Without `slots`, you take the first one and the others are open to anybody."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Value] = {}
    slots: Annotated[list[NewSlot], Meta(max_length=16)] | None = None
    clock: TimeControl | None = None
    best_of: Literal[1, 3, 5, 7] = 1
    listed: bool = True
    rated: bool = False
    chat: bool = True
    start: StartPosition | None = None  # continue a finished game from here
    entropy: Entropy | None = None
    request: RequestId | None = None


class TableSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in the lobby or in your list."""

    id: str
    status: Status
    created: int
    config: TableConfig
    slots: tuple[Slot, ...]
    score: tuple[int, ...] = ()  # as in `TableInfo`
    your_turn: bool = False  # only in your own list
    damaged: bool = False  # whether it can't be read; also only in your own list


class Lobby(Struct, frozen=True, kw_only=True):
    """The listed tables: open ones first, the newest first. The version changes whenever they do.

    A long text of a custom option is replaced by `custom`.
    """

    version: str
    tables: tuple[TableSummary, ...]


class LobbyChange(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the listed tables have changed. New tables are the newest of their status; see `created`."""

    version: str
    changed: tuple[TableSummary, ...] = ()
    removed: tuple[str, ...] = ()


class GalleryGame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A public game as spectators see it. Its panels have no rows."""

    table: TableSummary
    seating: tuple[int, ...]  # the slot of each seat
    turn: int
    to_act: tuple[int, ...] = ()
    watching: int = 0  # spectators at the table when the last move was made
    scene: Scene | None = None
    scene_diff: SceneDiff | None = None  # instead of the scene: what has changed since your version


class Gallery(Struct, frozen=True, kw_only=True):
    """The public games with the latest moves: the ids of their tables, and those games that you don't know yet."""

    version: str
    shown: tuple[str, ...]
    games: tuple[GalleryGame, ...]


class Me(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who you are. Clients without cookies send the token as `Authorization: Bearer`."""

    id: UserId
    name: str
    registered: bool = False  # whether you have an account
    token: str


class Rating(Struct, frozen=True, kw_only=True):
    rating: int
    games: int


class User(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: UserId
    name: str
    account: str | None = None
    role: Role | None = None  # missing for ordinary users
    ratings: dict[str, Rating] = {}  # by game
    aborts: int = 0  # games that the user aborted after they had started


class NewName(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name


class Credentials(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    account: Name
    password: Password


class LogIn(Credentials, frozen=True, kw_only=True, forbid_unknown_fields=True):
    replace: bool = False  # whether this may end another user's session in the same browser


class OptionInfo(Struct, frozen=True, kw_only=True):
    name: str
    choices: tuple[Value, ...]
    default: Value
    rule: str
    description: Text
    choice_titles: tuple[Text, ...]  # for people, in the order of the choices
    accepts_custom: bool  # whether values other than the choices are possible


class GameInfo(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    designer: str
    summary: Text
    tagline: Text  # what a player does in it, in a few words
    facts: Text  # what kind of game it is, as a phrase
    minutes: int
    weight: int  # how much there is to learn, from 1 to 4
    has_cover: bool
    rules_version: str
    seat_names: tuple[str, ...]  # the same in all languages
    seat_titles: tuple[Text, ...]  # for people
    imperfect_information: bool
    has_deal: bool  # whether chance decides anything
    options: tuple[OptionInfo, ...]
    bot_levels: tuple[str, ...]


class RuleInfo(Struct, frozen=True, kw_only=True):
    """A numbered rule; or the summary, without an id; or an entry of the glossary, with a term instead of an id."""

    id: str
    term: str = ""
    text: str
    sources: tuple[str, ...]
    chapter: str
