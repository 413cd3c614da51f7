"""`UserData`: exports what the server knows about a user, and deletes users.

The games of a deleted user belong to the other players too, so they stay, without the user's name. Decision 24 says why
stored events are rewritten for this, and for nothing else.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

from nodarium.core.errors import NodariumError
from nodarium.core.language import format_message
from nodarium.server import events, wire
from nodarium.server.access_tokens import AccessToken, AccessTokens
from nodarium.server.accounts import Accounts, User, new_id, ratings_of
from nodarium.server.codec import encode
from nodarium.server.errors import TableDamaged
from nodarium.server.lobby import Lobby
from nodarium.server.passkeys import Passkeys
from nodarium.server.projector import Projector
from nodarium.server.repository import TableRepository
from nodarium.server.service import TableService
from nodarium.server.sql import first
from nodarium.server.store import Store
from nodarium.server.store.schema import (
    ACCESS_TOKENS,
    AUDIT_LOG,
    EVENTS,
    ONE_TIME_TOKENS,
    PASSKEYS,
    RATE_LIMITS,
    RATINGS,
    REPORTS,
    ROOMS,
    STANDINGS,
    TABLE_USERS,
    USERS,
)
from nodarium.server.time import now_ms

DELETED_NAME = "Deleted player"
DELETED_CHAT = "(deleted)"
CHAT_KINDS = ("chat-sent", "said")  # of this version, and of version 1

log = logging.getLogger(__name__)


class UserData:
    def __init__(
        self,
        *,
        store: Store,
        repository: TableRepository,
        tables: TableService,
        projector: Projector,
        lobby: Lobby,
        accounts: Accounts,
        tokens: AccessTokens,
        passkeys: Passkeys,
    ) -> None:
        self.store = store
        self.repository = repository
        self.tables = tables
        self.projector = projector
        self.lobby = lobby
        self.accounts = accounts
        self.tokens = tokens
        self.passkeys = passkeys

    # ---- exporting ----

    async def export(self, user: User, language: str) -> AsyncIterator[bytes]:
        """Everything about a user as one JSON object, table by table."""
        user_id = user.user_id
        row = await self.store.read(first, select(USERS).where(USERS.c.id == user_id))
        head = {
            "exported": now_ms(),
            "user": {name: getattr(row, name) for name in ("id", "name", "account", "email", "created")},
            "ratings": await self.store.read(ratings_of, user_id),
            "sessions": [described(one) for one in await self.tokens.of_user(user_id, "session", "old")],
            "api_tokens": [described(one) for one in await self.tokens.of_user(user_id, "api")],
            "passkeys": [
                {"name": one.name, "created": one.created, "last_used": one.last_used}
                for one in await self.passkeys.of_user(user_id)
            ],
        }
        yield encode(head)[:-1] + b',"tables":['
        for number, room in enumerate(await self.store.read(rooms_of, user_id)):
            yield (b"," if number else b"") + encode(await self._exported_table(room, user_id, language))
        yield b"]}\n"

    async def _exported_table(self, room: str, user_id: str, language: str) -> dict[str, Any]:
        try:
            table = (await self.repository.load(room)).table
        except NodariumError as error:
            return {"id": room, "error": format_message(error.message, language)}
        said = [event for event in table.event_log if isinstance(event, events.ChatSent) and event.by == user_id]
        matches = [game.match for game in table.games]
        return {
            "id": room,
            "created": table.event_log[0].time,
            "status": table.status,
            "config": table.config,
            "slots": table.slots,
            "your_slots": table.slots_of(user_id),
            "chat": [{"time": event.time, "text": event.text} for event in said],
            "games": [match.record(sealed=match.outcome is None and not table.closed) for match in matches],
        }

    # ---- deleting ----

    async def delete(self, user: User) -> None:
        """Delete a user. Their running games are resigned; others keep the games, with an anonymous player."""
        user_id = user.user_id
        await self.tokens.revoke_all(user_id)  # first: nobody may chat as this user meanwhile
        for room in await self.store.read(rooms_of, user_id):
            await self._leave(room, user)
        rooms = await self.store.read(rooms_with, user_id)
        num_events = 0
        for room in rooms:
            num_events += await self._anonymise(room, user_id)
        await self.store.write(delete_rows, user_id)
        self.accounts.invalidate(user_id)
        self.tokens.announce(user_id)
        self.lobby.refresh()
        self.store.announce("lobby")
        log.info("deleted a user at their request", extra={"tables": len(rooms), "rewritten_events": num_events})

    async def _leave(self, room: str, user: User) -> None:
        """Resign, or give up the slot of a game that hasn't started."""
        try:
            live = await self.repository.load(room)
            await self.repository.refresh(live)  # the game may have started in another process
            table = live.table
            if table.status == "playing" and table.seats_of(user.user_id):
                await self.tables.handle(live, user, wire.Resign())
                await self.projector.record_result(live)
            elif table.status == "open":
                await self.tables.handle(live, user, wire.Abort() if table.host == user.user_id else wire.Stand())
        except NodariumError as error:  # the deletion goes on; the others can claim the game
            log.warning("a deleted user couldn't leave a table: %s", error, extra={"table": room})

    async def _anonymise(self, room: str, user_id: str) -> int:
        """Replace a user in the events of a table. The new id is the table's own: it links to nothing else."""
        new = new_id()
        live = self.repository.tables.get(room)
        if live is None:
            number = await self.store.write(anonymise_room, room, user_id, new)
        else:
            async with live.lock:
                number = await self.store.write(anonymise_room, room, user_id, new)
                with suppress(TableDamaged):
                    await self.repository.catch_up(live, rewritten=True)
        self.store.announce(f"rewritten:{room}")
        return number


