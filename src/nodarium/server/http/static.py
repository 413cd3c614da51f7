"""The page: the files that were built from `web/`, served with caching, compression and security headers.

The page routes its own addresses, so all of them serve `index.html`. Built files have a digest of their content in
their names and are cached for ever; browsers revalidate everything else each time.
"""

from __future__ import annotations

import os
from gzip import compress
from mimetypes import add_type, guess_type
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, PathLike, StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nodarium.core.language import choose_language, format_message
from nodarium.core.message import say

FOLDER = Path(__file__).parents[1] / "built"
MISSING = '<!doctype html><html lang="{language}"><title>Nodarium</title><p>{text}</p>'
# The first segments of the page's own addresses.
CLIENT_ROUTES = {"", "admin", "games", "lobby", "me", "recover", "rules", "saved", "tables", "verify-email"}
COMPRESSED_SUFFIXES = (".html", ".js", ".css", ".svg", ".json", ".webmanifest")
add_type("application/manifest+json", ".webmanifest")  # not every system knows it
IMMUTABLE = "public, max-age=31536000, immutable"
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


class CompressedFiles(StaticFiles):
    """Static files with cache headers; text files are compressed once, at the start."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.folder = folder
        self.names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        self.compressed = {
            name: compress((folder / name).read_bytes(), 9) for name in self.names if name.endswith(COMPRESSED_SUFFIXES)
        }

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        name = Path(full_path).relative_to(self.folder.resolve()).as_posix()
        response.headers["cache-control"] = IMMUTABLE if name.startswith("assets/") else "no-cache"
        if name not in self.compressed:
            return response
        response.headers["vary"] = "accept-encoding"
        if isinstance(response, NotModifiedResponse) or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            return response
        headers = {key: value for key, value in response.headers.items() if not key.startswith("content-")}
        body, media_type = self.compressed[name], guess_type(name)[0]
        return Response(body, status_code, {**headers, "content-encoding": "gzip"}, media_type)


class PageFiles:
    """Serves the page where its files and addresses are, and passes everything else on."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        self.files = CompressedFiles(folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = None
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            response = await self.response(scope["path"].removeprefix("/"), scope)
        await (response or self.app)(scope, receive, send)

    async def response(self, path: str, scope: Scope) -> Response | None:
        files = self.files
        if path in files.names:
            return await files.get_response(path, scope)
        first = path.partition("/")[0]
        if first in CLIENT_ROUTES:
            if files.names:
                return await files.get_response("index.html", scope)
            language = choose_language(Headers(scope=scope).get("accept-language"))
            text = format_message(say("server-page-missing"), language)
            return Response(MISSING.format(language=language, text=text), 503, media_type="text/html")
        if files.names and first != "api" and "text/html" in Headers(scope=scope).get("accept", ""):
            # A browser at an unknown address gets the page, which says so.
            full_path, stat_result = files.lookup_path("index.html")
            if stat_result:
                return files.file_response(full_path, stat_result, without_conditions(scope), 404)
        return None


def without_conditions(scope: Scope) -> Scope:
    """The request without `If-None-Match` and the like, so that it isn't answered with 304."""
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if not name.startswith(b"if-")]}


class SecurityHeaders:
    """Tells browsers what pages from here may do."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)
