"""The database of a server, for commands that work on it while the server runs or doesn't."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nodarium.cli.command import Parser, help_text, metavar
from nodarium.cli.paths import default_database
from nodarium.core.errors import BadOption
from nodarium.core.message import say

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from nodarium.server.store import Store


def add_database_arguments(parser: Parser) -> None:
    add_storage_arguments(parser.add_group(say("cli-heading-storage")))


def add_storage_arguments(group: Any) -> None:
    storage = group.add_mutually_exclusive_group()
    storage.add_argument("--data-dir", metavar=metavar("DIR"), help=help_text(say("cli-help-data-dir")))
    storage.add_argument("--database", metavar="URL", help=help_text(say("cli-help-database")))


def sqlite_path(args: Namespace) -> Path:
    """The SQLite file of the server."""
    if args.database:
        if not args.database.startswith("sqlite:///"):
            raise BadOption(say("cli-sqlite-only"))
        return Path(args.database.removeprefix("sqlite:///"))
    return default_database(args.data_dir)


def database_url(args: Namespace) -> str:
    return args.database or f"sqlite:///{default_database(args.data_dir)}"


@contextmanager
def transaction(args: Namespace) -> Iterator[Connection]:
    """A transaction on the server's database. The server may be running, and waits until it ends."""
    with _store(args) as store, store.write_engine.begin() as connection:
        check_current(connection)
        yield connection


@contextmanager
def reading(args: Namespace) -> Iterator[Connection]:
    """A connection that only reads, and never makes the server wait."""
    with _store(args) as store, store.read_engine.connect() as connection:
        check_current(connection)
        yield connection


def check_current(connection: Connection) -> None:
    from nodarium.server.store import versions

    versions.check_current(connection)


@contextmanager
def _store(args: Namespace) -> Iterator[Store]:
    try:
        from sqlalchemy.exc import DBAPIError

        from nodarium.server.store import Store
    except ImportError as error:
        raise BadOption(say("cli-needs-package", package=str(error.name), extra="server")) from None
    store = Store(database_url(args))
    try:
        if store.is_sqlite and not Path(str(store.url.database)).exists():
            raise BadOption(say("cli-no-database", file=str(store.url.database)))
        yield store
    except DBAPIError as error:
        problem = str(error.orig).strip().splitlines()[0]
        raise BadOption(say("cli-database-refuses", problem=problem)) from None
    finally:
        store.dispose()
