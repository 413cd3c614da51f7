"""`nodarium admin`, for users: roles, suspensions, mutes, names."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nodarium.cli.command import Command, Parser, check_at_least, help_text, integer, metavar
from nodarium.cli.database import add_database_arguments, reading, transaction
from nodarium.cli.dates import day
from nodarium.core.message import Message, Text, any_of, say

if TYPE_CHECKING:
    from nodarium.server.moderation import Actor

ROLES = ("user", "moderator", "admin")
USER_HELP = say("cli-help-user")


def command_line() -> Actor:
    """The command line as the one who does something."""
    from nodarium.server.moderation import Actor

    return Actor(None, None, int(time.time() * 1000))


def change(args: Namespace, work: Callable[..., None], *values: Any, done: Message) -> int:
    """Change a user's standing, and tell the server."""
    from nodarium.server import moderation
    from nodarium.server.store.notifications import notify_server

    with transaction(args) as connection:
        user_id = moderation.find_user(connection, args.user)
        work(connection, command_line(), user_id, *values)
        notify_server(connection, f"admin standings user:{user_id}")
    print(done)
    return 0


def set_role(args: Namespace) -> int:
    from nodarium.server import moderation

    role = None if args.role == "user" else args.role
    return change(args, moderation.set_role, role, done=say("cli-role-given", user=args.user, role=args.role))


def suspend(args: Namespace) -> int:
    from nodarium.server import moderation

    check_days(args)
    return change(args, moderation.suspend, args.days, done=say("cli-suspended", user=args.user, days=args.days or 0))


def unsuspend(args: Namespace) -> int:
    from nodarium.server import moderation

    return change(args, moderation.unsuspend, done=say("cli-unsuspended", user=args.user))


def mute(args: Namespace) -> int:
    from nodarium.server import moderation

    check_days(args)
    return change(args, moderation.mute, args.days, done=say("cli-muted", user=args.user, days=args.days or 0))


def unmute(args: Namespace) -> int:
    from nodarium.server import moderation

    return change(args, moderation.unmute, done=say("cli-unmuted", user=args.user))


def rename(args: Namespace) -> int:
    """Rename a user, also at all their tables."""
    from nodarium.server import moderation
    from nodarium.server.store.notifications import lines, notify_server

    actor = command_line()
    with transaction(args) as connection:
        user_id = moderation.find_user(connection, args.user)
        moderation.rename(connection, actor, user_id, args.name)
        notify_server(connection, f"admin standings user:{user_id} lobby")
        damaged: list[str] = []
        if args.name is not None:
            tables = moderation.tables_of_user(connection, user_id)
            appended, damaged = moderation.rename_at_tables(connection, actor, tables, user_id, args.name.strip())
            for line in lines("admin", appended) if appended else ():
                notify_server(connection, line)
    if args.name:
        print(say("cli-renamed-user", user=args.user, name=args.name))
    else:
        print(say("cli-name-released", user=args.user))
    if damaged:
        print(say("cli-rename-damaged", tables=len(damaged)))
    return 0


def list_users(args: Namespace) -> int:
    from nodarium.server import moderation

    with reading(args) as connection:
        found = moderation.users(connection, args.text or "")
    for user in found:
        marks: list[Text] = [user.role] if user.role else []
        marks += [say("cli-mark-suspended", until=until(user.suspended_until))] if user.suspended_until else []
        marks += [say("cli-mark-muted", until=until(user.muted_until))] if user.muted_until else []
        marks += [say("cli-mark-fixed-name")] if user.name_fixed else []
        account = user.account or str(say("cli-mark-guest"))
        print("  ".join((user.id, account, repr(user.name), ", ".join(map(str, marks)))).rstrip())
    if not found:
        print(say("cli-no-user-matches") if args.text else say("cli-no-user-restricted"))
    return 0


def until(time: int) -> str:
    """The last day of a restriction; `ever` if it has none."""
    from nodarium.server.standings import FOREVER

    return "ever" if time >= FOREVER else day(time)


def check_days(args: Namespace) -> None:
    if args.days is not None:
        check_at_least("--days", args.days, 1)


def _user(parser: Parser) -> None:
    parser.add_argument("user", metavar=metavar("USER"), help=help_text(USER_HELP))
    _finish(parser)


def _days(parser: Parser) -> None:
    parser.add_argument("--days", metavar="N", type=integer, help=help_text(say("cli-users-help-days")))
    _user(parser)


def _role(parser: Parser) -> None:
    parser.add_argument("user", metavar=metavar("USER"), help=help_text(USER_HELP))
    parser.add_argument(
        "role", metavar=metavar("ROLE"), choices=ROLES, help=help_text(say("cli-role-help-role", roles=any_of(ROLES)))
    )
    _finish(parser)


def _rename(parser: Parser) -> None:
    parser.add_argument("user", metavar=metavar("USER"), help=help_text(USER_HELP))
    parser.add_argument("name", metavar=metavar("NAME"), nargs="?", help=help_text(say("cli-rename-help-name")))
    _finish(parser)


def _search(parser: Parser) -> None:
    parser.add_argument("text", metavar=metavar("TEXT"), nargs="?", help=help_text(say("cli-users-help-text")))
    _finish(parser)


def _finish(parser: Parser) -> None:
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_group(say("cli-heading-other")))


COMMANDS = (
    Command("admin role", say("cli-role-summary"), "USER ROLE", _role, set_role, ("ann admin", "bob user")),
    Command(
        "admin suspend",
        say("cli-suspend-summary"),
        "USER [--days N]",
        _days,
        suspend,
        ("bob --days 7",),
        details=say("cli-suspend-details"),
    ),
    Command("admin unsuspend", say("cli-unsuspend-summary"), "USER", _user, unsuspend, ("bob",)),
    Command("admin mute", say("cli-mute-summary"), "USER [--days N]", _days, mute, ("bob --days 7",)),
    Command("admin unmute", say("cli-unmute-summary"), "USER", _user, unmute, ("bob",)),
    Command(
        "admin rename",
        say("cli-rename-summary"),
        "USER [NAME]",
        _rename,
        rename,
        ("bob 'Guest 7'", "bob"),
    ),
    Command("admin users", say("cli-users-summary"), "[TEXT]", _search, list_users, ("", "ann")),
)
