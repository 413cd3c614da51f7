"""What nobody waits for: it is done, what goes wrong is logged, and it ends with the server."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

import pytest

from nodarium.server.accounts import Accounts
from nodarium.server.errors import NotFound, Unavailable
from nodarium.server.service import TableService
from nodarium.server.settings import ServerSettings
from nodarium.server.store import Store


def run(lite: str, begin: Callable[[TableService], None]) -> None:
    async def with_tables() -> None:
        store = Store(lite, process="one")
        store.migrate()
        store.start(lambda _: None)
        tables = TableService(ServerSettings(database=lite), store, Accounts(store))
        begin(tables)
        await asyncio.gather(*tables.tasks, return_exceptions=True)
        await asyncio.sleep(0)
        assert not tables.tasks
        await store.close()

    asyncio.run(with_tables())
    gc.collect()  # where a piece of work that was never begun would say so


async def fail(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (Unavailable("not now"), []),
        (NotFound("There is no such table."), ["refused: There is no such table."]),
        (ValueError("no"), ["something went wrong in the background"]),
    ],
)
def test_what_goes_wrong_is_logged(
    lite: str, caplog: pytest.LogCaptureFixture, error: Exception, logged: list[str]
) -> None:
    run(lite, lambda tables: tables.spawn(fail(error)))
    assert caplog.messages == logged


def test_what_is_cancelled_before_it_begins_ends_quietly(lite: str, caplog: pytest.LogCaptureFixture) -> None:
    def begin(tables: TableService) -> None:
        tables.spawn(fail(ValueError("no")))
        for task in tables.tasks:
            task.cancel()

    run(lite, begin)
    assert not caplog.messages


def test_when_the_server_is_about_to_end_nothing_is_begun(lite: str, caplog: pytest.LogCaptureFixture) -> None:
    def begin(tables: TableService) -> None:
        tables.begin_shutdown()
        tables.spawn(fail(ValueError("no")))
        assert not tables.tasks

    run(lite, begin)
    assert not caplog.messages
