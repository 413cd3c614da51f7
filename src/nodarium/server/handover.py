"""`Handover`: lets a newer version take over from an older one on the same database.

Every process stores which format of events it can read. Processes with the same format serve side by side. A process
with a newer format waits, before it serves, until the older ones are gone: it may write events that they can't read.
The older ones see it coming, and stop as they do on SIGTERM.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import NoReturn

from sqlalchemy import Connection, func, select

from nodarium.core.errors import BadOption
from nodarium.core.message import Message, say
from nodarium.server import projections
from nodarium.server.scheduler import MISSED_HEARTBEATS
from nodarium.server.store import Store
from nodarium.server.store.schema import PROCESSES
from nodarium.server.time import now_ms
from nodarium.server.upcast import VERSION

log = logging.getLogger(__name__)


class Handover:
    def __init__(
        self, store: Store, heartbeat_seconds: float, timeout_seconds: float, stop: Callable[[], None]
    ) -> None:
        self.store = store
        self.event_format = VERSION
        self.heartbeat_seconds = heartbeat_seconds
        self.timeout_seconds = timeout_seconds
        self.stop = stop
        self.superseded = False  # whether a process with a newer format wants to take over

    async def wait(self) -> None:
        """Wait until no process with an older format is left. Refuse to start if one has a newer format.

        Without an older process it writes nothing: the scheduler wants to know how long no process was alive.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.timeout_seconds
        while True:
            oldest, newest = await self.store.read(formats, self.store.process, self._alive_since())
            if newest > self.event_format:
                await self._give_up(say("server-newer-serves"))
            if oldest >= self.event_format:
                return
            if loop.time() > deadline:
                await self._give_up(say("server-older-serves"))
            await self.store.write(projections.heartbeat, self.store.process, now_ms())
            await asyncio.sleep(min(self.heartbeat_seconds, 0.5))

    async def _give_up(self, why: Message) -> NoReturn:
        await self.store.write(projections.release_tables, self.store.process)  # nobody has to stop for this process
        raise BadOption(why)

    async def check(self) -> None:
        """See whether a newer version wants to take over."""
        _, newest = await self.store.read(formats, self.store.process, self._alive_since())
        if newest > self.event_format and not self.superseded:
            log.info("handing over to a newer version")
            self.superseded = True
            self.stop()

    def _alive_since(self) -> int:
        return now_ms() - int(MISSED_HEARTBEATS * self.heartbeat_seconds * 1000)


def formats(connection: Connection, process: str, alive_since: int) -> tuple[int, int]:
    """The oldest and the newest format among the other living processes; a large and a small number without any."""
    known = func.coalesce(PROCESSES.c.event_format, 0)
    others = (PROCESSES.c.id != process) & (PROCESSES.c.seen >= alive_since)
    oldest, newest = connection.execute(select(func.min(known), func.max(known)).where(others)).one()
    return (2**31, 0) if oldest is None else (oldest, newest)
