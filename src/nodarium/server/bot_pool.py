"""`BotPool`: worker threads for bots, so that the event loop never waits for one.

Each bot that searches has a thread. Searches release the interpreter lock, so the operating system shares the cores
among them. The threads have a lower priority than the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

from nodarium.core.game import Game
from nodarium.core.state import State
from nodarium.search.bots import LEVELS, RANDOM, Bot, make_bot
from nodarium.server import metrics

MAX_CACHED_BOTS = 16  # bots whose search trees are kept between moves
THREADS_PER_CORE = 4
NICENESS = 10
SEATABLE_BOTS = (RANDOM, *LEVELS)  # bots at tables have no custom settings, which could take hours

log = logging.getLogger(__name__)

Key = tuple[str, int, int]  # table, game, seat


class BotPool:
    def __init__(self, threads: int = 0) -> None:
        threads = threads or THREADS_PER_CORE * (os.cpu_count() or 1)
        self.pool = ThreadPoolExecutor(threads, "bot", initializer=lower_priority)
        self.bots: OrderedDict[Key, Bot] = OrderedDict()
        self.running: dict[Key, Bot] = {}
        self.stopped: set[Key] = set()

    async def choose(self, key: Key, game: Game, level: str, salt: str, state: State) -> int:
        """Let a bot choose an action. Its random numbers depend on the deal's salt and the step only."""
        digest = sha256(f"{salt} {key[1]} {key[2]} {state.ply}".encode()).digest()
        seed = int.from_bytes(digest[:8], "big")
        bot = self.bots.pop(key, None) or make_bot(game, level, seed)
        bot.rng = seed
        metrics.BOTS_PENDING.inc()
        job = self.pool.submit(self._search, key, bot, state)
        try:
            return await asyncio.wrap_future(job)
        finally:
            if job.cancel():  # it never left the queue
                metrics.BOTS_PENDING.dec()
            if key in self.stopped:  # the stop may have come too late, and would end the bot's next search
                self.stopped.discard(key)
            else:
                self.bots[key] = bot
            if len(self.bots) > MAX_CACHED_BOTS:
                self.bots.popitem(last=False)

    def _search(self, key: Key, bot: Bot, state: State) -> int:
        metrics.BOTS_PENDING.dec()
        self.running[key] = bot
        try:
            with metrics.BOTS_RUNNING.track_inprogress():
                return bot.choose(state, key[2])
        finally:
            self.running.pop(key, None)

    def stop(self, key: Key) -> None:
        """Stop a search whose result is no longer needed."""
        bot = self.running.get(key)
        if bot:
            self.stopped.add(key)
            bot.stop()

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
        for bot in list(self.running.values()):
            bot.stop()


def lower_priority() -> None:
    """Lower the priority of the calling thread, where the system allows it.

    Only Linux accepts a thread's id here. Bots work without a lower priority too, so a failure is only logged.
    """
    if sys.platform == "linux":
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        except OSError:
            log.warning("can't lower a thread's priority", exc_info=True)
