"""Limits on rare, expensive actions, which all processes count together.

Each process counts in memory first. With PostgreSQL, several processes may serve one site, so the rest of each limit is
also kept in a row that they share. With SQLite there is one process, and its memory is enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Literal

from sqlalchemy import Connection, delete, func
from sqlalchemy.dialects.postgresql import insert

from nodarium.core.message import Message
from nodarium.server.addresses import network_of
from nodarium.server.limits import RateLimiter
from nodarium.server.settings import Limits, Rate
from nodarium.server.store import Store
from nodarium.server.store.schema import RATE_LIMITS
from nodarium.server.time import now_ms

Action = Literal["new tables", "new users", "password attempts", "custom texts", "aborted games"]
TOO_MANY: dict[Action, str] = {  # the messages
    "new tables": "server-too-many-new-tables",
    "new users": "server-too-many-new-users",
    "password attempts": "server-too-many-password-attempts",
    "custom texts": "server-too-many-custom-texts",
    "aborted games": "server-too-many-aborted-games",
}
KEEP_MS = 24 * 3600 * 1000  # a row that nobody used for this long is deleted
CLEAN_EVERY = 500  # actions


class SharedLimits:
    def __init__(self, limits: Limits, store: Store) -> None:
        self.store = store
        by_address: dict[Action, Rate] = {
            "new tables": limits.address_tables,
            "new users": limits.new_users,
            "password attempts": limits.passwords,
            "custom texts": limits.custom_texts,
        }
        by_user: dict[Action, Rate] = {"new tables": limits.new_tables, "aborted games": limits.aborts}
        networks = {action: rate.times(limits.network_factor) for action, rate in by_address.items()}
        site: dict[Action, Rate] = {"custom texts": limits.all_custom_texts}
        scopes = {"user": by_user, "address": by_address, "network": networks, "site": site}
        self.limiters = {
            scope: {
                action: RateLimiter(rate, Message(TOO_MANY[action], {"scope": scope})) for action, rate in rates.items()
            }
            for scope, rates in scopes.items()
        }
        self.numbers = count(1)

    async def acquire(self, action: Action, *, user_id: str | None = None, address: str | None = None) -> None:
        """Count an action of a user, of an address and of its network; raise `TooMany` if one of them is used up."""
        network = network_of(address) if address else None
        keys = {"user": user_id, "address": address, "network": network, "site": ""}
        used = {
            f"{scope} {action} {key}": limiters[action]
            for scope, limiters in self.limiters.items()
            if (key := keys[scope]) is not None and action in limiters
        }
        for name, limiter in used.items():
            limiter.acquire(name)
        if not self.store.is_sqlite:
            await self.store.write(take, used, now_ms(), clean=next(self.numbers) % CLEAN_EVERY == 0)


def take(connection: Connection, used: Mapping[str, RateLimiter], now: int, *, clean: bool) -> None:
    """Take a token from each row. If one has none left, the transaction takes none at all."""
    for name, limiter in sorted(used.items()):  # a fixed order, so that two processes can't lock each other out
        rate, row = limiter.rate, RATE_LIMITS.c
        new = insert(RATE_LIMITS).values(key=name, tokens=rate.burst - 1, updated=now)
        elapsed = func.greatest(0, now - row.updated) / 1000.0
        left = func.least(rate.burst, row.tokens + elapsed * rate.per_second)
        change = new.on_conflict_do_update(
            index_elements=[row.key], set_={"tokens": left - 1, "updated": now}, where=left >= 1
        )
        if connection.execute(change.returning(row.key)).first() is None:
            raise limiter.error()
    if clean:
        connection.execute(delete(RATE_LIMITS).where(RATE_LIMITS.c.updated < now - KEEP_MS))
