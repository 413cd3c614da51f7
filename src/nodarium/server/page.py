"""The page: files that were built from `web/`, and what a browser is told about them.

Every address that is not the interface's shows the page, which then shows what the address stands for. What is built
has the digest of its content in its name and can be kept for ever; the page itself is asked for each time.
"""

from __future__ import annotations

from gzip import compress
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nodarium.server.errors import NotFound

FOLDER = Path(__file__).parent / "built"
MISSING = """<!doctype html><title>Nodarium</title><p>The page is not built here: `make page` builds it.</p>"""
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
ALWAYS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
FOR_EVER = "public, max-age=31536000, immutable"
TEXTS = (".html", ".js", ".css", ".svg", ".json", ".webmanifest")


def add_page(app: FastAPI, folder: Path = FOLDER) -> None:
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    packed = {name: compress(path.read_bytes(), 9) for name, path in files.items() if path.suffix in TEXTS}
    app.add_middleware(Guarded)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            raise NotFound("There is nothing here.")
        name = path if path in files else "index.html"
        if name not in files:
            return Response(MISSING, 503, media_type="text/html")
        headers = {"cache-control": FOR_EVER if name.startswith("assets/") else "no-cache"}
        kind = guess_type(name)[0] or "application/octet-stream"
        if name in packed:
            headers["vary"] = "accept-encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                return Response(packed[name], headers={**headers, "content-encoding": "gzip"}, media_type=kind)
        return Response(files[name].read_bytes(), headers=headers, media_type=kind)


class Guarded:
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
                for name, value in ALWAYS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, guarded)
