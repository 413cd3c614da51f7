"""`ModerationService`: carries out what moderators ask for, in a running server."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection

from nodarium.core.message import say
from nodarium.server import moderation
from nodarium.server.accounts import Accounts, User
from nodarium.server.background import BackgroundTasks
from nodarium.server.errors import BadRequest, NotFound, TableDamaged
from nodarium.server.moderation import Actor, MakeEvent
from nodarium.server.projector import Projector
from nodarium.server.repository import TableRepository
from nodarium.server.standings import Standings
from nodarium.server.store import Store, insert_rows
from nodarium.server.time import now_ms
from nodarium.server.wire_admin import (
    AnyTableAction,
    AnyUserAction,
    Close,
    DeleteChat,
    Mute,
    NewReport,
    Promote,
    Rename,
    ReportStatus,
    Suspend,
    Unmute,
    Unsuspend,
)


class ModerationService:
    def __init__(
        self,
        *,
        store: Store,
        repository: TableRepository,
        projector: Projector,
        accounts: Accounts,
        standings: Standings,
        tasks: BackgroundTasks,
    ) -> None:
        self.store = store
        self.repository = repository
        self.projector = projector
        self.accounts = accounts
        self.standings = standings
        self.tasks = tasks

    def actor(self, user: User) -> Actor:
        return Actor(user.user_id, self.standings.role_of(user.user_id), now_ms())

    # ---- reports ----

    async def report(self, reporter: str, wanted: NewReport) -> int:
        """Store a report with the reported text as it is now."""
        if wanted.event is None:
            text = (await self.accounts.profile(wanted.user)).name
        elif wanted.table is None:
            raise BadRequest(say("server-report-needs-table"))
        else:
            table = (await self.repository.load(wanted.table)).table
            sent = moderation.message(table, wanted.event)
            if sent.by != wanted.user:
                raise NotFound(say("server-report-other-author"))
            text = sent.text
        return await self.store.write(moderation.add_report, reporter, now_ms(), wanted, text)

    async def close_report(self, user: User, number: int, status: ReportStatus) -> None:
        await self.store.write(moderation.close_report, self.actor(user), number, status)

    # ---- users ----

    async def act_on_user(self, user: User, user_id: str, action: AnyUserAction) -> None:
        actor, write = self.actor(user), self.store.write
        match action:
            case Suspend():
                await write(moderation.suspend, actor, user_id, action.days)
            case Unsuspend():
                await write(moderation.unsuspend, actor, user_id)
            case Mute():
                await write(moderation.mute, actor, user_id, action.days)
            case Unmute():
                await write(moderation.unmute, actor, user_id)
            case Promote():
                await write(moderation.set_role, actor, user_id, action.role)
            case Rename():
                await write(moderation.rename, actor, user_id, action.name)
                self.accounts.invalidate(user_id)
                self.store.announce(f"user:{user_id}")
                if action.name is not None:
                    name = (await self.accounts.find(user_id)).name
                    self.tasks.spawn(self._rename_everywhere(actor, user_id, name))
        await self.standings.load()
        self.store.announce("standings")

    async def _rename_everywhere(self, actor: Actor, user_id: str, name: str) -> None:
        """Give the user the new name at all their tables."""
        for table_id in await self.store.read(moderation.tables_of_user, user_id):
            with suppress(TableDamaged, NotFound):
                await self._append(actor, table_id, moderation.rename_event(actor, user_id, name))

    # ---- tables ----

    async def act_on_table(self, user: User, table_id: str, action: AnyTableAction) -> None:
        actor = self.actor(user)
        match action:
            case Close():
                await self._append(actor, table_id, moderation.close_event(actor), "close")
            case DeleteChat():
                make = moderation.delete_chat_event(actor, action.event)
                await self._append(actor, table_id, make, "delete-chat", f"event {action.event}")

    async def _append(
        self, actor: Actor, table_id: str, make: MakeEvent, action: str | None = None, details: str = ""
    ) -> None:
        """Append the event that `make` returns, and in the same transaction an entry of the audit log."""

        def insert(connection: Connection, room: str, number: int, written: str) -> None:
            insert_rows(connection, [(room, number, written)])
            if action:
                moderation.audit(connection, actor, action, room=room, details=details)

        live = await self.repository.load(table_id)
        async with live.lock:
            while True:
                if live.stale:
                    await self.repository.catch_up(live)
                event = make(live.table)
                if event is None or await self.repository.append(live, event, insert):
                    break
        self.projector.project(live)
