"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Rate:
    """A burst of requests at once, and a steady rate after it."""

    burst: float
    per_second: float

    def times(self, factor: float) -> Rate:
        return Rate(self.burst * factor, self.per_second * factor)


@dataclass(frozen=True)
class Limits:
    body_bytes: int = 64 * 1024
    message_bytes: int = 8 * 1024  # of a WebSocket message
    tables: int = 20_000  # open or being played, in all
    tables_per_user: int = 50  # open or being played, of one host
    tables_per_network: int = 500  # open or being played, opened by guests of one network
    account_tables_per_network: int = 2000  # the same, opened by people with accounts
    bot_tables: int = 100  # being played by bots alone, in all
    bot_tables_per_creator: int = 5  # of one user with an account, or of the guests of one address
    sockets: int = 10_000  # in one process
    sockets_per_user: int = 40
    sockets_per_address: int = 400
    wait_seconds: float = 30.0  # the longest wait of a long poll
    requests: Rate = Rate(100, 20)  # of one user
    address: Rate = Rate(400, 100)  # requests from one address
    frames: Rate = Rate(1000, 250)  # of WebSockets from one address: messages, their fragments, pings and pongs
    reports: Rate = Rate(5, 0.01)  # of one user
    chat: Rate = Rate(5, 0.5)  # of one user
    # These are shared by all processes. A network (see `addresses.py`) may do more than one of its addresses.
    network_factor: float = 4.0
    new_tables: Rate = Rate(20, 0.2)  # of one user
    address_tables: Rate = Rate(40, 0.2)  # new tables from one address
    new_users: Rate = Rate(20, 0.2)  # from one address
    passwords: Rate = Rate(10, 0.2)  # attempts from one address
    custom_texts: Rate = Rate(10, 1 / 300)  # tables with custom cards or maps from one address
    all_custom_texts: Rate = Rate(1000, 1 / 60)  # the same for all; each stays in memory, with up to 2 kB
    aborts: Rate = Rate(5, 1 / 600)  # of games that one user has started


NO_LIMIT = Rate(1e9, 1e9)
BENCHMARK_LIMITS = Limits(
    requests=NO_LIMIT,
    address=NO_LIMIT,
    frames=NO_LIMIT,
    chat=NO_LIMIT,
    new_tables=NO_LIMIT,
    address_tables=NO_LIMIT,
    new_users=NO_LIMIT,
    passwords=NO_LIMIT,
    reports=NO_LIMIT,
    custom_texts=NO_LIMIT,
    all_custom_texts=NO_LIMIT,
    aborts=NO_LIMIT,
    tables_per_user=100_000,
    tables_per_network=100_000,
    account_tables_per_network=100_000,
    bot_tables=100_000,
    bot_tables_per_creator=100_000,
    sockets_per_user=100_000,
    sockets_per_address=100_000,
)


@dataclass(frozen=True)
class Retention:
    """How many days the server keeps what nobody needs; 0 keeps it for ever."""

    guests: int = 90  # guests without games, after their last request
    chats: int = 365  # chat messages of finished games and closed reports, after the last event at the table
    tables: int = 30  # tables that were closed before the first move


@dataclass(frozen=True)
class ServerSettings:
    database: str
    synchronous: Literal["FULL", "NORMAL"] = "FULL"  # SQLite: with NORMAL a power cut may lose the last moves
    secure_cookies: bool = False  # send cookies over https only
    public_url: str = ""  # such as https://play.example.org; for links in mails, and for passkeys
    smtp_url: str = ""  # such as smtp://user:password@host:587; without it the server sends no mail
    mail_from: str = ""  # the address that mails come from
    allowed_origins: tuple[str, ...] = ()  # other sites whose pages may use this server
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For header counts
    bot_threads: int = 0  # bots that search at the same time; 0 for four per core
    heartbeat_seconds: float = 2.0  # a process that misses five heartbeats in a row counts as dead
    disconnect_grace_seconds: float = 10.0  # a player without a connection for this long counts as disconnected
    handover_seconds: float = 30.0  # how long a new version waits for an older one to stop
    limits: Limits = field(default_factory=Limits)
    retention: Retention = Retention()
