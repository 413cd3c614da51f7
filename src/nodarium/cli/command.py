"""`Command`: one word after `nodarium`, its arguments, its examples and what it does."""

from __future__ import annotations

import os
from argparse import SUPPRESS, ArgumentError, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.options import Value

OPTION = "option "  # before the name of a game's option in the arguments


class Parser(ArgumentParser):
    """An argument parser whose mistakes are our errors, and whose examples name a game there is."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise BadOption(f"{message[:1].upper()}{message[1:]}; `{self.prog} --help` shows how it is used.")

    def format_help(self) -> str:
        self.epilog = fill_in(self.epilog or "")
        return super().format_help()


@dataclass(frozen=True)
class Command:
    name: str
    summary: str
    arguments: Callable[[Parser], None]
    run: Callable[[Namespace], int]  # returns the exit code
    examples: tuple[str, ...]
    takes_options: bool = False  # those of the game

    @property
    def epilog(self) -> str:
        more = f"`nodarium {self.name} GAME --help` lists the options of a game too.\n\n" if self.takes_options else ""
        examples = "\n".join(f"  nodarium {self.name} {example}".rstrip() for example in self.examples)
        return f"{more}examples:\n{examples}"


def fill_in(examples: str) -> str:
    """The examples with the names of a real game, of a rule and of an option of it, and with its first position."""
    game = find_game(game_ids()[0])
    choices = [
        (option.name, choice) for option in game.options for choice in option.choices if choice != option.default
    ]
    return examples.format(
        game=game.id,
        option=" ".join(f"{flag(name)}={show_value(choice)}" for name, choice in choices[:1]),
        rule=next(iter(game.rulebook.rules)),
        position=game.notation.format_position(game.new_state({}, 7)),
    )


# ---- the options of a game ----


def flag(name: str) -> str:
    """How an option of a game is written on the command line."""
    return "--" + name.replace("_", "-")


def add_options(parser: Parser, game: Game) -> None:
    """Let the parser know the options of a game: `--NAME=VALUE`, or `--game-NAME` where the command has that name."""
    group = parser.add_argument_group(f"options of {game.title}")
    for option in game.options:
        choices = ", ".join(show_value(choice) for choice in option.choices)
        settings: dict[str, Any] = {
            "dest": OPTION + option.name,
            "type": option.parse,
            "default": SUPPRESS,
            "metavar": "VALUE",
            "help": f"{option.help}: {choices}; usually {show_value(option.default)} ({option.rule})".replace(
                "%", "%%"
            ),
        }
        try:
            group.add_argument(flag(option.name), **settings)
        except ArgumentError:
            group.add_argument(flag(f"game_{option.name}"), **settings)


def chosen_options(args: Namespace) -> dict[str, Value]:
    return {name.removeprefix(OPTION): value for name, value in vars(args).items() if name.startswith(OPTION)}


def show_value(value: Value) -> str:
    """As it is typed."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


# ---- kinds of arguments ----


def number(text: str) -> int:
    if not text.removeprefix("-").isdecimal():
        raise ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def check_writable(file: str | None) -> None:
    """Before long work: whether a file can be written."""
    if file is None:
        return
    path = Path(file)
    if not path.parent.is_dir():
        raise BadOption(f"There is no folder {path.parent}.")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadOption(f"{path} cannot be written.")


def seat_of(game: Game, seats: int, text: str) -> int:
    """The seat that is meant, by its number or its name."""
    names = game.seat_names[:seats]
    lower = [name.lower() for name in names]
    if text.lower() in lower:
        return lower.index(text.lower())
    numbers = [str(seat) for seat in range(seats)]
    if text in numbers:
        return numbers.index(text)
    known = ", ".join(f"{number} ({name})" for number, name in enumerate(names))
    raise BadOption(f"There is no seat {text!r}: the seats are {known}.")
