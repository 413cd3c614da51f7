"""The records of public games: the finished ones at listed tables."""

from __future__ import annotations

from sqlalchemy import Connection, select

from nodarium.record.record import Record
from nodarium.server.errors import TableDamaged
from nodarium.server.moderation import load_table
from nodarium.server.store.schema import ROOMS


def public_tables(connection: Connection) -> list[str]:
    """The listed tables at which a game has started, the oldest first."""
    wanted = select(ROOMS.c.id).where(ROOMS.c.listed, ROOMS.c.status != "open")
    return list(connection.execute(wanted.order_by(ROOMS.c.created, ROOMS.c.id)).scalars())


def records_of(connection: Connection, table_id: str) -> list[Record] | None:
    """The records of a table's finished games; None if the table can't be read."""
    try:
        games = load_table(connection, table_id).games
    except TableDamaged:
        return None
    return [game.match.record() for game in games if game.match.outcome]
