"""What one viewer may see of a table: the events after some number, and the state of the table.

All live data about a table leaves the server through `frame`, for WebSockets and polling alike. `http/review.py` serves
past positions.
"""

from __future__ import annotations

from msgspec import Struct

from nodarium.core.scene import Scene
from nodarium.core.scene_diff import SceneDiff, SceneMemory, diff_scenes
from nodarium.record.commitment import hash_secret, secret_of
from nodarium.server import events, wire
from nodarium.server.table import Table
from nodarium.server.table_parts import MoveText

# Events that don't change `wire.TableInfo`.
TABLE_NEUTRAL_EVENTS = (
    events.Moved,
    events.ChatSent,
    events.ChatDeleted,
    events.ProposalMade,
    events.ProposalDeclined,
    events.ProposalWithdrawn,
    events.DowntimeCredited,
)


MAX_FRAME_EVENTS = 1000


class Viewer(Struct, frozen=True):
    """Who is watching, and which parts of the frame they want."""

    user_id: str | None = None
    moves: bool = True
    view: bool = False
    scene: bool = False
    seat: int | None = None  # which of the user's seats, if there are several
    diff: bool = False  # after the first scene, only what has changed


class PublicState:
    """What all viewers of a table see alike until the next event. It is computed once for all of them."""

    def __init__(self, table: Table) -> None:
        match, pending = table.match, table.pending
        self.status = table.status
        self.events: dict[int, wire.PublicEvent] = {}
        self.scenes: dict[int | None, Scene] = {}  # by seat
        # By the ids of what a viewer has and of a scene; with the former, so that its id stays its own.
        self.diffs: dict[tuple[int, int], tuple[SceneMemory, SceneDiff]] = {}
        self.memories: dict[tuple[int, int], tuple[SceneMemory | None, SceneMemory]] = {}
        self.first_hidden_event = table.first_hidden_event
        self.turn = match.turn_number(len(table.games[-1].move_events)) if match else 0
        self.outcome = match.outcome if match else None
        self.outcome_text = match.outcome_text if match and self.outcome else None
        self.resignation_aborts = table.resignation_aborts
        self.proposal = None
        if pending:
            accepted_by = tuple(sorted(pending.accepted_by))
            self.proposal = wire.OpenProposal(seat=pending.seat, what=pending.what, accepted_by=accepted_by)

    def event(self, table: Table, number: int, seat: int | None) -> wire.PublicEvent:
        """An event as a seat may see it."""
        if self.first_hidden_event is not None and number >= self.first_hidden_event:
            return visible_event(table, number, seat)
        found = self.events.get(number)
        if found is None:
            found = self.events[number] = visible_event(table, number, None)
        return found

    def scene(self, table: Table, seat: int | None) -> Scene:
        """The position as a seat may see it."""
        found = self.scenes.get(seat)
        if found is None:
            assert table.match
            found = self.scenes[seat] = table.match.scene(seat)
        return found

    def diff(self, shown: SceneMemory, scene: Scene) -> SceneDiff:
        """The difference between the scene that a viewer has and a newer one."""
        key = id(shown), id(scene)
        if key not in self.diffs:
            self.diffs[key] = shown, diff_scenes(shown, scene)
        return self.diffs[key][1]

    def memory_after(self, shown: SceneMemory | None, seat: int | None) -> SceneMemory:
        """What a viewer has once it has got the newest scene. Spectators have only that scene, so they share frames."""
        scene = self.scenes[seat]
        base = shown if seat is not None else None
        key = id(base), id(scene)
        if key not in self.memories:
            self.memories[key] = base, base.after(scene) if base else SceneMemory(scene)
        return self.memories[key][1]


def frame(
    table: Table,
    viewer: Viewer,
    after: int,
    now: int,
    *,
    with_table: bool = False,
    public: PublicState | None = None,
    shown: SceneMemory | None = None,
) -> wire.Frame:
    """Everything after the event with this number; 0 for all events.

    With `shown`, what the viewer has, the frame holds only what has changed since. If there are too many
    events for one frame, it is the first part: events without a snapshot. The rest follows.
    """
    public = public or PublicState(table)
    seats: tuple[int, ...] = ()
    seat = None
    if viewer.user_id is not None:
        seats = table.seats_of(viewer.user_id)
        seat = table.acting_seat_of(viewer.user_id, viewer.seat)
    # A user with several seats sees a seat's hidden moves only if the request names that seat.
    knower = seat if viewer.seat is not None or len(seats) == 1 else None
    fresh = table.event_log[after:]
    changed = (
        with_table
        or after == 0
        or table.match is None
        or public.outcome is not None
        or not all(isinstance(event, TABLE_NEUTRAL_EVENTS) for event in fresh)
    )
    last = min(table.last_event, after + MAX_FRAME_EVENTS)
    is_whole = last == table.last_event
    return wire.Frame(
        time=now,
        events=tuple([public.event(table, number, knower) for number in range(after + 1, last + 1)]),
        now=snapshot(table, viewer, public, seat=seat, seats=seats, now=now, shown=shown) if is_whole else None,
        table=table_info(table) if changed else None,
    )


