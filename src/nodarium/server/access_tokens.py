"""`AccessTokens`: sessions and API tokens. A client sends a random token; the database holds its digest.

A session belongs to a browser or a bot, may do everything, and expires when it isn't used. An API token has a name,
scopes and a fixed expiry. Version 1 signed the user's id instead. Such an old token is stored as a session the first
time it is used, and it is valid until a cut-off that the migration has set.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import Any, Literal

from msgspec import Struct, structs
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from nodarium.core.message import say
from nodarium.server.errors import NotFound, NotNow, TokenExpired, Unauthenticated
from nodarium.server.keys import Keys
from nodarium.server.sql import execute, first
from nodarium.server.store import Store
from nodarium.server.store.schema import ACCESS_TOKENS, KEY_VALUES, USERS
from nodarium.server.time import now_ms

DAY_MS = 86_400_000
SESSION_DAYS = 180  # without use
MAX_API_TOKENS = 50  # of one user
MAX_SESSIONS = 100  # of one user; the oldest goes first
USED_RESOLUTION_MS = 5 * 60_000  # how exactly `last_used` is stored
REVOKED_SOON_MS = 60_000  # how long a token lives on after a browser has got a new one
RECHECK_SECONDS = 60.0  # read a cached token again, in case a notification was lost
MAX_CACHED = 20_000
SESSION_PREFIX, API_PREFIX = "nds_", "ndt_"  # so that people and scanners recognise a leaked token
OLD_TOKENS_UNTIL = "old_tokens_until"
INVALID = say("server-token-invalid")

Scope = Literal["read", "play"]
Kind = Literal["session", "api", "old"]


class AccessToken(Struct, frozen=True, kw_only=True):
    """A session or an API token, as stored."""

    id: str
    digest: str
    user_id: str
    kind: Kind
    name: str
    scopes: str
    created: int
    last_used: int
    expires: int
    confirmed: int

    def allows(self, scope: Scope) -> bool:
        return scope in self.scopes.split()


def digest_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class AccessTokens:
    def __init__(self, store: Store, keys: Keys, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.keys = keys
        self.clock = clock
        self._subscribers: list[Callable[[str], None]] = []
        self._cached: OrderedDict[str, tuple[AccessToken, float]] = OrderedDict()  # by digest; and when it was read
        self._num_invalidated = 0  # how often `invalidate` or `clear` was called

    def subscribe(self, subscriber: Callable[[str], None]) -> None:
        """Call a function with the user's id after this process has revoked or changed some of their tokens."""
        self._subscribers.append(subscriber)

    # ---- looking up ----

    async def find(self, token: str) -> AccessToken:
        digest = digest_of(token)
        if self._fresh(digest) is None and not token.startswith((SESSION_PREFIX, API_PREFIX)):
            await self._adopt(token, digest)
        return await self.find_by_digest(digest)

    async def find_by_digest(self, digest: str) -> AccessToken:
        found = self._fresh(digest)
        if found is None:
            before = self._num_invalidated
            row = await self.store.read(first, select(ACCESS_TOKENS).where(ACCESS_TOKENS.c.digest == digest))
            if row is None:
                self._cached.pop(digest, None)
                raise Unauthenticated(INVALID)
            found = AccessToken(**row._mapping)
            if before == self._num_invalidated:  # otherwise the token may have been revoked since
                self._cache(found)
        if found.expires <= self.clock():
            raise TokenExpired(INVALID)
        return self._note_use(found)

    def _fresh(self, digest: str) -> AccessToken | None:
        found = self._cached.get(digest)
        return found[0] if found and monotonic() - found[1] < RECHECK_SECONDS else None

    def _cache(self, token: AccessToken) -> AccessToken:
        self._cached[token.digest] = (token, monotonic())
        self._cached.move_to_end(token.digest)
        if len(self._cached) > MAX_CACHED:
            self._cached.popitem(last=False)
        return token

    def _note_use(self, token: AccessToken) -> AccessToken:
        """Store the time of use now and then, and let a session live on."""
        now = self.clock()
        if now - token.last_used < USED_RESOLUTION_MS:
            return token
        expires = now + SESSION_DAYS * DAY_MS if token.kind == "session" else token.expires
        change = update(ACCESS_TOKENS).where(ACCESS_TOKENS.c.id == token.id)
        self.store.write(execute, change.values(last_used=now, expires=expires))  # nobody waits for it
        used = structs.replace(token, last_used=now, expires=expires)
        return self._cache(used) if token.digest in self._cached else used

    async def _adopt(self, token: str, digest: str) -> None:
        """Store an old token as a session, the first time it is used."""
        user_id, _, signature = token.partition(".")
        if not token.isascii() or not self.keys.verify(user_id, signature):
            raise Unauthenticated(INVALID)
        await self.store.write(adopt_old_token, user_id, digest, self.clock())

    def invalidate(self, user_id: str) -> None:
        """Forget a user's tokens, because some may be revoked."""
        self._num_invalidated += 1
        for digest in [digest for digest, (token, _) in self._cached.items() if token.user_id == user_id]:
            del self._cached[digest]

    def clear(self) -> None:
        self._num_invalidated += 1
        self._cached.clear()

    # ---- creating ----

    async def create_session(self, user_id: str, device: str, *, confirmed: int = 0) -> str:
        """Create a session and return its token. `confirmed` is when the user proved who they are."""
        token = SESSION_PREFIX + secrets.token_urlsafe(32)
        now = self.clock()
        row = new_token(user_id, token, "session", name=device, scopes="read play", now=now, days=SESSION_DAYS)
        if await self.store.write(insert_session, structs.replace(row, confirmed=confirmed)):
            self.announce(user_id)
        return token

    async def create_api_token(
        self, user_id: str, name: str, scopes: list[Scope], days: int
    ) -> tuple[str, AccessToken]:
        """Create an API token. Only its digest is kept, so this is the only time it can be shown."""
        token = API_PREFIX + secrets.token_urlsafe(32)
        row = new_token(
            user_id, token, "api", name=name, scopes=" ".join(sorted(set(scopes))), now=self.clock(), days=days
        )
        await self.store.write(insert_api_token, row)
        return token, row

    async def confirm(self, token: AccessToken) -> None:
        """Note that the user has just proved who they are."""
        change = update(ACCESS_TOKENS).where(ACCESS_TOKENS.c.id == token.id).values(confirmed=self.clock())
        await self.store.write(execute, change)
        self.announce(token.user_id)

    # ---- listing and revoking ----

    async def of_user(self, user_id: str, *kinds: Kind) -> list[AccessToken]:
        """A user's tokens that are still valid, the most recently used first."""
        rows = await self.store.read(tokens_of, user_id, kinds, self.clock())
        return [AccessToken(**row._mapping) for row in rows]

    async def revoke(self, user_id: str, token_id: str, *kinds: Kind) -> None:
        mine = (ACCESS_TOKENS.c.user_id == user_id) & ACCESS_TOKENS.c.kind.in_(kinds)
        if not await self.store.write(execute, delete(ACCESS_TOKENS).where(ACCESS_TOKENS.c.id == token_id, mine)):
            raise NotFound(say("server-token-gone"))
        self.announce(user_id)

    async def revoke_sessions(self, user_id: str, *, but: str = "") -> None:
        """Sign a user out everywhere, but for one session."""
        own = ACCESS_TOKENS.c.user_id == user_id
        await self.store.write(
            execute, delete(ACCESS_TOKENS).where(own, ACCESS_TOKENS.c.kind != "api", ACCESS_TOKENS.c.id != but)
        )
        self.announce(user_id)

    async def revoke_all(self, user_id: str) -> None:
        """End a user's sessions and API tokens."""
        await self.store.write(execute, delete(ACCESS_TOKENS).where(ACCESS_TOKENS.c.user_id == user_id))
        self.announce(user_id)

    async def revoke_soon(self, token: AccessToken) -> None:
        """Let a session end in a minute, because a browser that got a new one may still use it for a moment."""
        soon = min(token.expires, self.clock() + REVOKED_SOON_MS)
        change = update(ACCESS_TOKENS).where(ACCESS_TOKENS.c.id == token.id)
        await self.store.write(execute, change.values(expires=soon, last_used=soon))
        self.announce(token.user_id)

    def announce(self, user_id: str) -> None:
        """Tell everybody, also the other processes, that a user's tokens have changed."""
        self.invalidate(user_id)
        for subscriber in self._subscribers:
            subscriber(user_id)
        self.store.announce(f"user:{user_id}")


