"""What the server deletes after some time, and what it never deletes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from nodarium.server import maintenance, moderation, retention
from nodarium.server.settings import Retention
from nodarium.server.store import Store
from nodarium.server.time import now_ms
from tests.cli.command import Command
from tests.server.play import OPEN_GAMES
from tests.server.running import Running, User

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
GAME = OPEN_GAMES[0]
DAY = moderation.DAY_MS
POLICY = Retention(guests=10, chats=20, tables=5)


def apply(running: Running, days: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Apply the policy as it will apply in some days."""
    now = now_ms() + int(days * DAY)
    with monkeypatch.context() as patch:
        patch.setattr(maintenance, "now_ms", lambda: now)
        work = running.services.maintenance.apply_retention()
        asyncio.run_coroutine_threadsafe(work, running.services.store.loop).result(10)


def exists(person: User) -> bool:
    running = person.running
    return running.new_user("other").http.get(f"/api/users/{person.id}").status_code == 200


def played(ann: User, bob: User) -> str:
    table: str = ann.open(GAME)
    bob.do(table, "sit")
    for person in (ann, bob):
        person.do(table, "say", text=f"a secret of {person.id}")
    mover = ann if "legal_moves" in ann.look(table)["now"] else bob
    mover.do(table, "move", move=mover.look(table)["now"]["legal_moves"][0])
    ann.do(table, "resign")
    return table


def test_guests_without_games_are_deleted_after_their_last_visit(
    database: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(database, retention=POLICY)
    idle, visitor, player, other = (running.new_user(name) for name in ("Idle", "Visitor", "Player", "Other"))
    account = running.new_user("Account")
    account.http.post("/api/account", json={"account": "keeper", "password": "a long passphrase"})
    played(player, other)
    apply(running, 9, monkeypatch)
    assert exists(idle)
    visitor.http.get("/api/me")
    apply(running, 9.5, monkeypatch)  # notes the visit; the policy has run today
    apply(running, 14, monkeypatch)
    assert not exists(idle)
    assert idle.http.get("/api/me").status_code == 401
    assert all(exists(person) for person in (visitor, player, other, account))


def test_a_finished_game_loses_its_chat_and_nothing_else(
    database: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(database, retention=POLICY)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table, ongoing = played(ann, bob), ann.open(GAME)
    ann.do(ongoing, "say", text="still here")
    bob.http.post("/api/reports", json={"user": ann.id})
    record, before = ann.record(table), ann.look(table)
    apply(running, 19, monkeypatch)
    running.services.repository.tables.clear()
    assert ann.look(table)["events"] == before["events"]
    apply(running, 21, monkeypatch)
    apply(running, 23, monkeypatch)  # nothing more happens
    running.services.repository.tables.clear()
    after = ann.look(table)
    assert "secret" not in str(after["events"])
    assert [event["text"] for event in after["events"] if event["kind"] == "chat-sent"] == ["", ""]
    others = [event for event in after["events"] if event["kind"] != "chat-sent"]
    assert others == [event for event in before["events"] if event["kind"] != "chat-sent"]
    assert ann.record(table) == record
    assert "still here" in str(ann.look(ongoing))
    with running.services.store.read_engine.connect() as connection:
        assert len(moderation.reports(connection)) == 1  # an open report stays
        assert not retention.old_chats(connection, now_ms() + 1000 * DAY)


def test_tables_closed_before_the_first_move_are_deleted(
    database: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(database, retention=POLICY)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    empty, aborted, kept, waiting = ann.open(GAME), ann.open(GAME), played(ann, bob), ann.open(GAME)
    ann.do(empty, "abort")
    bob.do(aborted, "sit")
    bob.do(aborted, "abort")
    moderated: str = ann.open(GAME, "me", "me")
    ann.do(moderated, "move", move=ann.look(moderated)["now"]["legal_moves"][0], seat=0)
    running.services.repository.tables.clear()
    apply(running, 4, monkeypatch)
    assert ann.look(empty)["now"]["status"] == "closed"
    running.services.repository.tables.clear()
    apply(running, 6, monkeypatch)
    assert [ann.http.get(f"/api/tables/{table}").status_code for table in (empty, aborted)] == [404, 404]
    assert all(ann.look(table) for table in (kept, waiting, moderated))
    assert {one["id"] for one in ann.http.get("/api/me/tables").json()} == {kept, waiting, moderated}


@pytest.mark.parametrize("junk", ["X'7b'", "CAST(X'7bff00' AS TEXT)", "'[]'", '\'{"kind":"chat-sent"\''])
def test_a_damaged_row_does_not_stop_the_policy(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch, junk: str
) -> None:
    running = start(sqlite_url, retention=POLICY)
    ann, bob, idle = (running.new_user(name) for name in ("Ann", "Bob", "Idle"))
    tables, empty = [played(ann, bob) for _ in range(3)], [ann.open(GAME) for _ in range(2)]
    for table in empty:
        ann.do(table, "abort")
    running.services.repository.tables.clear()
    with running.services.store.write_engine.begin() as connection:
        for table, like in ((tables[0], "%"), (tables[1], "%chat-sent%"), (empty[0], "%")):
            number = f"(SELECT max(number) FROM events WHERE room = '{table}' AND event LIKE '{like}')"
            connection.exec_driver_sql(f"UPDATE events SET event = {junk} WHERE room = '{table}' AND number = {number}")
    apply(running, 21, monkeypatch)
    assert "secret" not in str(ann.look(tables[2])["events"])
    assert ann.http.get(f"/api/tables/{empty[1]}").status_code == 404
    assert ann.http.get(f"/api/tables/{empty[0]}").status_code == 500
    assert not exists(idle)


def test_zero_days_keep_everything(sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(sqlite_url, retention=Retention(guests=0, chats=0, tables=0))
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table, empty = played(ann, bob), ann.open(GAME)
    ann.do(empty, "abort")
    apply(running, 10_000, monkeypatch)
    running.services.repository.tables.clear()
    assert "secret" in str(ann.look(table))
    assert ann.look(empty)["now"]["status"] == "closed"


def test_one_process_claims_a_run(database: str) -> None:
    made = Store(database)
    made.migrate()
    with made.write_engine.begin() as connection:
        assert retention.claim_run(connection, 5 * DAY, DAY)
        assert not retention.claim_run(connection, 5 * DAY + 1, DAY)
        assert retention.claim_run(connection, 6 * DAY, DAY)
        connection.exec_driver_sql("UPDATE key_values SET value = 'junk' WHERE name = 'retention'")
        assert retention.claim_run(connection, 6 * DAY, DAY)
        assert not retention.claim_run(connection, 6 * DAY, DAY)
    made.dispose()


def test_the_policy_comes_from_the_command_line(nodarium_command: Command) -> None:
    assert "at least 0" in nodarium_command.wrong("serve", "--retention-chats", "-1")
