"""The server's time: a jump of the wall clock neither costs nor gives anybody time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nodarium.server import time as server_time
from nodarium.server.time import ServerTime
from tests.server.play import ONE_BY_ONE, OPEN_GAMES
from tests.server.running import Running, User

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
HOUR = 3600.0
HOUR_MS = 3_600_000
SLACK_MS = 20_000  # far below the jump, far above what a test takes
GAME = next(game for game in ONE_BY_ONE if game in OPEN_GAMES)  # no deal ends it after a move


class FakeClocks:
    """A wall clock that can jump, and a monotonic clock that can't."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.jumped = 0.0

    def wall(self) -> float:
        return 1_000_000.0 + self.passed + self.jumped

    def monotonic(self) -> float:
        return 50.0 + self.passed


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_time_passes_evenly_over_a_jump_of_the_wall_clock(jump: float) -> None:
    clocks = FakeClocks()
    time = ServerTime(clocks.wall, clocks.monotonic)
    before = time.now_ms()
    assert time.check_wall_clock() == 0
    clocks.jumped += jump
    clocks.passed += 3
    assert time.now_ms() == before + 3000
    assert time.check_wall_clock() == jump * 1000
    assert time.check_wall_clock() == 0  # it is logged once


def test_time_never_goes_back_over_a_restart() -> None:
    clocks = FakeClocks()
    last = ServerTime(clocks.wall, clocks.monotonic).now_ms()
    clocks.jumped -= HOUR
    restarted = ServerTime(clocks.wall, clocks.monotonic)
    restarted.anchor(at_least=last)
    assert restarted.now_ms() == last
    clocks.passed += 2
    assert restarted.now_ms() == last + 2000


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let the wall clock of this process jump, as far as the server reads it."""
    real, jumped = server_time.SERVER_TIME._wall, [0.0]
    monkeypatch.setattr(server_time.SERVER_TIME, "_wall", lambda: real() + jumped[0])

    def do(seconds: float) -> None:
        jumped[0] += seconds

    return do


def open_timed(ann: User) -> str:
    table: str = ann.open(GAME, "me", "me", clock={"kind": "fischer", "seconds": 600})
    move(ann, table)
    return table


def move(ann: User, table: str) -> None:
    seat = ann.look(table)["now"]["to_act"][0]
    moves = ann.look(table, seat=seat)["now"]["legal_moves"]
    assert "event" in ann.do(table, "move", move=moves[0], seat=seat)


def remaining(ann: User, table: str) -> list[int]:
    now = ann.look(table)["now"]
    assert now["status"] == "playing"
    found: list[int] = now["clocks"]["remaining_ms"]
    return found


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_a_jump_during_a_game_changes_no_clock(
    sqlite_url: str, start: Start, jump: Callable[[float], None], seconds: float
) -> None:
    ann = start(sqlite_url, heartbeat_seconds=0.05).new_user("Ann")
    table = open_timed(ann)
    before = remaining(ann, table)
    jump(seconds)
    move(ann, table)
    after = remaining(ann, table)
    assert all(0 <= old - new < SLACK_MS for old, new in zip(before, after, strict=True))
    times = [event["time"] for event in ann.look(table)["events"]]
    assert times == sorted(times)
    assert times[-1] - times[0] < SLACK_MS


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_a_jump_while_the_server_is_down_changes_no_clock(
    database: str, start: Start, jump: Callable[[float], None], seconds: float
) -> None:
    running = start(database)
    ann = running.new_user("Ann")
    table = open_timed(ann)
    before = remaining(ann, table)
    running.end()
    jump(seconds)
    ann.at(start(database))
    after = remaining(ann, table)
    assert all(-SLACK_MS < new - old <= SLACK_MS for old, new in zip(before, after, strict=True))
    move(ann, table)
    assert all(0 <= new <= old for old, new in zip(after, remaining(ann, table), strict=True))
    times = [event["time"] for event in ann.look(table)["events"]]
    assert times == sorted(times)


def test_a_request_that_loads_a_table_first_finds_its_clock_credited(
    sqlite_url: str, start: Start, jump: Callable[[float], None]
) -> None:
    """After a long downtime, a player who comes before the background loading isn't flagged."""
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    tables = [open_timed(ann) for _ in range(8)]
    running.end()
    jump(24 * HOUR)
    ann.at(start(sqlite_url))
    for table in reversed(tables):
        assert all(left > 590_000 for left in remaining(ann, table))
        kinds = [event["kind"] for event in ann.look(table)["events"]]
        assert kinds.count("downtime-credited") == 1
