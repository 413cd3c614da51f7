"""Attacks a server with its usual limits while a person plays, and measures how fast the person's moves are answered.

The attackers have addresses of their own (127.0.0.2 and so on), and each attack runs in its own process.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter, sleep
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from bench.server.machine import BARS, HERE, free_port, terminating, wait_for

ATTACKER = "127.0.0.2"
MOVES_PER_SECOND = 10
ROUNDS_OF_WARM_UP = 10
Attack = Callable[[int], None]


@contextmanager
def usual_server(folder: str) -> Iterator[int]:
    """Run `nodarium serve` with its default settings."""
    port = free_port()
    words = [sys.executable, "-m", "nodarium", "serve", "--port", str(port), "--data-dir", folder]
    with (Path(folder) / "log").open("ab") as log:
        process = subprocess.Popen(words, cwd=HERE.parents[1], stdout=log, stderr=log)
    with terminating(process):
        wait_for(port)
        yield port


class Player:
    """A person who plays both sides of a game over a socket."""

    def __init__(self, port: int) -> None:
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
        token = self.http.post("/api/me", json={"name": "Ann"}).json()["token"]
        self.http.headers["authorization"] = f"Bearer {token}"
        self.port, self.token, self.dice = port, token, Random(1)
        self.open()

    def open(self) -> None:
        slots = [{"who": "me"}, {"who": "me"}]
        table = self.http.post("/api/tables", json={"game": BARS["game"], "slots": slots}).json()["table"]["id"]
        head = {"authorization": f"Bearer {self.token}"}
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        self.socket = connect(url, additional_headers=head, compression=None, proxy=None)
        self.now: Any = json.loads(self.socket.recv())["now"]

    def move(self) -> float:
        """Make a move, and return the milliseconds until its answer."""
        if self.now["status"] != "playing":
            self.socket.close()
            self.open()
        began = perf_counter()
        self.socket.send(json.dumps({"do": "move", "move": self.dice.choice(self.now["legal_moves"]), "request": "m"}))
        while True:
            frame = json.loads(self.socket.recv())
            self.now = frame.get("now", self.now)
            if frame.get("answers"):
                return (perf_counter() - began) * 1000

    def play(self, seconds: float) -> list[float]:
        found = []
        end = perf_counter() + seconds
        while perf_counter() < end:
            found.append(self.move())
            sleep(max(0.0, 1 / MOVES_PER_SECOND - found[-1] / 1000))
        return found


# ---- attacks: each runs until its process is ended ----


def raw(port: int, number: int = 0) -> socket.socket:
    """Connect from one of the attackers' addresses."""
    made = socket.socket()
    made.bind((f"127.0.0.{2 + number % 50}", 0))
    made.settimeout(5)
    made.connect(("127.0.0.1", port))
    return made


def guest(port: int) -> httpx.Client:
    http = httpx.Client(
        base_url=f"http://127.0.0.1:{port}", transport=httpx.HTTPTransport(local_address=ATTACKER), timeout=30
    )
    http.headers["authorization"] = f"Bearer {http.post('/api/me', json={'name': 'Eve'}).json()['token']}"
    return http


def flood(port: int, path: str) -> None:
    """Send messages over an anonymous socket as fast as possible, and reconnect."""
    while True:
        with (
            suppress(WebSocketException, OSError),
            connect(f"ws://127.0.0.1:{port}{path}", sock=raw(port), compression=None, proxy=None) as wire,
        ):
            while True:
                wire.send('{"do": "say", "text": "x"}')


def flood_table(port: int) -> None:
    table = guest(port).post("/api/tables", json={"game": BARS["game"]}).json()["table"]["id"]
    flood(port, f"/api/tables/{table}/live")


def flood_lobby(port: int) -> None:
    flood(port, "/api/lobby")


def send_headers(port: int) -> None:
    while True:
        with suppress(OSError), raw(port) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
            while True:
                connection.sendall(b"x: " + b"y" * 60_000 + b"\r\n")


def send_url(port: int) -> None:
    while True:
        with suppress(OSError), raw(port) as connection:
            connection.sendall(b"GET /")
            while True:
                connection.sendall(b"y" * 60_000)


def hold_half_requests(port: int) -> None:
    held: list[socket.socket] = []
    while True:
        with suppress(OSError):
            held.append(raw(port, len(held)))
            held[-1].sendall(b"POST /api/me HTTP/1.1\r\nhost: x\r\n")
        if len(held) >= 800:
            held.pop(0).close()
        sleep(0.002)


def open_tables(port: int) -> None:
    http = guest(port)
    while True:
        http.post("/api/tables", json={"game": BARS["game"]})


def play_bots(port: int) -> None:
    http = guest(port)
    bots = [{"who": "bot", "bot_level": "master"}] * 2
    while True:
        http.post("/api/tables", json={"game": BARS["game"], "slots": bots})
        sleep(0.05)


def sit_and_stand(port: int) -> None:
    host, other = guest(port), guest(port)
    while True:
        answer = host.post("/api/tables", json={"game": BARS["game"], "slots": [{"who": "anybody"}] * 2}).json()
        if "table" not in answer:
            sleep(1)
            continue
        path = f"/api/tables/{answer['table']['id']}"
        while other.post(path, json={"do": "sit"}).status_code in (200, 429):
            other.post(path, json={"do": "stand"})


def post_forms(port: int) -> None:
    http = guest(port)
    headers = {"origin": "https://evil.example", "content-type": "text/plain"}
    while True:
        http.post("/api/login", content=b'{"account": "ann"}', headers=headers)


def ask_for_analyses(port: int) -> None:
    http = guest(port)
    slots = [{"who": "me"}, {"who": "me"}]
    while True:
        answer = http.post("/api/tables", json={"game": BARS["game"], "slots": slots}).json()
        if "table" not in answer:
            sleep(1)
            continue
        table = answer["table"]["id"]
        moves = answer["now"]["legal_moves"]
        http.post(f"/api/tables/{table}", json={"do": "move", "move": moves[0]})
        http.post(f"/api/tables/{table}", json={"do": "resign"})
        http.get(f"/api/tables/{table}/games/0/analysis")


ATTACKS: dict[str, Attack | None] = {
    "no attack": None,
    "anonymous socket flood": flood_table,
    "lobby socket flood": flood_lobby,
    "endless headers": send_headers,
    "endless URL": send_url,
    "800 half-sent requests": hold_half_requests,
    "new tables": open_tables,
    "games between master bots": play_bots,
    "sit and stand": sit_and_stand,
    "cross-site forms": post_forms,
    "analyses": ask_for_analyses,
}


def measure(folder: str, attack: Attack | None, seconds: float) -> dict[str, float]:
    """Milliseconds from a person's move to its answer, during an attack."""
    with usual_server(folder) as port:
        person = Player(port)
        for _ in range(ROUNDS_OF_WARM_UP):
            person.move()
        attacker = get_context("spawn").Process(target=attack, args=(port,), daemon=True) if attack else None
        if attacker:
            attacker.start()
            sleep(2)  # until it is under way
        try:
            found = person.play(seconds)
            assert not attacker or attacker.is_alive(), "the attack ended"
        finally:
            if attacker:
                attacker.terminate()
                attacker.join()
        person.socket.close()
        person.http.close()
    return {"p50": quantiles(found, n=100)[49], "p95": quantiles(found, n=100)[94], "moves": len(found)}
