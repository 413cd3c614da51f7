"""`Services`: puts the parts of one process together, and starts and stops them."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable

from nodarium.server.access_tokens import AccessTokens
from nodarium.server.accounts import Accounts, new_id
from nodarium.server.analysis_jobs import AnalysisJobs
from nodarium.server.auth import Authenticator
from nodarium.server.background import BackgroundTasks
from nodarium.server.bot_pool import BotPool
from nodarium.server.broadcast import Broadcaster
from nodarium.server.gallery import Gallery
from nodarium.server.handover import Handover
from nodarium.server.keys import Keys
from nodarium.server.limits import RequestLimits
from nodarium.server.lobby import Lobby
from nodarium.server.mail import Mailer
from nodarium.server.maintenance import Maintenance
from nodarium.server.moderation_service import ModerationService
from nodarium.server.one_time import OneTimeTokens
from nodarium.server.passkeys import Passkeys
from nodarium.server.passwords import Passwords
from nodarium.server.projector import Projector
from nodarium.server.recovery import Recovery
from nodarium.server.repository import TableRepository
from nodarium.server.scheduler import Scheduler
from nodarium.server.service import TableService
from nodarium.server.settings import ServerSettings
from nodarium.server.shared_limits import SharedLimits
from nodarium.server.showcase import Showcase
from nodarium.server.standings import Standings
from nodarium.server.store import Store
from nodarium.server.user_data import UserData
from nodarium.server.write_check import WriteCheck

log = logging.getLogger(__name__)


class Services:
    def __init__(self, settings: ServerSettings, stop: Callable[[], None] = lambda: None) -> None:
        self.settings = settings
        self.limits = RequestLimits(settings.limits)
        self.tasks = BackgroundTasks()
        self.store = Store(settings.database, synchronous=settings.synchronous, process=new_id())
        self.shared_limits = SharedLimits(settings.limits, self.store)
        self.keys = Keys(self.store)
        self.passwords = Passwords(self.store, self.keys)
        self.accounts = Accounts(self.store, self.passwords)
        self.tokens = AccessTokens(self.store, self.keys)
        self.standings = Standings(self.store)
        self.auth = Authenticator(
            self.accounts,
            self.tokens,
            self.limits,
            self.standings,
            self.tasks,
            secure_cookies=settings.secure_cookies,
        )
        self.one_time = OneTimeTokens(self.store)
        self.mailer = Mailer(settings.smtp_url, settings.mail_from)
        self.recovery = Recovery(
            store=self.store,
            accounts=self.accounts,
            passwords=self.passwords,
            tokens=self.tokens,
            one_time=self.one_time,
            mailer=self.mailer,
            public_url=settings.public_url,
            tasks=self.tasks,
        )
        self.passkeys = Passkeys(self.store, self.accounts, self.one_time)
        self.repository = TableRepository(self.store, self.tasks)
        self.broadcaster = Broadcaster(self.repository)  # subscribes first: watchers come before projections and bots
        self.lobby = Lobby(self.store)
        self.projector = Projector(self.store, self.repository, self.tasks, self.lobby)
        self.gallery = Gallery(self.repository, self.broadcaster, self.lobby)
        self.tables = TableService(
            limits=settings.limits,
            shared_limits=self.shared_limits,
            store=self.store,
            repository=self.repository,
            accounts=self.accounts,
            standings=self.standings,
            tasks=self.tasks,
        )
        self.moderation = ModerationService(
            store=self.store,
            repository=self.repository,
            projector=self.projector,
            accounts=self.accounts,
            standings=self.standings,
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
        self.user_data = UserData(
            store=self.store,
            repository=self.repository,
            tables=self.tables,
            projector=self.projector,
            lobby=self.lobby,
            accounts=self.accounts,
            tokens=self.tokens,
            passkeys=self.passkeys,
        )
        self.analysis_jobs = AnalysisJobs()
        self.showcase = Showcase()
        self.write_check = WriteCheck(self.store)
        self.handover = Handover(self.store, settings.heartbeat_seconds, settings.handover_seconds, stop)
        self.maintenance = Maintenance(
            settings=settings,
            store=self.store,
            repository=self.repository,
            auth=self.auth,
            handover=self.handover,
            write_check=self.write_check,
            tasks=self.tasks,
            on_line=self._on_notification,
        )
        self.ready = False

    async def start(self) -> None:
        await asyncio.to_thread(self.store.migrate)
        self.store.start(self._on_notification)
        await self.keys.load()
        await self.standings.load()
        if not self.store.is_sqlite:
            await self.handover.wait()
        await self.scheduler.start()
        self.maintenance.start()
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
            self.showcase.close()
            self.lobby.refresh()
            self.broadcaster.wake_all()

    def _on_notification(self, line: str) -> None:
        """Another process has appended events, changed a user or changed the lobby; see `store/notifications.py`."""
        if not line:  # lines may have been missed
            self.tasks.spawn(self.repository.check_all())
            self.lobby.refresh()
            self.tasks.spawn(self.standings.load())
            self.auth.invalidate_all()
        for word in line.split()[1:]:
            name, _, rest = word.partition(":")
            if name == "user":
                self.auth.invalidate(rest)
            elif name == "keys":
                self.tasks.spawn(self.keys.load())
            elif name in ("rewritten", "damaged"):
                self.repository.on_rewritten(rest)
            elif name == "repaired":
                self.repository.on_repaired(rest)
            elif name == "lobby":
                self.lobby.refresh()
            elif name == "standings":
                self.tasks.spawn(self.standings.load())
            else:
                self.repository.on_notification(name, int(rest))
