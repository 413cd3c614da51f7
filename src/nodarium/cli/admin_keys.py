"""`nodarium admin`, for the server's keys."""

from __future__ import annotations

from argparse import Namespace

from nodarium.cli.command import Command, Parser
from nodarium.cli.database import add_database_arguments, transaction


def rotate_key(args: Namespace) -> int:
    from nodarium.server import keys, moderation
    from nodarium.server.moderation import Actor
    from nodarium.server.time import now_ms

    with transaction(args) as connection:
        name = keys.rotate_key(connection, kept=1 if args.drop_old else keys.KEPT_KEYS)
        moderation.audit(connection, Actor(None, None, now_ms()), "rotate-key", details=name)
    print("New cookies are signed with a new key.")
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument("--drop-old", action="store_true", help="accept nothing that older keys signed: one has leaked")
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_argument_group("other"))


COMMANDS = (
    Command(
        "admin rotate-key",
        "sign cookies with a new key",
        "[--drop-old]",
        _arguments,
        rotate_key,
        ("", "--drop-old"),
        details="The key before it stays valid for what it signed, unless you drop it. Sessions\ndon't depend on keys.",
    ),
)
