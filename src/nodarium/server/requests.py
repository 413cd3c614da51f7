"""Turns a request at a table into the event it causes, or raises an error that says why it is refused.

Nothing here changes the table. The time and the dealer are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict

from nodarium.core.errors import NodariumError
from nodarium.core.message import say
from nodarium.core.refusal import game_over
from nodarium.core.state import State
from nodarium.record.match import Match
from nodarium.server import events, wire
from nodarium.server.clock import Correspondence
from nodarium.server.errors import BadRequest, LosingMove, NotAllowed, NotFound, NotNow
from nodarium.server.events import Deal, Event, Participant, Proposal, TableConfig
from nodarium.server.table import CLAIM_AFTER_MS, Table

# After these events the game may be in another position, or another game may have started.
POSITION_CHANGES = (events.TookBack, events.ProposalAccepted, events.GameDealt)
REVEAL_CHECK_DEALS = 4  # deals that are compared to see whether a move revealed something

MAX_EVENTS = 20_000  # at a table; beyond this, only games can be finished
MAX_EVENTS_BEFORE_GAME = 500
MAX_JOINS = 10  # of one user at a table
MAX_CHAT_MESSAGES = 1000  # at a table
MAX_PROPOSALS = 100  # of one seat in a game
TOO_MUCH = say("server-table-full")
FINISHING = (wire.Move, wire.Resign, wire.Claim, wire.Abort, wire.Stand)  # requests that any table takes

Dealer = Callable[[TableConfig], Deal]


class EventHeader(TypedDict):
    """The fields that all events share."""

    time: int
    by: str
    request: str | None


def event_for(table: Table, user: Participant, request: wire.TableRequest, now: int, dealer: Dealer) -> Event:
    """The event that a user's request causes."""
    if table.closed:
        raise NotNow(say("server-table-closed"))
    user_id = user.user_id
    assert user_id
    if request.last_seen is not None and is_outdated(request, user_id, table.event_log[request.last_seen :]):
        raise NotNow(say("server-table-changed"))
    if table.last_event >= MAX_EVENTS and not isinstance(request, FINISHING):
        raise NotNow(TOO_MUCH)
    head = EventHeader(time=max(now, table.time), by=user_id, request=request.request)
    match request:
        case wire.Move():
            return _move(table, _seat(table, user_id, request.seat), request, head)
        case wire.Sit():
            return _sit(table, user, request, head, dealer)
        case wire.Stand():
            return _stand(table, user_id, head)
        case wire.Abort():
            return _abort(table, user_id, head)
        case wire.Resign():
            return events.Resigned(seat=_playing_seat(table, user_id, request.seat), **head)
        case wire.Propose():
            return _propose(table, _seat(table, user_id, request.seat), request, head, dealer)
        case wire.Accept():
            return _accept(table, _seat(table, user_id, request.seat), request.entropy, head, dealer)
        case wire.Decline():
            return _decline(table, user_id, request.seat, head)
        case wire.Claim():
            return _claim(table, _playing_seat(table, user_id, request.seat), head)
        case wire.Say():
            return _say(table, user_id, request.text, head)


def is_outdated(request: wire.TableRequest, user_id: str, unseen: Sequence[Event]) -> bool:
    """Whether events that the user hadn't seen give the request another meaning."""
    match request:
        case wire.Accept() | wire.Decline():
            return any(isinstance(event, events.ProposalMade) for event in unseen)
        case wire.Move() | wire.Propose() | wire.Resign() | wire.Claim():
            own = [event for event in unseen if isinstance(event, events.Moved) and event.by == user_id]
            return bool(own) or any(isinstance(event, POSITION_CHANGES) for event in unseen)
        case wire.Abort():
            return any(isinstance(event, events.Joined) for event in unseen)
    return False


def _seat(table: Table, user_id: str, wanted: int | None = None) -> int:
    seat = table.acting_seat_of(user_id, wanted)
    if seat is None:
        raise NotAllowed(say("server-players-only"))
    return seat


