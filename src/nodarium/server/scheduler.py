"""Everything that happens at a table without a request: clocks run out, bots move, players disconnect.

Every table has one owner, the process that runs its clocks and bots. Processes send heartbeats to the database; when
one misses five in a row, the others take over its tables.

Ownership is an optimisation, not a lock. Two owners of one table do no harm: both may try to append the next event, and
the store accepts only one of them.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import TimerHandle
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count
from time import perf_counter

from sqlalchemy.exc import IntegrityError

from nodarium.server import events, metrics, projections
from nodarium.server.background import BackgroundTasks
from nodarium.server.bot_pool import BotPool
from nodarium.server.broadcast import Broadcaster
from nodarium.server.clock import DAY_MS, Correspondence
from nodarium.server.damage import clear_damage, fold
from nodarium.server.errors import NotFound, TableDamaged, Unavailable
from nodarium.server.events import Event
from nodarium.server.projections import Outage
from nodarium.server.projector import Projector
from nodarium.server.repository import LiveTable, TableRepository
from nodarium.server.requests import MAX_EVENTS
from nodarium.server.service import TableService
from nodarium.server.settings import ServerSettings
from nodarium.server.store import Store
from nodarium.server.table import Table
from nodarium.server.table_parts import Status, TableGame
from nodarium.server.time import SERVER_TIME, now_ms

MISSED_HEARTBEATS = 5  # in a row, after which a process counts as dead
EVICT_AFTER_SECONDS = 60.0  # drop a table from memory that nobody watches
CLOSE_UNJOINED_AFTER_MS = DAY_MS  # close a table that never filled up
CLOSE_INVITING_AFTER_MS = 7 * DAY_MS  # the same, if a slot is reserved for somebody who may look in rarely
CLOSE_GUESTS_UNJOINED_AFTER_MS = 50 * 60_000  # the same, if no person with an account has a slot
UNJOINED_CHECK_HEARTBEATS = 120  # 4 minutes, so that guests' tables are gone within the hour
CLOSE_UNTIMED_AFTER_MS = 60 * DAY_MS  # close a game without a clock in which nothing happens
IDLE_CHECK_HEARTBEATS = 1000  # heartbeats; 33 minutes at 2 seconds each
MAX_ALARM_SECONDS = 3600.0  # a later deadline gets another alarm
POLLING_GRACE_FACTOR = 3  # a client without a socket has this many grace periods between requests

log = logging.getLogger(__name__)


class Schedule:
    """What the scheduler knows about one table in memory."""

    def __init__(self) -> None:
        self.owned = False  # whether this process runs its clocks and bots
        self.timer: TimerHandle | None = None
        self.bots_running: set[int] = set()  # seats
        self.check_due = False  # whether a presence check is scheduled
        self.creator = ""  # whose turn it is in the bot pool; read when the first bot acts
        self.last_request: dict[str, float] = {}  # user id -> when they last sent a request over HTTP


class Scheduler:
    """Runs the clocks and bots of the tables this process owns, and tracks who is connected to them.

    It changes a table only through `TableService.append_if`, which checks under the table's lock that the event still
    applies. So an alarm that fires late, or a bot that finishes after a take-back, does nothing.
    """

    def __init__(
        self,
        *,
        settings: ServerSettings,
        store: Store,
        repository: TableRepository,
        service: TableService,
        broadcaster: Broadcaster,
        projector: Projector,
        bot_pool: BotPool,
        tasks: BackgroundTasks,
    ) -> None:
        self.store = store
        self.repository = repository
        self.service = service
        self.broadcaster = broadcaster
        self.projector = projector
        self.bot_pool = bot_pool
        self.tasks = tasks
        self.grace_seconds = settings.disconnect_grace_seconds
        self.heartbeat_seconds = settings.heartbeat_seconds
        self.schedules: dict[str, Schedule] = {}  # by table
        self.dormant: set[str] = set()  # owned tables evicted from memory: only a request can wake them
        self.waiting: dict[str, bool] = {}  # owned tables to be loaded: whether they have a clock or a bot; those first
        self.loading = False  # whether `_load_waiting` runs
        self.outage: Outage | None = None  # the last one before this process started
        repository.subscribe(self._on_events)
        repository.subscribe_loading(self._on_loaded)
        broadcaster.subscribe_presence(self._on_presence)

    def schedule_of(self, live: LiveTable) -> Schedule:
        return self.schedules.get(live.id) or self.schedules.setdefault(live.id, Schedule())

    def _on_events(self, live: LiveTable, fresh: Sequence[Event], local: bool) -> None:
        if local and isinstance(fresh[0], events.TableOpened):
            self.adopt(live)
            return
        schedule = self.schedules.get(live.id)
        if live.damage:
            self._forget(live.id)
            return
        if schedule and schedule.owned:
            self.reschedule(live)
        if not local and any(isinstance(event, events.Disconnected) for event in fresh):
            self.check_presence(live)  # the player may be connected to this process

    @property
    def _heartbeat_timeout_ms(self) -> int:
        return int(MISSED_HEARTBEATS * self.heartbeat_seconds * 1000)

    # ---- ownership ----

    async def start(self) -> None:
        """Take over the tables of dead processes, and note the downtime if no process was alive.

        Tables are loaded later, in the background or when somebody asks for them. `_on_loaded` credits the downtime.
        """
        process = self.store.process
        last = await self.store.read(projections.last_alive)
        SERVER_TIME.anchor(at_least=last or 0)
        now = now_ms()
        # SQLite allows one process, so every other one is dead.
        dead_since = now + 1 if self.store.is_sqlite else now - self._heartbeat_timeout_ms
        alone = not await self.store.read(projections.any_alive, dead_since)
        if alone:
            await self.store.write(clear_damage)
            if last is not None and now > last:
                await self.store.write(projections.note_outage, Outage(last, now))
        self.outage = await self.store.write(projections.last_outage)
        await self.store.write(projections.adopt_orphans, process, dead_since)
        await self.store.write(projections.heartbeat, process, now)
        self.loading = True
        self.tasks.spawn(self._load_waiting())
        self.tasks.spawn(self._heartbeat_loop())

    async def _on_loaded(self, live: LiveTable) -> None:
        """Credit a table's clocks with the last outage, once and never to correspondence clocks; adopt it if it waits.

        Whichever process loads the table first does it: from then on the table's last event is after the outage.
        """
        table, outage = live.table, self.outage
        timed = table.status == "playing" and table.clock and not isinstance(table.config.clock, Correspondence)
        while outage and timed and table.time < outage.until:
            if not await self.repository.append(live, downtime_event(table, outage.until - outage.since)):
                await self.repository.catch_up(live)
        if live.id in self.waiting:
            del self.waiting[live.id]
            self.adopt(live)

    async def _load_waiting(self) -> None:
        """Load the tables this process owns, one by one, so that requests are served meanwhile."""
        self.loading = True
        try:
            self.waiting = await self.store.read(projections.by_urgency, self.store.process) | self.waiting
            while self.waiting:
                table_id, urgent = next(iter(self.waiting.items()))
                began = perf_counter()
                async with self._isolated(table_id):
                    await self._load(table_id, urgent=urgent)
                self.waiting.pop(table_id, None)
                await asyncio.sleep(perf_counter() - began)  # leave at least half of the time to others
        finally:
            self.loading = False

    async def _load(self, table_id: str, *, urgent: bool) -> None:
        """Load a waiting table, unless it can sleep until somebody asks for it.

        It can't if its game is over, because the process before died before it updated the projections.
        """
        if not urgent:
            try:
                table = fold(table_id, await self.store.events(table_id))
            except Unavailable:
                raise
            except Exception:  # the repository finds it again, and reports it
                log.debug("table can't be folded", extra={"table": table_id})
            else:
                if table.status == "playing" and table_id in self.waiting:
                    self.dormant.add(table_id)
                    return
        self.projector.project(await self.repository.load(table_id))

    @asynccontextmanager
    async def _isolated(self, table_id: str) -> AsyncIterator[None]:
        """Log what fails at one table and go on with the others. The repository logs damaged tables itself."""
        try:
            yield
        except (TableDamaged, NotFound, Unavailable):
            pass
        except Exception:
            log.exception("table skipped", extra={"table": table_id})

    async def stop(self) -> None:
        """Stop bots and timers, and release this process's tables. Pending writes are left to `Store.close`."""
        self.tasks.begin_shutdown()
        self.bot_pool.close()
        for schedule in self.schedules.values():
            if schedule.timer:
                schedule.timer.cancel()
        await self.tasks.cancel_all()
        with suppress(Unavailable, IntegrityError):  # two processes stopping at once both write this row; one may fail
            await self.store.write(projections.release_tables, self.store.process)
            await self.store.write(projections.note_shutdown, now_ms())

    async def _heartbeat_loop(self) -> None:
        """Send heartbeats, adopt orphaned tables and evict idle ones, until cancelled.

        A failed round is logged and the next one tries again.
        """
        process = self.store.process
        for number in count(1):
            await asyncio.sleep(self.heartbeat_seconds)
            SERVER_TIME.check_wall_clock()
            try:
                await self.store.write(projections.heartbeat, process, now_ms())
                await self.store.write(projections.adopt_orphans, process, now_ms() - self._heartbeat_timeout_ms)
                await self._reconcile(process)
                if number % UNJOINED_CHECK_HEARTBEATS == 0:
                    await self._close_idle("open", CLOSE_GUESTS_UNJOINED_AFTER_MS, of_guests=True)
                if number % IDLE_CHECK_HEARTBEATS == 0:
                    await self._close_idle("open", CLOSE_UNJOINED_AFTER_MS)
                    await self._close_idle("playing", CLOSE_UNTIMED_AFTER_MS)
            except Exception:  # retried in the next round
                log.exception("maintenance round failed")
            self._evict_idle()

    async def _reconcile(self, process: str) -> None:
        """Bring memory in line with the database: load tables this process owns, reschedule them, and record
        results and projections that an earlier attempt missed.
        """
        playing = await self.store.read(projections.playing_tables, process)
        self.dormant.intersection_update(playing)
        for table_id in playing:
            live = self.repository.tables.get(table_id)
            if live:
                async with self._isolated(table_id):
                    await self._reconcile_table(live)
            elif table_id not in self.dormant and table_id not in self.repository.quarantined:
                self.waiting.setdefault(table_id, True)
        if self.waiting and not self.loading:
            self.loading = True
            self.tasks.spawn(self._load_waiting())

    async def _reconcile_table(self, live: LiveTable) -> None:
        if live.stale or not live.loaded:
            live = await self.repository.load(live.id)
        if self.schedule_of(live).owned:
            self.reschedule(live)  # an earlier attempt may have failed
        else:
            self.adopt(live)
        if live.table.unrecorded_result:  # the process that ended the game died before recording the result
            await self.projector.record_result(live)
        if live.table.status != "playing":
            # Another process may have overwritten the projection with an older one.
            self.projector.project(live, force=True)

    async def _close_idle(self, status: Status, after_ms: int, *, of_guests: bool = False) -> None:
        """Close those of the old tables that nobody is going to play at. See `close_idle_event` for the limits."""
        before = now_ms() - after_ms
        old = await self.store.read(projections.old_tables, self.store.process, status, before, of_guests=of_guests)
        for table_id in old:
            async with self._isolated(table_id):
                live = await self.repository.load(table_id)
                await self.service.append_if(live, partial(close_idle_event, live.table))

    def _evict_idle(self) -> None:
        """Drop tables from memory that nobody watches and that have neither a running clock nor a bot."""
        now = perf_counter()
        for table_id, live in list(self.repository.tables.items()):
            watched = self.broadcaster.is_watched(table_id)
            idle = not watched and not live.lock.locked() and now - live.last_used > EVICT_AFTER_SECONDS
            schedule = self.schedules.get(table_id)
            owned = schedule is not None and schedule.owned
            if idle and not (owned and live.loaded and runs_by_itself(live.table)):
                self._evict(live)
        for table_id in self.schedules.keys() - self.repository.tables.keys():
            self._forget(table_id)
        metrics.TABLES.set(len(self.repository.tables))

    def _evict(self, live: LiveTable) -> None:
        schedule = self.schedules.get(live.id)
        if schedule and schedule.owned:
            self.dormant.add(live.id)
        self._forget(live.id)
        self.repository.evict(live)

    def _forget(self, table_id: str) -> None:
        """Stop what is scheduled for a table."""
        schedule = self.schedules.pop(table_id, None)
        if schedule and schedule.timer:
            schedule.timer.cancel()
        if schedule:
            schedule.owned = False

    def adopt(self, live: LiveTable) -> None:
        """Make this process the owner of a table: start its clock and bots, and check who is present."""
        self.schedule_of(live).owned = True
        self.reschedule(live)
        self._check_presence_later(live)
        if live.table.unrecorded_result:
            self.tasks.spawn(self.projector.record_result(live))

    # ---- clocks and bots ----

    def reschedule(self, live: LiveTable) -> None:
        """Set the alarm for the next deadline, and start or stop bots as the position requires.

        Call it after every event at an owned table; calling it again is harmless.
        """
        table, schedule = live.table, self.schedule_of(live)
        if schedule.timer:
            schedule.timer.cancel()
            schedule.timer = None
        deadline = table.deadline
        if deadline is not None:
            wait = min(max(0, deadline - now_ms()) / 1000 + 0.001, MAX_ALARM_SECONDS)
            schedule.timer = asyncio.get_running_loop().call_later(wait, self._on_alarm, live)
        to_act = table.bots_to_act
        for seat in schedule.bots_running.difference(to_act):
            self.bot_pool.stop((table.id, len(table.games), seat))
        for seat in to_act:
            if seat not in schedule.bots_running:
                schedule.bots_running.add(seat)
                self.tasks.spawn(self._run_bot(live, schedule, seat))

    def _on_alarm(self, live: LiveTable) -> None:
        self.schedule_of(live).timer = None
        if live.table.due_event(now_ms()):
            self.tasks.spawn(self.service.append_if(live, lambda: live.table.due_event(now_ms())))
        else:
            self.reschedule(live)

    async def _run_bot(self, live: LiveTable, schedule: Schedule, seat: int) -> None:
        """Let a bot choose, and play its move if the position is still the one it searched."""
        table, began = live.table, perf_counter()
        game, level = table.games[-1], table.player_in(seat).bot_level
        assert level
        try:
            state = game.match.decision_state(seat)
            key = (table.id, len(table.games), seat)
            if not schedule.creator:
                schedule.creator = await self.store.read(projections.creator_of, table.id)
            action = await self.bot_pool.choose(
                key,
                table.game,
                level,
                game.match.salt or "",
                state,
                owner=schedule.creator,
                bots_only=table.bots_only,
            )
            searched = table.game.notation.format_position(state)
            await self.service.append_if(live, partial(bot_move_event, table, game, seat, action, searched))
            metrics.BOT_MOVE_SECONDS.observe(perf_counter() - began)
        finally:
            schedule.bots_running.discard(seat)
        if schedule.owned:
            self.reschedule(live)

    # ---- presence ----

    def _on_presence(self, live: LiveTable, user_id: str, arrived: bool) -> None:
        if arrived and live.table.away:
            self.check_presence(live)
        elif not arrived and live.table.first_slot_of(user_id) is not None:
            asyncio.get_running_loop().call_later(self.grace_seconds, self.check_presence, live)

    def check_presence(self, live: LiveTable) -> None:
        """Append `Disconnected` or `Reconnected` for each player whose presence has changed."""
        table = live.table
        if self.repository.tables.get(table.id) is not live:
            return
        for number, slot in enumerate(table.slots):
            user_id = slot.player.user_id if slot.player else None
            if number in table.away and self._is_present(live, number):
                self.tasks.spawn(self.service.append_if(live, partial(self._reconnected, live, number)))
            elif number not in table.away and not self._is_present(live, number):
                self.tasks.spawn(self.service.append_if(live, partial(self._disconnected, live, number)))
            elif user_id in self.schedule_of(live).last_request and not self._is_watching(live, user_id):
                self._check_presence_later(live)

    def _check_presence_later(self, live: LiveTable) -> None:
        schedule = self.schedule_of(live)
        if not schedule.check_due:
            schedule.check_due = True
            seconds = self.grace_seconds * POLLING_GRACE_FACTOR
            asyncio.get_running_loop().call_later(seconds, self._check_presence_now, live)

    def _check_presence_now(self, live: LiveTable) -> None:
        self.schedule_of(live).check_due = False
        self.check_presence(live)

    def mark_active(self, live: LiveTable, user_id: str) -> None:
        """Record a request over HTTP, which counts as presence for `POLLING_GRACE_FACTOR` grace periods."""
        self.schedule_of(live).last_request[user_id] = perf_counter()
        slot = live.table.first_slot_of(user_id)
        if slot is not None and slot in live.table.away:
            self.tasks.spawn(self.service.append_if(live, partial(self._reconnected, live, slot)))

    def _is_watching(self, live: LiveTable, user_id: str | None) -> bool:
        return user_id is not None and self.broadcaster.is_watched_by(live.id, user_id)

    def _is_present(self, live: LiveTable, slot: int) -> bool:
        """Whether the player in a slot is connected or has sent a request recently. Bots and empty slots always are."""
        player = live.table.slots[slot].player
        if player is None or player.user_id is None:
            return True
        last = self.schedule_of(live).last_request.get(player.user_id)
        recently = last is not None and perf_counter() - last < self.grace_seconds * POLLING_GRACE_FACTOR
        return recently or self._is_watching(live, player.user_id)

    def _reconnected(self, live: LiveTable, slot: int) -> Event | None:
        """Return the event if it still applies, else None."""
        table = live.table
        if slot in table.away and self._is_present(live, slot):
            return events.Reconnected(time=max(now_ms(), table.time), slot=slot)
        return None

    def _disconnected(self, live: LiveTable, slot: int) -> Event | None:
        """Return the event if it still applies, else None."""
        table = live.table
        if table.last_event >= MAX_EVENTS:  # players who come and go for ever
            return None
        if table.status == "playing" and slot not in table.away and not self._is_present(live, slot):
            return events.Disconnected(time=max(now_ms(), table.time), slot=slot)
        return None


