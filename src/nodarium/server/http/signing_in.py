"""Cookies and sessions of the routes that sign people in and out."""

from __future__ import annotations

from contextlib import suppress

from fastapi import Request, Response

from nodarium.core.message import say
from nodarium.server import projections, wire
from nodarium.server.access_tokens import DAY_MS
from nodarium.server.accounts import User
from nodarium.server.auth import COOKIE, SECURE_PREFIX
from nodarium.server.device import device_name
from nodarium.server.errors import BadRequest, NotFound, NotNow, Unauthenticated
from nodarium.server.http.common import JsonResponse, read_body
from nodarium.server.passkeys import Site, site_at
from nodarium.server.services import Services
from nodarium.server.wire_account import Confirmation

COOKIE_SECONDS = 400 * 24 * 3600  # browsers allow no more; the session ends earlier if it isn't used
EXCHANGE_DAYS = 30  # a browser gets a new session token this often
DEVICE_COOKIE = "nodarium-device"


async def sign_in(
    services: Services, request: Request, user: User, *, account_key: str | None = None, replace: bool = True
) -> Response:
    """Start a new session. The one the browser had ends, so that nobody can prepare a session for somebody else.

    `account_key` is set if the user has just proved who they are: the browser then becomes a known device. Without
    `replace`, somebody who is signed in as another user keeps that session if they would lose something with it.
    """
    services.standings.check_not_suspended(user.user_id)
    tokens = services.tokens
    previous = None
    with suppress(Unauthenticated):
        previous = await services.auth.authenticate(*services.auth.credentials_of(request))
    if previous and previous.user_id != user.user_id and not replace and await is_somebody(services, previous):
        raise NotNow(say("server-signed-in-as", name=previous.name))
    if previous and previous.access:
        with suppress(NotFound):
            await tokens.revoke(previous.user_id, previous.access.id, "session", "old")
    confirmed = tokens.clock() if account_key else 0
    token = await tokens.create_session(
        user.user_id, device_name(request.headers.get("user-agent", "")), confirmed=confirmed
    )
    response = me(user, token)
    set_cookie(services, request, response, COOKIE, token)
    if account_key:
        set_cookie(services, request, response, DEVICE_COOKIE, services.passwords.new_device(account_key))
    return response


async def exchange_if_old(services: Services, request: Request, user: User, response: Response) -> Response:
    """Replace the token in a browser's cookie if it is old."""
    access, tokens = user.access, services.tokens
    if request.headers.get("authorization") or access is None or access.kind == "api":
        return response
    if access.kind == "old" or access.created < tokens.clock() - EXCHANGE_DAYS * DAY_MS:
        device = device_name(request.headers.get("user-agent", ""))
        token = await tokens.create_session(user.user_id, device, confirmed=access.confirmed)
        set_cookie(services, request, response, COOKIE, token)
        if access.kind == "session":  # other devices may share an old token; it ends at the cut-off
            await tokens.revoke_soon(access)
    return response


async def is_somebody(services: Services, user: User) -> bool:
    """Whether a user would lose something with the session: they have an account, or games as a guest."""
    return user.registered or await services.store.read(projections.has_tables, user.user_id)


def me(user: User, token: str) -> Response:
    return JsonResponse(wire.Me(id=user.user_id, name=user.name, registered=user.registered, token=token))


def current_token(services: Services, request: Request) -> str:
    """The token that an authenticated request has sent."""
    authorization, cookie = services.auth.credentials_of(request)
    return authorization.partition(" ")[2] or cookie


def set_cookie(services: Services, request: Request, response: Response, name: str, value: str) -> None:
    full_name = services.auth.cookie_name(request, name)
    secure = full_name != name
    response.set_cookie(full_name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
    if secure and name in request.cookies:
        response.delete_cookie(name)


def delete_cookies(request: Request, response: Response, *names: str) -> None:
    for name in names:
        response.delete_cookie(name)
        if f"{SECURE_PREFIX}{name}" in request.cookies:
            response.delete_cookie(f"{SECURE_PREFIX}{name}", secure=True)


def site_of(services: Services, request: Request) -> Site:
    return site_at(services.settings.public_url, request.headers.get("host", ""))


async def check_proof(services: Services, request: Request, user: User) -> None:
    """Make sure that the request's body proves who the user is. A guest has nothing to prove it with."""
    proof = await read_body(request, Confirmation, services.settings.limits.body_bytes)
    if not user.registered:
        return
    if proof.password is not None:
        await services.accounts.check_password(user, proof.password, services.auth.cookie(request, DEVICE_COOKIE))
    elif proof.passkey is not None:
        await services.passkeys.log_in(site_of(services, request), proof.passkey, user)
    else:
        raise BadRequest(say("server-proof-missing"))
