"""`Lobby`: the list of tables that anybody may see, and who waits for it to change."""

from __future__ import annotations

import asyncio
from hashlib import sha256

from nodarium.server import projections, wire
from nodarium.server.store import Store

PACE = 0.2  # seconds between two looks at least


class Lobby:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.seen = wire.Lobby(version="", tables=())
        self.stale = True
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()  # another one after each change

    def wake(self) -> None:
        """The list may be another one now."""
        self.stale = True
        self.changed.set()
        self.changed = asyncio.Event()

    async def now(self) -> wire.Lobby:
        async with self.lock:
            if self.stale:
                self.stale = False
                try:
                    # Through the writer, after whatever was to be written before.
                    tables = tuple(await self.store.write(projections.lobby))
                except BaseException:
                    self.stale = True
                    raise
                self.seen = wire.Lobby(version=sha256(projections.encode(tables)).hexdigest()[:16], tables=tables)
            return self.seen

    async def after(self, version: str, wait: float) -> wire.Lobby:
        """The list, as soon as it is not this version of it any more, or when the time is over."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + wait
        while True:
            changed = self.changed
            lobby = await self.now()
            left = deadline - loop.time()
            if lobby.version != version or left <= 0:
                return lobby
            try:
                await asyncio.wait_for(changed.wait(), left)
            except TimeoutError:
                return lobby
            await asyncio.sleep(min(PACE, left))
