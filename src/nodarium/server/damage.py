"""Tables whose events can't be read: the fold that finds them, and the mark they get in the database."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from sqlalchemy import Connection, exists, select, update

from nodarium.server.events import Event
from nodarium.server.store.schema import EVENTS, ROOMS
from nodarium.server.table import Table


def fold(table_id: str, events: Sequence[Event]) -> Table:
    """A table from all its events.

    Options that were stored before data sets had versions can have several readings: the first that fits counts.
    """
    first: Exception | None = None
    for reading in count():
        table = Table(table_id, reading=reading)
        try:
            for event in events:
                table.apply(event)
        except Exception as error:
            first = first or error
            if reading + 1 >= len(table.readings):
                raise first from None
        else:
            return table
    raise AssertionError("a table has finitely many readings")


def set_damage(connection: Connection, table_id: str, damage: str | None) -> None:
    connection.execute(update(ROOMS).where(ROOMS.c.id == table_id).values(damage=damage))


def damage_of(connection: Connection, table_id: str) -> str | None:
    """Why a table can't be read; None if it can, as far as is known."""
    found: str | None = connection.execute(select(ROOMS.c.damage).where(ROOMS.c.id == table_id)).scalar()
    return found


def marked_tables(connection: Connection) -> list[str]:
    """The tables with a damage mark."""
    return list(connection.execute(select(ROOMS.c.id).where(ROOMS.c.damage.is_not(None))).scalars())


def has_no_events(connection: Connection, table_id: str) -> bool:
    """Whether a table exists, but none of its events."""
    found = exists().where(EVENTS.c.room == ROOMS.c.id)
    return connection.execute(select(ROOMS.c.id).where(ROOMS.c.id == table_id, ~found)).first() is not None


def clear_damage(connection: Connection) -> None:
    """Forget all damage marks: another version of the program may read what the last one couldn't."""
    connection.execute(update(ROOMS).where(ROOMS.c.damage.is_not(None)).values(damage=None))
