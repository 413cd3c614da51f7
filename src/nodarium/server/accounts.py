"""Who is who: guests and accounts. A person is an id; whoever can show that id signed by this server is that person."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from collections import OrderedDict
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from time import time
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, Row, Select, UpdateBase, insert, select, update
from sqlalchemy.exc import IntegrityError

from nodarium.server import wire
from nodarium.server.errors import BadRequest, NotAllowed, NotFound, NotNow, Unauthenticated
from nodarium.server.events import Participant
from nodarium.server.schema import PEOPLE, RATINGS, SHARED
from nodarium.server.store import Store

MAX_CACHED_USERS = 10_000  # people who are remembered without asking the database
HASHES = 2  # passwords that are checked at the same time; each takes many megabytes


def new_id() -> str:
    return secrets.token_urlsafe(12)


def tidy(name: str) -> str:
    """A name without spaces around it, in which there is something to be seen."""
    name = name.strip()
    if not visible(name).strip():
        raise BadRequest("A name has at least one letter.")
    return name


def visible(text: str) -> str:
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def account_key(name: str) -> str:
    """Names that look alike to people are the same account."""
    key = visible(unicodedata.normalize("NFKC", name)).casefold().strip()
    if not key or len(key) > 200 or "\0" in key:
        raise BadRequest("This cannot be the name of an account.")
    return key


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.key = b""
        self.known: OrderedDict[str, Participant] = OrderedDict()
        self.hasher = PasswordHasher()
        self.hashing = asyncio.Semaphore(HASHES)

    @cached_property
    def dummy_hash(self) -> str:
        """A hash to compare with where there is no account."""
        return self.hasher.hash(secrets.token_hex())

    async def start(self) -> None:
        """Take the key that all processes share; the first one makes it."""
        row = {"name": "key", "value": secrets.token_urlsafe(32)}
        with suppress(IntegrityError):
            await self.store.write(execute, insert(SHARED).values(row))
        self.key = (await self.store.read(read_key)).encode()

    # ---- tokens ----

    def token(self, person: str) -> str:
        return f"{person}.{self.signature(person)}"

    def signature(self, person: str) -> str:
        return urlsafe_b64encode(hmac.digest(self.key, person.encode(), sha256)).decode().rstrip("=")

    async def from_token(self, token: str) -> Participant:
        """The person to whom a token belongs."""
        person, _, signature = token.partition(".")
        if not token.isascii() or not hmac.compare_digest(signature, self.signature(person)):
            raise Unauthenticated("This token is not one of ours.")
        return await self.find(person)

    # ---- people ----

    async def find(self, person: str) -> Participant:
        known = self.known.get(person)
        if known is None:
            row = await self.store.read(first, select(PEOPLE).where(PEOPLE.c.id == person))
            if row is None:
                raise Unauthenticated("This token belongs to nobody any more.")
            known = self._know(Participant(name=row.name, person=person, account=row.account is not None))
        return known

    def _know(self, player: Participant) -> Participant:
        assert player.person
        self.known[player.person] = player
        self.known.move_to_end(player.person)
        if len(self.known) > MAX_CACHED_USERS:
            self.known.popitem(last=False)
        return player

    def forget(self, person: str) -> None:
        """Another process has changed something about this person."""
        self.known.pop(person, None)

    async def create_guest(self, name: str) -> Participant:
        """A new guest."""
        player = Participant(name=tidy(name), person=new_id())
        row = {"id": player.person, "name": player.name, "created": int(time() * 1000)}
        await self.store.write(execute, insert(PEOPLE).values(row))
        return self._know(player)

    async def rename(self, player: Participant, name: str) -> Participant:
        renamed = Participant(name=tidy(name), person=player.person, account=player.account)
        change = update(PEOPLE).where(PEOPLE.c.id == player.person).values(name=renamed.name)
        await self.store.write(execute, change)
        self.store.announce(f"person:{player.person}")
        return self._know(renamed)

    async def describe(self, person: str) -> wire.Person:
        """What anybody may know of a person."""
        row = await self.store.read(first, select(PEOPLE).where(PEOPLE.c.id == person))
        if row is None:
            raise NotFound("There is no such person.")
        rated = await self.store.read(ratings_of, person)
        return wire.Person(id=person, name=row.name, account=row.account, ratings=rated)

    async def with_account(self, account: str) -> Participant:
        """The person who has this account."""
        key = account_key(account)
        row = await self.store.read(first, select(PEOPLE).where(PEOPLE.c.account_key == key))
        if row is None:
            raise NotFound(f"Nobody has the account {account!r}.")
        return Participant(name=row.name, person=row.id, account=True)

    # ---- accounts ----

    async def register(self, player: Participant, account: str, password: str) -> Participant:
        """Give a guest an account; the guest's seats, games and name become the account's."""
        if player.account:
            raise NotNow("You have an account already.")
        account = tidy(account)
        async with self.hashing:
            hashed = await asyncio.to_thread(self.hasher.hash, password)
        change = (
            update(PEOPLE)
            .where(PEOPLE.c.id == player.person, PEOPLE.c.account.is_(None))
            .values(account=account, account_key=account_key(account), password=hashed)
        )
        try:
            changed = await self.store.write(execute, change)
        except IntegrityError:
            raise NotNow("Somebody has this account already.") from None
        if not changed:
            raise NotNow("You have an account already.")
        self.store.announce(f"person:{player.person}")
        return self._know(Participant(name=player.name, person=player.person, account=True))

    async def log_in(self, account: str, password: str) -> Participant:
        """The person with this account and password. It takes the same time whether there is one or not."""
        key = account_key(account)
        row = await self.store.read(first, select(PEOPLE).where(PEOPLE.c.account_key == key))
        async with self.hashing:
            right = await asyncio.to_thread(self._fits, row.password if row else None, password)
        if row is None or not right:
            raise NotAllowed("There is no such account with this password.")
        return self._know(Participant(name=row.name, person=row.id, account=True))

    def _fits(self, hashed: str | None, password: str) -> bool:
        try:
            return self.hasher.verify(hashed or self.dummy_hash, password)
        except VerificationError:
            return False


def read_key(connection: Connection) -> str:
    key: str = connection.execute(select(SHARED.c.value).where(SHARED.c.name == "key")).scalar_one()
    return key


def ratings_of(connection: Connection, person: str) -> dict[str, wire.Rating]:
    rows = connection.execute(select(RATINGS).where(RATINGS.c.person == person))
    return {row.game: wire.Rating(rating=row.rating, games=row.games) for row in rows}


def first(connection: Connection, wanted: Select[Any]) -> Row[Any] | None:
    return connection.execute(wanted).first()


def execute(connection: Connection, change: UpdateBase) -> int:
    """How many rows it has changed."""
    return connection.execute(change).rowcount
