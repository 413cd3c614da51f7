"""Health, readiness and metrics, of one process and of several."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import socket

import httpx
import pytest
from prometheus_client import REGISTRY, generate_latest

from nodarium.server import write_check
from nodarium.server.launcher import SHUTDOWN_SECONDS
from tests.cli.command import Command
from tests.server.play import OPEN_GAMES
from tests.server.postgres import Cluster
from tests.server.running import PATIENCE, Running, wait_until

pytestmark = pytest.mark.slow
Start = Callable[..., Running]
GAME = OPEN_GAMES[0]
ROOT = Path(__file__).parents[2]


def sample(page: str, line: str) -> float:
    found = re.search(rf"^{re.escape(line)} (\S+)$", page, re.MULTILINE)
    return float(found[1]) if found else 0.0


def free_port() -> int:
    with socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
        return port


def test_health_and_readiness(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    assert ann.http.get("/health").json() == {"alive": True}
    assert ann.http.get("/ready").json() == {"ready": True}
    running.services.ready = False
    assert ann.http.get("/ready").status_code == 503
    running.services.ready = True


def test_metrics_are_not_public(sqlite_url: str, start: Start) -> None:
    assert httpx.get(f"{start(sqlite_url).address}/metrics").status_code == 404


def test_readiness_reports_that_the_database_cannot_be_written(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_check, "WRITE_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(write_check, "CACHE_SECONDS", 0.0)
    running = start(sqlite_url, heartbeat_seconds=1000.0)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = httpx.get(f"{running.address}/ready")
        assert (answer.status_code, answer.json()) == (503, {"ready": False})
        assert httpx.get(f"{running.address}/health").status_code == 200  # reading isn't writing
        assert sample(generate_latest(REGISTRY).decode(), "nodarium_database_writable") == 0
        other.execute("ROLLBACK")
    wait_until(lambda: httpx.get(f"{running.address}/ready").status_code == 200)


def test_readiness_does_not_write_at_every_request(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, heartbeat_seconds=1000.0)
    name = "nodarium_commit_seconds_count"
    httpx.get(f"{running.address}/ready")
    before = sample(generate_latest(REGISTRY).decode(), name)
    with httpx.Client(base_url=running.address) as http:
        for _ in range(50):
            assert http.get("/ready").status_code == 200
    assert sample(generate_latest(REGISTRY).decode(), name) - before < 25


def test_latency_and_counts_are_by_route(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    before = generate_latest(REGISTRY).decode()
    table = ann.open(GAME, "me", "me")
    for _ in range(3):
        ann.look(table)
    ann.do(table, "resign")
    ann.http.get("/api/tables/nothing")
    ann.http.request("BREW", "/api/tables/nothing")
    page = generate_latest(REGISTRY).decode()

    def grown(line: str) -> float:
        return sample(page, line) - sample(before, line)

    assert grown('nodarium_http_requests_total{method="GET",route="/api/tables/{table}",status="200"}') == 3
    assert grown('nodarium_http_requests_total{method="GET",route="/api/tables/{table}",status="404"}') == 1
    assert grown('nodarium_http_request_seconds_count{method="GET",route="/api/tables/{table}"}') == 4
    assert grown('nodarium_table_request_seconds_count{kind="resign"}') == 1
    assert grown('nodarium_refused_total{code="not-found"}') == 1
    assert 'method="BREW"' not in page
    wait_until(lambda: sample(generate_latest(REGISTRY).decode(), "nodarium_loop_lag_seconds_count") > 0)


@contextmanager
def served(*words: str) -> Iterator[tuple[str, str]]:
    """Run a server with metrics; yields its address and that of the metrics."""
    port = free_port()
    command = [sys.executable, "-m", "nodarium", "serve", "--port", "0", "--metrics-port", str(port), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().split()[-1]
            wait_until(lambda: is_ready(address), 6 * PATIENCE)
            yield address, f"http://127.0.0.1:{port}/metrics"
        finally:
            process.terminate()
            process.wait(SHUTDOWN_SECONDS + 6 * PATIENCE)


def is_ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/ready").status_code == 200
    except httpx.TransportError:
        return False


def test_one_process_serves_its_metrics_on_their_own_port(tmp_path: Path) -> None:
    with served("--data-dir", str(tmp_path)) as (address, metrics):
        httpx.post(f"{address}/api/me", json={"name": "Ann"})
        page = httpx.get(metrics).text
        assert sample(page, 'nodarium_http_requests_total{method="POST",route="/api/me",status="200"}') == 1
        assert httpx.get(f"{address}/metrics").status_code == 404


def test_the_metrics_of_several_processes_are_added_up(cluster: Cluster) -> None:
    with served("--database", cluster.new_database(), "--workers", "2") as (address, metrics):
        line = 'nodarium_http_requests_total{method="GET",route="/health",status="200"}'
        for _ in range(30):  # each on its own connection, to either process
            assert httpx.get(f"{address}/health").status_code == 200
        wait_until(lambda: sample(httpx.get(metrics).text, "nodarium_database_writable") == 1)  # of both
        page = httpx.get(metrics).text
        assert sample(page, line) == 30
        assert "pid=" not in page  # the sum, not one line for each process


def test_a_metrics_port_in_use_is_an_error(nodarium_command: Command) -> None:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = nodarium_command("serve", "--port", "0", "--metrics-port", str(taken.getsockname()[1]))
    assert result.code == 2
    assert "--metrics-port" in result.err


# ---- files for Prometheus and Grafana ----


def known_metrics() -> set[str]:
    families = [family for family in REGISTRY.collect() if family.name.startswith("nodarium_")]
    suffixes = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
    return {family.name + suffix for family in families for suffix in suffixes[family.type]}


def test_alerts_and_dashboard_use_existing_metrics() -> None:
    folder = ROOT / "deploy/monitoring"
    alerts = (folder / "alerts.yml").read_text("utf-8")
    dashboard = (folder / "dashboard.json").read_text("utf-8")
    for text in (alerts, dashboard):
        used = set(re.findall(r"\bnodarium_\w+", text))
        assert used
        assert used <= known_metrics()
    shown = {name for panel in json.loads(dashboard)["panels"] for name in re.findall(r"nodarium_\w+", str(panel))}
    for wanted in ("http_request_seconds", "loop_lag_seconds", "write_queue", "commit_seconds", "refused"):
        assert any(name.startswith(f"nodarium_{wanted}") for name in shown)
