"""How much anybody may ask for."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from nodarium.server.errors import TooMany
from nodarium.server.settings import Rate

MAX_BUCKETS = 20_000  # after so many the ones that are full again are forgotten


class RateLimiter:
    """For each key a bucket that fills slowly; what is asked for is taken out of it."""

    def __init__(self, rate: Rate, what: str, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.what = what
        self.clock = clock
        self.buckets: dict[str, tuple[float, float]] = {}  # key -> how full, and when that was

    def acquire(self, key: str) -> None:
        """Take one, or say that it is too much."""
        now = self.clock()
        level, since = self.buckets.get(key, (self.rate.burst, now))
        level = min(self.rate.burst, level + (now - since) * self.rate.per_second)
        if level < 1:
            raise TooMany(f"Too many {self.what}; wait a moment.")
        self.buckets[key] = (level - 1, now)
        if len(self.buckets) > MAX_BUCKETS:
            self.forget(now)

    def forget(self, now: float) -> None:
        full = self.rate.burst / self.rate.per_second
        self.buckets = {key: kept for key, kept in self.buckets.items() if now - kept[1] < full}
