"""Limits by address and network: messages, sockets, tables, accounts."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from socket import create_connection
from time import sleep
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame
from websockets.protocol import State
from websockets.uri import parse_uri

from nodarium.core.message import say
from nodarium.server import limits as limits_module
from nodarium.server import protocols, scheduler, sockets
from nodarium.server.access_tokens import DAY_MS
from nodarium.server.addresses import address_key, network_of
from nodarium.server.errors import TooMany
from nodarium.server.limits import RateLimiter
from nodarium.server.settings import Rate
from nodarium.server.store.schema import ROOMS
from nodarium.server.time import now_ms
from tests.server.play import OPEN_GAMES
from tests.server.running import GAVE_UP, PATIENCE, Running, Socket, User, has_unsent, strict, wait_until

pytestmark = pytest.mark.slow
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]
PROXY = ("127.0.0.1",)


def at(person: User, address: str) -> User:
    """Let a person's requests come from an address, through a proxy that the server trusts."""
    person.http.headers["x-forwarded-for"] = address
    return person


# ---- addresses ----


@pytest.mark.parametrize(
    ("host", "address", "network"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("::1", "::/64", "::/48"),
        ("testclient", "unknown", "unknown"),
        ("", "unknown", "unknown"),
    ],
)
def test_addresses_of_one_subscriber_count_together(host: str, address: str, network: str) -> None:
    assert address_key(host) == address
    assert network_of(address) == network


def test_forwarded_addresses_count_only_from_a_trusted_proxy(sqlite_url: str, start: Start) -> None:
    def codes(running: Running) -> list[int]:
        forwarded = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(3)]
        url = f"{running.address}/api/me"
        return [httpx.post(url, json={"name": "x"}, headers=headers).status_code for headers in forwarded]

    limits = strict(new_users=Rate(1, 1e-6), network_factor=100)
    trusting = start(sqlite_url, limits=limits, trusted_proxies=PROXY)
    assert codes(trusting) == [200, 200, 200]
    trusting.stop()
    assert codes(start(sqlite_url + "2", limits=limits)) == [200, 429, 429]


def test_a_rate_limiter_never_holds_more_than_its_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MAX_BUCKETS", 100)
    meter = RateLimiter(Rate(1, 1e-6), say("server-too-many-reports"), lambda: 0.0)
    for number in range(1000):
        meter.acquire(str(number))
    assert len(meter.buckets) == 100
    with pytest.raises(TooMany):
        meter.acquire("999")


# ---- sockets ----


def test_messages_of_an_anonymous_socket_are_limited_by_address(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, limits=strict(address=Rate(20, 1e-6)))
    table = running.new_user().open(ANY)
    socket = Socket(running, f"/api/tables/{table}/live")
    for _ in range(100):
        socket.send({"do": "say", "text": "x"})
    assert socket.until_closed() == 4429
    codes = [answer["error"]["code"] for frame in socket.frames for answer in frame.get("answers", ())]
    assert set(codes) == {"unauthenticated", "too-many"}
    assert len(codes) < 50


def test_messages_of_a_lobby_socket_are_limited_by_address(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, limits=strict(address=Rate(20, 1e-6)))
    socket = Socket(running, "/api/lobby")
    with suppress(ConnectionClosed):
        for _ in range(50):
            socket.send("x")
    assert socket.until_closed() == 4429


class RawSocket:
    """A WebSocket that reads only on request. `Socket` reads ahead in a thread."""

    def __init__(self, running: Running, path: str, token: str) -> None:
        self.raw = create_connection(("127.0.0.1", running.port), timeout=PATIENCE)
        self.protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{running.port}{path}"))
        request = self.protocol.connect()
        request.headers["authorization"] = f"Bearer {token}"
        self.protocol.send_request(request)
        self._write()
        self.frames: list[Any] = []
        while self.protocol.state is not State.OPEN:
            self.read()

    def send(self, *requests: Any) -> None:
        """Send requests, all at once."""
        for request in requests:
            self.protocol.send_text(json.dumps(request).encode())
        self._write()

    def _write(self) -> None:
        self.raw.sendall(b"".join(self.protocol.data_to_send()))

    def read(self) -> None:
        data = self.raw.recv(65536)
        assert data, "the connection is closed"
        self.protocol.receive_data(data)
        events = self.protocol.events_received()
        self.frames += [json.loads(bytes(event.data)) for event in events if isinstance(event, Frame)]