def new_token(user_id: str, token: str, kind: Kind, *, name: str, scopes: str, now: int, days: int) -> AccessToken:
    return AccessToken(
        id=secrets.token_urlsafe(12),
        digest=digest_of(token),
        user_id=user_id,
        kind=kind,
        name=name,
        scopes=scopes,
        created=now,
        last_used=now,
        expires=now + days * DAY_MS,
        confirmed=0,
    )


def tokens_of(connection: Connection, user_id: str, kinds: tuple[Kind, ...], now: int) -> list[Row[Any]]:
    valid = (ACCESS_TOKENS.c.user_id == user_id) & (ACCESS_TOKENS.c.expires > now)
    wanted = select(ACCESS_TOKENS).where(valid, ACCESS_TOKENS.c.kind.in_(kinds))
    return list(connection.execute(wanted.order_by(ACCESS_TOKENS.c.last_used.desc())).all())


def insert_session(connection: Connection, token: AccessToken) -> bool:
    """Insert a session, and delete expired tokens. Returns whether it replaces the user's oldest sessions, too."""
    connection.execute(delete(ACCESS_TOKENS).where(ACCESS_TOKENS.c.expires <= token.created))
    own = select(ACCESS_TOKENS.c.id).where(ACCESS_TOKENS.c.user_id == token.user_id, ACCESS_TOKENS.c.kind == "session")
    kept = connection.execute(own.order_by(ACCESS_TOKENS.c.last_used.desc())).scalars().all()
    oldest = kept[MAX_SESSIONS - 1 :]
    if oldest:
        connection.execute(delete(ACCESS_TOKENS).where(ACCESS_TOKENS.c.id.in_(oldest)))
    connection.execute(insert(ACCESS_TOKENS), structs.asdict(token))
    return bool(oldest)


