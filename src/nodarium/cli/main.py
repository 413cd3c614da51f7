"""The `nodarium` command: parses its arguments, runs a subcommand, and prints errors as one sentence."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from difflib import get_close_matches
from io import TextIOWrapper
from itertools import zip_longest

import nodarium
from nodarium.cli import admin, analyse, arena, backup, games, perft, play, records, serve, train
from nodarium.cli.command import Command, Parser, add_options, flag
from nodarium.cli.terminal import error_text
from nodarium.core import state
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption, NodariumError
from nodarium.core.game import Game

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
        perft.PERFT,
        arena.ARENA,
        train.TRAIN,
        serve.SERVE,
        backup.BACKUP,
        backup.RESTORE,
        admin.ADMIN,
    )
}
RENAMED_COMMANDS = {"learn": "train"}
EXIT_OK, EXIT_USAGE, EXIT_INTERRUPTED = 0, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # show a question mark for what the encoding lacks, don't crash
            stream.reconfigure(errors="replace")
    try:
        command, args = parse(words)
        code = command.run(args)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # exit quietly on a broken pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    except (NodariumError, OSError) as error:
        print(error_text(error), file=sys.stderr)
        return EXIT_USAGE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return EXIT_INTERRUPTED
    except SystemExit as done:  # argparse has shown its help
        return int(done.code or EXIT_OK)


def parse(words: list[str]) -> tuple[Command, Namespace]:
    """Return the command that the words name, and its parsed arguments."""
    parser, parsers = make_parsers()
    if not words:
        words = ["--help"]
    if not words[0].startswith("-") and words[0] not in COMMANDS:
        raise unknown_command(words[0])
    command = COMMANDS.get(words[0])
    if command:
        game_id = next((word for word in words if word in game_ids()), None)
        game = find_game(game_id) if game_id and command.takes_options else None
        check_renamed(command, words, game)
        if game:
            add_options(parsers[command.name], game)
    args, rest = parser.parse_known_args(words)
    assert command, "argparse rejects or handles every other first word"
    if rest:
        raise unknown_argument(command, args, rest[0])
    return command, args


def make_parsers() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of the whole command line, and those of the commands."""
    parser = Parser(
        prog="nodarium",
        usage="nodarium COMMAND [arguments]",
        description="Play board games about nodes, study them, and measure and train bots.",
        epilog="`nodarium COMMAND --help` explains a command and gives examples.\n\n"
        "examples:\n  nodarium games\n  nodarium rules {game}\n  nodarium play {game} {option}",
    )
    form = "plain Python" if str(state.__file__).endswith(".py") else "compiled"
    subparsers = parser.add_subparsers(
        title="commands", prog="nodarium", metavar="COMMAND", required=True, parser_class=Parser
    )
    parsers = {}
    for name, command in COMMANDS.items():
        parsers[name] = subparsers.add_parser(
            name,
            usage=f"nodarium {name} {command.usage}".rstrip(),
            help=command.summary,
            description=command.description,
            epilog=command.epilog,
        )
        command.arguments(parsers[name])
    options = parser.add_argument_group("options")
    version = f"nodarium {nodarium.__version__} ({form})"
    options.add_argument("--version", action="version", version=version, help="show the version and exit")
    parser.add_help_argument(options)
    return parser, parsers


def unknown_command(word: str) -> BadOption:
    if word in RENAMED_COMMANDS:
        return BadOption(f"`nodarium {word}` is now `nodarium {RENAMED_COMMANDS[word]}`.")
    near = get_close_matches(word, COMMANDS, 1)
    hint = f"Did you mean {near[0]}?" if near else f"Available: {', '.join(COMMANDS)}."
    return BadOption(f"Unknown command {word!r}. {hint}")


def check_renamed(command: Command, words: Sequence[str], game: Game | None) -> None:
    """Refuse an old name of an option, unless the game has an option of that name that takes this value."""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        name, equals, value = word.partition("=")
        if name in command.renamed and not is_game_option(game, name, value if equals else following):
            raise BadOption(f"{name} is now {command.renamed[name]}.")


def is_game_option(game: Game | None, name: str, value: str) -> bool:
    option = next((option for option in game.options if flag(option.name) == name), None) if game else None
    try:
        return option is not None and option.parse(value) is not None
    except BadOption:
        return False


def unknown_argument(command: Command, args: Namespace, word: str) -> NodariumError:
    """Return the error for a word that no argument takes."""
    if command.takes_options and args.game and word.startswith("--"):
        try:
            find_game(args.game).resolve_options({word.removeprefix("--").partition("=")[0]: ""})
        except BadOption as error:
            return error
    return BadOption(f"Unknown argument {word!r}. See `nodarium {command.name} --help`.")