def test_a_client_that_reads_no_answers_is_disconnected(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sockets, "GOODBYE_SECONDS", 0.1)
    monkeypatch.setattr(protocols, "STOP_SECONDS", 0.1)
    running = start(sqlite_url)
    ann = running.new_user()
    table = ann.open(ANY)
    channels, limits = running.services.broadcaster.channels, running.services.limits
    socket = RawSocket(running, f"/api/tables/{table}/live?scene=true", ann.token)
    wait_until(lambda: table in channels)
    (watcher,) = channels[table].watchers
    longest = 0
    with closing(socket.raw):
        with suppress(OSError):  # the server takes nothing more
            while limits.num_sockets:
                socket.send({"do": "view", "seat": None, "request": "x"})
                longest = max(longest, len(watcher.answers))
        wait_until(lambda: limits.num_sockets == 0)
        assert longest <= sockets.MAX_PENDING_ANSWERS + 1
        assert ann.do(table, "say", text="still here")["event"]
        assert has_unsent(running)
        running.end()
    assert GAVE_UP not in caplog.text  # it doesn't keep the server from stopping


def test_requests_that_arrive_together_are_all_answered(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    socket = RawSocket(running, f"/api/tables/{ann.open(ANY)}/live", ann.token)
    names = [str(number) for number in range(3 * sockets.MAX_PENDING_ANSWERS)]
    with closing(socket.raw):
        socket.send(*[{"do": "view", "seat": None, "request": name} for name in names])
        answered: list[str] = []
        while len(answered) < len(names):
            socket.read()
            answered = [answer.get("request") for frame in socket.frames for answer in frame.get("answers", ())]
    assert answered == names


def test_sockets_of_one_address_are_limited(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, limits=strict(sockets_per_address=3))
    people = [running.new_user(str(number)) for number in range(4)]
    table = people[0].open(ANY)
    for person in people[:3]:
        person.join(table).receive()  # it counts from now on
    assert people[3].join(table).until_closed() == 4429


# ---- tables ----


def test_new_tables_are_limited_by_address_and_by_network(database: str, start: Start) -> None:
    limits = strict(address_tables=Rate(2, 1e-6), network_factor=1.5)
    running = start(database, limits=limits, trusted_proxies=PROXY)
    ann, bob, cyd = (running.new_user(name) for name in ("Ann", "Bob", "Cyd"))
    for person in (ann, bob):
        at(person, "192.0.2.1").open(ANY)
    assert "this address" in at(cyd, "192.0.2.1").open(ANY, status=429)["message"]
    at(cyd, "192.0.2.2").open(ANY)
    assert "this network" in at(cyd, "192.0.2.3").open(ANY, status=429)["message"]
    at(cyd, "198.51.100.1").open(ANY)
    for number, status in ((1, 201), (2, 201), (3, 429)):
        at(ann, f"2001:db8::{number}").open(ANY, status=status)


def test_processes_share_the_limits(start: Start, request: pytest.FixtureRequest) -> None:
    database = request.getfixturevalue("cluster").new_database()
    both = [start(database, limits=strict(address_tables=Rate(3, 1e-6), passwords=Rate(2, 1e-6))) for _ in range(2)]
    ann = both[0].new_user()
    statuses = []
    for number in range(6):
        ann.at(both[number % 2])
        statuses.append(ann.http.post("/api/tables", json={"game": ANY}).status_code)
    assert statuses == [201, 201, 201, 429, 429, 429]
    wrong = {"account": "nobody", "password": "something"}
    tries = [httpx.post(f"{running.address}/api/login", json=wrong).status_code for running in both * 2]
    assert tries == [403, 403, 429, 429]


def test_guests_of_one_network_cannot_open_all_tables(database: str, start: Start) -> None:
    running = start(database, limits=strict(tables_per_network=2, tables=4), trusted_proxies=PROXY)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    first = at(ann, "192.0.2.1").open(ANY)
    at(ann, "192.0.2.2").open(ANY)
    assert "your network" in at(bob, "192.0.2.3").open(ANY, status=429)["message"]
    at(bob, "198.51.100.1").open(ANY)
    bob.register("bob")
    at(bob, "192.0.2.3").open(ANY)  # people with accounts don't count as guests
    ann.do(first, "abort")
    bob.look(first)
    wait_until(lambda: room(running, first).network is None)  # forgotten once the table is closed
    at(ann, "192.0.2.9").open(ANY)


def test_parallel_requests_cannot_pass_the_limit_on_tables(database: str, start: Start) -> None:
    processes = 1 if database.startswith("sqlite") else 2
    both = [start(database, limits=strict(tables_per_user=3)) for _ in range(processes)]
    ann = both[0].new_user()
    with ThreadPoolExecutor(12) as pool:
        url = [f"{both[number % processes].address}/api/tables" for number in range(24)]
        headers = {"authorization": f"Bearer {ann.token}"}
        statuses = list(
            pool.map(lambda one: httpx.post(one, json={"game": ANY}, headers=headers, timeout=40).status_code, url)
        )
    assert sorted(statuses) == [201] * 3 + [429] * 21


def test_people_with_accounts_of_one_network_cannot_open_all_tables(database: str, start: Start) -> None:
    running = start(database, limits=strict(account_tables_per_network=2), trusted_proxies=PROXY)
    ann, bob, cyd = running.new_user("Ann"), running.new_user("Bob"), running.new_user("Cyd")
    ann.register("ann")
    bob.register("bob")
    first = at(ann, "192.0.2.1").open(ANY)
    at(bob, "192.0.2.2").open(ANY)
    assert "your network" in at(bob, "192.0.2.3").open(ANY, status=429)["message"]
    at(cyd, "192.0.2.3").open(ANY)  # guests count apart
    at(bob, "198.51.100.1").open(ANY)
    assert room(running, first).address is None
    ann.do(first, "abort")
    wait_until(lambda: room(running, first).network is None)  # forgotten once the table is closed
    at(bob, "192.0.2.3").open(ANY)


def room(running: Running, table: str) -> Any:
    with running.services.store.read_engine.connect() as connection:
        return connection.execute(select(ROOMS).where(ROOMS.c.id == table)).one()


def test_unjoined_tables_of_guests_are_closed_within_the_hour(
    database: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = scheduler.CLOSE_GUESTS_UNJOINED_AFTER_MS / 1000 + 2.0 * scheduler.UNJOINED_CHECK_HEARTBEATS
    assert seconds < 3600
    monkeypatch.setattr(scheduler, "UNJOINED_CHECK_HEARTBEATS", 1)
    running = start(database, heartbeat_seconds=0.05)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    bob.register("bob")
    guests, joined, kept = ann.open(ANY), ann.open(ANY), bob.open(ANY)
    bob.do(joined, "sit")
    assert [ann.look(table)["now"]["status"] for table in (guests, joined, kept)] == ["open", "playing", "open"]
    real = now_ms
    monkeypatch.setattr(scheduler, "now_ms", lambda: real() + scheduler.CLOSE_GUESTS_UNJOINED_AFTER_MS + 1000)
    wait_until(lambda: ann.look(guests)["now"]["status"] == "closed")
    assert [ann.look(table)["now"]["status"] for table in (joined, kept)] == ["playing", "open"]


def test_unjoined_tables_of_accounts_are_closed_after_a_day(
    database: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "IDLE_CHECK_HEARTBEATS", 1)
    running = start(database, heartbeat_seconds=0.05)
    ann, bob = running.new_user("Ann").register("ann"), running.new_user("Bob").register("bob")
    tables = ann.open(ANY), ann.open(ANY, "me", "@bob"), ann.open(ANY)
    bob.do(tables[2], "sit")

    def statuses(days: int) -> list[str]:
        monkeypatch.setattr(scheduler, "now_ms", lambda: now_ms() + days * DAY_MS + 1000)
        sleep(0.3)  # some heartbeats, in which nothing else may close
        return [ann.look(table)["now"]["status"] for table in tables]

    assert statuses(0) == ["open", "open", "playing"]
    wait_until(lambda: statuses(1) == ["closed", "open", "playing"])
    wait_until(lambda: statuses(7) == ["closed", "closed", "playing"])
    wait_until(lambda: statuses(61) == ["closed", "closed", "closed"])  # no clock, and nobody moves


def test_custom_texts_are_limited(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, limits=strict(custom_texts=Rate(1, 1e-6)))
    ann = running.new_user()
    game, options = next(custom_games(ann))
    ann.open(game, options=options)
    assert "custom options" in ann.open(game, options=options, status=429)["message"]
    ann.open(game)


def custom_games(person: User) -> Any:
    """Games with an option that takes a text, and such a text."""
    for info in person.http.get("/api/games").json():
        for option in info["options"]:
            text = CUSTOM_TEXTS.get(option["name"])
            if option["accepts_custom"] and text:
                yield info["id"], {option["name"]: text}


CUSTOM_TEXTS = {"map": "..1.1.1../2.2.o.2.2/3.3.o.3.3/2.2.o.2.2/..1.1.1.."}
