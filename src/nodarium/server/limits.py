"""Rate limits and quotas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from nodarium.server import metrics
from nodarium.server.errors import TooMany
from nodarium.server.settings import Limits, Rate

MAX_BUCKETS = 20_000  # beyond this, drop the buckets that are full again


class RateLimiter:
    """A token bucket for each key."""

    def __init__(self, rate: Rate, what: str, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.what = what
        self.clock = clock
        self.buckets: dict[str, tuple[float, float]] = {}  # key -> tokens, and when they were counted

    def acquire(self, key: str) -> None:
        """Take a token, or raise `TooMany`."""
        now = self.clock()
        tokens, since = self.buckets.get(key, (self.rate.burst, now))
        tokens = min(self.rate.burst, tokens + (now - since) * self.rate.per_second)
        if tokens < 1:
            raise TooMany(f"Too many {self.what}. Wait a moment and try again.")
        self.buckets[key] = (tokens - 1, now)
        if len(self.buckets) > MAX_BUCKETS:
            self._drop_full(now)

    def _drop_full(self, now: float) -> None:
        seconds = self.rate.burst / self.rate.per_second
        self.buckets = {key: bucket for key, bucket in self.buckets.items() if now - bucket[1] < seconds}


class RequestLimits:
    """All limits of one process."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = RateLimiter(limits.requests, "requests")  # by user
        self.addresses = RateLimiter(limits.address, "requests from this address")
        self.new_tables = RateLimiter(limits.new_tables, "new tables")  # by user
        self.new_users = RateLimiter(limits.new_users, "new users from this address")
        self.passwords = RateLimiter(limits.passwords, "password attempts from this address")
        self.chat = RateLimiter(limits.chat, "chat messages")  # by user
        self.waiting: Counter[str] = Counter()  # by address: connections that haven't sent their headers
        self._sockets: Counter[str] = Counter()

    @contextmanager
    def socket(self, key: str) -> Iterator[None]:
        """Count an open socket of a user or, without one, of an address."""
        if self._sockets.total() >= self.limits.sockets or self._sockets[key] >= self.limits.sockets_per_user:
            raise TooMany("Too many connections. Close one first.")
        self._sockets[key] += 1
        metrics.SOCKETS.inc()
        try:
            yield
        finally:
            metrics.SOCKETS.dec()
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]
