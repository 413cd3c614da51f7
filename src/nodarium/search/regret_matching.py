"""Mixed strategies for a choice that two seats make at once, by regret matching."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Mapping

ITERATIONS = 2000
PRIOR_WEIGHT = 4.0  # so many results a guess from row and column counts for
MIN_VISIT_SHARE = 0.1  # an action is left alone if it was tried less often than this share of the one tried most
MIN_PROBABILITY = 0.03  # what should be chosen less often is left alone: it is mostly noise


def mixed_strategy(joint: Mapping[tuple[int, int], tuple[int, float]]) -> dict[int, float]:
    """How often to choose each of one's actions, from how often each pair was tried and the sum of its results.

    A pair that was seldom tried is guessed from how its row and its column did.
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
    """The actions that the search did not give up: of the others it knows too little."""
    most = max(visits for visits, _ in sums.values())
    return sorted(action for action, (visits, _) in sums.items() if visits >= MIN_VISIT_SHARE * most)


def equilibrium(worth: list[list[float]]) -> tuple[list[float], list[float], float]:
    """How often each side should choose what, and what that is worth to the rows; `worth[row][column]` is for the rows.

    Each side plays what it regrets not to have played, and the averages of both come ever closer to an equilibrium.
    """
    rows, columns = len(worth), len(worth[0])
    table = array("d", [value for row in worth for value in row])
    row_sum, column_sum = array("d", bytes(8 * rows)), array("d", bytes(8 * columns))
    regret_matching_plus(table, row_sum, column_sum, ITERATIONS)
    row_share = [part / sum(row_sum) for part in row_sum]
    column_share = [part / sum(column_sum) for part in column_sum]
    value = sum(
        row_share[row] * column_share[column] * worth[row][column] for row in range(rows) for column in range(columns)
    )
    return row_share, column_share, value


def regret_matching_plus(table: array[float], row_sum: array[float], column_sum: array[float], rounds: int) -> None:
    """Add up what both sides play in so many rounds, later ones for more. Regret never falls below nothing."""
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
    """Play in proportion to regret, or evenly if there is none."""
    size = len(regret)
    whole = 0.0
    for index in range(size):
        whole += regret[index]
    for index in range(size):
        play[index] = regret[index] / whole if whole > 0.0 else 1.0 / size
        total[index] += weight * play[index]
