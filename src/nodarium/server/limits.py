"""Rate limits and quotas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from nodarium.core.message import Message, say
from nodarium.server import metrics
from nodarium.server.errors import TooMany
from nodarium.server.settings import Limits, Rate

MAX_BUCKETS = 20_000  # beyond this, drop the buckets that are full again, and then the least recently used
CLEANING_SECONDS = 10.0  # between two searches for full buckets


class RateLimiter:
    """A token bucket for each key. The message says that one is empty."""

    def __init__(self, rate: Rate, message: Message, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.message = message
        self.clock = clock
        self.buckets: dict[str, tuple[float, float]] = {}  # key -> tokens, and when they were counted; oldest first
        self.next_cleaning = 0.0

    def acquire(self, key: str, number: int = 1) -> None:
        """Take tokens, or raise `TooMany`."""
        now = self.clock()
        tokens, since = self.buckets.pop(key, (self.rate.burst, now))
        tokens = min(self.rate.burst, tokens + (now - since) * self.rate.per_second)
        self.buckets[key] = (tokens - number if tokens >= number else tokens, now)
        if len(self.buckets) > MAX_BUCKETS:
            self._drop(now)
        if tokens < number:
            raise self.error()

    def error(self) -> TooMany:
        return TooMany(self.message)

    def _drop(self, now: float) -> None:
        seconds = self.rate.burst / self.rate.per_second
        if now >= self.next_cleaning:
            self.next_cleaning = now + min(seconds, CLEANING_SECONDS)
            self.buckets = {key: bucket for key, bucket in self.buckets.items() if now - bucket[1] < seconds}
        while len(self.buckets) > MAX_BUCKETS:
            del self.buckets[next(iter(self.buckets))]


class RequestLimits:
    """The limits that each process counts alone. `shared_limits.py` has the others."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = RateLimiter(limits.requests, say("server-too-many-requests", scope="user"))
        self.addresses = RateLimiter(limits.address, say("server-too-many-requests", scope="address"))
        self.frames = RateLimiter(limits.frames, say("server-too-many-frames"))  # of WebSockets, by address
        self.chat = RateLimiter(limits.chat, say("server-too-many-chats"))  # by user
        self.reports = RateLimiter(limits.reports, say("server-too-many-reports"))  # by user
        self.waiting: Counter[str] = Counter()  # by address: connections that haven't sent their headers
        self.num_sockets = 0
        self._sockets: Counter[str] = Counter()  # by address and by user

    @contextmanager
    def socket(self, address: str, user_id: str | None) -> Iterator[None]:
        """Count an open socket of an address and, if somebody is signed in, of a user."""
        limits, sockets = self.limits, self._sockets
        if (
            self.num_sockets >= limits.sockets
            or sockets[address] >= limits.sockets_per_address
            or sockets[user_id or address] >= limits.sockets_per_user
        ):
            raise TooMany(say("server-too-many-connections"))
        keys = {address, user_id or address}
        self.num_sockets += 1
        sockets.update(keys)
        metrics.SOCKETS.inc()
        try:
            yield
        finally:
            metrics.SOCKETS.dec()
            self.num_sockets -= 1
            sockets.subtract(keys)
            for key in keys:
                if not sockets[key]:
                    del sockets[key]
