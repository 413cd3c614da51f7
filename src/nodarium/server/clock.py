"""The clocks of one game. Callers pass in the time, in whole milliseconds; the clocks never ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

SECOND_MS = 1000
DAY_MS = 24 * 60 * 60 * SECOND_MS


class PerTurn(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="per-turn"):
    """A fixed time for each turn."""

    seconds: Annotated[int, Meta(ge=1, le=3600)]

    @property
    def start(self) -> int:
        return self.seconds * SECOND_MS

    def after_turn(self, remaining: int) -> int:
        """The time on a clock after its seat's turn."""
        return self.start

    def after_take_back(self, remaining: int, turns: int) -> int:
        """The time on a clock after this many of its seat's turns are taken back."""
        return self.start


class Fischer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="fischer"):
    """A time for the whole game, and an increment after each turn."""

    seconds: Annotated[int, Meta(ge=1, le=24 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0

    @property
    def start(self) -> int:
        return self.seconds * SECOND_MS

    def after_turn(self, remaining: int) -> int:
        return remaining + self.increment * SECOND_MS

    def after_take_back(self, remaining: int, turns: int) -> int:
        # Leave at least a second: nobody may lose on time by granting a take-back.
        return max(remaining - turns * self.increment * SECOND_MS, min(remaining, SECOND_MS))


class Correspondence(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="correspondence"):
    """Some days for each turn."""

    days: Annotated[int, Meta(ge=1, le=60)]

    @property
    def start(self) -> int:
        return self.days * DAY_MS

    def after_turn(self, remaining: int) -> int:
        return self.start

    def after_take_back(self, remaining: int, turns: int) -> int:
        return self.start


TimeControl = PerTurn | Fischer | Correspondence


class Clock:
    """The time each seat has left. The clocks of all seats that may act run at the same time."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.remaining_ms = [control.start] * seats  # as of `since`
        self.running: tuple[int, ...] = ()
        self.since = 0

    def set_running(self, now: int, running: tuple[int, ...]) -> None:
        """Run the clocks of these seats from now on, and stop the others."""
        for seat in self.running:
            self.remaining_ms[seat] -= now - self.since
        self.since = now
        self.running = running

    def end_turn(self, seat: int) -> None:
        self.remaining_ms[seat] = self.control.after_turn(self.remaining_ms[seat])

    def take_back(self, seats: Sequence[int]) -> None:
        """Take back one turn for each time a seat is listed. Time that was used in these turns stays used."""
        self.remaining_ms = [
            self.control.after_take_back(left, seats.count(seat)) for seat, left in enumerate(self.remaining_ms)
        ]

    def credit(self, milliseconds: int, now: int) -> None:
        """Give running clocks back a time during which nobody could play, but no more than has run."""
        self.since = min(self.since + milliseconds, max(now, self.since))

    def remaining(self, seat: int, now: int) -> int:
        return self.remaining_ms[seat] - (now - self.since if seat in self.running else 0)

    @property
    def next_flag(self) -> tuple[int, int] | None:
        """When the first of the running clocks reaches zero, and its seat."""
        return min(((self.since + self.remaining_ms[seat], seat) for seat in self.running), default=None)
