"""Who sends a request: by the token in the `Authorization` header, or in the cookie."""

from __future__ import annotations

from fastapi import Request, WebSocket

from nodarium.server.accounts import Accounts
from nodarium.server.errors import Unauthenticated
from nodarium.server.events import Participant
from nodarium.server.limits import RequestLimits
from nodarium.server.standings import Standings

COOKIE = "nodarium"
NOT_SIGNED_IN = "Not signed in. POST /api/me returns a token."


class Authenticator:
    def __init__(self, accounts: Accounts, limits: RequestLimits, standings: Standings) -> None:
        self.accounts = accounts
        self.limits = limits
        self.standings = standings
        self.seen: set[str] = set()  # users since `take_seen` was called

    async def authenticate(self, request: Request | WebSocket) -> Participant | None:
        """The user, or None without a token. An invalid cookie counts as none; an invalid header is an error."""
        user = await self._find_user(request)
        if user and user.user_id:
            self.standings.check_not_suspended(user.user_id)
            self.seen.add(user.user_id)
        return user

    def take_seen(self) -> set[str]:
        """The users who have sent requests since the last call."""
        seen, self.seen = self.seen, set()
        return seen

    async def _find_user(self, request: Request | WebSocket) -> Participant | None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme:
            if scheme.lower() != "bearer":
                raise Unauthenticated("The header must be `Authorization: Bearer TOKEN`.")
            return await self.accounts.from_token(token)
        token = request.cookies.get(COOKIE, "")
        try:
            return await self.accounts.from_token(token) if token else None
        except Unauthenticated:
            return None

    async def optional_user(self, request: Request) -> Participant | None:
        """Authenticate a request and count it against the limits."""
        self.limits.addresses.acquire(address_of(request))
        user = await self.authenticate(request)
        if user and user.user_id:
            self.limits.requests.acquire(user.user_id)
        return user

    async def require_user(self, request: Request) -> Participant:
        user = await self.optional_user(request)
        if user is None:
            raise Unauthenticated(NOT_SIGNED_IN)
        return user


def address_of(request: Request | WebSocket) -> str:
    return request.client.host if request.client else "unknown"
