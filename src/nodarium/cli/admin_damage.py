"""`nodarium admin`, for damaged tables: check and repair."""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from nodarium.cli.command import Command, Parser
from nodarium.cli.database import add_database_arguments, database_url

EXIT_DAMAGED = 1


def _add_database_arguments(parser: Parser) -> None:
    add_database_arguments(parser)
    parser.add_help_argument(parser.add_argument_group("other"))


# ---- check ----


def run_check(args: Namespace) -> int:
    from nodarium.server.repair import check

    found = 0
    for damage in check(database_url(args), show_progress):
        found += 1
        print(f"{damage.table}: {damage.good} of {damage.total} events can be read. {damage.error}", flush=True)
    if not found:
        print("All tables can be read.")
        return 0
    print("Repair a table with `nodarium admin repair TABLE`.")
    return EXIT_DAMAGED


def show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} tables checked", end="\n" if done >= total else "", file=sys.stderr, flush=True)


CHECK = Command(
    "admin check",
    "read every table and list the damaged ones",
    "[--data-dir DIR | --database URL]",
    _add_database_arguments,
    run_check,
    ("", "--database postgresql://nodarium@db/nodarium"),
    details="A table is damaged if one of its events is missing, can't be decoded or can't be\n"
    "applied. The exit code is 1 if there is one. A server may be running.",
)


# ---- repair ----


def run_repair(args: Namespace) -> int:
    from nodarium.server.repair import repair

    dump = Path(args.output or f"nodarium-table-{args.table}-{datetime.now():%Y%m%d-%H%M%S}.jsonl")  # noqa: DTZ005
    damage = repair(database_url(args), args.table, dump)
    if damage is None:
        print("All its events can be read, so the table is no longer set aside.")
        return 0
    print(f"The table's rows are in {dump}.")
    if damage.good:
        print(f"The table is closed after its first {damage.good} events; {damage.total - damage.good} were removed.")
    else:
        print("None of its events could be read, so the table is deleted.")
    return 0


def add_repair_arguments(parser: Parser) -> None:
    parser.add_argument("table", metavar="TABLE", help="id of a table that `nodarium admin check` lists")
    parser.add_argument("-o", "--output", metavar="FILE", help="file for the table's rows (default: a new one here)")
    _add_database_arguments(parser)


REPAIR = Command(
    "admin repair",
    "close a damaged table after its last good event",
    "TABLE [-o FILE] [--data-dir DIR | --database URL]",
    add_repair_arguments,
    run_repair,
    ("Zb3kX0q9Lw2a", "Zb3kX0q9Lw2a --data-dir /srv/nodarium -o table.jsonl"),
    details="The table's rows are written to a file first. Ratings stay as they are. A server\n"
    "may be running: it lets people see the table again as soon as it is repaired.",
)


COMMANDS = (CHECK, REPAIR)
