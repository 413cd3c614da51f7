"""Rows derived from events: the lobby, the users of tables, ratings. Also the heartbeats of processes.

The functions here run SQL. `projector.py` calls them when events are committed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec
from msgspec import Struct, structs
from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, update

from nodarium.core.outcome import Outcome
from nodarium.server import events
from nodarium.server.events import Slot, TableConfig
from nodarium.server.store import insert_event, insert_rows
from nodarium.server.store.schema import KEY_VALUES, PROCESSES, RATINGS, ROOMS, TABLE_USERS, USERS
from nodarium.server.table import Table
from nodarium.server.table_parts import Status, UnrecordedResult
from nodarium.server.upcast import VERSION

MAX_LISTED = 200  # tables in one list
FIRST_RATING = 1500
K_FACTOR, PROVISIONAL_K_FACTOR, PROVISIONAL_GAMES = 24, 40, 20
ACTIVE = ("open", "playing")  # statuses
COUNTING_LOCK = 7_365_012  # PostgreSQL's number for the lock of a process that counts tables
LAST_OUTAGE = "outage"
LAST_SHUTDOWN = "left"  # the key of the time when the last process stopped in an orderly way

# Made once, because SQLAlchemy takes longer to make a statement than to execute it.
SET_STATUS = update(ROOMS).where(ROOMS.c.id == bindparam("room")).values(status=bindparam("new_status"))
UPDATE_ACTIVE = SET_STATUS.values(summary=bindparam("new_summary"))
UPDATE_FINISHED = UPDATE_ACTIVE.values(network=None, address=None)

log = logging.getLogger(__name__)


class TableEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as lists show it; stored in `rooms.summary`."""

    id: str
    status: Status
    created: int
    config: TableConfig
    slots: tuple[Slot, ...]
    score: tuple[int, ...] = ()
    damaged: bool = False  # whether its events can't be read

    @property
    def runs_by_itself(self) -> bool:
        """Whether its games have a clock or a bot."""
        return self.config.clock is not None or any(slot.player and slot.player.bot_level for slot in self.slots)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TableEntry).decode


def table_entry(table: Table) -> TableEntry:
    return TableEntry(
        id=table.id,
        status=table.status,
        created=table.event_log[0].time,
        config=table.config,
        slots=tuple(table.slots),
        score=table.score,
    )


# ---- tables ----


def insert_table(
    connection: Connection, table: Table, owner: str, *, network: str | None = None, address: str | None = None
) -> None:
    """Insert a new table and its first event; with the network of the host and, for a guest, the address."""
    first = table.event_log[0]
    connection.execute(
        insert(ROOMS),
        {
            "id": table.id,
            "created": first.time,
            "status": table.status,
            "listed": table.config.listed,
            "host": table.host,
            "request": first.request,
            "owner": owner,
            "summary": _encode(table_entry(table)).decode(),
            "network": network,
            "address": address,
            "bots_only": table.bots_only,
        },
    )
    insert_event(connection, table.id, 1, first, table.rules)
    set_users(connection, table.id, users_at(table))


def start_game(connection: Connection, table_id: str, number: int, written: str) -> None:
    """Insert an encoded event that starts a game, and mark the table, so that some process runs its clocks and bots."""
    insert_rows(connection, [(table_id, number, written)])
    connection.execute(SET_STATUS, {"room": table_id, "new_status": "playing"})


def abort(connection: Connection, table_id: str, number: int, written: str, *, user_id: str) -> None:
    """Insert the event that aborts a game, and count it for the user."""
    insert_rows(connection, [(table_id, number, written)])
    connection.execute(update(USERS).where(USERS.c.id == user_id).values(aborts=USERS.c.aborts + 1))


def users_at(table: Table) -> list[str]:
    return sorted({slot.player.user_id for slot in table.slots if slot.player and slot.player.user_id})


def update_table(connection: Connection, entry: TableEntry, users: Sequence[str] | None = None) -> None:
    """Update a table's row and, if they are given, its users."""
    change = UPDATE_ACTIVE if entry.status in ACTIVE else UPDATE_FINISHED
    connection.execute(change, {"room": entry.id, "new_status": entry.status, "new_summary": _encode(entry).decode()})
    if users is not None:
        set_users(connection, entry.id, users)


def set_users(connection: Connection, table_id: str, users: Sequence[str]) -> None:
    known = connection.execute(select(TABLE_USERS.c.user_id).where(TABLE_USERS.c.room == table_id)).scalars().all()
    gone = [user_id for user_id in known if user_id not in users]
    if gone:
        connection.execute(delete(TABLE_USERS).where(TABLE_USERS.c.room == table_id, TABLE_USERS.c.user_id.in_(gone)))
    fresh = [{"user_id": user_id, "room": table_id} for user_id in users if user_id not in known]
    if fresh:
        connection.execute(insert(TABLE_USERS), fresh)


def table_opened_by(connection: Connection, host: str, request: str) -> str | None:
    """The table that a user's request has already opened."""
    found: str | None = connection.execute(
        select(ROOMS.c.id).where(ROOMS.c.host == host, ROOMS.c.request == request)
    ).scalar()
    return found


