"""`TableRepository`: the tables in memory. It loads them, appends events to them and keeps them up to date.

An event is applied and published only after it is on disk. If another process has already written an event with the
same number, the table catches up from the store; so any process can serve any table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import perf_counter, time
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from nodarium.server import metrics
from nodarium.server.background import BackgroundTasks
from nodarium.server.errors import NotFound, TableDamaged, Unavailable
from nodarium.server.events import Event, kind_of
from nodarium.server.store import EventConflict, Store
from nodarium.server.table import Table

DAMAGED_MESSAGE = "This table can't be read. The error has been logged; ask the server's operator."

log = logging.getLogger(__name__)


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return int(time() * 1000)


class LiveTable:
    """A table in memory."""

    def __init__(self, table_id: str) -> None:
        self.table = Table(table_id)
        self.lock = asyncio.Lock()  # held while the table changes
        self.stale = True  # whether the store may have more events
        self.last_used = perf_counter()

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
        self._subscribers: list[Subscriber] = []

    def subscribe(self, subscriber: Subscriber) -> None:
        """Subscribers are called in the order in which they subscribed."""
        self._subscribers.append(subscriber)

    def _publish(self, live: LiveTable, events: Sequence[Event], *, local: bool) -> None:
        for subscriber in self._subscribers:
            subscriber(live, events, local)

    # ---- loading ----

    async def load(self, table_id: str, seen: int = 0) -> LiveTable:
        """A table, at least up to an event that somebody has already seen."""
        live = self.tables.get(table_id) or self.tables.setdefault(table_id, LiveTable(table_id))
        if live.stale or live.table.last_event < max(seen, 1):
            await self.refresh(live)
        if not live.table.last_event:
            self.evict(live)
            raise NotFound("This table doesn't exist. Check the link.")
        live.last_used = perf_counter()
        return live

    async def refresh(self, live: LiveTable) -> None:
        async with live.lock:
            await self.catch_up(live)

    def refresh_later(self, live: LiveTable) -> None:
        """Mark a table as stale and refresh it in the background."""
        live.stale = True
        self.tasks.spawn(self.refresh(live))

    async def catch_up(self, live: LiveTable) -> None:
        """Apply events that other processes have written. The caller holds the lock."""
        if live.id in self.quarantined:
            raise TableDamaged(DAMAGED_MESSAGE)
        live.stale = False  # a notification that arrives meanwhile sets it again
        try:
            fresh = await self.store.events(live.id, live.table.last_event)
        except (asyncio.CancelledError, Unavailable):
            live.stale = True
            raise
        except Exception as error:
            raise self._quarantine(live, error) from None
        try:
            for event in fresh:
                live.table.apply(event)
        except Exception as error:
            raise self._quarantine(live, error) from None
        if fresh:
            self._publish(live, fresh, local=False)

    def _quarantine(self, live: LiveTable, error: Exception) -> TableDamaged:
        log.error("table quarantined: its events can't be folded", extra={"table": live.id}, exc_info=error)
        self.quarantined.add(live.id)
        self.evict(live)
        return TableDamaged(DAMAGED_MESSAGE)

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

    # ---- appending ----

    async def append(
        self, live: LiveTable, event: Event, also: Callable[[Connection, str, int, Event], None] | None = None
    ) -> bool:
        """Store an event, then apply and publish it. The caller holds the lock.

        Returns False if another process was faster; the table is stale then. `also` inserts the event instead, together
        with other changes in the same transaction.
        """
        table_id, number = live.id, live.table.last_event + 1
        if also is None:
            return await self._commit(live, self.store.append(table_id, number, event), event)
        insert = self.store.write_event(table_id, number, lambda connection: also(connection, table_id, number, event))
        return await self._commit(live, insert, event)

    async def append_made(self, live: LiveTable, make: Callable[[Connection, str, int], Event]) -> bool:
        """Like `append`, for an event that is made and inserted within the transaction."""
        table_id, number = live.id, live.table.last_event + 1
        return await self._commit(
            live, self.store.write_event(table_id, number, lambda connection: make(connection, table_id, number))
        )

    async def _commit(self, live: LiveTable, job: asyncio.Future[Any], event: Event | None = None) -> bool:
        try:
            made = await job
        except (EventConflict, IntegrityError):
            live.stale = True
            return False
        except BaseException:  # the event may or may not be on disk
            self.refresh_later(live)
            raise
        event = event or made
        assert event
        live.table.apply(event)
        self._added(live, event)
        return True

    async def insert(self, live: LiveTable, insert: Callable[[Connection, Table], None]) -> None:
        """Store a new table, whose first event is already applied."""
        await self.store.write(insert, live.table)
        live.stale = False
        self.tables[live.id] = live
        self._added(live, live.table.event_log[0])

    def _added(self, live: LiveTable, event: Event) -> None:
        metrics.events_of(kind_of(event)).inc()
        self._publish(live, (event,), local=True)
