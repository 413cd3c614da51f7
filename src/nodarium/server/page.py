"""The page: files that were built from `web/`, and what a browser is told about them.

Every address of the page's own shows the page, which then shows what the address stands for. What is built has the
digest of its content in its name and can be kept for ever; the page itself is asked for each time.
"""

from __future__ import annotations

from gzip import compress
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FOLDER = Path(__file__).parent / "built"
MISSING = "<!doctype html><title>Nodarium</title><p>The page is not built here: `make page` builds it.</p>"
CLIENT_ROUTES = {"", "games", "lobby", "me", "rules", "tables"}  # where the page is, by the first word of an address
TEXTS = (".html", ".js", ".css", ".svg", ".json")
FOR_EVER = "public, max-age=31536000, immutable"
POLICY = "; ".join(
    [
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "object-src 'none'",
    ]
)
SECURITY_HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


def add_page(app: FastAPI, folder: Path = FOLDER) -> None:
    app.add_middleware(PageFiles, folder=folder)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(SecurityHeaders)


class PageFiles:
    """Answers what is the page's to answer."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        self.files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        self.packed = {
            name: compress(path.read_bytes(), 9) for name, path in self.files.items() if path.suffix in TEXTS
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = None
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            response = self.answer(scope["path"].removeprefix("/"), Headers(scope=scope))
        await (response or self.app)(scope, receive, send)

    def answer(self, path: str, headers: Headers) -> Response | None:
        """A file; the page, at addresses of its own; the page also for people who have lost their way."""
        if path in self.files:
            return self.file(path, headers)
        first = path.partition("/")[0]
        if first in CLIENT_ROUTES:
            return self.file("index.html", headers) if self.files else Response(MISSING, 503, media_type="text/html")
        if self.files and first != "api" and "text/html" in headers.get("accept", ""):
            return self.file("index.html", headers, 404)
        return None

    def file(self, name: str, headers: Headers, status: int = 200) -> Response:
        about = {"cache-control": FOR_EVER if name.startswith("assets/") else "no-cache"}
        kind = guess_type(name)[0] or "application/octet-stream"
        if name in self.packed:
            about["vary"] = "accept-encoding"
            if "gzip" in headers.get("accept-encoding", ""):
                return Response(self.packed[name], status, {**about, "content-encoding": "gzip"}, kind)
        return Response(self.files[name].read_bytes(), status, about, kind)


class SecurityHeaders:
    """Tells browsers what pages from here may do."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, guarded)