class TableCounts(Struct, frozen=True):
    """Numbers of active tables."""

    total: int
    own: int  # of a host
    of_network: int  # of the guests of a network, or of its people with accounts
    bots_only: int
    bots_only_of_creator: int  # of a host, or of the guests of an address


def lock_counts(connection: Connection) -> bool:
    """Let no other process count and insert tables until the transaction ends. False if one is just doing it.

    Waiting for it could end in a deadlock, because the transaction may hold other locks.
    """
    if connection.dialect.name == "sqlite":  # it has one writer
        return True
    return bool(connection.execute(select(func.pg_try_advisory_xact_lock(COUNTING_LOCK))).scalar())


def count_tables(connection: Connection, host: str, network: str, address: str | None) -> TableCounts:
    """Count the active tables: all, those of a host, and those of a network; with the address of a guest."""
    rooms = ROOMS.c

    def count(*which: ColumnElement[bool]) -> int:
        wanted = select(func.count()).select_from(ROOMS).where(rooms.status.in_(ACTIVE), *which)
        return connection.execute(wanted).scalar_one()

    creator = rooms.host == host if address is None else rooms.address == address
    same_kind = rooms.address.is_(None) if address is None else rooms.address.is_not(None)
    return TableCounts(
        total=count(),
        own=count(rooms.host == host),
        of_network=count(rooms.network == network, same_kind),
        bots_only=count(rooms.bots_only),
        bots_only_of_creator=count(rooms.bots_only, creator),
    )


def creator_of(connection: Connection, table_id: str) -> str:
    """Who shares the bots' threads: the host of a table or, for guests, their address."""
    row = connection.execute(select(ROOMS.c.host, ROOMS.c.address).where(ROOMS.c.id == table_id)).one()
    creator: str = row.address or row.host
    return creator


def old_tables(
    connection: Connection, process: str, status: Status, before: int, *, of_guests: bool = False
) -> list[str]:
    """The readable tables with a status that a process owns and that were opened before a time; or guests' alone."""
    wanted = select(ROOMS.c.id).where(ROOMS.c.owner == process, ROOMS.c.status == status, ROOMS.c.created < before)
    wanted = wanted.where(ROOMS.c.damage.is_(None))
    return list(connection.execute(wanted.where(ROOMS.c.address.is_not(None)) if of_guests else wanted).scalars())


def lobby(connection: Connection) -> list[TableEntry]:
    """The listed tables that can be read: open ones first, then those being played, the newest first."""
    wanted = select(ROOMS.c.summary).where(ROOMS.c.status == bindparam("status"), ROOMS.c.listed)
    wanted = wanted.where(ROOMS.c.damage.is_(None))
    wanted = wanted.order_by(ROOMS.c.created.desc()).limit(MAX_LISTED)
    return entries([row for status in ACTIVE for row in connection.execute(wanted, {"status": status}).scalars()])


def tables_of(connection: Connection, user_id: str) -> list[TableEntry]:
    """The tables at which a user has a slot, the newest first."""
    wanted = select(ROOMS.c.summary, ROOMS.c.damage).join(TABLE_USERS, TABLE_USERS.c.room == ROOMS.c.id)
    wanted = wanted.where(TABLE_USERS.c.user_id == user_id).order_by(ROOMS.c.created.desc()).limit(MAX_LISTED)
    rows = connection.execute(wanted).all()
    damaged = {entry.id for entry in entries([row.summary for row in rows if row.damage is not None])}
    found = entries([row.summary for row in rows])
    return [structs.replace(entry, damaged=True) if entry.id in damaged else entry for entry in found]


def has_tables(connection: Connection, user_id: str) -> bool:
    """Whether a user has a slot at any table."""
    return connection.execute(select(TABLE_USERS.c.room).where(TABLE_USERS.c.user_id == user_id)).first() is not None


def entries(rows: Sequence[str]) -> list[TableEntry]:
    """Decode stored entries. One that can't be read must not hide the others."""
    found = []
    for row in rows:
        try:
            found.append(_decode(row))
        except (ValueError, TypeError):
            log.exception("unreadable table entry", extra={"entry": ascii(row)[:200]})
    return found


# ---- ratings ----


def new_ratings(before: Mapping[str, tuple[int, int]], users: Sequence[str], outcome: Outcome) -> dict[str, int]:
    """Elo ratings after a game, from (rating, games) before it. Each pair of players counts as one game."""
    after = {user_id: float(before[user_id][0]) for user_id in users}
    for one, other in combinations(range(len(users)), 2):
        first, second = before[users[one]], before[users[other]]
        expected = 1 / (1 + 10 ** ((second[0] - first[0]) / 400))
        result = 0.5 + 0.5 * ((one in outcome.winners) - (other in outcome.winners))
        for player, change, games in ((one, result - expected, first[1]), (other, expected - result, second[1])):
            factor = PROVISIONAL_K_FACTOR if games < PROVISIONAL_GAMES else K_FACTOR
            after[users[player]] += factor * change / (len(users) - 1)
    return {user_id: round(rating) for user_id, rating in after.items()}


