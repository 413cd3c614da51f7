"""Tasks that nobody waits for. They end with the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from nodarium.core.errors import NodariumError
from nodarium.server.errors import Unavailable

log = logging.getLogger(__name__)


class BackgroundTasks:
    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background, unless the server is shutting down."""
        if self.stopping.is_set():
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is None or isinstance(error, Unavailable):
            return
        if isinstance(error, NodariumError):
            log.warning("background task refused: %s", error)
        else:
            log.error("background task failed", exc_info=error)

    def begin_shutdown(self) -> None:
        """Start no more tasks, and wake everybody who waits for `stopping`."""
        self.stopping.set()

    async def cancel_all(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
