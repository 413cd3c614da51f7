"""The `nodarium` command: reads the words after it, runs what they ask for, and tells in a sentence what is wrong."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from difflib import get_close_matches
from io import TextIOWrapper

import nodarium
from nodarium.cli import analyse, arena, count, games, learn, play, records, serve
from nodarium.cli.command import Command, Parser, add_options
from nodarium.cli.screen import in_words
from nodarium.core import state
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption, NodariumError

COMMANDS = {
    command.name: command
    for command in (
        games.GAMES,
        games.RULES,
        play.PLAY,
        records.SHOW,
        records.SVG,
        records.VERIFY,
        analyse.ANALYSE,
        count.PERFT,
        arena.ARENA,
        learn.LEARN,
        serve.SERVE,
    )
}
GOOD, WRONG_INPUT, INTERRUPTED = 0, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # what cannot be read or shown is a question mark, not a crash
            stream.reconfigure(errors="replace")
    try:
        command, args = understand(words)
        code = command.run(args)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except (NodariumError, OSError) as error:
        print(in_words(error), file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except SystemExit as done:  # argparse has shown its help
        return int(done.code or GOOD)


def understand(words: list[str]) -> tuple[Command, Namespace]:
    """The command that is meant, and its arguments."""
    parser, commands = build()
    if not words:
        words = ["--help"]
    if not words[0].startswith("-") and words[0] not in COMMANDS:
        near = get_close_matches(words[0], COMMANDS, 1)
        hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(COMMANDS)}."
        raise BadOption(f"There is no command {words[0]!r}: {hint}")
    command = COMMANDS.get(words[0])
    if command and command.takes_options:
        for game_id in [word for word in words if word in game_ids()][:1]:
            add_options(commands[command.name], find_game(game_id))
    args, rest = parser.parse_known_args(words)
    assert command, "argparse has let no option through that is none"
    if rest:
        raise not_understood(command, args, rest[0])
    return command, args


def build() -> tuple[Parser, dict[str, Parser]]:
    """The parser of the whole command line, and those of the commands."""
    parser = Parser(
        prog="nodarium",
        description="Board games about nodes: play them, study records of them, count their positions.",
        epilog="`nodarium COMMAND --help` tells more about each command and gives examples.\n\n"
        "examples:\n  nodarium games\n  nodarium rules {game}\n  nodarium play {game} {option}",
    )
    form = "plain Python" if str(state.__file__).endswith(".py") else "compiled"
    parser.add_argument("--version", action="version", version=f"nodarium {nodarium.__version__} ({form})")
    group = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    parsers = {}
    for name, command in COMMANDS.items():
        made = group.add_parser(name, help=command.summary, description=command.summary, epilog=command.epilog)
        command.arguments(made)
        parsers[name] = made
    return parser, parsers


def not_understood(command: Command, args: Namespace, word: str) -> NodariumError:
    """The error for a word that no argument takes: an option that the game has not, or something else."""
    if command.takes_options and args.game and word.startswith("--"):
        try:
            find_game(args.game).resolve_options({word.removeprefix("--").partition("=")[0]: ""})
        except BadOption as error:
            return error
    return BadOption(f"{word!r} is too much here; `nodarium {command.name} --help` shows how it is used.")
