"""Players who go on playing while servers and databases fail, and the comparison of what they saw with what is stored.

A player who loses the connection reconnects with the number of the last event they saw, and repeats the request that
wasn't answered.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from sqlalchemy import create_engine, text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.server.machine import BARS
from nodarium.server.damage import fold
from nodarium.server.store import parse_url
from nodarium.server.upcast import EventReader

STUCK_SECONDS = 60.0  # after which a table counts as stuck
PATIENCE_SECONDS = 5.0  # to connect, or for a frame
RETRY_SECONDS = 0.05
MAX_THINKING_SECONDS = 0.04  # a table takes 20,000 events in all
CHAT_SHARE = 0.05  # of the moves during which the other player sends a message; a table takes 1,000 of them
CLOCK = {"kind": "fischer", "seconds": 3600}  # at every second table
COMPARED = ("kind", "time", "by", "seat", "move", "text")  # fields of events that clients get as they are stored
CONNECTION_ERRORS = (OSError, WebSocketException, EOFError, TimeoutError)


@dataclass
class Verdict:
    faults: Counter[str] = field(default_factory=Counter)  # that were injected, by kind
    moves: int = 0  # acknowledged
    reconnects: int = 0
    repeats: int = 0  # requests sent again
    failed_starts: int = 0  # of servers, because the database was down
    wrong: list[str] = field(default_factory=list)


class Player:
    """One seat: the events it received, and the request it waits for."""

    def __init__(self, ports: Sequence[int], table: str, token: str, verdict: Verdict) -> None:
        self.ports = ports  # of the servers; the next one is tried whenever the connection is lost
        self.table = table
        self.token = token
        self.verdict = verdict
        self.attempts = 0
        self.socket: ClientConnection | None = None
        self.received: dict[int, dict[str, Any]] = {}
        self.seen = 0  # the number of the last event
        self.now: dict[str, Any] = {}
        self.waiting: dict[str, Any] | None = None
        self.acknowledged: dict[str, int] = {}
        self.requests = 0

    async def connect(self) -> None:
        """Connect, retrying until it works, and repeat the request that wasn't answered."""
        while self.socket is None:
            port = self.ports[self.attempts % len(self.ports)]
            self.attempts += 1
            url = f"ws://127.0.0.1:{port}/api/tables/{self.table}/live?after={self.seen}"
            headers = {"authorization": f"Bearer {self.token}"}
            try:
                self.socket = await connect(
                    url, additional_headers=headers, compression=None, proxy=None, open_timeout=PATIENCE_SECONDS
                )
                if self.waiting:
                    await self.repeat()
            except CONNECTION_ERRORS:
                self.socket = None
                await asyncio.sleep(RETRY_SECONDS)

    async def repeat(self) -> None:
        assert self.socket
        self.verdict.repeats += 1
        await self.socket.send(json.dumps(self.waiting))

    async def receive(self) -> None:
        """Receive a frame; if the connection is lost, reconnect."""
        await self.connect()
        assert self.socket
        try:
            frame = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE_SECONDS))
            self.on_frame(frame)
            names = [answer.get("request") for answer in frame.get("answers", ())]
            if self.waiting and self.waiting["request"] in names:  # the server can't carry it out at the moment
                await asyncio.sleep(RETRY_SECONDS)
                await self.repeat()
        except TimeoutError:
            return
        except CONNECTION_ERRORS:
            self.socket = None
            self.verdict.reconnects += 1

    def on_frame(self, frame: dict[str, Any]) -> None:
        for event in frame.get("events", ()):
            number = event["number"]
            if self.received.setdefault(number, event) != event:
                self.verdict.wrong.append(f"event {number} at {self.table} was sent in two versions")
            if number > self.seen + 1:
                self.verdict.wrong.append(f"event {self.seen + 1} at {self.table} wasn't sent")
            self.seen = max(self.seen, number)
        self.now = frame.get("now", self.now)
        for answer in frame.get("answers", ()):
            self.on_answer(answer)

    def on_answer(self, answer: dict[str, Any]) -> None:
        name = str(answer.get("request"))
        if "error" in answer:
            if answer["error"]["code"] == "unavailable":
                return
            self.verdict.wrong.append(f"{name} at {self.table} was refused: {answer['error']['message']}")
        elif self.acknowledged.setdefault(name, answer["event"]) != answer["event"]:
            self.verdict.wrong.append(f"{name} at {self.table} got two different answers")
        if self.waiting and name == self.waiting["request"]:
            self.waiting = None

    async def ask(self, **what: Any) -> None:
        """Send a request until it is acknowledged."""
        await self.connect()
        assert self.socket
        self.requests += 1
        self.waiting = {**what, "request": f"r{self.requests}"}
        try:
            await self.socket.send(json.dumps(self.waiting))
        except CONNECTION_ERRORS:
            self.socket = None
        while self.waiting:
            await self.receive()

    async def until(self, number: int) -> None:
        while self.seen < number or not self.now or self.now["number"] < number:
            await self.receive()

    def cut(self) -> None:
        """Break the connection without closing it."""
        if self.socket:
            self.socket.transport.abort()


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
        await asyncio.sleep(self.dice.uniform(0, MAX_THINKING_SECONDS))
        mover, other = self.players if first.now["seat"] in first.now["to_act"] else (second, first)
        requests = [mover.ask(do="move", move=self.dice.choice(mover.now["legal_moves"]))]
        if self.dice.random() < CHAT_SHARE:  # both at once, perhaps through different servers
            requests.append(other.ask(do="say", text=f"after {self.moves} moves"))
        await asyncio.gather(*requests)
        self.moves += 1
        self.verdict.moves += 1


