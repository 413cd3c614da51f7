"""Routes for passkeys."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from sqlalchemy import Row

from nodarium.core.message import say
from nodarium.server import wire
from nodarium.server import wire_account as wire_a
from nodarium.server.addresses import address_of
from nodarium.server.errors import NotNow
from nodarium.server.http.common import JsonResponse, read_body
from nodarium.server.http.openapi import gives, no_content, takes
from nodarium.server.http.signing_in import sign_in, site_of
from nodarium.server.names import account_key
from nodarium.server.services import Services


def add_passkeys(app: FastAPI, services: Services) -> None:
    auth, passkeys, limits = services.auth, services.passkeys, services.shared_limits
    max_bytes = services.settings.limits.body_bytes

    @app.get("/api/passkeys", responses=gives(wire_a.Passkey, many=True))
    async def get_passkeys(request: Request) -> Response:
        """Your passkeys."""
        user = await auth.require_session(request)
        return JsonResponse([passkey(row) for row in await passkeys.of_user(user.user_id)])

    @app.post("/api/passkeys/options", responses=gives(wire_a.PasskeyOptions))
    async def get_passkey_options(request: Request) -> Response:
        """Options for `navigator.credentials.create`."""
        user = await auth.require_confirmed(request)
        options = await passkeys.registration_options(user, site_of(services, request))
        return JsonResponse(wire_a.PasskeyOptions(options=options))

    @app.post(
        "/api/passkeys",
        status_code=201,
        responses=gives(wire_a.Passkey, status=201),
        openapi_extra=takes(wire_a.NewPasskey),
    )
    async def add_passkey(request: Request) -> Response:
        """Register a passkey."""
        user = await auth.require_confirmed(request)
        wanted = await read_body(request, wire_a.NewPasskey, max_bytes)
        made = await passkeys.register(user, site_of(services, request), wanted.name, wanted.credential)
        return JsonResponse(passkey(made), 201)

    @app.post("/api/passkeys/remove", **no_content(wire_a.PasskeyToRemove))
    async def remove_passkey(request: Request) -> None:
        """Remove a passkey."""
        user = await auth.require_confirmed(request)
        await passkeys.remove(user, (await read_body(request, wire_a.PasskeyToRemove, max_bytes)).id)

    @app.post("/api/login/passkey/options", responses=gives(wire_a.PasskeyOptions))
    async def get_login_options(request: Request) -> Response:
        """Options for `navigator.credentials.get`, to sign in."""
        await limits.acquire("password attempts", address=address_of(request))
        options = await passkeys.login_options(site_of(services, request))
        return JsonResponse(wire_a.PasskeyOptions(options=options))

    @app.post("/api/login/passkey", responses=gives(wire.Me), openapi_extra=takes(wire_a.PasskeyLogin))
    async def log_in_with_passkey(request: Request) -> Response:
        """Sign in with a passkey."""
        await limits.acquire("password attempts", address=address_of(request))
        wanted = await read_body(request, wire_a.PasskeyLogin, max_bytes)
        user = await passkeys.log_in(site_of(services, request), wanted.credential)
        profile = await services.accounts.profile(user.user_id)
        if profile.account is None:
            raise NotNow(say("server-passkey-without-account"))
        key = account_key(profile.account)
        return await sign_in(services, request, user, account_key=key, replace=wanted.replace)

    @app.post("/api/account/confirm/options", responses=gives(wire_a.PasskeyOptions))
    async def get_confirm_options(request: Request) -> Response:
        """Options for `navigator.credentials.get`, to confirm with one of your passkeys that it's you."""
        user = await auth.require_session(request)
        if not await passkeys.of_user(user.user_id):
            raise NotNow(say("server-no-passkeys"))
        return JsonResponse(
            wire_a.PasskeyOptions(options=await passkeys.login_options(site_of(services, request), user))
        )


def passkey(row: Row[Any]) -> wire_a.Passkey:
    return wire_a.Passkey(id=row.id, name=row.name, created=row.created, last_used=row.last_used)
