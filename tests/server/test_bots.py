"""Bots at tables: they search in the background, share the machine, and can be stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import Connection

import nodarium
from nodarium.core.state import State
from nodarium.search.bots import LEVELS
from nodarium.server import projections, scheduler
from nodarium.server.bot_pool import MAX_CACHED_BOTS, BotPool
from nodarium.server.errors import Unavailable
from nodarium.server.events import ResultRecorded
from nodarium.server.projector import Projector
from nodarium.server.repository import LiveTable
from nodarium.server.scheduler import Scheduler
from tests.server.play import GAMES, OPEN_GAMES
from tests.server.running import PATIENCE, Running, wait_until

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_bots_choice_depends_on_position_and_deal_only(game: str) -> None:
    found = nodarium.find_game(game)
    state = found.new_state({}, 3)

    async def choices(salt: str) -> list[int]:
        pool = BotPool(2)
        seat = state.to_act[0]
        actions = [await pool.choose((f"t{n}", 1, seat), found, LEVELS[0], salt, state.copy()) for n in range(3)]
        pool.close()
        return actions

    assert len(set(asyncio.run(choices("salt")))) == 1
    assert len({tuple(asyncio.run(choices(str(number)))) for number in range(8)}) > 1


def test_the_bot_cache_is_bounded() -> None:
    found = nodarium.find_game(ANY)
    state = found.new_state({}, 3)

    async def num_cached_bots() -> int:
        pool = BotPool(1)
        for number in range(MAX_CACHED_BOTS + 5):
            await pool.choose((f"t{number}", 1, 0), found, "random", "salt", state.copy())
        pool.close()
        return len(pool.bots)

    assert asyncio.run(num_cached_bots()) == MAX_CACHED_BOTS


@pytest.mark.parametrize(
    ("platform", "error"), [("darwin", ProcessLookupError("no such process")), ("linux", PermissionError("denied"))]
)
def test_bots_work_if_the_thread_priority_cannot_be_lowered(
    monkeypatch: pytest.MonkeyPatch, platform: str, error: OSError
) -> None:
    def refuse(*_: int) -> None:
        raise error

    monkeypatch.setattr("os.setpriority", refuse)
    monkeypatch.setattr("sys.platform", platform)
    found = nodarium.find_game(ANY)
    state = found.new_state({}, 3)

    async def choose() -> int:
        pool = BotPool(1)
        action = await pool.choose(("t", 1, state.to_act[0]), found, "random", "salt", state.copy())
        pool.close()
        return action

    assert asyncio.run(choose()) in state.legal_actions()


class Slow:
    """A bot that searches until it is stopped."""

    def __init__(self) -> None:
        self.rng = 0
        self.stopped = Event()

    def choose(self, state: State, seat: int) -> int:
        assert self.stopped.wait(30)
        return state.legal_actions(seat)[0]

    def stop(self) -> None:
        self.stopped.set()


@pytest.fixture
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> list[Slow]:
    bots: list[Slow] = []

    def make(*_: object) -> Slow:
        bots.append(Slow())
        return bots[-1]

    monkeypatch.setattr("nodarium.server.bot_pool.make_bot", make)
    return bots


def test_a_late_stop_does_not_end_the_bots_next_search(slow_bots: list[Slow]) -> None:
    found = nodarium.find_game(ANY)
    state = found.new_state({}, 3)
    key = ("t", 1, 0)

    async def stop_late() -> bool:
        pool = BotPool(1)
        search = asyncio.create_task(pool.choose(key, found, "club", "salt", state.copy()))
        while key not in pool.running:
            await asyncio.sleep(0)
        pool.stop(key)
        await search
        pool.close()
        return key in pool.bots

    assert not asyncio.run(stop_late())
    assert slow_bots[0].stopped.is_set()


def test_a_stop_before_the_thread_starts_ends_the_search(slow_bots: list[Slow]) -> None:
    found = nodarium.find_game(ANY)
    state = found.new_state({}, 3)
    key = ("t", 1, 0)

    async def stop_early() -> int:
        pool, free = BotPool(1), Event()
        pool.with_people.pool.submit(free.wait)
        search = asyncio.create_task(pool.choose(key, found, "club", "salt", state.copy()))
        while not slow_bots:
            await asyncio.sleep(0)
        pool.stop(key)
        free.set()
        action = await search
        pool.close()
        return action

    assert asyncio.run(stop_early()) in state.legal_actions()


def test_requests_are_served_while_bots_search(sqlite_url: str, start: Start, slow_bots: list[Slow]) -> None:
    ann = start(sqlite_url, bot_threads=2).new_user()
    tables = [ann.open(ANY, "master", "me") for _ in range(5)]  # more than can search at once
    other = ann.open(ANY, "me", "anybody")
    assert ann.do(other, "say", text="hello")["event"] == 2
    assert [ann.look(table)["now"]["number"] for table in tables] == [1] * 5
    while len(slow_bots) < 5 or not all(ann.look(table)["now"]["number"] > 1 for table in tables):
        for bot in slow_bots:
            bot.stop()


def test_pending_and_running_bots_are_counted_separately(sqlite_url: str, start: Start, slow_bots: list[Slow]) -> None:
    def counts() -> tuple[float, ...]:
        names = ("nodarium_bots_running", "nodarium_bots_pending")
        return tuple(REGISTRY.get_sample_value(name) or 0 for name in names)

    ann = start(sqlite_url, bot_threads=2).new_user()
    before = counts()
    tables = [ann.open(ANY, "master", "me") for _ in range(5)]
    wait_until(lambda: counts() == (before[0] + 2, before[1] + 3))
    for table in tables:
        ann.do(table, "resign")
    while counts() != before:
        for bot in slow_bots:
            bot.stop()


def test_a_bot_stops_when_its_game_ends(sqlite_url: str, start: Start, slow_bots: list[Slow]) -> None:
    ann = start(sqlite_url).new_user()
    table = ann.open(ANY, "master", "me")
    socket = ann.join(table)
    wait_until(lambda: bool(slow_bots))  # the search has begun, whether before or after the first frame
    ann.do(table, "resign")
    assert slow_bots[0].stopped.wait(PATIENCE)
    socket.until_kind("result-recorded")
    assert [event["kind"] for event in socket.events] == ["table-opened", "resigned", "result-recorded"]


def test_a_bots_move_for_a_position_that_was_taken_back_is_dropped(
    sqlite_url: str, start: Start, slow_bots: list[Slow]
) -> None:
    ann = start(sqlite_url).new_user()
    table = ann.open(ANY, "me", "master")
    socket = ann.join(table)
    socket.receive()
    while 0 in socket.now["to_act"]:
        answer = socket.ask("move", move=socket.now["legal_moves"][0])
        socket.until(answer["event"])
    wait_until(lambda: bool(slow_bots))
    ann.do(table, "propose", what="take-back")
    for bot in slow_bots:
        bot.stop()
    socket.until_kind("took-back")
    assert socket.now["to_act"] == [0]
    assert ann.do(table, "say", text="my turn")["event"] == socket.now["number"] + 1


def test_a_bot_plays_a_rematch_on_another_server(sqlite_url: str, start: Start) -> None:
    before = start(sqlite_url)
    ann = before.new_user()
    table = ann.open(ANY, "me", "random")
    ann.do(table, "resign")
    ann.join(table).until_kind("result-recorded")
    before.end()
    ann.at(start(sqlite_url, heartbeat_seconds=0.05))
    ann.do(table, "propose", what="rematch")
    socket = ann.join(table)
    while socket.receive() and not any(event["kind"] == "moved" and event["seat"] == 0 for event in socket.events):
        pass
    assert socket.now["seat"] == 1


def test_a_game_continues_if_the_server_died_right_after_its_start(sqlite_url: str, start: Start) -> None:
    async def never(*_: object, **__: object) -> int:
        raise Unavailable("not now")

    before = start(sqlite_url)
    ann = before.new_user()
    table = ann.open(ANY, "me", "random")
    ann.do(table, "resign")
    ann.join(table).until_kind("result-recorded")
    with pytest.MonkeyPatch.context() as patch:  # the rematch starts, but nothing follows
        patch.setattr(Projector, "project", lambda *_, **__: None)
        patch.setattr(BotPool, "choose", never)
        ann.do(table, "propose", what="rematch")
        before.end()
    ann.at(start(sqlite_url)).join(table).until_kind("moved")


def test_a_failed_search_is_repeated(sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[str] = []
    choose = BotPool.choose

    async def fail_once(self: BotPool, *args: Any, **more: Any) -> int:
        if not failed:
            failed.append("once")
            raise Unavailable("not now")
        return await choose(self, *args, **more)

    monkeypatch.setattr(BotPool, "choose", fail_once)
    ann = start(sqlite_url, heartbeat_seconds=0.05).new_user()
    ann.join(ann.open(ANY, "random", "me")).until_kind("moved")
    assert failed


def test_recording_a_result_is_retried_until_it_works(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[str] = []
    record_result = projections.record_result

    def fail_twice(connection: Connection, **arguments: Any) -> ResultRecorded:
        if len(failed) < 2:
            failed.append("again")
            raise Unavailable("not now")
        return record_result(connection, **arguments)

    monkeypatch.setattr(projections, "record_result", fail_twice)
    ann = start(sqlite_url, heartbeat_seconds=0.05).new_user()
    table = ann.open(ANY, "me", "me")
    ann.do(table, "resign")
    ann.join(table).until_kind("result-recorded")
    assert len(failed) == 2


def test_only_one_presence_check_is_scheduled_at_a_time(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[LiveTable] = []
    monkeypatch.setattr(Scheduler, "_check_presence_now", lambda _, live: seen.append(live))
    running = start(sqlite_url, disconnect_grace_seconds=0.02)
    ann = running.new_user()
    table = ann.open(ANY, "me", "me")
    live = running.services.repository.tables[table]
    for _ in range(5):
        ann.do(table, "say", text="I am here")
        running.services.store.loop.call_soon_threadsafe(running.services.scheduler.check_presence, live)
    assert ann.id in running.services.scheduler.schedule_of(live).last_request
    while not seen:
        ann.look(table)
    assert seen == [live]


def test_an_unjoined_table_is_closed_eventually(sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "CLOSE_UNJOINED_AFTER_MS", -1)
    monkeypatch.setattr(scheduler, "IDLE_CHECK_HEARTBEATS", 1)
    monkeypatch.setattr(scheduler, "CLOSE_GUESTS_UNJOINED_AFTER_MS", -1)
    running = start(sqlite_url, heartbeat_seconds=0.05)
    ann = running.new_user()
    socket = ann.join(ann.open(ANY))
    socket.until_kind("table-closed")
    assert socket.now["status"] == "closed"


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_bot_reaches_a_reader_who_keeps_up_as_a_frame_with_its_scene(
    sqlite_url: str, start: Start, game: str
) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    seats = nodarium.new(game).state.seats
    table = ann.open(game, "me", *["random"] * (seats - 1))
    socket = ann.join(table, scene=True, diff=True)
    socket.receive()
    for _ in range(10):
        while socket.now["status"] == "playing" and 0 not in socket.now["to_act"]:
            socket.receive()
        if socket.now["status"] != "playing":
            break
        move = ann.look(table, seat=0)["now"]["legal_moves"][0]
        assert "error" not in socket.ask("move", move=move)
    others = socket.frames[1:]
    assert any(event["kind"] == "moved" and "by" not in event for frame in others for event in frame.get("events", ()))
    for frame in others:
        moves = [event for event in frame.get("events", ()) if event["kind"] == "moved"]
        assert len(moves) <= 1
        assert not moves or "scene_diff" in frame["now"] or "scene" in frame["now"]
