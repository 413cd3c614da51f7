"""`WriteCheck`: whether the database can be written, by a real write through the writer."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic

from sqlalchemy.exc import SQLAlchemyError

from nodarium.server import metrics, projections
from nodarium.server.errors import Unavailable
from nodarium.server.store import Store
from nodarium.server.time import now_ms

WRITE_TIMEOUT_SECONDS = 2.0
CACHE_SECONDS = 1.0  # so that nobody can make the server write all the time

log = logging.getLogger(__name__)


class WriteCheck:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.lock = asyncio.Lock()
        self.checked = -CACHE_SECONDS
        self.writable = False

    async def check(self) -> bool:
        async with self.lock:
            if monotonic() - self.checked >= CACHE_SECONDS:
                self.writable = await self._write()
                self.checked = monotonic()
                metrics.DATABASE_WRITABLE.set(self.writable)
            return self.writable

    async def _write(self) -> bool:
        try:
            async with asyncio.timeout(WRITE_TIMEOUT_SECONDS):
                await self.store.write(projections.heartbeat, self.store.process, now_ms())
        except (TimeoutError, Unavailable, SQLAlchemyError):
            log.warning("the database can't be written")
            return False
        return True
