"""`nodarium serve`: the web page and the API."""

from __future__ import annotations

import os
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from threading import Timer

from nodarium.cli.command import Command, Parser, check_at_least, integer
from nodarium.cli.paths import default_database
from nodarium.core.errors import BadOption

DEFAULT_PORT = 8000
BROWSER_DELAY_SECONDS = 1.5  # until the server answers
RETENTION = (
    ("guests", 90, "guests without games, after their last visit"),
    ("chats", 365, "chats of finished games"),
    ("tables", 30, "tables that were closed before the first move"),
)


def run(args: Namespace) -> int:
    try:
        from nodarium.server.addresses import check_proxies
        from nodarium.server.http.static import FOLDER
        from nodarium.server.launcher import address, bind, run, run_workers
        from nodarium.server.mail import check_mail
        from nodarium.server.settings import Retention, ServerSettings
        from nodarium.server.store import Store
        from nodarium.server.store.private_files import make_private_folder
    except ImportError as error:
        raise BadOption(f"The server needs {error.name}. Install nodarium[server].") from None
    check_at_least("--workers", args.workers, 1)
    for name in ("guests", "chats", "tables"):
        check_at_least(f"--retention-{name}", getattr(args, f"retention_{name}"), 0)
    if args.workers > 1 and not (args.database or "").startswith("postgresql"):
        raise BadOption("More than one worker needs PostgreSQL. Add --database postgresql://user@host/name.")
    database = args.database
    if not database:
        path = default_database(args.data_dir)
        make_private_folder(path.parent)
        database = f"sqlite:///{path}"
    settings = ServerSettings(
        database=database,
        synchronous="NORMAL" if args.relaxed_durability else "FULL",
        secure_cookies=args.secure_cookies,
        allowed_origins=tuple(args.allow_origin),
        retention=Retention(guests=args.retention_guests, chats=args.retention_chats, tables=args.retention_tables),
        public_url=args.public_url,
        smtp_url=args.smtp,
        mail_from=args.mail_from,
        trusted_proxies=check_proxies(tuple(args.trust_proxy)),
    )
    check_mail(settings)
    store = Store(settings.database)
    try:
        store.migrate()  # reports a problem with the database before anyone connects
    finally:
        store.dispose()
    if args.migrate:
        print("The database is up to date.")
        return 0
    with serving_metrics(args):
        listener = bind(args.host, args.port)
        print(f"Nodarium is at {address(listener)}", flush=True)
        if sys.stdout.isatty():
            print("Press Ctrl+C to stop it. All games are saved.", flush=True)
        if not (FOLDER / "index.html").exists():
            print("The web page isn't built, so only the API is available. Run `make page`.", flush=True)
        if args.open and has_display():
            Timer(BROWSER_DELAY_SECONDS, webbrowser.open, [address(listener)]).start()
        if args.workers > 1:
            return 0 if run_workers(settings, listener, args.workers) else 1
        run(settings, listener)
    return 0


@contextmanager
def serving_metrics(args: Namespace) -> Iterator[None]:
    """Serve metrics if the user wants them. Several workers share their numbers through files."""
    from nodarium.server import metrics

    if args.metrics_port is None:
        yield
    elif args.workers == 1:
        metrics.serve(args.metrics_host, args.metrics_port)
        yield
    else:
        with TemporaryDirectory(prefix="nodarium-metrics-") as folder:
            os.environ[metrics.FOLDER_VARIABLE] = folder  # the workers inherit it
            metrics.serve(args.metrics_host, args.metrics_port, folder)
            yield


def has_display() -> bool:
    """Whether a browser can open a window."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _arguments(parser: Parser) -> None:
    network = parser.add_argument_group("network")
    network.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; 0.0.0.0 for all interfaces (default: 127.0.0.1, this machine only)",
    )
    network.add_argument(
        "--port",
        metavar="N",
        type=integer,
        default=DEFAULT_PORT,
        help=f"port to listen on; 0 picks a free one (default: {DEFAULT_PORT})",
    )
    network.add_argument(
        "--allow-origin",
        metavar="URL",
        action="append",
        default=[],
        help="let pages of another site use this server; may be repeated",
    )
    network.add_argument(
        "--trust-proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="take clients' addresses from the X-Forwarded-For header of this proxy: an address, or a network such as "
        "10.0.0.0/8; may be repeated. Behind a proxy, rate limits count all clients as one without it",
    )
    network.add_argument(
        "--secure-cookies",
        action="store_true",
        help="send cookies over HTTPS only; use this behind a proxy that terminates HTTPS",
    )
    mail = parser.add_argument_group("mail")
    mail.add_argument(
        "--smtp",
        metavar="URL",
        default=os.environ.get("NODARIUM_SMTP", ""),
        help="mail server to recover passwords with: smtp://user:password@host:587, or smtps://…; to keep the password "
        "out of the process list, set NODARIUM_SMTP instead",
    )
    mail.add_argument("--mail-from", metavar="ADDRESS", default="", help="the address that mails come from")
    mail.add_argument(
        "--public-url",
        metavar="URL",
        default="",
        help="where people reach the server, such as https://play.example.org; for links in mails, and for passkeys",
    )
    storage = parser.add_argument_group("storage")
    database = storage.add_mutually_exclusive_group()
    database.add_argument(
        "--data-dir",
        metavar="DIR",
        help="directory of the SQLite database (default: ~/.local/state/nodarium/server)",
    )
    database.add_argument("--database", metavar="URL", help="use PostgreSQL instead: postgresql://user@host/name")
    storage.add_argument(
        "--workers",
        metavar="N",
        type=integer,
        default=1,
        help="server processes; more than one needs PostgreSQL (default: 1)",
    )
    storage.add_argument(
        "--relaxed-durability",
        action="store_true",
        help="SQLite only: faster; a power cut may lose the last moves",
    )
    storage.add_argument("--migrate", action="store_true", help="create or upgrade the database, then exit")
    retention = parser.add_argument_group("retention", "After how many days the server deletes something; 0 for never.")
    for name, days, text in RETENTION:
        retention.add_argument(
            f"--retention-{name}", metavar="DAYS", type=integer, default=days, help=f"{text} (default: {days})"
        )
    monitoring = parser.add_argument_group("monitoring")
    monitoring.add_argument(
        "--metrics-port", metavar="N", type=integer, help="serve metrics for Prometheus on this port (default: don't)"
    )
    monitoring.add_argument(
        "--metrics-host",
        metavar="HOST",
        default="127.0.0.1",
        help="address for the metrics (default: 127.0.0.1, this machine only)",
    )
    other = parser.add_argument_group("other")
    other.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_help_argument(other)


SERVE = Command(
    "serve",
    "serve the web page and the API",
    "[options]",
    _arguments,
    run,
    (
        "--open",
        "--host 0.0.0.0 --port 80 --data-dir /srv/nodarium --secure-cookies",
        "--database postgresql://nodarium@db/nodarium --workers 4",
        "--data-dir new --migrate",
    ),
    details="People and bots can then play over the network. By default, every move is on\ndisk before anyone sees it.",
    notes="Ctrl+C stops the server. Games and clocks resume when it starts again.",
    renamed={
        "--folder": "--data-dir",
        "--processes": "--workers",
        "--quick": "--relaxed-durability",
        "--https": "--secure-cookies",
        "--origin": "--allow-origin",
        "--check": "--migrate",
    },
)
