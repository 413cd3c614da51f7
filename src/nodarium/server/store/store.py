"""`Store`: stores events in SQLite or PostgreSQL.

One writer thread batches all pending jobs into one transaction (group commit) and resolves their futures after the
commit. So waiting jobs share the cost of a commit, and nobody learns of an event that isn't on disk.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import sqlite3
import threading
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter, sleep
from typing import IO, Any, Concatenate, ParamSpec, TypeVar

from alembic import command
from sqlalchemy import URL, Connection, Engine, create_engine, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from nodarium.core.errors import BadOption
from nodarium.core.message import say
from nodarium.server import metrics
from nodarium.server.errors import Unavailable
from nodarium.server.events import Event
from nodarium.server.store.notifications import CHANNEL, Listener, lines, notify
from nodarium.server.store.private_files import make_private
from nodarium.server.store.schema import EVENTS
from nodarium.server.store.versions import check_known, migration_config
from nodarium.server.upcast import EventReader, encode_event

T = TypeVar("T")
P = ParamSpec("P")
MIGRATION_LOCK = 7_365_011  # PostgreSQL's number for the lock that processes take before they migrate
INSERT = "INSERT INTO events (room, number, event)"
COLUMNS = " SELECT * FROM unnest(%s::text[], %s::int[], %s::text[])"
MAX_BATCH = 500  # jobs in one commit
BUSY_BATCH = 10  # after a commit of this size, wait for more jobs: few large commits cost less than many small ones
GATHER_SECONDS = 0.004
CHECKPOINT_SECONDS = 3.0  # between two copies of SQLite's write-ahead log into its file, in a thread
MAX_WAL_PAGES = 20_000  # beyond this, the writer copies the log itself
MAX_COMMIT_ATTEMPTS = 5
RETRYABLE_SQLSTATES = ("40P01", "40001")  # deadlock, serialization failure
REFUSALS = (IntegrityError, DataError, ProgrammingError, NotSupportedError)
REFUSAL_SQLSTATE_CLASSES = ("22", "23", "54")  # bad data, violated constraint, beyond a limit
RECONNECT_SECONDS = 1.0  # before the writer tries a lost database again
NO_ANSWER = say("server-database-silent")  # the log has the details

log = logging.getLogger(__name__)


class EventConflict(Exception):
    """Another process has already written the event with this number."""


class UnreadableEvents(ValueError):
    """A table's events can't be decoded, or have a gap."""


class Job:
    """An event to write, or a function to call with the connection; and the future that waits for it."""

    __slots__ = ("error", "future", "number", "result", "room", "work", "written")

    def __init__(
        self, future: Future[Any], room: str, number: int, written: str, work: Callable[..., Any] | None
    ) -> None:
        self.future = future
        self.room = room
        self.number = number
        self.written = written
        self.work = work
        self.result: Any = None
        self.error: Exception | None = None

    @property
    def row(self) -> tuple[str, int, str]:
        return self.room, self.number, self.written


class WriterConnections:
    """The writer's connections: one for transactions and, with PostgreSQL, one for single statements."""

    def __init__(self, store: Store) -> None:
        self.transactional = store.write_engine.connect()
        self.autocommit = None if store.is_sqlite else store.read_engine.connect()
        self.sqlite: Any = self.transactional.connection.driver_connection if store.is_sqlite else None

    def all(self) -> list[Connection]:
        return [self.transactional] if self.autocommit is None else [self.transactional, self.autocommit]

    def close(self) -> None:
        for connection in self.all():
            connection.close()

    def invalidate(self) -> None:
        """Close connections that may be broken."""
        for connection in self.all():
            with suppress(SQLAlchemyError):
                connection.invalidate()
                connection.close()


