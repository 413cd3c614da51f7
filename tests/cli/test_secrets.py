"""A game with simultaneous hidden choices at one terminal: nobody sees what they may not know."""

from __future__ import annotations

import nodarium
from nodarium import load
from tests.cli.command import Command, hand_over


def hands() -> list[list[int]]:
    dealt: list[list[int]] = nodarium.new("coins", seed=3).deal["hands"]
    return dealt


def test_each_player_is_asked_alone(nodarium_command: Command) -> None:
    (one, _), (two, _) = hands()
    typed = f"coin {one}\nhistory\ncoin {two}\nhistory\n"
    said = nodarium_command.right("play", "coins", "--hotseat", "--seed", "3", "--save", "new.json", typed=typed)
    before, first, second, third = said.split(hand_over())
    assert before.endswith("It’s Player 1")
    assert first.endswith("It’s Player 2")
    assert second.endswith("It’s Player 1")
    assert f"coin {one}" in first
    # The first choice stays hidden from two until two has chosen as well.
    assert "No moves have been played yet." in second
    assert f"coin {one}" not in second
    assert f"Player 1: coin {one}" in third
    assert f"Player 2: coin {two}" in third
    assert [move.seat for move in load("new.json").history] == [0, 1]


def test_a_player_who_stays_at_the_terminal_is_not_asked_again(nodarium_command: Command) -> None:
    said = nodarium_command.right("play", "coins", "--hotseat", "--seed", "3", typed="moves\nboard\n")
    assert said.count(hand_over()) == 1


def test_the_choice_of_a_bot_stays_hidden_until_the_player_has_chosen(nodarium_command: Command) -> None:
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
    assert f"Player 2: {chosen}" in answered
    assert hand_over() not in said


def test_the_start_of_a_move_may_end_before_a_space(nodarium_command: Command) -> None:
    mine = hands()[0]
    said = nodarium_command.right("play", "coins", "--seed", "3", "--save", "new.json", typed="coin\n")
    assert f"2 moves start with “coin”: coin {mine[0]}, coin {mine[1]}." in said


def test_players_are_counted_over_all_options(nodarium_command: Command) -> None:
    assert "Coins, by nobody: 2 to 3 players, 1 minute" in nodarium_command.right("games")
