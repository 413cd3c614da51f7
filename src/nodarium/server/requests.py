"""Turns a request at a table into the event it causes, or raises an error that says why it is refused.

Nothing here changes the table. The time and the dealer are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict

from nodarium.core.errors import NodariumError
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
TOO_MUCH = "Too much has happened at this table. Open a new one."
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
        raise NotNow("The table is closed. Open a new one.")
    user_id = user.user_id
    assert user_id
    if request.last_seen is not None and is_outdated(request, user_id, table.event_log[request.last_seen :]):
        raise NotNow("The table has changed since you looked. Check it and try again.")
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
    return False


def _seat(table: Table, user_id: str, wanted: int | None = None) -> int:
    seat = table.acting_seat_of(user_id, wanted)
    if seat is None:
        raise NotAllowed("Only players at this table can do this. Take a free slot first.")
    return seat


def _match(table: Table) -> Match:
    match = table.match
    if match is None:
        raise NotNow("The game hasn't started: wait until every slot is taken.")
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
        raise LosingMove(
            "This move loses the game at once. Choose another, or confirm it.", rule=ending.rule, move=move
        )
    return events.Moved(seat=seat, move=move, **head)


def _sit(table: Table, user: Participant, request: wire.Sit, head: EventHeader, dealer: Dealer) -> Event:
    wanted = request.slot
    if table.first_slot_of(head["by"]) is not None:
        raise NotNow("You already have a slot at this table.")
    if table.games:
        raise NotNow("The game has started and every slot is taken. You can watch.")
    joins = [event.by for event in table.event_log if isinstance(event, events.Joined)]
    if joins.count(head["by"]) >= MAX_JOINS:
        raise NotNow("You have taken and left a slot here too often. Open a new table.")
    if table.last_event >= MAX_EVENTS_BEFORE_GAME:
        raise NotNow(TOO_MUCH)
    free = [number for number, slot in enumerate(table.slots) if slot.player is None]
    reserved = {number: person for number in free if (person := table.slots[number].reserved_for)}
    mine = [number for number in reserved if reserved[number].user_id == user.user_id]
    available = [number for number in free if number in mine or number not in reserved]
    if wanted is not None and wanted >= len(table.slots):
        raise NotFound(f"Slot {wanted} doesn't exist. The slots are 0 to {len(table.slots) - 1}.")
    if not available or (wanted is not None and wanted not in available):
        raise NotAllowed("This slot is taken or reserved for somebody else. Choose a free one.")
    slot = wanted if wanted is not None else (mine or available)[0]
    if table.config.rated and not user.registered:
        raise NotAllowed("Rated games need an account. Register first.")
    deal = dealer(table.config) if len(free) == 1 else None
    return events.Joined(slot=slot, player=user, deal=deal, entropy=request.entropy, **head)


def _stand(table: Table, user_id: str, head: EventHeader) -> Event:
    slot = table.first_slot_of(user_id)
    if slot is None:
        raise NotNow("You have no slot at this table.")
    if table.games:
        raise NotNow("The game has started. Resign, or abort it before the first move.")
    return events.LeftTable(slot=slot, **head)


def _abort(table: Table, user_id: str, head: EventHeader) -> Event:
    game = table.current_game
    if user_id != table.host:
        _seat(table, user_id)
    if game and (game.move_events or game.match.outcome):
        raise NotNow("You can abort a game only before its first move. Resign instead.")
    if game and table.config.rated and table.game.imperfect_information:
        raise NotNow("You have seen what was dealt, so you can't abort a rated game. Resign instead.")
    return events.TableClosed(**head)


def _claim(table: Table, seat: int, head: EventHeader) -> Event:
    if isinstance(table.config.clock, Correspondence):
        raise NotNow("You can't claim a correspondence game. Wait for the clock.")
    claim = table.available_claim(seat)
    if claim and claim[0] <= head["time"]:
        return events.VictoryClaimed(absent_seat=claim[1], **head)
    raise NotNow(f"The player to move hasn't been away for {CLAIM_AFTER_MS // 1000} seconds yet.")


def _say(table: Table, user_id: str, text: str, head: EventHeader) -> Event:
    if table.first_slot_of(user_id) is None:
        raise NotAllowed("Only players at this table can chat.")
    if not table.config.chat:
        raise NotAllowed("Chat is off at this table.")
    if not text.strip():
        raise BadRequest("The message is empty. Write something.")
    before_game = not table.games and table.last_event >= MAX_EVENTS_BEFORE_GAME
    if before_game or sum(isinstance(event, events.ChatSent) for event in table.event_log) >= MAX_CHAT_MESSAGES:
        raise NotNow("This table has too many messages. Open a new one.")
    return events.ChatSent(text=text.strip(), **head)


# ---- proposals ----


def _propose(table: Table, seat: int, request: wire.Propose, head: EventHeader, dealer: Dealer) -> Event:
    what: Proposal = request.what
    match, pending = _match(table), table.pending
    first = table.games[-1].first_event
    made = [event for event in table.event_log[first:] if isinstance(event, events.ProposalMade)]
    if sum(event.seat == seat for event in made) >= MAX_PROPOSALS:
        raise NotNow("You have made too many proposals in this game.")
    if pending and pending.what != what:
        raise NotNow("Another proposal is open. Accept or decline it first.")
    if pending and seat in pending.accepted_by:
        raise NotNow("You have already agreed to this. Wait for the other players to answer.")
    if pending:
        return _accept(table, seat, request.entropy, head, dealer)
    if what == "rematch":
        if not match.outcome:
            raise NotNow("The game isn't over yet. Propose a rematch after it.")
        if table.other_human_seats(seat):
            return events.ProposalMade(seat=seat, what=what, entropy=request.entropy, **head)
        return events.GameDealt(deal=dealer(table.config), **head)
    if match.outcome:
        raise game_over(match.state, match.outcome)
    if what == "draw":
        if len(table.other_human_seats(seat)) < match.state.seats - 1:
            raise NotAllowed("Bots don't accept draws. Play on, or resign.")
        return events.ProposalMade(seat=seat, what=what, **head)
    keep = match.last_move_index(seat)
    if keep is None:
        raise NotNow("You have no move to take back.")
    if match.undoes_simultaneous_choice(keep):
        raise NotAllowed("You can't take back a move that was chosen at the same time as your opponent's.")
    if not table.other_human_seats(seat) or reveals_nothing(match, seat, keep):
        return events.TookBack(seat=seat, **head)
    return events.ProposalMade(seat=seat, what=what, **head)


def _accept(table: Table, seat: int, entropy: str | None, head: EventHeader, dealer: Dealer) -> Event:
    pending = table.pending
    if pending is None or seat in pending.accepted_by:
        raise NotNow("No proposal is waiting for your answer.")
    last = set(table.other_human_seats(pending.seat)) <= pending.accepted_by | {seat}
    deal = dealer(table.config) if last and pending.what == "rematch" else None
    return events.ProposalAccepted(seat=seat, deal=deal, entropy=entropy, **head)


def _decline(table: Table, user_id: str, wanted: int | None, head: EventHeader) -> Event:
    seat = _seat(table, user_id, wanted)
    pending = table.pending
    if pending is None:
        raise NotNow("No proposal is open.")
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
