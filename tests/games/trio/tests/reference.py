"""Trio once more, slow and obvious, to check the counts of the engine."""

from __future__ import annotations


def has_line(text: str, symbol: str) -> bool:
    rows = text.split("/")
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    diagonals = ["".join(rows[i][i] for i in range(3)), "".join(rows[i][2 - i] for i in range(3))]
    return 3 * symbol in rows + columns + diagonals


def count(position: str, depth: int) -> int:
    """How many sequences of `depth` moves follow a position."""
    if depth == 0:
        return 1
    if has_line(position, "x") or has_line(position, "o"):
        return 0
    symbol = "x" if position.count("x") == position.count("o") else "o"
    empty = [place for place, character in enumerate(position) if character == "."]
    return sum(count(position[:place] + symbol + position[place + 1 :], depth - 1) for place in empty)
