"""Bots at the tables: they think beside everything else, share the machine, and can be stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event

import pytest

import nodarium
from nodarium.core.state import State
from nodarium.search.bots import LEVELS
from nodarium.server import books, minder
from nodarium.server.thinking import KEPT, Thinkers
from tests.server.play import GAMES, OPEN_GAMES
from tests.server.running import Running

pytestmark = pytest.mark.slow  # the games are played by the compiled core
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_chooses_the_same_in_the_same_position_of_the_same_deal(game: str) -> None:
    found = nodarium.find_game(game)
    state = found.new({}, 3)

    async def choices(salt: str) -> list[int]:
        thinkers = Thinkers(2)
        seat = state.to_act[0]
        made = [await thinkers.choose((f"t{n}", 1, seat), found, LEVELS[0], salt, state.copy()) for n in range(3)]
        thinkers.close()
        return made

    assert len(set(asyncio.run(choices("salt")))) == 1
    assert len({tuple(asyncio.run(choices(str(number)))) for number in range(8)}) > 1


def test_no_more_bots_are_kept_than_there_is_room_for() -> None:
    found = nodarium.find_game(ANY)
    state = found.new({}, 3)

    async def think() -> int:
        thinkers = Thinkers(1)
        for number in range(KEPT + 5):
            await thinkers.choose((f"t{number}", 1, 0), found, "random", "salt", state.copy())
        thinkers.close()
        return len(thinkers.bots)

    assert asyncio.run(think()) == KEPT


class Slow:
    """A bot that thinks until it is stopped."""

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
    made: list[Slow] = []

    def make(*_: object) -> Slow:
        made.append(Slow())
        return made[-1]

    monkeypatch.setattr("nodarium.server.thinking.make_bot", make)
    return made


def test_while_bots_think_everybody_else_is_served(lite: str, start: Start, slow_bots: list[Slow]) -> None:
    ann = start(lite, thinkers=2).somebody()
    tables = [ann.open(ANY, "master", "me") for _ in range(5)]  # more than may think at once
    other = ann.open(ANY, "me", "anybody")
    assert ann.do(other, "say", text="hello")["event"] == 2
    assert [ann.look(table)["now"]["number"] for table in tables] == [1] * 5
    while len(slow_bots) < 5 or not all(ann.look(table)["now"]["number"] > 1 for table in tables):
        for bot in slow_bots:
            bot.stop()


def test_a_bot_stops_when_its_game_is_over_and_its_move_does_not_count(
    lite: str, start: Start, slow_bots: list[Slow]
) -> None:
    ann = start(lite).somebody()
    table = ann.open(ANY, "master", "me")
    socket = ann.join(table)
    while not slow_bots:
        socket.receive()
    ann.do(table, "resign")
    assert slow_bots[0].stopped.wait(10)
    socket.until_kind("finished")
    assert [event["kind"] for event in socket.events] == ["created", "resigned", "finished"]


def test_a_bot_does_not_move_in_a_position_that_was_taken_back(lite: str, start: Start, slow_bots: list[Slow]) -> None:
    ann = start(lite).somebody()
    table = ann.open(ANY, "me", "master")
    socket = ann.join(table)
    socket.receive()
    while 0 in socket.now["to_act"]:
        answer = socket.ask("move", move=socket.now["moves"][0])
        socket.until(answer["event"])
    ann.do(table, "propose", what="take-back")
    for bot in slow_bots:
        bot.stop()
    socket.until_kind("took-back")
    assert socket.now["to_act"] == [0]
    assert ann.do(table, "say", text="my turn")["event"] == socket.now["number"] + 1


def test_a_table_that_nobody_joins_is_closed_in_the_end(
    lite: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minder, "FORGOTTEN", -1)
    running = start(lite, beat=0.05)
    ann = running.somebody()
    socket = ann.join(ann.open(ANY))
    socket.until_kind("closed")
    assert socket.now["status"] == "closed"
    assert books.GOING_ON == ("open", "playing")
