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
from nodarium.cli.command import Command, Parser, add_options, flag, format_usage, help_text, metavar
from nodarium.cli.language_choice import OPTION, environment_language, split_language
from nodarium.cli.terminal import error_text
from nodarium.core import state
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption, NodariumError, suggest
from nodarium.core.game import Game
from nodarium.core.language import LANGUAGES, current_language, use_language
from nodarium.core.message import any_of, say

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
EXAMPLES = "  nodarium games\n  nodarium rules {game}\n  nodarium play {game} {option}"
EXIT_OK, EXIT_USAGE, EXIT_INTERRUPTED = 0, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # show a question mark for what the encoding lacks, don't crash
            stream.reconfigure(errors="replace")
    with use_language(environment_language(os.environ)):
        try:
            language, words = split_language(words)
        except BadOption as error:
            print(error_text(error), file=sys.stderr)
            return EXIT_USAGE
        with use_language(language or current_language()):
            return run(words)


def run(words: list[str]) -> int:
    """Run a command in the current language, and return its exit code."""
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
    _, words = split_language(words)
    words = words or ["--help"]
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
    if command is None:
        raise BadOption(say("cli-unknown-argument", argument=words[0]))
    if rest:
        raise unknown_argument(command, args, rest[0])
    return command, args


def make_parsers() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of the whole command line, and those of the commands."""
    help_of_a_command, examples = say("cli-help-of-a-command"), say("cli-heading-examples")
    parser = Parser(
        prog="nodarium",
        usage=f"nodarium {format_usage('COMMAND [arguments]')}",
        description=str(say("cli-description")),
        epilog=f"{help_of_a_command}\n\n{examples}\n{EXAMPLES}",
    )
    form = "plain" if str(state.__file__).endswith(".py") else "compiled"
    subparsers = parser.add_subparsers(
        title=str(say("cli-heading-commands")),
        prog="nodarium",
        metavar=metavar("COMMAND"),
        required=True,
        parser_class=Parser,
    )
    parsers = {}
    for name, command in COMMANDS.items():
        parsers[name] = subparsers.add_parser(name, **command.parser_settings())
        command.arguments(parsers[name])
    options = parser.add_group(say("cli-heading-options"))
    text = help_text(say("cli-help-language", languages=any_of(LANGUAGES)))
    options.add_argument(OPTION, metavar=metavar("LANGUAGE"), help=text)
    version = help_text(say("cli-version", version=nodarium.__version__, form=form))
    options.add_argument("--version", action="version", version=version, help=help_text(say("cli-help-version")))
    parser.add_help_argument(options)
    return parser, parsers


def unknown_command(word: str) -> BadOption:
    if word in RENAMED_COMMANDS:
        return BadOption(say("cli-renamed-command", old=word, new=RENAMED_COMMANDS[word]))
    near = get_close_matches(word, COMMANDS, 1)
    return BadOption(say("cli-unknown-command", command=word, hint=suggest(near[0] if near else "", list(COMMANDS))))


def check_renamed(command: Command, words: Sequence[str], game: Game | None) -> None:
    """Refuse an old name of an option, unless the game has an option of that name that takes this value."""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        name, equals, value = word.partition("=")
        if name in command.renamed and not is_game_option(game, name, value if equals else following):
            raise BadOption(say("cli-renamed-option", old=name, new=command.renamed[name]))


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
    problem = say("cli-unknown-argument", argument=word)
    return BadOption(say("cli-see-help", problem=problem, command=f"nodarium {command.name}"))
