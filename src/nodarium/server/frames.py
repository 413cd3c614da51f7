"""What a viewer is told of a table: the events after some number and how things stand, from the viewer's own seat.

One function serves all: somebody who sees everything as it happens, somebody who comes back after a while, and
somebody who asks now and then. What goes on at a table leaves the process here; who looks back at a game asks
`study.py`.
"""

from __future__ import annotations

from msgspec import Struct

from nodarium.server import events, wire
from nodarium.server.events import Event
from nodarium.server.table import Table

# Events that leave what `wire.Table` says as it is.
TABLE_NEUTRAL_EVENTS = (
    events.Moved,
    events.ChatSent,
    events.ProposalMade,
    events.ProposalDeclined,
    events.DowntimeCredited,
)


class Viewer(Struct, frozen=True):
    """Through whose eyes, and how much of it is wanted."""

    person: str | None = None
    moves: bool = True
    view: bool = False
    scene: bool = False
    seat: int | None = None  # which of the person's seats, if there are several


def frame(table: Table, viewer: Viewer, after: int, now: int) -> wire.Frame:
    """All that happened after the event with this number; 0 for everything."""
    seat = None if viewer.person is None else table.seat_of(viewer.person, viewer.seat)
    fresh = table.event_log[after:]
    changed = after == 0 or not all(isinstance(event, TABLE_NEUTRAL_EVENTS) for event in fresh)
    return wire.Frame(
        time=now,
        events=tuple([visible_event(table, number, event, seat) for number, event in enumerate(fresh, after + 1)]),
        now=snapshot(table, viewer, seat, now),
        table=table_info(table) if changed or table.match is None or table.match.outcome else None,
    )


def visible_event(table: Table, number: int, event: Event, seat: int | None) -> wire.EventView:
    """An event, without what must stay secret: the deal always, a move while others still choose."""
    kind, time, by = event.__struct_config__.tag, event.time, event.by
    assert isinstance(kind, str)
    match event:
        case events.Moved():
            return wire.EventView(
                number=number,
                kind=kind,
                time=time,
                by=by,
                seat=event.seat,
                move=None if table.is_hidden(number, seat) else event.move,
                reveals=tuple([revealed(table, one) for one in table.reveals.get(number, ())]),
            )
        case events.Joined():
            return wire.EventView(number=number, kind=kind, time=time, by=by, place=event.place, player=event.player)
        case events.LeftTable() | events.Disconnected() | events.Reconnected():
            return wire.EventView(number=number, kind=kind, time=time, by=by, place=event.place)
        case events.ProposalMade():
            return wire.EventView(number=number, kind=kind, time=time, by=by, seat=event.seat, what=event.what)
        case (
            events.Resigned()
            | events.Flagged()
            | events.VictoryClaimed()
            | events.ProposalAccepted()
            | events.ProposalDeclined()
            | events.TookBack()
        ):
            return wire.EventView(number=number, kind=kind, time=time, by=by, seat=event.seat)
        case events.ChatSent():
            return wire.EventView(number=number, kind=kind, time=time, by=by, text=event.text)
        case events.DowntimeCredited():
            return wire.EventView(number=number, kind=kind, time=time, lost=event.lost)
        case events.ResultRecorded():
            return wire.EventView(number=number, kind=kind, time=time, ratings=event.ratings)
        case events.TableOpened() | events.TableClosed() | events.GameDealt():
            return wire.EventView(number=number, kind=kind, time=time, by=by)


def revealed(table: Table, number: int) -> wire.Revealed:
    event = table.event_log[number - 1]
    assert isinstance(event, events.Moved)
    return wire.Revealed(number, event.move)


def snapshot(table: Table, viewer: Viewer, seat: int | None, now: int) -> wire.Snapshot:
    match, pending = table.match, table.pending
    seats = () if viewer.person is None else table.seats_of(viewer.person)
    yours = seats if len(seats) > 1 else ()
    if match is None:
        return wire.Snapshot(number=table.last_event, status=table.status, you=seat, yours=yours)
    outcome = match.outcome
    to_act = () if table.closed else match.to_act
    return wire.Snapshot(
        number=table.last_event,
        status=table.status,
        you=seat,
        yours=yours,
        game=len(table.games) - 1,
        turn=match.state.turn,
        to_act=to_act,
        outcome=outcome,
        ending=match.outcome_text if outcome else None,
        clocks=clocks(table, now),
        proposal=wire.OpenProposal(seat=pending.seat, what=pending.what, agreed=tuple(sorted(pending.agreed)))
        if pending
        else None,
        undo=seat is not None and table.can_take_back(seat),
        claim=claim[0] if seat is not None and (claim := table.available_claim(seat)) else None,
        moves=match.legal_moves(seat) if viewer.moves and seat is not None and seat in to_act else None,
        view=match.view(seat) if viewer.view else None,
        scene=match.scene(seat) if viewer.scene else None,
    )


def clocks(table: Table, now: int) -> wire.Clocks | None:
    clock = table.clock
    if clock is None:
        return None
    left = [max(0, clock.remaining(seat, now)) for seat in range(len(clock.remaining_ms))]
    return wire.Clocks(left=tuple(left), running=clock.running)


def table_info(table: Table) -> wire.TableInfo:
    return wire.TableInfo(
        id=table.id,
        terms=table.terms,
        places=tuple(table.places),
        host=table.host,
        score=table.score,
        games=tuple(
            [wire.Game(players=one.seating, sha256=one.sha256, outcome=one.match.outcome) for one in table.games]
        ),
        away=tuple(sorted(table.away)),
    )


def table_summary(table: Table) -> wire.TableSummary:
    return wire.TableSummary(
        id=table.id,
        status=table.status,
        created=table.event_log[0].time,
        terms=table.terms,
        places=tuple(table.places),
        score=table.score,
    )
