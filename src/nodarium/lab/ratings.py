"""Ratings in Elo: the Bradley-Terry model, fitted by `choix`, with 95 % intervals from a Bayesian bootstrap over deals.

The games on one deal are not independent, so the bootstrap gives one weight to a deal with its games from all seatings.
Each pair that has met gets two virtual games, one win each, as a prior: they keep the rating of a player who won every
game finite, and their random weights in the bootstrap make its interval wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import choix
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Points = Mapping[tuple[int, int], float]  # (player, opponent): points

ELO_PER_LOGIT = 400 / log(10)  # the model's unit is the logit
SAMPLES = 1000
INTERVAL_PERCENTILES = (2.5, 97.5)


class Estimate(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players, with mean 0, and bootstrap samples of them, one per row."""

    point_estimates: Floats
    samples: Floats

    def elo(self, player: int) -> Estimate:
        return self._estimate(self.point_estimates[player], self.samples[:, player])

    def difference(self, player: int, other: int) -> Estimate:
        """Return the lead of one player over another."""
        return self._estimate(
            self.point_estimates[player] - self.point_estimates[other], self.samples[:, player] - self.samples[:, other]
        )

    def likelihood_of_superiority(self, player: int, other: int) -> float:
        """Likelihood of superiority (LOS) of one player over another."""
        return float(np.mean(self.samples[:, player] > self.samples[:, other]))

    @staticmethod
    def _estimate(value: float, samples: Floats) -> Estimate:
        low, high = np.percentile(samples, INTERVAL_PERCENTILES)
        return Estimate(float(value), float(low), float(high))


def rate(players: int, deals: Iterable[Points], seed: int = 0) -> Ratings:
    """Rate players from the points of each deal, summed over its games. Every player must have met another."""
    points = np.array([_matrix(players, deal) for deal in deals])
    met = points.sum(0) + points.sum(0).T > 0
    imagined = [_matrix(players, {(one, other): 1.0}) for one, other in np.argwhere(met)]
    units = np.concatenate([points, imagined]).reshape(-1, players * players)
    best = fit(units.sum(0).reshape(players, players))
    rng = np.random.default_rng(seed)
    samples = [fit((rng.exponential(size=len(units)) @ units).reshape(players, players), best) for _ in range(SAMPLES)]
    return Ratings(best * ELO_PER_LOGIT, np.array(samples) * ELO_PER_LOGIT)


def fit(won: Floats, start: Floats | None = None) -> Floats:
    """Return the maximum-likelihood strengths, with mean 0, for a matrix of points (row against column)."""
    if len(won) == 2:
        half = log(won[0, 1] / won[1, 0]) / 2
        return np.array([half, -half])
    strengths = choix.ilsr_pairwise_dense(won, initial_params=start, max_iter=10_000, tol=1e-5)
    centred: Floats = strengths - strengths.mean()
    return centred


def expected_score(elo: float) -> float:
    """Return the expected score, from 0 to 1, of a player who leads by this many Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def _matrix(players: int, points: Points) -> Floats:
    matrix = np.zeros((players, players))
    for (player, other), gained in points.items():
        matrix[player, other] = gained
    return matrix
