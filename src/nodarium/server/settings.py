"""What can be set about a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Rate:
    """So many at once, and after that so many a second."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    body_bytes: int = 64 * 1024  # bytes of a request
    message_bytes: int = 8 * 1024  # bytes of a WebSocket message
    tables: int = 20_000  # that are open or played at, in all
    tables_per_user: int = 50  # that one person has open
    sockets: int = 10_000  # in all, in one process
    sockets_per_user: int = 40  # of one person
    wait_seconds: float = 30.0  # seconds for which an answer over HTTP may wait
    requests: Rate = Rate(100, 20)  # of one person, of any kind
    address: Rate = Rate(400, 100)  # the same of one address
    opening: Rate = Rate(20, 0.2)  # tables, of one person
    people: Rate = Rate(20, 0.2)  # new people from one address
    passwords: Rate = Rate(10, 0.2)  # attempts from one address
    chat: Rate = Rate(5, 0.5)  # of one person


NO_LIMIT = Rate(1e9, 1e9)
BENCHMARK_LIMITS = Limits(
    requests=NO_LIMIT,
    address=NO_LIMIT,
    opening=NO_LIMIT,
    people=NO_LIMIT,
    passwords=NO_LIMIT,
    chat=NO_LIMIT,
    tables_per_user=100_000,
    sockets_per_user=100_000,
)  # for measurements


@dataclass(frozen=True)
class ServerSettings:
    database: str
    synchronous: Literal["FULL", "NORMAL"] = "FULL"  # with SQLite: whether a commit outlives a loss of power
    secure_cookies: bool = False  # whether cookies are for https only
    allowed_origins: tuple[str, ...] = ()  # other sites whose pages may open a WebSocket here
    bot_threads: int = 0  # bots that think at the same time; 0 for four to a core
    heartbeat_seconds: float = 2.0  # seconds between two signs of life; a process without five of them in a row is dead
    disconnect_grace_seconds: float = 10.0  # seconds without a connection after which a player counts as away
    limits: Limits = field(default_factory=Limits)
