"""`Table`: what the events of a table add up to, and what may be asked of it.

Nothing here knows the time, draws a number at random or waits for anything: `apply` takes an event as it stands, and
`ask` makes an event of a request, or says why not, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import TypedDict

from msgspec import Struct

from nodarium.core.discovery import find_game
from nodarium.core.errors import NodariumError
from nodarium.core.game import Game
from nodarium.core.outcome import Outcome
from nodarium.core.refusal import game_over
from nodarium.core.state import State
from nodarium.record.commitment import digest
from nodarium.record.match import Match
from nodarium.record.record import Player as RecordPlayer
from nodarium.record.series import Series
from nodarium.server import events, wire
from nodarium.server.clock import Clock, Correspondence
from nodarium.server.errors import BadRequest, LosingMove, NotAllowed, NotFound, NotNow
from nodarium.server.events import Deal, Event, Participant, Proposal, Slot, TableConfig

CLAIM_AFTER_MS = 60_000  # milliseconds after which a player who is not connected counts as gone
POSITION_CHANGES = (
    events.TookBack,
    events.ProposalAccepted,
    events.GameDealt,
)  # after these the game may be at another point, or another one
REVEAL_CHECK_DEALS = 4  # deals that are compared to see whether a move told something new

Dealer = Callable[[TableConfig], Deal]


class EventHeader(TypedDict):
    """What every event has."""

    time: int
    by: str
    request: str | None


class UnrecordedResult(Struct, frozen=True):
    """How a game ended, for the server's books."""

    game: str
    people: tuple[str, ...]  # by seat, if it is rated; else nobody
    outcome: Outcome


class TableGame(Struct):
    """A game that was played, or is: its match, which place sits in which seat, and the events of its moves."""

    match: Match
    seating: tuple[int, ...]
    sha256: str
    moves: list[int]


class PendingProposal(Struct):
    """What was proposed."""

    seat: int
    what: Proposal
    agreed: set[int]


