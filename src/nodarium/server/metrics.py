"""What is counted, for Prometheus."""

from __future__ import annotations

from functools import cache

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, generate_latest

EVENTS = Counter("nodarium_events", "events that were kept", ["kind"])
REFUSED = Counter("nodarium_refused", "requests that were refused", ["code"])
REQUESTS = Counter("nodarium_http_requests", "answers over HTTP", ["method", "status"])
COMMIT_SECONDS = Histogram(
    "nodarium_commit_seconds", "time for a commit", buckets=[0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2]
)
COMMIT_SIZE = Histogram(
    "nodarium_commit_size", "what was committed together", buckets=[1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
)
SOCKETS = Gauge("nodarium_sockets", "connected WebSockets")
TABLES = Gauge("nodarium_tables", "tables in memory")
BOTS_RUNNING = Gauge("nodarium_bots_thinking", "bots that think")
BOTS_PENDING = Gauge("nodarium_bots_waiting", "bots that think, or wait until they may")
BOT_MOVE_SECONDS = Histogram(
    "nodarium_thought_seconds", "time from a bot's turn to its move", buckets=[0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
)


@cache
def events_of(kind: str) -> Counter:
    return EVENTS.labels(kind)


def page() -> bytes:
    return generate_latest(REGISTRY)
