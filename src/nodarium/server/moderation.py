"""What moderators do, as changes of the database. Every function that changes something writes to the audit log.

The functions run within a transaction, of the server's writer or of `nodarium admin`. Those that append events to a
table fold it first, so that nothing is appended to a table that can't be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, insert, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from nodarium.core.message import say
from nodarium.server import events, projections
from nodarium.server.damage import fold
from nodarium.server.errors import NotAllowed, NotFound, NotNow, TableDamaged
from nodarium.server.events import Event
from nodarium.server.names import account_key, clean_name
from nodarium.server.standings import FOREVER
from nodarium.server.store import insert_event
from nodarium.server.store.schema import AUDIT_LOG, REPORTS, ROOMS, STANDINGS, TABLE_USERS, USERS
from nodarium.server.store.store import events_of
from nodarium.server.table import Table
from nodarium.server.wire import Role
from nodarium.server.wire_admin import AuditEntry, ModeratedTable, ModeratedUser, NewReport, Report, ReportStatus

DAY_MS = 86_400_000
MAX_ROWS = 200  # in one list
MAX_OPEN_REPORTS = 50  # of one reporter


class Actor:
    """Who does something, and when. The command line has no user id and may do everything."""

    def __init__(self, user_id: str | None, role: Role | None, now: int) -> None:
        self.user_id = user_id
        self.role: Role | None = role if user_id else "admin"
        self.now = now


def audit(
    connection: Connection,
    actor: Actor,
    action: str,
    *,
    user_id: str | None = None,
    room: str | None = None,
    details: str = "",
) -> None:
    row = {"time": actor.now, "actor": actor.user_id, "action": action, "user_id": user_id, "room": room}
    connection.execute(insert(AUDIT_LOG), row | {"details": details})


def audit_log(connection: Connection) -> list[AuditEntry]:
    """The newest entries, the newest first."""
    rows = connection.execute(select(AUDIT_LOG).order_by(AUDIT_LOG.c.id.desc()).limit(MAX_ROWS))
    return [
        AuditEntry(
            id=row.id,
            time=row.time,
            actor=row.actor,
            action=row.action,
            user=row.user_id,
            table=row.room,
            details=row.details,
        )
        for row in rows
    ]


# ---- users ----


def find_user(connection: Connection, text: str) -> str:
    """The id of the user with this id or account name."""
    found = connection.execute(select(USERS.c.id).where(USERS.c.id == text)).scalar()
    if found is None:
        found = connection.execute(select(USERS.c.id).where(USERS.c.account_key == account_key(text))).scalar()
    if found is None:
        raise NotFound(say("server-user-not-found", text=text))
    return str(found)


def users(connection: Connection, text: str = "") -> list[ModeratedUser]:
    """The users whose name, account or id contains a text; without one, those with a role or a restriction."""
    wanted = select(USERS, STANDINGS).outerjoin(STANDINGS, STANDINGS.c.user_id == USERS.c.id)
    if text:
        columns = (USERS.c.name, USERS.c.account, USERS.c.id)
        wanted = wanted.where(or_(*(func.lower(column).contains(text.lower(), autoescape=True) for column in columns)))
    else:
        wanted = wanted.where(STANDINGS.c.user_id.is_not(None))
    rows = connection.execute(wanted.order_by(USERS.c.created.desc()).limit(MAX_ROWS))
    return [
        ModeratedUser(
            id=row.id,
            name=row.name,
            account=row.account,
            created=row.created,
            role=row.role,
            suspended_until=row.suspended_until,
            muted_until=row.muted_until,
            name_fixed=bool(row.name_fixed),
        )
        for row in rows
    ]


def set_role(connection: Connection, actor: Actor, user_id: str, role: Role | None) -> None:
    if actor.role != "admin":
        raise NotAllowed(say("server-admins-only"))
    if role and user_row(connection, user_id).account is None:
        raise NotNow(say("server-role-needs-account"))
    set_standing(connection, actor, user_id, role=role)
    audit(connection, actor, "role", user_id=user_id, details=role or "user")


def suspend(connection: Connection, actor: Actor, user_id: str, days: int | None) -> None:
    set_standing(connection, actor, user_id, suspended_until=end_of(actor, days))
    audit(connection, actor, "suspend", user_id=user_id, details=describe_days(days))


def unsuspend(connection: Connection, actor: Actor, user_id: str) -> None:
    set_standing(connection, actor, user_id, suspended_until=None)
    audit(connection, actor, "unsuspend", user_id=user_id)


def mute(connection: Connection, actor: Actor, user_id: str, days: int | None) -> None:
    set_standing(connection, actor, user_id, muted_until=end_of(actor, days))
    audit(connection, actor, "mute", user_id=user_id, details=describe_days(days))


def unmute(connection: Connection, actor: Actor, user_id: str) -> None:
    set_standing(connection, actor, user_id, muted_until=None)
    audit(connection, actor, "unmute", user_id=user_id)


def rename(connection: Connection, actor: Actor, user_id: str, name: str | None) -> None:
    """Give a user a name they can't change; without one, let them choose again."""
    before = user_row(connection, user_id).name
    if name is not None:
        name = clean_name(name)
    set_standing(connection, actor, user_id, name_fixed=name is not None)
    if name is not None:
        connection.execute(update(USERS).where(USERS.c.id == user_id).values(name=name))
    details = f"{before!r} to {name!r}" if name is not None else "may choose a name again"
    audit(connection, actor, "rename", user_id=user_id, details=details)


