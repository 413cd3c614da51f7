"""`Store`: where events are kept. SQLite or PostgreSQL, by one code.

One thread writes. It takes everything that waits, commits it together and only then says that it is done; so the price
of one commit is shared by all who wait, and nobody hears of anything that is not on disk.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import threading
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter, sleep
from typing import IO, Any, Concatenate, ParamSpec, TypeVar

import psycopg
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from nodarium.core.errors import BadOption
from nodarium.server import metrics
from nodarium.server.errors import Unavailable
from nodarium.server.events import Event, decode, encode
from nodarium.server.schema import EVENTS

T = TypeVar("T")
P = ParamSpec("P")
MIGRATING = 7_365_011  # the number of the lock that PostgreSQL's users of this program share
CHANNEL = "nodarium"
INSERT = "INSERT INTO events (room, number, event)"
COLUMNS = " SELECT * FROM unnest(%s::text[], %s::int[], %s::text[])"
LONGEST = 7900  # bytes of a notification
MAX_BATCH = 500  # jobs for one commit
CHECKPOINT = 3.0  # seconds between two copies of SQLite's log into its file, which nobody has to wait for
LARGE = 20_000  # pages of the log, after which somebody has to
TRIES = 5
RETRYABLE_SQLSTATES = ("40P01", "40001")  # what PostgreSQL calls a deadlock, and transactions that exclude each other
RECONNECT_SECONDS = 1.0  # seconds until a database that is gone is tried again

log = logging.getLogger(__name__)


class EventConflict(Exception):
    """Somebody else has written the event with this number."""


class Job:
    """Something to write, and who waits for it: an event, or a function that is called with the connection."""

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


class Connections:
    """What the writer writes with: for whole transactions and, with PostgreSQL, for single statements at once."""

    def __init__(self, store: Store) -> None:
        self.whole = store.write_engine.connect()
        self.at_once = None if store.is_sqlite else store.read_engine.connect()

    def all(self) -> list[Connection]:
        return [self.whole] if self.at_once is None else [self.whole, self.at_once]

    def close(self) -> None:
        for connection in self.all():
            connection.close()

    def drop(self) -> None:
        """Close what may be broken."""
        for connection in self.all():
            with suppress(SQLAlchemyError):
                connection.invalidate()
                connection.close()


class Store:
    def __init__(self, url: str, *, synchronous: str = "FULL", process: str = "") -> None:
        self.url = readable(url)
        self.process = process
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.synchronous = synchronous
        self.lock: IO[str] | None = self._only_one() if self.is_sqlite else None
        self.write_engine = self._engine(begin=True)
        self.read_engine = self._engine(begin=False)
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.thread: threading.Thread | None = None
        self.copying: threading.Thread | None = None
        self.listener: Listener | None = None
        self.loop: AbstractEventLoop
        self.stopped = False
        self.closing = threading.Event()

    # ---- opening and closing ----

    def _only_one(self) -> IO[str]:
        """A file of SQLite serves one process; others are refused."""
        path = Path(str(self.url.database) + ".lock")
        file = path.open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise BadOption(
                f"Another server has {self.url.database} open. Several processes can share a PostgreSQL database."
            ) from None
        return file

    def _engine(self, *, begin: bool) -> Engine:
        if not self.is_sqlite:
            return create_engine(self.url, pool_pre_ping=True, isolation_level=None if begin else "AUTOCOMMIT")
        engine = create_engine(self.url)

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # we say ourselves when a transaction begins
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute(f"PRAGMA synchronous={self.synchronous}")
            connection.execute("PRAGMA busy_timeout=10000")
            connection.execute(f"PRAGMA wal_autocheckpoint={LARGE}")

        if begin:

            @event.listens_for(engine, "begin")
            def start(connection: Connection) -> None:
                connection.exec_driver_sql("BEGIN IMMEDIATE")

        return engine

    def migrate(self) -> None:
        """Bring the database to the form that this program knows."""
        try:
            with self.write_engine.begin() as connection:
                if not self.is_sqlite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
                config = Config()
                config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except DBAPIError as error:
            raise BadOption(f"The database cannot be opened: {first_line(error)}") from None

    def start(self, on_notification: Callable[[str], None]) -> None:
        """Begin to write; `heard` is called in the loop with what other processes announce."""
        self.loop = asyncio.get_running_loop()
        self.thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self.thread.start()
        if self.is_sqlite:
            self.copying = threading.Thread(target=self._checkpoint, name="checkpoint", daemon=True)
            self.copying.start()
        else:
            self.listener = Listener(self, on_notification)

    def _checkpoint(self) -> None:
        """Copy what was committed to where it belongs, beside the writer and not in its way."""
        while not self.closing.wait(CHECKPOINT):
            try:
                with self.read_engine.connect() as connection:
                    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
            except SQLAlchemyError:  # then the writer does it, when the log is large
                log.exception("the log could not be copied")

    async def close(self) -> None:
        """Write what waits, and stop."""
        self.stopped = True
        self.closing.set()
        if self.thread:
            self.jobs.put(None)
            await asyncio.to_thread(self.thread.join)
        if self.copying:
            await asyncio.to_thread(self.copying.join)
        if self.listener:
            await asyncio.to_thread(self.listener.close)
        self.dispose()

    def dispose(self) -> None:
        """Close what was opened, where nothing was started."""
        self.write_engine.dispose()
        self.read_engine.dispose()
        if self.lock:
            self.lock.close()

    # ---- writing ----

    def append(self, room: str, number: int, what: Event) -> Future[None]:
        """Keep an event. The future is done when it is on disk; Conflict, if the number is taken."""
        return self._enqueue(room, number, encode(what).decode(), None)

    def write(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call a function within a transaction; the future has its result when that is on disk."""
        return self._enqueue("", 0, "", lambda connection: work(connection, *args, **kwargs))

    def write_event(self, room: str, number: int, work: Callable[[Connection], T]) -> Future[T]:
        """The same for a function that inserts an event, of which the other processes have to hear."""
        return self._enqueue(room, number, "", work)

    def announce(self, word: str) -> None:
        """Tell the other processes something that is in no event."""
        if not self.is_sqlite and not self.stopped:
            self.write(notify, [f"{self.process} {word}"])

    def _enqueue(self, room: str, number: int, written: str, work: Callable[..., Any] | None) -> Future[Any]:
        if self.stopped:
            raise Unavailable("The server is shutting down; come back in a moment.")
        future: Future[Any] = self.loop.create_future()
        self.jobs.put(Job(future, room, number, written, work))
        return future

    def _write(self) -> None:
        connections: Connections | None = None
        going = True
        while going:
            jobs: list[Job] = []
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
                connections = connections or Connections(self)
                self._commit_with_retry(connections, jobs)
            except Exception as error:
                log.exception("nothing could be written")
                for job in jobs:
                    job.error = job.error or Unavailable(f"The database does not answer: {first_line(error)}")
                if connections:
                    connections.drop()
                    connections = None
                if not self.stopped:
                    sleep(RECONNECT_SECONDS)
            metrics.COMMIT_SECONDS.observe(perf_counter() - began)
            metrics.COMMIT_SIZE.observe(len(jobs))
            try:
                self.loop.call_soon_threadsafe(deliver, jobs)
            except RuntimeError:  # the loop has ended before us
                return
        if connections:
            connections.close()

    def _commit_with_retry(self, connections: Connections, jobs: Sequence[Job]) -> None:
        """Two processes that wait for each other are no failure: one of them tries again."""
        for left in reversed(range(TRIES)):
            try:
                self._commit(connections, jobs)
                return
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in RETRYABLE_SQLSTATES or not left:
                    raise

    def _commit(self, connections: Connections, jobs: Sequence[Job]) -> None:
        """All together; if the number of an event is taken, one after the other."""
        connection, at_once = connections.whole, connections.at_once
        rows = [job.row for job in jobs if job.work is None]
        for job in jobs:
            job.error = None
        try:
            if at_once and len(rows) == len(jobs):
                insert_and_notify(at_once, rows, messages(self.process, jobs))
                return
            with connection.begin():
                if rows:
                    insert_rows(connection, rows)
                self._finish(connection, jobs)
        except IntegrityError:
            if not rows:
                raise
            with connection.begin():
                for job in jobs:
                    if job.work is None:
                        self._append_alone(connection, job)
                self._finish(connection, jobs)

    def _append_alone(self, connection: Connection, job: Job) -> None:
        try:
            with connection.begin_nested():
                insert_rows(connection, [job.row])
        except IntegrityError:
            job.error = EventConflict()

    def _finish(self, connection: Connection, jobs: Sequence[Job]) -> None:
        """Do what is no mere event, each by itself, and let the other processes know."""
        for job in jobs:
            if job.work is None:
                continue
            try:
                with connection.begin_nested():
                    job.result = job.work(connection)
            except DBAPIError as error:
                if not isinstance(error, IntegrityError):
                    raise
                job.error = error
            except Exception as error:  # of the work itself, for whoever asked for it
                job.error = error
        appended = [job for job in jobs if job.room and not job.error]
        if not self.is_sqlite and appended:
            notify(connection, messages(self.process, appended))

    # ---- reading ----

    async def read(self, look: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function with a connection that only reads, in a thread of its own."""
        return await asyncio.to_thread(self._look, lambda connection: look(connection, *args, **kwargs))

    def _look(self, look: Callable[[Connection], T]) -> T:
        try:
            with self.read_engine.connect() as connection:
                return look(connection)
        except DBAPIError as error:
            log.exception("nothing could be read")
            raise Unavailable(f"The database does not answer: {first_line(error)}") from None

    async def events(self, room: str, after: int = 0) -> list[Event]:
        """What happened in a room after the event with this number."""
        return await self.read(events_of, room, after)


def events_of(connection: Connection, room: str, after: int = 0) -> list[Event]:
    wanted = select(EVENTS.c.number, EVENTS.c.event).where(EVENTS.c.room == room, EVENTS.c.number > after)
    rows = connection.execute(wanted.order_by(EVENTS.c.number)).all()
    assert [number for number, _ in rows] == list(range(after + 1, after + 1 + len(rows))), "events have no gaps"
    return [decode(written) for _, written in rows]


def insert_event(connection: Connection, room: str, number: int, what: Event) -> None:
    insert_rows(connection, [(room, number, encode(what).decode())])


def insert_rows(connection: Connection, rows: Sequence[tuple[str, int, str]]) -> None:
    """All rows by one statement: the driver then needs the interpreter once, not once for each of them."""
    if connection.dialect.name == "sqlite":
        values = ", ".join(["(?, ?, ?)"] * len(rows))
        connection.exec_driver_sql(f"{INSERT} VALUES {values}", tuple(chain.from_iterable(rows)))
    else:  # a text that is always the same, so that PostgreSQL plans it once
        connection.exec_driver_sql(INSERT + COLUMNS, columns_of(rows))


def insert_and_notify(connection: Connection, rows: Sequence[tuple[str, int, str]], texts: list[str]) -> None:
    """Both by one statement, which is its own transaction: PostgreSQL is asked once, and answers once."""
    said = f"SELECT pg_notify('{CHANNEL}', line) FROM unnest(%s::text[]) AS line"  # noqa: S608
    connection.exec_driver_sql(f"WITH kept AS ({INSERT}{COLUMNS}) {said}", (*columns_of(rows), texts))


def columns_of(rows: Sequence[tuple[str, int, str]]) -> tuple[list[Any], ...]:
    return tuple(list(column) for column in zip(*rows, strict=True))


def deliver(jobs: Sequence[Job]) -> None:
    """In the loop: let all go on who waited for a commit."""
    for job in jobs:
        if job.future.cancelled():
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
            job.future.exception()  # nobody has to wait for it
        else:
            job.future.set_result(job.result)


def readable(url: str) -> Any:
    try:
        made = make_url(url)
    except ArgumentError:
        raise BadOption(f"{url!r} is no address of a database, such as postgresql://user@host/name.") from None
    if made.get_backend_name() == "postgresql":
        return made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() == "sqlite" and made.database not in (None, "", ":memory:"):
        return made
    raise BadOption("A database is a file of SQLite (sqlite:///path) or PostgreSQL (postgresql://user@host/name).")


def first_line(error: BaseException) -> str:
    return str(getattr(error, "orig", error)).strip().partition("\n")[0]


# ---- notifications between processes, with PostgreSQL ----


def messages(process: str, appended: Sequence[Job]) -> list[str]:
    """Who speaks and what was appended: `process room:number room:number`, in as few texts as fit."""
    texts, line = [], process
    for job in appended:
        if len(line) > LONGEST - 50:
            texts.append(line)
            line = process
        line += f" {job.room}:{job.number}"
    return [*texts, line]


def notify(connection: Connection, texts: Sequence[str]) -> None:
    for line in texts:
        connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, line))


class Listener:
    """A thread that hears what the other processes announce. After a break it says so with an empty text."""

    def __init__(self, store: Store, heard: Callable[[str], None]) -> None:
        self.store = store
        self.on_notification = heard
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.stopping.set()
        self.thread.join()

    def _listen(self) -> None:
        url = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self.stopping.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._tell("")
                    while not self.stopping.is_set():
                        for message in connection.notifies(timeout=0.5):
                            self._tell(message.payload)
                            if self.stopping.is_set():
                                return
            except psycopg.Error:
                log.exception("nothing can be heard")
                self.stopping.wait(RECONNECT_SECONDS)

    def _tell(self, line: str) -> None:
        if line.partition(" ")[0] != self.store.process:
            try:
                self.store.loop.call_soon_threadsafe(self.on_notification, line)
            except RuntimeError:  # the loop has ended before us
                self.stopping.set()
