"""`nodarium play`: sits down people and bots at a match."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from nodarium.cli.command import Command, Parser, chosen_options, flag, number, seat_of
from nodarium.cli.games import describe
from nodarium.cli.places import new_place
from nodarium.cli.screen import Screen
from nodarium.cli.table import Table
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.options import Value
from nodarium.core.theme import THEMES
from nodarium.record.factory import load, new
from nodarium.record.files import JSONL_SUFFIX, record_context
from nodarium.record.match import Match
from nodarium.record.record import Player
from nodarium.search.bots import LEVELS, PLAIN, RANDOM, make_bot

USUAL = "casual"  # who plays against you unless you say otherwise


def run(args: Namespace) -> int:
    screen = Screen(args.theme)
    match = begun(screen, args) if args.resume is None else resumed(args)
    if match is None:
        return 0
    file = args.resume or args.save or usual_file(match)
    bots = {
        seat: make_bot(match.game, player.name, None if args.seed is None else args.seed ^ seat)
        for seat, player in enumerate(match.players)
        if player.kind == "bot"
    }
    Table(match, bots, screen, Path(file)).run()
    return 0


def resumed(args: Namespace) -> Match:
    """The match in a file, with the players who played it."""
    with record_context(args.resume):
        match = load(args.resume)
    given = [name for name in ("bot", "bots", "seat", "seed", "save") if getattr(args, name) is not None]
    given += [*(["people"] if args.people else []), *chosen_options(args)]
    if given:
        raise BadOption(f"A game that is resumed goes on as it began: it cannot take {flag(given[0])}.")
    if args.game not in (None, match.game.id):
        raise BadOption(f"{args.resume} is a game of {match.game.id}, not of {args.game}.")
    return match


def begun(screen: Screen, args: Namespace) -> Match | None:
    """A new match; None if nobody wants one."""
    if args.save is not None and args.save.endswith(JSONL_SUFFIX):
        raise BadOption(f"A game that goes on needs a file of its own, not one that ends in {JSONL_SUFFIX}.")
    if args.save is not None and Path(args.save).exists():
        raise BadOption(f"{args.save} is there already: go on with it with --resume, or choose another name.")
    if args.save is not None and not Path(args.save).parent.is_dir():
        raise BadOption(f"There is no folder {Path(args.save).parent}.")
    game_id = args.game or ask_for_game(screen)
    if game_id is None:
        return None
    options = chosen_options(args)
    return new(game_id, seed=args.seed, deal=None, player_names=seated(find_game(game_id), options, args), **options)


def seated(game: Game, options: dict[str, Value], args: Namespace) -> list[Player]:
    """A person and a bot in each of the other seats; or people in all seats, or bots."""
    names = game.seat_names[: game.state_class(**game.resolve_options(options)).seats]
    if (args.people or args.bots) and args.seat is not None:
        raise BadOption("--seat is for a game of one person against a bot.")
    if args.people:
        return [Player(name=name, kind="person") for name in names]
    bots = args.bots or [USUAL if args.bot is None else args.bot] * len(names)
    if len(bots) != len(names):
        raise BadOption(f"{game.title} has {len(names)} seats here, and so {len(names)} bots, not {len(bots)}.")
    for bot in bots:
        make_bot(game, bot)
    players = [Player(name=bot, kind="bot") for bot in bots]
    if not args.bots:
        seat = seat_of(game, len(names), "0" if args.seat is None else args.seat)
        players[seat] = Player(name=names[seat], kind="person")
    return players


def ask_for_game(screen: Screen) -> str | None:
    """The game that a person wants to play; None for none."""
    ids = game_ids()
    if not sys.stdin.isatty():
        raise BadOption(f"Which game? Name one, as in `nodarium play {ids[0]}`; there is {', '.join(ids)}.")
    for game_id in ids:
        describe(screen, find_game(game_id))
        screen.say()
    while True:
        try:
            answer = screen.ask("Which game? ", ids)
            return find_game(answer).id if answer else None
        except BadOption as error:
            screen.complain(error)
        except (EOFError, KeyboardInterrupt):
            screen.say()
            return None


def usual_file(match: Match) -> Path:
    """Where a match is kept if nobody says where."""
    assert match.started
    return new_place(match.game.id, match.started, ".json")


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's id, as `nodarium games` lists them")
    opponents = parser.add_mutually_exclusive_group()
    opponents.add_argument(
        "--bot",
        metavar="LEVEL",
        help=f"who plays against you: {', '.join(LEVELS)}, or {RANDOM}, or {PLAIN} search; usually {USUAL}; "
        f"settings go after a colon, as in {LEVELS[-1]}:seconds=5",
    )
    opponents.add_argument(
        "--bots", metavar="LEVEL", nargs="+", help="bots play in all seats, one for each, and you watch"
    )
    opponents.add_argument("--people", action="store_true", help="people play in all seats, at one terminal")
    parser.add_argument("--seat", metavar="SEAT", help="your seat, a number or a name; usually 0, the first")
    parser.add_argument("--seed", metavar="N", type=number, help="the number that decides all chance; usually any")
    parser.add_argument("--save", metavar="FILE", help="where the game is kept while you play")
    parser.add_argument("--resume", metavar="FILE", help="go on with a game that was kept")
    parser.add_argument("--theme", choices=THEMES, help="for a terminal with this background")


PLAY = Command(
    "play",
    "play a game in the terminal, against a bot or between people, or watch bots",
    _arguments,
    run,
    (
        "{game}",
        "{game} --bot club --seat 1 --seed 7 --save new.json",
        "{game} --people {option}",
        "{game} --bots random novice",
        "--resume game.json",
    ),
    takes_options=True,
)
