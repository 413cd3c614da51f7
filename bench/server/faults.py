"""Injects faults while people play on PostgreSQL, and checks that nothing is lost, doubled or stuck.

Two servers share the database: a single process, and one with two workers. The players of each table connect to both. A
fault doesn't wait until the one before is over, so a server may find no database when it starts.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from subprocess import TimeoutExpired
from time import monotonic, sleep

import psycopg
from tests.server.postgres import FAST, IMMEDIATE, Cluster
from uvicorn.config import STARTUP_FAILURE

from bench.server.machine import answers, free_port, start_server, worker_pids
from bench.server.players import Table, Verdict, check_log, compare, playing

WORKERS = 2
PAUSE_SECONDS = 0.05, 1.5  # between two faults
DOWN_SECONDS = 0.0, 1.5  # that the database is down
FROZEN_SECONDS = 0.5, 3.0  # that a server is frozen
SLOW_SECONDS = 60.0  # after which a server that doesn't stop, or replace a worker, counts as wrong
EXPECTED = (  # in the log
    "OperationalError",
    "AdminShutdown",
    "Unavailable",
    "the database can't be written",
    "open the database",
    "Application startup failed",
    "replacing a worker",
)
CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < %s"""


class Server:
    """A server, and the service manager that starts it again when it is gone."""

    def __init__(self, url: str, workers: int, log: Path, verdict: Verdict) -> None:
        self.url = url
        self.workers = workers
        self.log = log
        self.verdict = verdict
        self.port = free_port()
        self.start()

    def start(self) -> None:
        self.process = start_server(self.url, self.port, log=self.log, workers=self.workers)

    def check(self) -> None:
        """Start the server again if it couldn't start. It needs the database only for that."""
        code = self.process.poll()
        if code is not None:
            self.verdict.failed_starts += 1
            if code != STARTUP_FAILURE:
                self.verdict.wrong.append(f"a server stopped by itself with exit code {code}")
            self.start()

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def terminate(self) -> None:
        self.process.terminate()
        try:
            code = self.process.wait(SLOW_SECONDS)
        except TimeoutExpired:
            self.verdict.wrong.append("a server didn't stop")
            self.kill()
        else:
            if code:
                self.verdict.wrong.append(f"a server stopped with exit code {code}")

    def wait_until(self, true: Callable[[], bool], otherwise: str) -> None:
        end = monotonic() + SLOW_SECONDS
        while not true():
            if monotonic() > end:
                self.verdict.wrong.append(otherwise)
                return
            sleep(0.05)
            self.check()

    def wait_until_ready(self) -> None:
        self.wait_until(lambda: answers(self.port), "a server doesn't answer")

    def wait_for_workers(self, without: int = 0) -> list[int]:
        """Wait until all workers run and the one with this process id doesn't. Gives their ids."""
        pids: list[int] = []

        def are_there() -> bool:
            pids[:] = sorted(worker_pids(self.process.pid) - {without})
            return len(pids) == self.workers

        self.wait_until(are_there, "a worker wasn't replaced")
        return pids


class Faults:
    def __init__(self, cluster: Cluster, url: str, servers: list[Server], dice: Random) -> None:
        self.cluster = cluster
        self.url = url
        self.servers = servers
        self.dice = dice
        self.tables: list[Table] = []
        self.kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "server killed": self.kill_server,
            "worker killed": self.kill_worker,
            "server stopped": self.stop_server,
            "server frozen": self.freeze_server,
            "database restarted": partial(self.restart_database, FAST),
            "database crashed": partial(self.restart_database, IMMEDIATE),
            "database connections cut": self.cut_backends,
            "players cut": self.cut_players,
        }

    def choose(self) -> Iterator[str]:
        """All kinds, in random order, again and again."""
        while True:
            yield from self.dice.sample(list(self.kinds), len(self.kinds))

    async def kill_server(self) -> None:
        server = self.dice.choice(self.servers)
        await asyncio.to_thread(server.kill)
        server.start()

    async def stop_server(self) -> None:
        server = self.dice.choice(self.servers)
        await asyncio.to_thread(server.wait_until_ready)
        await asyncio.to_thread(server.terminate)
        server.start()

    async def freeze_server(self) -> None:
        server = self.dice.choice(self.servers)
        os.killpg(server.process.pid, signal.SIGSTOP)
        await asyncio.sleep(self.dice.uniform(*FROZEN_SECONDS))
        os.killpg(server.process.pid, signal.SIGCONT)

    async def kill_worker(self) -> None:
        server = next(server for server in self.servers if server.workers > 1)
        killed = self.dice.choice(await asyncio.to_thread(server.wait_for_workers))
        with suppress(ProcessLookupError):  # it has just found no database
            os.kill(killed, signal.SIGKILL)
        await asyncio.to_thread(server.wait_for_workers, without=killed)

    async def restart_database(self, how: signal.Signals) -> None:
        await asyncio.to_thread(self.cluster.stop, how)
        await asyncio.sleep(self.dice.uniform(*DOWN_SECONDS))
        await asyncio.to_thread(self.cluster.start)

    async def cut_backends(self) -> None:
        """Cut all connections to the database, or half of them."""

        def cut() -> None:
            with psycopg.connect(self.url) as connection:
                connection.execute(CUT, [share])

        share = self.dice.choice((0.5, 1.0))
        await asyncio.to_thread(cut)

    async def cut_players(self) -> None:
        """Cut the connections of all players, or of half of them."""
        players = [player for table in self.tables for player in table.players]
        share = self.dice.choice((2, 1))
        for player in self.dice.sample(players, len(players) // share):
            player.cut()


async def run(folder: Path, faults: int, tables: int, seed: int = 0) -> Verdict:
    """Play at tables while servers, databases and connections fail."""
    dice, verdict, servers = Random(seed), Verdict(), list[Server]()
    with Cluster(safe=True) as cluster:
        url = cluster.new_database()
        try:
            for number, workers in enumerate((1, WORKERS)):
                servers.append(Server(url, workers, folder / f"log{number}", verdict))
                await asyncio.to_thread(servers[-1].wait_until_ready)
            injector = Faults(cluster, url, servers, dice)
            async with playing([server.port for server in servers], tables, verdict) as made:
                injector.tables = made
                for _, kind in zip(range(faults), injector.choose(), strict=False):
                    await asyncio.sleep(dice.uniform(*PAUSE_SECONDS))
                    for server in servers:
                        server.check()
                    await injector.kinds[kind]()
                    verdict.faults[kind] += 1
                for server in servers:
                    await asyncio.to_thread(server.wait_until_ready)
            for server in servers:
                await asyncio.to_thread(server.terminate)
        finally:
            for server in servers:
                if server.process.poll() is None:
                    server.kill()
        for server in servers:
            check_log(server.log, verdict, EXPECTED)
        compare(url, made, verdict)
    return verdict
