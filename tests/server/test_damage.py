"""Damaged events: they harm no other table, they are reported, and they can be repaired."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from threading import Thread
from time import sleep

import psycopg
import pytest
from sqlalchemy import Connection, update
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from nodarium.cli.main import main
from nodarium.server import events, wire
from nodarium.server.accounts import User
from nodarium.server.errors import NotFound, TableDamaged, Unavailable
from nodarium.server.events import Event, kind_of
from nodarium.server.repair import repair
from nodarium.server.repository import LiveTable
from nodarium.server.services import Services
from nodarium.server.settings import BENCHMARK_LIMITS, ServerSettings
from nodarium.server.store import EventConflict, Store
from nodarium.server.store.schema import EVENTS
from nodarium.server.table import Table
from nodarium.server.upcast import encode_event
from tests.server.play import OPEN_GAMES
from tests.server.postgres import Cluster
from tests.server.running import Running, wait_until
from tests.server.tables import CLOCK, played_table, sample_tables, write_database, write_table

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]
CASES, CASES_PER_DATABASE, SERVED_CASES = 1000, 250, 6
JUNK = [
    "",
    "{",
    "null",
    "[]",
    "\x00",
    "{}",
    '{"kind":"moved"}',
    '{"kind":"moved","time":1,"seat":0,"move":"?","version":3}',
]


@cache
def samples() -> list[Table]:
    return sample_tables(12)


@contextmanager
def opened(database: str) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def damage_one_row(connection: sqlite3.Connection, table_id: str, dice: Random) -> str:
    """Damage one random event of a table, and say how."""
    rows = connection.execute("SELECT number, event FROM events WHERE room = ?", (table_id,)).fetchall()
    number, text = dice.choice(rows)
    where = (table_id, number)
    how = dice.choice(["delete", "junk", "cut", "flip", "field", "swap", "renumber", "bytes"])
    if how == "delete":
        connection.execute("DELETE FROM events WHERE room = ? AND number = ?", where)
    elif how == "renumber":
        moved = len(rows) + dice.randint(1, 3)
        connection.execute("UPDATE events SET number = ? WHERE room = ? AND number = ?", (moved, *where))
    elif how == "bytes":
        connection.execute("UPDATE events SET event = CAST(X'7bff00' AS TEXT) WHERE room = ? AND number = ?", where)
    else:
        connection.execute(
            "UPDATE events SET event = ? WHERE room = ? AND number = ?", (spoilt(text, how, rows, dice), *where)
        )
    return f"{how} {number}"


def spoilt(text: str, how: str, rows: list[tuple[int, str]], dice: Random) -> str:
    if how == "junk":
        return dice.choice(JUNK)
    if how == "cut":
        return text[: dice.randrange(len(text))]
    if how == "swap":
        return dice.choice(rows)[1]
    if how == "flip":
        at = dice.randrange(len(text))
        return text[:at] + chr(dice.randint(32, 126)) + text[at + 1 :]
    data = json.loads(text)
    name = dice.choice([*data, "seat", "slot", "move"])
    data[name] = dice.choice([None, -1, 99, 10**15, "x", "chess-99", [], {}])
    return json.dumps(data)


def with_services(database: str, work: Callable[[Services], Awaitable[None]], **settings: object) -> None:
    async def run() -> None:
        services = Services(ServerSettings(database=database, limits=BENCHMARK_LIMITS, **settings))  # type: ignore[arg-type]
        await services.start()
        try:
            await work(services)
        finally:
            await services.stop()

    asyncio.run(run())


async def all_loaded(services: Services) -> None:
    while services.scheduler.loading:
        await asyncio.sleep(0.01)


async def move_on(services: Services, table_id: str) -> None:
    """Make a legal move at a table."""
    live = await services.repository.load(table_id)
    match = live.table.match
    assert match
    seat = match.to_act[0]
    user_id = live.table.player_in(seat).user_id
    assert user_id
    user = User(user_id=user_id, name=user_id)
    number = live.table.last_event
    assert await services.tables.handle(live, user, wire.Move(move=match.legal_moves(seat)[0], seat=seat)) > number


@pytest.mark.parametrize("seed", range(CASES // CASES_PER_DATABASE))
def test_damage_to_any_event_harms_no_other_table(sqlite_url: str, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """Each of the victims has one damaged row."""
    caplog.set_level(logging.CRITICAL)  # a thousand tracebacks help nobody
    dice = Random(seed)
    victims = [f"victim{n}" for n in range(CASES_PER_DATABASE)]
    sound = [f"sound{n}" for n in range(12)]

    def fill(connection: Connection) -> None:
        for n, table_id in enumerate([*victims, *sound]):
            write_table(connection, samples()[n % len(samples())], table_id)

    write_database(sqlite_url, fill)
    with opened(sqlite_url) as connection:
        connection.execute("BEGIN")
        damaged = {table_id: damage_one_row(connection, table_id, dice) for table_id in victims}
        connection.execute("COMMIT")

    async def work(services: Services) -> None:
        await all_loaded(services)
        assert services.repository.quarantined <= set(victims)
        assert len(services.repository.quarantined) > CASES_PER_DATABASE // 2
        for table_id in sound:
            await move_on(services, table_id)
        for table_id, how in damaged.items():
            try:
                await services.repository.load(table_id)
            except TableDamaged:
                assert table_id in services.repository.quarantined, how
        shown = {one.id: one.damaged for one in await services.tables.tables_of("ann")}
        assert len(shown) == 200
        assert all(
            is_damaged == (table_id in services.repository.quarantined) for table_id, is_damaged in shown.items()
        )
        assert not {one.id for one in (await services.lobby.read()).tables} & services.repository.quarantined

    with_services(sqlite_url, work)


@pytest.mark.parametrize("seed", range(SERVED_CASES))
def test_a_server_with_a_damaged_event_starts_and_serves_the_others(sqlite_url: str, start: Start, seed: int) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    tables = [ann.open(ANY, "me", "me") for _ in range(3)]
    running.end()
    with opened(sqlite_url) as connection:
        damage_one_row(connection, tables[0], Random(seed))
    ann.at(start(sqlite_url))
    for table in tables[1:]:
        now = ann.look(table)["now"]
        assert "event" in ann.do(table, "move", move=now["legal_moves"][0])


def test_an_event_that_cannot_be_applied_is_not_stored(sqlite_url: str) -> None:
    write_database(sqlite_url, lambda connection: write_table(connection, played_table(ANY, 1, clock=CLOCK), "t"))
    bad: list[Event] = [
        events.Moved(time=0, seat=0, move="nonsense"),
        events.Moved(time=0, seat=7, move="x"),
        events.Resigned(time=0, seat=9),
        events.ProposalAccepted(time=0, seat=0),
        events.TookBack(time=0, seat=5),
        events.GameDealt(time=0, deal=events.Deal(deal={}, salt="")),
    ]

    async def work(services: Services) -> None:
        live = await services.repository.load("t")
        log, position = list(live.table.event_log), repr(live.table.match)
        clocks = (list(live.table.clock.remaining_ms), live.table.clock.since) if live.table.clock else None
        for event in bad:
            with pytest.raises(Exception):  # noqa: B017, PT011  # whatever the fold raises
                async with live.lock:
                    await services.repository.append(live, event)
        assert live.table.event_log == log
        assert repr(live.table.match) == position
        assert live.table.clock
        assert (live.table.clock.remaining_ms, live.table.clock.since) == clocks
        assert await services.store.events("t") == log
        await move_on(services, "t")

    with_services(sqlite_url, work)


def test_an_event_shows_only_after_it_is_on_disk(sqlite_url: str) -> None:
    write_database(sqlite_url, lambda connection: write_table(connection, played_table(ANY, 1), "t"))

    async def work(services: Services) -> None:
        live = await services.repository.load("t")
        match = live.table.match
        assert match
        number, moves = live.table.last_event, len(match.history)
        event = events.Moved(time=live.table.time, seat=match.to_act[0], move=match.legal_moves()[0])
        async with live.lock:
            job = asyncio.ensure_future(services.repository.append(live, event))
            await asyncio.sleep(0)  # the event is checked and handed to the writer
            assert (live.table.last_event, len(match.history)) == (number, moves)
            assert await job
        assert (live.table.last_event, len(match.history)) == (number + 1, moves + 1)

    with_services(sqlite_url, work)


def test_watchers_of_a_table_that_turns_out_to_be_damaged_are_told(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    table = ann.open(ANY, "me", "me")
    socket = ann.join(table)
    socket.receive()
    live = running.services.repository.tables[table]
    with opened(sqlite_url) as connection:
        connection.execute("INSERT INTO events VALUES (?, ?, 'junk')", (table, live.table.last_event + 1))
    running.services.store.loop.call_soon_threadsafe(running.services.repository.refresh_later, live)
    assert socket.receive()["answers"][0]["error"]["code"] == "table-damaged"
    assert socket.until_closed() == 4500
    answer = ann.http.get(f"/api/tables/{table}")
    assert (answer.status_code, answer.json()["code"]) == (500, "table-damaged")
    assert [one.get("damaged", False) for one in ann.http.get("/api/me/tables").json()] == [True]


def test_a_failing_table_does_not_stop_the_background_loops(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(connection: Connection) -> None:
        for n in range(5):
            write_table(connection, played_table(ANY, n, clock=CLOCK), f"t{n}")

    write_database(sqlite_url, fill)

    async def work(services: Services) -> None:
        await all_loaded(services)
        adopt = services.scheduler.adopt

        def fail_once(live: LiveTable) -> None:
            if live.id == "t0":
                raise RuntimeError("a mistake")
            adopt(live)

        monkeypatch.setattr(services.scheduler, "adopt", fail_once)
        for live in list(services.repository.tables.values()):
            services.scheduler._evict(live)
        services.scheduler.dormant.clear()
        await services.scheduler._reconcile(services.store.process)
        await all_loaded(services)
        assert {one for one, schedule in services.scheduler.schedules.items() if schedule.owned} == {
            "t1",
            "t2",
            "t3",
            "t4",
        }

    with_services(sqlite_url, work)


def test_an_entry_that_is_not_text_hides_no_other_table(sqlite_url: str) -> None:
    def fill(connection: Connection) -> None:
        for n in range(3):
            write_table(connection, played_table(ANY, n, clock=CLOCK), f"t{n}")
        connection.exec_driver_sql("UPDATE rooms SET summary = CAST(X'7bff' AS TEXT) WHERE id = 't1'")

    write_database(sqlite_url, fill)

    async def work(services: Services) -> None:
        await all_loaded(services)
        assert {one.id for one in await services.tables.tables_of("ann")} == {"t0", "t2"}
        assert {one.id for one in (await services.lobby.read()).tables} == {"t0", "t2"}
        assert {"t0", "t2"} <= services.scheduler.schedules.keys()
        for n in range(3):
            await move_on(services, f"t{n}")

    with_services(sqlite_url, work)


# ---- loading ----


@pytest.mark.parametrize("stored", [False, True])
def test_downtime_is_credited_once_although_a_write_fails(
    sqlite_url: str, stored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write fails while the table is loaded. Nobody may know whether the event is on disk."""
    write_database(sqlite_url, lambda connection: write_table(connection, played_table(ANY, 1, clock=CLOCK), "t"))
    append, failed = Store.append, list[Event]()

    def fail_once(store: Store, room: str, number: int, what: Event, rules: str = "") -> asyncio.Future[None]:
        if failed:
            return append(store, room, number, what, rules)
        failed.append(what)
        if stored:
            append(store, room, number, what, rules)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.set_exception(Unavailable("The database doesn't answer."))
        return future

    monkeypatch.setattr(Store, "append", fail_once)

    async def work(services: Services) -> None:
        await all_loaded(services)
        assert [kind_of(event) for event in failed] == ["downtime-credited"]
        await services.scheduler._reconcile(services.store.process)  # the next heartbeat
        await all_loaded(services)
        table = services.repository.tables["t"].table
        assert [kind_of(event) for event in table.event_log].count("downtime-credited") == 1
        assert table.status == "playing"
        assert services.scheduler.schedules["t"].owned
        await move_on(services, "t")

    with_services(sqlite_url, work, heartbeat_seconds=1000.0)


