"""`nodarium admin`, for reports and the audit log."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from nodarium.cli.admin_users import command_line
from nodarium.cli.command import Command, Parser, help_text, integer
from nodarium.cli.database import add_database_arguments, reading, transaction
from nodarium.cli.dates import minute
from nodarium.core.message import Message, say

if TYPE_CHECKING:
    from nodarium.server.wire_admin import Report


def list_reports(args: Namespace) -> int:
    from nodarium.server import moderation

    with reading(args) as connection:
        found = moderation.reports(connection, None if args.all else "open")
    for report in found:
        status = say("cli-report-status", status=report.status)
        print(f"{report.id}  {minute(report.time)}  {status}  {describe(report)}")
        if report.comment:
            comment = say("cli-report-comment", reporter=report.reporter, comment=repr(report.comment))
            print(f"    {comment}")
    if not found:
        print(say("cli-no-open-report"))
    return 0


def describe(report: Report) -> Message:
    """Say what was reported, and where."""
    user, text = report.user, repr(report.text)
    if not report.table:
        return say("cli-report", kind=report.kind, user=user, text=text)
    event = str(report.event)
    return say("cli-report-at-table", kind=report.kind, user=user, table=report.table, event=event, text=text)


def resolve(args: Namespace) -> int:
    from nodarium.server import moderation

    with transaction(args) as connection:
        moderation.close_report(connection, command_line(), args.report, "resolved")
    print(say("cli-report-is-resolved", report=str(args.report)))
    return 0


def dismiss(args: Namespace) -> int:
    from nodarium.server import moderation

    with transaction(args) as connection:
        moderation.close_report(connection, command_line(), args.report, "dismissed")
    print(say("cli-report-is-dismissed", report=str(args.report)))
    return 0


def show_log(args: Namespace) -> int:
    from nodarium.server import moderation

    with reading(args) as connection:
        entries = moderation.audit_log(connection)
    for entry in reversed(entries):
        table = str(say("cli-log-table", table=entry.table)) if entry.table else ""
        target = " ".join(filter(None, (entry.user, table)))
        actor = entry.actor or str(say("cli-log-command-line"))
        print("  ".join(filter(None, (minute(entry.time), actor, entry.action, target, entry.details))))
    return 0


def _list(parser: Parser) -> None:
    parser.add_argument("--all", action="store_true", help=help_text(say("cli-reports-help-all")))
    _finish(parser)


def _report(parser: Parser) -> None:
    parser.add_argument("report", metavar="ID", type=integer, help=help_text(say("cli-reports-help-report")))
    _finish(parser)


def _finish(parser: Parser) -> None:
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_group(say("cli-heading-other")))


COMMANDS = (
    Command("admin reports", say("cli-reports-summary"), "[--all]", _list, list_reports, ("", "--all")),
    Command("admin resolve", say("cli-resolve-summary"), "ID", _report, resolve, ("3",)),
    Command("admin dismiss", say("cli-dismiss-summary"), "ID", _report, dismiss, ("3",)),
    Command("admin log", say("cli-log-summary"), "", _finish, show_log, ("",)),
)
