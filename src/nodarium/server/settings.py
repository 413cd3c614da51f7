"""What can be set about a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Rate:
    """So many at once, and after that so many a second."""

    burst: float
    second: float


@dataclass(frozen=True)
class Limits:
    body: int = 64 * 1024  # bytes of a request
    message: int = 8 * 1024  # bytes of a WebSocket message
    tables: int = 20_000  # that are open or played at, in all
    tables_each: int = 50  # that one person has open
    sockets: int = 10_000  # in all, in one process
    sockets_each: int = 40  # of one person
    wait: float = 30.0  # seconds for which an answer over HTTP may wait
    requests: Rate = Rate(100, 20)  # of one person, of any kind
    address: Rate = Rate(400, 100)  # the same of one address
    opening: Rate = Rate(20, 0.2)  # tables, of one person
    people: Rate = Rate(20, 0.2)  # new people from one address
    passwords: Rate = Rate(10, 0.2)  # attempts from one address
    chat: Rate = Rate(5, 0.5)  # of one person


PLENTY = Rate(1e9, 1e9)
UNLIMITED = Limits(
    requests=PLENTY,
    address=PLENTY,
    opening=PLENTY,
    people=PLENTY,
    passwords=PLENTY,
    chat=PLENTY,
    tables_each=100_000,
    sockets_each=100_000,
)  # for measurements


@dataclass(frozen=True)
class Settings:
    database: str
    synchronous: Literal["FULL", "NORMAL"] = "FULL"  # with SQLite: whether a commit outlives a loss of power
    secure: bool = False  # whether cookies are for https only
    origins: tuple[str, ...] = ()  # other sites whose pages may open a WebSocket here
    thinkers: int = 0  # bots that think at the same time; 0 for four to a core
    beat: float = 2.0  # seconds between two signs of life; a process without five of them in a row is dead
    grace: float = 10.0  # seconds without a connection after which a player counts as away
    limits: Limits = field(default_factory=Limits)
