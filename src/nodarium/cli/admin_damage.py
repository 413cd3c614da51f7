"""`nodarium admin`, for damaged tables: check and repair."""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from nodarium.cli.command import Command, Parser, help_text, metavar
from nodarium.cli.database import add_database_arguments, database_url
from nodarium.core.message import say

EXIT_DAMAGED = 1


def _add_database_arguments(parser: Parser) -> None:
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_group(say("cli-heading-other")))


# ---- check ----


def run_check(args: Namespace) -> int:
    from nodarium.server.repair import check

    found = 0
    for damage in check(database_url(args), show_progress):
        found += 1
        error = str(damage.error)
        print(
            say("cli-damaged-table", table=damage.table, good=damage.good, total=damage.total, error=error), flush=True
        )
    if not found:
        print(say("cli-no-damage"))
        return 0
    print(say("cli-repair-hint"))
    return EXIT_DAMAGED


def show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        progress = say("cli-check-progress", done=done, total=total)
        print(f"\r{progress}", end="\n" if done >= total else "", file=sys.stderr, flush=True)


CHECK = Command(
    "admin check",
    say("cli-check-summary"),
    "[--data-dir DIR | --database URL]",
    _add_database_arguments,
    run_check,
    ("", "--database postgresql://nodarium@db/nodarium"),
    details=say("cli-check-details"),
)


# ---- repair ----


def run_repair(args: Namespace) -> int:
    from nodarium.server.repair import repair

    dump = Path(args.output or f"nodarium-table-{args.table}-{datetime.now():%Y%m%d-%H%M%S}.jsonl")  # noqa: DTZ005
    damage = repair(database_url(args), args.table, dump)
    if damage is None:
        print(say("cli-repair-released"))
        return 0
    print(say("cli-repair-dumped", file=str(dump)))
    if damage.good:
        print(say("cli-repaired", kept=damage.good, removed=damage.total - damage.good))
    else:
        print(say("cli-repair-deleted"))
    return 0


def add_repair_arguments(parser: Parser) -> None:
    parser.add_argument("table", metavar=metavar("TABLE"), help=help_text(say("cli-repair-help-table")))
    parser.add_argument("-o", "--output", metavar=metavar("FILE"), help=help_text(say("cli-repair-help-output")))
    _add_database_arguments(parser)


REPAIR = Command(
    "admin repair",
    say("cli-repair-summary"),
    "TABLE [-o FILE] [--data-dir DIR | --database URL]",
    add_repair_arguments,
    run_repair,
    ("Zb3kX0q9Lw2a", "Zb3kX0q9Lw2a --data-dir /srv/nodarium -o table.jsonl"),
    details=say("cli-repair-details"),
)


COMMANDS = (CHECK, REPAIR)
