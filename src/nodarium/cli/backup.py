"""`nodarium backup` and `nodarium restore`: copies of the server's SQLite database."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from nodarium.cli.command import Command, Parser, check_writable, help_text, metavar
from nodarium.cli.database import add_database_arguments, sqlite_path
from nodarium.core.errors import BadOption
from nodarium.core.message import Message, say


def back_up(args: Namespace) -> int:
    try:
        from nodarium.server import backup
    except ImportError as error:
        raise BadOption(say("cli-needs-package", package=str(error.name), extra="server")) from None
    check_writable(args.file)
    with progress(say("cli-backup-progress")) as on_progress:
        backup.back_up(sqlite_path(args), Path(args.file), on_progress)
    print(say("cli-backup-done", file=args.file))
    return 0


def restore(args: Namespace) -> int:
    try:
        from nodarium.server import backup
    except ImportError as error:
        raise BadOption(say("cli-needs-package", package=str(error.name), extra="server")) from None
    target = sqlite_path(args)
    with progress(say("cli-restore-progress")) as on_progress:
        moved = backup.restore(Path(args.file), target, on_progress)
    print(say("cli-restore-done", file=str(target)))
    for path in moved:
        print(say("cli-restore-moved", file=str(path)))
    return 0


@contextmanager
def progress(what: Message) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(str(what))
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _backup(parser: Parser) -> None:
    parser.add_argument("file", metavar=metavar("FILE"), help=help_text(say("cli-backup-help-file")))
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_group(say("cli-heading-other")))


def _restore(parser: Parser) -> None:
    parser.add_argument("file", metavar=metavar("FILE"), help=help_text(say("cli-restore-help-file")))
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_group(say("cli-heading-other")))


BACKUP = Command(
    "backup",
    say("cli-backup-summary"),
    "FILE",
    _backup,
    back_up,
    ("nodarium-backup.db",),
    notes=say("cli-backup-notes"),
)
RESTORE = Command(
    "restore",
    say("cli-restore-summary"),
    "FILE",
    _restore,
    restore,
    ("nodarium-backup.db --data-dir new",),
    notes=say("cli-restore-notes"),
)