def user_row(connection: Connection, user_id: str) -> Row[Any]:
    row = connection.execute(select(USERS).where(USERS.c.id == user_id)).first()
    if row is None:
        raise NotFound(say("server-no-such-user"))
    return row


def set_standing(connection: Connection, actor: Actor, user_id: str, **values: Any) -> None:
    """Change a user's standing. Moderators can't act on each other or on admins."""
    user_row(connection, user_id)
    current = connection.execute(select(STANDINGS).where(STANDINGS.c.user_id == user_id)).first()
    if current and current.role and actor.role != "admin":
        raise NotAllowed(say("server-admins-only-to-moderators"))
    if current:
        connection.execute(update(STANDINGS).where(STANDINGS.c.user_id == user_id).values(**values))
    else:
        connection.execute(insert(STANDINGS), {"user_id": user_id, "name_fixed": False} | values)


def end_of(actor: Actor, days: int | None) -> int:
    return FOREVER if days is None else actor.now + days * DAY_MS


def describe_days(days: int | None) -> str:
    return "until it is lifted" if days is None else f"{days} {'day' if days == 1 else 'days'}"


# ---- tables ----


def tables(connection: Connection, damaged: set[str]) -> list[ModeratedTable]:
    """The newest active tables, after those that can't be read."""
    columns = (ROOMS.c.id, ROOMS.c.status, ROOMS.c.created, ROOMS.c.listed)
    bad = connection.execute(select(*columns).where(ROOMS.c.id.in_(damaged))).all() if damaged else []
    active = ROOMS.c.status.in_(projections.ACTIVE) & ROOMS.c.id.not_in(damaged)
    good = connection.execute(select(*columns).where(active).order_by(ROOMS.c.created.desc()).limit(MAX_ROWS))
    return [
        ModeratedTable(id=row.id, status=row.status, created=row.created, listed=row.listed, damaged=row.id in damaged)
        for row in (*bad, *good)
    ]


def tables_of_user(connection: Connection, user_id: str) -> list[str]:
    """The tables at which a user has a slot."""
    return list(connection.execute(select(TABLE_USERS.c.room).where(TABLE_USERS.c.user_id == user_id)).scalars())


# A function that makes the event for a table, or None if nothing is to be done.
MakeEvent = Callable[[Table], Event | None]


def close_event(actor: Actor) -> MakeEvent:
    def make(table: Table) -> Event:
        if table.closed:
            raise NotNow(say("server-already-closed"))
        return events.TableClosed(time=max(actor.now, table.time), by=actor.user_id)

    return make


def delete_chat_event(actor: Actor, number: int) -> MakeEvent:
    def make(table: Table) -> Event | None:
        message(table, number)
        if number in table.deleted_chats:
            return None
        return events.ChatDeleted(time=max(actor.now, table.time), by=actor.user_id, chat=number)

    return make


