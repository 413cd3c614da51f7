"""Starts the server: its listening socket, its log, and one process or several."""

from __future__ import annotations

import json
import logging
import multiprocessing
import signal
import socket
import sys
from datetime import UTC, datetime
from types import FrameType

import uvicorn

from nodarium.core.errors import BadOption, os_error_text
from nodarium.server.app import make_app
from nodarium.server.services import Services
from nodarium.server.settings import ServerSettings

SHUTDOWN_SECONDS = 10  # for open connections to finish
# The attributes that every log record has; all others were passed as `extra`.
STANDARD_ATTRIBUTES = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


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


class GracefulServer(uvicorn.Server):
    """Refuses new requests before it stops, so that nobody waits in vain."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self.services = services

    async def on_tick(self, counter: int) -> bool:
        """Stop also when a newer version takes over."""
        return await super().on_tick(counter) or self.services.handover.superseded

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.services.begin_shutdown()
        await super().shutdown(sockets)


def bind(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Bind a listening socket; with `shared`, several processes can bind the same address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        raise BadOption(
            f"Can't listen on {host}, port {port}: {os_error_text(error)}. Choose another with --port."
        ) from None
    return made


def address(made: socket.socket) -> str:
    host, port = made.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(settings: ServerSettings, listening: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again after its shutdown
    configure_logging()
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=settings.limits.message_bytes,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        backlog=4096,
    )
    server = GracefulServer(config, app.state.services)
    server.run(sockets=[listening])


def run_workers(settings: ServerSettings, host: str, port: int, workers: int) -> None:
    """Serve with several processes at one address; the operating system shares the connections among them."""
    context = multiprocessing.get_context("spawn")
    children = [context.Process(target=run_worker, args=(settings, host, port)) for _ in range(workers)]

    def pass_on(*_: int | FrameType | None) -> None:
        for child in children:
            if child.pid and child.is_alive():
                child.terminate()

    for child in children:
        child.start()
    signal.signal(signal.SIGTERM, pass_on)
    signal.signal(signal.SIGINT, pass_on)
    for child in children:
        child.join()


def run_worker(settings: ServerSettings, host: str, port: int) -> None:
    run(settings, bind(host, port, shared=True))
