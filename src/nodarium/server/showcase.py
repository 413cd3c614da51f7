"""`Showcase`: for each game, one match that bots have played, to show people what the game looks like."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import nodarium
from nodarium.core.message import say
from nodarium.record.match import Match
from nodarium.search.bots import make_bot
from nodarium.server.bot_pool import lower_priority
from nodarium.server.errors import Unavailable

BOT = "casual"
SEEDS = range(3)


class Showcase:
    """Plays the matches in a thread of its own, each once, so that nothing else waits for them."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1, "showcase", initializer=lower_priority)
        self.matches: dict[str, Future[Match]] = {}
        self.stopped = False

    async def get(self, game_id: str) -> Match:
        """The match of a game; requests that arrive while it is being played wait for the same one."""
        self._check_open()
        future = self.matches.get(game_id)
        if future is None or (future.done() and future.exception()):
            future = self.matches[game_id] = self.pool.submit(longest_match, game_id, self._check_open)
        return await asyncio.shield(asyncio.wrap_future(future))

    def _check_open(self) -> None:
        if self.stopped:
            raise Unavailable(say("server-shutting-down"))

    def close(self) -> None:
        """Stop playing at the next move, and refuse everybody who waits: the server can't stop before that."""
        self.stopped = True
        self.pool.shutdown(wait=False)


def longest_match(game_id: str, check: Callable[[], None]) -> Match:
    return max((play_match(game_id, seed, check) for seed in SEEDS), key=lambda match: len(match.history))


def play_match(game_id: str, seed: int, check: Callable[[], None]) -> Match:
    """Let bots play a match. `check` is called before each move, and may raise."""
    match = nodarium.new(game_id, seed=seed)
    bots = [make_bot(match.game, BOT, seed + seat) for seat in range(match.state.seats)]
    while match.outcome is None:
        check()
        seat = match.to_act[0]
        match.play(bots[seat].choose(match.decision_state(seat), seat), seat)
    return match
