"""A database written by version 1: this version folds, shows and continues every table.

`fixtures/version-1.sql` is the database and `fixtures/version-1.json` what version 1 showed of it. It holds tables in
every state: open, reserved, closed, being played in every game, with bots, all clocks, chat, proposals of all kinds,
take-backs, every way a game can end, series, rematches, accounts and ratings.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Boolean, Connection, MetaData, create_engine, update

from nodarium.core.discovery import find_game
from nodarium.record.match import Match
from nodarium.record.record import parse_record
from nodarium.search.bots import make_bot
from nodarium.server import events, store
from nodarium.server.damage import fold
from nodarium.server.events import Event, kind_of
from nodarium.server.store import parse_url
from nodarium.server.store.schema import EVENTS
from nodarium.server.store.store import events_of
from nodarium.server.table import Table
from nodarium.server.upcast import (
    V1_KINDS,
    VERSION,
    VERSION_TAIL,
    EventReader,
    UnknownRules,
    UnknownVersion,
    encode_event,
)
from nodarium.server.user_data import DELETED_NAME
from tests.cli.command import Command
from tests.server.play import GAMES, Room
from tests.server.postgres import Cluster
from tests.server.running import Running, User
from tests.server.tables import write_database, write_table

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
FIXTURES = Path(__file__).parent / "fixtures"
SHOWN: dict[str, Any] = json.loads((FIXTURES / "version-1.json").read_text("utf-8"))
tables = pytest.mark.parametrize("name", sorted(SHOWN["tables"]))


@pytest.fixture
def old(sqlite_url: str) -> str:
    """The URL of a copy of the old database."""
    connection = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))
    connection.executescript((FIXTURES / "version-1.sql").read_text("utf-8"))
    connection.close()
    return sqlite_url


@pytest.fixture
def old_postgresql(cluster: Cluster) -> str:
    """The URL of a PostgreSQL database with the same rows."""
    url = cluster.new_database()
    source = sqlite3.connect(":memory:")
    source.executescript((FIXTURES / "version-1.sql").read_text("utf-8"))
    engine = create_engine(parse_url(url))
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(store.__file__).with_name("migrations")))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        metadata = MetaData()
        metadata.reflect(connection)
        for table in metadata.sorted_tables:
            names = [column.name for column in table.columns]
            rows = source.execute(f"SELECT {', '.join(names)} FROM {table.name}").fetchall()
            booleans = [isinstance(column.type, Boolean) for column in table.columns]
            values = [
                {
                    name: bool(value) if boolean else value
                    for name, boolean, value in zip(names, booleans, row, strict=True)
                }
                for row in rows
            ]
            if values and table.name != "alembic_version":
                connection.execute(table.insert(), values)
    engine.dispose()
    source.close()
    return url


def stored() -> dict[str, list[str]]:
    connection = sqlite3.connect(":memory:")
    connection.executescript((FIXTURES / "version-1.sql").read_text("utf-8"))
    found: dict[str, list[str]] = {}
    for room, event in connection.execute("SELECT room, event FROM events ORDER BY room, number"):
        found.setdefault(room, []).append(event)
    connection.close()
    return found


def read(texts: list[str]) -> list[Event]:
    reader = EventReader()
    return [reader.read(text) for text in texts]


def signed_in(running: Running, name: str) -> User:
    person = running.new_user(name)
    person.id, person.token = SHOWN["people"][name]["id"], SHOWN["people"][name]["token"]
    person.http.headers["authorization"] = f"Bearer {person.token}"
    person.http.cookies.clear()
    return person


def test_the_fixture_holds_every_kind_of_event() -> None:
    kinds = {json.loads(text)["kind"] for texts in stored().values() for text in texts}
    assert kinds == {*V1_KINDS, "moved", "resigned", "flagged", "took-back"}
    assert not any("version" in json.loads(text) for texts in stored().values() for text in texts)


@tables
def test_every_table_folds_to_the_state_that_version_1_showed(name: str) -> None:
    shown = SHOWN["tables"][name]
    table = Table(shown["id"])
    for event in read(stored()[shown["id"]])[: shown["number"]]:  # the later events came from looking at the table
        table.apply(event)
    assert (table.last_event, table.status, list(table.score)) == (shown["number"], shown["status"], shown["score"])
    for game, before in zip(table.games, shown["games"], strict=True):
        record = game.match.record(sealed=game.match.outcome is None)
        assert [[move.seat, move.move] for move in record.moves] == before["moves"]
        assert game.sha256 == before["sha256"]
        won = list(game.match.outcome.winners) if game.match.outcome else None
        assert won == (before["outcome"]["winners"] if before["outcome"] else None)


def test_a_proposal_declined_by_its_own_seat_is_read_as_withdrawn() -> None:
    kinds = {
        name: [kind_of(event) for event in read(stored()[SHOWN["tables"][name]["id"]])]
        for name in ("proposal-declined", "proposal-withdrawn")
    }
    assert "proposal-declined" in kinds["proposal-declined"]
    assert "proposal-withdrawn" not in kinds["proposal-declined"]
    assert "proposal-withdrawn" in kinds["proposal-withdrawn"]
    assert "proposal-declined" not in kinds["proposal-withdrawn"]


def test_an_event_is_written_with_its_version_and_read_again() -> None:
    event = events.ChatSent(time=1, by="ann", text='","rules":"chess-9","version":3}')
    rules = Room(GAMES[0]).table.rules
    written = encode_event(event, rules)
    assert written.endswith(VERSION_TAIL)
    assert {name: json.loads(written)[name] for name in ("version", "rules")} == {"version": VERSION, "rules": rules}
    assert EventReader().read(written) == event
    assert EventReader().read(json.dumps(json.loads(written))) == event  # with any spacing


def test_an_event_of_other_rules_is_refused() -> None:
    for rules, reason in ((f"{GAMES[0]}-99", "version 99 .* has version"), ("chess-1", "doesn't have this game")):
        with pytest.raises(UnknownRules, match=reason):
            EventReader().read(encode_event(events.ChatSent(time=1, by="ann", text="hello"), rules))


def test_an_event_of_version_2_is_read() -> None:
    event = EventReader().read('{"kind":"chat-sent","time":1,"by":"ann","text":"hello","version":2}')
    assert event == events.ChatSent(time=1, by="ann", text="hello")


def test_an_event_of_a_later_version_is_refused() -> None:
    with pytest.raises(UnknownVersion, match="version 99"):
        EventReader().read('{"kind":"chat-sent","time":1,"text":"hello","version":99}')


def test_the_lobby_and_the_lists_of_tables_are_unchanged(old: str, start: Start) -> None:
    running = start(old)
    ann = signed_in(running, "ann")
    assert sorted(one["id"] for one in ann.http.get("/api/tables").json()["tables"]) == SHOWN["lobby"]
    mine = ann.http.get("/api/me/tables").json()
    assert [one["id"] for one in mine] == SHOWN["mine"]
    assert all(one["slots"] and one["config"]["game"] for one in mine)
    reserved = next(one for one in mine if one["id"] == SHOWN["tables"]["open-reserved"]["id"])
    assert reserved["slots"][1]["reserved_for"]["user_id"] == SHOWN["people"]["bob"]["id"]


def test_a_postgresql_database_is_migrated_too(old_postgresql: str, start: Start) -> None:
    ann = signed_in(start(old_postgresql), "ann")
    assert sorted(one["id"] for one in ann.http.get("/api/tables").json()["tables"]) == SHOWN["lobby"]
    assert [one["id"] for one in ann.http.get("/api/me/tables").json()] == SHOWN["mine"]
    assert ann.http.get("/api/me").json()["ratings"] == SHOWN["ratings"]
    for shown in SHOWN["tables"].values():
        assert ann.look(shown["id"])["now"]["number"] >= shown["number"]


def test_accounts_and_ratings_are_kept(old: str, start: Start) -> None:
    running = start(old)
    assert signed_in(running, "ann").http.get("/api/me").json()["ratings"] == SHOWN["ratings"]
    other = running.new_user("another device")
    credentials = {"account": "Bob", "password": "correct horse"}
    assert other.http.post("/api/login", json=credentials).json()["id"] == SHOWN["people"]["bob"]["id"]


def test_every_game_can_be_replayed_and_every_table_is_shown(old: str, start: Start) -> None:
    ann = signed_in(start(old, heartbeat_seconds=1000.0, disconnect_grace_seconds=1000.0), "ann")
    for shown in SHOWN["tables"].values():
        frame = ann.look(shown["id"], view=True, scene=True)
        assert frame["now"]["number"] >= shown["number"]
        assert [event["number"] for event in frame["events"]] == list(range(1, frame["now"]["number"] + 1))
        for number, before in enumerate(shown["games"]):
            log = ann.http.get(f"/api/tables/{shown['id']}/games/{number}/log").json()
            assert log["num_moves"] >= len(before["moves"])
            record = parse_record(ann.http.get(f"/api/tables/{shown['id']}/games/{number}").content)
            if record.deal is not None:
                assert Match.from_record(record).commitment == before["sha256"]


def test_every_game_can_be_continued(old: str, start: Start) -> None:
    running = start(old)
    people = {SHOWN["people"][name]["id"]: signed_in(running, name) for name in ("ann", "bob", "cyd")}
    ann, played = people[SHOWN["people"]["ann"]["id"]], 0
    for shown in SHOWN["tables"].values():
        frame = ann.look(shown["id"])
        if frame["now"]["status"] != "playing":
            continue
        for seat in frame["now"]["to_act"]:
            player = frame["table"]["slots"][frame["table"]["games"][-1]["slots"][seat]]["player"]
            if "user_id" in player:
                person = people[player["user_id"]]
                move = person.look(shown["id"], seat=seat)["now"]["legal_moves"][0]
                assert person.do(shown["id"], "move", move=move, seat=seat)["event"] > shown["number"]
                played += 1
                break
    assert played > 10


def test_old_and_new_events_form_one_log(old: str, start: Start) -> None:
    """New events are appended in the new form after the old ones, and both are read after a restart."""
    running = start(old)
    bob = signed_in(running, "bob")
    shown = SHOWN["tables"]["open"]
    assert bob.do(shown["id"], "sit")["event"] == shown["number"] + 1
    running.end()
    restarted = start(old)
    assert bob.at(restarted).look(shown["id"])["now"]["status"] == "playing"
    with restarted.services.store.read_engine.connect() as connection:
        assert [kind_of(event) for event in events_of(connection, shown["id"])][:2] == ["table-opened", "joined"]


def test_a_request_that_was_carried_out_before_the_upgrade_is_not_repeated(old: str, start: Start) -> None:
    ann = signed_in(start(old), "ann")
    name = next(name for name in SHOWN["tables"] if name.startswith("playing-"))
    table = SHOWN["tables"][name]["id"]
    first = ann.do(table, "say", text="Good luck! ☘", request="hello")
    assert first["event"] <= SHOWN["tables"][name]["number"]


def test_a_damaged_table_does_not_affect_other_tables(old: str, start: Start, caplog: pytest.LogCaptureFixture) -> None:
    damaged, sound = SHOWN["tables"]["proposal-pending"]["id"], SHOWN["tables"]["proposal-declined"]["id"]
    with sqlite3.connect(old.removeprefix("sqlite:///")) as connection:
        broken = '{"kind":"moved","time":9,"seat":0,"move":"nonsense","version":2}'
        connection.execute("UPDATE events SET event = ? WHERE room = ? AND number = 3", (broken, damaged))
    connection.close()
    ann = signed_in(start(old, heartbeat_seconds=0.05), "ann")
    answer = ann.http.get(f"/api/tables/{damaged}")
    assert (answer.status_code, answer.json()["code"]) == (500, "table-damaged")
    assert ann.look(sound)["now"]["status"] == "playing"
    assert damaged in [one["id"] for one in ann.http.get("/api/me/tables").json()]
    assert any("quarantined" in message for message in caplog.messages)


def test_every_game_can_be_exported(old: str, start: Start, nodarium_command: Command) -> None:
    start(old).end()
    told = nodarium_command.right("admin", "export", "games.jsonl", "--database", old)
    assert "can't be read" not in told
    with sqlite3.connect(old.removeprefix("sqlite:///")) as connection:
        listed = {row[0] for row in connection.execute("SELECT id FROM rooms WHERE listed")}
    connection.close()
    tables = [table for table in SHOWN["tables"].values() if table["id"] in listed]
    ended = [game["sha256"] for table in tables for game in table["games"] if game["outcome"]]
    lines = Path("games.jsonl").read_text("utf-8").splitlines()
    exported = [Match.from_record(parse_record(line.encode())).commitment for line in lines]
    assert set(ended) <= set(exported)
    assert ended


def test_a_user_can_delete_their_account(old: str, start: Start) -> None:
    running = start(old, heartbeat_seconds=1000.0)
    bob, cyd = signed_in(running, "bob"), signed_in(running, "cyd")
    shown = SHOWN["tables"].values()
    for table in shown:
        bob.look(table["id"])  # now it is in memory
    assert bob.http.post("/api/account/delete", json={"password": "correct horse"}).status_code == 204
    for table in shown:
        assert SHOWN["people"]["bob"]["id"] not in str(cyd.look(table["id"]))
    running.services.repository.tables.clear()
    for table in shown:
        assert SHOWN["people"]["bob"]["id"] not in str(cyd.look(table["id"]))


unversioned = pytest.mark.parametrize(
    "data",  # game, option and value
    [
        (game, option.name, value)
        for game in GAMES
        for option in find_game(game).options
        for value in option.unversioned
    ],
    ids=" ".join,
)


@cache
def finished_table(game: str, option: str, value: str) -> tuple[Table, Event]:
    """A table with a version of a game's data, and its first event as it was stored before data had versions."""
    room = Room(game, options={option: value})
    bot = make_bot(find_game(game), "club", 1)
    match = room.table.match
    assert match
    while not match.outcome:
        seat = match.to_act[0]
        move = match.canonical_move(bot.choose(match.decision_state(seat), seat), seat)
        room.apply(events.Moved(time=room.now, seat=seat, move=move))
    first = room.table.event_log[0]
    assert isinstance(first, events.TableOpened)
    old = {**first.config.options, option: value.rpartition("-")[0]}
    return room.table, msgspec.structs.replace(first, config=msgspec.structs.replace(first.config, options=old))


