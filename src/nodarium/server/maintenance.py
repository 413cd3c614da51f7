"""`Maintenance`: what a process does regularly, apart from tables.

It reads lines that commands have left in an SQLite database, watches for a newer version, applies the retention policy
once a day, and samples the event loop and the writer's queue for the metrics.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable

from nodarium.server import metrics, retention
from nodarium.server.auth import Authenticator
from nodarium.server.background import BackgroundTasks
from nodarium.server.handover import Handover
from nodarium.server.moderation import DAY_MS
from nodarium.server.repository import TableRepository
from nodarium.server.settings import ServerSettings
from nodarium.server.store import Store
from nodarium.server.store.notifications import delete_outside_lines, read_outside_lines
from nodarium.server.time import now_ms
from nodarium.server.write_check import WriteCheck

SAMPLE_SECONDS = 0.5  # between two samples of the event loop
WRITE_CHECK_SECONDS = 15.0
RETENTION_CHECK_SECONDS = 600.0  # between two looks at whether a day has passed

log = logging.getLogger(__name__)


class Maintenance:
    def __init__(
        self,
        *,
        settings: ServerSettings,
        store: Store,
        repository: TableRepository,
        auth: Authenticator,
        handover: Handover,
        write_check: WriteCheck,
        tasks: BackgroundTasks,
        on_line: Callable[[str], None],
    ) -> None:
        self.settings = settings
        self.store = store
        self.repository = repository
        self.auth = auth
        self.handover = handover
        self.write_check = write_check
        self.tasks = tasks
        self.on_line = on_line

    def start(self) -> None:
        self.tasks.spawn(self._sample_loop())
        self.tasks.spawn(every(self.settings.heartbeat_seconds, self._check_outside))
        self.tasks.spawn(every(WRITE_CHECK_SECONDS, self.write_check.check))
        self.tasks.spawn(every(RETENTION_CHECK_SECONDS, self.apply_retention))

    async def _check_outside(self) -> None:
        """Look for what other programs have done to the database."""
        if not self.store.is_sqlite:
            await self.handover.check()
            return
        lines = await self.store.read(read_outside_lines)
        if lines:
            await self.store.write(delete_outside_lines, lines[-1][0])
        for _, line in lines:
            self.on_line(line)

    async def _sample_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + SAMPLE_SECONDS
            await asyncio.sleep(SAMPLE_SECONDS)
            metrics.LOOP_LAG.observe(max(0.0, loop.time() - due))
            metrics.WRITE_QUEUE.set(self.store.jobs.qsize())

    # ---- retention ----

    async def apply_retention(self) -> None:
        """Delete what is older than the policy allows; at most one process does it, once a day."""
        store, now = self.store, now_ms()
        await store.write(retention.mark_seen, self.auth.take_seen(), now)
        if not await store.write(retention.claim_run, now, DAY_MS):
            return
        days, counts = self.settings.retention, Counter[str](tables=0, chats=0, reports=0, guests=0)
        parts = (
            (days.tables, self._delete_tables),
            (days.chats, self._delete_chats),
            (days.guests, self._delete_guests),
        )
        for limit, delete in parts:
            if limit:
                try:
                    await delete(now - limit * DAY_MS, counts)
                except Exception:  # one part must not stop the others
                    log.exception("retention failed")
        log.info("applied the retention policy", extra=counts)

    async def _delete_tables(self, before: int, counts: Counter[str]) -> None:
        found = await self.store.read(retention.unplayed_tables, before)
        unused = [table_id for table_id in found if table_id not in self.repository.tables]
        for batch in retention.batches(unused):
            counts["tables"] += await self.store.write(retention.delete_tables, batch)

    async def _delete_chats(self, before: int, counts: Counter[str]) -> None:
        for batch in retention.batches(await self.store.read(retention.old_chats, before)):
            counts["chats"] += await self.store.write(retention.delete_chats, batch)
        counts["reports"] = await self.store.write(retention.delete_reports, before)

    async def _delete_guests(self, before: int, counts: Counter[str]) -> None:
        for batch in retention.batches(await self.store.read(retention.old_guests, before)):
            deleted = await self.store.write(retention.delete_guests, batch, before)
            for user_id in deleted:
                self.auth.accounts.invalidate(user_id)
            self.store.announce(" ".join(f"user:{user_id}" for user_id in deleted))
            counts["guests"] += len(deleted)


async def every(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Repeat something until cancelled. A failed round is logged and the next one tries again."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("maintenance failed")
        await asyncio.sleep(seconds)
