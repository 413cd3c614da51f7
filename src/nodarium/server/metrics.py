"""Metrics for Prometheus. With several processes, each stores its numbers in files, and `serve` adds
them up.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msgspec import Struct
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, Metric, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from nodarium.core.errors import BadOption, os_error_text
from nodarium.core.message import say

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it when it is imported

EVENTS = Counter("nodarium_events", "events appended by this process", ["kind"])
REFUSED = Counter("nodarium_refused", "requests refused with an error", ["code"])
REQUESTS = Counter("nodarium_http_requests", "HTTP responses", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "nodarium_http_request_seconds",
    "time from an HTTP request to its response, without those that wait for an event",
    ["method", "route"],
    buckets=[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10],
)
TABLE_REQUEST_SECONDS = Histogram(
    "nodarium_table_request_seconds",
    "time from a request at a table, over HTTP or a WebSocket, to its commit",
    ["kind"],
    buckets=[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10],
)
COMMIT_SECONDS = Histogram(
    "nodarium_commit_seconds",
    "duration of a commit",
    buckets=[0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
)
COMMIT_SIZE = Histogram("nodarium_commit_size", "jobs in one commit", buckets=[1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
SOCKETS = Gauge("nodarium_sockets", "connected WebSockets", multiprocess_mode="livesum")
TABLES = Gauge("nodarium_tables", "tables in memory", multiprocess_mode="livesum")
BOTS_RUNNING = Gauge("nodarium_bots_running", "bots that are searching", multiprocess_mode="livesum")
BOTS_PENDING = Gauge("nodarium_bots_pending", "bots that wait for a free thread", multiprocess_mode="livesum")
BOT_MOVE_SECONDS = Histogram(
    "nodarium_bot_move_seconds", "time from a bot's turn to its move", buckets=[0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
)
LOOP_LAG = Histogram(
    "nodarium_loop_lag_seconds",
    "how late the event loop runs a timer",
    buckets=[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
)
WRITE_QUEUE = Gauge("nodarium_write_queue", "jobs that wait for the next commit", multiprocess_mode="livesum")
DATABASE_WRITABLE = Gauge(
    "nodarium_database_writable", "whether the last readiness check could write (1 or 0)", multiprocess_mode="livemin"
)


@cache
def events_of(kind: str) -> Counter:
    return EVENTS.labels(kind)


@cache
def table_requests_of(request: type[Struct]) -> Histogram:
    return TABLE_REQUEST_SECONDS.labels(request.__struct_config__.tag)


def serve(host: str, port: int, folder: str | None = None) -> None:
    """Serve the metrics of this process on a port of their own; with a folder, those of all processes that use it."""
    registry = REGISTRY
    if folder is not None:
        registry = CollectorRegistry()
        registry.register(LiveProcesses(folder))
    try:
        start_http_server(port, host, registry)
    except (OSError, OverflowError) as error:
        reason = os_error_text(error)
        raise BadOption(say("server-cannot-serve-metrics", host=host, port=str(port), reason=reason)) from None


class LiveProcesses(Collector):
    """Adds up the numbers of all processes, and forgets the gauges of those that have ended."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.collector = MultiProcessCollector(None, folder)  # type: ignore[no-untyped-call]

    def collect(self) -> Iterable[Metric]:
        for pid in {path.stem.rpartition("_")[2] for path in Path(self.folder).glob("gauge_live*.db")}:
            if not is_alive(int(pid)):
                mark_process_dead(pid, self.folder)  # type: ignore[no-untyped-call]
        found: Iterable[Metric] = self.collector.collect()  # type: ignore[no-untyped-call]
        return found


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        return True
    return True
