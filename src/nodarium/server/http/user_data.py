"""Routes to export what the server knows about you, and to delete yourself."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.responses import StreamingResponse

from nodarium.core.message import say
from nodarium.server import wire_account as wire_a
from nodarium.server.addresses import address_of
from nodarium.server.auth import COOKIE
from nodarium.server.http.common import language_of
from nodarium.server.http.openapi import no_content, refusals
from nodarium.server.http.signing_in import DEVICE_COOKIE, check_proof, delete_cookies
from nodarium.server.limits import RateLimiter
from nodarium.server.services import Services
from nodarium.server.settings import Rate

EXPORT_RATE = Rate(3, 1 / 600)


def add_user_data(app: FastAPI, services: Services) -> None:
    auth, limits = services.auth, services.shared_limits
    exports = RateLimiter(EXPORT_RATE, say("server-too-many-exports"))  # by user

    @app.get("/api/account/export", response_class=StreamingResponse, responses=refusals())
    async def export_data(request: Request) -> Response:
        """Everything the server knows about you, as JSON: sessions, ratings, games, your chat."""
        user = await auth.require_session(request)
        exports.acquire(user.user_id)
        headers = {"content-disposition": 'attachment; filename="nodarium.json"'}
        parts = services.user_data.export(user, language_of(request))
        return StreamingResponse(parts, media_type="application/json", headers=headers)

    @app.post("/api/account/delete", **no_content(wire_a.Confirmation))
    async def delete_account(request: Request) -> Response:
        """Delete yourself, for ever. Running games are resigned; others keep their games with a nameless player.

        With an account, send your password or a passkey.
        """
        await limits.acquire("password attempts", address=address_of(request))
        user = await auth.require_session(request)
        await check_proof(services, request, user)
        await services.user_data.delete(user)
        response = Response(status_code=204)
        delete_cookies(request, response, COOKIE, DEVICE_COOKIE)
        return response
