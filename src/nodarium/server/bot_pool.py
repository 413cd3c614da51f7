"""`BotPool`: worker threads for bots, so that the event loop never waits for one.

Each bot that searches has a thread. Searches release the interpreter lock, so the operating system shares the cores
among them. The threads have a lower priority than the event loop.

Games with people have threads of their own. Games between bots get few threads with the lowest priority, so any number
of them leaves the others alone. Within both kinds, the creators of the tables are served in turn.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256

from nodarium.core.game import Game
from nodarium.core.state import State
from nodarium.search.bots import LEVELS, RANDOM, Bot, make_bot
from nodarium.server import metrics
from nodarium.server.fair_queue import FairQueue

MAX_CACHED_BOTS = 16  # bots whose search trees are kept between moves
THREADS_PER_CORE = 4
NICENESS, BOTS_ONLY_NICENESS = 10, 19
SEATABLE_BOTS = (RANDOM, *LEVELS)  # bots at tables have no custom settings, which could take hours

log = logging.getLogger(__name__)

Key = tuple[str, int, int]  # table, game, seat


class Lane:
    """Threads for one kind of game, and the searches that wait for them."""

    def __init__(self, name: str, threads: int, niceness: int) -> None:
        self.pool = ThreadPoolExecutor(threads, name, initializer=partial(lower_priority, niceness))
        self.num_free = threads
        self.queue: FairQueue[asyncio.Future[None]] = FairQueue()

    @asynccontextmanager
    async def thread(self, owner: str) -> AsyncIterator[ThreadPoolExecutor]:
        """Wait for a free thread."""
        if self.num_free:
            self.num_free -= 1
        else:
            turn = asyncio.get_running_loop().create_future()
            self.queue.push(owner, turn)
            try:
                await turn  # `_hand_over` resolves it and passes on its thread
            except asyncio.CancelledError:
                if not self.queue.remove(owner, turn):
                    self._hand_over()
                raise
        try:
            yield self.pool
        finally:
            self._hand_over()

    def _hand_over(self) -> None:
        while (turn := self.queue.pop()) is not None:
            if not turn.done():
                turn.set_result(None)
                return
        self.num_free += 1


class BotPool:
    def __init__(self, threads: int = 0) -> None:
        cores = os.cpu_count() or 1
        self.with_people = Lane("bot", threads or THREADS_PER_CORE * cores, NICENESS)
        self.bots_only = Lane("bots-only", max(1, cores // 2), BOTS_ONLY_NICENESS)
        self.bots: OrderedDict[Key, Bot] = OrderedDict()
        self.running: dict[Key, Bot] = {}
        self.stopped: set[Key] = set()

    async def choose(
        self, key: Key, game: Game, level: str, salt: str, state: State, *, owner: str = "", bots_only: bool = False
    ) -> int:
        """Let a bot choose an action. Its random numbers depend on the deal's salt and the step only.

        The owner is the user who opened the table. Owners are served in turn.
        """
        digest = sha256(f"{salt} {key[1]} {key[2]} {state.ply}".encode()).digest()
        seed = int.from_bytes(digest[:8], "big")
        lane = self.bots_only if bots_only else self.with_people
        metrics.BOTS_PENDING.inc()
        pending = True
        try:
            async with lane.thread(owner) as pool:
                metrics.BOTS_PENDING.dec()
                pending = False
                bot = self.bots.pop(key, None) or make_bot(game, level, seed)
                bot.rng = seed
                return await self._run(pool, key, bot, state)
        finally:
            if pending:
                metrics.BOTS_PENDING.dec()

    async def _run(self, pool: ThreadPoolExecutor, key: Key, bot: Bot, state: State) -> int:
        self.running[key] = bot  # from now on: a stop before the thread starts ends the search at once
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, self._search, key, bot, state)
        finally:
            self.running.pop(key, None)
            if key in self.stopped:  # the stop may have come too late, and would end the bot's next search
                self.stopped.discard(key)
            else:
                self.bots[key] = bot
            if len(self.bots) > MAX_CACHED_BOTS:
                self.bots.popitem(last=False)

    def _search(self, key: Key, bot: Bot, state: State) -> int:
        with metrics.BOTS_RUNNING.track_inprogress():
            return bot.choose(state, key[2])

    def stop(self, key: Key) -> None:
        """Stop a search whose result is no longer needed."""
        bot = self.running.get(key)
        if bot:
            self.stopped.add(key)
            bot.stop()

    def close(self) -> None:
        for lane in (self.with_people, self.bots_only):
            lane.pool.shutdown(wait=False, cancel_futures=True)
        for bot in list(self.running.values()):
            bot.stop()


def lower_priority(niceness: int = NICENESS) -> None:
    """Lower the priority of the calling thread, where the system allows it.

    Only Linux accepts a thread's id here. Bots work without a lower priority too, so a failure is only logged.
    """
    if sys.platform == "linux":
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
        except OSError:
            log.warning("can't lower a thread's priority", exc_info=True)
