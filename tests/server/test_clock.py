"""Clocks: the time left, which of them run, and when a seat runs out of time."""

from __future__ import annotations

from nodarium.server.clock import DAY_MS, Clock, Correspondence, Fischer, PerTurn


def test_only_running_clocks_lose_time() -> None:
    clock = Clock(Fischer(seconds=60), 2)
    clock.set_running(1000, (0,))
    assert [clock.remaining(seat, 5000) for seat in (0, 1)] == [56_000, 60_000]
    clock.set_running(5000, (1,))
    assert [clock.remaining(seat, 6000) for seat in (0, 1)] == [56_000, 59_000]


def test_the_clocks_of_all_seats_to_act_run() -> None:
    clock = Clock(Fischer(seconds=60), 3)
    clock.set_running(0, (0, 2))
    assert [clock.remaining(seat, 1000) for seat in (0, 1, 2)] == [59_000, 60_000, 59_000]


def test_a_fischer_clock_gets_its_increment_after_a_turn() -> None:
    clock = Clock(Fischer(seconds=60, increment=5), 2)
    clock.set_running(0, (0,))
    clock.set_running(10_000, (1,))
    clock.end_turn(0)
    assert clock.remaining(0, 99_000) == 55_000


def test_a_per_turn_clock_is_reset_after_a_turn() -> None:
    for control, full in ((PerTurn(seconds=30), 30_000), (Correspondence(days=2), 2 * DAY_MS)):
        clock = Clock(control, 2)
        clock.set_running(0, (0,))
        clock.set_running(10_000, (1,))
        assert clock.remaining(0, 10_000) == full - 10_000
        clock.end_turn(0)
        assert clock.remaining(0, 10_000) == full


def test_the_clock_with_the_least_time_runs_out_first() -> None:
    clock = Clock(Fischer(seconds=10), 2)
    assert clock.next_flag is None
    clock.set_running(0, (1,))
    clock.set_running(4000, (0, 1))
    assert clock.next_flag == (10_000, 1)


def test_downtime_is_credited() -> None:
    clock = Clock(Fischer(seconds=10), 2)
    clock.set_running(1000, (0,))
    clock.credit(5000, 7000)
    assert clock.remaining(0, 7000) == 9000
    assert clock.next_flag == (16_000, 0)


def test_the_credit_is_at_most_the_time_that_has_run() -> None:
    clock = Clock(Fischer(seconds=10), 2)
    clock.set_running(1000, (0,))
    clock.credit(5000, 3000)
    assert clock.remaining(0, 3000) == 10_000
