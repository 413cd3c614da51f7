"""`nodarium admin`, with the server stopped and running, on both kinds of database."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from nodarium.record.match import Match
from nodarium.record.record import parse_record
from nodarium.server.store import Store
from tests.cli.command import Command
from tests.server.play import OPEN_GAMES
from tests.server.running import Running, User, wait_until

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
GAME = OPEN_GAMES[0]


class Admin:
    """The command, for one database."""

    def __init__(self, command: Command, database: str) -> None:
        self.command = command
        self.words = ("--database", database)

    def right(self, *words: str) -> str:
        return self.command.right("admin", *words, *self.words)

    def wrong(self, *words: str) -> str:
        return self.command.wrong("admin", *words, *self.words)


@pytest.fixture
def admin(nodarium_command: Command, database: str) -> Admin:
    return Admin(nodarium_command, database)


def register(person: User, account: str) -> None:
    answer = person.http.post("/api/account", json={"account": account, "password": "a long passphrase"})
    assert answer.status_code == 200
    person.http.headers["authorization"] = f"Bearer {answer.json()['token']}"


def playing(ann: User, bob: User) -> str:
    table: str = ann.open(GAME)
    bob.do(table, "sit")
    return table


def test_a_running_server_notices_what_the_command_line_does(admin: Admin, database: str, start: Start) -> None:
    running = start(database, heartbeat_seconds=0.1)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    register(ann, "ann")
    table = playing(ann, bob)
    number = ann.do(table, "say", text="something rude")["event"]
    socket = bob.join(table)
    socket.receive()

    assert admin.right("role", "ann", "admin") == "ann has the role admin now.\n"
    wait_until(lambda: ann.http.get("/api/admin/reports").status_code == 200)
    admin.right("delete-chat", table, str(number))
    assert socket.until_kind("chat-deleted")["chat"] == number
    assert "rude" not in bob.http.get(f"/api/tables/{table}").text
    admin.right("mute", bob.id, "--days", "1")
    wait_until(lambda: bob.http.post(f"/api/tables/{table}", json={"do": "say", "text": "x"}).status_code == 403)
    admin.right("rename", bob.id, "Guest 7")
    wait_until(lambda: ann.look(table)["table"]["slots"][1]["player"]["name"] == "Guest 7")
    assert bob.http.get("/api/me").json()["name"] == "Guest 7"
    admin.right("suspend", bob.id)
    wait_until(lambda: bob.http.get("/api/me").status_code == 403)
    admin.right("unsuspend", bob.id)
    wait_until(lambda: bob.http.get("/api/me").status_code == 200)
    assert ann.do(table, "propose", what="draw")["event"]  # the table goes on after events from outside
    admin.right("close", table)
    socket.until_status("closed")
    wait_until(lambda: not ann.http.get("/api/tables").json()["tables"])


def test_a_move_and_an_event_from_outside_never_share_a_number(admin: Admin, database: str, start: Start) -> None:
    running = start(database, heartbeat_seconds=1000.0)  # SQLite: the server isn't told of the events
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = playing(ann, bob)
    numbers = [ann.do(table, "say", text=f"message {number}")["event"] for number in range(3)]
    for number in numbers:
        admin.right("delete-chat", table, str(number))
        assert ann.do(table, "say", text="another")["event"]
    events = ann.look(table)["events"]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    assert [event["chat"] for event in events if event["kind"] == "chat-deleted"] == numbers


def test_commands_work_without_a_server(admin: Admin, database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    register(ann, "ann")
    table = playing(ann, bob)
    ann.do(table, "say", text="hello")
    bob.http.post("/api/reports", json={"user": ann.id, "comment": "please look"})
    running.end()

    assert admin.right("users") == "No user has a role or a restriction.\n"
    admin.right("role", "ann", "moderator")
    admin.right("suspend", bob.id)
    admin.right("rename", "ann", "Anna")
    listed = admin.right("users")
    assert f"{ann.id}  ann  'Anna'  moderator, fixed name" in listed
    assert f"{bob.id}  guest  'Bob'  suspended until lifted" in listed
    assert admin.right("users", "bo") == f"{bob.id}  guest  'Bob'  suspended until lifted\n"
    assert "name of" in admin.right("reports")
    assert "please look" in admin.right("reports")
    admin.right("resolve", "1")
    assert admin.right("reports") == "No report is open.\n"
    assert "resolved" in admin.right("reports", "--all")
    assert table in admin.right("tables")
    admin.right("close", table)
    assert admin.right("tables") == "No table is open or being played.\n"
    log = admin.right("log").splitlines()
    assert [line.split("  ")[2] for line in log] == ["role", "suspend", "rename", "resolved", "close"]
    assert all("command line" in line for line in log)

    again = start(database)
    assert ann.at(again).look(table)["now"]["status"] == "closed"
    assert ann.look(table)["table"]["slots"][0]["player"]["name"] == "Anna"
    assert bob.at(again).http.get("/api/me").status_code == 403


def test_wrong_arguments_are_errors(admin: Admin, database: str, nodarium_command: Command) -> None:
    made = Store(database)
    made.migrate()
    made.dispose()
    assert "No user" in admin.wrong("suspend", "nobody")
    assert "at least 1" in admin.wrong("mute", "nobody", "--days", "0")
    assert "doesn’t exist" in admin.wrong("close", "nothing")
    assert "doesn’t exist" in admin.wrong("dismiss", "7")
    assert "moderator" in admin.wrong("role", "ann", "king")
    assert "exist" in nodarium_command.wrong("admin", "users", "--database", "sqlite:///missing.db")
    assert "required" in nodarium_command.wrong("admin")


def test_a_database_of_another_version_is_refused(admin: Admin, database: str) -> None:
    made = Store(database)
    made.migrate()
    for revision, words in (("0002", "isn’t up to date"), ("9999", "newer version")):
        with made.write_engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
        assert words in admin.wrong("users")
    made.dispose()


# ---- export ----


def finished(running: Running, game: str, *, listed: bool) -> str:
    ann = running.new_user("Ann")
    table: str = ann.open(game, "me", "me", listed=listed)
    ann.do(table, "move", move=ann.look(table, seat=0)["now"]["legal_moves"][0], seat=0)
    ann.do(table, "resign", seat=0)
    return table


def test_public_games_are_exported_as_records(admin: Admin, database: str, start: Start) -> None:
    running = start(database)
    tables = [finished(running, game, listed=True) for game in OPEN_GAMES[:2]]
    finished(running, GAME, listed=False)
    running.new_user("Bob").open(GAME, "me", "me")  # not finished
    commitments = [running.people[0].look(table)["table"]["games"][0]["sha256"] for table in tables]
    assert admin.right("export", "games.jsonl") == "2 games exported.\n"
    lines = Path("games.jsonl").read_text("utf-8").splitlines()
    matches = [Match.from_record(parse_record(line.encode())) for line in lines]
    assert [match.commitment for match in matches] == commitments
    assert all(match.outcome for match in matches)
    assert "exists" in admin.wrong("export", "games.jsonl")
    Path("folder").mkdir()
    admin.right("export", "folder")
    assert sorted(path.stem for path in Path("folder").iterdir()) == sorted(OPEN_GAMES[:2])


def test_a_table_that_cannot_be_read_does_not_stop_the_export(admin: Admin, database: str, start: Start) -> None:
    running = start(database)
    bad, good = (finished(running, GAME, listed=True) for _ in range(2))
    running.end()
    made = Store(database)
    with made.write_engine.begin() as connection:
        broken = json.dumps({"kind": "moved", "time": 9, "seat": 0, "move": "nonsense", "version": 2})
        connection.exec_driver_sql(f"UPDATE events SET event = '{broken}' WHERE room = '{bad}' AND number = 2")
    made.dispose()
    assert admin.right("export", "games.jsonl").startswith("1 game exported.\n1 table can’t be read.")
    assert good
    assert "can’t be read" in admin.wrong("close", bad)
