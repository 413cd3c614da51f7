"""How many sequences of steps there are (perft): each game's `counts.txt` against the engine and the slow reference.

A `counts.txt` has a position on a line, then lines with a depth and the number; comments begin with #. If a game has a
`tests/reference.py`, its `count(position, depth)` checks the small counts, independently of the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.search.rollouts import perft
from tests.play import PLAIN, package_of

MOST = 3_000 if PLAIN else 30_000_000
MOST_FOR_THE_REFERENCE = 700


def read_counts(text: str) -> Iterator[tuple[str, int, int]]:
    """Position, depth and number of each count."""
    position = ""
    for line in text.splitlines():
        if found := re.fullmatch(r"(\d+) (\d[\d,]*)", line):
            assert position, f"a count without a position: {line}"
            yield position, int(found[1]), int(found[2].replace(",", ""))
        elif line and not line.startswith("#"):
            position = line


COUNTS = [
    (game, *count)
    for game in game_ids()
    for count in read_counts((find_game(game).folder / "tests/counts.txt").read_text("utf-8"))
]


def counts_up_to(most: int, needs: str = "") -> pytest.MarkDecorator:
    """The counts up to a number, of games that have a file."""
    some = [count for count in COUNTS if count[3] <= most and (find_game(count[0]).folder / needs).exists()]
    names = [f"{game}-{depth}-{number}" for game, _, depth, number in some]
    return pytest.mark.parametrize(("game", "position", "depth", "number"), some, ids=names)


@counts_up_to(MOST)
def test_the_engine_gives_the_expected_count(game: str, position: str, depth: int, number: int) -> None:
    assert perft(find_game(game).notation.parse_position(position), depth) == number


@counts_up_to(MOST_FOR_THE_REFERENCE, needs="tests/reference.py")
@pytest.mark.slow
def test_the_reference_gives_the_expected_count(game: str, position: str, depth: int, number: int) -> None:
    reference = import_module(f"{package_of(game)}.tests.reference")
    assert reference.count(position, depth) == number


@pytest.mark.parametrize("game", game_ids())
def test_a_game_has_counts_from_several_positions(game: str) -> None:
    assert len({position for name, position, _, _ in COUNTS if name == game}) >= 4


def test_counts_are_read() -> None:
    text = "# a comment\nR2 / - | turn\n1 4\n2 1,016\n\n# another\n3 x\n1 7\n"
    assert list(read_counts(text)) == [("R2 / - | turn", 1, 4), ("R2 / - | turn", 2, 1016), ("3 x", 1, 7)]
    with pytest.raises(AssertionError, match="without a position"):
        list(read_counts("1 4\n"))
