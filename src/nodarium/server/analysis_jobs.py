"""`AnalysisJobs`: analyses finished games in a thread, one after the other, and caches the results.

Those who ask are served in turn, and each of them can have only some jobs waiting.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from nodarium.core.message import say
from nodarium.lab.analysis import Analysis, MoveReview, analyse
from nodarium.record.match import Match
from nodarium.server import wire_review
from nodarium.server.bot_pool import lower_priority
from nodarium.server.errors import AnalysisFailed, TooMany, Unavailable
from nodarium.server.fair_queue import FairQueue

ANALYSIS_BOT = "expert"
MAX_CACHED_ANALYSES = 64
MAX_PENDING = 32  # jobs in all
MAX_PENDING_ANONYMOUS = 16  # jobs of people without an account
MAX_PENDING_EACH = 3  # jobs of one user with an account, or of one address

log = logging.getLogger(__name__)

Key = tuple[str, int]  # table, game


class Stopped(Exception):
    """The server is shutting down."""


class Requester(NamedTuple):
    """Who asks for an analysis: a user with an account, or an address."""

    key: str
    anonymous: bool


class AnalysisJobs:
    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1, "analysis", initializer=lower_priority)
        self.analyses: OrderedDict[Key, wire_review.GameAnalysis | None] = OrderedDict()  # None if it failed
        self.pending: dict[Key, Requester] = {}  # waiting or running
        self.queue: FairQueue[tuple[Key, Match]] = FairQueue()
        self.running = False
        self.stopped = False

    def get(self, key: Key, match: Match, requester: Requester) -> wire_review.GameAnalysis:
        """The progress of an analysis, or its result. The first call starts it."""
        if key not in self.analyses:
            self._check_limits(requester)
            self.analyses[key] = wire_review.GameAnalysis(done=0, of=len(match.history) + 1, bot=ANALYSIS_BOT)
            self.pending[key] = requester
            if len(self.analyses) > MAX_CACHED_ANALYSES:
                del self.analyses[next(old for old in self.analyses if old not in self.pending)]
            self.queue.push(requester.key, (key, match.copy()))
            self._start_next()
        analysis = self.analyses[key]
        if analysis is None:
            raise AnalysisFailed(say("server-analysis-failed"))
        return analysis

    def _check_limits(self, requester: Requester) -> None:
        requesters = list(self.pending.values())
        num_anonymous = sum(one.anonymous for one in requesters)
        if requesters.count(requester) >= MAX_PENDING_EACH:
            raise TooMany(say("server-analyses-pending"))
        if len(requesters) >= MAX_PENDING or (requester.anonymous and num_anonymous >= MAX_PENDING_ANONYMOUS):
            raise Unavailable(say("server-analysis-queue-full"))

    def _start_next(self) -> None:
        """Start the job whose turn it is. Runs in the event loop, as `get` does."""
        if self.running or self.stopped:
            return
        job = self.queue.pop()
        if job is not None:
            self.running = True
            future = asyncio.get_running_loop().run_in_executor(self.pool, self._run, *job)
            future.add_done_callback(lambda _: self._on_done(job[0]))

    def _on_done(self, key: Key) -> None:
        self.running = False
        self.pending.pop(key, None)
        self._start_next()

    def close(self) -> None:
        """Drop pending jobs, and stop the current one at its next step."""
        self.stopped = True
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _run(self, key: Key, match: Match) -> None:
        def progress(done: int, of: int) -> None:
            if self.stopped:
                raise Stopped
            self.analyses[key] = wire_review.GameAnalysis(done=done, of=of, bot=ANALYSIS_BOT)

        try:
            self.analyses[key] = analysis_to_wire(analyse(match, ANALYSIS_BOT, progress))
        except Stopped:
            pass
        except Exception:
            log.exception("analysis failed", extra={"table": key[0], "game": key[1]})
            self.analyses[key] = None


def analysis_to_wire(analysis: Analysis) -> wire_review.GameAnalysis:
    return wire_review.GameAnalysis(
        done=len(analysis.turns),
        of=len(analysis.turns),
        bot=analysis.bot,
        imperfect_information=analysis.imperfect_information,
        moves=tuple([review_to_wire(review) for review in analysis.moves]),
        value_curves=tuple(
            [
                tuple([wire_review.ValuePoint(point.moves, point.value) for point in curve])
                for curve in analysis.value_curves
            ]
        ),
        swings=tuple([review.number for review in analysis.swings]),
    )


def review_to_wire(review: MoveReview) -> wire_review.MoveReview:
    best = review.recommendation.principal_variation[0]
    return wire_review.MoveReview(
        ply=review.number,
        turn=review.turn,
        round=review.round,
        seat=review.seat,
        move=review.move,
        before=review.before,
        after=review.after,
        value_loss=review.value_loss,
        better=best.text if review.better else "",
        principal_variation=tuple([(one.seat, one.text) for one in review.recommendation.principal_variation]),
    )
