"""What one viewer may see of a table: the events after some number, and the state of the table.

All live data about a table leaves the server through `frame`, for WebSockets and polling alike. `http/review.py` serves
past positions.
"""

from __future__ import annotations

from msgspec import Struct

from nodarium.record.commitment import hash_secret, secret_of
from nodarium.server import events, wire
from nodarium.server.events import Event
from nodarium.server.table import MoveText, Table

# Events that don't change `wire.TableInfo`.
TABLE_NEUTRAL_EVENTS = (
    events.Moved,
    events.ChatSent,
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


def frame(table: Table, viewer: Viewer, after: int, now: int, *, with_table: bool = False) -> wire.Frame:
    """Everything after the event with this number; 0 for all events.

    If that is too much for one frame, the first part of it: events without a snapshot. The rest follows.
    """
    seats = () if viewer.user_id is None else table.seats_of(viewer.user_id)
    seat = None if viewer.user_id is None else table.acting_seat_of(viewer.user_id, viewer.seat)
    # Friends who share a device see each other's hidden moves only if they say which seat is looking.
    knower = seat if viewer.seat is not None or len(seats) == 1 else None
    fresh = table.event_log[after:]
    match = table.match
    changed = (
        with_table
        or after == 0
        or match is None
        or match.outcome is not None
        or not all(isinstance(event, TABLE_NEUTRAL_EVENTS) for event in fresh)
    )
    part = fresh[:MAX_FRAME_EVENTS]
    return wire.Frame(
        time=now,
        events=tuple([visible_event(table, number, event, knower) for number, event in enumerate(part, after + 1)]),
        now=snapshot(table, viewer, seat, seats, now) if len(part) == len(fresh) else None,
        table=table_info(table) if changed else None,
    )


def visible_event(table: Table, number: int, event: Event, seat: int | None) -> wire.PublicEvent:
    """An event without what a seat may not know: deals, and moves that are still hidden from it."""
    time, by = event.time, event.by
    match event:
        case events.Moved():
            return moved(table, number, event, seat)
        case events.ChatSent():
            return wire.ChatSent(number=number, time=time, by=by, text=event.text)
        case events.TableOpened():
            log = tuple([log_entry(text) for text in table.games[0].start_texts]) if event.moves else ()
            return wire.TableOpened(number=number, time=time, by=by, log=log)
        case events.Joined():
            return wire.Joined(number=number, time=time, by=by, slot=event.slot, player=event.player)
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
        seat=known.seat,
        move=None if hidden else known.move,
        text=None if hidden else known.text,
        rule=None if hidden else known.rule,
        reveals=tuple([log_entry(table.move_text(one)) for one in table.reveals.get(number, ())]),
    )


def log_entry(text: MoveText) -> wire.LogEntry:
    return wire.LogEntry(ply=text.ply, turn=text.turn, seat=text.seat, move=text.move, text=text.text, rule=text.rule)


def snapshot(table: Table, viewer: Viewer, seat: int | None, seats: tuple[int, ...], now: int) -> wire.Snapshot:
    match, pending = table.match, table.pending
    several = seats if len(seats) > 1 else ()
    if match is None:
        return wire.Snapshot(number=table.last_event, status=table.status, seat=seat, seats=several)
    outcome = match.outcome
    to_act = () if table.closed else match.to_act
    proposal = None
    if pending:
        accepted_by = tuple(sorted(pending.accepted_by))
        proposal = wire.OpenProposal(seat=pending.seat, what=pending.what, accepted_by=accepted_by)
    claim = None if seat is None else table.available_claim(seat)
    return wire.Snapshot(
        number=table.last_event,
        status=table.status,
        seat=seat,
        seats=several,
        game=len(table.games) - 1,
        turn=match.state.turn,
        num_moves=len(table.games[-1].move_events),
        to_act=to_act,
        outcome=outcome,
        outcome_text=match.outcome_text if outcome else None,
        clocks=clocks(table, now),
        proposal=proposal,
        can_take_back=seat is not None and table.can_take_back(seat),
        claim_at=claim[0] if claim else None,
        legal_moves=match.legal_moves(seat) if viewer.moves and seat is not None and seat in to_act else None,
        view=match.view(seat) if viewer.view else None,
        scene=match.scene(seat) if viewer.scene else None,
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
