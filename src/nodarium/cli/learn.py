"""`nodarium learn`: a bot plays against itself, and a network learns from that what positions are worth."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from rich.progress import track

from nodarium.cli.command import Command, Parser, check_writable, chosen_options, number
from nodarium.cli.screen import Screen
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.core.network import MAX_HIDDEN
from nodarium.search.bots import SearchBot, make_bot


def run(args: Namespace) -> int:
    try:
        from nodarium.lab import training
    except ImportError:
        raise BadOption("Learning needs NumPy: install nodarium[lab].") from None
    screen = Screen()
    game = find_game(args.game)
    options = game.resolve_options(chosen_options(args))
    if not isinstance(make_bot(game, args.bot), SearchBot):
        raise BadOption(f"There is nothing to learn from what {args.bot} thinks: it does not think.")
    if args.games < (0 if args.also else 2):
        raise BadOption(f"Learning needs two games or more, not {args.games}: one of them checks what was learnt.")
    if args.workers < 1:
        raise BadOption(f"The games need one process or more, not {args.workers}.")
    if not 1 <= args.hidden <= MAX_HIDDEN:
        raise BadOption(f"A network has 1 to {MAX_HIDDEN} neurons between in and out, not {args.hidden}.")
    if args.rounds < 1:
        raise BadOption(f"Learning goes through all positions once or more, not {args.rounds} times.")
    if not 0 <= args.decay <= 1:
        raise BadOption(f"Weights fade by a share from 0 to 1, not by {args.decay:g}.")
    for file in (args.out, args.looks, args.keep):
        check_writable(file)
    thinker = training.to_bot_state(game.bot.state_class, game.new_state(options, 0))
    traits = thinker.features(0)
    if not traits:
        raise BadOption(f"{game.title} does not describe its positions in numbers: there is nothing to learn from.")
    if args.looks and not thinker.action_features(0, thinker.legal_actions(0)[0]):
        raise BadOption(f"{game.title} does not describe its actions in numbers: they get no weights.")
    lessons = [lesson for file in args.also for lesson in training.load(Path(file), len(traits))]
    seeds = range(args.seed, args.seed + args.games)
    played = training.self_play(game.id, options, args.bot, seeds, args.workers)
    lessons += track(played, f"{args.games} games of {args.bot}", args.games)
    if args.keep:
        training.save(Path(args.keep), lessons)
    weights = training.fit_value(lessons, args.hidden, args.rounds, args.decay, screen.say)
    training.write_network(
        Path(args.out), weights, f"Learnt by `nodarium learn` from {len(lessons)} games, the last of {args.bot}."
    )
    if args.looks:
        training.write_policy(
            Path(args.looks),
            training.fit_policy(lessons, screen.say),
            f"Learnt by `nodarium learn` from {len(lessons)} games, the last of {args.bot}.",
        )
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's id, as `nodarium games` lists them")
    parser.add_argument("--out", metavar="FILE", required=True, help="where the network is written")
    parser.add_argument("--looks", metavar="FILE", help="where weights of actions are written, if the game has clues")
    parser.add_argument("--games", metavar="N", type=number, default=1000, help="how many are played; usually 1000")
    parser.add_argument("--bot", metavar="BOT", default="plain:playouts=300", help="who plays them")
    parser.add_argument("--seed", metavar="N", type=number, default=1, help="the deal of the first game; usually 1")
    parser.add_argument("--hidden", metavar="N", type=number, default=24, help="neurons between in and out; usually 24")
    parser.add_argument("--rounds", metavar="N", type=number, default=30, help="through all positions; usually 30")
    parser.add_argument("--decay", metavar="X", type=float, default=0.01, help="how weights fade; usually 0.01")
    parser.add_argument("--keep", metavar="FILE", help="keep the positions too (.npz)")
    parser.add_argument("--also", metavar="FILE", nargs="*", default=[], help="learn from positions kept before too")
    parser.add_argument("--workers", metavar="N", type=number, default=os.cpu_count(), help="processes; usually all")


LEARN = Command(
    "learn",
    "learn what positions are worth, from games of a bot against itself",
    _arguments,
    run,
    ("{game} --games 4 --bot plain:playouts=10 --out network.toml",),
    takes_options=True,
)
