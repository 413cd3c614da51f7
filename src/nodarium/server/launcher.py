"""Starts the server: its listening socket, its log, and one process or several."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from time import monotonic
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from nodarium.core.errors import BadOption, os_error_text
from nodarium.core.message import say
from nodarium.server.app import make_app
from nodarium.server.protocols import LimitedHttpProtocol, LimitedWebSocketProtocol
from nodarium.server.settings import ServerSettings

SHUTDOWN_SECONDS = 10  # for open connections to finish
IMPORT_SECONDS = 120.0  # for a worker to import everything, on a busy machine; only then can it answer
# The attributes that every log record has; all others were passed as `extra`.
STANDARD_ATTRIBUTES = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}

log = logging.getLogger(__name__)


class JsonFormatter(logging.Formatter):
    """Formats each log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        entry |= {name: value for name, value in vars(record).items() if name not in STANDARD_ATTRIBUTES}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str)


def configure_logging() -> None:
    """Log lines of JSON to standard error; on a terminal, only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING if sys.stderr.isatty() else logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        reason = os_error_text(error)
        raise BadOption(say("server-cannot-listen", host=host, port=str(port), reason=reason)) from None
    return made


def address(made: socket.socket) -> str:
    host, port = made.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def server_config(settings: ServerSettings, app: FastAPI | Callable[[], FastAPI], **more: Any) -> uvicorn.Config:
    """The settings of uvicorn. Forwarded addresses count only if they come from a trusted proxy."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=LimitedHttpProtocol,
        ws=LimitedWebSocketProtocol,
        ws_per_message_deflate=False,
        ws_max_size=settings.limits.message_bytes,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        backlog=4096,
        **more,
    )


def run(settings: ServerSettings, listening: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again after its shutdown
    configure_logging()
    app = make_app(settings, stop=partial(os.kill, os.getpid(), signal.SIGTERM))
    uvicorn.Server(server_config(settings, app)).run(sockets=[listening])


class Worker(Process):
    """A process that may take its time until it first answers; uvicorn kills one that takes 5 seconds."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self.has_answered = False
        self.give_up_at = monotonic() + IMPORT_SECONDS

    def start(self) -> None:
        super().start()
        self.parent_conn.send(b"ping")

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        assert self.server  # made here, because two threads are about to ask for it
        super().target(sockets)

    def is_alive(self, timeout: float = 5) -> bool:
        if not self.has_answered:
            if not self.parent_conn.poll():
                return self.process.is_alive() and monotonic() < self.give_up_at
            self.parent_conn.recv()
            self.has_answered = True
        return super().is_alive(timeout)

    def is_ready(self, timeout: float = 5) -> bool:
        return self.has_answered and super().is_ready(timeout)


class Supervisor(Multiprocess):
    """Replaces workers that die, and stops if one can't start while no other serves.

    uvicorn would stop in any case, and end healthy workers because the database was down for a moment.
    """

    has_failed = False

    def init_processes(self) -> None:
        self.processes = [Worker(self.config, self.sockets) for _ in range(self.processes_num)]
        for process in self.processes:
            process.start()

    def keep_subprocess_alive(self) -> None:
        seconds = self.config.timeout_worker_healthcheck
        for number, process in enumerate(self.processes):
            if self.should_exit.is_set() or process.is_alive(seconds):
                continue
            process.kill()
            process.join()
            if process.exitcode == STARTUP_FAILURE and not any(one.is_ready(seconds) for one in self.processes):
                self.has_failed = True
                self.should_exit.set()
                return
            log.warning("replacing a worker", extra={"worker": process.pid, "exit_code": process.exitcode})
            self.processes[number] = Worker(self.config, self.sockets)
            self.processes[number].start()


def run_workers(settings: ServerSettings, listening: socket.socket, workers: int) -> bool:
    """Serve with several processes that share one socket. Returns False if they couldn't start."""
    configure_logging()
    config = server_config(settings, partial(make_worker, settings), factory=True, workers=workers)
    supervisor = Supervisor(config, sockets=[listening])
    supervisor.run()
    return not supervisor.has_failed


def make_worker(settings: ServerSettings) -> FastAPI:
    configure_logging()
    supervisor = multiprocessing.parent_process()
    assert supervisor, "this runs in a worker"
    assert supervisor.pid
    return make_app(settings, stop=partial(os.kill, supervisor.pid, signal.SIGTERM))  # it would replace one worker
