"""`Accounts`: users, who are guests or have accounts."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from time import time
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from nodarium.core.message import say
from nodarium.server.access_tokens import AccessToken
from nodarium.server.errors import NotAllowed, NotFound, NotNow, Unauthenticated
from nodarium.server.events import Participant
from nodarium.server.names import account_key, clean_name, skeleton
from nodarium.server.passwords import Passwords
from nodarium.server.sql import execute, first
from nodarium.server.store import Store
from nodarium.server.store.schema import RATINGS, USERS

MAX_CACHED_USERS = 10_000


class User(Struct, frozen=True, kw_only=True):
    """A user and, if they have sent a request, the token they sent."""

    user_id: str
    name: str
    registered: bool = False  # whether they have an account
    account: str | None = None  # its name
    access: AccessToken | None = None

    @property
    def participant(self) -> Participant:
        """The user as a player at a table."""
        return Participant(name=self.name, user_id=self.user_id, registered=self.registered, account=self.account)


class Rating(Struct, frozen=True):
    rating: int
    games: int


class Profile(Struct, frozen=True, kw_only=True):
    """What everybody may know about a user."""

    id: str
    name: str
    account: str | None
    ratings: dict[str, Rating]  # by game
    aborts: int  # of games


def new_id(num_bytes: int = 12) -> str:
    """A random id. It never starts with a hyphen, which the command line would take for an option."""
    while (made := secrets.token_urlsafe(num_bytes)).startswith("-"):
        pass
    return made


class Accounts:
    def __init__(self, store: Store, passwords: Passwords) -> None:
        self.store = store
        self.passwords = passwords
        self._cached: OrderedDict[str, User] = OrderedDict()

    # ---- users ----

    async def find(self, user_id: str) -> User:
        cached = self._cached.get(user_id)
        if cached is None:
            row = await self.store.read(first, select(USERS).where(USERS.c.id == user_id))
            if row is None:
                raise Unauthenticated(say("server-token-without-user"))
            cached = self._cache(user_of(row))
        return cached

    def _cache(self, user: User) -> User:
        self._cached[user.user_id] = user
        self._cached.move_to_end(user.user_id)
        if len(self._cached) > MAX_CACHED_USERS:
            self._cached.popitem(last=False)
        return user

    def invalidate(self, user_id: str) -> None:
        """Drop a user from the cache, because they have changed."""
        self._cached.pop(user_id, None)

    def clear(self) -> None:
        self._cached.clear()

    async def create_guest(self, name: str) -> User:
        user = User(name=clean_name(name), user_id=new_id())
        row = {"id": user.user_id, "name": user.name, "created": int(time() * 1000)}
        await self.store.write(execute, insert(USERS).values(row))
        return self._cache(user)

    async def rename(self, user: User, name: str) -> User:
        renamed = structs.replace(user, name=clean_name(name), access=None)
        change = update(USERS).where(USERS.c.id == user.user_id).values(name=renamed.name)
        await self.store.write(execute, change)
        self.store.announce(f"user:{user.user_id}")
        return self._cache(renamed)

    async def profile(self, user_id: str) -> Profile:
        row = await self.store.read(first, select(USERS).where(USERS.c.id == user_id))
        if row is None:
            raise NotFound(say("server-no-such-user"))
        rated = await self.store.read(ratings_of, user_id)
        return Profile(id=user_id, name=row.name, account=row.account, ratings=rated, aborts=row.aborts)

    async def with_account(self, account: str) -> Participant:
        """The user with this account, as a player."""
        key = account_key(account)
        row = await self.store.read(first, select(USERS).where(USERS.c.account_key == key))
        if row is None:
            raise NotFound(say("server-no-such-account", account=account))
        return user_of(row).participant

    # ---- accounts ----

    async def register(self, user: User, account: str, password: str) -> User:
        """Turn a guest into a user with an account. Slots, games and name stay theirs."""
        if user.registered:
            raise NotNow(say("server-already-registered"))
        account, look = clean_name(account), skeleton(account)
        if await self.store.read(first, select(USERS.c.id).where(USERS.c.account_skeleton == look)):
            raise NotNow(say("server-account-similar"))
        key = account_key(account)
        hashed = await self.passwords.hash(password, account, user.name)
        change = (
            update(USERS)
            .where(USERS.c.id == user.user_id, USERS.c.account.is_(None))
            .values(account=account, account_key=key, account_skeleton=look, password=hashed, old_token=False)
        )
        try:
            changed = await self.store.write(execute, change)
        except IntegrityError:
            raise NotNow(say("server-account-taken")) from None
        if not changed:
            raise NotNow(say("server-already-registered"))
        self.store.announce(f"user:{user.user_id}")
        return self._cache(structs.replace(user, registered=True, account=account, access=None))

    async def log_in(self, account: str, password: str, device: str) -> User:
        """The user with this account and password. A missing account takes as long as a wrong password."""
        key = account_key(account)
        counter = await self.passwords.begin_attempt(key, device)
        row = await self.store.read(first, select(USERS).where(USERS.c.account_key == key))
        if not await self.passwords.verify(row.password if row else None, password) or row is None:
            raise NotAllowed(say("server-wrong-password"))
        await self.passwords.clear_failures(counter)
        return self._cache(user_of(row))

    async def check_password(self, user: User, password: str, device: str) -> None:
        """Make sure that a signed-in user knows their password."""
        row = await self.store.read(first, select(USERS).where(USERS.c.id == user.user_id))
        if row is None or row.account is None:
            raise NotNow(say("server-not-registered"))
        await self.log_in(row.account, password, device)

    async def set_password(self, user_id: str, password: str) -> None:
        row = await self.store.read(first, select(USERS).where(USERS.c.id == user_id))
        if row is None or row.account is None:
            raise NotNow(say("server-not-registered"))
        hashed = await self.passwords.hash(password, row.account, row.name)
        await self.store.write(execute, update(USERS).where(USERS.c.id == user_id).values(password=hashed))


def user_of(row: Row[Any]) -> User:
    return User(name=row.name, user_id=row.id, registered=row.account is not None, account=row.account)


def ratings_of(connection: Connection, user_id: str) -> dict[str, Rating]:
    rows = connection.execute(select(RATINGS).where(RATINGS.c.user_id == user_id))
    return {row.game: Rating(row.rating, row.games) for row in rows}
