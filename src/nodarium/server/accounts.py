"""Users: guests, and people with accounts. A token is a user's id, signed by the server."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from time import time
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec import structs
from sqlalchemy import Connection, Row, Select, UpdateBase, insert, select, update
from sqlalchemy.exc import IntegrityError

from nodarium.server import wire
from nodarium.server.errors import NotAllowed, NotFound, NotNow, Unauthenticated
from nodarium.server.events import Participant
from nodarium.server.names import account_key, clean_name, skeleton
from nodarium.server.store import Store
from nodarium.server.store.schema import KEY_VALUES, RATINGS, USERS

MAX_CACHED_USERS = 10_000
MAX_CONCURRENT_HASHES = 2  # each takes many megabytes


def new_id() -> str:
    return secrets.token_urlsafe(12)


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.key = b""
        self.cached: OrderedDict[str, Participant] = OrderedDict()
        self.hasher = PasswordHasher()
        self.hashing = asyncio.Semaphore(MAX_CONCURRENT_HASHES)

    @cached_property
    def dummy_hash(self) -> str:
        """A hash to compare with if the account doesn't exist."""
        return self.hasher.hash(secrets.token_hex())

    async def start(self) -> None:
        """Read the key that all processes share; the first process creates it."""
        row = {"name": "key", "value": secrets.token_urlsafe(32)}
        with suppress(IntegrityError):
            await self.store.write(execute, insert(KEY_VALUES).values(row))
        self.key = (await self.store.read(read_key)).encode()

    # ---- tokens ----

    def token(self, user_id: str) -> str:
        return f"{user_id}.{self.signature(user_id)}"

    def signature(self, user_id: str) -> str:
        return urlsafe_b64encode(hmac.digest(self.key, user_id.encode(), sha256)).decode().rstrip("=")

    async def from_token(self, token: str) -> Participant:
        """The user a token belongs to."""
        user_id, _, signature = token.partition(".")
        if not token.isascii() or not hmac.compare_digest(signature, self.signature(user_id)):
            raise Unauthenticated("This token is invalid. POST /api/me returns a new one.")
        return await self.find(user_id)

    # ---- users ----

    async def find(self, user_id: str) -> Participant:
        cached = self.cached.get(user_id)
        if cached is None:
            row = await self.store.read(first, select(USERS).where(USERS.c.id == user_id))
            if row is None:
                raise Unauthenticated("The user of this token no longer exists. POST /api/me returns a new token.")
            cached = self._cache(participant(row))
        return cached

    def _cache(self, user: Participant) -> Participant:
        assert user.user_id
        self.cached[user.user_id] = user
        self.cached.move_to_end(user.user_id)
        if len(self.cached) > MAX_CACHED_USERS:
            self.cached.popitem(last=False)
        return user

    def invalidate(self, user_id: str) -> None:
        """Drop a user from the cache, because another process has changed them."""
        self.cached.pop(user_id, None)

    async def create_guest(self, name: str) -> Participant:
        user = Participant(name=clean_name(name), user_id=new_id())
        row = {"id": user.user_id, "name": user.name, "created": int(time() * 1000)}
        await self.store.write(execute, insert(USERS).values(row))
        return self._cache(user)

    async def rename(self, user: Participant, name: str) -> Participant:
        renamed = structs.replace(user, name=clean_name(name))
        change = update(USERS).where(USERS.c.id == user.user_id).values(name=renamed.name)
        await self.store.write(execute, change)
        self.store.announce(f"user:{user.user_id}")
        return self._cache(renamed)

    async def describe(self, user_id: str) -> wire.User:
        """A user's public data."""
        row = await self.store.read(first, select(USERS).where(USERS.c.id == user_id))
        if row is None:
            raise NotFound("This user doesn't exist.")
        rated = await self.store.read(ratings_of, user_id)
        return wire.User(id=user_id, name=row.name, account=row.account, ratings=rated, aborts=row.aborts)

    async def with_account(self, account: str) -> Participant:
        """The user with this account."""
        key = account_key(account)
        row = await self.store.read(first, select(USERS).where(USERS.c.account_key == key))
        if row is None:
            raise NotFound(f"The account {account!r} doesn't exist. Check the spelling.")
        return participant(row)

    # ---- accounts ----

    async def register(self, user: Participant, account: str, password: str) -> Participant:
        """Turn a guest into a user with an account. Slots, games and name stay theirs."""
        if user.registered:
            raise NotNow("You already have an account.")
        account, look = clean_name(account), skeleton(account)
        if await self.store.read(first, select(USERS.c.id).where(USERS.c.account_skeleton == look)):
            raise NotNow("This account name is taken, or looks like one that is. Choose another.")
        async with self.hashing:
            hashed = await asyncio.to_thread(self.hasher.hash, password)
        change = (
            update(USERS)
            .where(USERS.c.id == user.user_id, USERS.c.account.is_(None))
            .values(account=account, account_key=account_key(account), account_skeleton=look, password=hashed)
        )
        try:
            changed = await self.store.write(execute, change)
        except IntegrityError:
            raise NotNow("This account name is taken. Choose another.") from None
        if not changed:
            raise NotNow("You already have an account.")
        self.store.announce(f"user:{user.user_id}")
        return self._cache(structs.replace(user, registered=True, account=account))

    async def log_in(self, account: str, password: str) -> Participant:
        """The user with this account and password. A missing account takes as long as a wrong password."""
        key = account_key(account)
        row = await self.store.read(first, select(USERS).where(USERS.c.account_key == key))
        async with self.hashing:
            correct = await asyncio.to_thread(self._verify, row.password if row else None, password)
        if row is None or not correct:
            raise NotAllowed("Wrong account name or password.")
        return self._cache(participant(row))

    def _verify(self, hashed: str | None, password: str) -> bool:
        try:
            return self.hasher.verify(hashed or self.dummy_hash, password)
        except VerificationError:
            return False


def participant(row: Row[Any]) -> Participant:
    return Participant(name=row.name, user_id=row.id, registered=row.account is not None, account=row.account)


def read_key(connection: Connection) -> str:
    key: str = connection.execute(select(KEY_VALUES.c.value).where(KEY_VALUES.c.name == "key")).scalar_one()
    return key


def ratings_of(connection: Connection, user_id: str) -> dict[str, wire.Rating]:
    rows = connection.execute(select(RATINGS).where(RATINGS.c.user_id == user_id))
    return {row.game: wire.Rating(rating=row.rating, games=row.games) for row in rows}


def first(connection: Connection, wanted: Select[Any]) -> Row[Any] | None:
    return connection.execute(wanted).first()


def execute(connection: Connection, change: UpdateBase) -> int:
    """Execute a statement and return the number of changed rows."""
    return connection.execute(change).rowcount
