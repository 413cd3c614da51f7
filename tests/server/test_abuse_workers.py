"""Workers that die: they are replaced, play goes on, and the parent reports a failure that lasts."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import psycopg
import pytest
from bench.server.machine import worker_pids

from tests.server.play import OPEN_GAMES
from tests.server.postgres import IMMEDIATE, Cluster
from tests.server.running import PATIENCE
from tests.server.test_launcher import Served, wait_until_both_serve

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def wait_for_workers(served: Served, gone: set[int]) -> set[int]:
    """Wait until two workers run, none of them among those that are gone."""
    end = monotonic() + 6 * PATIENCE
    while len(pids := worker_pids(served.process.pid)) < 2 or pids & gone:
        assert served.process.poll() is None, "the parent stopped"
        assert monotonic() < end, "the workers weren't replaced"
        sleep(0.1)
    return pids


def call(served: Served, method: str, path: str, **more: Any) -> httpx.Response:
    """Send a request on a new connection; try again while a worker is being replaced."""
    end = monotonic() + 6 * PATIENCE
    while True:
        try:
            answer = httpx.request(method, f"{served.address}{path}", timeout=PATIENCE, **more)
            if answer.status_code != 503:
                return answer
        except httpx.TransportError:
            pass
        assert monotonic() < end, "the server doesn't answer"
        sleep(0.05)


def test_a_killed_worker_is_replaced_and_play_goes_on(cluster: Cluster) -> None:
    served = Served("--database", cluster.new_database(), "--workers", "2")
    try:
        before = worker_pids(served.process.pid)
        assert len(before) == 2
        head = {"authorization": f"Bearer {call(served, 'POST', '/api/me', json={'name': 'Ann'}).json()['token']}"}
        new_table = {"game": OPEN_GAMES[0], "slots": [{"who": "me"}, {"who": "me"}]}
        table = call(served, "POST", "/api/tables", json=new_table, headers=head).json()["table"]["id"]
        for number, victim in enumerate(sorted(before)):
            os.kill(victim, signal.SIGKILL)
            move = call(served, "GET", f"/api/tables/{table}", headers=head).json()["now"]["legal_moves"][0]
            request = {"do": "move", "move": move, "request": f"after-{number}"}
            answer = call(served, "POST", f"/api/tables/{table}", json=request, headers=head)
            assert answer.status_code == 200, answer.text
        wait_for_workers(served, before)
        frame = call(served, "GET", f"/api/tables/{table}", headers=head).json()
        assert [event["kind"] for event in frame["events"]].count("moved") == 2
    finally:
        code, _ = served.end()
    assert code == 0


@pytest.mark.usefixtures("postgresql")
def test_a_worker_that_cannot_start_stops_no_other() -> None:
    """A worker dies while the database is down. Its replacement can't start, but the next one can."""
    with Cluster() as cluster:
        database = cluster.new_database()
        served = Served("--database", database, "--workers", "2")
        try:
            wait_until_both_serve(database)
            victim, survivor = sorted(worker_pids(served.process.pid))
            cluster.stop(IMMEDIATE)
            os.kill(victim, signal.SIGKILL)
            (failing,) = wait_for_workers(served, {victim}) - {survivor}
            wait_for_workers(served, {victim, failing})
            cluster.start()
            assert call(served, "POST", "/api/me", json={"name": "Ann"}).status_code == 200
            assert survivor in worker_pids(served.process.pid)
        finally:
            code, _ = served.end()
    assert code == 0


def test_the_parent_fails_if_workers_can_no_longer_start(cluster: Cluster) -> None:
    database = cluster.new_database()
    served = Served("--database", database, "--workers", "2")
    wait_until_both_serve(database)
    workers = worker_pids(served.process.pid)
    assert len(workers) == 2
    name = database.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    code, _ = served.wait()
    assert code == 1
