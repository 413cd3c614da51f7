"""Routes for users: becoming a guest, opening an account, signing in and out."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from msgspec import structs

from nodarium.server import wire
from nodarium.server.accounts import Profile
from nodarium.server.addresses import address_of
from nodarium.server.auth import COOKIE, refuse_api_token
from nodarium.server.http.common import JsonResponse, UserIdPath, read_body
from nodarium.server.http.openapi import gives, refusals, takes
from nodarium.server.http.signing_in import DEVICE_COOKIE, current_token, delete_cookies, exchange_if_old, me, sign_in
from nodarium.server.names import account_key
from nodarium.server.services import Services


def add_users(app: FastAPI, services: Services) -> None:
    auth, accounts, limits = services.auth, services.accounts, services.shared_limits
    max_bytes = services.settings.limits.body_bytes

    @app.get("/api/me", responses=gives(wire.User))
    async def get_me(request: Request) -> Response:
        """Who you are, and your ratings."""
        user = await auth.require_user(request)
        profile = public(await accounts.profile(user.user_id))
        response = JsonResponse(structs.replace(profile, role=services.standings.role_of(user.user_id)))
        return await exchange_if_old(services, request, user, response)

    @app.post("/api/me", responses=gives(wire.Me), openapi_extra=takes(wire.NewName))
    async def set_name(request: Request) -> Response:
        """Become a guest with this name or, if you are signed in, change your name."""
        user = await auth.optional_user(request)
        name = (await read_body(request, wire.NewName, max_bytes)).name
        if user is None:
            await limits.acquire("new users", address=address_of(request))
            return await sign_in(services, request, await accounts.create_guest(name))
        refuse_api_token(user)
        services.standings.check_may_rename(user.user_id)
        return me(await accounts.rename(user, name), current_token(services, request))

    @app.get("/api/me/tables", responses=gives(wire.TableSummary, many=True))
    async def get_my_tables(request: Request) -> Response:
        """Your tables, the newest first."""
        user = await auth.require_user(request)
        return JsonResponse(await services.tables.tables_of(user.user_id))

    @app.post("/api/account", responses=gives(wire.Me), openapi_extra=takes(wire.Credentials))
    async def register(request: Request) -> Response:
        """Create an account for yourself. Your slots, games and name stay yours; your token changes."""
        await limits.acquire("password attempts", address=address_of(request))
        user = await auth.optional_user(request)
        wanted = await read_body(request, wire.Credentials, max_bytes)
        if user is None:
            await limits.acquire("new users", address=address_of(request))
            user = await accounts.create_guest(wanted.account)
        refuse_api_token(user)
        registered = await accounts.register(user, wanted.account, wanted.password)
        await services.tokens.revoke_sessions(user.user_id)
        return await sign_in(services, request, registered, account_key=account_key(wanted.account))

    @app.post("/api/login", responses=gives(wire.Me), openapi_extra=takes(wire.LogIn))
    async def log_in(request: Request) -> Response:
        """Sign in with an account. Somebody who is signed in as another user has to say `replace`."""
        await limits.acquire("password attempts", address=address_of(request))
        wanted = await read_body(request, wire.LogIn, max_bytes)
        user = await accounts.log_in(wanted.account, wanted.password, auth.cookie(request, DEVICE_COOKIE))
        key = account_key(wanted.account)
        return await sign_in(services, request, user, account_key=key, replace=wanted.replace)

    @app.post("/api/logout", status_code=204, response_class=Response, responses=refusals())
    async def log_out(request: Request) -> Response:
        """End the session and delete the cookie."""
        user = await auth.optional_user(request)
        if user and user.access:
            refuse_api_token(user)
            await services.tokens.revoke(user.user_id, user.access.id, "session", "old")
        response = Response(status_code=204)
        delete_cookies(request, response, COOKIE)
        return response

    @app.get("/api/users/{user_id}", responses=gives(wire.User))
    async def get_user(request: Request, user_id: UserIdPath) -> Response:
        """A user's name and ratings."""
        await auth.optional_user(request)
        return JsonResponse(public(await accounts.profile(user_id)))


def public(profile: Profile) -> wire.User:
    ratings = {game: wire.Rating(**structs.asdict(rating)) for game, rating in profile.ratings.items()}
    return wire.User(id=profile.id, name=profile.name, account=profile.account, ratings=ratings, aborts=profile.aborts)
