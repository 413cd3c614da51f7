"""Refuses what pages of other sites send: unsafe requests from other origins, and bodies that aren't JSON.

Browsers say where a request comes from, in `Origin` and `Sec-Fetch-Site`; other programs send neither. A form of
another site can't send JSON, so the two checks don't depend on each other.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from nodarium.core.errors import NodariumError
from nodarium.core.message import say
from nodarium.server import metrics, wire
from nodarium.server.addresses import is_secure
from nodarium.server.errors import NotAllowed, UnsupportedMediaType, status_of
from nodarium.server.http.common import JsonResponse

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OWN_SITE = ("same-origin", "none")  # values of Sec-Fetch-Site
OTHER_SITE = say("server-other-site")


class OriginGuard:
    """Checks every unsafe HTTP request before any route sees it. `sockets.py` checks WebSockets."""

    def __init__(self, app: ASGIApp, allowed: tuple[str, ...], *, secure: bool) -> None:
        self.app = app
        self.allowed = allowed
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        error = self.problem(HTTPConnection(scope))
        if error is None:
            await self.app(scope, receive, send)
            return
        metrics.REFUSED.labels(error.code).inc()
        await JsonResponse(wire.problem(error), status_of(error))(scope, receive, send)

    def problem(self, request: HTTPConnection) -> NodariumError | None:
        if not is_own_page(request, self.allowed, secure=self.secure):
            return NotAllowed(OTHER_SITE)
        headers = request.headers
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if has_body and media_type != "application/json":
            return UnsupportedMediaType(say("server-not-json"))
        return None


def is_own_page(request: HTTPConnection, allowed: tuple[str, ...], *, secure: bool) -> bool:
    """Whether a request comes from our own page, from an allowed origin, or from a program that isn't a browser.

    Another port on the same host is another origin. With `secure`, so is the same host without TLS.
    """
    origin = request.headers.get("origin")
    if origin in allowed:
        return True
    if request.headers.get("sec-fetch-site", "none") not in OWN_SITE:
        return False
    if origin is None:
        return True
    host = request.headers.get("host")
    return origin == f"https://{host}" or (origin == f"http://{host}" and not is_secure(request, secure=secure))
