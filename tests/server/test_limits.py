"""Limits, and the answers to malformed requests."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from nodarium.core.message import say
from nodarium.server import wire
from nodarium.server.codec import decode
from nodarium.server.errors import BadRequest, TooMany
from nodarium.server.limits import MAX_BUCKETS, RateLimiter
from nodarium.server.settings import Rate
from tests.server.play import OPEN_GAMES
from tests.server.running import Running, Socket, strict

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]
JSON = {"content-type": "application/json"}
MESSAGE = say("server-too-many-reports")


def test_a_rate_limiter_allows_a_burst_and_then_a_steady_rate() -> None:
    now = [0.0]
    meter = RateLimiter(Rate(3, 0.5), MESSAGE, lambda: now[0])
    for _ in range(3):
        meter.acquire("ann")
    with pytest.raises(TooMany, match="Too many reports"):
        meter.acquire("ann")
    meter.acquire("bob")
    now[0] = 2.0
    meter.acquire("ann")
    with pytest.raises(TooMany):
        meter.acquire("ann")


def test_a_rate_limiter_drops_full_buckets() -> None:
    now = [0.0]
    meter = RateLimiter(Rate(1, 1), MESSAGE, lambda: now[0])
    for number in range(MAX_BUCKETS):
        meter.acquire(str(number))
    now[0] = 10.0
    meter.acquire("one more")
    assert list(meter.buckets) == ["one more"]


def test_each_limit_is_enforced(sqlite_url: str, start: Start) -> None:
    running = start(
        sqlite_url,
        limits=strict(
            new_users=Rate(3, 1e-6),
            chat=Rate(2, 1e-6),
            new_tables=Rate(3, 1e-6),
            body_bytes=2000,
            passwords=Rate(2, 1e-6),
        ),
    )
    ann = running.new_user()
    table = ann.open(ANY)
    for _ in range(2):
        ann.do(table, "say", text="hello")
    assert ann.do(table, "say", text="hello", status=429)["code"] == "too-many"
    for _ in range(2):
        ann.open(ANY)
    assert ann.open(ANY, status=429)["code"] == "too-many"
    large = ann.http.post("/api/tables", content=b" " * 2001, headers=JSON)
    assert (large.status_code, large.json()["code"]) == (413, "too-large")
    codes = [httpx.post(f"{running.address}/api/me", json={"name": "x"}).status_code for _ in range(4)]
    assert codes == [200, 200, 429, 429]
    tries = [ann.http.post("/api/login", json={"account": "x", "password": "12345678"}).status_code for _ in range(3)]
    assert tries == [403, 403, 429]


def test_the_number_of_tables_per_user_is_limited(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, limits=strict(tables_per_user=2))
    ann = running.new_user()
    tables = [ann.open(ANY) for _ in range(2)]
    assert "Too many tables" in ann.open(ANY, status=429)["message"]
    ann.do(tables[0], "abort")
    ann.look(tables[0])
    running.new_user("Bob").open(ANY)


def test_the_request_rate_per_user_is_limited_and_a_persistent_socket_is_closed(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, limits=strict(requests=Rate(5, 1e-6)))
    ann = running.new_user()
    table = ann.open(ANY)
    socket = ann.join(table)
    socket.receive()
    for number in range(60):
        socket.send({"do": "say", "text": "hello", "request": f"hello-{number}"})
    assert socket.until_closed() == 4429
    answers = [answer for frame in socket.frames for answer in frame.get("answers", [])]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes.count(None) < 5
    assert "too-many" in codes
    named = [answer["request"] for answer in answers if "request" in answer]  # a refused client can ask again
    assert named == [f"hello-{number}" for number in range(len(named))]
    assert len(named) >= len(answers) - 1  # the last one says why the socket is closed
    assert ann.http.get("/api/me").status_code == 429


def test_the_number_of_sockets_per_user_is_limited(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, limits=strict(sockets_per_user=2))
    ann = running.new_user()
    table = ann.open(ANY)
    for _ in range(2):
        ann.join(table).receive()
    assert ann.join(table).until_closed() == 4429


def test_a_message_that_is_too_large_closes_the_socket(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    socket = ann.join(ann.open(ANY))
    socket.receive()
    socket.send("x" * 10_000)
    assert socket.until_closed() == 1009


def test_a_page_from_another_site_cannot_open_a_socket(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, allowed_origins=("https://friend.example",))
    ann = running.new_user()
    table = ann.open(ANY)
    for origin, code in (("https://evil.example", 4403), ("https://friend.example", None), (running.address, None)):
        socket = Socket(running, f"/api/tables/{table}/live", ann.token, origin=origin)
        if code:
            assert socket.until_closed() == code
        else:
            assert socket.receive()["now"]["status"] == "open"
        socket.close()


@pytest.mark.parametrize("path", ["/api/tables/nothing/live", "/api/tables/%00/live", "/api/tables/a'b/live"])
def test_a_socket_for_an_unknown_table_gets_an_error(sqlite_url: str, start: Start, path: str) -> None:
    socket = Socket(start(sqlite_url), path)
    assert socket.until_closed() == 4404
    assert socket.frames[0]["answers"][0]["error"]["code"] == "not-found"


def test_a_refused_socket_is_not_logged_as_an_error(
    sqlite_url: str, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    running = start(sqlite_url, limits=strict(sockets_per_user=0))
    assert Socket(running, "/api/lobby").until_closed() == 4429
    assert Socket(running, "/api/lobby", token="no.token").until_closed() == 4403
    assert Socket(running, "/api/lobby", origin="https://evil.example").until_closed() == 4403
    running.end()
    wrong = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in wrong if record.name.startswith(("uvicorn", "nodarium"))] == []


def test_a_socket_with_wrong_parameters_is_refused(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    with pytest.raises(InvalidStatus):
        Socket(running, "/api/tables/x/live", after="many")


RUBBISH: list[tuple[str, str, bytes, int]] = [
    ("POST", "/api/me", b"", 400),
    ("POST", "/api/me", b"{", 400),
    ("POST", "/api/me", b"\xff\xfe", 400),
    ("POST", "/api/me", b'{"name": ""}', 400),
    ("POST", "/api/me", b'{"name": "  "}', 400),
    ("POST", "/api/me", b'{"name": "\\u200b"}', 400),
    ("POST", "/api/me", b'{"name": "a\\u0000b"}', 400),
    ("POST", "/api/me", b'{"name": "\\ud800"}', 400),
    ("POST", "/api/me", b'{"name": "x", "more": 1}', 400),
    ("POST", "/api/me", b"[" * 60_000, 400),
    ("POST", "/api/tables", b'{"game": "nothing"}', 400),
    ("POST", "/api/tables", b'{"game": 1}', 400),
    ("GET", "/api/tables/%00", b"", 400),
    ("GET", "/api/tables/nothing", b"", 404),
    ("GET", "/api/tables/nothing?after=-1", b"", 400),
    ("GET", "/api/tables/nothing?after=99999999999999999999", b"", 400),
    ("GET", "/api/tables?wait=nan", b"", 400),
    ("GET", "/api/users/nobody", b"", 404),
    ("GET", "/api/games/nothing/rules", b"", 404),
    ("GET", "/nowhere", b"", 404),
    ("DELETE", "/api/me", b"", 405),
]


def test_malformed_requests_get_a_message(database: str, start: Start) -> None:
    ann = start(database).new_user()
    for method, path, body, status in RUBBISH:
        answer = ann.http.request(method, path, content=body, headers=JSON)
        assert answer.status_code == status, (path, answer.text)
        problem = answer.json()
        assert problem["message"].strip()[-1] in ".?!"
        assert problem["code"]


@pytest.mark.parametrize(
    ("kind", "body", "message"),
    [
        (wire.NewTable, '{"game": "x", "best_of": 2}', "best_of: Must be one of 1, 3, 5, 7, not 2."),
        (
            wire.NewTable,
            '{"game": "x", "clock": {"kind": "egg"}}',
            "clock.kind: Must be one of per-turn, fischer, correspondence, not 'egg'.",
        ),
        (
            wire.NewTable,
            '{"game": "x", "options": {"a": []}}',
            "options[...]: Expected true or false, an integer or a string, got an array.",
        ),
        (
            wire.TableRequest,
            '{"do": "propose", "what": "a - at `$.b"}',
            "what: Must be one of draw, rematch, take-back, not 'a - at `$.b'.",
        ),
        (wire.NewTable, "{}", "The field game is missing."),
        (wire.NewName, '{"name": "x", "more": 1}', "Unknown field more."),
        (wire.NewName, '{"name": "x", "a (byte x": 1}', "Unknown field a (byte x."),
        (wire.NewName, '{"name": "\\u0007"}', "name: Control characters aren’t allowed."),
        (wire.NewName, '{"name": "\\u202egro.live"}', "name: Control characters aren’t allowed."),
        (
            wire.Credentials,
            '{"account": "x", "password": "x"}',
            "password: Must have a length of at least 8.",
        ),
        (wire.TableRequest, '{"do": "sit", "slot": 99}', "slot: Must be at most 15."),
    ],
)
def test_a_refusal_says_what_is_allowed(kind: Any, body: str, message: str) -> None:
    with pytest.raises(BadRequest) as caught:
        decode(body, kind)
    assert str(caught.value.message) == message


def test_options_cannot_name_a_file_on_the_server(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    for game in OPEN_GAMES:
        assert ann.open(game, options={"nothing": 1}, status=400)["code"] == "bad-option"
    for info in ann.http.get("/api/games").json():
        for option in info["options"]:
            assert "file" not in option["description"]
            refusal = ann.open(info["id"], options={option["name"]: "/etc/passwd.toml"}, status=400)
            assert refusal["code"] == "bad-option"


def test_bots_at_tables_take_no_custom_settings(sqlite_url: str, start: Start) -> None:
    ann = start(sqlite_url).new_user()
    refusal = ann.open(ANY, "me", "master:s=9999", status=400)
    assert "Unknown bot level" in refusal["message"]
