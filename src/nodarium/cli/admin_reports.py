"""`nodarium admin`, for reports and the audit log."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime

from nodarium.cli.admin_users import command_line
from nodarium.cli.command import Command, Parser, integer
from nodarium.cli.database import add_database_arguments, reading, transaction


def list_reports(args: Namespace) -> int:
    from nodarium.server import moderation

    with reading(args) as connection:
        found = moderation.reports(connection, None if args.all else "open")
    for report in found:
        where = f" at table {report.table}, event {report.event}" if report.table else ""
        print(
            f"{report.id}  {day(report.time)}  {report.status}  {report.kind} of {report.user}{where}: {report.text!r}"
        )
        if report.comment:
            print(f"    {report.reporter} says: {report.comment!r}")
    if not found:
        print("No report is open.")
    return 0


def resolve(args: Namespace) -> int:
    from nodarium.server import moderation

    with transaction(args) as connection:
        moderation.close_report(connection, command_line(), args.report, "resolved")
    print(f"Report {args.report} is resolved.")
    return 0


def dismiss(args: Namespace) -> int:
    from nodarium.server import moderation

    with transaction(args) as connection:
        moderation.close_report(connection, command_line(), args.report, "dismissed")
    print(f"Report {args.report} is dismissed.")
    return 0


def show_log(args: Namespace) -> int:
    from nodarium.server import moderation

    with reading(args) as connection:
        entries = moderation.audit_log(connection)
    for entry in reversed(entries):
        target = " ".join(filter(None, (entry.user, entry.table and f"table {entry.table}")))
        words = (day(entry.time), entry.actor or "command line", entry.action, target, entry.details)
        print("  ".join(filter(None, words)))
    return 0


def day(time: int) -> str:
    return f"{datetime.fromtimestamp(time / 1000, UTC):%Y-%m-%d %H:%M}"


def _list(parser: Parser) -> None:
    parser.add_argument("--all", action="store_true", help="also those that were closed")
    _finish(parser)


def _report(parser: Parser) -> None:
    parser.add_argument("report", metavar="ID", type=integer, help="number of a report")
    _finish(parser)


def _finish(parser: Parser) -> None:
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_argument_group("other"))


COMMANDS = (
    Command("admin reports", "list what players have reported", "[--all]", _list, list_reports, ("", "--all")),
    Command("admin resolve", "close a report on which you have acted", "ID", _report, resolve, ("3",)),
    Command("admin dismiss", "close a report in which nothing is wrong", "ID", _report, dismiss, ("3",)),
    Command("admin log", "show what moderators have done", "", _finish, show_log, ("",)),
)
