"""`Lobby`: the list of tables that anybody may see, and who waits for it to change."""

from __future__ import annotations

import asyncio
from hashlib import sha256

from nodarium.server import books, wire
from nodarium.server.store import Store

PACE = 0.2  # seconds between two looks at least


class Lobby:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.seen = wire.Lobby(version="", tables=())
        self.stale = True
        self.lock = asyncio.Lock()
        self.changed = asyncio.Condition()

    def wake(self) -> None:
        """The list may be another one now."""
        self.stale = True
        task = asyncio.get_running_loop().create_task(self._tell())
        task.add_done_callback(lambda _: None)

    async def _tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    async def now(self) -> wire.Lobby:
        async with self.lock:
            if self.stale:
                self.stale = False
                try:
                    # Through the writer, after whatever was to be written before.
                    tables = tuple(await self.store.write(books.lobby))
                except BaseException:
                    self.stale = True
                    raise
                self.seen = wire.Lobby(version=sha256(books.encode(tables)).hexdigest()[:16], tables=tables)
            return self.seen

    async def after(self, version: str, wait: float) -> wire.Lobby:
        """The list, as soon as it is not this version of it any more, or when the time is over."""
        deadline = asyncio.get_running_loop().time() + wait
        lobby = await self.now()
        while lobby.version == version and (left := deadline - asyncio.get_running_loop().time()) > 0:
            async with self.changed:
                try:
                    await asyncio.wait_for(self.changed.wait(), left)
                except TimeoutError:
                    break
            await asyncio.sleep(min(PACE, left))
            lobby = await self.now()
        return lobby
