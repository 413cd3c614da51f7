"""`Keys`: the secret keys that all processes share. The newest one signs; older ones still verify.

They sign the device cookies of `passwords.py`, and they verify the tokens of version 1.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from nodarium.server.store import Store
from nodarium.server.store.notifications import notify_server
from nodarium.server.store.schema import KEY_VALUES

FIRST_KEY = "key"  # later keys are called key:2, key:3 and so on
KEPT_KEYS = 2


class Keys:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._keys: list[bytes] = []  # the newest first

    async def load(self) -> None:
        """Read the keys. The first process creates the first one."""
        if not await self.store.read(read_keys):
            with suppress(IntegrityError):
                await self.store.write(insert_key, FIRST_KEY)
        self._keys = [key.encode() for _, key in await self.store.read(read_keys)]

    def sign(self, text: str) -> str:
        return signature(self._keys[0], text)

    def verify(self, text: str, signed: str) -> bool:
        return signed.isascii() and any(hmac.compare_digest(signed, signature(key, text)) for key in self._keys)


def signature(key: bytes, text: str) -> str:
    return urlsafe_b64encode(hmac.digest(key, text.encode(), sha256)).decode().rstrip("=")


def read_keys(connection: Connection) -> list[tuple[str, str]]:
    """The names and values of all keys, the newest first."""
    named = KEY_VALUES.c.name
    rows = connection.execute(select(KEY_VALUES).where((named == FIRST_KEY) | named.startswith(f"{FIRST_KEY}:"))).all()
    return sorted([(row.name, row.value) for row in rows], key=lambda row: key_number(row[0]), reverse=True)


def key_number(name: str) -> int:
    return int(name.partition(":")[2] or 1)


def insert_key(connection: Connection, name: str) -> None:
    connection.execute(insert(KEY_VALUES), {"name": name, "value": secrets.token_urlsafe(32)})


def rotate_key(connection: Connection, kept: int = KEPT_KEYS) -> str:
    """Add a key that signs from now on, and delete all but the newest few. Returns the new key's name.

    With `kept=1`, nothing that an older key signed is accepted any more: use it if a key has leaked. Running servers
    reload the keys.
    """
    known = read_keys(connection)
    name = f"{FIRST_KEY}:{key_number(known[0][0]) + 1}" if known else FIRST_KEY
    insert_key(connection, name)
    dropped = [old for old, _ in known[kept - 1 :]]
    if dropped:
        connection.execute(delete(KEY_VALUES).where(KEY_VALUES.c.name.in_(dropped)))
    notify_server(connection, "admin keys")
    return name
