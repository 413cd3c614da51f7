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

from nodarium.cli.command import Command, Parser, check_at_least, help_text, integer, metavar
from nodarium.cli.database import add_storage_arguments
from nodarium.cli.paths import default_database
from nodarium.core.errors import BadOption
from nodarium.core.language import ENGLISH, use_language
from nodarium.core.message import say

DEFAULT_PORT = 8000
BROWSER_DELAY_SECONDS = 1.5  # until the server answers
RETENTION = (
    ("guests", 90, say("cli-serve-help-retention-guests", default="90")),
    ("chats", 365, say("cli-serve-help-retention-chats", default="365")),
    ("tables", 30, say("cli-serve-help-retention-tables", default="30")),
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
        raise BadOption(say("cli-needs-package", package=str(error.name), extra="server")) from None
    check_at_least("--workers", args.workers, 1)
    for name in ("guests", "chats", "tables"):
        check_at_least(f"--retention-{name}", getattr(args, f"retention_{name}"), 0)
    if args.workers > 1 and not (args.database or "").startswith("postgresql"):
        raise BadOption(say("cli-workers-need-postgresql"))
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
        print(say("cli-database-migrated"))
        return 0
    with serving_metrics(args):
        listener = bind(args.host, args.port)
        print(say("cli-serving-at", address=address(listener)), flush=True)
        if sys.stdout.isatty():
            print(say("cli-serving-until"), flush=True)
        if not (FOLDER / "index.html").exists():
            print(say("cli-page-not-built"), flush=True)
        if args.open and has_display():
            Timer(BROWSER_DELAY_SECONDS, webbrowser.open, [address(listener)]).start()
        with use_language(ENGLISH):  # for logs
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
    network = parser.add_group(say("cli-heading-network"))
    network.add_argument("--host", default="127.0.0.1", help=help_text(say("cli-serve-help-host")))
    network.add_argument(
        "--port",
        metavar="N",
        type=integer,
        default=DEFAULT_PORT,
        help=help_text(say("cli-serve-help-port", default=str(DEFAULT_PORT))),
    )
    network.add_argument(
        "--allow-origin",
        metavar="URL",
        action="append",
        default=[],
        help=help_text(say("cli-serve-help-allow-origin")),
    )
    network.add_argument(
        "--trust-proxy",
        metavar=metavar("ADDRESS"),
        action="append",
        default=[],
        help=help_text(say("cli-serve-help-trust-proxy")),
    )
    network.add_argument("--secure-cookies", action="store_true", help=help_text(say("cli-serve-help-secure-cookies")))
    mail = parser.add_group(say("cli-heading-mail"))
    mail.add_argument(
        "--smtp",
        metavar="URL",
        default=os.environ.get("NODARIUM_SMTP", ""),
        help=help_text(say("cli-serve-help-smtp")),
    )
    mail.add_argument(
        "--mail-from", metavar=metavar("ADDRESS"), default="", help=help_text(say("cli-serve-help-mail-from"))
    )
    mail.add_argument(
        "--public-url",
        metavar="URL",
        default="",
        help=help_text(say("cli-serve-help-public-url")),
    )
    storage = parser.add_group(say("cli-heading-storage"))
    add_storage_arguments(storage)
    storage.add_argument(
        "--workers",
        metavar="N",
        type=integer,
        default=1,
        help=help_text(say("cli-serve-help-workers", default="1")),
    )
    storage.add_argument(
        "--relaxed-durability", action="store_true", help=help_text(say("cli-serve-help-relaxed-durability"))
    )
    storage.add_argument("--migrate", action="store_true", help=help_text(say("cli-serve-help-migrate")))
    retention = parser.add_group(say("cli-heading-retention"), say("cli-serve-retention"))
    for name, days, text in RETENTION:
        retention.add_argument(
            f"--retention-{name}", metavar=metavar("DAYS"), type=integer, default=days, help=help_text(text)
        )
    monitoring = parser.add_group(say("cli-heading-monitoring"))
    monitoring.add_argument(
        "--metrics-port", metavar="N", type=integer, help=help_text(say("cli-serve-help-metrics-port"))
    )
    monitoring.add_argument(
        "--metrics-host",
        metavar="HOST",
        default="127.0.0.1",
        help=help_text(say("cli-serve-help-metrics-host")),
    )
    other = parser.add_group(say("cli-heading-other"))
    other.add_argument("--open", action="store_true", help=help_text(say("cli-serve-help-open")))
    parser.add_help_argument(other)


SERVE = Command(
    "serve",
    say("cli-serve-summary"),
    "[options]",
    _arguments,
    run,
    (
        "--open",
        "--host 0.0.0.0 --port 80 --data-dir /srv/nodarium --secure-cookies",
        "--database postgresql://nodarium@db/nodarium --workers 4",
        "--data-dir new --migrate",
    ),
    details=say("cli-serve-details"),
    notes=say("cli-serve-notes"),
    renamed={
        "--folder": "--data-dir",
        "--processes": "--workers",
        "--quick": "--relaxed-durability",
        "--https": "--secure-cookies",
        "--origin": "--allow-origin",
        "--check": "--migrate",
    },
)
