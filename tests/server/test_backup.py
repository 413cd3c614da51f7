"""`nodarium backup` and `nodarium restore`."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from nodarium.server import backup
from tests.cli.command import Command
from tests.server.play import OPEN_GAMES
from tests.server.running import Running

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
GAME = OPEN_GAMES[0]


def test_a_backup_of_a_running_server_is_consistent_and_can_be_restored(
    nodarium_command: Command, sqlite_url: str, start: Start
) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    table = ann.open(GAME, "me", "me")
    stop, numbers = Event(), [1]

    def chat() -> None:
        while not stop.is_set():
            numbers.append(ann.do(table, "say", text="x" * 400)["event"])

    writer = Thread(target=chat)
    writer.start()
    try:
        while len(numbers) < 300:
            pass
        before = numbers[-1]
        said = nodarium_command.right("backup", "copy.db", "--database", sqlite_url)
        during = numbers[-1]
    finally:
        stop.set()
        writer.join()
    assert "copy.db" in said
    assert stat.S_IMODE(Path("copy.db").stat().st_mode) == 0o600
    assert sorted(path.name for path in Path().glob("copy.db*")) == ["copy.db"]
    running.end()

    nodarium_command.right("restore", "copy.db", "--data-dir", "new")
    again = start(f"sqlite:///{Path('new/nodarium.db').absolute()}")
    frame = ann.at(again).look(table)
    kept = frame["now"]["number"]
    assert [event["number"] for event in frame["events"]] == list(range(1, kept + 1))
    assert before <= kept
    assert during > before  # the server wrote meanwhile
    assert ann.do(table, "say", text="again")["event"] == kept + 1


def test_a_backup_ends_while_the_server_writes(
    tmp_path: Path, sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(sqlite_url).end()
    source, target = Path(sqlite_url.removeprefix("sqlite:///")), tmp_path / "copy.db"
    monkeypatch.setattr(backup, "PAGES", 1)
    written: list[int] = []

    def write(done: int, total: int) -> None:
        """Write after each page. SQLite used to start again each time."""
        assert len(written) <= total
        with closing(sqlite3.connect(source, isolation_level=None)) as connection:
            connection.execute("INSERT INTO events VALUES ('t', ?, 'x')", [len(written) + 1])
        written.append(done)

    backup.back_up(source, target, write)
    assert len(written) > 10
    with closing(sqlite3.connect(target)) as copied:
        assert copied.execute("SELECT count(*) FROM events").fetchone() == (0,)


def test_a_log_of_an_earlier_database_is_not_applied_to_the_restored_one(
    nodarium_command: Command, sqlite_url: str, start: Start
) -> None:
    """An operator may move the database away and forget its log."""
    start(sqlite_url).end()
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    nodarium_command.right("backup", "copy.db", "--database", sqlite_url)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE later (x)")
        connection.execute("INSERT INTO later VALUES (1)")
        kept = {suffix: Path(f"{path}{suffix}").read_bytes() for suffix in ("", "-wal", "-shm")}
    for suffix, data in kept.items():  # as after a power cut
        Path(f"{path}{suffix}").write_bytes(data)
    path.rename("moved.db")
    told = nodarium_command.right("restore", "copy.db", "--database", sqlite_url)
    with closing(sqlite3.connect(path)) as restored:
        assert restored.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert not restored.execute("SELECT * FROM sqlite_master WHERE name = 'later'").fetchall()
    log = Path(f"{path}-wal.old-1")
    assert str(log) in told
    log.rename("moved.db-wal")  # nothing is lost
    with closing(sqlite3.connect("moved.db")) as moved:
        assert moved.execute("SELECT x FROM later").fetchall() == [(1,)]


def test_nothing_is_overwritten(nodarium_command: Command, sqlite_url: str, start: Start) -> None:
    start(sqlite_url).end()
    Path("taken.db").write_text("mine")
    assert "exists" in nodarium_command.wrong("backup", "taken.db", "--database", sqlite_url)
    assert Path("taken.db").read_text() == "mine"
    nodarium_command.right("backup", "copy.db", "--database", sqlite_url)
    assert "exists" in nodarium_command.wrong("restore", "copy.db", "--database", sqlite_url)
    nodarium_command.right("restore", "copy.db", "--data-dir", "new")
    assert "exists" in nodarium_command.wrong("restore", "copy.db", "--data-dir", "new")


def test_a_running_server_is_not_replaced(nodarium_command: Command, sqlite_url: str, start: Start) -> None:
    start(sqlite_url)
    nodarium_command.right("backup", "copy.db", "--database", sqlite_url)
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    path.rename(path.with_name("moved.db"))
    assert "Stop it first" in nodarium_command.wrong("restore", "copy.db", "--database", sqlite_url)


def test_a_bad_backup_is_refused(nodarium_command: Command, sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    table = ann.open(GAME, "me", "me")
    for _ in range(50):
        ann.do(table, "say", text="x" * 400)
    running.end()
    nodarium_command.right("backup", "good.db", "--database", sqlite_url)

    def refused(name: str) -> str:
        error = nodarium_command.wrong("restore", name, "--data-dir", "new")
        assert not Path("new/nodarium.db").exists()
        return error

    assert "isn’t a file" in refused("missing.db")
    Path("text.db").write_text("not a database at all, but long enough to be read as one" * 20)
    assert "can’t be read" in refused("text.db")
    with closing(sqlite3.connect("empty.db")) as made:
        made.execute("CREATE TABLE other (x)")
    assert "isn’t a Nodarium database" in refused("empty.db")
    shutil.copy("good.db", "newer.db")
    with closing(sqlite3.connect("newer.db", isolation_level=None)) as made:
        made.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in refused("newer.db")
    data = bytearray(Path("good.db").read_bytes())
    page = 4096
    for start_of_page in range(3 * page, len(data), page):
        data[start_of_page + 8 : start_of_page + 60] = bytes(52)
    Path("damaged.db").write_bytes(data)
    error = refused("damaged.db")
    assert "damaged" in error or "can’t be read" in error


def test_postgresql_has_its_own_tools(nodarium_command: Command) -> None:
    assert "pg_dump" in nodarium_command.wrong("backup", "x.db", "--database", "postgresql://somebody@nowhere/x")
    assert "doesn’t exist" in nodarium_command.wrong("backup", "x.db", "--data-dir", "nothing")
