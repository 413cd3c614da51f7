"""`nodarium play`: a match in the terminal, between people and bots."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from nodarium.cli.command import (
    THEME_HELP,
    Command,
    Parser,
    chosen_options,
    flag,
    help_text,
    integer,
    metavar,
    seat_of,
)
from nodarium.cli.games import describe
from nodarium.cli.paths import new_path
from nodarium.cli.terminal import Terminal
from nodarium.cli.terminal_game import TerminalGame, check_new_file
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.message import any_of, say
from nodarium.core.options import Value
from nodarium.core.theme import THEMES
from nodarium.record.factory import load, new
from nodarium.record.files import record_context
from nodarium.record.match import Match
from nodarium.record.record import Player
from nodarium.search.bots import LEVELS, PLAIN, RANDOM, make_bot

DEFAULT_BOT = "casual"


def run(args: Namespace) -> int:
    terminal = Terminal(args.theme)
    match = new_match(terminal, args) if args.resume is None else load_match(args)
    if match is None:
        return 0
    file = args.resume or args.save or default_file(match)
    bots = {
        seat: make_bot(match.game, player.name, None if args.seed is None else args.seed ^ seat)
        for seat, player in enumerate(match.players)
        if player.kind == "bot"
    }
    TerminalGame(match, bots, terminal, Path(file)).run()
    return 0


def load_match(args: Namespace) -> Match:
    """Load the match to resume, with its own players and options."""
    with record_context(args.resume):
        match = load(args.resume)
    given = [name for name in ("bot", "bots", "seat", "seed", "save") if getattr(args, name) is not None]
    given += [*(["hotseat"] if args.hotseat else []), *chosen_options(args)]
    if given:
        raise BadOption(say("cli-resumed-keeps", option=flag(given[0])))
    if args.game not in (None, match.game.id):
        raise BadOption(say("cli-resumed-other-game", file=args.resume, game=match.game.id, named=args.game))
    return match


def new_match(terminal: Terminal, args: Namespace) -> Match | None:
    """Start a match; None if the user doesn't choose a game."""
    if args.save is not None:
        check_new_file(Path(args.save))
    game_id = args.game or ask_for_game(terminal)
    if game_id is None:
        return None
    options = chosen_options(args)
    players = make_players(find_game(game_id), options, args)
    return new(game_id, seed=args.seed, deal=None, player_names=players, **options)


def make_players(game: Game, options: dict[str, Value], args: Namespace) -> list[Player]:
    """Seat one person and bots, or people only, or bots only."""
    names = game.seat_names[: game.state_class(**game.resolve_options(options)).seats]
    if (args.hotseat or args.bots) and args.seat is not None:
        raise BadOption(say("cli-seat-needs-one-person"))
    if args.hotseat:
        return [Player(name=name, kind="person") for name in names]
    bots = args.bots or [DEFAULT_BOT if args.bot is None else args.bot] * len(names)
    if len(bots) != len(names):
        raise BadOption(say("cli-number-of-bots", game=game.title, seats=len(names), given=len(bots)))
    for bot in bots:
        make_bot(game, bot)
    players = [Player(name=bot, kind="bot") for bot in bots]
    if not args.bots:
        seat = seat_of(game, len(names), "0" if args.seat is None else args.seat)
        players[seat] = Player(name=names[seat], kind="person")
    return players


def ask_for_game(terminal: Terminal) -> str | None:
    """Ask which game to play; None if the answer is empty."""
    ids = game_ids()
    if not sys.stdin.isatty():
        raise BadOption(say("cli-name-a-game", game=ids[0], games=", ".join(ids)))
    for game_id in ids:
        describe(terminal, find_game(game_id))
        terminal.print()
    while True:
        try:
            answer = terminal.ask(say("cli-which-game"), ids)
            return find_game(answer).id if answer else None
        except BadOption as error:
            terminal.print_error(error)
        except (EOFError, KeyboardInterrupt):
            terminal.print()
            return None


def default_file(match: Match) -> Path:
    assert match.started
    return new_path(match.game.id, match.started, ".json")


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar=metavar("GAME"), nargs="?", help=help_text(say("cli-play-help-game")))
    group = parser.add_group(say("cli-heading-players"))
    opponents = group.add_mutually_exclusive_group()
    opponents.add_argument(
        "--bot",
        metavar="BOT",
        help=help_text(
            say(
                "cli-play-help-bot",
                bots=any_of((*LEVELS, RANDOM, PLAIN)),
                example=f"{LEVELS[-1]}:seconds=5",
                default=DEFAULT_BOT,
            )
        ),
    )
    opponents.add_argument("--bots", metavar="BOT", nargs="+", help=help_text(say("cli-play-help-bots")))
    opponents.add_argument("--hotseat", action="store_true", help=help_text(say("cli-play-help-hotseat")))
    group.add_argument("--seat", metavar=metavar("SEAT"), help=help_text(say("cli-play-help-seat")))
    group = parser.add_group(say("cli-heading-game"))
    group.add_argument("--seed", metavar="N", type=integer, help=help_text(say("cli-play-help-seed")))
    group.add_argument("--save", metavar=metavar("FILE"), help=help_text(say("cli-play-help-save")))
    group.add_argument("--resume", metavar=metavar("FILE"), help=help_text(say("cli-play-help-resume")))
    group = parser.add_group(say("cli-heading-other"))
    group.add_argument("--theme", choices=THEMES, help=help_text(THEME_HELP))
    parser.add_help_argument(group)


PLAY = Command(
    "play",
    say("cli-play-summary"),
    "[GAME] [options]",
    _arguments,
    run,
    (
        "{game}",
        "{game} --bot club --seat 1 --seed 7 --save new.json",
        "{game} --hotseat {option}",
        "{game} --bots random novice",
        "--resume game.json",
    ),
    notes=say("cli-play-notes"),
    takes_options=True,
    renamed={"--people": "--hotseat"},
)
