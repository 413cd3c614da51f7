"""A server in a thread of the test, and its clients."""

from __future__ import annotations

import itertools
import json
import socket as sockets
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import Any, Self

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from nodarium.core.language import ENGLISH, format_message
from nodarium.core.message import Message
from nodarium.server.app import make_app
from nodarium.server.launcher import SHUTDOWN_SECONDS, server_config
from nodarium.server.services import Services
from nodarium.server.settings import BENCHMARK_LIMITS, Limits, ServerSettings

PASSWORD = "seven calm otters"
PATIENCE = 10.0  # seconds before a test gives up waiting
GAVE_UP = "timeout graceful shutdown exceeded"  # in uvicorn's log, if a connection kept it from stopping in time


class Running:
    """A server that runs in a thread."""

    def __init__(self, database: str, **settings: Any) -> None:
        settings.setdefault("limits", BENCHMARK_LIMITS)
        self.app = make_app(ServerSettings(database=database, **settings), stop=self.begin_end)
        self.services: Services = self.app.state.services
        self.socket = sockets.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.port: int = self.socket.getsockname()[1]
        self.uvicorn = uvicorn.Server(server_config(self.services.settings, self.app))
        self.thread = Thread(target=self.uvicorn.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        end = monotonic() + PATIENCE
        while not self.uvicorn.started:
            assert self.thread.is_alive(), "the server did not start"
            assert monotonic() < end
            sleep(0.01)
        self.people: list[User] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def new_user(self, name: str = "Ann") -> User:
        self.people.append(User(self, name))
        return self.people[-1]

    def stop(self) -> None:
        for person in self.people:
            person.close()
        self.end()

    def begin_end(self) -> None:
        self.uvicorn.should_exit = True

    def end(self) -> None:
        """Stop it as SIGTERM would, with clients still connected."""
        self.begin_end()
        self.thread.join(SHUTDOWN_SECONDS + PATIENCE)
        assert not self.thread.is_alive(), "the server did not stop"
        self.socket.close()


class User:
    """A user with a token, at one server or another."""

    def __init__(self, running: Running, name: str) -> None:
        self.http = httpx.Client(base_url=running.address, timeout=PATIENCE * 4)
        self.sockets: list[Socket] = []
        self.running = running
        self.id: str
        self.token: str
        self.use(self.http.post("/api/me", json={"name": name}).json())

    def use(self, me: Any) -> Self:
        """Take the id and the token of an answer."""
        self.id, self.token = me["id"], me["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"
        return self

    def register(self, account: str, password: str = PASSWORD) -> Self:
        """Open an account."""
        answer = self.http.post("/api/account", json={"account": account, "password": password})
        assert answer.status_code == 200, answer.text
        return self.use(answer.json())

    def at(self, running: Running) -> Self:
        """Switch to another server."""
        self.http.base_url = httpx.URL(running.address)
        self.running = running
        return self

    def open(self, game: str, *slots: str, status: int = 201, **settings: Any) -> Any:
        """Open a table; slots are me, anybody, a bot's level, or @account."""
        if slots:
            settings["slots"] = [self.slot(slot) for slot in slots]
        answer = self.http.post("/api/tables", json={"game": game, **settings})
        assert answer.status_code == status, answer.text
        return answer.json()["table"]["id"] if status == 201 else answer.json()

    @staticmethod
    def slot(text: str) -> dict[str, str]:
        if text in ("me", "anybody"):
            return {"who": text}
        return {"who": "person", "account": text[1:]} if text[0] == "@" else {"who": "bot", "bot_level": text}

    def do(self, table: str, do: str, status: int = 200, **more: Any) -> Any:
        answer = self.http.post(f"/api/tables/{table}", json={"do": do, **more})
        assert answer.status_code == status, answer.text
        return answer.json()

    def look(self, table: str, **query: Any) -> Any:
        answer = self.http.get(f"/api/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def record(self, table: str, number: int = 0) -> Any:
        return self.http.get(f"/api/tables/{table}/games/{number}").json()

    def join(self, table: str, **query: Any) -> Socket:
        self.sockets.append(Socket(self.running, f"/api/tables/{table}/live", self.token, **query))
        return self.sockets[-1]

    def close(self) -> None:
        for one in self.sockets:
            one.close()
        self.http.close()


class Socket:
    """A WebSocket, everything received over it, and the resulting state."""

    def __init__(
        self, running: Running, path: str, token: str | None = None, origin: str | None = None, **query: Any
    ) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        headers |= {"origin": origin} if origin else {}
        words = "&".join(f"{name}={value}".lower() for name, value in query.items())
        url = f"ws://127.0.0.1:{running.port}{path}?{words}"
        self.path = path
        self.stack = ExitStack()
        self.wire: ClientConnection = self.stack.enter_context(
            connect(url, additional_headers=headers, compression=None, max_size=2**24, proxy=None, close_timeout=0.5)
        )
        self.frames: list[Any] = []
        self.raw: list[str] = []
        self.events: list[Any] = []
        self.now: Any = None
        self.table: Any = None
        self.numbers = itertools.count()

    def receive(self, timeout: float = PATIENCE) -> Any:
        raw = self.wire.recv(timeout)
        assert isinstance(raw, str)
        self.raw.append(raw)
        frame = json.loads(raw)
        self.frames.append(frame)
        self.events += frame.get("events", [])
        self.now = frame.get("now", self.now)
        self.table = frame.get("table", self.table)
        return frame

    def send(self, data: Any) -> None:
        self.wire.send(data if isinstance(data, str | bytes) else json.dumps(data))

    def ask(self, do: str, **more: Any) -> Any:
        """Send a request and wait for the answer."""
        name = more.setdefault("request", f"{id(self)}-{next(self.numbers)}")
        self.send({"do": do, **more})
        while True:
            for answer in self.receive().get("answers", ()):
                if answer.get("request") == name:
                    return answer

    def until(self, number: int) -> None:
        """Wait for the event with this number."""
        while self.now is None or self.now["number"] < number:
            self.receive()

    def until_kind(self, kind: str) -> Any:
        while not any(event["kind"] == kind for event in self.events):
            self.receive()
        return next(event for event in self.events if event["kind"] == kind)

    def until_status(self, status: str) -> None:
        while self.now is None or self.now["status"] != status:
            self.receive()

    def until_closed(self) -> int:
        """Wait for the close code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0

    def close(self) -> None:
        self.stack.close()


def formatted(data: Any, language: str = ENGLISH) -> Any:
    """What a socket has received, with its messages formatted as they are over HTTP."""
    if isinstance(data, dict):
        return {name: formatted(value, language) for name, value in data.items()}
    if isinstance(data, list):
        return (
            format_message(as_message(data), language)
            if is_message(data)
            else [formatted(one, language) for one in data]
        )
    return data


def is_message(data: Any) -> bool:
    return isinstance(data, list) and len(data) == 2 and isinstance(data[0], str) and isinstance(data[1], dict)


def as_message(data: Any) -> Any:
    """A message, or an argument of one, from JSON."""
    if is_message(data):
        return Message(data[0], {name: as_message(value) for name, value in data[1].items()})
    return tuple(as_message(one) for one in data) if isinstance(data, list) else data


def play_out(players: dict[int, Socket], dice: Random, limit: int = 10**6) -> None:
    """Let the players make random moves to the end of the game, or up to a limit."""
    one = next(iter(players.values()))
    for _ in range(limit):
        if one.now["status"] != "playing":
            return
        number = one.now["number"]
        seat = dice.choice([seat for seat in one.now["to_act"] if seat in players])
        mover = players[seat]
        mover.until(number)
        answer = mover.ask("move", move=dice.choice(mover.now["legal_moves"]))
        assert "event" in answer, answer
        for player in players.values():
            player.until(answer["event"])


def talk_at_once(sockets: list[Socket], times: int) -> None:
    """Let all sockets of one user chat at once. Each message becomes one event, and every socket gets all of them."""

    def talk(socket: Socket) -> None:
        for number in range(times):
            assert "event" in socket.ask("say", text=f"{number}")

    threads = [Thread(target=talk, args=[socket]) for socket in sockets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    last = len(sockets) * times + 1
    for socket in sockets:
        socket.until(last)
        assert [event["number"] for event in socket.events] == list(range(1, last + 1))
        assert socket.events == sockets[0].events
    said = [event["text"] for event in sockets[0].events[1:]]
    assert sorted(said) == sorted([f"{number}" for number in range(times)] * len(sockets))


def has_unsent(running: Running) -> bool:
    """Whether a client hasn't read what the server has sent, more than the system keeps for it."""
    return any(one.transport.get_write_buffer_size() for one in list(running.uvicorn.server_state.connections))


def wait_until(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    end = monotonic() + patience
    while not true():
        assert monotonic() < end, "it did not come true"
        sleep(0.01)


def strict(**limits: Any) -> Limits:
    return replace(BENCHMARK_LIMITS, **limits)
