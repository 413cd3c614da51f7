"""`Thinkers`: where bots think. Never in the loop, and no bot longer than its turn while others wait.

Each bot that thinks has a thread; searches release the interpreter lock, so the machine's own scheduler shares its
cores among all of them, step by step. The threads are nicer than the loop, which goes on answering.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

from nodarium.core.game import Game
from nodarium.core.state import State
from nodarium.search.bots import LEVELS, RANDOM, Bot, make_bot
from nodarium.server import metrics

MAX_CACHED_BOTS = 16  # bots whose trees are kept from step to step
TO_A_CORE = 4
NICER = 10
SEATABLE_BOTS = (RANDOM, *LEVELS)  # the bots that can sit at a table; no settings of one's own, which could take hours

Key = tuple[str, int, int]  # table, game, seat


class BotPool:
    def __init__(self, number: int = 0) -> None:
        self.number = number or TO_A_CORE * (os.cpu_count() or 1)
        self.pool = ThreadPoolExecutor(self.number, "thinker", initializer=lower_priority)
        self.bots: OrderedDict[Key, Bot] = OrderedDict()
        self.busy: dict[Key, Bot] = {}

    async def choose(self, key: Key, game: Game, level: str, salt: str, state: State) -> int:
        """What a bot does in a position. Its chance comes from the salt of the deal and from the step."""
        digest = sha256(f"{salt} {key[1]} {key[2]} {state.ply}".encode()).digest()
        seed = int.from_bytes(digest[:8], "big")
        bot = self.bots.pop(key, None) or make_bot(game, level, seed)
        bot.rng = seed
        metrics.BOTS_PENDING.inc()
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, self._think, key, bot, state)
        finally:
            metrics.BOTS_PENDING.dec()
            self.bots[key] = bot
            if len(self.bots) > MAX_CACHED_BOTS:
                self.bots.popitem(last=False)

    def _think(self, key: Key, bot: Bot, state: State) -> int:
        self.busy[key] = bot
        try:
            with metrics.BOTS_RUNNING.track_inprogress():
                return bot.choose(state, key[2])
        finally:
            self.busy.pop(key, None)

    def stop(self, key: Key) -> None:
        """What this bot thinks about is over."""
        bot = self.busy.get(key)
        if bot:
            bot.stop()

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
        for bot in list(self.busy.values()):
            bot.stop()


def lower_priority() -> None:
    """For the calling thread only, which Linux allows."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICER)
