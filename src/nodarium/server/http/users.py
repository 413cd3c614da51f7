"""Routes for users and accounts."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response

from nodarium.server import projections, wire
from nodarium.server.addresses import address_of
from nodarium.server.auth import COOKIE, SECURE_COOKIE
from nodarium.server.errors import NotNow
from nodarium.server.events import Participant
from nodarium.server.http.common import JsonResponse, UserIdPath, read_body
from nodarium.server.http.openapi import gives, takes
from nodarium.server.services import Services

COOKIE_SECONDS = 365 * 24 * 3600


def add_users(app: FastAPI, services: Services) -> None:
    auth, accounts, limits = services.auth, services.accounts, services.shared_limits
    max_bytes = services.settings.limits.body_bytes

    def signed_in(request: Request, user: Participant) -> Response:
        assert user.user_id
        token = accounts.token(user.user_id)
        response = JsonResponse(wire.Me(id=user.user_id, name=user.name, registered=user.registered, token=token))
        secure = services.settings.secure_cookies or request.url.scheme == "https"
        set_cookie(request, response, token, secure=secure)
        return response

    @app.get("/api/me", responses=gives(wire.User))
    async def get_me(request: Request) -> Response:
        """Who you are, and your ratings."""
        user = await auth.require_user(request)
        assert user.user_id
        return JsonResponse(await accounts.describe(user.user_id))

    @app.post("/api/me", responses=gives(wire.Me), openapi_extra=takes(wire.NewName))
    async def set_name(request: Request) -> Response:
        """Become a guest with this name or, if you are signed in, change your name."""
        user = await auth.optional_user(request)
        name = (await read_body(request, wire.NewName, max_bytes)).name
        if user is None:
            await limits.acquire("new users", address=address_of(request))
            return signed_in(request, await accounts.create_guest(name))
        return signed_in(request, await accounts.rename(user, name))

    @app.get("/api/me/tables", responses=gives(wire.TableSummary, many=True))
    async def get_my_tables(request: Request) -> Response:
        """Your tables, the newest first."""
        user = await auth.require_user(request)
        assert user.user_id
        return JsonResponse(await services.tables.tables_of(user.user_id))

    @app.post("/api/account", responses=gives(wire.Me), openapi_extra=takes(wire.Credentials))
    async def register(request: Request) -> Response:
        """Create an account for yourself. Your slots, games and name stay yours."""
        await limits.acquire("password attempts", address=address_of(request))
        user = await auth.optional_user(request)
        wanted = await read_body(request, wire.Credentials, max_bytes)
        if user is None:
            await limits.acquire("new users", address=address_of(request))
            user = await accounts.create_guest(wanted.account)
        return signed_in(request, await accounts.register(user, wanted.account, wanted.password))

    @app.post("/api/login", responses=gives(wire.Me), openapi_extra=takes(wire.LogIn))
    async def log_in(request: Request) -> Response:
        """Sign in with an account. Somebody who is signed in as another user has to say `replace`."""
        await limits.acquire("password attempts", address=address_of(request))
        current = await auth.optional_user(request)
        wanted = await read_body(request, wire.LogIn, max_bytes)
        user = await accounts.log_in(wanted.account, wanted.password)
        if current and current.user_id != user.user_id and not wanted.replace and await is_somebody(services, current):
            raise NotNow(f"You are signed in as {current.name}. Log out first, or send `replace: true` to switch.")
        return signed_in(request, user)

    @app.post("/api/logout", status_code=204, response_class=Response)
    async def log_out(request: Request) -> Response:
        """Delete the cookie."""
        response = Response(status_code=204)
        delete_cookies(request, response)
        return response

    @app.get("/api/users/{user_id}", responses=gives(wire.User))
    async def get_user(request: Request, user_id: UserIdPath) -> Response:
        """A user's name and ratings."""
        await auth.optional_user(request)
        return JsonResponse(await accounts.describe(user_id))


async def is_somebody(services: Services, user: Participant) -> bool:
    """Whether a user would lose something with the session: they have an account, or games as a guest."""
    assert user.user_id
    return user.registered or await services.store.read(projections.has_tables, user.user_id)


def set_cookie(request: Request, response: Response, token: str, *, secure: bool) -> None:
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
    if secure and COOKIE in request.cookies:
        response.delete_cookie(COOKIE)


def delete_cookies(request: Request, response: Response) -> None:
    response.delete_cookie(COOKIE)
    if SECURE_COOKIE in request.cookies:
        response.delete_cookie(SECURE_COOKIE, secure=True)
