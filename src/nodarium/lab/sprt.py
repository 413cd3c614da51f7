"""A sequential test: it goes on until the results speak clearly for one of two hypotheses about two players.

It is the generalised sequential probability ratio test over pairs of games, as testers of chess engines use it: the
likelihood of a hypothesis is that of the likeliest distribution of a pair's five results which has its mean score.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from scipy.optimize import brentq

from nodarium.core.errors import BadOption
from nodarium.lab.ratings import expected_score

RESULTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # the mean score of a pair of games
ERROR_RATE = 0.05  # of accepting the wrong hypothesis, for either of them
LLR_BOUND = log((1 - ERROR_RATE) / ERROR_RATE)
MAX_ELO = 1000  # Elo; beyond it nobody wins a game
PSEUDOCOUNT = 1e-3  # what a result counts that has not come yet


class Sprt:
    """Whether the first player is rather `low` or `high` Elo stronger than the second."""

    def __init__(self, low: float, high: float) -> None:
        if not -MAX_ELO <= low < high <= MAX_ELO:
            raise BadOption(
                f"The test needs two differences in Elo from -{MAX_ELO} to {MAX_ELO}, the smaller first, "
                f"not {low:g} and {high:g}."
            )
        self.low = low
        self.high = high
        self.counts = [0] * len(RESULTS)
        self.llr = 0.0  # the logarithm of the likelihood of `high` to that of `low`

    @property
    def accepted(self) -> float | None:
        """The difference that is accepted; None while the test goes on."""
        if abs(self.llr) < LLR_BOUND:
            return None
        return self.high if self.llr > 0 else self.low

    def add(self, score: float) -> None:
        """Heed one more pair, unless the test has ended."""
        if self.accepted is None:
            self.counts[RESULTS.index(score)] += 1
            self.llr = log_likelihood_ratio(self.counts, expected_score(self.low), expected_score(self.high))


def log_likelihood_ratio(counts: Sequence[int], low: float, high: float) -> float:
    """The logarithm of the likelihood ratio of two mean scores after such results."""
    seen = [count or PSEUDOCOUNT for count in counts]
    shares = [count / sum(seen) for count in seen]
    pairs = list(zip(seen, _constrained_mle(shares, high), _constrained_mle(shares, low), strict=True))
    return sum(count * log(one / other) for count, one, other in pairs)


def _constrained_mle(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with a given mean under which these shares of the results are the likeliest.

    With a Lagrange multiplier m it is share / (1 + m (result - mean)), where m makes the mean right.
    """
    gaps = [result - mean for result in RESULTS]

    def excess(m: float) -> float:
        return sum(part * gap / (1 + m * gap) for part, gap in zip(shares, gaps, strict=True))

    margin = 1e-9
    m = brentq(excess, -1 / gaps[-1] + margin, -1 / gaps[0] - margin)
    return [part / (1 + m * gap) for part, gap in zip(shares, gaps, strict=True)]
