"""Kills the server at random moments during play, and checks that nothing is lost, doubled or stuck.

After each kill, players reconnect with the number of the last event they saw and repeat the request that wasn't
answered. At the end, everything that clients received is compared with what is stored.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from sqlalchemy import create_engine, text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.server.machine import BARS, free_port, start_server, wait_for
from nodarium.server.store import parse_url

STUCK_SECONDS = 60.0  # after which a table counts as stuck
CONNECTION_ERRORS = (OSError, WebSocketException, EOFError, TimeoutError)


@dataclass
class Verdict:
    kills: int = 0
    moves: int = 0  # acknowledged
    reconnects: int = 0
    repeats: int = 0  # requests sent again
    faults: list[str] = field(default_factory=list)


class Player:
    """One seat: the events it received, and the request it waits for."""

    def __init__(self, port: int, table: str, token: str, verdict: Verdict) -> None:
        self.url = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        self.token = token
        self.verdict = verdict
        self.socket: ClientConnection | None = None
        self.received: dict[int, dict[str, Any]] = {}
        self.now: dict[str, Any] = {}
        self.waiting: dict[str, Any] | None = None
        self.acknowledged: dict[str, int] = {}
        self.requests = 0

    @property
    def seen(self) -> int:
        return max(self.received, default=0)

    async def connect(self) -> None:
        """Connect, retrying until it works, and repeat the request that wasn't answered."""
        while self.socket is None:
            try:
                headers = {"authorization": f"Bearer {self.token}"}
                url = f"{self.url}?after={self.seen}"
                self.socket = await connect(url, additional_headers=headers, compression=None, proxy=None)
                if self.waiting:
                    self.verdict.repeats += 1
                    await self.socket.send(json.dumps(self.waiting))
            except CONNECTION_ERRORS:
                self.socket = None
                await asyncio.sleep(0.05)

    async def receive(self) -> None:
        """Receive a frame; if the connection is lost, reconnect."""
        await self.connect()
        assert self.socket
        try:
            frame = json.loads(await asyncio.wait_for(self.socket.recv(), 5))
        except TimeoutError:
            return
        except CONNECTION_ERRORS:
            self.socket = None
            self.verdict.reconnects += 1
            return
        for event in frame.get("events", ()):
            if self.received.setdefault(event["number"], event) != event:
                self.verdict.faults.append(f"event {event['number']} was sent in two versions")
        if sorted(self.received) != list(range(1, len(self.received) + 1)):
            self.verdict.faults.append("an event is missing")
        self.now = frame.get("now", self.now)
        for answer in frame.get("answers", ()):
            self.on_answer(answer)

    def on_answer(self, answer: dict[str, Any]) -> None:
        name = str(answer.get("request"))
        if "error" in answer:
            self.verdict.faults.append(f"refused: {answer['error']['message']}")
        elif self.acknowledged.setdefault(name, answer["event"]) != answer["event"]:
            self.verdict.faults.append(f"{name} got two different answers")
        if self.waiting and name == self.waiting["request"]:
            self.waiting = None

    async def ask(self, **what: Any) -> None:
        """Send a request until it is acknowledged."""
        self.requests += 1
        self.waiting = {**what, "request": f"r{self.requests}"}
        await self.connect()
        assert self.socket
        try:
            await self.socket.send(json.dumps(self.waiting))
        except CONNECTION_ERRORS:
            self.socket = None
        while self.waiting:
            await self.receive()

    async def until(self, number: int) -> None:
        while self.seen < number or not self.now or self.now["number"] < number:
            await self.receive()


