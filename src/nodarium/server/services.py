"""`Services`: puts the parts of one process together, and starts and stops them."""

from __future__ import annotations

import asyncio
import gc
import logging

from nodarium.server.accounts import Accounts, new_id
from nodarium.server.analysis_jobs import AnalysisJobs
from nodarium.server.auth import Authenticator
from nodarium.server.background import BackgroundTasks
from nodarium.server.bot_pool import BotPool
from nodarium.server.broadcast import Broadcaster
from nodarium.server.limits import RequestLimits
from nodarium.server.lobby import Lobby
from nodarium.server.projector import Projector
from nodarium.server.repository import TableRepository
from nodarium.server.scheduler import Scheduler
from nodarium.server.service import TableService
from nodarium.server.settings import ServerSettings
from nodarium.server.shared_limits import SharedLimits
from nodarium.server.showcase import Showcase
from nodarium.server.store import Store

log = logging.getLogger(__name__)


class Services:
    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.limits = RequestLimits(settings.limits)
        self.tasks = BackgroundTasks()
        self.store = Store(settings.database, synchronous=settings.synchronous, process=new_id())
        self.shared_limits = SharedLimits(settings.limits, self.store)
        self.accounts = Accounts(self.store)
        self.auth = Authenticator(self.accounts, self.limits)
        self.repository = TableRepository(self.store, self.tasks)
        self.broadcaster = Broadcaster(self.repository)  # subscribes first: watchers come before projections and bots
        self.lobby = Lobby(self.store)
        self.projector = Projector(self.store, self.repository, self.tasks, self.lobby)
        self.tables = TableService(
            limits=settings.limits,
            shared_limits=self.shared_limits,
            store=self.store,
            repository=self.repository,
            accounts=self.accounts,
            tasks=self.tasks,
        )
        self.scheduler = Scheduler(
            settings=settings,
            store=self.store,
            repository=self.repository,
            service=self.tables,
            broadcaster=self.broadcaster,
            projector=self.projector,
            bot_pool=BotPool(settings.bot_threads),
            tasks=self.tasks,
        )
        self.analysis_jobs = AnalysisJobs()
        self.showcase = Showcase()
        self.ready = False

    async def start(self) -> None:
        await asyncio.to_thread(self.store.migrate)
        self.store.start(self._on_notification)
        await self.accounts.start()
        await self.scheduler.start()
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 1000)  # rarely: players feel its pauses
        self.ready = True
        log.info("ready", extra={"tables": len(self.repository.tables)})

    async def stop(self) -> None:
        self.ready = False
        self.analysis_jobs.close()
        self.showcase.close()
        await self.scheduler.stop()
        await self.store.close()
        log.info("stopped")

    def begin_shutdown(self) -> None:
        """Refuse new requests and wake everybody who waits."""
        if self.ready:
            self.ready = False
            self.tasks.begin_shutdown()
            self.lobby.refresh()
            self.broadcaster.wake_all()

    def _on_notification(self, line: str) -> None:
        """Another process has appended events, changed a user or changed the lobby; see `store/notifications.py`."""
        if not line:  # lines may have been missed
            for live in self.repository.tables.values():
                self.repository.refresh_later(live)
            self.lobby.refresh()
        for word in line.split()[1:]:
            name, _, rest = word.partition(":")
            if name == "user":
                self.accounts.invalidate(rest)
            elif name == "lobby":
                self.lobby.refresh()
            else:
                self.repository.on_notification(name, int(rest))
