"""`Command`: a subcommand of `nodarium`, with its arguments, its help and the function that runs it."""

from __future__ import annotations

import os
import re
from argparse import SUPPRESS, ArgumentError, ArgumentParser, ArgumentTypeError, HelpFormatter, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn

from nodarium.cli.argument_errors import explain_argument_error
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.message import Message, say
from nodarium.core.options import Option, Value

OPTION_PREFIX = "option "  # marks a game's options among the parsed arguments

# The words that stand for values. Those that aren't here are the same in all languages.
METAVARS = {
    "ADDRESS": "cli-metavar-address",
    "CHART": "cli-metavar-chart",
    "COMMAND": "cli-metavar-command",
    "DAYS": "cli-metavar-days",
    "DIR": "cli-metavar-dir",
    "EVENT": "cli-metavar-event",
    "FILE": "cli-metavar-file",
    "GAME": "cli-metavar-game",
    "LANGUAGE": "cli-metavar-language",
    "NAME": "cli-metavar-name",
    "ROLE": "cli-metavar-role",
    "SEAT": "cli-metavar-seat",
    "START": "cli-metavar-start",
    "TABLE": "cli-metavar-table",
    "TEXT": "cli-metavar-text",
    "USER": "cli-metavar-user",
    "VALUE": "cli-metavar-value",
    "arguments": "cli-metavar-arguments",
    "options": "cli-metavar-options",
}

# Used by several commands.
GAME_HELP = say("cli-help-game")
THEME_HELP = say("cli-help-theme")


def metavar(word: str) -> str:
    """A word that stands for a value, in the current language."""
    return str(Message(METAVARS[word])) if word in METAVARS else word


def format_usage(usage: str) -> str:
    """Translate the words in a line such as `GAME [options]`."""
    return re.sub(r"(?<![\w-])\w+", lambda word: metavar(word[0]), usage)


def help_text(message: Message) -> str:
    """Format a help text the way argparse wants it."""
    return str(message).replace("%", "%%")


class Formatter(HelpFormatter):
    """Formats help: paragraphs are wrapped, and indented lines stay as they are."""

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        heading = str(say("cli-heading-usage"))
        super().add_usage(usage, actions, groups, f"{heading} " if prefix is None else prefix)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = [line if line.startswith(" ") else wrap_line(line, width) for line in text.splitlines()]
        return "\n".join(indent + line for line in lines)


def wrap_line(line: str, width: int) -> str:
    return fill(line, width, break_long_words=False, break_on_hyphens=False)


class Parser(ArgumentParser):
    """An argument parser that raises our errors, and whose examples name an installed game."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=Formatter, allow_abbrev=False, add_help=False)
        self._positionals.title = str(say("cli-heading-arguments"))
        self._optionals.title = str(say("cli-heading-options"))

    def add_group(self, title: Message, description: Message | None = None) -> Any:
        return self.add_argument_group(str(title), str(description) if description else None)

    def add_help_argument(self, group: Any = None) -> None:
        text = help_text(say("cli-help-help"))
        (group or self).add_argument("-h", "--help", action="help", default=SUPPRESS, help=text)

    def error(self, message: str) -> NoReturn:
        raise BadOption(say("cli-see-help", problem=explain_argument_error(message), command=self.prog))

    def format_help(self) -> str:
        self.epilog = format_examples(self.epilog or "")
        return super().format_help()


@dataclass(frozen=True)
class Command:
    name: str
    summary: Message  # a sentence
    usage: str  # the arguments, for the first line of the help, with METAVARS
    arguments: Callable[[Parser], None]
    run: Callable[[Namespace], int]  # returns the exit code
    examples: tuple[str, ...]
    details: Message | None = None  # more about the command
    notes: Message | None = None  # shown between the options and the examples
    takes_options: bool = False  # accepts the options of a game
    renamed: Mapping[str, str] = field(default_factory=dict)  # old names of options, and what replaces them

    @property
    def description(self) -> str:
        return f"{self.summary}\n\n{self.details}" if self.details else str(self.summary)

    @property
    def epilog(self) -> str:
        notes = [str(self.notes)] if self.notes else []
        if self.takes_options:
            notes.append(str(say("cli-options-of-a-game", command=f"nodarium {self.name}")))
        examples = [f"  nodarium {self.name} {example}".rstrip() for example in self.examples]
        return "\n".join([*notes, *([""] if notes else []), str(say("cli-heading-examples")), *examples])

    def parser_settings(self) -> dict[str, Any]:
        """What argparse needs to know about the command, in the current language."""
        return {
            "usage": f"nodarium {self.name} {format_usage(self.usage)}".rstrip(),
            "help": help_text(self.summary),
            "description": self.description,
            "epilog": self.epilog,
        }


def format_examples(text: str) -> str:
    """Fill in a game, one of its options and rules, and its first position."""
    game = example_game()
    choices = [
        (option.name, choice) for option in game.options for choice in option.choices if choice != option.default
    ]
    return text.format(
        game=game.id,
        option=" ".join(f"{flag(name)}={format_value(choice)}" for name, choice in choices[:1]),
        rule=next(iter(game.rulebook().rules)),
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
    group = parser.add_group(say("cli-heading-game-options", game=game.title))
    for option in game.options:
        settings: dict[str, Any] = {
            "dest": OPTION_PREFIX + option.name,
            "type": option.parse,
            "default": SUPPRESS,
            "metavar": metavar("VALUE"),
            "help": help_text(describe_option(game, option)),
        }
        try:
            group.add_argument(flag(option.name), **settings)
        except ArgumentError:
            group.add_argument(flag(f"game_{option.name}"), **settings)


def describe_option(game: Game, option: Option) -> Message:
    title = game.option_title(option)
    choices = ", ".join(format_value(choice) for choice in option.choices)
    default = format_value(option.default)
    if not option.parse_custom:
        return say("cli-game-option", title=title, choices=choices, default=default, rule=option.rule)
    hint = game.option_hint(option)
    return say("cli-game-option-with-hint", title=title, hint=hint, choices=choices, default=default, rule=option.rule)


def chosen_options(args: Namespace) -> dict[str, Value]:
    found = {name: value for name, value in vars(args).items() if name.startswith(OPTION_PREFIX)}
    return {name.removeprefix(OPTION_PREFIX): value for name, value in found.items()}


def format_value(value: Value) -> str:
    """Return a value of an option as it is typed."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


# ---- types and checks of arguments ----


def integer(text: str) -> int:
    if not text.removeprefix("-").isdecimal():
        raise ArgumentTypeError(str(say("cli-not-integer", text=text)))
    return int(text)


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(str(say("cli-not-number", text=text))) from None


def check_at_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise BadOption(say("cli-too-small", name=name, least=least, value=value))


def check_writable(file: str | None) -> None:
    """Refuse a file that can't be written, before long work starts."""
    if file is None:
        return
    path = Path(file)
    if path.is_dir():
        raise BadOption(say("cli-is-directory", file=str(path)))
    if not path.parent.is_dir():
        raise BadOption(say("cli-no-directory", directory=str(path.parent)))
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadOption(say("cli-not-writable", file=str(path)))


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
    raise BadOption(say("cli-unknown-seat", seat=text, known=known))