class Table:
    def __init__(self, table: str, players: list[Player], verdict: Verdict, dice: Random) -> None:
        self.id = table
        self.players = players
        self.verdict = verdict
        self.dice = dice
        self.moves = 0

    async def play(self, enough: asyncio.Event) -> None:
        while not enough.is_set():
            await asyncio.wait_for(self.step(), STUCK_SECONDS)

    async def step(self) -> None:
        first, second = self.players
        last = max(1, first.seen, second.seen)
        for player in self.players:
            await player.until(last)
        if first.now["number"] != second.now["number"]:
            return
        if first.now["status"] == "over":
            await first.ask(do="propose", what="rematch")
            await second.ask(do="accept")
            return
        mover = next(player for player in self.players if player.now["seat"] in player.now["to_act"])
        await mover.ask(do="move", move=self.dice.choice(mover.now["legal_moves"]))
        self.moves += 1
        self.verdict.moves += 1


async def open_tables(port: int, number: int, verdict: Verdict) -> list[Table]:
    tables = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        for index in range(number):
            tokens = []
            for name in ("Ann", "Bob"):
                tokens.append((await http.post("/api/me", json={"name": name})).json()["token"])
                http.cookies.clear()  # the next request creates another user
            heads = [{"authorization": f"Bearer {token}"} for token in tokens]
            made = await http.post("/api/tables", json={"game": BARS["game"]}, headers=heads[0])
            table = made.json()["table"]["id"]
            (await http.post(f"/api/tables/{table}", json={"do": "sit"}, headers=heads[1])).raise_for_status()
            players = [Player(port, table, token, verdict) for token in tokens]
            tables.append(Table(table, players, verdict, Random(index)))
    return tables


async def run(folder: Path, kills: int, tables: int, seed: int = 0, database: str | None = None) -> Verdict:
    """Play at tables while the server is killed, restarted and killed again."""
    dice, verdict, enough = Random(seed), Verdict(), asyncio.Event()
    port, url, log = free_port(), database or f"sqlite:///{folder / 'killed.db'}", folder / "log"
    process = start_server(url, port, log=log)
    await asyncio.to_thread(wait_for, port)
    made = await open_tables(port, tables, verdict)
    playing = asyncio.gather(*(table.play(enough) for table in made), return_exceptions=True)
    try:
        for _ in range(kills):
            await asyncio.sleep(dice.uniform(0.05, 0.7))
            process.kill()
            await asyncio.to_thread(process.wait)
            verdict.kills += 1
            process = start_server(url, port, log=log)
            await asyncio.to_thread(wait_for, port)
        before = [table.moves for table in made]
        await asyncio.sleep(3)
        stuck = [table.id for table, moves in zip(made, before, strict=True) if table.moves == moves]
        verdict.faults += [f"table {table} is stuck" for table in stuck]
        enough.set()
        for table, outcome in zip(made, await playing, strict=True):
            if isinstance(outcome, BaseException):
                verdict.faults.append(f"table {table.id}: {outcome!r}")
    finally:
        for player in (player for table in made for player in table.players):
            if player.socket:
                await player.socket.close()
        process.terminate()
        await asyncio.to_thread(process.wait)
    compare(url, made, verdict)
    return verdict


def compare(url: str, tables: list[Table], verdict: Verdict) -> None:
    """Compare the stored events with everything that clients received."""
    engine = create_engine(parse_url(url))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT room, number, event FROM events ORDER BY room, number")).all()
    engine.dispose()
    stored: dict[str, dict[int, dict[str, Any]]] = {}
    for room, number, event in rows:
        stored.setdefault(room, {})[number] = json.loads(event)
    for table in tables:
        log = stored[table.id]
        asked = Counter((event.get("by"), event["request"]) for event in log.values() if "request" in event)
        verdict.faults += [f"{name} was carried out {times} times" for name, times in asked.items() if times > 1]
        for player in table.players:
            for number, event in player.received.items():
                found = log.get(number, {})
                if (event["kind"], event.get("move")) != (found.get("kind"), found.get("move")):
                    verdict.faults.append(f"event {number} at {table.id} was sent but isn't stored")
            for name, number in player.acknowledged.items():
                if log.get(number, {}).get("request") != name:
                    verdict.faults.append(f"{name} at {table.id} was acknowledged but isn't stored")
