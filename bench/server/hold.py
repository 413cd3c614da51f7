"""Holds many tables with two sockets each for a while, with a few moves."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from random import Random
from time import perf_counter

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.server.machine import BARS, memory

MAX_CONNECTING = 20  # tables that are opened at the same time
MOVE_INTERVAL_SECONDS = 0.02  # between two moves at any table


@dataclass
class Held:
    sockets: int
    minutes: float
    megabytes: float  # peak memory of the server
    moves: int
    errors: int


async def hold(port: int, pid: int, tables: int, seconds: float) -> Held:
    limit = asyncio.Semaphore(MAX_CONNECTING)
    made = await asyncio.gather(*(open_table(port, limit) for _ in range(tables)))
    sockets = [socket for pair in made for socket in pair]
    errors: list[str] = []
    seats = [Seat(socket, errors) for socket in sockets]
    listening = [asyncio.create_task(seat.listen()) for seat in seats]
    dice, moves, most = Random(1), 0, 0.0
    end = perf_counter() + seconds
    while perf_counter() < end:
        mover = dice.choice(seats)
        if mover.moves:
            await mover.socket.send(json.dumps({"do": "move", "move": dice.choice(mover.moves)}))
            mover.moves = []
            moves += 1
        most = max(most, memory(pid))
        await asyncio.sleep(MOVE_INTERVAL_SECONDS)
    connected = sum(not task.done() for task in listening)
    for task in listening:
        task.cancel()
    await asyncio.gather(*(socket.close() for socket in sockets))
    return Held(connected, seconds / 60, most, moves, len(errors))


class Seat:
    def __init__(self, socket: ClientConnection, errors: list[str]) -> None:
        self.socket = socket
        self.errors = errors
        self.moves: list[str] = []

    async def listen(self) -> None:
        try:
            async for data in self.socket:
                frame = json.loads(data)
                self.moves = frame.get("now", {}).get("legal_moves", [])
                self.errors += [answer["error"] for answer in frame.get("answers", ()) if "error" in answer]
        except WebSocketException as error:
            self.errors.append(repr(error))


async def open_table(port: int, limit: asyncio.Semaphore) -> list[ClientConnection]:
    """Open a table, and return its two players' sockets."""
    async with limit, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        heads = []
        for name in ("Ann", "Bob"):
            token = (await http.post("/api/me", json={"name": name})).json()["token"]
            heads.append({"authorization": f"Bearer {token}"})
            http.cookies.clear()  # the next request creates another user
        made = await http.post("/api/tables", json={"game": BARS["game"]}, headers=heads[0])
        table = made.json()["table"]["id"]
        (await http.post(f"/api/tables/{table}", json={"do": "sit"}, headers=heads[1])).raise_for_status()
        url = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        return [
            await connect(url, additional_headers=head, compression=None, proxy=None, max_queue=64) for head in heads
        ]