@asynccontextmanager
async def playing(ports: Sequence[int], number: int, verdict: Verdict) -> AsyncIterator[list[Table]]:
    """Let people play at tables while the block runs. Then check that no table is stuck."""
    tables, enough = await open_tables(ports, number, verdict), asyncio.Event()
    games = asyncio.gather(*(table.play(enough) for table in tables), return_exceptions=True)
    try:
        yield tables
        await check_moving(tables, verdict)
        enough.set()
        for table, outcome in zip(tables, await games, strict=True):
            if isinstance(outcome, BaseException):
                verdict.wrong.append(f"table {table.id}: {outcome!r}")
    finally:
        games.cancel()
        await asyncio.gather(games, return_exceptions=True)
        for player in (player for table in tables for player in table.players):
            if player.socket:
                await player.socket.close()


async def open_tables(ports: Sequence[int], number: int, verdict: Verdict) -> list[Table]:
    """Open tables with two players each, who first connect to different servers if there are several."""
    tables = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}", timeout=30) as http:
        for index in range(number):
            tokens = []
            for name in ("Ann", "Bob"):
                tokens.append((await http.post("/api/me", json={"name": name})).json()["token"])
                http.cookies.clear()  # the next request creates another user
            heads = [{"authorization": f"Bearer {token}"} for token in tokens]
            wanted = {"game": BARS["game"], "clock": CLOCK if index % 2 else None}
            made = await http.post("/api/tables", json=wanted, headers=heads[0])
            table = made.json()["table"]["id"]
            (await http.post(f"/api/tables/{table}", json={"do": "sit"}, headers=heads[1])).raise_for_status()
            players = [Player(ports, table, token, verdict) for token in tokens]
            players[1].attempts = 1
            tables.append(Table(table, players, verdict, Random(index)))
    return tables


async def check_moving(tables: Sequence[Table], verdict: Verdict) -> None:
    """Wait for a move at every table."""
    before = [table.moves for table in tables]
    loop = asyncio.get_running_loop()
    end = loop.time() + STUCK_SECONDS
    while stuck := [table.id for table, moves in zip(tables, before, strict=True) if table.moves == moves]:
        if loop.time() > end:
            verdict.wrong += [f"table {table} is stuck" for table in stuck]
            return
        await asyncio.sleep(0.1)


def check_log(log: Path, verdict: Verdict, expected: Sequence[str] = ()) -> None:
    """Look for errors in a server's log, except for those with one of the expected texts."""
    for line in log.read_text("utf-8").splitlines():
        if '"level": "info"' not in line and not any(text in line for text in expected):
            verdict.wrong.append(f"the log says {line}")


def compare(url: str, tables: Sequence[Table], verdict: Verdict) -> None:
    """Compare the stored events with everything that clients received."""
    engine = create_engine(parse_url(url))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT room, number, event FROM events ORDER BY room, number")).all()
    engine.dispose()
    stored: dict[str, dict[int, str]] = {}
    for room, number, event in rows:
        stored.setdefault(room, {})[number] = event
    for table in tables:
        compare_table(stored.get(table.id, {}), table, verdict.wrong)


def compare_table(stored: dict[int, str], table: Table, wrong: list[str]) -> None:
    try:
        reader = EventReader()
        fold(table.id, [reader.read(event) for event in stored.values()])
    except Exception as error:  # whatever is wrong with the events
        wrong.append(f"table {table.id} can't be folded: {error}")
    log: dict[int, dict[str, Any]] = {number: json.loads(event) for number, event in stored.items()}
    if list(log) != list(range(1, len(log) + 1)):
        wrong.append(f"table {table.id} lacks an event")
    asked = Counter((event.get("by"), event["request"]) for event in log.values() if "request" in event)
    wrong += [f"{name} at {table.id} was carried out {times} times" for name, times in asked.items() if times > 1]
    for player in table.players:
        for number, event in player.received.items():
            found = log.get(number)
            if found is None:
                wrong.append(f"event {number} at {table.id} was sent but isn't stored")
            elif any(found[name] != event.get(name) for name in COMPARED if name in found):
                wrong.append(f"event {number} at {table.id} was sent but another one is stored")
        for name, number in player.acknowledged.items():
            if log.get(number, {}).get("request") != name:
                wrong.append(f"{name} at {table.id} was acknowledged but isn't stored")
