"""Kills the server at random instants while people play, and checks that nothing was lost, doubled or stuck.

Players come back after each kill with the number of the last event they have seen, and repeat the request that was not
answered. At the end everything that anybody was ever told is compared with what is kept.
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

from bench.server.machine import BARS, begun, free_port, wait_for
from nodarium.server.store import parse_url

LATE = 60.0  # seconds after which a player gives up: then a table is stuck
GONE = (OSError, WebSocketException, EOFError, TimeoutError)


@dataclass
class Verdict:
    kills: int = 0
    moves: int = 0  # that were acknowledged
    reconnects: int = 0
    repeats: int = 0  # requests that were made again
    faults: list[str] = field(default_factory=list)


class Player:
    """One seat: what it was told, and the request that it waits for."""

    def __init__(self, port: int, table: str, token: str, verdict: Verdict) -> None:
        self.url = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        self.token = token
        self.verdict = verdict
        self.socket: ClientConnection | None = None
        self.told: dict[int, dict[str, Any]] = {}
        self.now: dict[str, Any] = {}
        self.waiting: dict[str, Any] | None = None
        self.acknowledged: dict[str, int] = {}
        self.requests = 0

    @property
    def seen(self) -> int:
        return max(self.told, default=0)

    async def come(self) -> None:
        """Connect, as often as it takes, and repeat what was not answered."""
        while self.socket is None:
            try:
                headers = {"authorization": f"Bearer {self.token}"}
                url = f"{self.url}?after={self.seen}"
                self.socket = await connect(url, additional_headers=headers, compression=None, proxy=None)
                if self.waiting:
                    self.verdict.repeats += 1
                    await self.socket.send(json.dumps(self.waiting))
            except GONE:
                self.socket = None
                await asyncio.sleep(0.05)

    async def hear(self) -> None:
        """Take in one frame; if the server is gone, come back."""
        await self.come()
        assert self.socket
        try:
            frame = json.loads(await asyncio.wait_for(self.socket.recv(), 5))
        except TimeoutError:
            return
        except GONE:
            self.socket = None
            self.verdict.reconnects += 1
            return
        for event in frame.get("events", ()):
            if self.told.setdefault(event["number"], event) != event:
                self.verdict.faults.append(f"event {event['number']} was told in two ways")
        if sorted(self.told) != list(range(1, len(self.told) + 1)):
            self.verdict.faults.append("an event was left out")
        self.now = frame.get("now", self.now)
        for answer in frame.get("answers", ()):
            self.answered(answer)

    def answered(self, answer: dict[str, Any]) -> None:
        name = str(answer.get("request"))
        if "error" in answer:
            self.verdict.faults.append(f"refused: {answer['error']['message']}")
        elif self.acknowledged.setdefault(name, answer["event"]) != answer["event"]:
            self.verdict.faults.append(f"{name} was answered in two ways")
        if self.waiting and name == self.waiting["request"]:
            self.waiting = None

    async def ask(self, **what: Any) -> None:
        """Ask for something until it is acknowledged."""
        self.requests += 1
        self.waiting = {**what, "request": f"r{self.requests}"}
        await self.come()
        assert self.socket
        try:
            await self.socket.send(json.dumps(self.waiting))
        except GONE:
            self.socket = None
        while self.waiting:
            await self.hear()

    async def until(self, number: int) -> None:
        while self.seen < number or not self.now or self.now["number"] < number:
            await self.hear()


class Table:
    def __init__(self, table: str, players: list[Player], verdict: Verdict, dice: Random) -> None:
        self.id = table
        self.players = players
        self.verdict = verdict
        self.dice = dice
        self.moves = 0

    async def play(self, enough: asyncio.Event) -> None:
        while not enough.is_set():
            await asyncio.wait_for(self.step(), LATE)

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
        await mover.ask(do="move", move=self.dice.choice(mover.now["moves"]))
        self.moves += 1
        self.verdict.moves += 1


async def opened(port: int, number: int, verdict: Verdict) -> list[Table]:
    tables = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        for index in range(number):
            tokens = []
            for name in ("Ann", "Bob"):
                tokens.append((await http.post("/api/me", json={"name": name})).json()["token"])
                http.cookies.clear()  # the next one is somebody else
            heads = [{"authorization": f"Bearer {token}"} for token in tokens]
            made = await http.post("/api/tables", json={"game": BARS["game"]}, headers=heads[0])
            table = made.json()["table"]["id"]
            (await http.post(f"/api/tables/{table}", json={"do": "sit"}, headers=heads[1])).raise_for_status()
            players = [Player(port, table, token, verdict) for token in tokens]
            tables.append(Table(table, players, verdict, Random(index)))
    return tables


async def run(folder: Path, kills: int, tables: int, seed: int = 0, database: str | None = None) -> Verdict:
    """Play at so many tables while the server is killed so many times."""
    dice, verdict, enough = Random(seed), Verdict(), asyncio.Event()
    port, url, log = free_port(), database or f"sqlite:///{folder / 'killed.db'}", folder / "log"
    process = begun(url, port, log=log)
    await asyncio.to_thread(wait_for, port)
    made = await opened(port, tables, verdict)
    playing = asyncio.gather(*(table.play(enough) for table in made), return_exceptions=True)
    try:
        for _ in range(kills):
            await asyncio.sleep(dice.uniform(0.05, 0.7))
            process.kill()
            await asyncio.to_thread(process.wait)
            verdict.kills += 1
            process = begun(url, port, log=log)
            await asyncio.to_thread(wait_for, port)
        before = [table.moves for table in made]
        await asyncio.sleep(3)
        stuck = [table.id for table, moves in zip(made, before, strict=True) if table.moves == moves]
        verdict.faults += [f"table {table} does not go on" for table in stuck]
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
    """What is kept, with all that anybody was told."""
    engine = create_engine(parse_url(url))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT room, number, event FROM events ORDER BY room, number")).all()
    engine.dispose()
    kept: dict[str, dict[int, dict[str, Any]]] = {}
    for room, number, event in rows:
        kept.setdefault(room, {})[number] = json.loads(event)
    for table in tables:
        log = kept[table.id]
        asked = Counter((event.get("by"), event["request"]) for event in log.values() if "request" in event)
        verdict.faults += [f"{name} happened {times} times" for name, times in asked.items() if times > 1]
        for player in table.players:
            for number, event in player.told.items():
                found = log.get(number, {})
                if (event["kind"], event.get("move")) != (found.get("kind"), found.get("move")):
                    verdict.faults.append(f"event {number} at {table.id} was told and is not kept")
            for name, number in player.acknowledged.items():
                if log.get(number, {}).get("request") != name:
                    verdict.faults.append(f"{name} at {table.id} was acknowledged and is not kept")
