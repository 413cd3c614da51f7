"""The server's time: milliseconds since 1970, taken from the wall clock once and then measured by the monotonic clock.

Games are timed by it, so a jump of the wall clock while the server runs changes nothing. Over a restart, the time never
goes back: it continues from the last time that the database knows. A jump forward looks like a longer downtime, which
the clocks get back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

MAX_DRIFT_MS = 2000  # between wall clock and server, before a jump is logged

log = logging.getLogger(__name__)


class ServerTime:
    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._drift = 0
        self.anchor()

    def anchor(self, at_least: int = 0) -> None:
        """Take the time from the wall clock, or this time if it is later."""
        self._base = max(int(self._wall() * 1000), at_least)
        self._began = self._monotonic()
        self._drift = self._current_drift()

    def now_ms(self) -> int:
        """The time in milliseconds since 1970."""
        return self._base + int((self._monotonic() - self._began) * 1000)

    def check_wall_clock(self) -> int:
        """Return by how many milliseconds the wall clock has jumped since the last check, and log a jump."""
        drift = self._current_drift()
        jump = drift - self._drift
        if abs(jump) <= MAX_DRIFT_MS:
            return 0
        self._drift = drift
        log.warning("the wall clock jumped; games are timed as if it hadn't", extra={"milliseconds": jump})
        return jump

    def _current_drift(self) -> int:
        return int(self._wall() * 1000) - self.now_ms()


SERVER_TIME = ServerTime()
now_ms = SERVER_TIME.now_ms
