"""`nodarium backup` and `nodarium restore`: copies of the server's SQLite database."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from nodarium.cli.command import Command, Parser, check_writable
from nodarium.cli.database import add_database_arguments, sqlite_path
from nodarium.core.errors import BadOption


def back_up(args: Namespace) -> int:
    try:
        from nodarium.server import backup
    except ImportError as error:
        raise BadOption(f"This command needs {error.name}. Install nodarium[server].") from None
    check_writable(args.file)
    with progress("copying") as on_progress:
        backup.back_up(sqlite_path(args), Path(args.file), on_progress)
    print(f"Backed up to {args.file}. Keep it secret: it holds the server's key and password hashes.")
    return 0


def restore(args: Namespace) -> int:
    try:
        from nodarium.server import backup
    except ImportError as error:
        raise BadOption(f"This command needs {error.name}. Install nodarium[server].") from None
    target = sqlite_path(args)
    with progress("restoring") as on_progress:
        moved = backup.restore(Path(args.file), target, on_progress)
    print(f"Restored to {target}.")
    for path in moved:
        print(f"A file of the database that was there before is now {path}. Keep it with that database.")
    return 0


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), TextColumn("{task.percentage:.0f} %"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _backup(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="new file for the copy")
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_argument_group("other"))


def _restore(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="file that `nodarium backup` has written")
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_argument_group("other"))


BACKUP = Command(
    "backup",
    "copy the server's SQLite database, also while it runs",
    "FILE",
    _backup,
    back_up,
    ("nodarium-backup.db",),
    notes="With PostgreSQL, use pg_dump.",
)
RESTORE = Command(
    "restore",
    "put a backup where the server looks for its database",
    "FILE",
    _restore,
    restore,
    ("nodarium-backup.db --data-dir new",),
    notes="The server must not run, and its database must not exist: move it away first.",
)