def _match(table: Table) -> Match:
    match = table.match
    if match is None:
        raise NotNow(say("server-not-started"))
    return match


def _playing_seat(table: Table, user_id: str, wanted: int | None = None) -> int:
    seat = _seat(table, user_id, wanted)
    match = _match(table)
    if match.outcome:
        raise game_over(match.state, match.outcome)
    return seat


def _move(table: Table, seat: int, request: wire.Move, head: EventHeader) -> Event:
    match = _match(table)
    move = match.canonical_move(request.move, seat)
    if request.reject_losing and (ending := match.immediate_loss(move, seat)):
        raise LosingMove(say("server-losing-move"), rule=ending.rule, move=move)
    return events.Moved(seat=seat, move=move, **head)


def _sit(table: Table, user: Participant, request: wire.Sit, head: EventHeader, dealer: Dealer) -> Event:
    wanted = request.slot
    if table.first_slot_of(head["by"]) is not None:
        raise NotNow(say("server-already-seated"))
    if table.games:
        raise NotNow(say("server-slots-taken"))
    joins = [event.by for event in table.event_log if isinstance(event, events.Joined)]
    if joins.count(head["by"]) >= MAX_JOINS:
        raise NotNow(say("server-joined-too-often"))
    if table.last_event >= MAX_EVENTS_BEFORE_GAME:
        raise NotNow(TOO_MUCH)
    free = [number for number, slot in enumerate(table.slots) if slot.player is None]
    reserved = {number: person for number in free if (person := table.slots[number].reserved_for)}
    mine = [number for number in reserved if reserved[number].user_id == user.user_id]
    available = [number for number in free if number in mine or number not in reserved]
    if wanted is not None and wanted >= len(table.slots):
        raise NotFound(say("server-no-such-slot", slot=str(wanted), last=str(len(table.slots) - 1)))
    if not available or (wanted is not None and wanted not in available):
        raise NotAllowed(say("server-slot-taken"))
    slot = wanted if wanted is not None else (mine or available)[0]
    if table.config.rated and not user.registered:
        raise NotAllowed(say("server-rated-needs-account"))
    deal = dealer(table.config) if len(free) == 1 else None
    return events.Joined(slot=slot, player=user, deal=deal, entropy=request.entropy, **head)


def _stand(table: Table, user_id: str, head: EventHeader) -> Event:
    slot = table.first_slot_of(user_id)
    if slot is None:
        raise NotNow(say("server-not-seated"))
    if table.games:
        raise NotNow(say("server-stand-too-late"))
    return events.LeftTable(slot=slot, **head)


def _abort(table: Table, user_id: str, head: EventHeader) -> Event:
    game = table.current_game
    if user_id != table.host:
        _seat(table, user_id)
    if game and (game.move_events or game.match.outcome):
        raise NotNow(say("server-abort-too-late"))
    if game and table.config.rated and table.game.imperfect_information:
        raise NotNow(say("server-abort-after-deal"))
    return events.TableClosed(**head)


