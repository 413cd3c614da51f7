"""Clocks: what they show, whose runs, when a flag falls."""

from __future__ import annotations

from nodarium.server.clock import DAY, Clock, Days, PerGame, PerMove


def test_only_running_clocks_lose_time() -> None:
    clock = Clock(PerGame(seconds=60), 2)
    clock.run(1000, (0,))
    assert [clock.shows(seat, 5000) for seat in (0, 1)] == [56_000, 60_000]
    clock.run(5000, (1,))
    assert [clock.shows(seat, 6000) for seat in (0, 1)] == [56_000, 59_000]


def test_clocks_of_all_who_may_act_run() -> None:
    clock = Clock(PerGame(seconds=60), 3)
    clock.run(0, (0, 2))
    assert [clock.shows(seat, 1000) for seat in (0, 1, 2)] == [59_000, 60_000, 59_000]


def test_a_game_clock_gets_its_increment_after_a_turn() -> None:
    clock = Clock(PerGame(seconds=60, increment=5), 2)
    clock.run(0, (0,))
    clock.run(10_000, (1,))
    clock.rest(0)
    assert clock.shows(0, 99_000) == 55_000


def test_a_move_clock_is_full_again_after_a_turn() -> None:
    for control, full in ((PerMove(seconds=30), 30_000), (Days(days=2), 2 * DAY)):
        clock = Clock(control, 2)
        clock.run(0, (0,))
        clock.run(10_000, (1,))
        assert clock.shows(0, 10_000) == full - 10_000
        clock.rest(0)
        assert clock.shows(0, 10_000) == full


def test_the_flag_of_the_clock_with_least_falls_first() -> None:
    clock = Clock(PerGame(seconds=10), 2)
    assert clock.flag is None
    clock.run(0, (1,))
    clock.run(4000, (0, 1))
    assert clock.flag == (10_000, 1)


def test_a_pause_does_not_count() -> None:
    clock = Clock(PerGame(seconds=10), 2)
    clock.run(1000, (0,))
    clock.pause(5000, 7000)
    assert clock.shows(0, 7000) == 9000
    assert clock.flag == (16_000, 0)


def test_a_pause_gives_back_no_more_than_has_run() -> None:
    clock = Clock(PerGame(seconds=10), 2)
    clock.run(1000, (0,))
    clock.pause(5000, 3000)
    assert clock.shows(0, 3000) == 10_000
