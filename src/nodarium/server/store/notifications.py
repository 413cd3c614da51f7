"""Notifications between processes.

A line names its sender and then what happened: `process table:number table:number`, or `process lobby`. `rewritten:`,
`damaged:` and `repaired:` name a table whose events in memory may no longer be those in the database. PostgreSQL
delivers lines at once. With SQLite there is one server, but commands such as `nodarium admin` change its database too:
they insert lines into a table, which the server reads with each heartbeat.
"""

from __future__ import annotations

import logging
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterable, Sequence

import psycopg
from sqlalchemy import Connection, delete, insert, select

from nodarium.server.store.schema import OUTSIDE_LINES

CHANNEL = "nodarium"
MAX_LINE_BYTES = 7900  # PostgreSQL allows 8,000
RECONNECT_SECONDS = 1.0

log = logging.getLogger(__name__)


def lines(process: str, appended: Iterable[tuple[str, int]]) -> list[str]:
    """Announce the tables and the numbers of their new events in as few lines as possible."""
    made, line = [], process
    for table, number in appended:
        if len(line) > MAX_LINE_BYTES - 50:
            made.append(line)
            line = process
        line += f" {table}:{number}"
    return [*made, line]


def notify(connection: Connection, texts: Sequence[str]) -> None:
    for line in texts:
        connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, line))


def notify_server(connection: Connection, line: str) -> None:
    """Notify the running servers, from a program that isn't one of them."""
    if connection.dialect.name == "sqlite":
        connection.execute(insert(OUTSIDE_LINES), {"line": line})
    else:
        notify(connection, [line])


def read_outside_lines(connection: Connection) -> list[tuple[int, str]]:
    rows = connection.execute(select(OUTSIDE_LINES.c.id, OUTSIDE_LINES.c.line).order_by(OUTSIDE_LINES.c.id))
    return [(row.id, row.line) for row in rows]


def delete_outside_lines(connection: Connection, last: int) -> None:
    connection.execute(delete(OUTSIDE_LINES).where(OUTSIDE_LINES.c.id <= last))


class Listener:
    """A thread that passes other processes' lines to the event loop.

    Whenever it connects it passes an empty line, because lines may have been missed before.
    """

    def __init__(self, url: str, process: str, loop: AbstractEventLoop, on_notification: Callable[[str], None]) -> None:
        self.url = url
        self.process = process
        self.loop = loop
        self.on_notification = on_notification
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._listen, name="listener", daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.stopping.set()
        self.thread.join()

    def _listen(self) -> None:
        while not self.stopping.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._pass_on("")
                    while not self.stopping.is_set():
                        for message in connection.notifies(timeout=0.5):
                            self._pass_on(message.payload)
                            if self.stopping.is_set():
                                return
            except psycopg.Error:
                log.exception("lost the notification connection")
                self.stopping.wait(RECONNECT_SECONDS)

    def _pass_on(self, line: str) -> None:
        if line.partition(" ")[0] != self.process:
            try:
                self.loop.call_soon_threadsafe(self.on_notification, line)
            except RuntimeError:  # the loop is closed
                self.stopping.set()
