"""The clocks of one game. They are told the time, in whole milliseconds; they never ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND


class PerMove(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="move"):
    """So much for each turn."""

    seconds: Annotated[int, Meta(ge=1, le=3600)]

    @property
    def start(self) -> int:
        return self.seconds * SECOND

    def rested(self, left: int) -> int:
        """What a clock shows after its seat's turn."""
        return self.start

    def taken_back(self, left: int, turns: int) -> int:
        """What it shows when so many of its seat's turns are taken back."""
        return self.start


class PerGame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="game"):
    """So much for all turns together, and some more after each."""

    seconds: Annotated[int, Meta(ge=1, le=24 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0

    @property
    def start(self) -> int:
        return self.seconds * SECOND

    def rested(self, left: int) -> int:
        return left + self.increment * SECOND

    def taken_back(self, left: int, turns: int) -> int:
        return max(left - turns * self.increment * SECOND, min(left, SECOND))


class Days(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """By correspondence: so many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=60)]

    @property
    def start(self) -> int:
        return self.days * DAY

    def rested(self, left: int) -> int:
        return self.start

    def taken_back(self, left: int, turns: int) -> int:
        return self.start


Control = PerMove | PerGame | Days


class Clock:
    """What each seat has left. While seats may act, the clocks of all of them run."""

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self.left = [control.start] * seats
        self.running: tuple[int, ...] = ()
        self.since = 0  # what `left` shows is from then

    def run(self, now: int, running: tuple[int, ...]) -> None:
        """From now on the clocks of these seats run, and no others."""
        for seat in self.running:
            self.left[seat] -= now - self.since
        self.since = now
        self.running = running

    def rest(self, seat: int) -> None:
        """The seat's turn is over."""
        self.left[seat] = self.control.rested(self.left[seat])

    def take_back(self, seats: Sequence[int]) -> None:
        """The turns of these seats are taken back; the time that was used in them is not."""
        self.left = [self.control.taken_back(left, seats.count(seat)) for seat, left in enumerate(self.left)]

    def pause(self, time: int, now: int) -> None:
        """Let a time that passed while nobody could play not count; only what has run can be given back."""
        self.since = min(self.since + time, max(now, self.since))

    def shows(self, seat: int, now: int) -> int:
        return self.left[seat] - (now - self.since if seat in self.running else 0)

    @property
    def flag(self) -> tuple[int, int] | None:
        """When the first of the running clocks has nothing left, and whose it is."""
        return min(((self.since + self.left[seat], seat) for seat in self.running), default=None)
