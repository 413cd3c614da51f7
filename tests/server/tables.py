"""Databases full of tables, written without a server."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sqlalchemy import Connection

from nodarium.server import events, projections
from nodarium.server.clock import Fischer, TimeControl
from nodarium.server.store import Store, insert_event
from nodarium.server.table import Table
from tests.server.play import ANN, BOB, BOT, GAMES, START, Room, at_most_half

CLOCK = Fischer(seconds=3600, increment=1)


def played_table(game: str, seed: int, *, moves: int = 6, clock: TimeControl | None = None, bot: bool = False) -> Table:
    """A table at which some random moves were made, with some chat."""
    room, dice = Room(game, ANN, BOT if bot else BOB, clock=clock), Random(seed)
    for _ in range(at_most_half(game, moves)):
        match = room.table.match
        assert match
        seat = dice.choice(match.to_act)
        room.now += 1000
        room.apply(events.Moved(time=room.now, seat=seat, move=dice.choice(match.legal_moves(seat))))
        if dice.random() < 0.3:
            room.apply(events.ChatSent(time=room.now, by="ann", text="hello"))
    return room.table


def sample_tables(count: int) -> list[Table]:
    """Tables of all games, with and without clocks."""
    return [played_table(GAMES[n % len(GAMES)], n, clock=CLOCK if n % 3 else None) for n in range(count)]


def write_table(connection: Connection, table: Table, table_id: str) -> None:
    """Store a table under an id."""
    twin = Table(table_id)
    twin.__dict__.update({**table.__dict__, "id": table_id})
    projections.insert_table(connection, twin, owner="dead")
    for number, event in enumerate(table.event_log[1:], 2):
        insert_event(connection, table_id, number, event, table.rules)
    projections.update_table(connection, projections.table_entry(twin), projections.users_at(twin))


def write_database(database: str, fill: Callable[[Connection], None]) -> None:
    """Create a database as a server leaves it that stopped when the tables of this module had been played."""
    store = Store(database)
    store.migrate()
    with store.write_engine.begin() as connection:
        fill(connection)
        projections.note_shutdown(connection, START)
    store.dispose()
