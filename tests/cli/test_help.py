"""Every command has help, and its examples work."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from nodarium import find_game, game_ids
from nodarium.cli.admin import COMMANDS as ADMIN_COMMANDS
from nodarium.cli.command import Command as CommandSpec
from nodarium.cli.command import Parser, add_options, chosen_options, flag
from nodarium.cli.main import COMMANDS, RENAMED_COMMANDS, parse
from tests.cli.command import Command
from tests.record.play import played

NEEDS_SERVER = ("serve", "backup", "restore", "admin")
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
        assert str(command.summary) in " ".join(shown.split())


@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_the_examples_work(nodarium_command: Command, words: list[str]) -> None:
    found = examples(nodarium_command.right(*words, "--help"))
    assert found
    for example in found:
        assert example[: len(words)] == words
        played(game_ids()[0], steps=6).save("game.json")
        Path("new.json").unlink(missing_ok=True)
        if example[0] in NEEDS_SERVER and "--migrate" not in example:
            parse(example)  # a server would run until it is stopped, and the others need its database
        else:
            nodarium_command.right(*example)


@pytest.mark.parametrize("command", ADMIN_COMMANDS, ids=[command.name for command in ADMIN_COMMANDS])
def test_the_examples_of_admin_commands_parse(nodarium_command: Command, command: CommandSpec) -> None:
    words = command.name.split()
    shown = nodarium_command.right(*words, "--help")
    assert str(command.summary) in " ".join(shown.split())
    assert examples(shown)
    for example in examples(shown):
        assert example[: len(words)] == words
        assert parse(example)[1].admin_command is command


@commands
def test_the_help_of_a_command_starts_with_usage_and_summary(nodarium_command: Command, name: str) -> None:
    shown = nodarium_command.right(name, "--help")
    assert shown.startswith(f"usage: nodarium {name}")
    assert str(COMMANDS[name].summary) in " ".join(shown.split())
    assert "show this help and exit" in shown


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if command.takes_options])
def test_the_help_of_a_game_lists_its_options(nodarium_command: Command, name: str, game_id: str) -> None:
    shown = " ".join(nodarium_command.right(name, game_id, "--help").split())
    game = find_game(game_id)
    assert (f"options of {game.title}:" in shown) == bool(game.options)
    for option in game.options:
        assert f"{flag(option.name)[2:]} VALUE {game.option_title(option)}: " in shown
        assert not option.parse_custom or f", {game.option_hint(option)} (default: " in shown
        assert f"; rule {option.rule})" in shown


def test_an_option_with_the_name_of_an_argument_gets_a_prefix() -> None:
    game = next(game for game in map(find_game, game_ids()) if game.options)
    option = game.options[0]
    parser = Parser(prog="test")
    parser.add_argument(flag(option.name))
    add_options(parser, game)
    words = [f"{flag(f'game_{option.name}')}={option.choices[-1]}", f"{flag(option.name)}=7"]
    assert chosen_options(parser.parse_args(words)) == {option.name: option.choices[-1]}


# ---- old names ----


def option_flags(game_id: str) -> list[str]:
    return [flag(option.name) for option in find_game(game_id).options]


RENAMED = [(name, old, new) for name, command in COMMANDS.items() for old, new in command.renamed.items()]


@pytest.mark.parametrize(("name", "old", "new"), RENAMED, ids=[f"{name} {old}" for name, old, _ in RENAMED])
def test_an_old_option_is_refused_with_its_new_name(nodarium_command: Command, name: str, old: str, new: str) -> None:
    games = sorted(game_ids(), key=lambda game_id: new not in option_flags(game_id))  # first one with the option `new`
    game = games[:1] if COMMANDS[name].takes_options else []
    for words in ([old, "club"], [f"{old}=club"]):
        assert nodarium_command.wrong(name, *game, *words) == f"{old} is now {new}.\n"
    shown = nodarium_command.right(name, *game, "--help")
    assert f"  {new.split(maxsplit=1)[0]} " in shown
    assert f"  {old} " not in shown or old in option_flags(game[0])


def test_an_old_command_is_refused_with_its_new_name(nodarium_command: Command) -> None:
    assert nodarium_command.wrong("learn", "--help") == "`nodarium learn` is now `nodarium train`.\n"
    assert RENAMED_COMMANDS.keys().isdisjoint(COMMANDS)


@pytest.mark.parametrize("game_id", game_ids())
def test_an_old_name_that_a_game_uses_is_its_option(nodarium_command: Command, game_id: str) -> None:
    for option in find_game(game_id).options:
        if flag(option.name) in COMMANDS["arena"].renamed:
            _, args = parse(
                ["arena", game_id, "--bots", "random", "--games", "6", flag(option.name), str(option.default)]
            )
            assert chosen_options(args) == {option.name: option.default}
            assert "--bots" in nodarium_command.wrong("arena", game_id, flag(option.name), str(option.default))
