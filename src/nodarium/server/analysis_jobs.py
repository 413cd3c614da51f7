"""`Students`: who looks through games that are over, one after the other, and remembers what a bot thinks of them."""

from __future__ import annotations

import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from nodarium.lab.analysis import Analysis, MoveReview, analyse
from nodarium.record.match import Match
from nodarium.server import wire
from nodarium.server.bot_pool import lower_priority
from nodarium.server.errors import Unavailable

JUDGE = "expert"
MAX_CACHED_ANALYSES = 64  # studies that are remembered
MAX_PENDING = 32  # that are not done

log = logging.getLogger(__name__)

Key = tuple[str, int]


class Stopped(Exception):
    """The server is about to end."""


class AnalysisJobs:
    """They work in a thread that is nicer than all others."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1, "student", initializer=lower_priority)
        self.studies: OrderedDict[Key, wire.GameAnalysis] = OrderedDict()
        self.waiting: set[Key] = set()
        self.stopped = False

    def get(self, key: Key, match: Match) -> wire.GameAnalysis:
        """As far as it is; it begins when it is first asked for."""
        if key not in self.studies:
            if len(self.waiting) >= MAX_PENDING:
                raise Unavailable("Many games are being looked through; come back in a few minutes.")
            self.studies[key] = wire.GameAnalysis(done=0, of=len(match.history) + 1, bot=JUDGE)
            self.waiting.add(key)
            if len(self.studies) > MAX_CACHED_ANALYSES:
                del self.studies[next(old for old in self.studies if old not in self.waiting)]
            self.pool.submit(self._study, key, match.copy())
        ended, study = key not in self.waiting, self.studies[key]
        if ended and study.done < study.of:
            raise Unavailable("This game could not be looked through.")
        return study

    def close(self) -> None:
        """Leave what is not done."""
        self.stopped = True
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _study(self, key: Key, match: Match) -> None:
        def progress(done: int, of: int) -> None:
            if self.stopped:
                raise Stopped
            self.studies[key] = wire.GameAnalysis(done=done, of=of, bot=JUDGE)

        try:
            self.studies[key] = written(analyse(match, JUDGE, progress))
        except Stopped:
            pass
        except Exception:
            log.exception("a game could not be looked through", extra={"table": key[0]})
        finally:
            self.waiting.discard(key)


def written(analysis: Analysis) -> wire.GameAnalysis:
    return wire.GameAnalysis(
        done=len(analysis.turns),
        of=len(analysis.turns),
        bot=analysis.bot,
        secrets=analysis.imperfect_information,
        steps=tuple([opinion(step) for step in analysis.moves]),
        lines=tuple(
            [tuple([wire.ValuePoint(point.moves, point.value) for point in line]) for line in analysis.value_curves]
        ),
        swings=tuple([step.number for step in analysis.swings]),
    )


def opinion(step: MoveReview) -> wire.MoveReview:
    best = step.recommendation.principal_variation[0]
    return wire.MoveReview(
        number=step.number,
        turn=step.turn,
        seat=step.seat,
        move=step.move,
        before=step.before,
        after=step.after,
        lost=step.value_loss,
        best=best.text if best.move != step.move else "",
        line=tuple([(one.seat, one.text) for one in step.recommendation.principal_variation]),
    )
