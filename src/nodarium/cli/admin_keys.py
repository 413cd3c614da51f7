"""`nodarium admin`, for the server's keys."""

from __future__ import annotations

from argparse import Namespace

from nodarium.cli.command import Command, Parser, help_text
from nodarium.cli.database import add_database_arguments, transaction
from nodarium.core.message import say


def rotate_key(args: Namespace) -> int:
    from nodarium.server import keys, moderation
    from nodarium.server.moderation import Actor
    from nodarium.server.time import now_ms

    with transaction(args) as connection:
        name = keys.rotate_key(connection, kept=1 if args.drop_old else keys.KEPT_KEYS)
        moderation.audit(connection, Actor(None, None, now_ms()), "rotate-key", details=name)
    print(say("cli-key-rotated"))
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument("--drop-old", action="store_true", help=help_text(say("cli-rotate-key-help-drop-old")))
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_group(say("cli-heading-other")))


COMMANDS = (
    Command(
        "admin rotate-key",
        say("cli-rotate-key-summary"),
        "[--drop-old]",
        _arguments,
        rotate_key,
        ("", "--drop-old"),
        details=say("cli-rotate-key-details"),
    ),
)
