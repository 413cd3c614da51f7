"""Pages of other sites: they can't act for a person, nor change who a browser belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.server.play import OPEN_GAMES
from tests.server.running import Running, Socket

pytestmark = pytest.mark.slow
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]
JSON = {"content-type": "application/json"}
CREDENTIALS = {"account": "ann", "password": "correct horse"}


@contextmanager
def browser(running: Running, name: str = "Ann") -> Iterator[httpx.Client]:
    """A browser with a guest's cookie."""
    with httpx.Client(base_url=running.address) as http:
        assert http.post("/api/me", json={"name": name}).status_code == 200
        yield http


OTHER_SITES = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:1"},  # another port of the same host
    {"origin": "http://127.0.0.1"},
    {"origin": "http://["},  # not a URL
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("path", ["/api/me", "/api/login", "/api/account", "/api/logout", "/api/tables"])
def test_an_unsafe_request_of_another_site_is_refused(sqlite_url: str, start: Start, path: str) -> None:
    running = start(sqlite_url)
    with browser(running) as http:
        before = http.get("/api/me").json()
        for headers in OTHER_SITES:
            for kind in ("text/plain", "application/json", "application/x-www-form-urlencoded"):
                answer = http.post(path, content=b'{"name": "Eve"}', headers={**headers, "content-type": kind})
                assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
                assert "set-cookie" not in answer.headers
        assert http.get("/api/me").json() == before


def test_another_site_cannot_resign_a_game(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    with browser(running) as http:
        table = http.post("/api/tables", json={"game": ANY, "slots": [{"who": "me"}] * 2}).json()["table"]["id"]
        evil = {"origin": f"http://127.0.0.1:{running.port + 1}", **JSON}
        assert http.post(f"/api/tables/{table}", content=b'{"do": "resign"}', headers=evil).status_code == 403
        assert http.get(f"/api/tables/{table}").json()["now"]["status"] == "playing"


def test_a_socket_of_another_port_is_refused(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    table = ann.open(ANY)
    for origin in (f"http://127.0.0.1:{running.port + 1}", "http://127.0.0.1", "null", "http://["):
        socket = Socket(running, f"/api/tables/{table}/live", ann.token, origin)
        assert socket.until_closed() == 4403
    own = Socket(running, f"/api/tables/{table}/live", ann.token, running.address)
    own.receive()
    assert own.table["id"] == table
    own.close()


def test_our_own_page_and_allowed_sites_may_act(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, allowed_origins=("https://friend.example",))
    for headers in (
        {"origin": running.address, "sec-fetch-site": "same-origin"},
        {"origin": "https://friend.example", "sec-fetch-site": "cross-site"},
        {},
    ):
        assert httpx.post(f"{running.address}/api/me", json={"name": "Ann"}, headers=headers).status_code == 200


def test_only_json_is_read(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = httpx.post(f"{running.address}/api/me", content=b'{"name": "Eve"}', headers={"content-type": kind})
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported-media-type")
    fine = {"content-type": "application/json; charset=utf-8"}
    assert httpx.post(f"{running.address}/api/me", content=b'{"name": "Ann"}', headers=fine).status_code == 200


def test_cookies_over_https_belong_to_this_host_alone(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, secure_cookies=True)
    answer = httpx.post(f"{running.address}/api/me", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-nodarium=")
    assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    user, token = answer.json()["id"], answer.json()["token"]
    for name, status in (("__Host-nodarium", 200), ("nodarium", 401)):  # another host could set the plain one
        me = httpx.get(f"{running.address}/api/me", headers={"cookie": f"{name}={token}"})
        assert me.status_code == status
    other = httpx.post(f"{running.address}/api/me", json={"name": "Eve"}).json()["token"]
    both = {"cookie": f"nodarium={other}; __Host-nodarium={token}"}
    assert httpx.get(f"{running.address}/api/me", headers=both).json()["id"] == user
    unsafe = {"origin": f"http://127.0.0.1:{running.port}"}  # the same host without TLS
    assert httpx.post(f"{running.address}/api/logout", headers=unsafe).status_code == 403


def test_cookies_over_http_have_the_plain_name(sqlite_url: str, start: Start) -> None:
    with browser(start(sqlite_url)) as http:
        assert set(http.cookies) == {"nodarium"}


def test_logging_in_does_not_silently_replace_another_user(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    with browser(running, "Ann") as ann:
        ann_id = ann.post("/api/account", json=CREDENTIALS).json()["id"]
    with browser(running, "Guest") as guest:
        guest_id = guest.get("/api/me").json()["id"]
        guest.post("/api/tables", json={"game": ANY})
        refusal = guest.post("/api/login", json=CREDENTIALS)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "not-now")
        assert guest.get("/api/me").json()["id"] == guest_id
        assert guest.post("/api/login", json={**CREDENTIALS, "replace": True}).json()["id"] == ann_id
        assert guest.get("/api/me").json()["id"] == ann_id
        assert guest.post("/api/login", json=CREDENTIALS).status_code == 200  # the same user
        guest.post("/api/logout")
        assert guest.get("/api/me").status_code == 401
        assert guest.post("/api/login", json=CREDENTIALS).json()["id"] == ann_id
