"""The clocks of one game. They are told the time, in whole milliseconds; they never ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND


class PerTurn(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="move"):
    """So much for each turn."""

    seconds: Annotated[int, Meta(ge=1, le=3600)]

    @property
    def start(self) -> int:
        return self.seconds * SECOND

    def after_turn(self, left: int) -> int:
        """What a clock shows after its seat's turn."""
        return self.start

    def after_take_back(self, left: int, turns: int) -> int:
        """What it shows when so many of its seat's turns are taken back."""
        return self.start


class Fischer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="game"):
    """So much for all turns together, and some more after each."""

    seconds: Annotated[int, Meta(ge=1, le=24 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0

    @property
    def start(self) -> int:
        return self.seconds * SECOND

    def after_turn(self, left: int) -> int:
        return left + self.increment * SECOND

    def after_take_back(self, left: int, turns: int) -> int:
        return max(left - turns * self.increment * SECOND, min(left, SECOND))


class Correspondence(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """By correspondence: so many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=60)]

    @property
    def start(self) -> int:
        return self.days * DAY

    def after_turn(self, left: int) -> int:
        return self.start

    def after_take_back(self, left: int, turns: int) -> int:
        return self.start


TimeControl = PerTurn | Fischer | Correspondence


class Clock:
    """What each seat has left. While seats may act, the clocks of all of them run."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.remaining_ms = [control.start] * seats
        self.running: tuple[int, ...] = ()
        self.since = 0  # what `left` shows is from then

    def set_running(self, now: int, running: tuple[int, ...]) -> None:
        """From now on the clocks of these seats run, and no others."""
        for seat in self.running:
            self.remaining_ms[seat] -= now - self.since
        self.since = now
        self.running = running

    def end_turn(self, seat: int) -> None:
        """The seat's turn is over."""
        self.remaining_ms[seat] = self.control.after_turn(self.remaining_ms[seat])

    def take_back(self, seats: Sequence[int]) -> None:
        """The turns of these seats are taken back; the time that was used in them is not."""
        self.remaining_ms = [
            self.control.after_take_back(left, seats.count(seat)) for seat, left in enumerate(self.remaining_ms)
        ]

    def pause(self, time: int, now: int) -> None:
        """Let a time that passed while nobody could play not count; only what has run can be given back."""
        self.since = min(self.since + time, max(now, self.since))

    def remaining(self, seat: int, now: int) -> int:
        return self.remaining_ms[seat] - (now - self.since if seat in self.running else 0)

    @property
    def next_flag(self) -> tuple[int, int] | None:
        """When the first of the running clocks has nothing left, and whose it is."""
        return min(((self.since + self.remaining_ms[seat], seat) for seat in self.running), default=None)
