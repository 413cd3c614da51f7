"""Short annotated games in `golden/`, one for each way in which a game can end.

A file holds `name: value` lines for the options and the layout, then the moves, then score and outcome; `#` begins a
comment.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from nodarium.games.node.notation import write_position
from nodarium.games.node.rules import ENDINGS
from nodarium.games.node.tests.table import GAME, new, play, scores

GAMES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def read(file: Path) -> tuple[dict[str, str], list[str]]:
    """The named values and the moves of a game."""
    values: dict[str, str] = {}
    moves: list[str] = []
    for line in file.read_text("utf-8").splitlines():
        text = line.partition("#")[0].strip()
        name, colon, value = text.partition(": ")
        if colon:
            values[name] = value
        else:
            moves += text.split()
    return values, moves


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_golden_game_ends_as_it_should(file: Path) -> None:
    values, moves = read(file)
    state = new(values["layout"], variant=values["variant"], supply=values["supply"])
    for move in moves:
        assert state.outcome is None, f"over before {move}"
        play(state, move)
    outcome = state.outcome
    assert outcome is not None, write_position(state)
    winners = " and ".join(GAME.seat_names[seat] for seat in outcome.winners)
    result = f"{winners} wins" if winners else "draw"
    assert values["outcome"] == f"{result} by {outcome.rule}, {outcome.reason}"
    assert values["score"] == "orange {}, purple {}".format(*scores(state))


@pytest.mark.rule("N-27")
@pytest.mark.rule("N-28")
@pytest.mark.rule("N-29")
def test_there_is_a_golden_game_for_each_ending() -> None:
    found = {read(file)[0]["outcome"].partition(" by ")[2] for file in GAMES}
    assert found == {f"{ending.rule}, {ending.reason}" for ending in ENDINGS}