@pytest.mark.parametrize("error", [PoolTimeoutError("slow"), RuntimeError("can't start new thread")])
def test_a_database_that_does_not_answer_damages_no_table(
    sqlite_url: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_database(sqlite_url, lambda connection: write_table(connection, played_table(ANY, 1), "t"))

    def fail() -> None:
        raise error

    async def work(services: Services) -> None:
        await all_loaded(services)
        with monkeypatch.context() as patch:
            patch.setattr(services.store.read_engine, "connect", fail)
            with pytest.raises(Unavailable if isinstance(error, PoolTimeoutError) else RuntimeError):
                await services.repository.load("t")
        assert not services.repository.quarantined
        await move_on(services, "t")

    with_services(sqlite_url, work, heartbeat_seconds=1000.0)


def test_a_heartbeat_waits_for_a_table_that_is_being_loaded(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It used to take the table for an empty one, and to fail."""
    write_database(sqlite_url, lambda connection: write_table(connection, played_table(ANY, 1, clock=CLOCK), "t"))

    async def work(services: Services) -> None:
        await all_loaded(services)
        scheduler, store = services.scheduler, services.store
        scheduler._evict(services.repository.tables["t"])
        read, reading, released = store.events, asyncio.Event(), asyncio.Event()

        async def read_slowly(room: str, after: int = 0) -> list[Event]:
            reading.set()
            await released.wait()
            return await read(room, after)

        monkeypatch.setattr(store, "events", read_slowly)
        loading = asyncio.create_task(services.repository.load("t"))
        await reading.wait()
        beat = asyncio.create_task(scheduler._reconcile(store.process))
        done, _ = await asyncio.wait([beat], timeout=0.5)
        assert not done
        released.set()
        await asyncio.gather(loading, beat)
        assert scheduler.schedules["t"].owned

    with_services(sqlite_url, work)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_the_server_is_ready_before_it_folds_a_table(sqlite_url: str) -> None:
    def fill(connection: Connection) -> None:
        for n in range(40):
            clock = CLOCK if n % 2 else None
            write_table(connection, played_table(ANY, n, moves=2, clock=clock), f"t{n:02}")

    write_database(sqlite_url, fill)

    async def work(services: Services) -> None:
        assert services.ready
        assert services.repository.num_folded == 0
        await move_on(services, "t39")  # nobody has to wait for the others
        assert services.repository.num_folded < 20
        loaded: list[str] = []
        services.repository.subscribe(lambda live, _fresh, _local: loaded.append(live.id))
        await all_loaded(services)
        first = list(dict.fromkeys(loaded))[:15]
        assert all(int(table_id[1:]) % 2 for table_id in first)  # those with a clock come first
        assert all(int(table_id[1:]) % 2 for table_id in services.repository.tables)  # the others sleep
        await move_on(services, "t00")  # until somebody asks for them

    with_services(sqlite_url, work)


# ---- check and repair ----


@pytest.fixture
def damaged_database(tmp_path: Path) -> str:
    """A database with a sound table, one whose sixth event is junk, and one without a readable event."""
    url = f"sqlite:///{tmp_path / 'nodarium.db'}"

    def fill(connection: Connection) -> None:
        for n, table_id in enumerate(("sound", "spoilt", "lost")):
            write_table(connection, played_table(ANY, n), table_id)

    write_database(url, fill)
    with opened(url) as connection:
        connection.execute("UPDATE events SET event = 'junk' WHERE room = 'spoilt' AND number = 6")
        connection.execute("UPDATE events SET event = 'junk' WHERE room = 'lost' AND number = 1")
    return url


def test_check_lists_damaged_tables_and_repair_closes_them(
    damaged_database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "check", "--data-dir", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "spoilt: 5 of" in told
    assert "lost: 0 of" in told
    assert "sound" not in told
    with opened(damaged_database) as connection:
        before = connection.execute("SELECT number, event FROM events WHERE room = 'spoilt'").fetchall()
    dump = tmp_path / "dump.jsonl"
    assert main(["admin", "repair", "spoilt", "--database", damaged_database, "-o", str(dump)]) == 0
    dumped = [json.loads(line) for line in dump.read_text("utf-8").splitlines()]
    assert dumped[0]["id"] == "spoilt"
    assert [(row["number"], row["event"]) for row in dumped[1:]] == before
    assert main(["admin", "repair", "lost", "--database", damaged_database, "-o", str(dump)]) == 0
    assert main(["admin", "check", "--database", damaged_database]) == 0

    async def work(services: Services) -> None:
        table = (await services.repository.load("spoilt")).table
        assert (table.status, table.last_event) == ("closed", len(before) + 1)
        assert [encode_event(event, table.rules) for event in table.event_log[:5]] == [text for _, text in before[:5]]
        assert {type(event) for event in table.event_log[5:]} == {events.TableClosed}
        await move_on(services, "sound")
        with pytest.raises(NotFound):
            await services.repository.load("lost")

    with_services(damaged_database, work)


def test_tables_in_postgresql_are_checked_and_repaired(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = cluster.new_database()

    def fill(connection: Connection) -> None:
        write_table(connection, played_table(ANY, 1), "sound")
        write_table(connection, played_table(ANY, 2), "spoilt")
        connection.execute(update(EVENTS).where(EVENTS.c.room == "spoilt", EVENTS.c.number == 4).values(event="junk"))

    write_database(url, fill)
    assert main(["admin", "check", "--database", url]) == 1
    assert "spoilt: 3 of" in capsys.readouterr().out
    assert main(["admin", "repair", "spoilt", "--database", url, "-o", str(tmp_path / "dump")]) == 0
    assert main(["admin", "check", "--database", url]) == 0


def spoilt_table(connection: Connection) -> None:
    """A table whose fourth event is junk."""
    write_table(connection, played_table(ANY, 2), "spoilt")
    connection.execute(update(EVENTS).where(EVENTS.c.room == "spoilt", EVENTS.c.number == 4).values(event="junk"))


def test_nothing_is_appended_to_the_events_that_a_repair_has_removed(database: str, tmp_path: Path) -> None:
    """A process may have the old events in memory, all of them or the first ones."""
    write_database(database, spoilt_table)
    total = played_table(ANY, 2).last_event
    assert main(["admin", "repair", "spoilt", "--database", database, "-o", str(tmp_path / "dump")]) == 0

    async def work(services: Services) -> None:
        for number in range(4, total + 2):
            with pytest.raises(EventConflict):
                await services.store.append("spoilt", number, events.ChatSent(time=1, by="ann", text="late"))
        assert (await services.repository.load("spoilt")).table.status == "closed"

    with_services(database, work)


def test_a_repair_waits_for_events_that_are_being_written(cluster: Cluster, tmp_path: Path) -> None:
    url, dump = cluster.new_database(), tmp_path / "dump"
    write_database(url, spoilt_table)
    total = played_table(ANY, 2).last_event
    with psycopg.connect(url) as server, psycopg.connect(url, autocommit=True) as observer:
        server.execute("INSERT INTO events VALUES ('spoilt', %s, 'the last move')", [total + 1])
        repairing = Thread(target=repair, args=(url, "spoilt", dump))
        repairing.start()
        waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass"
        while repairing.is_alive() and not observer.execute(waiting).fetchone():
            sleep(0.01)
        server.commit()
        repairing.join()
        kept = observer.execute("SELECT count(*) FROM events WHERE room = 'spoilt'").fetchone()
    assert "the last move" in dump.read_text("utf-8")
    assert kept == (total + 2,)


def test_checking_does_not_make_a_server_wait(damaged_database: str) -> None:
    with opened(damaged_database) as connection:
        connection.execute("BEGIN IMMEDIATE")  # as if the server were writing
        assert main(["admin", "check", "--database", damaged_database]) == 1


def test_a_sound_or_unknown_table_is_not_repaired(damaged_database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "repair", "sound", "--database", damaged_database]) == 2
    assert "isn’t damaged" in capsys.readouterr().err
    assert main(["admin", "repair", "unknown", "--database", damaged_database]) == 2
    assert "The table unknown doesn’t exist" in capsys.readouterr().err


def test_a_sound_table_that_was_set_aside_is_served_again(
    damaged_database: str, start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    running = start(damaged_database)
    ann = running.new_user("Ann")
    with opened(damaged_database) as connection:
        connection.execute("UPDATE rooms SET damage = 'a mistake' WHERE id = 'sound'")
    running.services.repository.quarantined.add("sound")
    assert ann.http.get("/api/tables/sound").status_code == 500
    assert main(["admin", "repair", "sound", "--database", damaged_database]) == 0
    assert "open to its players again" in capsys.readouterr().out
    assert ann.look("sound")["now"]["status"] == "playing"


def test_a_running_server_serves_a_repaired_table_again(
    damaged_database: str, start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = start(damaged_database)
    ann = running.new_user("Ann")
    assert ann.http.get("/api/tables/spoilt").status_code == 500
    assert main(["admin", "repair", "spoilt", "--database", damaged_database, "-o", str(tmp_path / "dump")]) == 0
    assert ann.look("spoilt")["now"]["status"] == "closed"


@pytest.mark.parametrize("listens", [True, False])
def test_processes_learn_that_a_table_is_damaged_and_that_it_is_repaired(
    cluster: Cluster, start: Start, tmp_path: Path, listens: bool
) -> None:
    """Also one that misses both notifications: once it listens again, or when it next appends an event."""
    url = cluster.new_database()
    one, two = start(url, heartbeat_seconds=1000.0), start(url, heartbeat_seconds=1000.0)
    ann = one.new_user("Ann")
    tables = [ann.open(ANY, "me", "me") for _ in range(3)]
    for table in tables:
        for text in ("first", "second"):
            ann.do(table, "say", text=text)
    memory = one.services.repository

    def notice() -> None:
        if not listens:
            one.services.store.loop.call_soon_threadsafe(one.services._on_notification, "")

    if not listens:
        assert one.services.store.listener
        one.services.store.listener.close()
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE events SET event = 'junk' WHERE number = 2")
    for table in tables:
        assert ann.at(two).http.get(f"/api/tables/{table}").status_code == 500
    if listens:
        wait_until(lambda: memory.quarantined == set(tables))
    else:
        assert not memory.quarantined
    for table in tables[:2]:
        assert main(["admin", "repair", table, "--database", url, "-o", str(tmp_path / table)]) == 0
    ann.at(one)
    if not listens:
        assert ann.do(tables[0], "say", 409, text="third")  # it conflicts, so the table is read again
        assert "table-closed" in str(ann.look(tables[0])["events"])
    notice()
    wait_until(lambda: memory.quarantined == {tables[2]})
    for table in tables[:2]:
        wait_until(lambda: ann.look(table)["now"]["status"] == "closed")  # noqa: B023
        shown = ann.look(table)["events"]
        assert [event["kind"] for event in shown] == ["table-opened", *["table-closed"] * 3]
        assert ann.at(two).look(table)["events"] == shown
        ann.at(one)


def test_watchers_see_a_repaired_table(sqlite_url: str, start: Start, tmp_path: Path) -> None:
    """A server may learn of the repair before it has noticed the damage."""
    running = start(sqlite_url, heartbeat_seconds=0.05)
    ann = running.new_user("Ann")
    table = ann.open(ANY, "me", "me")
    ann.do(table, "say", text="first")
    ann.do(table, "say", text="second")
    socket = ann.join(table)
    socket.until(3)
    with opened(sqlite_url) as connection:
        connection.execute("UPDATE events SET event = 'junk' WHERE number = 2")
        connection.execute("UPDATE rooms SET damage = 'junk'")
    assert main(["admin", "repair", table, "--database", sqlite_url, "-o", str(tmp_path / "dump")]) == 0
    socket.until_status("closed")
    assert [event["kind"] for event in socket.events[-4:]] == ["table-opened", *["table-closed"] * 3]


def test_watchers_are_told_that_a_repair_has_deleted_their_table(sqlite_url: str, start: Start, tmp_path: Path) -> None:
    running = start(sqlite_url, heartbeat_seconds=0.05)
    ann = running.new_user("Ann")
    table = ann.open(ANY, "me", "me")
    socket = ann.join(table)
    socket.until(1)
    with opened(sqlite_url) as connection:
        connection.execute("UPDATE events SET event = 'junk'")
        connection.execute("UPDATE rooms SET damage = 'junk'")
    assert main(["admin", "repair", table, "--database", sqlite_url, "-o", str(tmp_path / "dump")]) == 0
    assert socket.until_closed() == 4404
    assert ann.http.get(f"/api/tables/{table}").status_code == 404


def test_a_table_that_a_running_server_may_have_in_memory_is_not_repaired(
    sqlite_url: str, start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    running = start(sqlite_url)
    table = running.new_user("Ann").open(ANY, "me", "me")
    with opened(sqlite_url) as connection:
        connection.execute("UPDATE events SET event = 'junk' WHERE room = ?", (table,))
    assert main(["admin", "repair", table, "--database", sqlite_url]) == 2
    assert "A server is running" in capsys.readouterr().err
