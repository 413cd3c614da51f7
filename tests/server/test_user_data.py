"""Exporting and deleting users, and the access to the database's files."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import MetaData, create_engine, select

from nodarium.server.events import Participant, Slot, TableOpened
from nodarium.server.store import Store, parse_url
from nodarium.server.store.private_files import make_private, make_private_folder
from nodarium.server.upcast import EventReader, encode_event
from nodarium.server.user_data import DELETED_CHAT, DELETED_NAME, anonymised_text
from tests.server.play import OPEN_GAMES
from tests.server.running import PASSWORD, Running, User, wait_until

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]


def dump(database: str) -> str:
    """Everything in the database, as text."""
    engine = create_engine(parse_url(database))
    metadata = MetaData()
    with engine.connect() as connection:
        metadata.reflect(connection)
        rows = [tuple(row) for table in metadata.sorted_tables for row in connection.execute(select(table))]
    engine.dispose()
    return "\n".join(map(str, rows))


def play_some(ann: User, bob: User, **settings: Any) -> str:
    """Let two people chat and play until a resignation counts, or two moves."""
    table: str = ann.open(ANY, **settings)
    bob.do(table, "sit")
    moves = 0
    while moves < 2 or (now := ann.look(table)["now"]).get("resignation_aborts"):
        now = ann.look(table)["now"]
        mover = (ann, bob)[now["to_act"][0]]
        mover.do(table, "move", move=mover.look(table)["now"]["legal_moves"][0])
        moves += 1
    ann.do(table, "say", text="ann lives in Ulm")
    bob.do(table, "say", text="bob greets")
    return table


def delete(user: User, status: int = 204, **proof: Any) -> httpx.Response:
    answer = user.http.post("/api/account/delete", json=proof)
    assert answer.status_code == status, answer.text
    return answer


# ---- export ----


def test_the_export_holds_everything_of_a_user_and_no_secrets(database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann").register("ann"), running.new_user("Bob").register("bob")
    table = play_some(ann, bob, rated=True)
    bob.do(table, "resign")
    running_table = play_some(ann, bob)
    token = ann.http.post("/api/tokens", json={"name": "my bot", "scopes": ["read"]}).json()["token"]
    wait_until(lambda: bool(ann.http.get("/api/me").json().get("ratings")))
    answer = ann.http.get("/api/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert (data["user"]["id"], data["user"]["account"]) == (ann.id, "ann")
    assert data["ratings"][ANY]["games"] == 1
    assert [one["name"] for one in data["sessions"]] == ["python-httpx"]
    assert [one["name"] for one in data["api_tokens"]] == ["my bot"]
    assert [one["id"] for one in data["tables"]] == [table, running_table]
    finished, going_on = data["tables"]
    assert [one["text"] for one in finished["chat"]] == ["ann lives in Ulm"]
    assert finished["games"][0] == ann.record(table)
    assert "deal" not in going_on["games"][0]
    text = answer.text
    assert "bob greets" not in text
    assert all(secret not in text for secret in (token, ann.token, "argon2"))


def test_exports_are_limited(sqlite_url: str, start: Start) -> None:
    ann = start(sqlite_url).new_user("Ann")
    codes = [ann.http.get("/api/account/export").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]


# ---- deletion ----


def test_a_deleted_user_leaves_no_trace_and_others_keep_their_games(database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann-Sophie").register("ann-account"), running.new_user("Bob").register("bob")
    finished = play_some(ann, bob, rated=True)
    bob.do(finished, "resign")
    before = bob.record(finished)
    going_on = play_some(ann, bob)
    watching = bob.join(going_on)
    watching.receive()
    invited = bob.open(ANY, "me", "@ann-account")
    opened = ann.open(ANY)
    wait_until(lambda: bool(bob.http.get("/api/me").json().get("ratings")))
    delete(ann, 400)
    delete(ann, 403, password="wrong one")
    assert ann.http.get("/api/me").status_code == 200
    delete(ann, password=PASSWORD)
    assert ann.http.get("/api/me").status_code == 401
    assert bob.http.get(f"/api/users/{ann.id}").status_code == 404
    login = httpx.post(f"{running.address}/api/login", json={"account": "ann-account", "password": PASSWORD})
    assert login.status_code == 403
    # Bob's games are there, with the same moves, and he has won the one that was going on.
    after = bob.record(finished)
    assert after["moves"] == before["moves"]
    assert sorted(player["name"] for player in after["players"]) == ["Bob", DELETED_NAME]
    assert bob.look(going_on)["now"]["status"] == "over"
    names = [slot["player"]["name"] for slot in bob.look(going_on)["table"]["slots"]]
    assert names == [DELETED_NAME, "Bob"]
    said = [event["text"] for event in bob.look(going_on)["events"] if event["kind"] == "chat-sent"]
    assert said == [DELETED_CHAT, "bob greets"]
    while not any(slot.get("player", {}).get("name") == DELETED_NAME for slot in watching.table["slots"]):
        watching.receive()  # the open socket learns of it
    assert bob.look(opened)["now"]["status"] == "closed"
    assert bob.look(invited)["table"]["slots"][1]["reserved_for"]["name"] == DELETED_NAME
    ids = {bob.look(table)["table"]["slots"][0]["player"]["user_id"] for table in (finished, going_on)}
    assert len(ids) == 2  # nobody can tell that it was the same person
    running.stop()
    text = dump(database)
    for trace in (ann.id, "Ann-Sophie", "ann-account", "ann lives in Ulm"):
        assert trace not in text, trace
    assert "bob greets" in text
    again = start(database)
    assert again.new_user("x").look(finished)["now"]["status"] == "over"


def test_a_damaged_event_does_not_keep_a_user_from_being_deleted(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    damaged, table = play_some(ann, bob), play_some(ann, bob)
    running.services.repository.tables.clear()
    with running.services.store.write_engine.begin() as connection:
        junk = b'{\xff"' + ann.id.encode() + b'"'
        change = f"UPDATE events SET event = CAST(X'{junk.hex()}' AS TEXT) WHERE room = '{damaged}' AND number = 2"
        connection.exec_driver_sql(change)
    delete(ann)
    assert bob.look(table)["now"]["status"] == "over"
    running.stop()
    assert ann.id not in dump(sqlite_url)


def test_watchers_of_a_table_get_no_chat_of_a_deleted_user(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = play_some(ann, bob)
    bob.do(table, "resign")
    watching = bob.join(table)  # while somebody watches, frames are made from events that were prepared before
    watching.receive()
    assert "ann lives in Ulm" in json.dumps(bob.look(table))
    delete(ann)
    for person in (bob, running.new_user("Cyd")):
        assert "ann lives in Ulm" not in json.dumps(person.look(table))
    late = bob.join(table)
    assert "ann lives in Ulm" not in json.dumps(late.receive())


def test_api_tokens_end_before_a_user_is_deleted(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    made = ann.http.post("/api/tokens", json={"name": "bot", "scopes": ["read", "play"]}).json()
    headers = {"authorization": f"Bearer {made['token']}"}
    user_data = running.services.user_data
    statuses: list[int] = []

    async def look_and_leave(*_: Any) -> None:
        async with httpx.AsyncClient(base_url=running.address, headers=headers) as bot:
            statuses.append((await bot.get("/api/me")).status_code)

    ann.open(ANY)
    monkeypatch.setattr(user_data, "_leave", look_and_leave)
    delete(ann, password=PASSWORD)
    assert statuses == [401]


def test_a_guest_can_delete_themselves(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    table = ann.open(ANY)
    delete(ann)
    assert ann.http.get("/api/me").status_code == 401
    assert running.new_user("Bob").look(table)["now"]["status"] == "closed"


def test_a_table_that_the_user_left_forgets_them_too(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann-Sophie"), running.new_user("Bob")
    table = bob.open(ANY)
    bob.do(table, "stand")
    ann.do(table, "sit")
    ann.do(table, "stand")
    delete(ann)
    running.stop()
    assert ann.id not in dump(sqlite_url)
    assert "Ann-Sophie" not in dump(sqlite_url)


def test_all_processes_forget_a_deleted_user(cluster: Any, start: Start) -> None:
    url = cluster.new_database()
    one, two = start(url), start(url)
    ann, bob = one.new_user("Ann-Sophie"), two.new_user("Bob")
    table = ann.open(ANY)
    bob.do(table, "sit")
    socket = bob.join(table)
    socket.receive()
    delete(ann)
    while socket.table["slots"][0]["player"]["name"] != DELETED_NAME:
        socket.receive()
    said = socket.ask("say", text="who was that?")["event"]  # both processes go on with the table
    bob.at(one).look(table, after=said)  # waits until this process knows it
    assert bob.look(table)["events"][-1]["text"] == "who was that?"
    assert ann.id not in json.dumps(bob.look(table))


def test_events_of_every_version_are_rewritten() -> None:
    opened = TableOpened(
        time=1,
        by="ann",
        config={"game": ANY, "options": {}},  # type: ignore[arg-type]
        slots=(Slot(player=Participant(name="Ann", user_id="ann", registered=True)), Slot()),
    )
    event = EventReader().read(anonymised_text(encode_event(opened), "ann", "xyz"))
    assert isinstance(event, TableOpened)
    assert (event.by, event.slots[0].player) == ("xyz", Participant(name=DELETED_NAME, user_id="xyz"))
    old = '{"kind":"sat","time":1,"by":"ann","place":1,"player":{"name":"Ann","person":"ann","account":true}}'
    assert "Ann" not in anonymised_text(old, "ann", "xyz")
    assert EventReader().read(anonymised_text(old, "ann", "xyz")).by == "xyz"
    said = anonymised_text('{"kind":"said","time":1,"by":"ann","text":"hi"}', "ann", "xyz")
    assert json.loads(said) == {"kind": "said", "time": 1, "by": "xyz", "text": DELETED_CHAT}
    ratings = anonymised_text('{"kind":"result-recorded","time":1,"ratings":{"ann":[1,2],"bob":[3,4]}}', "ann", "xyz")
    assert json.loads(ratings)["ratings"] == {"xyz": [1, 2], "bob": [3, 4]}
    assert anonymised_text('{"by":"ann', "ann", "xyz") == '{"by":"xyz'  # damaged


# ---- files ----


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_database_is_private(tmp_path: Path, start: Start) -> None:
    before = os.umask(0)
    try:
        running = start(f"sqlite:///{tmp_path / 'nodarium.db'}")
        running.new_user("Ann")
        assert {path.name: mode(path) for path in tmp_path.iterdir()} == dict.fromkeys(
            ["nodarium.db", "nodarium.db-wal", "nodarium.db-shm", "nodarium.db.lock"], 0o600
        )
    finally:
        os.umask(before)


def test_an_existing_database_becomes_private(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "nodarium.db"
    sqlite3.connect(path).close()
    path.chmod(0o644)
    with caplog.at_level(logging.WARNING):
        store = Store(f"sqlite:///{path}")
        store.migrate()
        store.dispose()
    assert mode(path) == 0o600
    assert "0644" in caplog.text
    caplog.clear()
    make_private(path)
    assert caplog.text == ""


def test_the_data_directory_becomes_private_unless_it_is_shared(tmp_path: Path) -> None:
    made, found, shared = tmp_path / "a" / "b", tmp_path / "c", tmp_path / "d"
    found.mkdir(mode=0o755)
    shared.mkdir()
    shared.chmod(0o1777)
    for folder in (made, found, shared):
        make_private_folder(folder)
    assert [mode(folder) for folder in (made, found, shared)] == [0o700, 0o700, 0o1777]