def insert_api_token(connection: Connection, token: AccessToken) -> None:
    own = (ACCESS_TOKENS.c.user_id == token.user_id) & (ACCESS_TOKENS.c.kind == "api")
    valid = own & (ACCESS_TOKENS.c.expires > token.created)
    if connection.execute(select(func.count()).select_from(ACCESS_TOKENS).where(valid)).scalar_one() >= MAX_API_TOKENS:
        raise NotNow(say("server-too-many-api-tokens", count=MAX_API_TOKENS))
    connection.execute(insert(ACCESS_TOKENS), structs.asdict(token))


def adopt_old_token(connection: Connection, user_id: str, digest: str, now: int) -> None:
    """Store an old token, unless that has happened before or the cut-off has passed."""
    cut_off = connection.execute(select(KEY_VALUES.c.value).where(KEY_VALUES.c.name == OLD_TOKENS_UNTIL)).scalar()
    if cut_off is None or now >= int(cut_off):
        return
    unused = update(USERS).where(USERS.c.id == user_id, USERS.c.old_token)
    if connection.execute(unused.values(old_token=False)).rowcount:
        adopted = new_token(user_id, "", "old", name="", scopes="read play", now=now, days=0)
        connection.execute(
            insert(ACCESS_TOKENS), structs.asdict(structs.replace(adopted, digest=digest, expires=int(cut_off)))
        )