def visible_event(table: Table, number: int, seat: int | None) -> wire.PublicEvent:
    """An event without what a seat may not know: deals, and moves that are still hidden from it."""
    event = table.event_log[number - 1]
    time, by = event.time, event.by
    match event:
        case events.Moved():
            return moved(table, number, event, seat)
        case events.ChatSent():
            text = "" if number in table.deleted_chats else event.text
            return wire.ChatSent(number=number, time=time, by=by, text=text)
        case events.ChatDeleted():
            return wire.ChatDeleted(number=number, time=time, by=by, chat=event.chat)
        case events.PlayerRenamed():
            return wire.PlayerRenamed(number=number, time=time, by=by, user_id=event.user_id, name=event.name)
        case events.TableOpened():
            log = tuple([log_entry(text) for text in table.games[0].start_texts]) if event.moves else ()
            return wire.TableOpened(number=number, time=time, by=by, log=log)
        case events.Joined():
            return wire.Joined(number=number, time=time, by=by, slot=event.slot, player=table.renamed(event.player))
        case events.LeftTable():
            return wire.LeftTable(number=number, time=time, by=by, slot=event.slot)
        case events.TableClosed():
            return wire.TableClosed(number=number, time=time, by=by)
        case events.Resigned():
            return wire.Resigned(number=number, time=time, by=by, seat=event.seat)
        case events.Flagged():
            return wire.Flagged(number=number, time=time, by=by, seat=event.seat)
        case events.VictoryClaimed():
            return wire.VictoryClaimed(number=number, time=time, by=by, absent_seat=event.absent_seat)
        case events.ProposalMade():
            return wire.ProposalMade(number=number, time=time, by=by, seat=event.seat, what=event.what)
        case events.ProposalAccepted():
            return wire.ProposalAccepted(number=number, time=time, by=by, seat=event.seat)
        case events.ProposalDeclined():
            return wire.ProposalDeclined(number=number, time=time, by=by, seat=event.seat)
        case events.ProposalWithdrawn():
            return wire.ProposalWithdrawn(number=number, time=time, by=by, seat=event.seat)
        case events.TookBack():
            return wire.TookBack(number=number, time=time, by=by, seat=event.seat)
        case events.GameDealt():
            return wire.GameDealt(number=number, time=time, by=by)
        case events.Disconnected():
            return wire.Disconnected(number=number, time=time, by=by, slot=event.slot)
        case events.Reconnected():
            return wire.Reconnected(number=number, time=time, by=by, slot=event.slot)
        case events.DowntimeCredited():
            return wire.DowntimeCredited(number=number, time=time, by=by, milliseconds=event.milliseconds)
        case events.ResultRecorded():
            return wire.ResultRecorded(number=number, time=time, by=by, ratings=event.ratings)


def moved(table: Table, number: int, event: events.Moved, seat: int | None) -> wire.Moved:
    known, hidden = table.move_text(number), table.is_hidden(number, seat)
    return wire.Moved(
        number=number,
        time=event.time,
        by=event.by,
        game=known.game,
        ply=known.ply,
        turn=known.turn,
        round=known.round,
        seat=known.seat,
        move=None if hidden else known.move,
        text=None if hidden else known.text,
        rule=None if hidden else known.rule,
        reveals=tuple([log_entry(table.move_text(one)) for one in table.reveals.get(number, ())]),
    )


def log_entry(text: MoveText) -> wire.LogEntry:
    return wire.LogEntry(
        ply=text.ply,
        turn=text.turn,
        round=text.round,
        seat=text.seat,
        move=text.move,
        text=text.text,
        rule=text.rule,
    )


def snapshot(
    table: Table,
    viewer: Viewer,
    public: PublicState,
    *,
    seat: int | None,
    seats: tuple[int, ...],
    now: int,
    shown: SceneMemory | None,
) -> wire.Snapshot:
    match = table.match
    several = seats if len(seats) > 1 else ()
    if match is None:
        return wire.Snapshot(number=table.last_event, status=public.status, seat=seat, seats=several)
    claim = None if seat is None else table.available_claim(seat)
    scene = public.scene(table, seat) if viewer.scene else None
    scene_diff = public.diff(shown, scene) if scene and shown else None
    return wire.Snapshot(
        number=table.last_event,
        status=public.status,
        seat=seat,
        seats=several,
        game=len(table.games) - 1,
        turn=public.turn,
        num_moves=len(table.games[-1].move_events),
        to_act=table.to_act,
        outcome=public.outcome,
        outcome_text=public.outcome_text,
        clocks=clocks(table, now),
        proposal=public.proposal,
        resignation_aborts=public.resignation_aborts,
        can_take_back=seat is not None and table.can_take_back(seat),
        claim_at=claim[0] if claim else None,
        legal_moves=match.legal_moves(seat) if viewer.moves and seat in table.to_act else None,
        view=match.view(seat) if viewer.view else None,
        scene=None if scene_diff else scene,
        scene_diff=scene_diff,
    )


def clocks(table: Table, now: int) -> wire.Clocks | None:
    clock = table.clock
    if clock is None:
        return None
    remaining = [max(0, clock.remaining(seat, now)) for seat in range(len(clock.remaining_ms))]
    return wire.Clocks(remaining_ms=tuple(remaining), running=clock.running)


def table_info(table: Table) -> wire.TableInfo:
    games = [
        wire.Game(
            slots=game.seating,
            sha256=game.sha256,
            secret_sha256=published_hash(secret_of(game.match.salt)),
            outcome=game.match.outcome,
        )
        for game in table.games
    ]
    return wire.TableInfo(
        id=table.id,
        config=table.config,
        slots=tuple(table.slots),
        host=table.host,
        score=table.score,
        games=tuple(games),
        away=tuple(sorted(table.away)),
        next_secret_sha256=published_hash(table.secret),
    )


def published_hash(secret: str | None) -> str | None:
    return hash_secret(secret) if secret else None