def _claim(table: Table, seat: int, head: EventHeader) -> Event:
    if isinstance(table.config.clock, Correspondence):
        raise NotNow(say("server-claim-correspondence"))
    claim = table.available_claim(seat)
    if claim and claim[0] <= head["time"]:
        return events.VictoryClaimed(absent_seat=claim[1], **head)
    raise NotNow(say("server-claim-too-early", seconds=CLAIM_AFTER_MS // 1000))


def _say(table: Table, user_id: str, text: str, head: EventHeader) -> Event:
    if table.first_slot_of(user_id) is None:
        raise NotAllowed(say("server-chat-players-only"))
    if not table.config.chat:
        raise NotAllowed(say("server-chat-off"))
    if not text.strip():
        raise BadRequest(say("server-chat-empty"))
    before_game = not table.games and table.last_event >= MAX_EVENTS_BEFORE_GAME
    if before_game or sum(isinstance(event, events.ChatSent) for event in table.event_log) >= MAX_CHAT_MESSAGES:
        raise NotNow(say("server-chat-full"))
    return events.ChatSent(text=text.strip(), **head)


# ---- proposals ----


def _propose(table: Table, seat: int, request: wire.Propose, head: EventHeader, dealer: Dealer) -> Event:
    what: Proposal = request.what
    match, pending = _match(table), table.pending
    first = table.games[-1].first_event
    made = [event for event in table.event_log[first:] if isinstance(event, events.ProposalMade)]
    if sum(event.seat == seat for event in made) >= MAX_PROPOSALS:
        raise NotNow(say("server-too-many-proposals"))
    if pending and pending.what != what:
        raise NotNow(say("server-other-proposal"))
    if pending and seat in pending.accepted_by:
        raise NotNow(say("server-already-agreed"))
    if pending:
        return _accept(table, seat, request.entropy, head, dealer)
    if what == "rematch":
        if not match.outcome:
            raise NotNow(say("server-rematch-too-early"))
        if table.other_human_seats(seat):
            return events.ProposalMade(seat=seat, what=what, entropy=request.entropy, **head)
        return events.GameDealt(deal=dealer(table.config), **head)
    if match.outcome:
        raise game_over(match.state, match.outcome)
    if what == "draw":
        if len(table.other_human_seats(seat)) < match.state.seats - 1:
            raise NotAllowed(say("server-bots-refuse-draws"))
        return events.ProposalMade(seat=seat, what=what, **head)
    keep = match.last_move_index(seat)
    if keep is None:
        raise NotNow(say("server-nothing-to-take-back"))
    if match.undoes_simultaneous_choice(keep):
        raise NotAllowed(say("server-simultaneous-is-final"))
    if not table.other_human_seats(seat) or reveals_nothing(match, seat, keep):
        return events.TookBack(seat=seat, **head)
    return events.ProposalMade(seat=seat, what=what, **head)


def _accept(table: Table, seat: int, entropy: str | None, head: EventHeader, dealer: Dealer) -> Event:
    pending = table.pending
    if pending is None or seat in pending.accepted_by:
        raise NotNow(say("server-no-proposal-to-answer"))
    last = set(table.other_human_seats(pending.seat)) <= pending.accepted_by | {seat}
    deal = dealer(table.config) if last and pending.what == "rematch" else None
    return events.ProposalAccepted(seat=seat, deal=deal, entropy=entropy, **head)


def _decline(table: Table, user_id: str, wanted: int | None, head: EventHeader) -> Event:
    seat = _seat(table, user_id, wanted)
    pending = table.pending
    if pending is None:
        raise NotNow(say("server-no-proposal"))
    if wanted is None and pending.seat in table.seats_of(user_id):
        seat = pending.seat
    if seat == pending.seat:
        return events.ProposalWithdrawn(seat=seat, **head)
    return events.ProposalDeclined(seat=seat, **head)


def reveals_nothing(match: Match, seat: int, keep: int) -> bool:
    """Whether the last move belongs to the seat's unfinished turn and showed the seat nothing new."""
    before, now = match.state_after(keep), match.state
    if keep != len(match.history) - 1 or seat not in match.to_act or before.turn != now.turn:
        return False
    return not match.game.imperfect_information or all(
        view_after(match, before, seat, keep, seed) == now.view(seat) for seed in range(REVEAL_CHECK_DEALS)
    )


def view_after(match: Match, before: State, seat: int, keep: int, seed: int) -> object:
    """The seat's view after its move if what it can't know had been dealt differently."""
    other = before.copy()
    other.determinize(seat, seed)
    move = match.history[keep].move
    try:
        other.apply(match.game.notation.parse_move(other, seat, move), seat)
    except NodariumError:
        return None
    return other.view(seat)
