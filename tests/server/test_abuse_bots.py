"""Bots and analyses under load: people come first, creators are served in turn, games between bots are few."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import httpx
import pytest

import nodarium
from nodarium.core.state import State
from nodarium.record.match import Match
from nodarium.server import analysis_jobs
from nodarium.server.analysis_jobs import MAX_PENDING_ANONYMOUS, MAX_PENDING_EACH, AnalysisJobs, Requester
from nodarium.server.bot_pool import BotPool
from nodarium.server.errors import TooMany, Unavailable
from nodarium.server.fair_queue import FairQueue
from tests.server.play import OPEN_GAMES
from tests.server.running import Running, strict, wait_until

pytestmark = pytest.mark.slow
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]
PROXY = ("127.0.0.1",)


def test_a_fair_queue_serves_owners_in_turn() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in ("a1", "a2", "a3", "b1", "c1", "b2"):
        queue.push(job[0], job)
    assert (len(queue), queue.num_jobs_of("a")) == (6, 3)
    assert queue.remove("a", "a2")
    assert not queue.remove("a", "a2")
    assert [queue.pop() for _ in range(6)] == ["a1", "b1", "c1", "a3", "b2", None]
    assert len(queue) == 0


class Held:
    """A bot that searches until the test lets it go on."""

    order: list[str]
    go_on: Event

    def __init__(self, level: str) -> None:
        self.rng = 0
        self.level = level

    def choose(self, state: State, seat: int) -> int:
        self.order.append(self.level)
        if self.level == "master":
            assert self.go_on.wait(30)
        return state.legal_actions(seat)[0]

    def stop(self) -> None:
        self.go_on.set()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> type[Held]:
    Held.order, Held.go_on = [], Event()
    monkeypatch.setattr("nodarium.server.bot_pool.make_bot", lambda _game, level, _seed: Held(level))
    return Held


def test_games_between_bots_never_delay_a_bot_that_plays_with_a_person(
    sqlite_url: str, start: Start, held: type[Held]
) -> None:
    running = start(sqlite_url, bot_threads=1)
    eve = running.new_user("Eve")
    for _ in range(100):
        eve.open(ANY, "master", "master")
    wait_until(lambda: bool(held.order))
    ann = running.new_user("Ann")
    ann.join(ann.open(ANY, "novice", "me")).until_kind("moved")
    pool = running.services.scheduler.bot_pool
    assert set(held.order) == {"master", "novice"}
    assert len(pool.bots_only.queue) == 100 - held.order.count("master")
    held.go_on.set()


def test_threads_are_shared_fairly_among_the_creators_of_tables(held: type[Held]) -> None:
    game = nodarium.find_game(ANY)
    state = game.new_state({}, 3)

    async def order() -> list[str]:
        pool, done = BotPool(1), []

        async def choose(owner: str, number: int) -> None:
            await pool.choose((f"{owner}{number}", 1, 0), game, "master", "", state.copy(), owner=owner)
            done.append(owner)

        tasks = [asyncio.create_task(choose("eve", number)) for number in range(5)]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(choose(owner, 0)) for owner in ("ann", "bob")]
        await asyncio.sleep(0)
        held.go_on.set()
        await asyncio.gather(*tasks)
        pool.close()
        return done

    assert asyncio.run(order()) == ["eve", "eve", "ann", "bob", "eve", "eve", "eve"]


def test_a_cancelled_search_gives_its_thread_back(held: type[Held]) -> None:
    game = nodarium.find_game(ANY)
    state = game.new_state({}, 3)

    async def cancel() -> int:
        pool = BotPool(1)
        tasks = [
            asyncio.create_task(pool.choose((str(number), 1, 0), game, "master", "", state.copy(), owner=str(number)))
            for number in range(4)
        ]
        await asyncio.sleep(0)
        for task in tasks[1:3]:
            task.cancel()
        held.go_on.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        pool.close()
        return pool.with_people.num_free

    assert asyncio.run(cancel()) == 1


def test_guests_of_one_address_count_as_one_creator(sqlite_url: str, start: Start, held: type[Held]) -> None:
    running = start(sqlite_url, trusted_proxies=PROXY)
    people = {name: running.new_user(name) for name in ("Ann", "Bob", "Cyd", "Dan")}
    for name in ("Ann", "Bob"):
        people[name].http.headers["x-forwarded-for"] = "192.0.2.1"
    people["Cyd"].http.headers["x-forwarded-for"] = "192.0.2.2"
    people["Dan"].register("dan")
    tables = {name: person.open(ANY, "novice", "me") for name, person in people.items()}
    schedules = running.services.scheduler.schedules
    wait_until(lambda: all(schedules[table].creator for table in tables.values()))
    creators = {name: schedules[table].creator for name, table in tables.items()}
    assert creators == {"Ann": "192.0.2.1", "Bob": "192.0.2.1", "Cyd": "192.0.2.2", "Dan": people["Dan"].id}


def test_games_between_bots_are_capped(database: str, start: Start, held: type[Held]) -> None:
    limits = strict(bot_tables=3, bot_tables_per_creator=2)
    running = start(database, limits=limits, trusted_proxies=PROXY)
    ann, bob, cyd = (running.new_user(name) for name in ("Ann", "Bob", "Cyd"))
    for number, person in enumerate((ann, bob, cyd)):
        person.http.headers["x-forwarded-for"] = f"192.0.2.{min(number, 1)}"
    bob.open(ANY, "master", "master")
    cyd.open(ANY, "master", "master")
    assert "between bots" in bob.open(ANY, "master", "master", status=429)["message"]
    ann.open(ANY, "master", "master")
    ann.open(ANY, "master", "me")  # not between bots
    assert "between bots" in ann.open(ANY, "master", "master", status=429)["message"]
    held.go_on.set()


# ---- analyses ----


@pytest.fixture
def held_analyses(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, list[str]]:
    go_on, order = Event(), []

    def analyse(match: Match, *_: Any) -> None:
        order.append(match.players[0].name)
        assert go_on.wait(30)
        raise ZeroDivisionError  # no result is needed here

    monkeypatch.setattr(analysis_jobs, "analyse", analyse)
    return go_on, order


def test_analyses_are_served_in_turn_and_bounded(held_analyses: tuple[Event, list[str]]) -> None:
    go_on, order = held_analyses

    async def ask() -> None:
        jobs, number = AnalysisJobs(), 0

        def get(who: str, *, anonymous: bool = True) -> None:
            nonlocal number
            number += 1
            match = nodarium.new(ANY, player_names=[who, "x"])
            jobs.get((f"t{number}", 0), match, Requester(who, anonymous))

        for _ in range(MAX_PENDING_EACH):
            get("eve")
        with pytest.raises(TooMany):
            get("eve")
        get("ann")
        for other in range(MAX_PENDING_ANONYMOUS - MAX_PENDING_EACH - 1):
            get(f"bot {other}")
        with pytest.raises(Unavailable):
            get("one more")
        get("bob", anonymous=False)
        assert len(jobs.pending) == MAX_PENDING_ANONYMOUS + 1
        go_on.set()
        while jobs.pending:
            await asyncio.sleep(0.01)
        jobs.close()

    asyncio.run(ask())
    assert order[:3] == ["eve", "eve", "ann"]
    assert order[-1] == "eve"


def test_one_address_cannot_fill_the_analysis_queue(
    sqlite_url: str, start: Start, held_analyses: tuple[Event, list[str]]
) -> None:
    running = start(sqlite_url, trusted_proxies=PROXY)
    ann = running.new_user()
    tables = [ann.open(ANY, "me", "me") for _ in range(MAX_PENDING_EACH + 2)]
    for table in tables:
        ann.do(table, "resign")

    def ask(table: str, address: str) -> int:
        url = f"{running.address}/api/tables/{table}/games/0/analysis"
        return httpx.get(url, headers={"x-forwarded-for": address}).status_code

    assert [ask(table, "192.0.2.1") for table in tables[:-1]] == [200] * MAX_PENDING_EACH + [429]
    assert ask(tables[-1], "192.0.2.2") == 200
    held_analyses[0].set()
