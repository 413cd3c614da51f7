"""`nodarium serve` as a process: its address, its log, how it stops."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from unittest.mock import Mock

import httpx
import psycopg
import pytest
import uvicorn

from nodarium.server import launcher
from nodarium.server.launcher import SHUTDOWN_SECONDS, Supervisor, Worker
from tests.cli.command import Command
from tests.server.play import OPEN_GAMES
from tests.server.postgres import Cluster
from tests.server.running import PATIENCE, wait_until

pytestmark = pytest.mark.slow


class Served:
    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "nodarium", "serve", "--port", "0", *words]
        self.log = TemporaryFile("w+")  # noqa: SIM115  # a pipe that nobody reads would fill up, and block the server
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[-1]
        wait_until(self.is_ready, 6 * PATIENCE)

    def is_ready(self) -> bool:
        assert self.process.poll() is None, "the server did not start"
        try:
            return httpx.get(f"{self.address}/ready", timeout=PATIENCE).status_code == 200
        except httpx.TransportError:
            return False

    def end(self) -> tuple[int, list[dict[str, object]]]:
        """Terminate the process, and return its exit code and its log."""
        self.process.send_signal(signal.SIGTERM)
        code, log = self.wait()
        return code, [json.loads(line) for line in log.splitlines()]

    def wait(self) -> tuple[int, str]:
        """Wait until the process ends; return its exit code and its log."""
        self.process.communicate(timeout=SHUTDOWN_SECONDS + 6 * PATIENCE)
        with self.log:
            self.log.seek(0)
            return self.process.returncode, self.log.read()


def wait_until_both_serve(database: str) -> None:
    """Wait for both of two workers; `Served` waits for one."""
    with psycopg.connect(database, autocommit=True) as connection:
        wait_until(lambda: connection.execute("SELECT FROM processes").rowcount == 2, 6 * PATIENCE)


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_the_server_stops_gracefully_on_sigterm(tmp_path: Path) -> None:
    served = Served()
    with httpx.Client(base_url=served.address, timeout=60) as http:
        http.post("/api/me", json={"name": "Ann"})
        table = http.post("/api/tables", json={"game": OPEN_GAMES[0]}).json()["table"]["id"]
        answers: list[httpx.Response] = []
        poll = f"/api/tables/{table}?after=1&wait=30"
        waiting = Thread(target=lambda: answers.append(http.get(poll)))
        waiting.start()
        httpx.get(f"{served.address}/health")  # meanwhile the poll arrives
        code, log = served.end()
        waiting.join()
    assert code == 0
    assert {"ready", "stopped"} <= {entry["message"] for entry in log}
    assert all(entry["level"] == "info" for entry in log)
    assert [answer.status_code for answer in answers] == [503]
    assert answers[0].json()["code"] == "unavailable"
    assert (tmp_path / "state/nodarium/server/nodarium.db").exists()


def test_several_workers_share_one_address(cluster: Cluster) -> None:
    database = cluster.new_database()
    served = Served("--database", database, "--workers", "2")
    wait_until_both_serve(database)
    token = httpx.post(f"{served.address}/api/me", json={"name": "Ann"}).json()["token"]
    head = {"authorization": f"Bearer {token}"}
    for _ in range(10):  # each on its own connection, to either process
        assert httpx.get(f"{served.address}/api/me", headers=head).json()["name"] == "Ann"
    code, log = served.end()
    assert code == 0
    ready = [entry["process"] for entry in log if entry["message"] == "ready"]
    assert len(set(ready)) == 2


def test_a_worker_has_time_to_start_but_must_answer_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def new_worker() -> Worker:
        worker = Worker(uvicorn.Config("app"), [])
        worker.process = Mock()  # runs, and answers when this test does
        worker.start()
        return worker

    worker = new_worker()
    assert worker.is_alive(0)
    assert not worker.is_ready(0)
    worker.child_conn.send(False)
    worker.child_conn.send(True)
    assert worker.is_alive(0)
    assert not worker.is_alive(0)
    monkeypatch.setattr(launcher, "IMPORT_SECONDS", -1)
    assert not new_worker().is_alive(0)


def test_no_worker_is_replaced_while_the_server_stops() -> None:
    supervisor = Supervisor(uvicorn.Config("app", workers=2), sockets=[])
    dead = Mock()
    dead.is_alive.return_value = False
    supervisor.processes = [dead, dead]
    supervisor.should_exit.set()
    supervisor.keep_subprocess_alive()
    assert supervisor.processes == [dead, dead]


def test_a_database_in_use_is_an_error(nodarium_command: Command, tmp_path: Path) -> None:
    served = Served("--data-dir", str(tmp_path))
    assert "Another server has" in nodarium_command.wrong("serve", "--data-dir", str(tmp_path))
    assert served.end()[0] == 0


def test_invalid_options_are_errors(nodarium_command: Command) -> None:
    assert "PostgreSQL" in nodarium_command.wrong("serve", "--workers", "2")
    assert "PostgreSQL" in nodarium_command.wrong("serve", "--workers", "2", "--database", "sqlite:///x.db")
    assert "at least 1" in nodarium_command.wrong("serve", "--workers", "0")
    assert "database" in nodarium_command.wrong("serve", "--database", "nonsense", "--migrate")
    assert "port 99999" in nodarium_command.wrong("serve", "--port", "99999")


def test_a_port_in_use_is_an_error(nodarium_command: Command, tmp_path: Path) -> None:
    served = Served()
    error = nodarium_command.wrong("serve", "--port", served.address.rpartition(":")[2], "--data-dir", str(tmp_path))
    assert "port" in error
    assert "Errno" not in error
    assert served.end()[0] == 0
