"""Many open tables with two connected sockets each, held for a while, with now and then a move."""

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

AT_ONCE = 20  # connections that are made at the same time
PACE = 0.02  # seconds between two moves, somewhere


@dataclass
class Held:
    sockets: int
    minutes: float
    megabytes: float  # the most that the server had
    moves: int
    errors: int


async def hold(port: int, pid: int, tables: int, seconds: float) -> Held:
    limit = asyncio.Semaphore(AT_ONCE)
    made = await asyncio.gather(*(opened(port, limit) for _ in range(tables)))
    sockets = [socket for pair in made for socket in pair]
    errors: list[str] = []
    seats = [Seat(socket, errors) for socket in sockets]
    listening = [asyncio.create_task(seat.listen()) for seat in seats]
    dice, moves, most = Random(1), 0, 0.0
    end = perf_counter() + seconds
    while perf_counter() < end:
        able = dice.choice(seats)
        if able.moves:
            await able.socket.send(json.dumps({"do": "move", "move": dice.choice(able.moves)}))
            able.moves = []
            moves += 1
        most = max(most, memory(pid))
        await asyncio.sleep(PACE)
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
                self.moves = frame.get("now", {}).get("moves", [])
                self.errors += [answer["error"] for answer in frame.get("answers", ()) if "error" in answer]
        except WebSocketException as error:
            self.errors.append(repr(error))


async def opened(port: int, limit: asyncio.Semaphore) -> list[ClientConnection]:
    """A table, and its two players' sockets."""
    async with limit, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        heads = []
        for name in ("Ann", "Bob"):
            token = (await http.post("/api/me", json={"name": name})).json()["token"]
            heads.append({"authorization": f"Bearer {token}"})
            http.cookies.clear()  # the next one is somebody else
        made = await http.post("/api/tables", json={"game": BARS["game"]}, headers=heads[0])
        table = made.json()["table"]["id"]
        (await http.post(f"/api/tables/{table}", json={"do": "sit"}, headers=heads[1])).raise_for_status()
        url = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        return [
            await connect(url, additional_headers=head, compression=None, proxy=None, max_queue=64) for head in heads
        ]
