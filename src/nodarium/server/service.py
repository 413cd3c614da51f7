"""`Tables`: the tables that are in memory. Here requests become events, and events are told.

An event is applied and told only when it is on disk. If another process has written an event with the same number, the
table catches up from the store and the request is looked at again; so any process can serve any table.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from asyncio import TimerHandle
from collections.abc import Callable, Coroutine
from functools import partial
from itertools import islice
from time import perf_counter, time
from typing import Any, Protocol

from msgspec import structs
from sqlalchemy.exc import IntegrityError

from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, NodariumError
from nodarium.record.commitment import new_salt
from nodarium.server import events, frames, metrics, projections, wire
from nodarium.server.accounts import Accounts
from nodarium.server.bot_pool import SEATABLE_BOTS
from nodarium.server.errors import BadRequest, NotAllowed, NotFound, TooMany, Unavailable
from nodarium.server.events import Deal, Event, Participant, Slot, TableConfig
from nodarium.server.frames import Viewer
from nodarium.server.lobby import Lobby
from nodarium.server.settings import ServerSettings
from nodarium.server.store import EventConflict, Store
from nodarium.server.table import Table

# Events that change what the books say of a table.
PROJECTED_EVENTS = (
    events.TableOpened,
    events.Joined,
    events.LeftTable,
    events.TableClosed,
    events.GameDealt,
    events.ProposalAccepted,
    events.ResultRecorded,
)

STARTING_EVENTS = (events.Joined, events.ProposalAccepted, events.GameDealt)  # with them a game can begin

FRAME_CACHE_MIN_WATCHERS = 5  # watchers of a table for whom it is worthwhile to remember frames
FRAME_CACHE_MS = 100  # milliseconds for which a frame can be given to others who see the same
FRAME_CACHE_SIZE = 8  # frames of a table that are remembered for that

log = logging.getLogger(__name__)


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return int(time() * 1000)


def draw_deal(terms: TableConfig) -> Deal:
    """All chance of a new game."""
    game = find_game(terms.game)
    state = game.new_state(terms.options, secrets.randbits(64))
    return Deal(deal=game.notation.format_deal(state), salt=new_salt())


class Watcher:
    """Somebody who looks at a table: what they have seen, what they are to be answered, and whether there is more."""

    def __init__(self, viewer: Viewer, after: int) -> None:
        self.viewer = viewer
        self.after = after
        self.answers: list[wire.Answer] = []
        self.more = asyncio.Event()


class LiveTable:
    """A table in memory, and who is there."""

    def __init__(self, table_id: str) -> None:
        self.table = Table(table_id)
        self.lock = asyncio.Lock()  # whoever changes the table
        self.stale = True  # whether the store may know more
        self.watchers: set[Watcher] = set()
        self.used = perf_counter()  # when somebody last looked for it
        self.summary = b""  # what the books say
        self.frames: dict[tuple[int, int, Viewer], wire.Frame] = {}  # that were made just now
        # What the minder knows:
        self.owned = False  # whether this process minds its clocks and bots
        self.timer: TimerHandle | None = None
        self.bots_running: set[int] = set()  # seats whose bots think
        self.check_due = False  # whether it will be seen to who is there
        self.last_request: dict[str, float] = {}  # person -> when they last asked for something without a connection

    def watched_by(self, person: str | None) -> bool:
        return any(watcher.viewer.person == person for watcher in self.watchers)


class Scheduler(Protocol):
    """Whoever sees to what happens at a table by itself."""

    def adopt(self, live: LiveTable) -> None:
        """From now on this process minds the table."""

    def reschedule(self, live: LiveTable) -> None:
        """Something has happened at a table that this process minds."""

    def check_presence(self, live: LiveTable) -> None:
        """Somebody may have come or gone."""


class TableService:
    def __init__(self, settings: ServerSettings, store: Store, people: Accounts) -> None:
        self.settings = settings
        self.store = store
        self.people = people
        self.lobby = Lobby(store)
        self.live: dict[str, LiveTable] = {}
        self.scheduler: Scheduler
        self.stopping = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for, unless the server is about to end."""
        if self.stopping.is_set():
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        """What went wrong is logged."""
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is None or isinstance(error, Unavailable):
            return
        if isinstance(error, NodariumError):
            log.warning("refused: %s", error)
        else:
            log.error("something went wrong in the background", exc_info=error)

    def begin_shutdown(self) -> None:
        """The server is about to end: nothing new is begun, and all who wait are told."""
        self.stopping.set()
        self.lobby.wake()
        for live in self.live.values():
            for watcher in live.watchers:
                watcher.more.set()

    # ---- finding and opening tables ----

    async def find(self, table_id: str, seen: int = 0) -> LiveTable:
        """A table, from memory or from the store, at least as far as somebody has seen it."""
        live = self.live.get(table_id) or self.live.setdefault(table_id, LiveTable(table_id))
        if live.stale or live.table.last_event < max(seen, 1):
            await self.refresh(live)
        if not live.table.last_event:
            self.live.pop(table_id, None)
            raise NotFound("There is no such table.")
        live.used = perf_counter()
        return live

    async def tables_of(self, person: str) -> list[wire.TableSummary]:
        """Where a person has sat, the latest first, and where they are to act."""
        found = await self.store.write(projections.tables_of, person)  # after whatever was to be written before
        for number, one in enumerate(found):
            if one.status in ("open", "playing"):
                table = (await self.find(one.id)).table
                to_act = table.match.to_act if table.match and table.status == "playing" else ()
                turn = not set(table.seats_of(person)).isdisjoint(to_act)
                found[number] = structs.replace(frames.table_summary(table), your_turn=turn)
        return found

    async def open(self, who: Participant, asked: wire.NewTable) -> LiveTable:
        """Open a table; the same request of the same person opens it once only."""
        assert who.person
        person, request = who.person, asked.request
        if request is not None:
            there = await self.store.read(projections.table_asked_for, person, request)
            if there is not None:
                return await self.find(there)
        limits = self.settings.limits
        everywhere, own = await self.store.read(projections.count_tables, person)
        if everywhere >= limits.tables or own >= limits.tables_per_user:
            raise TooMany("There are too many tables; finish or close one first.")
        terms, places = await self._terms(who, asked)
        live = LiveTable(secrets.token_urlsafe(9))
        first = draw_deal(terms) if all(place.player for place in places) else None
        moves: tuple[tuple[int, str], ...] = ()
        if asked.start:
            terms, first, moves = await self._start(asked.start, terms, ready=first is not None)
        created = events.TableOpened(
            time=now_ms(), by=person, request=request, terms=terms, places=places, deal=first, moves=moves
        )
        live.table.apply(created)
        try:
            await self.store.write(projections.enter_table, live.table, self.store.process)
        except IntegrityError:  # the same request came twice at the same time
            assert request is not None
            there = await self.store.read(projections.table_asked_for, person, request)
            assert there is not None
            return await self.find(there)
        live.stale = False
        live.summary = projections.encode(frames.table_summary(live.table))
        self.live[live.table.id] = live
        metrics.events_of("created").inc()
        self.scheduler.adopt(live)
        self._tell_lobby(live.table)
        return live

    async def _terms(self, who: Participant, asked: wire.NewTable) -> tuple[TableConfig, tuple[Slot, ...]]:
        """What is asked for, checked."""
        game = find_game(asked.game)
        options = game.resolve_options(asked.options)
        seats = game.state_class(**options).seats
        wanted = asked.places
        if wanted is None:
            wanted = [wire.NewSlot(who="me"), *[wire.NewSlot(who="anybody")] * (seats - 1)]
        if len(wanted) != seats:
            raise BadOption(f"{game.title} has {seats} places here, not {len(wanted)}.")
        strangers = sum(place.who in ("anybody", "person") for place in wanted)
        if asked.rated and (not who.account or strangers < seats - 1):
            raise NotAllowed("Rated games are for people with an account, each in one place, and without bots.")
        terms = TableConfig(
            game=game.id,
            options=options,
            clock=asked.clock,
            best_of=asked.best_of,
            listed=asked.listed,
            rated=asked.rated,
            chat=asked.chat,
        )
        places = tuple([await self._place(who, place) for place in wanted])
        people = [one.person for place in places if (one := place.player or place.kept_for) and one.person]
        if strangers and len(set(people)) < len(people):
            raise BadRequest("One person can have several places only where nobody else plays.")
        return terms, places

    async def _start(
        self, start: wire.StartPosition, terms: TableConfig, *, ready: bool
    ) -> tuple[TableConfig, Deal, tuple[tuple[int, str], ...]]:
        """A position of a game that is over, as the beginning of another."""
        games = (await self.find(start.table)).table.games
        match = games[start.game].match if start.game < len(games) else None
        if match is None or match.outcome is None or match.game.id != terms.game:
            raise NotFound("There is no such game that is over.")
        if start.moves > len(match.history) or match.state_after(start.moves).outcome:
            raise BadRequest("From there nobody can play on.")
        if not ready:
            raise BadRequest("To play on from a position, all places must be taken: by yourself, or by bots.")
        terms = structs.replace(terms, options=match.options)
        known = next(islice(match.replay(), start.moves, None)).num_revealed
        moves = tuple([(move.seat, move.move) for move in match.history[:known]])  # nobody begins with half a choice
        return terms, Deal(deal=match.deal, salt=new_salt()), moves

    async def _place(self, who: Participant, wanted: wire.NewSlot) -> Slot:
        if wanted.who == "me":
            return Slot(player=who)
        if wanted.who == "bot":
            if wanted.level not in SEATABLE_BOTS:
                raise BadOption(f"There is no bot {wanted.level!r}: there is {', '.join(SEATABLE_BOTS)}.")
            return Slot(player=Participant(name=wanted.level, level=wanted.level))
        if wanted.who == "person":
            if wanted.account is None:
                raise BadRequest("Say for whose account the place is kept.")
            return Slot(kept_for=await self.people.with_account(wanted.account))
        return Slot()

    # ---- requests and events ----

    async def handle(self, live: LiveTable, who: Participant, request: wire.AnyRequest) -> int:
        """Carry out a request; returns the number of the event it became, now or when it was first made."""
        if self.stopping.is_set():
            raise Unavailable("The server is shutting down; come back in a moment.")
        table = live.table
        assert who.person
        async with live.lock:
            while True:
                if live.stale:
                    await self._catch_up(live)
                if request.request is not None:
                    number = table.handled_requests.get((who.person, request.request))
                    if number is not None:
                        return number
                now = now_ms()
                owed = table.due_event(now)
                try:
                    event = owed or table.handle(who, request, now, draw_deal)
                except NodariumError:
                    if await self._knew_all(live):
                        raise
                else:
                    if await self._append(live, event) and not owed:
                        return table.last_event

    async def append_if(self, live: LiveTable, make: Callable[[], Event | None]) -> None:
        """Let something happen at nobody's request, if `make` still says so when it is its turn."""
        async with live.lock:
            while not self.stopping.is_set():
                if live.stale:
                    await self._catch_up(live)
                event = make()
                if event is None or await self._append(live, event):
                    return

    async def _append(self, live: LiveTable, event: Event) -> bool:
        """Keep an event, then let it happen; False if another process was first."""
        table_id, number = live.table.id, live.table.last_event + 1
        try:
            if isinstance(event, STARTING_EVENTS) and event.deal:
                work = partial(projections.begin_game, table_id=table_id, number=number, event=event)
                await self.store.write_event(table_id, number, work)
            else:
                await self.store.append(table_id, number, event)
        except (EventConflict, IntegrityError):
            live.stale = True
            return False
        except BaseException:  # it may be on disk or not: the store knows
            live.stale = True
            self.spawn(self.refresh(live))
            raise
        self._happen(live, event)
        return True

    def _happen(self, live: LiveTable, event: Event) -> None:
        """Apply an event of this process that is on disk, and see to what follows from it."""
        table = live.table
        table.apply(event)
        metrics.events_of(str(event.__struct_config__.tag)).inc()
        self._follow(live)
        if isinstance(event, PROJECTED_EVENTS):
            self.project(live)
        if table.unrecorded_result:
            self.spawn(self.record_result(live))

    def _follow(self, live: LiveTable) -> None:
        live.frames.clear()
        for watcher in live.watchers:
            watcher.more.set()
        if live.owned:
            self.scheduler.reschedule(live)

    async def _catch_up(self, live: LiveTable) -> None:
        """Take in what other processes have written; the lock is held."""
        live.stale = False
        try:
            fresh = await self.store.events(live.table.id, live.table.last_event)
        except BaseException:
            live.stale = True
            raise
        for event in fresh:
            live.table.apply(event)
        if fresh:
            self._follow(live)
            if any(isinstance(event, events.Disconnected) for event in fresh):
                self.scheduler.check_presence(live)

    async def _knew_all(self, live: LiveTable) -> bool:
        """Whether no other process has written anything of which this one has not heard yet."""
        number = live.table.last_event
        if not self.store.is_sqlite:
            await self._catch_up(live)
        return live.table.last_event == number

    async def refresh(self, live: LiveTable) -> None:
        async with live.lock:
            await self._catch_up(live)

    def on_notification(self, line: str) -> None:
        """Another process has said something: what it appended, who has another name, that the lobby has changed."""
        if not line:  # we may have missed anything
            for live in self.live.values():
                live.stale = True
                self.spawn(self.refresh(live))
            self.lobby.wake()
        for word in line.split()[1:]:
            name, _, rest = word.partition(":")
            if name == "person":
                self.people.forget(rest)
            elif name == "lobby":
                self.lobby.wake()
            elif name in self.live and self.live[name].table.last_event < int(rest):
                self.live[name].stale = True
                self.spawn(self.refresh(self.live[name]))

    # ---- the books ----

    def project(self, live: LiveTable, *, anew: bool = False) -> None:
        """Let the books say what the events say."""
        table = live.table
        summary = projections.encode(frames.table_summary(table))
        if anew or summary != live.summary:
            live.summary = summary
            self.store.write(
                projections.update_table, table.id, table.status, summary.decode(), projections.people_at(table)
            )
            self._tell_lobby(table)

    def _tell_lobby(self, table: Table) -> None:
        if table.terms.listed:
            self.lobby.wake()
            self.store.announce("lobby")

    async def record_result(self, live: LiveTable) -> None:
        """Enter the end of a game in the books, once."""
        table = live.table
        async with live.lock:
            while table.unrecorded_result:
                result, number = table.unrecorded_result, table.last_event + 1
                work = partial(
                    projections.enter_result,
                    table_id=table.id,
                    number=number,
                    time=max(now_ms(), table.time),
                    result=result,
                )
                try:
                    event = await self.store.write_event(table.id, number, work)
                except IntegrityError:
                    await self._catch_up(live)
                else:
                    self._happen(live, event)

    # ---- watching ----

    def watch(self, live: LiveTable, viewer: Viewer, after: int) -> Watcher:
        """Somebody looks at a table, from after the event with this number on."""
        watcher = Watcher(viewer, after if after <= live.table.last_event else 0)
        live.watchers.add(watcher)
        if live.table.away and viewer.person is not None:
            self.scheduler.check_presence(live)
        return watcher

    def leave(self, live: LiveTable, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.used = perf_counter()
        person = watcher.viewer.person
        if person is not None and live.table.place_of(person) is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(self.settings.disconnect_grace_seconds, self.scheduler.check_presence, live)

    def frame(self, live: LiveTable, watcher: Watcher) -> wire.Frame:
        """What the watcher has not seen yet."""
        answers = tuple(watcher.answers)
        watcher.answers.clear()
        watcher.more.clear()
        frame = wire.Frame(time=now_ms())
        if watcher.after != live.table.last_event:
            frame = self._made(live, watcher)
            watcher.after = live.table.last_event
        return structs.replace(frame, answers=answers) if answers else frame

    def _made(self, live: LiveTable, watcher: Watcher) -> wire.Frame:
        """The frame for a watcher; in a crowd, spectators who see the same at the same time share it."""
        viewer, number, now = watcher.viewer, live.table.last_event, now_ms()
        if len(live.watchers) < FRAME_CACHE_MIN_WATCHERS:
            return frames.frame(live.table, viewer, watcher.after, now)
        seated = viewer.person is not None and live.table.place_of(viewer.person) is not None
        key = (number, watcher.after, viewer if seated else structs.replace(viewer, person=None))
        frame = live.frames.get(key)
        if frame is None or now - frame.time > FRAME_CACHE_MS:
            if len(live.frames) >= FRAME_CACHE_SIZE:
                live.frames.clear()
            frame = live.frames[key] = frames.frame(live.table, viewer, watcher.after, now)
        return frame
