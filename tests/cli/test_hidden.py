"""`nodarium play` with hidden information: whole games in which nobody sees what they may not know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import nodarium
from nodarium import Match, game_ids, load
from nodarium.cli.terminal_game import has_secrets
from tests.cli.command import Command, hand_over
from tests.cli.test_play import Typist, any_move, texts

games = pytest.mark.parametrize(
    "game_id", [game_id for game_id in game_ids() if has_secrets(nodarium.new(game_id, seed=0))]
)


def handing_over(dice: Random) -> Callable[[Match], str | None]:
    """Choose any move, but press Enter first whenever the terminal is handed over."""
    viewers: list[int] = []

    def choose(match: Match) -> str | None:
        if not match.to_act:
            return None
        seat = match.to_act[0]
        if viewers[-1:] != [seat]:
            viewers.append(seat)
            return ""
        return dice.choice(match.legal_moves(seat))

    return choose


@games
def test_a_whole_game_against_random(nodarium_command: Command, game_id: str) -> None:
    file = Path("new.json")
    typist = Typist(file, lambda: nodarium.new(game_id, seed=5), any_move(Random(5)))
    play = "play", game_id, "--bot", "random", "--seed", "5", "--save", "new.json"
    said = nodarium_command.right(*play, typed=typist)
    match = load(file)
    assert match.outcome
    assert [move.move for move in match.history if move.seat == 0] == typist.lines
    assert str(match.game.renderer.canvas(match.state, 0)) in said
    assert hand_over() not in said


@games
def test_a_whole_game_between_people(nodarium_command: Command, game_id: str) -> None:
    file = Path("new.json")
    typist = Typist(file, lambda: nodarium.new(game_id, seed=6), handing_over(Random(6)))
    said = nodarium_command.right("play", game_id, "--hotseat", "--seed", "6", "--save", "new.json", typed=typist)
    match = load(file)
    assert match.outcome
    assert texts(match) == [line for line in typist.lines if line]
    assert said.count(hand_over()) == typist.lines.count("") > 1
