"""Connections that send too much, too slowly, or nothing at all. Everything here speaks to a raw socket."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

import pytest

from nodarium.server import protocols
from nodarium.server.http import common
from nodarium.server.settings import Rate
from tests.server.running import GAVE_UP, Running, Socket, has_unsent, strict, wait_until

pytestmark = pytest.mark.slow
Start = Callable[..., Running]
MANY = 10_000


def raw(running: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", running.port), timeout=20)


def send_all(connection: socket.socket, parts: Iterator[bytes]) -> bytes:
    """Send until the server closes the connection, and return what it said."""
    try:
        for part in parts:
            connection.sendall(part)
    except OSError:
        pass
    return read_all(connection)


def read_all(connection: socket.socket) -> bytes:
    data = b""
    try:
        while part := connection.recv(65536):
            data += part
    except ConnectionError:
        pass
    return data


def endless(first: bytes, part: bytes, sent: list[int]) -> Iterator[bytes]:
    yield first
    for _ in range(MANY):
        sent.append(len(part))
        yield part


@pytest.mark.parametrize(
    ("first", "part"),
    [
        (b"GET /health HTTP/1.1\r\nhost: x\r\nx: ", b"a" * 65536),  # one endless header
        (b"GET /health HTTP/1.1\r\nhost: x\r\n", b"x: y\r\n" * 10_000),  # endless headers
        (b"GET /", b"a" * 65536),  # an endless URL
    ],
)
def test_endless_headers_and_urls_are_cut_off(sqlite_url: str, start: Start, first: bytes, part: bytes) -> None:
    running = start(sqlite_url)
    sent: list[int] = []
    with raw(running) as connection:
        answer = send_all(connection, endless(first, part, sent))
    assert len(sent) < MANY, "the server took everything"
    assert not answer or answer.split()[1] in (b"431", b"400")
    assert running.new_user().id


def test_a_head_that_arrives_in_one_piece_is_limited_too(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    size = protocols.MAX_HEAD_BYTES
    for length, status in ((size // 2, b"200"), (size + 1, b"400"), (4 * size, b"431")):
        with raw(running) as connection:
            head = b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: " + b"a" * length + b"\r\n\r\n"
            answer = send_all(connection, iter([head]))
            assert answer.split()[1] in (status, b"400" if length > size else status)


def test_half_sent_requests_are_closed_after_a_deadline(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(common, "BODY_SECONDS", 0.3)
    running = start(sqlite_url)
    body = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"
    for sent, status in ((b"GET /health HTTP/1.1\r\nhost:", b"408"), (body, b"408"), (b"", b"")):
        with raw(running) as connection:
            connection.sendall(sent)
            assert read_all(connection)[9:12] == status


def test_the_second_request_of_a_connection_has_a_deadline_too(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "HEAD_SECONDS", 0.3)
    running = start(sqlite_url)
    with raw(running) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET /heal")
        assert read_all(connection).startswith(b"HTTP/1.1 408")


def test_a_body_that_drips_after_its_response_is_cut_off(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "REST_SECONDS", 0.3)
    running = start(sqlite_url)
    with raw(running) as connection:
        connection.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n")
        sent: list[int] = []
        assert b"200 OK" in send_all(connection, endless(b"", b"x", sent))


def test_one_address_holds_only_some_connections_without_headers(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    waiting = running.services.limits.waiting
    with ExitStack() as stack:
        held = [stack.enter_context(raw(running)) for _ in range(800)]
        for connection in held:
            try:
                connection.sendall(b"GET /health HT")
            except OSError:
                continue
        wait_until(lambda: waiting["127.0.0.1"] == protocols.MAX_WAITING_PER_ADDRESS)
        held.pop(0).close()
        wait_until(lambda: waiting["127.0.0.1"] < protocols.MAX_WAITING_PER_ADDRESS)
        assert running.new_user().id  # somebody else gets the free place
    wait_until(lambda: not waiting)


def served(running: Running) -> int:
    """How many requests the server has answered."""
    return running.uvicorn.server_state.total_requests


def has_moved_on(running: Running, before: int) -> bool:
    return has_unsent(running) or served(running) > before


def test_a_client_that_reads_no_response_does_not_keep_the_server_from_stopping(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(protocols, "STOP_SECONDS", 0.1)
    running = start(sqlite_url)
    with raw(running) as connection:
        for _ in range(1000):  # one by one, for only a few may wait
            before = served(running)
            connection.sendall(b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n")
            wait_until(partial(has_moved_on, running, before))
            if has_unsent(running):
                break
        assert has_unsent(running)
        running.end()
    assert GAVE_UP not in caplog.text


def test_a_trusted_proxy_holds_any_number_of_connections(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, trusted_proxies=("127.0.0.0/8",))
    with ExitStack() as stack:
        for _ in range(2 * protocols.MAX_WAITING_PER_ADDRESS):
            stack.enter_context(raw(running))
        assert running.new_user().id


# ---- pipelining and frames ----

HEALTH = b"GET /health HTTP/1.1\r\nhost: x\r\n"


def test_a_connection_cannot_pipeline_any_number_of_requests(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    with raw(running) as connection:
        last = HEALTH + b"connection: close\r\n\r\n"
        answer = send_all(connection, iter([(HEALTH + b"\r\n") * (protocols.MAX_PIPELINED // 2) + last]))
        assert answer.count(b"200 OK") == protocols.MAX_PIPELINED // 2 + 1
    with raw(running) as connection:
        answer = send_all(connection, iter([(HEALTH + b"\r\n") * 1000 + last]))
        assert answer.count(b"200 OK") <= 3 * protocols.MAX_PIPELINED
    assert running.new_user().id


def masked(*heads: int) -> bytes:
    """Empty frames of a client with these first bytes."""
    return b"".join(bytes([head, 0x80, 0, 0, 0, 0]) for head in heads)


PING, PONG, MESSAGE = masked(0x89), masked(0x8A), masked(0x81)
FRAGMENTS = masked(0x01, *[0x00] * 20, 0x80)  # of one message


@pytest.mark.parametrize("frames", [PING, PONG, MESSAGE, FRAGMENTS], ids=["ping", "pong", "message", "fragments"])
def test_a_flood_of_small_frames_closes_its_socket(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch, frames: bytes
) -> None:
    parsed: list[int] = []
    handle_events = protocols.LimitedWebSocketProtocol.handle_events

    def count(protocol: Any) -> None:
        parsed.append(len(protocol.conn.events))
        handle_events(protocol)

    monkeypatch.setattr(protocols.LimitedWebSocketProtocol, "handle_events", count)
    running = start(sqlite_url, limits=strict(frames=Rate(800, 1e-6)))
    socket = Socket(running, "/api/lobby")
    socket.receive()
    with suppress(OSError):
        socket.wire.socket.sendall(frames * (200_000 // len(frames)))
    wait_until(lambda: running.services.limits.num_sockets == 0)
    assert max(parsed) < 1000  # of 33,000, before they were counted
    assert sum(parsed) < 800 + 1000
    assert running.new_user().id


def test_a_client_learns_that_it_sends_too_many_frames(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, limits=strict(frames=Rate(20, 1e-6)))
    socket = Socket(running, "/api/lobby")
    socket.receive()
    socket.wire.socket.sendall(PING * 21)
    assert socket.until_closed() == protocols.TOO_MANY_CODE
