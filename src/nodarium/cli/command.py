"""`Command`: a subcommand of `nodarium`, with its arguments, its help and the function that runs it."""

from __future__ import annotations

import os
from argparse import SUPPRESS, ArgumentError, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.options import Value

OPTION_PREFIX = "option "  # marks a game's options among the parsed arguments

# Used by several commands.
GAME_HELP = "id of a game; `nodarium games` lists them"
THEME_HELP = "colours for a light or a dark background (default: what the terminal reports, else dark)"


class Parser(ArgumentParser):
    """An argument parser that raises our errors, and whose examples name an installed game."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False, add_help=False)

    def add_help_argument(self, group: Any = None) -> None:
        (group or self).add_argument("-h", "--help", action="help", default=SUPPRESS, help="show this help and exit")

    def error(self, message: str) -> NoReturn:
        raise BadOption(f"{message[:1].upper()}{message[1:]}. See `{self.prog} --help`.")

    def format_help(self) -> str:
        self.epilog = format_examples(self.epilog or "")
        return super().format_help()


@dataclass(frozen=True)
class Command:
    name: str
    summary: str  # a phrase without a full stop
    usage: str  # the arguments, for the first line of the help
    arguments: Callable[[Parser], None]
    run: Callable[[Namespace], int]  # returns the exit code
    examples: tuple[str, ...]
    details: str = ""  # more about the command, wrapped at 80 columns
    notes: str = ""  # shown between the options and the examples
    takes_options: bool = False  # accepts the options of a game
    renamed: Mapping[str, str] = field(default_factory=dict)  # old names of options, and what replaces them

    @property
    def description(self) -> str:
        sentence = f"{self.summary[:1].upper()}{self.summary[1:]}."
        return f"{sentence}\n\n{self.details}" if self.details else sentence

    @property
    def epilog(self) -> str:
        notes = f"{self.notes}\n" if self.notes else ""
        if self.takes_options:
            notes += f"`nodarium {self.name} GAME --help` also lists the options of a game.\n"
        examples = "\n".join(f"  nodarium {self.name} {example}".rstrip() for example in self.examples)
        return f"{notes}\nexamples:\n{examples}".lstrip("\n")


def format_examples(text: str) -> str:
    """Fill in a game, one of its options and rules, and its first position."""
    game = example_game()
    choices = [
        (option.name, choice) for option in game.options for choice in option.choices if choice != option.default
    ]
    return text.format(
        game=game.id,
        option=" ".join(f"{flag(name)}={format_value(choice)}" for name, choice in choices[:1]),
        rule=next(iter(game.rulebook.rules)),
        position=game.notation.format_position(game.new_state({}, 7)),
    )


def example_game() -> Game:
    """Return a game for which all examples work: it has options, and features to train with."""
    games = map(find_game, game_ids())
    return next(game for game in games if game.options and game.bot_state(game.new_state()).features(0))


# ---- the options of a game ----


def flag(name: str) -> str:
    """Return an option of a game as it is typed."""
    return "--" + name.replace("_", "-")


def add_options(parser: Parser, game: Game) -> None:
    """Add a game's options as `--NAME=VALUE`, or as `--game-NAME` if the command has an argument of that name."""
    group = parser.add_argument_group(f"options of {game.title}")
    for option in game.options:
        choices = ", ".join(format_value(choice) for choice in option.choices)
        text = f"{option.help}: {choices} (default: {format_value(option.default)}; rule {option.rule})"
        settings: dict[str, Any] = {
            "dest": OPTION_PREFIX + option.name,
            "type": option.parse,
            "default": SUPPRESS,
            "metavar": "VALUE",
            "help": text.replace("%", "%%"),
        }
        try:
            group.add_argument(flag(option.name), **settings)
        except ArgumentError:
            group.add_argument(flag(f"game_{option.name}"), **settings)


def chosen_options(args: Namespace) -> dict[str, Value]:
    found = {name: value for name, value in vars(args).items() if name.startswith(OPTION_PREFIX)}
    return {name.removeprefix(OPTION_PREFIX): value for name, value in found.items()}


def format_value(value: Value) -> str:
    """Return a value of an option as it is typed."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


# ---- types and checks of arguments ----


def integer(text: str) -> int:
    if not text.removeprefix("-").isdecimal():
        raise ArgumentTypeError(f"{text!r} isn't a whole number")
    return int(text)


def check_at_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise BadOption(f"{name} must be at least {least}, not {value}.")


def check_writable(file: str | None) -> None:
    """Refuse a file that can't be written, before long work starts."""
    if file is None:
        return
    path = Path(file)
    if path.is_dir():
        raise BadOption(f"{path} is a directory. Give the name of a file.")
    if not path.parent.is_dir():
        raise BadOption(f"The directory {path.parent} doesn't exist. Create it, or choose another file.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadOption(f"You don't have permission to write {path}. Choose another file.")


def seat_of(game: Game, seats: int, text: str) -> int:
    """Return the seat with this number or name."""
    names = game.seat_names[:seats]
    lower = [name.lower() for name in names]
    if text.lower() in lower:
        return lower.index(text.lower())
    numbers = [str(seat) for seat in range(seats)]
    if text in numbers:
        return numbers.index(text)
    known = ", ".join(f"{number} ({name})" for number, name in enumerate(names))
    raise BadOption(f"Unknown seat {text!r}. The seats are {known}.")
