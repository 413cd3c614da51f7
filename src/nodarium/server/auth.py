"""Who sends a request: by the token in the `Authorization` header, or in the cookie."""

from __future__ import annotations

from fastapi import Request, WebSocket

from nodarium.server.accounts import Accounts
from nodarium.server.addresses import address_of
from nodarium.server.errors import Unauthenticated
from nodarium.server.events import Participant
from nodarium.server.limits import RequestLimits

COOKIE = "nodarium"
# Browsers let neither another host nor a page without TLS set a cookie with this prefix.
SECURE_COOKIE = "__Host-nodarium"
NOT_SIGNED_IN = "Not signed in. POST /api/me returns a token."


class Authenticator:
    def __init__(self, accounts: Accounts, limits: RequestLimits) -> None:
        self.accounts = accounts
        self.limits = limits

    async def authenticate(self, request: Request | WebSocket) -> Participant | None:
        """The user, or None without a token. An invalid cookie counts as none; an invalid header is an error."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme:
            if scheme.lower() != "bearer":
                raise Unauthenticated("The header must be `Authorization: Bearer TOKEN`.")
            return await self.accounts.from_token(token)
        token = request.cookies.get(SECURE_COOKIE) or request.cookies.get(COOKIE, "")
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
