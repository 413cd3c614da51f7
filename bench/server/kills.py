"""Kills the server at random moments during play, and checks that nothing is lost, doubled or stuck."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from bench.server.machine import free_port, start_server, wait_for
from bench.server.players import Verdict, check_log, compare, playing


async def run(folder: Path, kills: int, tables: int, seed: int = 0, database: str | None = None) -> Verdict:
    """Play at tables while the server is killed, restarted and killed again."""
    dice, verdict = Random(seed), Verdict()
    port, url, log = free_port(), database or f"sqlite:///{folder / 'killed.db'}", folder / "log"
    process = start_server(url, port, log=log)
    try:
        await asyncio.to_thread(wait_for, port)
        async with playing([port], tables, verdict) as made:
            for _ in range(kills):
                await asyncio.sleep(dice.uniform(0.05, 0.7))
                process.kill()
                await asyncio.to_thread(process.wait)
                verdict.faults["kill"] += 1
                process = start_server(url, port, log=log)
                await asyncio.to_thread(wait_for, port)
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait)
    check_log(log, verdict)
    compare(url, made, verdict)
    return verdict