@unversioned
def test_a_table_from_before_data_had_versions_finds_its_data(data: tuple[str, str, str]) -> None:
    before, first = finished_table(*data)
    table = fold("t", [first, *before.event_log[1:]])
    assert table.config == before.config
    assert table.match == before.match


@unversioned
def test_a_table_from_before_data_had_versions_is_exported_and_anonymised(
    sqlite_url: str, start: Start, nodarium_command: Command, data: tuple[str, str, str]
) -> None:
    before, first = finished_table(*data)
    assert before.match

    def fill(connection: Connection) -> None:
        write_table(connection, before, "t")
        change = update(EVENTS).where(EVENTS.c.room == "t", EVENTS.c.number == 1)
        connection.execute(change.values(event=encode_event(first)))

    write_database(sqlite_url, fill)
    nodarium_command.right("admin", "export", "games.jsonl", "--database", sqlite_url)
    (record,) = Path("games.jsonl").read_text("utf-8").splitlines()
    assert Match.from_record(parse_record(record.encode())).options == before.match.options
    running = start(sqlite_url)
    other = running.new_user("other")
    assert "Ann" in str(other.look("t")["table"])  # now it is in memory
    work = running.services.user_data._anonymise("t", "ann")
    asyncio.run_coroutine_threadsafe(work, running.services.store.loop).result()
    shown = other.look("t")
    assert DELETED_NAME in str(shown["table"])
    assert "Ann" not in str(shown)
