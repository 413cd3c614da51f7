"""Mixed strategies for a choice that two seats make at once, by regret matching."""

from __future__ import annotations

from array import array

ROUNDS = 20_000


def equilibrium(worth: list[list[float]], rounds: int = ROUNDS) -> tuple[list[float], list[float], float]:
    """How often each side should choose what, and what that is worth to the rows; `worth[row][column]` is for the rows.

    Each side plays what it regrets not to have played, and the averages of both come ever closer to an equilibrium.
    """
    rows, columns = len(worth), len(worth[0])
    table = array("d", [value for row in worth for value in row])
    row_sum, column_sum = array("d", bytes(8 * rows)), array("d", bytes(8 * columns))
    match(table, row_sum, column_sum, rounds)
    row_share = [value / rounds for value in row_sum]
    column_share = [value / rounds for value in column_sum]
    value = sum(
        row_share[row] * column_share[column] * worth[row][column] for row in range(rows) for column in range(columns)
    )
    return row_share, column_share, value


def match(table: array[float], row_sum: array[float], column_sum: array[float], rounds: int) -> None:
    """Add up what both sides play in so many rounds. Regret never falls below nothing."""
    rows, columns = len(row_sum), len(column_sum)
    row_regret, column_regret = array("d", bytes(8 * rows)), array("d", bytes(8 * columns))
    row_play, column_play = array("d", bytes(8 * rows)), array("d", bytes(8 * columns))
    for _ in range(rounds):
        share(row_regret, row_play, row_sum)
        share(column_regret, column_play, column_sum)
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


def share(regret: array[float], play: array[float], total: array[float]) -> None:
    """Play in proportion to regret, or evenly if there is none."""
    size = len(regret)
    whole = 0.0
    for index in range(size):
        whole += regret[index]
    for index in range(size):
        play[index] = regret[index] / whole if whole > 0.0 else 1.0 / size
        total[index] += play[index]
