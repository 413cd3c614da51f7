"""`Lobby`: the list of tables that anybody may see, and waiting for it to change."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256

from msgspec import structs

from nodarium.core.discovery import find_game
from nodarium.server import projections, wire
from nodarium.server.codec import encode
from nodarium.server.events import TableConfig
from nodarium.server.projections import TableEntry
from nodarium.server.store import Store

MAX_PREVIOUS = 16  # versions of the list that are kept to tell clients what has changed since
CUSTOM = "custom"  # in lists, in place of a custom option's text
MIN_REFRESH_SECONDS = 0.2  # between two reads for one waiting client


class Lobby:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.current = wire.Lobby(version="", tables=())
        self.stale = True
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()  # replaced after each change
        self.previous: OrderedDict[str, wire.Lobby] = OrderedDict()  # by version
        self.messages: dict[str, str] = {}  # by the version a client has; "" if that is too old

    def refresh(self) -> None:
        """Read the list again, because it may have changed, and wake everybody who waits for it."""
        self.stale = True
        self.changed.set()
        self.changed = asyncio.Event()

    async def read(self) -> wire.Lobby:
        async with self.lock:
            if self.stale:
                self.stale = False
                try:
                    # Through the writer, so that it follows all pending writes.
                    tables = tuple([summary(entry) for entry in await self.store.write(projections.lobby)])
                except BaseException:
                    self.stale = True
                    raise
                self._replace(wire.Lobby(version=sha256(encode(tables)).hexdigest()[:16], tables=tables))
            return self.current

    def _replace(self, lobby: wire.Lobby) -> None:
        if lobby.version != self.current.version:
            if self.current.version:
                self.previous[self.current.version] = self.current
            while len(self.previous) > MAX_PREVIOUS:
                self.previous.popitem(last=False)
            self.current = lobby
            self.messages.clear()

    def message_since(self, version: str) -> str:
        """What a client with this version has to know: the change since then or, if that is too old, the whole list."""
        if version not in self.messages:
            before = self.previous.get(version)
            self.messages[version if before else ""] = encode(
                difference(before, self.current) if before else self.current
            ).decode()
        return self.messages.get(version) or self.messages[""]

    async def wait(self, version: str, seconds: float) -> wire.Lobby:
        """The list as soon as its version differs from this one, or after some seconds."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while True:
            changed = self.changed
            lobby = await self.read()
            remaining = deadline - loop.time()
            if lobby.version != version or remaining <= 0:
                return lobby
            try:
                await asyncio.wait_for(changed.wait(), remaining)
            except TimeoutError:
                return lobby
            await asyncio.sleep(min(MIN_REFRESH_SECONDS, remaining))


def difference(before: wire.Lobby, after: wire.Lobby) -> wire.LobbyChange:
    known, listed = {table.id: table for table in before.tables}, {table.id for table in after.tables}
    changed = tuple([table for table in after.tables if known.get(table.id) != table])
    removed = tuple([table for table in known if table not in listed])
    return wire.LobbyChange(version=after.version, changed=changed, removed=removed)


def summary(entry: TableEntry, *, your_turn: bool = False) -> wire.TableSummary:
    """A table in a list, without the texts of custom options."""
    shown = structs.asdict(entry)
    if custom := custom_options(entry.config):
        options = {**entry.config.options, **dict.fromkeys(custom, CUSTOM)}
        shown["config"] = structs.replace(entry.config, options=options)
    return wire.TableSummary(**shown, your_turn=your_turn)


def custom_options(config: TableConfig) -> list[str]:
    """The options whose value is a custom card set, map or layout, which can be a long text."""
    choices = {option.name: option.choices for option in find_game(config.game).options}
    return [name for name, value in config.options.items() if value not in choices.get(name, ())]
