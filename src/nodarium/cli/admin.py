"""`nodarium admin`: moderate and maintain a server."""

from __future__ import annotations

from argparse import Namespace

from nodarium.cli import admin_damage, admin_keys, admin_reports, admin_tables, admin_users
from nodarium.cli.command import Command, Parser, metavar
from nodarium.core.message import say

COMMANDS = (
    *admin_users.COMMANDS,
    *admin_tables.COMMANDS,
    *admin_reports.COMMANDS,
    *admin_damage.COMMANDS,
    *admin_keys.COMMANDS,
)


def run(args: Namespace) -> int:
    code: int = args.admin_command.run(args)
    return code


def _arguments(parser: Parser) -> None:
    subparsers = parser.add_subparsers(
        title=str(say("cli-heading-commands")),
        prog="nodarium admin",
        metavar=metavar("COMMAND"),
        required=True,
        parser_class=Parser,
    )
    for command in COMMANDS:
        made = subparsers.add_parser(command.name.removeprefix("admin "), **command.parser_settings())
        command.arguments(made)
        made.set_defaults(admin_command=command)
    parser.add_help_argument(parser.add_group(say("cli-heading-options")))


ADMIN = Command(
    "admin",
    say("cli-admin-summary"),
    "COMMAND [arguments]",
    _arguments,
    run,
    ("role ann admin", "suspend bob --days 7", "reports", "export games.jsonl", "check"),
    notes=say("cli-admin-notes"),
)
