"""Ratings in Elo: the Bradley-Terry model, fitted by `choix`, with 95 % intervals from a Bayesian bootstrap over deals.

The games on one deal are not independent, so a deal, with its games in all seatings, is what the bootstrap weighs. Two
players who have met have two more, imagined games, of which each wins one: they keep the rating of one who has won
everything finite, and their weights in the bootstrap make the interval of such a rating wide.
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
Points = Mapping[tuple[int, int], float]  # of one player against another

ELO_PER_LOGIT = 400 / log(10)  # one unit of the model
SAMPLES = 1000
MIDDLE = (2.5, 97.5)  # per cent


class Estimate(NamedTuple):
    """A number and the interval in which it lies with a probability of 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players, around 0, and as they might also be: one sample in each row."""

    best: Floats
    samples: Floats

    def elo(self, player: int) -> Estimate:
        return self._estimate(self.best[player], self.samples[:, player])

    def difference(self, player: int, other: int) -> Estimate:
        """How much stronger the one is than the other."""
        return self._estimate(self.best[player] - self.best[other], self.samples[:, player] - self.samples[:, other])

    def likelihood_of_superiority(self, player: int, other: int) -> float:
        """How likely it is that the one is stronger."""
        return float(np.mean(self.samples[:, player] > self.samples[:, other]))

    @staticmethod
    def _estimate(value: float, samples: Floats) -> Estimate:
        low, high = np.percentile(samples, MIDDLE)
        return Estimate(float(value), float(low), float(high))


def rate(players: int, deals: Iterable[Points], seed: int = 0) -> Ratings:
    """The ratings after these deals; for each the points of its games together. Everybody must have met somebody."""
    won = np.array([_matrix(players, points) for points in deals])
    met = won.sum(0) + won.sum(0).T > 0
    imagined = [_matrix(players, {(one, other): 1.0}) for one, other in np.argwhere(met)]
    units = np.concatenate([won, imagined]).reshape(-1, players * players)
    best = fit(units.sum(0).reshape(players, players))
    rng = np.random.default_rng(seed)
    samples = [fit((rng.exponential(size=len(units)) @ units).reshape(players, players), best) for _ in range(SAMPLES)]
    return Ratings(best * ELO_PER_LOGIT, np.array(samples) * ELO_PER_LOGIT)


def fit(won: Floats, start: Floats | None = None) -> Floats:
    """The strengths that make these points, row against column, the likeliest; their mean is 0."""
    if len(won) == 2:
        half = log(won[0, 1] / won[1, 0]) / 2
        return np.array([half, -half])
    found = choix.ilsr_pairwise_dense(won, initial_params=start, max_iter=10_000, tol=1e-5)
    centred: Floats = found - found.mean()
    return centred


def expected_score(elo: float) -> float:
    """The score, from 0 to 1, of a player who is so much stronger than another."""
    return 1 / (1 + 10 ** (-elo / 400))


def _matrix(players: int, points: Points) -> Floats:
    matrix = np.zeros((players, players))
    for (player, other), gained in points.items():
        matrix[player, other] = gained
    return matrix
