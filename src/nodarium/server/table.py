"""`Table`: the fold of a table's events, and queries on the result.

A table knows neither the time nor chance: both come with the events. `requests.py` turns requests into events.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from copy import copy
from datetime import UTC, datetime
from itertools import pairwise

from msgspec import structs

from nodarium.core.discovery import find_game
from nodarium.core.game import Game
from nodarium.core.options import Value
from nodarium.record.commitment import digest
from nodarium.record.history import RESIGNATION, HistoryEntry
from nodarium.record.match import Match
from nodarium.record.record import Player as RecordPlayer
from nodarium.record.series import Series
from nodarium.server import events
from nodarium.server.clock import Clock, Correspondence
from nodarium.server.events import Deal, Event, Participant, Slot, TableConfig
from nodarium.server.table_parts import (
    MoveText,
    PendingProposal,
    Status,
    TableGame,
    UnrecordedResult,
    ends_turn,
    make_move_text,
    replaced,
    with_name,
)

MIN_RATED_TURNS = 2  # of every seat, or else a resignation aborts a rated game
CLAIM_AFTER_MS = 60_000  # a player who is disconnected for this long loses to a claim

CONTRIBUTING_EVENTS = (events.TableOpened, events.Joined, events.ProposalMade, events.ProposalAccepted)


class Table:
    def __init__(self, table_id: str, *, reading: int = 0) -> None:
        self.id = table_id
        self.reading = reading  # which of `readings` to take
        self.readings: list[dict[str, Value]] = []  # what the stored options can mean; old ones name no data versions
        self.rules = ""  # the game and the version of its rules
        self.event_log: list[Event] = []
        self.handled_requests: dict[tuple[str, str], int] = {}  # (user id, request id) -> number of its event
        self.config: TableConfig
        self.host = ""
        self.slots: list[Slot] = []
        self.games: list[TableGame] = []
        self.series: Series | None = None
        self.clock: Clock | None = None
        self.pending: PendingProposal | None = None
        self.away: dict[int, int] = {}  # slot -> when its player disconnected
        self.reveals: dict[int, tuple[int, ...]] = {}  # event -> moves that were hidden until it
        self.rotation = 0  # how many seats everybody has moved on through rematches
        self.num_recorded = 0  # games whose results are recorded
        self.closed = False
        self.deleted_chats: set[int] = set()  # events
        self.new_names: dict[str, str] = {}  # user id -> the name that a moderator chose
        self.secret: str | None = None  # decides the next deal, together with the contributions
        self.contributions: dict[str, str] = {}  # by user id
        # Caches: every frame asks for these.
        self._move_texts: dict[int, MoveText] = {}  # by event
        self._seats: dict[str, tuple[int, ...]] = {}  # by user id, in the current game
        self._to_act: tuple[int, ...] | None = None
        self._has_bots = False

    def become(self, other: Table) -> None:
        """Take over the state of a table that was folded from rewritten events."""
        self.__dict__ = other.__dict__

    # ---- queries ----

    @property
    def last_event(self) -> int:
        """The number of the last event; the first one has number 1."""
        return len(self.event_log)

    @property
    def time(self) -> int:
        return self.event_log[-1].time if self.event_log else 0

    @property
    def game(self) -> Game:
        return find_game(self.config.game)

    @property
    def current_game(self) -> TableGame | None:
        """The game being played, or the last one that was."""
        return self.games[-1] if self.games else None

    @property
    def match(self) -> Match | None:
        return self.games[-1].match if self.games else None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        if self._to_act is None:
            self._to_act = self.games[-1].match.to_act if self.games and not self.closed else ()
        return self._to_act

    @property
    def status(self) -> Status:
        if self.closed:
            return "closed"
        if not self.games:
            return "open"
        return "over" if self.games[-1].match.outcome else "playing"

    @property
    def series_over(self) -> bool:
        """Whether the series is decided. A drawn single game isn't replayed."""
        assert self.series
        over = self.games[-1].match.outcome is not None
        return self.series.winner is not None or (over and self.config.best_of == 1)

    @property
    def score(self) -> tuple[int, ...]:
        """Games won by each slot: in the current series, or in all single games."""
        if self.series is None:
            return ()
        counted = self.games if self.config.best_of == 1 else self.games[-len(self.series.rounds) :]
        outcomes = [(game, game.match.outcome.winners) for game in counted if game.match.outcome]
        won = [game.seating[winners[0]] for game, winners in outcomes if len(winners) == 1]
        return tuple(won.count(slot) for slot in range(len(self.slots)))

    def slots_of(self, user_id: str) -> list[int]:
        return [number for number, slot in enumerate(self.slots) if slot.player and slot.player.user_id == user_id]

    def first_slot_of(self, user_id: str) -> int | None:
        return next(iter(self.slots_of(user_id)), None)

    def seats_of(self, user_id: str) -> tuple[int, ...]:
        """A user's seats in the current game: several, if friends share a device."""
        seats = self._seats.get(user_id)
        if seats is None:
            slots = self.slots_of(user_id)
            found = sorted(self.games[-1].seating.index(slot) for slot in slots) if self.games else slots
            seats = tuple(found)
            if seats:  # not for spectators, who may be many
                self._seats[user_id] = seats
        return seats

    def acting_seat_of(self, user_id: str, wanted: int | None = None) -> int | None:
        """The wanted seat if it is the user's; without one, the user's first seat to act, else their first seat."""
        seats = self.seats_of(user_id)
        if wanted is not None:
            return wanted if wanted in seats else None
        if len(seats) == 1:
            return seats[0]
        return next((seat for seat in (*self.to_act, *seats) if seat in seats), None)

    def player_in(self, seat: int) -> Participant:
        """The player in a seat of the current game."""
        player = self.slots[self.games[-1].seating[seat]].player
        assert player, "a game starts when all slots are taken"
        return player

    def other_human_seats(self, seat: int) -> list[int]:
        """The seats of people other than the one in this seat."""
        own = self.player_in(seat).user_id
        others = [(other, self.player_in(other).user_id) for other in range(len(self.games[-1].seating))]
        return [other for other, user_id in others if other != seat and user_id and user_id != own]

    @property
    def bots_to_act(self) -> list[int]:
        if not self._has_bots:
            return []
        return [seat for seat in self.to_act if self.player_in(seat).bot_level]

    @property
    def bots_only(self) -> bool:
        """Whether bots play without any person."""
        return all(slot.player and slot.player.bot_level for slot in self.slots)

    @property
    def num_public_moves(self) -> int:
        """How many moves of the current game everybody may see: all of them once it is over."""
        match = self._match
        return len(self.games[-1].move_events) if match.outcome else match.num_revealed

    @property
    def first_hidden_event(self) -> int | None:
        """The event of the first move that is still hidden from some seats."""
        game = self.current_game
        if game is None or game.match.num_revealed == len(game.move_events):
            return None
        return next(iter(game.move_events[self.num_public_moves :]), None)

    def is_hidden(self, number: int, seat: int | None) -> bool:
        """Whether the move in an event is still hidden from a seat; None is a spectator."""
        first = self.first_hidden_event
        if first is None or number < first:
            return False
        event = self.event_log[number - 1]
        return isinstance(event, events.Moved) and event.seat != seat and number in self.games[-1].move_events

    def move_text(self, number: int) -> MoveText:
        """The move in an event, in words. It may be hidden: ask `is_hidden` before you show it."""
        found = self._move_texts.get(number)
        if found is None:
            event = self.event_log[number - 1]
            assert isinstance(event, events.Moved)
            game = max(index for index, game in enumerate(self.games) if game.first_event < number)
            index = bisect_left(self.games[game].move_events, number)
            found = self._move_texts[number] = make_move_text(
                self.games[game].match, game, index, event.seat, event.move
            )
        return found

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat's last move can be taken back, at least with the others' consent."""
        match = self.match
        if match is None or self.status != "playing":
            return False
        keep = match.last_move_index(seat)
        return keep is not None and not match.undoes_simultaneous_choice(keep)

    def available_claim(self, seat: int) -> tuple[int, int] | None:
        """When a seat can claim the game because the player to move is gone, and that player's seat."""
        game = self.current_game
        if not self.away or game is None or self.status != "playing" or isinstance(self.config.clock, Correspondence):
            return None
        due = [(other, self.away.get(game.seating[other])) for other in game.match.to_act if other != seat]
        return min([(since + CLAIM_AFTER_MS, other) for other, since in due if since is not None], default=None)

    @property
    def resignation_aborts(self) -> bool:
        """Whether a resignation changes no ratings because the rated game has hardly begun; after one, whether it did.

        A player who has seen a hand can't leave for free.
        """
        match = self.match
        if match is None or not self.config.rated or self.game.imperfect_information:
            return False
        if match.outcome and match.outcome.reason != RESIGNATION:
            return False
        turns = {(move.seat, match.turn_number(moves)) for moves, move in enumerate(match.history)}
        seats = [seat for seat, _ in turns]
        return any(seats.count(seat) < MIN_RATED_TURNS for seat in range(match.state.seats))

    @property
    def unrecorded_result(self) -> UnrecordedResult | None:
        match = self.match
        if match is None or match.outcome is None or self.num_recorded == len(self.games):
            return None
        players = [self.player_in(seat) for seat in range(match.state.seats)]
        # A player who has seen a hand can't leave for free.
        seen = bool(match.history) or self.game.imperfect_information
        rated = self.config.rated and seen and not self.resignation_aborts
        rated = rated and all(player.registered for player in players)
        users = tuple([player.user_id for player in players if player.user_id]) if rated else ()
        return UnrecordedResult(self.config.game, users, match.outcome)

    @property
    def deadline(self) -> int | None:
        """When the next seat runs out of time."""
        flag = self.clock.next_flag if self.clock and self.status == "playing" else None
        return flag[0] if flag else None

    def due_event(self, now: int) -> Event | None:
        """The event that is due at this time without any request, if one is."""
        flag = self.clock.next_flag if self.clock and self.status == "playing" else None
        if flag and flag[0] <= now:
            return events.Flagged(time=max(flag[0], self.time), seat=flag[1])
        return None

    # ---- the fold ----

    def prepare(self, event: Event) -> HistoryEntry | None:
        """Check that an event can be applied, and raise an error if it can't. Nothing changes.

        For a move, return what `apply` needs to finish it. Other events are rare and tried out on a copy.
        """
        if isinstance(event, events.Moved):
            return self._prepare_move(event)
        self._fork().apply(event)
        return None

    def _fork(self) -> Table:
        """A copy that can change without changing this table."""
        twin = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict | set):
                setattr(twin, name, copy(value))
        twin.games = [structs.replace(game, match=game.match.copy()) for game in self.games]
        for game in twin.games[-1:]:
            game.move_events = list(game.move_events)
        if self.series:
            twins = {id(old.match): new.match for old, new in zip(self.games, twin.games, strict=True)}
            twin.series = copy(self.series)
            twin.series.rounds = [played._replace(match=twins[id(played.match)]) for played in self.series.rounds]
        if self.clock:
            twin.clock = copy(self.clock)
            twin.clock.remaining_ms = list(self.clock.remaining_ms)
        if self.pending:
            twin.pending = structs.replace(self.pending, accepted_by=set(self.pending.accepted_by))
        return twin

    def apply(self, event: Event, prepared: HistoryEntry | None = None) -> None:
        """Apply an event. `prepared` comes from `prepare`; without it, an error can leave half a change."""
        self.event_log.append(event)
        if event.by is not None and event.request is not None:
            self.handled_requests[event.by, event.request] = self.last_event
        self._note_contribution(event)
        self._change(event, prepared)
        self._to_act = None

    def _change(self, event: Event, prepared: HistoryEntry | None) -> None:
        match event:
            case events.Moved():
                self._move(event, prepared or self._prepare_move(event))
            case events.TableOpened():
                self._configure(event)
                self._set_slots(event.slots)
                self._start_game(event.deal, event.time, event.moves)
            case events.Joined():
                self._set_slots(replaced(self.slots, event.slot, Slot(player=event.player)))
                self._start_game(event.deal, event.time)
            case events.LeftTable():
                self._set_slots(replaced(self.slots, event.slot, Slot()))
                self.away.pop(event.slot, None)
            case events.TableClosed():
                self.closed = True
                self._after_change(event.time)
            case events.Resigned():
                self._match.resign(event.seat)
                self._after_change(event.time)
            case events.Flagged():
                self._match.lose_on_time(event.seat)
                self._after_change(event.time)
            case events.VictoryClaimed():
                self._match.abandon(event.absent_seat)
                self._after_change(event.time)
            case events.ProposalMade():
                self.pending = PendingProposal(event.seat, event.what, {event.seat})
            case events.ProposalAccepted():
                self._accept(event)
            case events.ProposalDeclined() | events.ProposalWithdrawn():
                self.pending = None
            case events.TookBack():
                self._take_back(event.seat, event.time)
            case events.GameDealt():
                self._start_game(event.deal, event.time)
            case events.Disconnected():
                self.away[event.slot] = event.time
            case events.Reconnected():
                self.away.pop(event.slot, None)
            case events.DowntimeCredited():
                if self.clock:
                    self.clock.credit(event.milliseconds, event.time)
            case events.ResultRecorded():
                self.num_recorded = len(self.games)
            case events.ChatDeleted() | events.PlayerRenamed():
                self._moderate(event)
            # `ChatSent` changes nothing.

    @property
    def _match(self) -> Match:
        return self.games[-1].match

    def _configure(self, event: events.TableOpened) -> None:
        self.readings = find_game(event.config.game).resolve_stored_options(event.config.options)
        self.config = structs.replace(event.config, options=self.readings[self.reading])
        self.rules = f"{self.game.id}-{self.game.rules_version}"
        self.host, self.secret = event.by or "", event.secret

    def _note_contribution(self, event: Event) -> None:
        if isinstance(event, CONTRIBUTING_EVENTS) and event.by and event.entropy:
            self.contributions[event.by] = event.entropy

    def _set_slots(self, slots: Sequence[Slot]) -> None:
        self.slots = list(slots)
        self._has_bots = any(slot.player and slot.player.bot_level for slot in slots)
        self._seats.clear()

    def renamed(self, player: Participant) -> Participant:
        """A player, with the name that a moderator gave them at this table."""
        name = self.new_names.get(player.user_id) if player.user_id else None
        return structs.replace(player, name=name) if name else player

    def _moderate(self, event: events.ChatDeleted | events.PlayerRenamed) -> None:
        if isinstance(event, events.ChatDeleted):
            self.deleted_chats.add(event.chat)
        else:
            self._rename(event.user_id, event.name)

    def _rename(self, user_id: str, name: str) -> None:
        self.new_names[user_id] = name
        self._set_slots(
            [
                Slot(
                    player=slot.player and self.renamed(slot.player),
                    reserved_for=slot.reserved_for and self.renamed(slot.reserved_for),
                )
                for slot in self.slots
            ]
        )
        slots = set(self.slots_of(user_id))
        for game in self.games:
            game.match.players = with_name(game.match.players, game.seating, slots, name)
        if self.series:
            order = [(number + self.rotation) % len(self.slots) for number in range(len(self.slots))]
            self.series.players = with_name(self.series.players, order, slots, name)

    def _start_game(self, deal: Deal | None, now: int, moves: Sequence[tuple[int, str]] = ()) -> None:
        """Start the next game of the series; after the last one, a new series with everybody one seat on."""
        if deal is None:
            return
        self.secret, self.contributions = deal.next_secret, {}
        if self.series and self.series_over:
            self.rotation += 1
            self.series = None
        order = [(number + self.rotation) % len(self.slots) for number in range(len(self.slots))]
        if self.series is None:
            players = [player for number in order if (player := self.slots[number].player)]
            names = [RecordPlayer(name=one.name, kind="bot" if one.bot_level else "person") for one in players]
            config = self.config
            self.series = Series(config.game, best_of=config.best_of, player_names=names, **config.options)
        series = self.series
        start = self.game.state_from_deal(series.options, deal.deal)
        started = datetime.fromtimestamp(now // 1000, UTC)
        match = Match(self.game, series.options, start, players=series.next_players(), started=started, salt=deal.salt)
        seating = tuple(order[player] for player in series.seating)
        series.start_match(match)
        texts = []
        for index, (seat, move) in enumerate(moves):
            match.play(move, seat)
            texts.append(make_move_text(match, len(self.games), index, seat, move))
        self.games.append(
            TableGame(
                match=match,
                seating=seating,
                sha256=digest(deal.deal, deal.salt),
                first_event=self.last_event,
                move_events=[self.last_event] * len(moves),
                start_texts=tuple(texts),
            )
        )
        self._seats.clear()
        self.clock = Clock(self.config.clock, len(seating)) if self.config.clock else None
        self._after_change(now)

    def _prepare_move(self, event: events.Moved) -> HistoryEntry:
        """Everything about a move that can fail."""
        seat, clock = event.seat, self.clock
        shown = max(0, clock.remaining(seat, event.time)) / 1000 if clock else None
        return self._match.prepare_move(event.move, seat, clock=shown)

    def _move(self, event: events.Moved, prepared: HistoryEntry) -> None:
        game = self.games[-1]
        match, seat = game.match, event.seat
        before, num_revealed = match.state, match.num_revealed
        match.add_entry(prepared)
        if self.clock:
            self.clock.set_running(event.time, self.clock.running)
        game.move_events.append(self.last_event)
        if match.num_revealed - num_revealed > 1:
            self.reveals[self.last_event] = tuple(game.move_events[num_revealed:-1])
        if self.clock:
            if ends_turn(before, match.state, seat):
                self.clock.end_turn(seat)
            self.clock.set_running(event.time, match.to_act)
        pending = self.pending
        if pending and not (pending.what == "draw" and pending.seat == seat):
            self.pending = None

    def _accept(self, event: events.ProposalAccepted) -> None:
        pending = self.pending
        assert pending
        pending.accepted_by.add(event.seat)
        if not set(self.other_human_seats(pending.seat)) <= pending.accepted_by:
            return
        self.pending = None
        if pending.what == "draw":
            self._match.agree_draw()
            self._after_change(event.time)
        elif pending.what == "take-back":
            self._take_back(pending.seat, event.time)
        else:
            self._start_game(event.deal, event.time)

    def _take_back(self, seat: int, now: int) -> None:
        """Go back to where the seat made its last move."""
        game = self.games[-1]
        keep = game.match.last_move_index(seat)
        assert keep is not None
        for number in game.move_events[max(keep, len(game.start_texts)) :]:
            self.move_text(number)  # describing a move needs its position, which is about to go
        states = [game.match.state_after(number) for number in range(keep, len(game.move_events) + 1)]
        movers = [move.seat for move in game.match.history[keep:]]
        ended = [
            mover
            for mover, (before, after) in zip(movers, pairwise(states), strict=True)
            if ends_turn(before, after, mover)
        ]
        game.match.undo(len(game.move_events) - keep)
        del game.move_events[keep:]
        if self.clock and ended:
            self.clock.set_running(now, ())
            self.clock.take_back(ended)
        self._after_change(now)

    def _after_change(self, now: int) -> None:
        """After anything but a move, run the clocks of the seats to act and drop the open proposal."""
        self.pending = None
        if self.clock:
            self.clock.set_running(now, () if self.closed else self._match.to_act)