class Table:
    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.event_log: list[Event] = []
        self.handled_requests: dict[tuple[str, str], int] = {}  # (person, request) -> the event it became
        self.terms: TableConfig
        self.host = ""
        self.places: list[Slot] = []
        self.games: list[TableGame] = []
        self.series: Series | None = None
        self.clock: Clock | None = None
        self.pending: PendingProposal | None = None
        self.away: dict[int, int] = {}  # place -> since when its player is not connected
        self.reveals: dict[int, tuple[int, ...]] = {}  # event -> moves that were hidden until it
        self.rotation = 0  # how many seats all have moved on by playing again
        self.num_recorded = 0  # games that are over and in the server's books
        self.closed = False

    # ---- how things stand ----

    @property
    def last_event(self) -> int:
        """Of the last event; the first one has number 1."""
        return len(self.event_log)

    @property
    def time(self) -> int:
        return self.event_log[-1].time if self.event_log else 0

    @property
    def game(self) -> Game:
        return find_game(self.terms.game)

    @property
    def current_game(self) -> TableGame | None:
        """The last game."""
        return self.games[-1] if self.games else None

    @property
    def match(self) -> Match | None:
        return self.games[-1].match if self.games else None

    @property
    def status(self) -> wire.Status:
        if self.closed:
            return "closed"
        if not self.games:
            return "open"
        return "over" if self.games[-1].match.outcome else "playing"

    @property
    def series_over(self) -> bool:
        """Whether the players have played what they sat down for; a drawn single game needs no other."""
        assert self.series
        over = self.games[-1].match.outcome is not None
        return self.series.winner is not None or (over and self.terms.best_of == 1)

    @property
    def score(self) -> tuple[int, ...]:
        """The games that each place has won in the present series; of single games, all count."""
        if self.series is None:
            return ()
        counted = self.games if self.terms.best_of == 1 else self.games[-len(self.series.rounds) :]
        winners = [(played, played.match.outcome.winners) for played in counted if played.match.outcome]
        won = [played.seating[seats[0]] for played, seats in winners if len(seats) == 1]
        return tuple(won.count(place) for place in range(len(self.places)))

    def place_of(self, person: str) -> int | None:
        for number, place in enumerate(self.places):
            if place.player and place.player.person == person:
                return number
        return None

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats in which a person sits now: several, if friends share a device."""
        places = [number for number, place in enumerate(self.places) if place.player and place.player.person == person]
        if not self.games:
            return tuple(places)
        return tuple(sorted(self.games[-1].seating.index(place) for place in places))

    def seat_of(self, person: str, wanted: int | None = None) -> int | None:
        """The seat that a person means: the wanted one, else the first that may act, else the first."""
        seats = self.seats_of(person)
        if wanted is not None:
            return wanted if wanted in seats else None
        able = self.match.to_act if self.match else ()
        return next((seat for seat in (*able, *seats) if seat in seats), None)

    def player_in(self, seat: int) -> Participant:
        """Who sits in a seat of the present game."""
        player = self.places[self.games[-1].seating[seat]].player
        assert player, "a game begins when all places are taken"
        return player

    def other_people(self, seat: int) -> list[int]:
        """The other seats in which other people sit."""
        played, own = self.games[-1], self.player_in(seat).person
        others = [(one, self.player_in(one).person) for one in range(len(played.seating)) if one != seat]
        return [one for one, person in others if person and person != own]

    @property
    def bots_to_act(self) -> list[int]:
        """The seats of bots that may act now."""
        match = self.match
        if match is None or self.closed:
            return []
        return [seat for seat in match.to_act if self.player_in(seat).level]

    def is_hidden(self, number: int, seat: int | None) -> bool:
        """Whether the move of an event is not known yet to a seat; None is a spectator."""
        present = self.current_game
        if present is None or present.match.outcome:
            return False
        event = self.event_log[number - 1]
        return (
            number in present.moves[present.match.num_revealed :]
            and isinstance(event, events.Moved)
            and event.seat != seat
        )

    def can_take_back(self, seat: int) -> bool:
        """Whether the last move of a seat can be taken back, perhaps only if the others agree."""
        match = self.match
        if match is None or self.status != "playing":
            return False
        keep = match.last_move_index(seat)
        return keep is not None and not match.is_irrevocable(keep)

    def available_claim(self, seat: int) -> tuple[int, int] | None:
        """From when on a seat can claim the game, and from whom: whoever is to act has gone."""
        present = self.current_game
        if present is None or self.status != "playing" or isinstance(self.terms.clock, Correspondence):
            return None
        due = [(other, self.away.get(present.seating[other])) for other in present.match.to_act if other != seat]
        return min([(since + CLAIM_AFTER_MS, other) for other, since in due if since is not None], default=None)

    @property
    def unrecorded_result(self) -> UnrecordedResult | None:
        """The end of the last game, if it is not in the books yet."""
        match = self.match
        if match is None or match.outcome is None or self.num_recorded == len(self.games):
            return None
        players = [self.player_in(seat) for seat in range(match.state.seats)]
        rated = self.terms.rated and bool(match.history) and all(player.account for player in players)
        people = tuple([player.person for player in players if player.person]) if rated else ()
        return UnrecordedResult(self.terms.game, people, match.outcome)

    @property
    def deadline(self) -> int | None:
        """When somebody's time will be up."""
        flag = self.clock.next_flag if self.clock and self.status == "playing" else None
        return flag[0] if flag else None

    def due_event(self, now: int) -> Event | None:
        """The event that the server itself owes this table, if it owes one."""
        flag = self.clock.next_flag if self.clock and self.status == "playing" else None
        if flag and flag[0] <= now:
            return events.Flagged(time=max(flag[0], self.time), seat=flag[1])
        return None

    # ---- events ----

    def apply(self, event: Event) -> None:
        """Let an event happen."""
        self.event_log.append(event)
        if event.by is not None and event.request is not None:
            self.handled_requests[event.by, event.request] = self.last_event
        match event:
            case events.Moved():
                self._move(event)
            case events.TableOpened():
                self.terms, self.host, self.places = event.terms, event.by or "", list(event.places)
                self._begin(event.deal, event.time, event.moves)
            case events.Joined():
                self.places[event.place] = Slot(player=event.player)
                self._begin(event.deal, event.time)
            case events.LeftTable():
                self.places[event.place] = Slot()
                self.away.pop(event.place, None)
            case events.TableClosed():
                self.closed = True
                self._settle(event.time)
            case events.Resigned():
                self._match.resign(event.seat)
                self._settle(event.time)
            case events.Flagged():
                self._match.lose_on_time(event.seat)
                self._settle(event.time)
            case events.VictoryClaimed():
                self._match.abandon(event.seat)
                self._settle(event.time)
            case events.ProposalMade():
                self.pending = PendingProposal(event.seat, event.what, {event.seat})
            case events.ProposalAccepted():
                self._agree(event)
            case events.ProposalDeclined():
                self.pending = None
            case events.TookBack():
                self._take_back(event.seat, event.time)
            case events.GameDealt():
                self._begin(event.deal, event.time)
            case events.Disconnected():
                self.away[event.place] = event.time
            case events.Reconnected():
                self.away.pop(event.place, None)
            case events.DowntimeCredited():
                if self.clock:
                    self.clock.pause(event.lost, event.time)
            case events.ResultRecorded():
                self.num_recorded = len(self.games)
            case events.ChatSent():
                pass

    @property
    def _match(self) -> Match:
        return self.games[-1].match

    def _begin(self, deal: Deal | None, now: int, moves: Sequence[tuple[int, str]] = ()) -> None:
        """Begin a game: the next of the series or, if that is over, the first of another with all one place on."""
        if deal is None:
            return
        if self.series and self.series_over:
            self.rotation += 1
            self.series = None
        order = [(number + self.rotation) % len(self.places) for number in range(len(self.places))]
        if self.series is None:
            players = [player for number in order if (player := self.places[number].player)]
            names = [RecordPlayer(name=one.name, kind="bot" if one.level else "person") for one in players]
            terms = self.terms
            self.series = Series(terms.game, best_of=terms.best_of, player_names=names, **terms.options)
        series = self.series
        start = self.game.state_from_deal(series.options, deal.deal)
        started = datetime.fromtimestamp(now // 1000, UTC)
        match = Match(self.game, series.options, start, players=series.next_players(), started=started, salt=deal.salt)
        seating = tuple(order[player] for player in series.seating)
        series.add_match(match)
        for seat, move in moves:
            match.play(move, seat)
        self.games.append(TableGame(match, seating, digest(deal.deal, deal.salt), [self.last_event] * len(moves)))
        self.clock = Clock(self.terms.clock, len(seating)) if self.terms.clock else None
        self._settle(now)

    def _move(self, event: events.Moved) -> None:
        played = self.games[-1]
        match, seat = played.match, event.seat
        before, known = match.state, match.num_revealed
        shown = None
        if self.clock:
            self.clock.set_running(event.time, self.clock.running)
            shown = max(0, self.clock.remaining_ms[seat]) / 1000
        match.play(event.move, seat, clock=shown)
        played.moves.append(self.last_event)
        if match.num_revealed - known > 1:
            self.reveals[self.last_event] = tuple(played.moves[known:-1])
        if self.clock:
            if ends_turn(before, match.state, seat):
                self.clock.end_turn(seat)
            self.clock.set_running(event.time, match.to_act)
        pending = self.pending
        if pending and not (pending.what == "draw" and pending.seat == seat):
            self.pending = None

    def _agree(self, event: events.ProposalAccepted) -> None:
        pending = self.pending
        assert pending
        pending.agreed.add(event.seat)
        if not set(self.other_people(pending.seat)) <= pending.agreed:
            return
        self.pending = None
        if pending.what == "draw":
            self._match.agree_draw()
            self._settle(event.time)
        elif pending.what == "take-back":
            self._take_back(pending.seat, event.time)
        else:
            self._begin(event.deal, event.time)

    def _take_back(self, seat: int, now: int) -> None:
        """Go back to where the seat made its last move."""
        played = self.games[-1]
        keep = played.match.last_move_index(seat)
        assert keep is not None
        states = [played.match.state_after(number) for number in range(keep, len(played.moves) + 1)]
        made = [move.seat for move in played.match.history[keep:]]
        ended = [
            one for one, (before, after) in zip(made, pairwise(states), strict=True) if ends_turn(before, after, one)
        ]
        played.match.undo(len(played.moves) - keep)
        del played.moves[keep:]
        if self.clock and ended:
            self.clock.set_running(now, ())
            self.clock.take_back(ended)
        self._settle(now)

    def _settle(self, now: int) -> None:
        """After anything but a move: whoever is to act now is on the clock, and no proposal is open."""
        self.pending = None
        if self.clock:
            self.clock.set_running(now, () if self.closed else self._match.to_act)

    # ---- requests ----

    def handle(self, person: Participant, request: wire.AnyRequest, now: int, dealer: Dealer) -> Event:
        """The event that a person's request becomes; an error says why it becomes none."""
        if self.closed:
            raise NotNow("The table is closed.")
        now = max(now, self.time)
        who = person.person
        assert who
        if request.after is not None and self._means_no_longer(request, who, self.event_log[request.after :]):
            raise NotNow("Meanwhile something else has happened; look again.")
        head = EventHeader(time=now, by=who, request=request.request)
        match request:
            case wire.Move():
                return self._ask_move(self._seat(who, request.seat), request, head)
            case wire.Sit():
                return self._ask_sit(person, request.place, head, dealer)
            case wire.Stand():
                return self._ask_stand(who, head)
            case wire.Abort():
                return self._ask_abort(who, head)
            case wire.Resign():
                return events.Resigned(seat=self._playing_seat(who, request.seat), **head)
            case wire.Propose():
                return self._ask_propose(self._seat(who, request.seat), request.what, head, dealer)
            case wire.Accept():
                return self._ask_accept(self._seat(who), head, dealer)
            case wire.Decline():
                seat = self._seat(who)
                if self.pending is None:
                    raise NotNow("Nothing is proposed.")
                return events.ProposalDeclined(seat=seat, **head)
            case wire.Claim():
                return self._ask_claim(self._playing_seat(who, request.seat), head)
            case wire.Say():
                return self._ask_say(who, request.text, head)

    def _means_no_longer(self, request: wire.AnyRequest, who: str, news: Sequence[Event]) -> bool:
        """Whether somebody who did not know of some events asked for something else than it would be now."""
        match request:
            case wire.Accept() | wire.Decline():
                return any(isinstance(event, events.ProposalMade) for event in news)
            case wire.Move() | wire.Propose() | wire.Resign() | wire.Claim():
                own = [event for event in news if isinstance(event, events.Moved) and event.by == who]
                return bool(own) or any(isinstance(event, POSITION_CHANGES) for event in news)
        return False

    def _seat(self, who: str, wanted: int | None = None) -> int:
        seat = self.seat_of(who, wanted)
        if seat is None:
            raise NotAllowed("Only those who sit at the table can do this.")
        return seat

    def _playing(self) -> Match:
        match = self.match
        if match is None:
            raise NotNow("The game has not begun: a place is still free.")
        return match

    def _playing_seat(self, who: str, wanted: int | None = None) -> int:
        seat = self._seat(who, wanted)
        match = self._playing()
        if match.outcome:
            raise game_over(match.state, match.outcome)
        return seat

    def _ask_move(self, seat: int, request: wire.Move, head: EventHeader) -> Event:
        match = self._playing()
        move = match.canonical_move(request.move, seat)
        if request.careful and (ending := match.immediate_loss(move, seat)):
            raise LosingMove("With this move you would lose the game at once.", rule=ending.rule, move=move)
        return events.Moved(seat=seat, move=move, **head)

    def _ask_sit(self, person: Participant, wanted: int | None, head: EventHeader, dealer: Dealer) -> Event:
        if self.place_of(head["by"]) is not None:
            raise NotNow("You sit at this table already.")
        if self.games:
            raise NotNow("The game has begun, and all places are taken.")
        free = [number for number, place in enumerate(self.places) if place.player is None]
        mine = [number for number in free if (kept := self.places[number].kept_for) and kept.person == person.person]
        able = [number for number in free if number in mine or self.places[number].kept_for is None]
        if wanted is not None and wanted >= len(self.places):
            raise NotFound(f"There is no place {wanted}: the places are 0 to {len(self.places) - 1}.")
        if not able or (wanted is not None and wanted not in able):
            raise NotAllowed("This place is taken, or kept for somebody else.")
        place = wanted if wanted is not None else (mine or able)[0]
        if self.terms.rated and not person.account:
            raise NotAllowed("Rated games are for people with an account.")
        return events.Joined(place=place, player=person, deal=dealer(self.terms) if len(free) == 1 else None, **head)

    def _ask_stand(self, who: str, head: EventHeader) -> Event:
        place = self.place_of(who)
        if place is None:
            raise NotNow("You do not sit at this table.")
        if self.games:
            raise NotNow("The game has begun: resign, or abort it before the first move.")
        return events.LeftTable(place=place, **head)

    def _ask_abort(self, who: str, head: EventHeader) -> Event:
        present = self.current_game
        if who != self.host:
            self._seat(who)
        if present and (present.moves or present.match.outcome):
            raise NotNow("A game can be aborted before its first move, not after it.")
        return events.TableClosed(**head)

    def _ask_claim(self, seat: int, head: EventHeader) -> Event:
        if isinstance(self.terms.clock, Correspondence):
            raise NotNow("By correspondence nobody has to be there; their time will tell.")
        claim = self.available_claim(seat)
        if claim and claim[0] <= head["time"]:
            return events.VictoryClaimed(seat=claim[1], **head)
        raise NotNow(f"Nobody who is to act has been away for {CLAIM_AFTER_MS // 1000} seconds.")

    def _ask_say(self, who: str, text: str, head: EventHeader) -> Event:
        if self.place_of(who) is None:
            raise NotAllowed("Only those who sit at the table can talk here.")
        if not self.terms.chat:
            raise NotAllowed("At this table nobody talks.")
        if not text.strip():
            raise BadRequest("There is nothing in this message.")
        return events.ChatSent(text=text.strip(), **head)

    # ---- proposals ----

    def _ask_propose(self, seat: int, what: Proposal, head: EventHeader, dealer: Dealer) -> Event:
        match = self._playing()
        if self.pending and self.pending.what == what and seat not in self.pending.agreed:
            return self._ask_accept(seat, head, dealer)
        if self.pending and self.pending.what != what:
            raise NotNow("Something else is proposed: accept or decline that first.")
        if what == "again":
            if not match.outcome:
                raise NotNow("The game is not over.")
            return (
                events.ProposalMade(seat=seat, what=what, **head)
                if self.other_people(seat)
                else self._deal(head, dealer)
            )
        if match.outcome:
            raise game_over(match.state, match.outcome)
        if what == "draw":
            if len(self.other_people(seat)) < match.state.seats - 1:
                raise NotAllowed("Bots do not agree to a draw.")
            return events.ProposalMade(seat=seat, what=what, **head)
        keep = match.last_move_index(seat)
        if keep is None:
            raise NotNow("You have no move to take back.")
        if match.is_irrevocable(keep):
            raise NotAllowed("What was chosen at the same time as somebody else's choice is final.")
        if not self.other_people(seat) or reveals_nothing(match, seat, keep):
            return events.TookBack(seat=seat, **head)
        return events.ProposalMade(seat=seat, what=what, **head)

    def _ask_accept(self, seat: int, head: EventHeader, dealer: Dealer) -> Event:
        pending = self.pending
        if pending is None or seat in pending.agreed:
            raise NotNow("Nothing is proposed to you.")
        last = set(self.other_people(pending.seat)) <= pending.agreed | {seat}
        deal = dealer(self.terms) if last and pending.what == "again" else None
        return events.ProposalAccepted(seat=seat, deal=deal, **head)

    def _deal(self, head: EventHeader, dealer: Dealer) -> Event:
        return events.GameDealt(deal=dealer(self.terms), **head)


def ends_turn(before: State, after: State, seat: int) -> bool:
    """Whether a seat's turn is over with its move from one state to the next."""
    return seat not in after.to_act or after.turn != before.turn


def reveals_nothing(match: Match, seat: int, keep: int) -> bool:
    """Whether the last move belongs to the seat's unfinished turn and told it nothing that it did not know."""
    before, now = match.state_after(keep), match.state
    if keep != len(match.history) - 1 or seat not in match.to_act or before.turn != now.turn:
        return False
    return not match.game.imperfect_information or all(
        view_after(match, before, seat, keep, seed) == now.view(seat) for seed in range(REVEAL_CHECK_DEALS)
    )


def view_after(match: Match, before: State, seat: int, keep: int, seed: int) -> object:
    """What the seat would have seen after its move if what it could not know had been dealt otherwise."""
    other = before.copy()
    other.determinize(seat, seed)
    move = match.history[keep].move
    try:
        other.apply(match.game.notation.parse_move(other, seat, move), seat)
    except NodariumError:
        return None
    return other.view(seat)
