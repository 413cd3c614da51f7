"""The store: events are stored in order, each once, and in batches."""

from __future__ import annotations

import asyncio
from asyncio import Future
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from nodarium import BadOption
from nodarium.server import projections
from nodarium.server.errors import Unavailable
from nodarium.server.events import ChatSent
from nodarium.server.store import EventConflict, Store, insert_event
from nodarium.server.store import store as store_module
from nodarium.server.store.schema import METADATA

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Work = Callable[[Store], Awaitable[None]]


def chat(text: str) -> ChatSent:
    return ChatSent(time=1, by="ann", text=text)


def with_store(database: str, work: Work, notifications: list[str] | None = None, process: str = "one") -> None:
    """Run `work` with an open store."""

    async def run() -> None:
        store = Store(database, process=process)
        store.migrate()
        store.start((notifications if notifications is not None else []).append)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_events_are_read_in_order(database: str) -> None:
    async def work(store: Store) -> None:
        await asyncio.gather(*(store.append("t", number, chat(f"{number}é")) for number in range(1, 1200)))
        await store.append("other", 1, chat("x"))
        kept = await store.events("t", 3)
        assert kept == [chat(f"{number}é") for number in range(4, 1200)]

    with_store(database, work)


def test_an_event_number_is_used_once_and_the_rest_of_the_batch_is_stored(database: str) -> None:
    async def work(store: Store) -> None:
        await store.append("t", 1, chat("first"))
        appends = [store.append("t", 1, chat("double")), store.append("t", 2, chat("second"))]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert isinstance(results[0], EventConflict)
        assert results[1] is None
        assert await store.events("t") == [chat("first"), chat("second")]

    with_store(database, work)


def test_a_failed_job_is_rolled_back_alone(database: str) -> None:
    def fail_after_insert(connection: Connection) -> None:
        insert_event(connection, "t", 7, chat("spoilt"), "")
        raise ValueError("a mistake")

    async def work(store: Store) -> None:
        jobs = [
            store.write(fail_after_insert),
            store.append("t", 1, chat("good")),
            store.write(projections.heartbeat, "p", 5),
        ]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert isinstance(results[0], ValueError)
        assert results[1:] == [None, None]
        assert await store.events("t") == [chat("good")]
        assert await store.read(projections.last_alive) == 5
        with pytest.raises(IntegrityError):
            await store.write(insert_event, "t", 1, chat("double"), "")

    with_store(database, work)


def test_closing_the_store_writes_all_pending_jobs(database: str) -> None:
    waiting: list[Future[None]] = []

    async def work(store: Store) -> None:
        waiting.extend(store.append("t", number, chat("x")) for number in range(1, 50))

    async def look(store: Store) -> None:
        assert len(await store.events("t")) == 49

    with_store(database, work)
    with_store(database, look)


def test_a_closed_store_refuses_jobs(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        store.stopped = True
        with pytest.raises(Unavailable, match="shutting down"):
            store.append("t", 1, chat("late"))

    with_store(sqlite_url, work)


def test_the_migrations_create_the_schema(database: str) -> None:
    async def work(store: Store) -> None:
        def difference(connection: Connection) -> list[object]:
            return list(compare_metadata(MigrationContext.configure(connection), METADATA))

        assert await store.read(difference) == []
        store.migrate()  # a second run changes nothing

    with_store(database, work)


def test_a_sqlite_file_serves_one_process(sqlite_url: str) -> None:
    async def work(_: Store) -> None:
        with pytest.raises(BadOption, match="Another server"):
            Store(sqlite_url).migrate()

    with_store(sqlite_url, work)


@pytest.mark.parametrize("url", ["", "nonsense", "sqlite://", "sqlite:///:memory:", "mysql://host/name"])
def test_a_bad_database_url_is_an_error(url: str) -> None:
    with pytest.raises(BadOption, match=r"[Dd]atabase"):
        Store(url)


def test_a_database_that_does_not_answer_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="Can’t open"):
        Store(f"postgresql://nobody@/nothing?host={tmp_path}").migrate()


def test_processes_are_notified_of_each_others_events(database: str) -> None:
    """Only with PostgreSQL, because a SQLite file has one process."""
    if database.startswith("sqlite"):
        return
    notifications: list[str] = []

    async def listen(store: Store) -> None:
        async def speak() -> None:
            other = Store(database, process="two")
            other.start(lambda _: None)
            await asyncio.gather(*(other.append("t", number, chat("x")) for number in range(1, 801)))
            other.announce("lobby")
            await other.close()

        while not notifications:  # until the store listens
            await asyncio.sleep(0.01)
        await store.append("t2", 1, chat("own"))
        await speak()
        while not any("lobby" in line for line in notifications):
            await asyncio.sleep(0.01)

    with_store(database, listen, notifications)
    words = [word for line in notifications for word in line.split()[1:]]
    assert words == [*(f"t:{number}" for number in range(1, 801)), "lobby"]
    assert all(line.split()[0] == "two" for line in notifications if line)


def test_the_schema_goes_back_to_the_second_version_and_forth(database: str) -> None:
    made = Store(database)
    made.migrate()
    config = Config()
    config.set_main_option("script_location", str(Path(store_module.__file__).with_name("migrations")))
    for change, version in ((command.downgrade, "0002"), (command.upgrade, "head")):
        with made.write_engine.begin() as connection:
            config.attributes["connection"] = connection
            change(config, version)
    with made.read_engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    made.dispose()
