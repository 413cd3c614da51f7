"""`Projector`: keeps the rows derived from events up to date. It subscribes to committed events."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from sqlalchemy import Connection

from nodarium.server import events, projections
from nodarium.server.background import BackgroundTasks
from nodarium.server.events import Event
from nodarium.server.lobby import Lobby
from nodarium.server.projections import TableEntry
from nodarium.server.repository import LiveTable, TableRepository
from nodarium.server.store import Store
from nodarium.server.time import now_ms

# Events that can change a table's entry.
PROJECTED_EVENTS = (
    events.TableOpened,
    events.Joined,
    events.LeftTable,
    events.TableClosed,
    events.GameDealt,
    events.ProposalAccepted,
    events.ResultRecorded,
)


class Projector:
    def __init__(self, store: Store, repository: TableRepository, tasks: BackgroundTasks, lobby: Lobby) -> None:
        self.store = store
        self.repository = repository
        self.tasks = tasks
        self.lobby = lobby
        self._written: WeakKeyDictionary[LiveTable, TableEntry] = WeakKeyDictionary()
        repository.subscribe(self._on_events)

    def _on_events(self, live: LiveTable, fresh: Sequence[Event], local: bool) -> None:
        if not local:
            return
        event = fresh[-1]
        if isinstance(event, events.TableOpened):  # its rows were inserted together with it
            self._written[live] = projections.table_entry(live.table)
            self._tell_lobby(live)
        elif isinstance(event, PROJECTED_EVENTS):
            self.project(live)
        if live.table.unrecorded_result:
            self.tasks.spawn(self.record_result(live))

    def project(self, live: LiveTable, *, force: bool = False) -> None:
        """Write a table's entry if it has changed; with `force`, in any case."""
        entry, last = projections.table_entry(live.table), self._written.get(live)
        if force or entry != last:
            self._written[live] = entry
            same_users = last is not None and entry.slots == last.slots and not force
            users = None if same_users else projections.users_at(live.table)
            self.store.write(projections.update_table, entry, users)
            self._tell_lobby(live)

    def _tell_lobby(self, live: LiveTable) -> None:
        if live.table.config.listed:
            self.lobby.refresh()
            self.store.announce("lobby")

    async def record_result(self, live: LiveTable) -> None:
        """Record the end of a game, once."""
        table = live.table

        def record(connection: Connection, table_id: str, number: int) -> events.ResultRecorded:
            assert result
            time = max(now_ms(), table.time)
            return projections.record_result(
                connection, table_id=table_id, number=number, time=time, result=result, rules=table.rules
            )

        async with live.lock:
            if live.stale:
                await self.repository.catch_up(live)
            while result := table.unrecorded_result:
                if not await self.repository.append_made(live, record):
                    await self.repository.catch_up(live)