def described(token: AccessToken) -> dict[str, Any]:
    names = ("name", "scopes", "created", "last_used", "expires")
    return {name: getattr(token, name) for name in names}


def rooms_of(connection: Connection, user_id: str) -> list[str]:
    """The tables at which a user has a slot, or which they opened."""
    seated = select(TABLE_USERS.c.room).where(TABLE_USERS.c.user_id == user_id)
    wanted = select(ROOMS.c.id).where(or_(ROOMS.c.id.in_(seated), ROOMS.c.host == user_id))
    return list(connection.execute(wanted.order_by(ROOMS.c.created)).scalars())


def rooms_with(connection: Connection, user_id: str) -> list[str]:
    """All tables whose events mention a user: also those they left, or were invited to."""
    mentions = EVENTS.c.event.contains(f'"{user_id}"', autoescape=True)
    return list(connection.execute(select(EVENTS.c.room).where(mentions).distinct()).scalars())


def anonymise_room(connection: Connection, room: str, user_id: str, new: str) -> int:
    """Replace a user in a table's events and in the rows derived from them. Returns the number of changed events."""
    mentions = EVENTS.c.event.contains(f'"{user_id}"', autoescape=True)
    rows = connection.execute(select(EVENTS).where(EVENTS.c.room == room, mentions)).all()
    for row in rows:
        change = update(EVENTS).where(EVENTS.c.room == room, EVENTS.c.number == row.number)
        connection.execute(change.values(event=anonymised_text(row.event, user_id, new)))
    table = connection.execute(select(ROOMS).where(ROOMS.c.id == room)).first()
    if table:
        host = new if table.host == user_id else table.host
        summary = anonymised_text(table.summary, user_id, new)
        connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(host=host, summary=summary))
    seated = update(TABLE_USERS).where(TABLE_USERS.c.room == room, TABLE_USERS.c.user_id == user_id)
    connection.execute(seated.values(user_id=new))
    return len(rows)


def anonymised_text(text: str, user_id: str, new: str) -> str:
    try:
        data = msgspec.json.decode(text)
    except ValueError:  # damaged
        return text.replace(user_id, new).encode(errors="replace").decode()
    return msgspec.json.encode(anonymised(data, user_id, new)).decode()


def anonymised(data: Any, user_id: str, new: str) -> Any:
    """Replace a user's id, name and chat in JSON data, in the format of any version."""
    if isinstance(data, list):
        return [anonymised(item, user_id, new) for item in data]
    if not isinstance(data, dict):
        return new if data == user_id else data
    made = {new if key == user_id else key: anonymised(value, user_id, new) for key, value in data.items()}
    if user_id in (data.get("user_id"), data.get("person")):  # `person` in version 1
        made["name"] = DELETED_NAME
        made.pop("registered", None)  # so that later games at the table aren't rated
        made.pop("account", None)
    if data.get("kind") in CHAT_KINDS and data.get("by") == user_id:
        made["text"] = DELETED_CHAT
    return made


def delete_rows(connection: Connection, user_id: str) -> None:
    """Delete a user's own rows, and replace what other processes may have written meanwhile."""
    for room in connection.execute(select(TABLE_USERS.c.room).where(TABLE_USERS.c.user_id == user_id)).scalars().all():
        anonymise_room(connection, room, user_id, new_id())
    for rows in (RATINGS, ACCESS_TOKENS, ONE_TIME_TOKENS, PASSKEYS):
        connection.execute(delete(rows).where(rows.c.user_id == user_id))
    connection.execute(delete(STANDINGS).where(STANDINGS.c.user_id == user_id))
    connection.execute(delete(REPORTS).where(or_(REPORTS.c.user_id == user_id, REPORTS.c.reporter == user_id)))
    connection.execute(update(AUDIT_LOG).where(AUDIT_LOG.c.user_id == user_id).values(user_id=None, details=""))
    connection.execute(update(AUDIT_LOG).where(AUDIT_LOG.c.actor == user_id).values(actor=None))
    connection.execute(delete(RATE_LIMITS).where(RATE_LIMITS.c.key.endswith(f" {user_id}", autoescape=True)))
    connection.execute(delete(USERS).where(USERS.c.id == user_id))
