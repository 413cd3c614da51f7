"""Who sends a request: by the token in the `Authorization` header, or in the cookie. And what they may do."""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fastapi import Request
from msgspec import structs
from starlette.requests import HTTPConnection

from nodarium.core.message import say
from nodarium.server.access_tokens import AccessTokens, Scope
from nodarium.server.accounts import Accounts, User
from nodarium.server.addresses import address_of, is_secure
from nodarium.server.background import BackgroundTasks
from nodarium.server.errors import ConfirmationNeeded, NotAllowed, Unauthenticated, Unavailable
from nodarium.server.limits import RequestLimits
from nodarium.server.standings import Standings

COOKIE = "nodarium"
SECURE_PREFIX = "__Host-"  # over https: browsers let neither another host nor a page without TLS set such a cookie
NOT_SIGNED_IN = say("server-not-signed-in")
RECHECK_SECONDS = 5.0  # until a token is read again, if the database didn't answer
CONFIRMED_MS = 15 * 60_000  # how long a proof of identity counts
READING_METHODS = ("GET", "HEAD")

Closer = Callable[[Unauthenticated], None]


class ConnectedSocket:
    """An open socket of a user, and how to close it."""

    def __init__(self, user: User, close: Closer) -> None:
        self.user = user
        self.close = close
        self.timer: TimerHandle | None = None  # until its token expires


class Authenticator:
    def __init__(
        self,
        accounts: Accounts,
        tokens: AccessTokens,
        limits: RequestLimits,
        standings: Standings,
        tasks: BackgroundTasks,
        *,
        secure_cookies: bool,
    ) -> None:
        self.accounts = accounts
        self.tokens = tokens
        self.limits = limits
        self.standings = standings
        self.seen: set[str] = set()  # users since `take_seen` was called
        self.tasks = tasks
        self.secure_cookies = secure_cookies
        self._connected: dict[str, set[ConnectedSocket]] = {}  # by user id
        tokens.subscribe(self._recheck_sockets)

    async def authenticate(self, authorization: str, cookie: str) -> User | None:
        """The user, or None without a token. An invalid cookie counts as none; an invalid header is an error."""
        user = await self._find_user(authorization, cookie)
        if user:
            self.standings.check_not_suspended(user.user_id)
            self.seen.add(user.user_id)
        return user

    def take_seen(self) -> set[str]:
        """The users who have sent requests since the last call."""
        seen, self.seen = self.seen, set()
        return seen

    async def _find_user(self, authorization: str, cookie: str) -> User | None:
        scheme, _, token = authorization.partition(" ")
        if scheme:
            if scheme.lower() != "bearer":
                raise Unauthenticated(say("server-bad-authorization"))
            return await self._user_of(token)
        try:
            return await self._user_of(cookie) if cookie else None
        except Unauthenticated:
            return None

    async def _user_of(self, token: str) -> User:
        access = await self.tokens.find(token)
        return structs.replace(await self.accounts.find(access.user_id), access=access)

    def credentials_of(self, request: HTTPConnection) -> tuple[str, str]:
        """The `Authorization` header and the cookie."""
        return request.headers.get("authorization", ""), self.cookie(request, COOKIE)

    def cookie(self, request: HTTPConnection, name: str) -> str:
        """A cookie of ours. Over https the plain one doesn't count: another host may have set it."""
        return request.cookies.get(self.cookie_name(request, name), "")

    def cookie_name(self, request: HTTPConnection, name: str) -> str:
        return f"{SECURE_PREFIX}{name}" if is_secure(request, secure=self.secure_cookies) else name

    async def optional_user(self, request: Request) -> User | None:
        """Authenticate a request and count it against the limits."""
        self.limits.addresses.acquire(address_of(request))
        user = await self.authenticate(*self.credentials_of(request))
        if user:
            self.limits.requests.acquire(user.user_id)
            require_scope(user, "read" if request.method in READING_METHODS else "play")
        return user

    async def require_user(self, request: Request) -> User:
        user = await self.optional_user(request)
        if user is None:
            raise Unauthenticated(NOT_SIGNED_IN)
        return user

    async def require_session(self, request: Request) -> User:
        """A user who has signed in: API tokens can't manage accounts, nor moderate."""
        user = await self.require_user(request)
        refuse_api_token(user)
        return user

    async def require_confirmed(self, request: Request) -> User:
        """A user who has recently proved who they are. A guest can't, and needn't."""
        user = await self.require_session(request)
        assert user.access
        if user.registered and self.tokens.clock() - user.access.confirmed > CONFIRMED_MS:
            raise ConfirmationNeeded(say("server-confirm"))
        return user

    # ---- sockets ----

    async def recheck(self, user: User) -> User:
        """The user of an open socket, if their token is still valid."""
        assert user.access
        access = await self.tokens.find_by_digest(user.access.digest)
        return structs.replace(await self.accounts.find(user.user_id), access=access)

    @contextmanager
    def connected(self, user: User | None, close: Closer) -> Iterator[None]:
        """Call `close` if the user's token is revoked or expires meanwhile."""
        if user is None or user.access is None:
            yield
            return
        socket = ConnectedSocket(user, close)
        sockets = self._connected.setdefault(user.user_id, set())
        sockets.add(socket)
        self.tasks.spawn(self._check(socket))  # the token may have been revoked since it was read
        try:
            yield
        finally:
            sockets.discard(socket)
            if socket.timer:
                socket.timer.cancel()
            if not sockets:
                self._connected.pop(user.user_id, None)

    def invalidate(self, user_id: str) -> None:
        """A user has changed, or some of their tokens are revoked."""
        self.accounts.invalidate(user_id)
        self.tokens.invalidate(user_id)
        self._recheck_sockets(user_id)

    def invalidate_all(self) -> None:
        self.accounts.clear()
        self.tokens.clear()
        for user_id in list(self._connected):
            self._recheck_sockets(user_id)

    def _recheck_sockets(self, user_id: str) -> None:
        for socket in self._connected.get(user_id, ()):
            self.tasks.spawn(self._check(socket))

    async def _check(self, socket: ConnectedSocket) -> None:
        """Close a socket if its token is invalid. Otherwise check it again when the token expires."""
        try:
            user = await self.recheck(socket.user)
        except Unauthenticated as error:
            socket.close(error)
            return
        except Unavailable:  # the token may have been revoked
            self._check_later(socket, RECHECK_SECONDS)
            return
        if user.access:
            self._check_later(socket, (user.access.expires - self.tokens.clock()) / 1000)

    def _check_later(self, socket: ConnectedSocket, seconds: float) -> None:
        if socket.timer:
            socket.timer.cancel()
        if socket in self._connected.get(socket.user.user_id, ()):
            loop = asyncio.get_running_loop()
            socket.timer = loop.call_later(seconds, self._recheck_sockets, socket.user.user_id)


def require_scope(user: User, scope: Scope) -> None:
    if user.access and not user.access.allows(scope):
        raise NotAllowed(say("server-token-lacks-scope", scope=scope))


def refuse_api_token(user: User) -> None:
    if user.access and user.access.kind == "api":
        raise NotAllowed(say("server-api-token-refused"))
