"""`Standings`: the roles of users and what they are barred from.

Few users have a role or a restriction, so every process keeps all of them in memory and reads them again whenever they
change.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from time import time

from msgspec import Struct
from sqlalchemy import Connection, select

from nodarium.core.message import say
from nodarium.server.errors import NotAllowed
from nodarium.server.store import Store
from nodarium.server.store.schema import STANDINGS
from nodarium.server.wire import Role

FOREVER = 2**53  # in milliseconds since 1970; JavaScript reads it exactly


class Standing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    role: Role | None = None
    suspended_until: int | None = None  # milliseconds since 1970
    muted_until: int | None = None
    name_fixed: bool = False


NONE = Standing()


class Standings:
    def __init__(self, store: Store, clock: Callable[[], float] = time) -> None:
        self.store = store
        self.clock = clock
        self._by_user: dict[str, Standing] = {}

    async def load(self) -> None:
        # Through the writer, so that it follows all pending writes.
        self._by_user = await self.store.write(all_standings)

    def of(self, user_id: str) -> Standing:
        return self._by_user.get(user_id, NONE)

    def role_of(self, user_id: str | None) -> Role | None:
        return self.of(user_id).role if user_id else None

    def check_not_suspended(self, user_id: str) -> None:
        until = self.of(user_id).suspended_until
        if until is not None and self._lies_ahead(until):
            raise NotAllowed(say("server-suspended", until=describe_end(until)))

    def check_may_chat(self, user_id: str) -> None:
        until = self.of(user_id).muted_until
        if until is not None and self._lies_ahead(until):
            raise NotAllowed(say("server-muted", until=describe_end(until)))

    def check_may_rename(self, user_id: str) -> None:
        if self.of(user_id).name_fixed:
            raise NotAllowed(say("server-name-fixed"))

    def require(self, user_id: str | None, *roles: Role) -> None:
        if self.role_of(user_id) not in roles:
            raise NotAllowed(say("server-moderators-only") if "moderator" in roles else say("server-admins-only"))

    def _lies_ahead(self, until: int) -> bool:
        return until > self.clock() * 1000


def describe_end(until: int) -> str:
    return "forever" if until >= FOREVER else f"{datetime.fromtimestamp(until / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def all_standings(connection: Connection) -> dict[str, Standing]:
    return {
        row.user_id: Standing(
            role=row.role,
            suspended_until=row.suspended_until,
            muted_until=row.muted_until,
            name_fixed=row.name_fixed,
        )
        for row in connection.execute(select(STANDINGS))
    }
