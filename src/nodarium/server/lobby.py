"""`Lobby`: the list of tables that anybody may see."""

from __future__ import annotations

from hashlib import sha256

from msgspec import structs

from nodarium.core.discovery import find_game
from nodarium.server import projections, wire
from nodarium.server.codec import encode
from nodarium.server.events import TableConfig
from nodarium.server.projections import TableEntry
from nodarium.server.published import Published
from nodarium.server.store import Store

CUSTOM = "custom"  # in lists, in place of a custom option's text


class Lobby(Published[wire.Lobby]):
    def __init__(self, store: Store) -> None:
        super().__init__(wire.Lobby(version="", tables=()))
        self.store = store

    async def make(self) -> wire.Lobby:
        # Through the writer, so that it follows all pending writes.
        tables = tuple([summary(entry) for entry in await self.store.write(projections.lobby)])
        return wire.Lobby(version=sha256(encode(tables)).hexdigest()[:16], tables=tables)

    def difference(self, before: wire.Lobby, after: wire.Lobby) -> wire.LobbyChange:
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
