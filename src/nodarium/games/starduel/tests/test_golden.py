"""Annotated games, one for each way in which a game can end.

A game is a position, then its rounds: the programs of Kurth and Enate, the turns in the order in which they are taken,
and the tracks after it. `(fails)` stands before a turn in which the program cannot be executed; what follows # is for
the reader.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nodarium.games.starduel.board import SEAT_NAMES
from nodarium.games.starduel.notation import read_position
from nodarium.games.starduel.rules import ENDINGS, State
from nodarium.games.starduel.tests.table import moves, play, tracks

GAMES = sorted(Path(__file__).with_name("golden").glob("*.txt"))


def parts(file: Path) -> tuple[str, list[str]]:
    """The position a game starts from, and the lines after it."""
    lines = [line.partition("#")[0].strip() for line in file.read_text("utf-8").splitlines()]
    start, _, rest = "\n".join(lines).strip().partition("\n\n")
    return start, rest.splitlines()


def verdict(state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return "The game goes on."
    who = f"{SEAT_NAMES[outcome.winners[0]]} wins" if outcome.winners else "A draw"
    return f"{who} by {outcome.rule}: {outcome.reason}."


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_game_goes_as_it_is_told(file: Path) -> None:
    start, lines = parts(file)
    state = read_position(start)
    for line in lines[:-1]:
        if line.startswith("= "):
            assert line == f"= {tracks(state, 0)} | {tracks(state, 1)}"
        elif found := re.fullmatch(r"(\d+)\. (\d\d \d\d)", line):
            assert state.round == int(found[1])
            play(state, found[2])
        else:
            name, _, turn = line.partition(": ")
            assert SEAT_NAMES[state.to_act[0]] == name
            if turn.startswith("(fails) "):
                assert not {move.split()[0] for move in moves(state)} & {"activate", "attack", "replace", "energy"}
            play(state, turn.removeprefix("(fails) "))
    assert lines[-1] == verdict(state)


def test_there_is_a_game_for_each_way_to_end() -> None:
    ends = " ".join(parts(file)[1][-1] for file in GAMES)
    assert all(f"{ending.rule}: {ending.reason}." in ends for ending in ENDINGS)
    assert "A draw" in ends
