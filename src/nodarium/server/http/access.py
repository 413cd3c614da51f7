"""Routes for sessions and API tokens."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response

from nodarium.core.message import say
from nodarium.server import wire_account as wire
from nodarium.server.access_tokens import AccessToken
from nodarium.server.device import device_text
from nodarium.server.errors import NotNow
from nodarium.server.http.common import JsonResponse, read_body
from nodarium.server.http.openapi import gives, no_content, takes
from nodarium.server.services import Services


def add_access(app: FastAPI, services: Services) -> None:
    auth, tokens = services.auth, services.tokens
    max_bytes = services.settings.limits.body_bytes

    @app.get("/api/sessions", responses=gives(wire.Session, many=True))
    async def get_sessions(request: Request) -> Response:
        """Where you are signed in, the most recently used first."""
        user = await auth.require_session(request)
        assert user.access
        found = await tokens.of_user(user.user_id, "session", "old")
        return JsonResponse([session(one, user.access.id) for one in found])

    @app.post("/api/sessions/revoke", **no_content(wire.SessionToRevoke))
    async def revoke_session(request: Request) -> None:
        """Sign out elsewhere: end a session or, without an id, all but this one. Their sockets are closed."""
        user = await auth.require_session(request)
        assert user.access
        wanted = await read_body(request, wire.SessionToRevoke, max_bytes)
        if wanted.id is None:
            await tokens.revoke_sessions(user.user_id, but=user.access.id)
        else:
            await tokens.revoke(user.user_id, wanted.id, "session", "old")

    @app.get("/api/tokens", responses=gives(wire.ApiToken, many=True))
    async def get_api_tokens(request: Request) -> Response:
        """Your API tokens."""
        user = await auth.require_session(request)
        return JsonResponse([api_token(one) for one in await tokens.of_user(user.user_id, "api")])

    @app.post(
        "/api/tokens",
        status_code=201,
        responses=gives(wire.ApiToken, status=201),
        openapi_extra=takes(wire.NewApiToken),
    )
    async def create_api_token(request: Request) -> Response:
        """Create an API token. The answer holds the token itself, which is never shown again."""
        user = await auth.require_confirmed(request)
        wanted = await read_body(request, wire.NewApiToken, max_bytes)
        if not user.registered:
            raise NotNow(say("server-api-token-needs-account"))
        token, made = await tokens.create_api_token(user.user_id, wanted.name, wanted.scopes, wanted.days)
        return JsonResponse(api_token(made, token), 201)

    @app.post("/api/tokens/revoke", **no_content(wire.ApiTokenToRevoke))
    async def revoke_api_token(request: Request) -> None:
        """End an API token."""
        user = await auth.require_session(request)
        await tokens.revoke(user.user_id, (await read_body(request, wire.ApiTokenToRevoke, max_bytes)).id, "api")


def session(token: AccessToken, current: str) -> wire.Session:
    return wire.Session(
        id=token.id,
        device=device_text(token.name),
        created=token.created,
        last_used=token.last_used,
        expires=token.expires,
        current=token.id == current,
    )


def api_token(found: AccessToken, token: str | None = None) -> wire.ApiToken:
    return wire.ApiToken(
        id=found.id,
        name=found.name,
        scopes=tuple([scope for scope in ("read", "play") if found.allows(scope)]),
        created=found.created,
        last_used=found.last_used,
        expires=found.expires,
        token=token,
    )
