"""`nodarium admin`, for users: roles, suspensions, mutes, names."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from nodarium.cli.command import Command, Parser, check_at_least, integer
from nodarium.cli.database import add_database_arguments, reading, transaction

if TYPE_CHECKING:
    from nodarium.server.moderation import Actor

USER_HELP = "account name or id of a user"


def command_line() -> Actor:
    """The command line as the one who does something."""
    from nodarium.server.moderation import Actor

    return Actor(None, None, int(time.time() * 1000))


def change(args: Namespace, work: Callable[..., None], *values: Any, done: str) -> int:
    """Change a user's standing, and tell the server."""
    from nodarium.server import moderation
    from nodarium.server.store.notifications import notify_server

    with transaction(args) as connection:
        user_id = moderation.find_user(connection, args.user)
        work(connection, command_line(), user_id, *values)
        notify_server(connection, f"admin standings user:{user_id}")
    print(f"{args.user} {done}.")
    return 0


def set_role(args: Namespace) -> int:
    from nodarium.server import moderation

    role = None if args.role == "user" else args.role
    return change(args, moderation.set_role, role, done=f"has the role {args.role} now")


def suspend(args: Namespace) -> int:
    from nodarium.server import moderation

    check_days(args)
    return change(args, moderation.suspend, args.days, done=f"is suspended {span(args)}")


def unsuspend(args: Namespace) -> int:
    from nodarium.server import moderation

    return change(args, moderation.unsuspend, done="can play again")


def mute(args: Namespace) -> int:
    from nodarium.server import moderation

    check_days(args)
    return change(args, moderation.mute, args.days, done=f"can't chat {span(args)}")


def unmute(args: Namespace) -> int:
    from nodarium.server import moderation

    return change(args, moderation.unmute, done="can chat again")


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
    print(f"{args.user} is called {args.name} now." if args.name else f"{args.user} can choose a name again.")
    if damaged:
        print(f"{len(damaged)} of their tables can't be read and keep the old name. See `nodarium admin check`.")
    return 0


def list_users(args: Namespace) -> int:
    from nodarium.server import moderation

    with reading(args) as connection:
        found = moderation.users(connection, args.text or "")
    for user in found:
        marks: list[str] = [user.role] if user.role else []
        marks += [f"suspended {until(user.suspended_until)}"] if user.suspended_until else []
        marks += [f"muted {until(user.muted_until)}"] if user.muted_until else []
        marks += ["fixed name"] if user.name_fixed else []
        words = (user.id, user.account or "guest", repr(user.name), ", ".join(marks))
        print("  ".join(words).rstrip())
    if not found:
        print("No user matches." if args.text else "No user has a role or a restriction.")
    return 0


def until(time: int) -> str:
    from nodarium.server.standings import FOREVER

    return "for good" if time >= FOREVER else f"until {datetime.fromtimestamp(time / 1000, UTC):%Y-%m-%d}"


def check_days(args: Namespace) -> None:
    if args.days is not None:
        check_at_least("--days", args.days, 1)


def span(args: Namespace) -> str:
    return "until further notice" if args.days is None else f"for {args.days} {'day' if args.days == 1 else 'days'}"


def _user(parser: Parser) -> None:
    parser.add_argument("user", metavar="USER", help=USER_HELP)
    _finish(parser)


def _days(parser: Parser) -> None:
    parser.add_argument("--days", metavar="N", type=integer, help="for this many days (default: until it is lifted)")
    _user(parser)


def _role(parser: Parser) -> None:
    parser.add_argument("user", metavar="USER", help=USER_HELP)
    parser.add_argument("role", metavar="ROLE", choices=["user", "moderator", "admin"], help="user, moderator or admin")
    _finish(parser)


def _rename(parser: Parser) -> None:
    parser.add_argument("user", metavar="USER", help=USER_HELP)
    parser.add_argument("name", metavar="NAME", nargs="?", help="new name (default: let the user choose one again)")
    _finish(parser)


def _search(parser: Parser) -> None:
    parser.add_argument(
        "text", metavar="TEXT", nargs="?", help="part of a name, an account or an id (default: users with a standing)"
    )
    _finish(parser)


def _finish(parser: Parser) -> None:
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_argument_group("other"))


COMMANDS = (
    Command("admin role", "give a user a role", "USER ROLE", _role, set_role, ("ann admin", "bob user")),
    Command(
        "admin suspend",
        "bar a user from signing in and playing",
        "USER [--days N]",
        _days,
        suspend,
        ("bob --days 7",),
        details="Games go on, and so do the clocks.",
    ),
    Command("admin unsuspend", "lift a suspension", "USER", _user, unsuspend, ("bob",)),
    Command("admin mute", "bar a user from chatting", "USER [--days N]", _days, mute, ("bob --days 7",)),
    Command("admin unmute", "let a user chat again", "USER", _user, unmute, ("bob",)),
    Command(
        "admin rename",
        "give a user another name, which they can't change",
        "USER [NAME]",
        _rename,
        rename,
        ("bob 'Guest 7'", "bob"),
    ),
    Command("admin users", "find users", "[TEXT]", _search, list_users, ("", "ann")),
)
