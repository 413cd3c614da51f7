"""Every command has help, and its examples work."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from nodarium import find_game, game_ids
from nodarium.cli.command import flag
from nodarium.cli.main import COMMANDS, parse
from tests.cli.command import Command
from tests.record.play import played

commands = pytest.mark.parametrize("name", COMMANDS)


def examples(text: str) -> list[list[str]]:
    lines = text.partition("\nexamples:\n")[2].splitlines()
    assert all(line.startswith("  nodarium ") for line in lines)
    return [shlex.split(line)[1:] for line in lines]


def test_without_arguments_help_is_shown(nodarium_command: Command) -> None:
    shown = nodarium_command.right()
    assert shown == nodarium_command.right("--help")
    for name, command in COMMANDS.items():
        assert name in shown
        assert command.summary in " ".join(shown.split())


@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_the_examples_work(nodarium_command: Command, words: list[str]) -> None:
    found = examples(nodarium_command.right(*words, "--help"))
    assert found
    for example in found:
        assert example[: len(words)] == words
        played(game_ids()[0], steps=6).save("game.json")
        Path("new.json").unlink(missing_ok=True)
        if example[0] == "serve" and "--migrate" not in example:
            parse(example)  # a server would run until it is stopped
        else:
            nodarium_command.right(*example)


@commands
def test_the_help_of_a_command_starts_with_usage_and_summary(nodarium_command: Command, name: str) -> None:
    shown = nodarium_command.right(name, "--help")
    assert shown.startswith(f"usage: nodarium {name}")
    assert COMMANDS[name].summary[1:] in shown
    assert "show this help and exit" in shown


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if command.takes_options])
def test_the_help_of_a_game_lists_its_options(nodarium_command: Command, name: str, game_id: str) -> None:
    shown = " ".join(nodarium_command.right(name, game_id, "--help").split())
    game = find_game(game_id)
    assert f"options of {game.title}:" in shown
    for option in game.options:
        assert f"{flag(option.name)[2:]} VALUE {option.help}: " in shown
        assert f"; rule {option.rule})" in shown
