"""`OneTimeTokens`: links in mails, recovery codes, and the challenges of passkeys. The database holds their digests."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, insert, select

from nodarium.core.message import say
from nodarium.server.access_tokens import digest_of
from nodarium.server.errors import NotAllowed, TooMany
from nodarium.server.sql import first
from nodarium.server.store import Store
from nodarium.server.store.schema import ONE_TIME_TOKENS
from nodarium.server.time import now_ms

MAIL_PAUSE_MS = 60_000  # between two mails to one user or one address
USED_UP = say("server-code-used-up")

Purpose = Literal["email", "reset", "recovery-code", "passkey"]


class OneTimeTokens:
    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.clock = clock

    async def create_mailed(self, purpose: Purpose, user_id: str, email: str, seconds: int) -> str:
        """Create the token of a mailed link, which replaces earlier ones. Raises `TooMany` right after another mail."""
        token = secrets.token_urlsafe(32)
        await self.store.write(replace_mailed, self._row(token, purpose, seconds, user_id, email))
        return token

    async def create_challenge(self, challenge: str, user_id: str | None, seconds: int) -> None:
        row = self._row(challenge, "passkey", seconds, user_id)
        await self.store.write(insert_tokens, [row], self.clock())

    async def replace_codes(self, user_id: str, codes: Sequence[str], seconds: int) -> None:
        """Store a user's recovery codes instead of the ones before."""
        rows = [self._row(f"{user_id} {code}", "recovery-code", seconds, user_id) for code in codes]
        await self.store.write(replace_codes, user_id, rows, self.clock())

    def _row(
        self, token: str, purpose: Purpose, seconds: int, user_id: str | None, email: str | None = None
    ) -> dict[str, Any]:
        now = self.clock()
        return {
            "digest": digest_of(token),
            "purpose": purpose,
            "user_id": user_id,
            "email": email,
            "created": now,
            "expires": now + seconds * 1000,
        }

    async def look(self, token: str, purpose: Purpose) -> Row[Any]:
        """A token's row, without using it up."""
        row = await self.store.read(first, valid_token(token, purpose, self.clock()))
        if row is None:
            raise NotAllowed(USED_UP)
        return row

    async def use(self, token: str, purpose: Purpose) -> Row[Any]:
        """A token's row. The token doesn't work again."""
        return await self.store.write(use_up, token, purpose, self.clock())

    async def of_user(self, user_id: str, purpose: Purpose) -> list[Row[Any]]:
        return await self.store.read(tokens_of, user_id, purpose, self.clock())


def valid_token(token: str, purpose: Purpose, now: int) -> Any:
    row = ONE_TIME_TOKENS.c
    return select(ONE_TIME_TOKENS).where(row.digest == digest_of(token), row.purpose == purpose, row.expires > now)


def use_up(connection: Connection, token: str, purpose: Purpose, now: int) -> Row[Any]:
    row = connection.execute(valid_token(token, purpose, now)).first()
    gone = delete(ONE_TIME_TOKENS).where(ONE_TIME_TOKENS.c.digest == digest_of(token))
    if row is None or not connection.execute(gone).rowcount:  # another process may have used it just now
        raise NotAllowed(USED_UP)
    return row


def tokens_of(connection: Connection, user_id: str, purpose: Purpose, now: int) -> list[Row[Any]]:
    row = ONE_TIME_TOKENS.c
    wanted = select(ONE_TIME_TOKENS).where(row.user_id == user_id, row.purpose == purpose, row.expires > now)
    return list(connection.execute(wanted).all())


def insert_tokens(connection: Connection, rows: Sequence[dict[str, Any]], now: int) -> None:
    connection.execute(delete(ONE_TIME_TOKENS).where(ONE_TIME_TOKENS.c.expires <= now))
    connection.execute(insert(ONE_TIME_TOKENS), rows)


def replace_mailed(connection: Connection, row: dict[str, Any]) -> None:
    known, now = ONE_TIME_TOKENS.c, row["created"]
    same = (known.user_id == row["user_id"]) | (known.email == row["email"])
    recent = select(known.digest).where(same, known.email.is_not(None), known.created > now - MAIL_PAUSE_MS)
    if connection.execute(recent).first():
        raise TooMany(say("server-mailed-recently"))
    earlier = delete(ONE_TIME_TOKENS).where(known.user_id == row["user_id"], known.purpose == row["purpose"])
    connection.execute(earlier)
    insert_tokens(connection, [row], now)


def replace_codes(connection: Connection, user_id: str, rows: Sequence[dict[str, Any]], now: int) -> None:
    known = ONE_TIME_TOKENS.c
    connection.execute(delete(ONE_TIME_TOKENS).where(known.user_id == user_id, known.purpose == "recovery-code"))
    insert_tokens(connection, rows, now)
