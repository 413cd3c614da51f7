"""Writes a database and records in today's formats, for tests of later versions: `python -m tests.fixtures NAME`.

Run it once before each release, with the release's name, and commit the two files. Never change them afterwards:
`test_fixtures.py` opens those of all releases.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from nodarium.core.discovery import game_ids
from nodarium.record.record import format_line
from nodarium.server import events
from nodarium.server.table import Table
from tests.record.play import played
from tests.server.tables import CLOCK, played_table, write_database, write_table

DATABASES = Path(__file__).parent / "server/fixtures"
RECORDS = Path(__file__).parent / "record/fixtures"


def resigned(table: Table) -> Table:
    table.apply(events.Resigned(time=table.time + 1, by="ann", request="enough", seat=0))
    return table


def sample(game: str) -> dict[str, Table]:
    """Tables of a game: being played with and without a clock, and over."""
    return {
        f"{game}-playing": played_table(game, 1),
        f"{game}-timed": played_table(game, 2, clock=CLOCK),
        f"{game}-over": resigned(played_table(game, 3)),
    }


def dump_database(file: Path) -> None:
    def fill(connection: Connection) -> None:
        for game in game_ids():
            for name, table in sample(game).items():
                write_table(connection, table, name)

    with TemporaryDirectory() as folder:
        database = Path(folder, "nodarium.db")
        write_database(f"sqlite:///{database}", fill)
        connection = sqlite3.connect(database)
        file.write_text("\n".join(connection.iterdump()) + "\n", "utf-8")
        connection.close()


def main(name: str) -> None:
    dump_database(DATABASES / f"database-{name}.sql")
    matches = [played(game, 1) for game in game_ids()]
    text = "".join(format_line(match.record()) for match in matches)
    RECORDS.joinpath(f"records-{name}.jsonl").write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
