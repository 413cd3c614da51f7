"""A game with secrets, in which all act at once, at one terminal: nobody sees what they may not know."""

from __future__ import annotations

from pathlib import Path

import pytest

import nodarium.games
from nodarium import load
from tests.cli.command import HANDED_OVER, Command
from tests.play import PLAIN

pytestmark = pytest.mark.skipif(not PLAIN, reason="a game in plain Python needs the plain core")


@pytest.fixture(autouse=True)
def game_with_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(__file__).parents[1] / "games"
    monkeypatch.setattr(nodarium.games, "__path__", [*nodarium.games.__path__, str(folder)])


def hands() -> list[list[int]]:
    dealt: list[list[int]] = nodarium.new("coins", seed=3).deal["hands"]
    return dealt


def test_each_person_is_asked_alone(nodarium_command: Command) -> None:
    (one, _), (two, _) = hands()
    typed = f"coin {one}\nhistory\ncoin {two}\nhistory\n"
    said = nodarium_command.right("play", "coins", "--people", "--seed", "3", "--save", "new.json", typed=typed)
    before, first, second, third = said.split(HANDED_OVER)
    assert "It is for one to act." in before
    assert "It is for two to act." in first
    assert "It is for one to act." in second
    assert f"coin {one}" in first
    # What one has chosen stays hidden from two until two has chosen as well.
    assert "Nothing has been played." in second
    assert f"coin {one}" not in second.partition("It is for one")[0]
    assert f"one: coin {one}" in third
    assert f"two: coin {two}" in third
    assert [move.seat for move in load("new.json").history] == [0, 1]


def test_a_person_who_acts_again_need_not_be_asked_to_look(nodarium_command: Command) -> None:
    said = nodarium_command.right("play", "coins", "--people", "--seed", "3", typed="moves\nboard\n")
    assert said.count(HANDED_OVER) == 1


def test_the_choice_of_a_bot_stays_hidden_until_the_person_has_chosen(nodarium_command: Command) -> None:
    mine = hands()[0][0]
    said = nodarium_command.right(
        "play",
        "coins",
        "--bot",
        "random",
        "--seed",
        "3",
        "--save",
        "new.json",
        typed=f"history\ncoin {mine}\nhistory\n",
    )
    chosen = next(move.move for move in load("new.json").history if move.seat == 1)
    asked, _, answered = said.partition(f"> coin {mine}\n")
    assert chosen not in asked
    assert f"two: {chosen}" in answered
    assert HANDED_OVER not in said


def test_a_beginning_with_a_space_in_it_is_one_too(nodarium_command: Command) -> None:
    mine = hands()[0]
    said = nodarium_command.right("play", "coins", "--seed", "3", "--save", "new.json", typed="coin\n")
    assert f"2 moves begin with 'coin': coin {mine[0]}, coin {mine[1]}." in said


def test_players_are_counted_over_all_options(nodarium_command: Command) -> None:
    assert "Coins, by nobody: 2 to 3 players, 1 minutes" in nodarium_command.right("games")
