"""`nodarium admin`, for tables: close them, delete chat messages, export games."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from nodarium.cli.admin_users import command_line
from nodarium.cli.command import Command, Parser, check_writable, help_text, integer, metavar
from nodarium.cli.database import add_database_arguments, reading, transaction
from nodarium.core.errors import BadOption
from nodarium.core.message import say
from nodarium.record.record import format_line

if TYPE_CHECKING:
    from nodarium.server.moderation import MakeEvent

TABLE_HELP = say("cli-help-table")


def close(args: Namespace) -> int:
    from nodarium.server import moderation

    append(args, moderation.close_event(command_line()), "close", "")
    print(say("cli-table-closed", table=args.table))
    return 0


def delete_chat(args: Namespace) -> int:
    from nodarium.server import moderation

    append(args, moderation.delete_chat_event(command_line(), args.event), "delete-chat", f"event {args.event}")
    print(say("cli-chat-deleted"))
    return 0


def append(args: Namespace, make: MakeEvent, action: str, details: str) -> None:
    """Append an event to a table, and tell the server."""
    from nodarium.server import moderation
    from nodarium.server.store.notifications import notify_server

    with transaction(args) as connection:
        appended = moderation.append(connection, args.table, make)
        if appended:
            moderation.audit(connection, command_line(), action, room=args.table, details=details)
            notify_server(connection, f"admin {args.table}:{appended} lobby")


def list_tables(args: Namespace) -> int:
    from nodarium.server import moderation

    with reading(args) as connection:
        found = moderation.tables(connection, set())
    for table in found:
        status = say("cli-table-status", status=table.status, listed="yes" if table.listed else "no")
        print(f"{table.id}  {status}")
    if not found:
        print(say("cli-no-tables"))
    return 0


def export(args: Namespace) -> int:
    """Write the records of all public games as lines of JSON: into one file, or into one file for each game."""
    from nodarium.server import export

    target = Path(args.output)
    if not target.is_dir():
        check_writable(args.output)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    games, damaged = 0, 0
    with ExitStack() as stack:
        connection = stack.enter_context(reading(args))
        progress = stack.enter_context(Progress(*columns, console=console, disable=not console.is_terminal))
        files: dict[Path, TextIO] = {}
        for table_id in progress.track(export.public_tables(connection), description=str(say("cli-export-progress"))):
            records = export.records_of(connection, table_id)
            damaged += records is None
            for record in records or ():
                path = target / f"{record.game}.jsonl" if target.is_dir() else target
                if path not in files:
                    files[path] = stack.enter_context(create(path))
                files[path].write(format_line(record))
                games += 1
    print(say("cli-exported", games=games))
    if damaged:
        print(say("cli-export-damaged", tables=damaged))
    return 0


def create(path: Path) -> TextIO:
    try:
        return path.open("x", encoding="utf-8")
    except FileExistsError:
        raise BadOption(say("cli-file-exists", file=str(path))) from None


def _table(parser: Parser) -> None:
    parser.add_argument("table", metavar=metavar("TABLE"), help=help_text(TABLE_HELP))
    _finish(parser)


def _chat(parser: Parser) -> None:
    parser.add_argument("table", metavar=metavar("TABLE"), help=help_text(TABLE_HELP))
    text = help_text(say("cli-delete-chat-help-event"))
    parser.add_argument("event", metavar=metavar("EVENT"), type=integer, help=text)
    _finish(parser)


def _export(parser: Parser) -> None:
    parser.add_argument("output", metavar=metavar("FILE"), help=help_text(say("cli-export-help-output")))
    _finish(parser)


def _finish(parser: Parser) -> None:
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_group(say("cli-heading-other")))


COMMANDS = (
    Command("admin tables", say("cli-tables-summary"), "", _finish, list_tables, ("",)),
    Command(
        "admin close",
        say("cli-close-summary"),
        "TABLE",
        _table,
        close,
        ("YZQ1b2nLx4Ac",),
        details=say("cli-close-details"),
    ),
    Command(
        "admin delete-chat", say("cli-delete-chat-summary"), "TABLE EVENT", _chat, delete_chat, ("YZQ1b2nLx4Ac 17",)
    ),
    Command(
        "admin export",
        say("cli-export-summary"),
        "FILE",
        _export,
        export,
        ("games.jsonl",),
        details=say("cli-export-details"),
    ),
)
