"""Background tasks: they run, their failures are logged, and they end with the server."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

import pytest

from nodarium.server.background import BackgroundTasks
from nodarium.server.errors import NotFound, Unavailable


def run(begin: Callable[[BackgroundTasks], None]) -> None:
    async def with_tasks() -> None:
        tasks = BackgroundTasks()
        begin(tasks)
        await asyncio.gather(*tasks.tasks, return_exceptions=True)
        await asyncio.sleep(0)
        assert not tasks.tasks

    asyncio.run(with_tasks())
    gc.collect()  # warns about a coroutine that was never awaited


async def fail(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (Unavailable("not now"), []),
        (NotFound("This table doesn't exist."), ["background task refused: This table doesn't exist."]),
        (ValueError("no"), ["background task failed"]),
    ],
)
def test_failures_are_logged(caplog: pytest.LogCaptureFixture, error: Exception, logged: list[str]) -> None:
    run(lambda tasks: tasks.spawn(fail(error)))
    assert caplog.messages == logged


def test_a_task_cancelled_before_it_starts_ends_quietly(caplog: pytest.LogCaptureFixture) -> None:
    def begin(tasks: BackgroundTasks) -> None:
        tasks.spawn(fail(ValueError("no")))
        for task in tasks.tasks:
            task.cancel()

    run(begin)
    assert not caplog.messages


def test_no_task_starts_during_shutdown(caplog: pytest.LogCaptureFixture) -> None:
    def begin(tasks: BackgroundTasks) -> None:
        tasks.begin_shutdown()
        tasks.spawn(fail(ValueError("no")))
        assert not tasks.tasks

    run(begin)
    assert not caplog.messages