class Store:
    def __init__(self, url: str, *, synchronous: str = "FULL", process: str = "") -> None:
        self.url = parse_url(url)
        self.process = process
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.synchronous = synchronous
        self.lock: IO[str] | None = None
        self.write_engine = self._engine(begin=True)
        self.read_engine = self._engine(begin=False)
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.thread: threading.Thread | None = None
        self.checkpointer: threading.Thread | None = None
        self.listener: Listener | None = None
        self.loop: AbstractEventLoop
        self.stopped = False
        self.lost_connections = 0  # how often the writer has waited for the database
        self.closing = threading.Event()

    # ---- opening and closing ----

    def _take_lock(self) -> None:
        """Make sure that no other process has the SQLite file open."""
        if not self.is_sqlite or self.lock:
            return
        make_private(Path(str(self.url.database)))
        path = Path(str(self.url.database) + ".lock")
        file = path.open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise BadOption(say("server-database-open", database=str(self.url.database))) from None
        self.lock = file

    def _engine(self, *, begin: bool) -> Engine:
        if not self.is_sqlite:
            return create_engine(self.url, pool_pre_ping=True, isolation_level=None if begin else "AUTOCOMMIT")
        engine = create_engine(self.url)

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # transactions are started below
            # SQLite stores any bytes as text. A row that isn't UTF-8 must not fail the others that are read with it.
            connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute(f"PRAGMA synchronous={self.synchronous}")
            connection.execute("PRAGMA busy_timeout=10000")
            connection.execute(f"PRAGMA wal_autocheckpoint={MAX_WAL_PAGES}")

        if begin:

            @event.listens_for(engine, "begin")
            def start(connection: Connection) -> None:
                connection.exec_driver_sql("BEGIN IMMEDIATE")

        return engine

    def migrate(self) -> None:
        """Bring the schema up to date."""
        self._take_lock()
        try:
            with self.write_engine.begin() as connection:
                if not self.is_sqlite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATION_LOCK})
                check_known(connection)
                config = migration_config()
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except DBAPIError as error:
            raise BadOption(say("server-cannot-open-database", reason=first_line(error))) from None

    def start(self, on_notification: Callable[[str], None]) -> None:
        """Start the threads. `on_notification` is called in the loop with each line that another process sends."""
        self._take_lock()
        self.loop = asyncio.get_running_loop()
        self.thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self.thread.start()
        if self.is_sqlite:
            self.checkpointer = threading.Thread(target=self._checkpoint, name="checkpoint", daemon=True)
            self.checkpointer.start()
        else:
            url = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
            self.listener = Listener(url, self.process, self.loop, on_notification)

    def _checkpoint(self) -> None:
        """Copy the write-ahead log into the database file regularly, so that the writer rarely has to."""
        while not self.closing.wait(CHECKPOINT_SECONDS):
            try:
                with self.read_engine.connect() as connection:
                    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
            except SQLAlchemyError:  # the writer does it once the log is large
                log.exception("checkpoint failed")

    async def close(self) -> None:
        """Write all pending jobs, then stop."""
        self.stopped = True
        self.closing.set()
        if self.thread:
            self.jobs.put(None)
            await asyncio.to_thread(self.thread.join)
        if self.checkpointer:
            await asyncio.to_thread(self.checkpointer.join)
        if self.listener:
            await asyncio.to_thread(self.listener.close)
        self.dispose()

    def dispose(self) -> None:
        """Close the connections of a store that wasn't started."""
        self.write_engine.dispose()
        self.read_engine.dispose()
        if self.lock:
            self.lock.close()
            self.lock = None

    # ---- writing ----

    def append(self, room: str, number: int, what: Event, rules: str = "") -> Future[None]:
        """Store an event that these rules made. The future is done when it is on disk; `EventConflict` if the number is
        taken.
        """
        return self._enqueue(room, number, encode_event(what, rules), None)

    def write(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call a function in a transaction. The future gets its result after the commit."""
        return self._enqueue("", 0, "", lambda connection: work(connection, *args, **kwargs))

    def write_event(self, room: str, number: int, work: Callable[[Connection], T]) -> Future[T]:
        """Like `write`, for a function that inserts an event: other processes are notified of it."""
        return self._enqueue(room, number, "", work)

    def announce(self, word: str) -> None:
        """Notify the other processes of something that isn't an event."""
        if not self.is_sqlite and not self.stopped:
            self.write(notify, [f"{self.process} {word}"])

    def _enqueue(self, room: str, number: int, written: str, work: Callable[..., Any] | None) -> Future[Any]:
        if self.stopped:
            raise Unavailable(say("server-shutting-down"))
        future: Future[Any] = self.loop.create_future()
        self.jobs.put(Job(future, room, number, written, work))
        return future

    def _write(self) -> None:
        connections: WriterConnections | None = None
        jobs: list[Job] = []
        going = True
        while going:
            if len(jobs) >= BUSY_BATCH:
                sleep(GATHER_SECONDS)
            jobs = []
            first = self.jobs.get()
            while first is not None:
                jobs.append(first)
                if len(jobs) >= MAX_BATCH:
                    break
                try:
                    first = self.jobs.get_nowait()
                except Empty:
                    break
            going = first is not None
            if not jobs:
                break
            began = perf_counter()
            try:
                connections = connections or WriterConnections(self)
                self._commit_with_retry(connections, jobs)
            except Exception as error:
                log.exception("commit failed")
                for job in jobs:
                    job.error = job.error or Unavailable(NO_ANSWER)
                lost = connections is None or is_lost(error)
                if connections:
                    connections.invalidate()
                    connections = None
                if lost and not self.stopped:
                    self.lost_connections += 1
                    sleep(RECONNECT_SECONDS)
            metrics.COMMIT_SECONDS.observe(perf_counter() - began)
            metrics.COMMIT_SIZE.observe(len(jobs))
            try:
                self.loop.call_soon_threadsafe(deliver, jobs)
            except RuntimeError:  # the loop is closed
                return
        if connections:
            connections.close()

    def _commit_with_retry(self, connections: WriterConnections, jobs: Sequence[Job]) -> None:
        """Commit; after a deadlock with another process, try again."""
        for left in reversed(range(MAX_COMMIT_ATTEMPTS)):
            try:
                self._commit(connections, jobs)
                return
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in RETRYABLE_SQLSTATES or not left:
                    raise

    def _commit(self, connections: WriterConnections, jobs: Sequence[Job]) -> None:
        """Commit all jobs together. If one of them fails, start again and give each a savepoint: it fails alone."""
        connection, autocommit = connections.transactional, connections.autocommit
        rows = [job.row for job in jobs if job.work is None]
        for job in jobs:
            job.error = None
        if connections.sqlite and len(rows) == len(jobs):
            try:
                insert_at_once(connections.sqlite, rows)
                return
            except sqlite3.Error:  # nothing was inserted: find out below which event is to blame
                pass
        try:
            if autocommit and len(rows) == len(jobs):
                insert_and_notify(autocommit, rows, lines(self.process, [(job.room, job.number) for job in jobs]))
                return
            with connection.begin():
                if rows:
                    insert_rows(connection, rows)
                for job in jobs:
                    if job.work:
                        job.result = job.work(connection)
                self._notify(connection, jobs)
        except DBAPIError as error:
            if not is_refusal(error):
                raise
            self._commit_apart(connection, jobs)
        except Exception:  # raised by a function
            self._commit_apart(connection, jobs)

    def _commit_apart(self, connection: Connection, jobs: Sequence[Job]) -> None:
        """Commit the jobs that succeed, each in a savepoint."""
        with connection.begin():
            for job in sorted(jobs, key=lambda job: job.work is not None):  # events first, as in `_commit`
                try:
                    with savepoint(connection):
                        if job.work:
                            job.result = job.work(connection)
                        else:
                            insert_rows(connection, [job.row])
                except DBAPIError as error:
                    if not is_refusal(error):
                        raise
                    job.error = error if job.work or not isinstance(error, IntegrityError) else EventConflict()
                except Exception as error:  # raised by the function: pass it to the caller
                    job.error = error
            self._notify(connection, jobs)

    def _notify(self, connection: Connection, jobs: Sequence[Job]) -> None:
        appended = [(job.room, job.number) for job in jobs if job.room and not job.error]
        if not self.is_sqlite and appended:
            notify(connection, lines(self.process, appended))

    # ---- reading ----

    async def read(self, look: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function with a read connection, in a thread."""
        return await asyncio.to_thread(self._look, lambda connection: look(connection, *args, **kwargs))

    def _look(self, look: Callable[[Connection], T]) -> T:
        try:
            with self.read_engine.connect() as connection:
                return look(connection)
        except (DBAPIError, PoolTimeoutError):
            log.exception("read failed")
            raise Unavailable(NO_ANSWER) from None

    async def events(self, room: str, after: int = 0) -> list[Event]:
        """The events of a table after the one with this number."""
        return await self.read(events_of, room, after)


@contextmanager
def savepoint(connection: Connection) -> Iterator[None]:
    """Undo what fails, within a transaction. SQLAlchemy's `begin_nested` takes four times as long."""
    connection.exec_driver_sql("SAVEPOINT job")
    try:
        yield
    except BaseException:
        if not connection.invalidated:
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
        raise
    connection.exec_driver_sql("RELEASE SAVEPOINT job")


def events_of(connection: Connection, room: str, after: int = 0) -> list[Event]:
    wanted = select(EVENTS.c.number, EVENTS.c.event).where(EVENTS.c.room == room, EVENTS.c.number > after)
    rows = connection.execute(wanted.order_by(EVENTS.c.number)).all()
    for expected, (number, _) in enumerate(rows, after + 1):
        if number != expected:
            raise UnreadableEvents(f"Event {expected} is missing.")
    reader = EventReader()
    try:
        return [reader.read(written) for _, written in rows]
    except Exception as error:
        raise UnreadableEvents(f"{type(error).__name__}: {error}") from error


def insert_event(connection: Connection, room: str, number: int, what: Event, rules: str) -> None:
    insert_rows(connection, [(room, number, encode_event(what, rules))])


def insert_at_once(connection: sqlite3.Connection, rows: Sequence[tuple[str, int, str]]) -> None:
    """Insert rows with one statement, which is a transaction. SQLAlchemy would take longer than SQLite itself."""
    connection.execute(*sqlite_insert(rows))


def sqlite_insert(rows: Sequence[tuple[str, int, str]]) -> tuple[str, tuple[str | int, ...]]:
    """A statement that inserts all rows, and its parameters."""
    values = ", ".join(["(?, ?, ?)"] * len(rows))
    return f"{INSERT} VALUES {values}", tuple(chain.from_iterable(rows))


def insert_rows(connection: Connection, rows: Sequence[tuple[str, int, str]]) -> None:
    """Insert all rows with one statement, which needs the interpreter lock once, not once for each row."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(*sqlite_insert(rows))
    else:  # the same text for any number of rows, so that PostgreSQL plans it once
        connection.exec_driver_sql(INSERT + COLUMNS, columns_of(rows))


def insert_and_notify(connection: Connection, rows: Sequence[tuple[str, int, str]], texts: list[str]) -> None:
    """Insert and notify with one statement, which is a transaction: one round trip to the database."""
    notifying = f"SELECT pg_notify('{CHANNEL}', line) FROM unnest(%s::text[]) AS line"  # noqa: S608
    connection.exec_driver_sql(f"WITH kept AS ({INSERT}{COLUMNS}) {notifying}", (*columns_of(rows), texts))


def columns_of(rows: Sequence[tuple[str, int, str]]) -> tuple[list[Any], ...]:
    return tuple(list(column) for column in zip(*rows, strict=True))


def is_refusal(error: DBAPIError) -> bool:
    """Whether the database refused what one statement said. Other errors are about the connection or the server."""
    code = getattr(error.orig, "sqlstate", None) or ""
    return not is_lost(error) and (isinstance(error, REFUSALS) or code[:2] in REFUSAL_SQLSTATE_CLASSES)


def is_lost(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def deliver(jobs: Sequence[Job]) -> None:
    """Resolve the futures of committed jobs; runs in the event loop."""
    for job in jobs:
        if job.future.cancelled():
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
            job.future.exception()  # mark it as retrieved: not every caller waits
        else:
            job.future.set_result(job.result)


def parse_url(url: str) -> URL:
    try:
        made = make_url(url)
    except ArgumentError:
        raise BadOption(say("server-bad-database-url", url=repr(url))) from None
    if made.get_backend_name() == "postgresql":
        return made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() == "sqlite" and made.database not in (None, "", ":memory:"):
        return made
    raise BadOption(say("server-unknown-database"))


def first_line(error: BaseException) -> str:
    return str(getattr(error, "orig", error)).strip().partition("\n")[0]
