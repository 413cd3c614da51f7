"""Mixed strategies for a simultaneous choice of two seats, by regret matching+."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Mapping

ITERATIONS = 2000
PRIOR_WEIGHT = 4.0  # an estimate from row and column means counts as this many results
MIN_VISIT_SHARE = 0.1  # drop actions visited less often than this share of the most visited one
MIN_PROBABILITY = 0.03  # drop actions below this probability: they are mostly noise


def mixed_strategy(joint: Mapping[tuple[int, int], tuple[int, float]]) -> dict[int, float]:
    """Return the probability of each row action, from the visits and results of each pair of actions.

    A pair with few visits is estimated from the means of its row and its column.
    """
    row_sums: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    column_sums: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for (row, column), (visits, value) in joint.items():
        for sums in (row_sums[row], column_sums[column]):
            sums[0] += visits
            sums[1] += value
    rows, columns = explored_actions(row_sums), explored_actions(column_sums)
    mean = sum(value for _, value in joint.values()) / max(sum(visits for visits, _ in joint.values()), 1)

    def estimate(row: int, column: int) -> float:
        visits, value = joint.get((row, column), (0, 0.0))
        guess = sum((value + mean) / (visits + 1) for visits, value in (row_sums[row], column_sums[column])) - mean
        return (value + PRIOR_WEIGHT * min(max(guess, 0.0), 1.0)) / (visits + PRIOR_WEIGHT)

    shares, _, _ = equilibrium([[estimate(row, column) for column in columns] for row in rows])
    often = {row: share for row, share in zip(rows, shares, strict=True) if share >= MIN_PROBABILITY}
    whole = sum(often.values())
    return {row: share / whole for row, share in often.items()}


def explored_actions(sums: Mapping[int, list[float]]) -> list[int]:
    """Return the actions with enough visits to be trusted."""
    most = max(visits for visits, _ in sums.values())
    return sorted(action for action, (visits, _) in sums.items() if visits >= MIN_VISIT_SHARE * most)


def equilibrium(values: list[list[float]]) -> tuple[list[float], list[float], float]:
    """Return an approximate equilibrium of a zero-sum matrix game: both strategies, and its value for the rows.

    `values[row][column]` is the result for the rows.
    """
    rows, columns = len(values), len(values[0])
    table = array("d", [value for row in values for value in row])
    row_sum, column_sum = array("d", bytes(8 * rows)), array("d", bytes(8 * columns))
    regret_matching_plus(table, row_sum, column_sum, ITERATIONS)
    row_share = [part / sum(row_sum) for part in row_sum]
    column_share = [part / sum(column_sum) for part in column_sum]
    value = sum(
        row_share[row] * column_share[column] * values[row][column] for row in range(rows) for column in range(columns)
    )
    return row_share, column_share, value


def regret_matching_plus(table: array[float], row_sum: array[float], column_sum: array[float], rounds: int) -> None:
    """Add up both sides' strategies over the iterations, weighted linearly. Regret is clipped at 0."""
    rows, columns = len(row_sum), len(column_sum)
    row_regret, column_regret = array("d", bytes(8 * rows)), array("d", bytes(8 * columns))
    row_play, column_play = array("d", bytes(8 * rows)), array("d", bytes(8 * columns))
    for number in range(1, rounds + 1):
        strategy_from_regret(row_regret, row_play, row_sum, number)
        strategy_from_regret(column_regret, column_play, column_sum, number)
        value = 0.0
        for row in range(rows):
            for column in range(columns):
                value += row_play[row] * column_play[column] * table[row * columns + column]
        for row in range(rows):
            gain = 0.0
            for column in range(columns):
                gain += column_play[column] * table[row * columns + column]
            row_regret[row] = max(row_regret[row] + gain - value, 0.0)
        for column in range(columns):
            gain = 0.0
            for row in range(rows):
                gain += row_play[row] * table[row * columns + column]
            column_regret[column] = max(column_regret[column] + value - gain, 0.0)


def strategy_from_regret(regret: array[float], play: array[float], total: array[float], weight: float) -> None:
    """Play in proportion to positive regret, or uniformly if there is none."""
    size = len(regret)
    whole = 0.0
    for index in range(size):
        whole += regret[index]
    for index in range(size):
        play[index] = regret[index] / whole if whole > 0.0 else 1.0 / size
        total[index] += weight * play[index]
