"""Metrics for Prometheus."""

from __future__ import annotations

from functools import cache

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, generate_latest

EVENTS = Counter("nodarium_events", "events appended by this process", ["kind"])
REFUSED = Counter("nodarium_refused", "requests refused with an error", ["code"])
REQUESTS = Counter("nodarium_http_requests", "HTTP responses", ["method", "status"])
COMMIT_SECONDS = Histogram(
    "nodarium_commit_seconds",
    "duration of a commit",
    buckets=[0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
)
COMMIT_SIZE = Histogram("nodarium_commit_size", "jobs in one commit", buckets=[1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
SOCKETS = Gauge("nodarium_sockets", "connected WebSockets")
TABLES = Gauge("nodarium_tables", "tables in memory")
BOTS_RUNNING = Gauge("nodarium_bots_running", "bots that are searching")
BOTS_PENDING = Gauge("nodarium_bots_pending", "bots that wait for a free thread")
BOT_MOVE_SECONDS = Histogram(
    "nodarium_bot_move_seconds", "time from a bot's turn to its move", buckets=[0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
)


@cache
def events_of(kind: str) -> Counter:
    return EVENTS.labels(kind)


def page() -> bytes:
    return generate_latest(REGISTRY)