def rename_event(actor: Actor, user_id: str, name: str) -> MakeEvent:
    def make(table: Table) -> Event | None:
        people = [person for slot in table.slots for person in (slot.player, slot.reserved_for) if person]
        if all(person.user_id != user_id or person.name == name for person in people):
            return None
        return events.PlayerRenamed(time=max(actor.now, table.time), by=actor.user_id, user_id=user_id, name=name)

    return make


def message(table: Table, number: int) -> events.ChatSent:
    event = table.event_log[number - 1] if 0 < number <= table.last_event else None
    if not isinstance(event, events.ChatSent):
        raise NotFound(say("server-not-a-chat", number=str(number)))
    return event


def load_table(connection: Connection, table_id: str) -> Table:
    """Fold a table from its events."""
    try:
        table = fold(table_id, events_of(connection, table_id))
    except SQLAlchemyError:
        raise
    except Exception:
        raise TableDamaged(say("server-table-unreadable", table=table_id)) from None
    if not table.last_event:
        raise NotFound(say("server-table-not-found", table=table_id))
    return table


def append(connection: Connection, table_id: str, make: MakeEvent) -> int | None:
    """Append an event to a table, and update its row. Returns the number of the event, if there is one."""
    table = load_table(connection, table_id)
    event = make(table)
    if event is None:
        return None
    table.apply(event)
    insert_event(connection, table_id, table.last_event, event, table.rules)
    projections.update_table(connection, projections.table_entry(table), projections.users_at(table))
    return table.last_event


def rename_at_tables(
    connection: Connection, actor: Actor, table_ids: Sequence[str], user_id: str, name: str
) -> tuple[list[tuple[str, int]], list[str]]:
    """Give a user another name at tables. Returns the appended events, and the tables that can't be read."""
    appended, damaged = [], []
    for table_id in table_ids:
        try:
            number = append(connection, table_id, rename_event(actor, user_id, name))
        except TableDamaged:
            damaged.append(table_id)
        else:
            appended += [(table_id, number)] if number else []
    return appended, damaged


# ---- reports ----


def add_report(connection: Connection, reporter: str, now: int, wanted: NewReport, text: str) -> int:
    open_ones = select(func.count()).where(REPORTS.c.reporter == reporter, REPORTS.c.status == "open")
    if connection.execute(open_ones.select_from(REPORTS)).scalar_one() >= MAX_OPEN_REPORTS:
        raise NotNow(say("server-too-many-open-reports"))
    row = {
        "time": now,
        "reporter": reporter,
        "kind": "name" if wanted.event is None else "chat",
        "user_id": wanted.user,
        "room": wanted.table,
        "number": wanted.event,
        "text": text,
        "comment": wanted.comment,
        "status": "open",
    }
    return int(connection.execute(insert(REPORTS).returning(REPORTS.c.id), row).scalar_one())


def reports(connection: Connection, status: ReportStatus | None = "open") -> list[Report]:
    """Reports, the oldest first; with None, all of them."""
    wanted = select(REPORTS).order_by(REPORTS.c.time).limit(MAX_ROWS)
    rows = connection.execute(wanted if status is None else wanted.where(REPORTS.c.status == status))
    return [
        Report(
            id=row.id,
            time=row.time,
            kind=row.kind,
            reporter=row.reporter,
            user=row.user_id,
            text=row.text,
            comment=row.comment,
            table=row.room,
            event=row.number,
            status=row.status,
        )
        for row in rows
    ]


def close_report(connection: Connection, actor: Actor, number: int, status: ReportStatus) -> None:
    row = connection.execute(select(REPORTS).where(REPORTS.c.id == number)).first()
    if row is None:
        raise NotFound(say("server-no-such-report", number=str(number)))
    change = update(REPORTS).where(REPORTS.c.id == number, REPORTS.c.status == "open")
    if not connection.execute(change.values(status=status, closed=actor.now)).rowcount:
        raise NotNow(say("server-report-closed", number=str(number), status=row.status))
    audit(connection, actor, status, user_id=row.user_id, room=row.room, details=f"report {number}")
