"""`Passwords`: hashes and checks passwords, refuses weak ones, and slows down guessing.

Failures are counted by account in the database, so all processes share them. After a few, each further attempt has to
wait twice as long, up to a minute; a successful login starts again from zero. Somebody who keeps guessing could keep
the owner waiting, so a browser that has logged in before has its own count: it holds a signed device cookie.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from zxcvbn import zxcvbn

from nodarium.core.message import say
from nodarium.server.errors import BadRequest, TooMany
from nodarium.server.keys import Keys
from nodarium.server.sql import execute
from nodarium.server.store import Store
from nodarium.server.store.schema import LOGIN_FAILURES
from nodarium.server.time import now_ms

MAX_CONCURRENT_HASHES = 2  # each takes many megabytes
MIN_SCORE = 2  # of zxcvbn: more than a million guesses
MAX_SCORED_LETTERS = 24  # zxcvbn takes 1.3 s for 72 letters that stand for others, and 0.1 s for 24
FREE_FAILURES = 5  # before the first wait
MAX_WAIT_MS = 60_000
FORGOTTEN_MS = 86_400_000  # failures older than a day don't count


class Passwords:
    def __init__(self, store: Store, keys: Keys, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.keys = keys
        self.clock = clock
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(MAX_CONCURRENT_HASHES)

    @cached_property
    def _dummy_hash(self) -> str:
        """A hash to compare with if the account doesn't exist."""
        return self._hasher.hash(secrets.token_hex())

    async def hash(self, password: str, *related: str) -> str:
        """Hash a new password. Refuse one that is common or close to the related words, such as the account's name."""
        async with self._hashing:
            if await asyncio.to_thread(is_weak, password, related):
                raise BadRequest(say("server-weak-password"))
            return await asyncio.to_thread(self._hasher.hash, password)

    async def verify(self, hashed: str | None, password: str) -> bool:
        """Whether a password is right. No hash takes as long as a wrong password."""
        async with self._hashing:
            return await asyncio.to_thread(self._verify, hashed, password)

    def _verify(self, hashed: str | None, password: str) -> bool:
        try:
            return self._hasher.verify(hashed or self._dummy_hash, password) and hashed is not None
        except VerificationError:
            return False

    # ---- known devices and failures ----

    def new_device(self, account_key: str) -> str:
        """The cookie of a browser that has logged in to this account."""
        nonce = secrets.token_urlsafe(12)
        return f"{nonce}.{self.keys.sign(device_text(nonce, account_key))}"

    def _counter(self, account_key: str, device: str) -> str:
        nonce, _, signature = device.partition(".")
        known = bool(signature) and self.keys.verify(device_text(nonce, account_key), signature)
        return sha256(f"{account_key} {device if known else ''}".encode()).hexdigest()

    async def begin_attempt(self, account_key: str, device: str) -> str:
        """Count an attempt as failed before its password is checked, so that parallel attempts count too.

        Raises `TooMany` while the account has to wait. Returns the counter to clear if the password is right.
        """
        counter = self._counter(account_key, device)
        try:
            wait_ms = await self.store.write(count_failure, counter, self.clock())
        except IntegrityError:  # the first failure in two processes at once
            wait_ms = 1000
        if wait_ms:
            raise TooMany(say("server-too-many-failures", seconds=-(-wait_ms // 1000)))
        return counter

    async def forget_failures(self, account_key: str) -> None:
        await self.clear_failures(self._counter(account_key, ""))

    async def clear_failures(self, counter: str) -> None:
        await self.store.write(execute, delete(LOGIN_FAILURES).where(LOGIN_FAILURES.c.digest == counter))


def is_weak(password: str, related: tuple[str, ...]) -> bool:
    """Whether neither the start nor the end of a password is hard to guess."""
    parts, words = {password[:MAX_SCORED_LETTERS], password[-MAX_SCORED_LETTERS:]}, [word for word in related if word]
    return all(zxcvbn(part, user_inputs=words)["score"] < MIN_SCORE for part in parts)


def device_text(nonce: str, account_key: str) -> str:
    return f"device {nonce} {account_key}"


def wait_after(failures: int) -> int:
    """Milliseconds to wait after the last of this many failures."""
    return 0 if failures < FREE_FAILURES else min(MAX_WAIT_MS, 1000 * 2 ** min(failures - FREE_FAILURES, 20))


def count_failure(connection: Connection, counter: str, now: int) -> int:
    """Count a failure and return 0; or return how long to wait, and count nothing."""
    connection.execute(delete(LOGIN_FAILURES).where(LOGIN_FAILURES.c.last < now - FORGOTTEN_MS))
    row = connection.execute(select(LOGIN_FAILURES).where(LOGIN_FAILURES.c.digest == counter).with_for_update()).first()
    if row is None:
        connection.execute(insert(LOGIN_FAILURES), {"digest": counter, "failures": 1, "last": now})
        return 0
    remaining: int = row.last + wait_after(row.failures) - now
    if remaining > 0:
        return min(remaining, MAX_WAIT_MS)  # at most, in case the machine's clock was wrong
    change = update(LOGIN_FAILURES).where(LOGIN_FAILURES.c.digest == counter)
    connection.execute(change.values(failures=row.failures + 1, last=now))
    return 0
