"""Servers, databases and connections may fail at any moment: no event is lost. `bench.server` injects more faults."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from bench.server import faults
from bench.server.players import Player, Table, Verdict, check_log, compare, playing

from tests.server.running import Running

Tamper = Callable[[sqlite3.Connection, str], None]


@pytest.mark.slow
@pytest.mark.usefixtures("postgresql")
def test_faults_lose_nothing(tmp_path: Path) -> None:
    verdict = asyncio.run(faults.run(tmp_path, faults=5, tables=5, seed=1))
    assert verdict.wrong == []
    assert verdict.faults.total() == 5
    assert verdict.moves > 20
    assert verdict.repeats > 0


# ---- the checks notice what is wrong ----


def delete_last_move(connection: sqlite3.Connection, table: str) -> None:
    last = "SELECT max(number) FROM events WHERE room = :room AND event LIKE '%\"moved\"%'"
    connection.execute(f"DELETE FROM events WHERE room = :room AND number = ({last})", {"room": table})


def delete_first_move(connection: sqlite3.Connection, table: str) -> None:
    connection.execute("DELETE FROM events WHERE room = ? AND number = 3", [table])


def repeat_first_move(connection: sqlite3.Connection, table: str) -> None:
    repeat = "INSERT INTO events SELECT room, 1000000, event FROM events WHERE room = ? AND number = 3"
    connection.execute(repeat, [table])


def change_first_move(connection: sqlite3.Connection, table: str) -> None:
    (written,) = connection.execute("SELECT event FROM events WHERE room = ? AND number = 3", [table]).fetchone()
    changed = json.dumps({**json.loads(written), "time": 1})
    connection.execute("UPDATE events SET event = ? WHERE room = ? AND number = 3", [changed, table])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tamper", "complaints"),
    [
        (delete_last_move, ["was sent but isn't stored", "was acknowledged but isn't stored"]),
        (delete_first_move, ["was sent but isn't stored", "was acknowledged but isn't stored", "lacks an event"]),
        (repeat_first_move, ["was carried out 2 times"]),
        (change_first_move, ["was sent but another one is stored"]),
    ],
)
def test_the_comparison_notices(
    sqlite_url: str, start: Callable[..., Running], tamper: Tamper, complaints: list[str]
) -> None:
    async def play() -> list[Table]:
        async with playing([running.port], 1, verdict) as tables:
            pass
        return tables

    running, verdict = start(sqlite_url), Verdict()
    tables = asyncio.run(play())
    compare(sqlite_url, tables, verdict)
    assert verdict.wrong == []
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)) as connection:
        tamper(connection, tables[0].id)
    compare(sqlite_url, tables, verdict)
    for complaint in complaints:
        assert any(complaint in wrong for wrong in verdict.wrong), verdict.wrong


@pytest.mark.parametrize(
    ("frames", "complaint"),
    [
        ([{"events": [{"number": 1, "time": 1}]}, {"events": [{"number": 1, "time": 2}]}], "was sent in two versions"),
        ([{"events": [{"number": 2}]}], "event 1 at t wasn't sent"),
        ([{"answers": [{"request": "r1", "event": 5}]}, {"answers": [{"request": "r1", "event": 6}]}], "two different"),
        ([{"answers": [{"request": "r1", "error": {"code": "not-now", "message": "No."}}]}], "refused: No."),
    ],
)
def test_a_player_notices(frames: list[dict[str, Any]], complaint: str) -> None:
    verdict = Verdict()
    player = Player([], "t", "", verdict)
    for frame in frames:
        assert not verdict.wrong
        player.on_frame(frame)
    assert len(verdict.wrong) == 1
    assert complaint in verdict.wrong[0]


def test_unexpected_errors_in_the_log_are_noticed(tmp_path: Path) -> None:
    verdict, log = Verdict(), tmp_path / "log"
    records = [
        {"level": "info", "message": "ready"},
        {"level": "error", "message": "read failed", "error": "OperationalError"},
        {"level": "error", "message": "table skipped", "error": "IndexError"},
    ]
    log.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    check_log(log, verdict, ["OperationalError"])
    assert len(verdict.wrong) == 1
    assert "IndexError" in verdict.wrong[0]