def downtime_event(table: Table, milliseconds: int) -> Event:
    return events.DowntimeCredited(time=max(now_ms(), table.time), milliseconds=milliseconds)


def close_idle_event(table: Table) -> Event | None:
    """Close a table that didn't fill up within a day, or whose untimed game has been silent for 60 days.

    A table with a slot for an invited person has 7 days to fill up, one at which only guests sit less than an hour.
    """
    now = max(now_ms(), table.time)
    registered = any(slot.player and slot.player.registered for slot in table.slots)
    inviting = any(slot.reserved_for for slot in table.slots)
    patience = CLOSE_INVITING_AFTER_MS if inviting else CLOSE_UNJOINED_AFTER_MS
    if not registered:
        patience = CLOSE_GUESTS_UNJOINED_AFTER_MS
    unjoined = table.status == "open" and table.event_log[0].time < now - patience
    silent = table.status == "playing" and table.clock is None and table.time < now - CLOSE_UNTIMED_AFTER_MS
    return events.TableClosed(time=now) if unjoined or silent else None


def bot_move_event(table: Table, game: TableGame, seat: int, action: int, searched: str) -> Event | None:
    """Return the bot's move, or `Flagged` if its time ran out meanwhile.

    None if the game has moved on: the table is closed, another game has started, the seat isn't to act, or the position
    differs from `searched`, the one the bot was given.
    """
    match, now = game.match, now_ms()
    if table.closed or table.current_game is not game or seat not in match.to_act:
        return None
    if table.game.notation.format_position(match.decision_state(seat)) != searched:
        return None
    return table.due_event(now) or events.Moved(
        time=max(now, table.time), seat=seat, move=match.canonical_move(action, seat)
    )


def runs_by_itself(table: Table) -> bool:
    """Whether a game is being played with a clock or a bot. Such a table must stay in memory."""
    bots = any(slot.player and slot.player.bot_level for slot in table.slots)
    return table.status == "playing" and (table.clock is not None or bots)
