"""A sequential probability ratio test (SPRT): play on until the results clearly favour one of two hypotheses.

This is the generalised SPRT over pairs of games, as engine testers use it. The likelihood of a hypothesis is the
maximum likelihood over all distributions of a pair's five possible results that have the hypothesis' mean score.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from scipy.optimize import brentq

from nodarium.core.errors import BadOption
from nodarium.core.message import say
from nodarium.lab.ratings import expected_score

RESULTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # mean scores of a pair of games
ERROR_RATE = 0.05  # probability of accepting the wrong hypothesis, in both directions
LLR_BOUND = log((1 - ERROR_RATE) / ERROR_RATE)
MAX_ELO = 1000  # beyond this difference the weaker bot never wins
PSEUDOCOUNT = 1e-3  # for results that have not occurred


class Sprt:
    """Test whether the first bot's lead over the second is nearer `elo0` or `elo1`."""

    def __init__(self, elo0: float, elo1: float) -> None:
        if not -MAX_ELO <= elo0 < elo1 <= MAX_ELO:
            raise BadOption(say("lab-bad-sprt", most=str(MAX_ELO), first=f"{elo0:g}", second=f"{elo1:g}"))
        self.elo0 = elo0
        self.elo1 = elo1
        self.counts = [0] * len(RESULTS)
        self.llr = 0.0  # log-likelihood ratio of `elo1` to `elo0`

    @property
    def accepted(self) -> float | None:
        """The accepted Elo difference; None while the test is running."""
        if abs(self.llr) < LLR_BOUND:
            return None
        return self.elo1 if self.llr > 0 else self.elo0

    def add(self, score: float) -> None:
        """Add the mean score of a pair of games, unless the test is over."""
        if self.accepted is None:
            self.counts[RESULTS.index(score)] += 1
            self.llr = log_likelihood_ratio(self.counts, expected_score(self.elo0), expected_score(self.elo1))


def log_likelihood_ratio(counts: Sequence[int], low: float, high: float) -> float:
    """Return the log-likelihood ratio of the mean score `high` to `low`, given the number of each result."""
    weights = [count or PSEUDOCOUNT for count in counts]
    shares = [count / sum(weights) for count in weights]
    pairs = list(zip(weights, _constrained_mle(shares, high), _constrained_mle(shares, low), strict=True))
    return sum(count * log(one / other) for count, one, other in pairs)


def _constrained_mle(shares: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with the given mean that maximises the likelihood of these shares of results.

    With a Lagrange multiplier m it is share / (1 + m (result - mean)), where m is chosen to meet the mean.
    """
    gaps = [result - mean for result in RESULTS]

    def excess(m: float) -> float:
        return sum(part * gap / (1 + m * gap) for part, gap in zip(shares, gaps, strict=True))

    margin = 1e-9
    m = brentq(excess, -1 / gaps[-1] + margin, -1 / gaps[0] - margin)
    return [part / (1 + m * gap) for part, gap in zip(shares, gaps, strict=True)]
