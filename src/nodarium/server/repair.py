"""Finds tables whose events can't be read, and repairs them, while a server runs or not."""

from __future__ import annotations

import fcntl
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, delete, func, inspect, select

from nodarium.core.errors import BadOption
from nodarium.core.message import say
from nodarium.record.files import write_atomically
from nodarium.server import events, projections
from nodarium.server.damage import damage_of, fold, set_damage
from nodarium.server.events import Event
from nodarium.server.requests import MAX_EVENTS
from nodarium.server.store import Store, UnreadableEvents, insert_event
from nodarium.server.store.notifications import notify_server
from nodarium.server.store.schema import EVENTS, PROCESSES, ROOMS, TABLE_USERS
from nodarium.server.table import Table
from nodarium.server.upcast import EventReader

BATCH = 500  # tables whose ids are read together
ALIVE_MS = 60_000  # a process with a younger heartbeat may be running

Progress = Callable[[int, int], None]  # called with the number of tables checked, and of all


@dataclass(frozen=True)
class Damage:
    """What is wrong with a table. Its first `good` events can be read."""

    table: str
    good: int
    total: int
    error: str


@contextmanager
def opened(database: str, *, write: bool = False) -> Iterator[Connection]:
    """A connection; to write, with a transaction, for which a running server waits. It shares the database."""
    store = Store(database)
    if store.is_sqlite and not Path(str(store.url.database)).exists():
        raise BadOption(say("server-no-database", path=str(store.url.database)))
    try:
        with store.write_engine.begin() if write else store.read_engine.connect() as connection:
            columns = [column["name"] for column in inspect(connection).get_columns("rooms")]
            if ROOMS.c.damage.name not in columns:
                raise BadOption(say("server-database-too-old"))
            yield connection
    finally:
        store.dispose()


def check(database: str, progress: Progress) -> Iterator[Damage]:
    """Read every table and yield the damaged ones. A running server doesn't notice."""
    last, done = "", 0
    while True:
        with opened(database) as connection:
            total = connection.execute(select(func.count()).select_from(ROOMS)).scalar_one()
            wanted = select(ROOMS.c.id).where(ROOMS.c.id > last).order_by(ROOMS.c.id).limit(BATCH)
            batch = list(connection.execute(wanted).scalars())
            found = [examine(connection, table_id) for table_id in batch]
        if not batch:
            return
        last, done = batch[-1], done + len(batch)
        yield from [damage for damage in found if damage]
        progress(done, total)


def examine(connection: Connection, table_id: str) -> Damage | None:
    """What is wrong with a table; None if it can be read."""
    rows = event_rows(connection, table_id)
    readable, error = read_events(rows)
    good, fold_error = fold_prefix(table_id, readable)
    error = fold_error or error or (None if rows else ValueError("It has no events."))
    return Damage(table_id, good, len(rows), f"{type(error).__name__}: {error}") if error else None


def event_rows(connection: Connection, table_id: str) -> list[tuple[int, str]]:
    """A table's events as they are stored."""
    wanted = select(EVENTS.c.number, EVENTS.c.event).where(EVENTS.c.room == table_id).order_by(EVENTS.c.number)
    return [(row.number, row.event) for row in connection.execute(wanted)]


def read_events(rows: list[tuple[int, str]]) -> tuple[list[Event], Exception | None]:
    """The events before the first one that is missing or can't be decoded, and what is wrong with that."""
    reader, found = EventReader(), list[Event]()
    for expected, (number, written) in enumerate(rows, 1):
        try:
            if number != expected:
                raise UnreadableEvents(f"Event {expected} is missing.")
            found.append(reader.read(written))
        except Exception as error:
            return found, error
    return found, None


def fold_prefix(table_id: str, readable: list[Event]) -> tuple[int, Exception | None]:
    """The number of events that can be folded, and what is wrong with the next one."""
    try:
        fold(table_id, readable)
    except Exception:
        prefixes = [_fold_reading(table_id, readable, reading) for reading in range(_num_readings(table_id, readable))]
        return max(prefixes, key=lambda prefix: prefix[0])
    return len(readable), None


def _num_readings(table_id: str, readable: list[Event]) -> int:
    table = Table(table_id)
    try:
        table.apply(readable[0])
    except Exception:
        return 1
    return max(1, len(table.readings))


def _fold_reading(table_id: str, readable: list[Event], reading: int) -> tuple[int, Exception | None]:
    table = Table(table_id, reading=reading)
    for number, event in enumerate(readable):
        try:
            table.apply(event)
        except Exception as error:
            return number, error
    return len(readable), None


def repair(database: str, table_id: str, dump: Path) -> Damage | None:
    """Write a damaged table's rows to a file, drop the events after the last good one, and close the table.

    A table without a good event is deleted. A sound one only loses its damage mark. Returns what was wrong. No server
    can append an event meanwhile.
    """
    with opened(database, write=True) as connection:
        wanted = select(ROOMS).where(ROOMS.c.id == table_id).with_for_update()
        room = connection.execute(wanted).mappings().first()
        if connection.dialect.name != "sqlite":  # SQLite has one writer at a time
            connection.exec_driver_sql("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE")
        if room is None:
            raise BadOption(say("server-no-table-to-repair", table=table_id))
        damage, marked = examine(connection, table_id), damage_of(connection, table_id) is not None
        if damage is None:
            if not marked:
                raise BadOption(say("server-not-damaged", table=table_id))
            set_damage(connection, table_id, None)
            notify_server(connection, f"admin repaired:{table_id} lobby")
            return None
        if not marked and is_served(database, connection):
            raise BadOption(say("server-repair-while-running"))
        rows = event_rows(connection, table_id)
        lines = [dict(room), *({"room": table_id, "number": number, "event": event} for number, event in rows)]
        write_atomically(dump, "".join(json.dumps(line, default=repr) + "\n" for line in lines))
        last = max([number for number, _ in rows if number <= 2 * MAX_EVENTS], default=0)
        truncate(connection, table_id, read_events(rows)[0][: damage.good], last)
        notify_server(connection, f"admin repaired:{table_id} lobby")
        return damage


def truncate(connection: Connection, table_id: str, good: list[Event], last: int) -> None:
    """Keep these events of a table and close it.

    The numbers of the dropped events, and the next one, are taken by events that close the table. So a process that has
    the old events in memory can't append to them: the number of its next event is taken.
    """
    connection.execute(delete(EVENTS).where(EVENTS.c.room == table_id, EVENTS.c.number > len(good)))
    if not good:
        connection.execute(delete(TABLE_USERS).where(TABLE_USERS.c.room == table_id))
        connection.execute(delete(ROOMS).where(ROOMS.c.id == table_id))
        return
    table = fold(table_id, good)
    closed = events.TableClosed(time=max(int(time.time() * 1000), table.time))
    while table.last_event <= last:
        table.apply(closed)
        insert_event(connection, table_id, table.last_event, closed, table.rules)
    projections.update_table(connection, projections.table_entry(table), projections.users_at(table))
    set_damage(connection, table_id, None)


def is_served(database: str, connection: Connection) -> bool:
    """Whether a server may be running."""
    store = Store(database)
    if not store.is_sqlite:
        alive = int(time.time() * 1000) - ALIVE_MS
        return connection.execute(select(PROCESSES.c.id).where(PROCESSES.c.seen >= alive)).first() is not None
    path = Path(f"{store.url.database}.lock")
    if not path.exists():
        return False
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
