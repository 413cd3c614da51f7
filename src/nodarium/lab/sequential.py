"""A sequential test: it goes on until the results speak clearly for one of two hypotheses about two players.

It is the generalised sequential probability ratio test over pairs of games, as testers of chess engines use it: the
likelihood of a hypothesis is that of the likeliest distribution of a pair's five results which has its mean score.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from scipy.optimize import brentq

from nodarium.core.errors import BadOption
from nodarium.lab.ratings import expected

RESULTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # the mean score of a pair of games
RISK = 0.05  # of accepting the wrong hypothesis, for either of them
BOUND = log((1 - RISK) / RISK)
FARTHEST = 1000  # Elo; beyond it nobody wins a game
NEVER_SEEN = 1e-3  # what a result counts that has not come yet


class SequentialTest:
    """Whether the first player is rather `low` or `high` Elo stronger than the second."""

    def __init__(self, low: float, high: float) -> None:
        if not -FARTHEST <= low < high <= FARTHEST:
            raise BadOption(
                f"The test needs two differences in Elo from -{FARTHEST} to {FARTHEST}, the smaller first, "
                f"not {low:g} and {high:g}."
            )
        self.low = low
        self.high = high
        self.counts = [0] * len(RESULTS)
        self.ratio = 0.0  # the logarithm of the likelihood of `high` to that of `low`

    @property
    def accepted(self) -> float | None:
        """The difference that is accepted; None while the test goes on."""
        if abs(self.ratio) < BOUND:
            return None
        return self.high if self.ratio > 0 else self.low

    def add(self, score: float) -> None:
        """Heed one more pair, unless the test has ended."""
        if self.accepted is None:
            self.counts[RESULTS.index(score)] += 1
            self.ratio = ratio(self.counts, expected(self.low), expected(self.high))


def ratio(counts: Sequence[int], low: float, high: float) -> float:
    """The logarithm of the likelihood ratio of two mean scores after such results."""
    seen = [count or NEVER_SEEN for count in counts]
    shares = [count / sum(seen) for count in seen]
    pairs = list(zip(seen, likeliest(shares, high), likeliest(shares, low), strict=True))
    return sum(count * log(one / other) for count, one, other in pairs)


def likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with a given mean under which these shares of the results are the likeliest.

    With a Lagrange multiplier m it is share / (1 + m (result - mean)), where m makes the mean right.
    """
    gaps = [result - mean for result in RESULTS]

    def excess(m: float) -> float:
        return sum(part * gap / (1 + m * gap) for part, gap in zip(shares, gaps, strict=True))

    margin = 1e-9
    m = brentq(excess, -1 / gaps[-1] + margin, -1 / gaps[0] - margin)
    return [part / (1 + m * gap) for part, gap in zip(shares, gaps, strict=True)]