def record_result(
    connection: Connection, *, table_id: str, number: int, time: int, result: UnrecordedResult, rules: str
) -> events.ResultRecorded:
    """Update the players' ratings and insert the event that says so."""
    game, users = result.game, result.users
    before = dict.fromkeys(users, (FIRST_RATING, 0))
    for user_id in sorted(users):  # a fixed order, so that two processes can't lock each other out
        wanted = select(RATINGS).where(RATINGS.c.user_id == user_id, RATINGS.c.game == game).with_for_update()
        row = connection.execute(wanted).first()
        if row:
            before[user_id] = (row.rating, row.games)
        else:
            connection.execute(insert(RATINGS), {"user_id": user_id, "game": game, "rating": FIRST_RATING, "games": 0})
    after = new_ratings(before, users, result.outcome) if users else {}
    for user_id, rating in after.items():
        change = update(RATINGS).where(RATINGS.c.user_id == user_id, RATINGS.c.game == game)
        connection.execute(change.values(rating=rating, games=before[user_id][1] + 1))
    event = events.ResultRecorded(time=time, ratings={one: (before[one][0], after[one]) for one in users})
    insert_event(connection, table_id, number, event, rules)
    return event


# ---- processes ----


def heartbeat(connection: Connection, process: str, now: int) -> None:
    if not connection.execute(update(PROCESSES).where(PROCESSES.c.id == process).values(seen=now)).rowcount:
        connection.execute(insert(PROCESSES), {"id": process, "seen": now, "event_format": VERSION})


def last_alive(connection: Connection) -> int | None:
    """When a process was last alive; None if no process ever was."""
    seen = connection.execute(select(func.max(PROCESSES.c.seen))).scalar()
    stopped = connection.execute(select(KEY_VALUES.c.value).where(KEY_VALUES.c.name == LAST_SHUTDOWN)).scalar()
    return max((int(time) for time in (seen, stopped) if time is not None), default=None)


def any_alive(connection: Connection, dead_since: int) -> bool:
    return connection.execute(select(PROCESSES.c.id).where(PROCESSES.c.seen >= dead_since)).first() is not None


def adopt_orphans(connection: Connection, process: str, dead_since: int) -> None:
    """Take over the active tables of dead processes, and delete these processes."""
    alive = select(PROCESSES.c.id).where(PROCESSES.c.seen >= dead_since)
    orphaned = ROOMS.c.status.in_(ACTIVE) & (ROOMS.c.owner.is_(None) | ROOMS.c.owner.not_in(alive))
    connection.execute(update(ROOMS).where(orphaned).values(owner=process))
    connection.execute(delete(PROCESSES).where(PROCESSES.c.seen < dead_since))


def release_tables(connection: Connection, process: str) -> None:
    """Leave a process's tables to the others."""
    connection.execute(update(ROOMS).where(ROOMS.c.owner == process).values(owner=None))
    connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process))


def note_shutdown(connection: Connection, now: int) -> None:
    """Store when a process stopped: it may have been the last one."""
    set_value(connection, LAST_SHUTDOWN, str(now))


class Outage(Struct, frozen=True):
    """The last time during which no process was running, in milliseconds since 1970."""

    since: int
    until: int


def note_outage(connection: Connection, outage: Outage) -> None:
    """Store an outage, so that every process credits it to the clocks of tables it loads."""
    set_value(connection, LAST_OUTAGE, f"{outage.since} {outage.until}")


def last_outage(connection: Connection) -> Outage | None:
    found = connection.execute(select(KEY_VALUES.c.value).where(KEY_VALUES.c.name == LAST_OUTAGE)).scalar()
    return Outage(*map(int, found.split())) if found else None


def set_value(connection: Connection, name: str, value: str) -> None:
    change = update(KEY_VALUES).where(KEY_VALUES.c.name == name).values(value=value)
    if not connection.execute(change).rowcount:
        connection.execute(insert(KEY_VALUES), {"name": name, "value": value})


def playing_tables(connection: Connection, process: str) -> list[str]:
    """The readable tables a process owns at which a game is being played."""
    wanted = select(ROOMS.c.id).where(ROOMS.c.owner == process, ROOMS.c.status == "playing", ROOMS.c.damage.is_(None))
    return list(connection.execute(wanted).scalars())


def by_urgency(connection: Connection, process: str) -> dict[str, bool]:
    """The playing tables of a process, and whether they have a clock or a bot. Those that do come first."""
    wanted = select(ROOMS.c.id, ROOMS.c.summary).where(ROOMS.c.owner == process, ROOMS.c.status == "playing")
    rows = connection.execute(wanted.where(ROOMS.c.damage.is_(None))).all()
    urgent = {entry.id for entry in entries([row.summary for row in rows]) if entry.runs_by_itself}
    return {row.id: row.id in urgent for row in sorted(rows, key=lambda row: row.id not in urgent)}
