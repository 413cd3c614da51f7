"""`nodarium serve`: lets people and bots play over the network."""

from __future__ import annotations

import os
import sys
import webbrowser
from argparse import Namespace
from pathlib import Path
from threading import Timer

from nodarium.cli.command import Command, Parser, number
from nodarium.core.errors import BadOption

PORT = 8000
WARM_UP = 1.5  # seconds, until a browser will find the server


def run(args: Namespace) -> int:
    try:
        from nodarium.server.http.static import FOLDER
        from nodarium.server.launcher import address, bind, run, run_workers
        from nodarium.server.settings import ServerSettings
        from nodarium.server.store import Store
    except ImportError as error:
        raise BadOption(f"The server needs {error.name}: install nodarium[server].") from None
    if args.processes < 1:
        raise BadOption(f"A server needs one process or more, not {args.processes}.")
    if args.processes > 1 and not (args.database or "").startswith("postgresql"):
        raise BadOption("Several processes need a PostgreSQL database: --database postgresql://user@host/name.")
    settings = ServerSettings(
        database=args.database or f"sqlite:///{own_file(args.folder)}",
        synchronous="NORMAL" if args.quick else "FULL",
        secure_cookies=args.https,
        allowed_origins=tuple(args.origin),
    )
    store = Store(settings.database)
    try:
        store.migrate()  # what is wrong with it is said before anybody connects
    finally:
        store.dispose()
    if args.check:
        print("The database is ready.")
        return 0
    place = bind(args.host, args.port, shared=args.processes > 1)
    print(f"Nodarium is at {address(place)}", flush=True)
    if sys.stdout.isatty():
        print("Ctrl+C stops it; all games are kept.", flush=True)
    if not (FOLDER / "index.html").exists():
        print("The page is not built here, so only programs can play: `make page` builds it.", flush=True)
    if args.open and has_screen():
        Timer(WARM_UP, webbrowser.open, [address(place)]).start()
    if args.processes > 1:
        run_workers(settings, args.host, place.getsockname()[1], args.processes)
    else:
        run(settings, place)
    return 0


def has_screen() -> bool:
    """Whether a browser has something to show itself on."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def own_file(folder: str | None) -> Path:
    """The database among the person's own files, or in a folder of their choice."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    path = Path(folder) if folder else Path(state, "nodarium", "server")
    path.mkdir(parents=True, exist_ok=True)
    return (path / "nodarium.db").absolute()


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", help="where to listen; 0.0.0.0 for everywhere; usually this machine"
    )
    parser.add_argument(
        "--port", metavar="N", type=number, default=PORT, help=f"usually {PORT}; 0 for any that is free"
    )
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--folder", metavar="FOLDER", help="where all games are kept, in a file of SQLite")
    kept.add_argument("--database", metavar="URL", help="a PostgreSQL database instead: postgresql://user@host/name")
    parser.add_argument("--processes", metavar="N", type=number, default=1, help="with PostgreSQL; usually 1")
    parser.add_argument("--quick", action="store_true", help="with SQLite: the last moves may be lost if power is")
    parser.add_argument("--https", action="store_true", help="cookies are for https only; a proxy has to provide it")
    parser.add_argument(
        "--origin", metavar="URL", action="append", default=[], help="another site whose pages may play here"
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser, if there is one")
    parser.add_argument("--check", action="store_true", help="bring the database up to date, and stop")


SERVE = Command("serve", "let people and bots play over the network", _arguments, run, ("--folder new --check",))
