"""What the server deletes after some time: guests without games, chat messages, tables that nobody played at.

A finished game keeps everything but its chat. A chat message keeps its event, because later events count on the
numbers; its text becomes empty. This is the only change that is ever made to a stored event.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, select, update

from nodarium.server.store.schema import EVENTS, KEY_VALUES, METADATA, REPORTS, ROOMS, STANDINGS, TABLE_USERS, USERS

BATCH = 200  # tables or guests in one transaction
LAST_RUN = "retention"  # the key of the time of the last run
CHAT_KINDS = ("chat-sent", "said")  # `said` is the kind in version 1 of the format
MOVED = '{"kind":"moved"%'


def claim_run(connection: Connection, now: int, interval_ms: int) -> bool:
    """Whether this process is the one to run the policy now. Two processes never claim the same run."""
    wanted = select(KEY_VALUES.c.value).where(KEY_VALUES.c.name == LAST_RUN).with_for_update()
    last = connection.execute(wanted).scalar()
    if last is None:
        connection.execute(insert(KEY_VALUES), {"name": LAST_RUN, "value": str(now)})
        return True
    if last.isdecimal() and now - int(last) < interval_ms:
        return False
    connection.execute(update(KEY_VALUES).where(KEY_VALUES.c.name == LAST_RUN).values(value=str(now)))
    return True


def mark_seen(connection: Connection, user_ids: set[str], now: int) -> None:
    """Store that users have sent requests."""
    if user_ids:
        connection.execute(update(USERS).where(USERS.c.id.in_(user_ids)).values(last_seen=now))


# ---- guests ----


def is_old_guest(before: int) -> ColumnElement[bool]:
    """A guest who hasn't been seen since a time, has no slot at any table, and has no standing."""
    seen = func.coalesce(USERS.c.last_seen, USERS.c.created)
    plays = exists().where(TABLE_USERS.c.user_id == USERS.c.id)
    hosts = exists().where(ROOMS.c.host == USERS.c.id)
    known = exists().where(STANDINGS.c.user_id == USERS.c.id)
    return and_(USERS.c.account.is_(None), seen < before, ~plays, ~hosts, ~known)


def old_guests(connection: Connection, before: int) -> list[str]:
    return list(connection.execute(select(USERS.c.id).where(is_old_guest(before))).scalars())


def delete_guests(connection: Connection, user_ids: list[str], before: int) -> list[str]:
    """Delete those guests who are still old, with all rows that refer to them. Returns their ids."""
    still = select(USERS.c.id).where(USERS.c.id.in_(user_ids), is_old_guest(before))
    wanted = list(connection.execute(still).scalars())
    for table in reversed(METADATA.sorted_tables):
        for key in table.foreign_keys:
            if key.column.table is USERS:
                connection.execute(delete(table).where(key.parent.in_(wanted)))
    connection.execute(delete(USERS).where(USERS.c.id.in_(wanted)))
    return wanted


# ---- tables ----


def unplayed_tables(connection: Connection, before: int) -> list[str]:
    """Tables that were opened before a time and closed without a move."""
    moved = exists().where(EVENTS.c.room == ROOMS.c.id, EVENTS.c.event.like(MOVED))
    wanted = select(ROOMS.c.id).where(ROOMS.c.status == "closed", ROOMS.c.created < before, ~moved)
    return [room for room in connection.execute(wanted).scalars() if last_time(connection, room) < before]


def delete_tables(connection: Connection, rooms: list[str]) -> int:
    for table, column in ((EVENTS, EVENTS.c.room), (TABLE_USERS, TABLE_USERS.c.room)):
        connection.execute(delete(table).where(column.in_(rooms)))
    return connection.execute(delete(ROOMS).where(ROOMS.c.id.in_(rooms))).rowcount


# ---- chats ----


def old_chats(connection: Connection, before: int) -> list[str]:
    """Finished tables with chat messages at which nothing has happened since a time."""
    said = exists().where(EVENTS.c.room == ROOMS.c.id, is_chat(), ~EVENTS.c.event.contains('"text":""'))
    wanted = select(ROOMS.c.id).where(ROOMS.c.status.in_(("over", "closed")), ROOMS.c.created < before, said)
    return [room for room in connection.execute(wanted).scalars() if last_time(connection, room) < before]


def is_chat() -> ColumnElement[bool]:
    first, second = (EVENTS.c.event.like(f'{{"kind":"{kind}"%') for kind in CHAT_KINDS)
    return first | second


def delete_chats(connection: Connection, rooms: list[str]) -> int:
    """Empty the chat messages of tables, except those that can't be read."""
    num_deleted = 0
    for row in connection.execute(select(EVENTS).where(EVENTS.c.room.in_(rooms), is_chat())).all():
        event = decoded(row.event)
        if event:
            written = msgspec.json.encode(event | {"text": ""}).decode()
            at = (EVENTS.c.room == row.room) & (EVENTS.c.number == row.number)
            connection.execute(update(EVENTS).where(at).values(event=written))
            num_deleted += 1
    return num_deleted


def delete_reports(connection: Connection, before: int) -> int:
    """Delete reports that were closed before a time."""
    return connection.execute(delete(REPORTS).where(REPORTS.c.closed < before)).rowcount


def last_time(connection: Connection, room: str) -> float:
    """When something last happened at a table; infinity if that can't be read, so that it is left alone."""
    wanted = select(EVENTS.c.event).where(EVENTS.c.room == room).order_by(EVENTS.c.number.desc()).limit(1)
    last = connection.execute(wanted).scalar()
    time = decoded(last).get("time") if last else 0
    return time if isinstance(time, int) else inf


def decoded(text: str) -> dict[str, Any]:
    """An event as JSON, in the format of any version; an empty one if it is damaged."""
    try:
        event = msgspec.json.decode(text)
    except (ValueError, TypeError):
        return {}
    return event if isinstance(event, dict) else {}


def batches(ids: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(ids), BATCH):
        yield ids[start : start + BATCH]
