"""How the page is served: files, addresses, caching, security headers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from nodarium.server.http.static import add_page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><p>the page" + " " * 3000)
    (tmp_path / "assets" / "index-1.js").write_text("let x = 1;" * 400)
    (tmp_path / "assets" / "font-1.woff2").write_bytes(bytes(3000))
    return tmp_path


class Client:
    """A client of an application that serves the page from a folder."""

    def __init__(self, folder: Path) -> None:
        self.app = FastAPI()
        add_page(self.app, folder)

        @self.app.get("/api/games")
        async def games() -> list[str]:
            return ["one"]

    def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                return await client.request(method, path, headers=headers)

        return asyncio.run(asked())

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        return self.ask("GET", path, headers)

    def post(self, path: str) -> httpx.Response:
        return self.ask("POST", path)


@pytest.mark.parametrize("path", ["/", "/lobby", "/games/x", "/tables/abc/games/0", "/rules/x/X-1", "/me"])
def test_the_page_is_served_at_its_addresses(folder: Path, path: str) -> None:
    answer = Client(folder).get(path)
    assert (answer.status_code, "the page" in answer.text) == (200, True)
    assert answer.headers["cache-control"] == "no-cache"


def test_built_files_are_compressed_and_cached_forever(folder: Path) -> None:
    answer = Client(folder).get("/assets/index-1.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text == "let x = 1;" * 400
    plain = Client(folder).get("/assets/index-1.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    assert Client(folder).get("/assets/font-1.woff2").headers["content-type"] == "font/woff2"


def test_at_an_unknown_address_a_browser_gets_the_page_and_a_program_an_error(folder: Path) -> None:
    client = Client(folder)
    person = client.get("/nowhere", headers={"accept": "text/html"})
    assert (person.status_code, "the page" in person.text) == (404, True)
    for path in ("/nowhere", "/assets/gone.js", "/api/nothing", "/../secret"):
        assert client.get(path).status_code == 404
        assert "the page" not in client.get(path).text
    assert client.get("/api/nothing", headers={"accept": "text/html"}).status_code == 404


def test_the_page_does_not_shadow_the_api(folder: Path) -> None:
    client = Client(folder)
    assert client.get("/api/games").json() == ["one"]
    assert client.post("/api/games").headers["allow"] == "GET"
    assert client.post("/lobby").status_code == 404


def test_a_page_that_is_not_built_is_reported(tmp_path: Path) -> None:
    answer = Client(tmp_path).get("/")
    assert answer.status_code == 503
    assert "make page" in answer.text


def test_every_response_has_the_security_policy(folder: Path) -> None:
    client = Client(folder)
    for path in ("/", "/assets/index-1.js", "/api/games", "/api/nothing"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy


def test_a_browser_that_has_the_file_gets_304(folder: Path) -> None:
    client = Client(folder)
    for path in ("/", "/lobby", "/assets/index-1.js", "/assets/font-1.woff2"):
        first = client.get(path)
        assert first.headers["etag"]
        assert first.headers["last-modified"]
        again = client.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == first.headers["cache-control"]
        since = client.get(path, headers={"if-modified-since": first.headers["last-modified"]})
        assert since.status_code == 304
        assert client.get(path, headers={"if-none-match": '"another"'}).status_code == 200


def test_an_unknown_address_is_never_answered_with_304(folder: Path) -> None:
    client = Client(folder)
    headers = {"accept": "text/html", "if-none-match": client.get("/").headers["etag"]}
    assert client.get("/nowhere", headers=headers).status_code == 404
