"""`TableRepository`: the tables in memory. It loads them, appends events to them and keeps them up to date.

An event that can't be applied is refused before it is stored. It is applied and published only after it is on disk. If
another process has already written an event with the same number, the table catches up from the store; so any process
can serve any table. If the store no longer has the last event that is in memory, the table was rewritten or repaired,
and is folded from its first event.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from nodarium.core.errors import NodariumError
from nodarium.core.message import say
from nodarium.record.history import HistoryEntry
from nodarium.server import metrics
from nodarium.server.background import BackgroundTasks
from nodarium.server.damage import damage_of, fold, has_no_events, marked_tables, set_damage
from nodarium.server.errors import NotFound, TableDamaged
from nodarium.server.events import Event, ResultRecorded, kind_of
from nodarium.server.store import EventConflict, Store, UnreadableEvents
from nodarium.server.table import Table
from nodarium.server.time import now_ms
from nodarium.server.upcast import encode_event

__all__ = ["LiveTable", "TableRepository", "now_ms"]

NOT_FOUND = say("server-no-such-table")
INSERT_AGAIN_SECONDS = 0.01  # if another process is just inserting a table
DAMAGED = say("server-table-damaged")

log = logging.getLogger(__name__)


class LiveTable:
    """A table in memory."""

    def __init__(self, table_id: str) -> None:
        self.table = Table(table_id)
        self.lock = asyncio.Lock()  # held while the table changes
        self.stale = True  # whether the store may have more events
        self.loaded = False  # whether it is folded and everybody who subscribed to loading is done
        self.last_used = perf_counter()
        self.damage: NodariumError | None = None  # set once its events turn out to be unreadable, or are deleted

    @property
    def id(self) -> str:
        return self.table.id


# Called after events are on disk and applied, with whether this process appended them.
Subscriber = Callable[[LiveTable, Sequence[Event], bool], None]


class TableRepository:
    def __init__(self, store: Store, tasks: BackgroundTasks) -> None:
        self.store = store
        self.tasks = tasks
        self.tables: dict[str, LiveTable] = {}
        self.quarantined: set[str] = set()  # tables whose events can't be folded
        self.num_folded = 0  # tables folded from their first event
        self._subscribers: list[Subscriber] = []
        self._load_hooks: list[Callable[[LiveTable], Awaitable[None]]] = []

    def subscribe(self, subscriber: Subscriber) -> None:
        """Subscribers are called in the order in which they subscribed."""
        self._subscribers.append(subscriber)

    def subscribe_loading(self, hook: Callable[[LiveTable], Awaitable[None]]) -> None:
        """Call a function when a table has been folded from its first event. The lock is held meanwhile."""
        self._load_hooks.append(hook)

    def _publish(self, live: LiveTable, events: Sequence[Event], *, local: bool) -> None:
        for subscriber in self._subscribers:
            try:
                subscriber(live, events, local)
            except Exception:  # the event is on disk, so everybody else must learn of it
                log.exception("subscriber failed", extra={"table": live.id})

    # ---- loading ----

    async def load(self, table_id: str, seen: int = 0) -> LiveTable:
        """A table, at least up to an event that somebody has already seen."""
        if table_id in self.quarantined:
            await self._check_repaired(table_id)
        live = self.tables.get(table_id) or self.tables.setdefault(table_id, LiveTable(table_id))
        if live.stale or not live.loaded or live.table.last_event < max(seen, 1):
            await self.refresh(live)
        if not live.table.last_event:
            if await self.store.read(has_no_events, table_id):
                raise self._quarantine(live, ValueError("It has no events."))
            self.evict(live)
            raise NotFound(NOT_FOUND)
        live.last_used = perf_counter()
        return live

    async def refresh(self, live: LiveTable, *, rewritten: bool = False) -> None:
        async with live.lock:
            await self.catch_up(live, rewritten=rewritten)

    def refresh_later(self, live: LiveTable, *, rewritten: bool = False) -> None:
        """Mark a table as stale and refresh it in the background."""
        live.stale = True
        self.tasks.spawn(self.refresh(live, rewritten=rewritten))

    async def catch_up(self, live: LiveTable, *, rewritten: bool = False) -> None:
        """Apply events that other processes have written. The caller holds the lock.

        If earlier events were rewritten, fold all of them again.
        """
        if live.damage:
            raise live.damage
        live.stale = False  # a notification that arrives meanwhile sets it again
        known = live.table.event_log
        try:
            fresh = await self.store.events(live.id, max(0, len(known) - 1))
            rewritten = bool(known) and (rewritten or not fresh or encode_event(fresh[0]) != encode_event(known[-1]))
            if rewritten:
                fresh = await self.store.events(live.id)
            elif known:
                del fresh[0]
        except UnreadableEvents as error:
            raise self._quarantine(live, error) from None
        except BaseException:  # that says nothing about the table
            live.stale = True
            raise
        if rewritten and not fresh:
            raise self._retire(live, NotFound(NOT_FOUND))
        try:
            if rewritten or not known:
                self.num_folded += 1
                live.table.become(fold(live.id, fresh))
            else:
                for event in fresh:
                    live.table.apply(event)
        except Exception as error:
            raise self._quarantine(live, error) from None
        if live.table.last_event and not live.loaded:  # again, if a hook failed before
            for hook in self._load_hooks:
                await hook(live)
            live.loaded = True
            fresh = live.table.event_log
        if fresh:
            self._publish(live, fresh, local=False)

    def _quarantine(self, live: LiveTable, error: Exception) -> NodariumError:
        """Take a table out of use, and mark it in the database for lists, for `admin check` and for other processes."""
        log.error("table quarantined: its events can't be folded", extra={"table": live.id}, exc_info=error)
        self.quarantined.add(live.id)
        if not self.store.stopped:
            self.store.write(set_damage, live.id, f"{type(error).__name__}: {error}"[:500])
            self.store.announce(f"damaged:{live.id}")
        return self._retire(live, TableDamaged(DAMAGED))

    def _retire(self, live: LiveTable, why: NodariumError) -> NodariumError:
        """Refuse all that is asked of a table in memory from now on, and tell its watchers."""
        live.damage, live.stale = why, True
        self.evict(live)
        if live.table.last_event:
            self._publish(live, (), local=False)
        return why

    async def _check_repaired(self, table_id: str) -> None:
        """Let a table back in once its damage mark is gone; raise `TableDamaged` before that."""
        if await self.store.write(damage_of, table_id) is not None:
            raise TableDamaged(DAMAGED)
        self.quarantined.discard(table_id)

    async def confirm_current(self, live: LiveTable) -> bool:
        """Catch up; whether no other process had written anything. The caller holds the lock."""
        number = live.table.last_event
        if not self.store.is_sqlite:
            await self.catch_up(live)
        return live.table.last_event == number

    def evict(self, live: LiveTable) -> None:
        if self.tables.get(live.id) is live:
            del self.tables[live.id]

    def on_notification(self, table_id: str, number: int) -> None:
        """Another process has written this event."""
        live = self.tables.get(table_id)
        if live and live.table.last_event < number:
            self.refresh_later(live)

    def on_rewritten(self, table_id: str) -> None:
        """Another process has rewritten or repaired a table, or found it damaged."""
        live = self.tables.get(table_id)
        if live:
            self.refresh_later(live, rewritten=True)

    def on_repaired(self, table_id: str) -> None:
        self.quarantined.discard(table_id)
        self.on_rewritten(table_id)

    async def check_all(self) -> None:
        """Bring all tables up to date after notifications may have been missed."""
        for live in self.tables.values():
            self.refresh_later(live)
        for table_id in await self.store.read(marked_tables):
            self.on_rewritten(table_id)

    # ---- appending ----

    async def append(
        self, live: LiveTable, event: Event, also: Callable[[Connection, str, int, str], None] | None = None
    ) -> bool:
        """Check and store an event, then apply and publish it. The caller holds the lock.

        Returns False if another process was faster; the table is stale then. `also` inserts the encoded event instead,
        together with other changes in the same transaction. An event that can't be applied raises the error of the
        fold, and isn't stored.
        """
        table = live.table
        table_id, number, rules = live.id, table.last_event + 1, table.rules
        prepared = table.prepare(event)
        if also is None:
            return await self._commit(live, self.store.append(table_id, number, event, rules), event, prepared)
        written = encode_event(event, rules)
        insert = self.store.write_event(
            table_id, number, lambda connection: also(connection, table_id, number, written)
        )
        return await self._commit(live, insert, event, prepared)

    async def append_made(self, live: LiveTable, make: Callable[[Connection, str, int], ResultRecorded]) -> bool:
        """Like `append`, for a `ResultRecorded`, which always applies: it is made and inserted in the transaction."""
        table_id, number = live.id, live.table.last_event + 1
        return await self._commit(
            live, self.store.write_event(table_id, number, lambda connection: make(connection, table_id, number))
        )

    async def _commit(
        self,
        live: LiveTable,
        job: asyncio.Future[Any],
        event: Event | None = None,
        prepared: HistoryEntry | None = None,
    ) -> bool:
        try:
            made = await job
        except (EventConflict, IntegrityError):
            live.stale = True
            return False
        except BaseException:  # the event may or may not be on disk
            live.stale = True
            if live.loaded:  # else it is tried again when the table is next asked for
                self.refresh_later(live)
            raise
        event = event or made
        assert event
        live.table.apply(event, prepared)
        self._added(live, event)
        return True

    async def insert(self, live: LiveTable, insert: Callable[[Connection, Table], bool]) -> None:
        """Store a new table, whose first event is already applied. Repeat `insert` until it succeeds."""
        while not await self.store.write(insert, live.table):
            await asyncio.sleep(INSERT_AGAIN_SECONDS)
        live.stale, live.loaded = False, True
        self.tables[live.id] = live
        self._added(live, live.table.event_log[0])

    def _added(self, live: LiveTable, event: Event) -> None:
        metrics.events_of(kind_of(event)).inc()
        self._publish(live, (event,), local=True)
