"""`nodarium train`: a value network, and a policy, from games of a bot against itself."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from rich.progress import track

from nodarium.cli.command import (
    GAME_HELP,
    Command,
    Parser,
    check_at_least,
    check_writable,
    chosen_options,
    integer,
)
from nodarium.cli.terminal import Terminal
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.core.network import MAX_HIDDEN
from nodarium.lab.workers import available_cores
from nodarium.search.bots import SearchBot, make_bot

DEFAULT_BOT = "plain:playouts=300"


def run(args: Namespace) -> int:
    try:
        from nodarium.lab import training
    except ImportError as error:
        raise BadOption(f"Training needs {error.name}. Install nodarium[lab].") from None
    terminal = Terminal()
    game = find_game(args.game)
    options = game.resolve_options(chosen_options(args))
    if not isinstance(make_bot(game, args.bot), SearchBot):
        raise BadOption(
            f"{args.bot} doesn't search, so it can't be used for training. Choose another bot, such as {DEFAULT_BOT}."
        )
    check_numbers(args)
    for file in (args.out, args.policy_out, args.save_games):
        check_writable(file)
    state = game.bot_state(game.new_state(options, 0))
    num_features = len(state.features(0))
    if not num_features:
        raise BadOption(f"{game.title} has no features, so it can't be trained. Choose another game.")
    if args.policy_out and not training.policy_inputs(state, 0, state.legal_actions(0))[1][0]:
        raise BadOption(f"{game.title} has no action features, so it can't learn a policy. Leave out --policy-out.")
    games = [game for file in args.load_games for game in training.load(Path(file), num_features)]
    seeds = range(args.seed, args.seed + args.games)
    played = training.self_play(game.id, options, args.bot, seeds, args.workers)
    games += track(played, f"{args.games} games of {args.bot}", args.games)
    if args.save_games:
        training.save(Path(args.save_games), games)
    comment = f"Trained by `nodarium train` on {len(games)} games, the last of {args.bot}."
    weights = training.fit_value(games, args.hidden, args.epochs, args.weight_decay, terminal.print)
    training.write_network(Path(args.out), weights, comment)
    if args.policy_out:
        training.write_policy(Path(args.policy_out), training.fit_policy(games, terminal.print), comment)
    return 0


def check_numbers(args: Namespace) -> None:
    """Refuse bad numbers before games are played for hours."""
    if args.games < (0 if args.load_games else 2):
        raise BadOption(f"--games must be at least 2, not {args.games}: one game is for validation.")
    check_at_least("--workers", args.workers, 1)
    if not 1 <= args.hidden <= MAX_HIDDEN:
        raise BadOption(f"--hidden must be between 1 and {MAX_HIDDEN}, not {args.hidden}.")
    check_at_least("--epochs", args.epochs, 1)
    if not 0 <= args.weight_decay <= 1:
        raise BadOption(f"--weight-decay must be between 0 and 1, not {args.weight_decay:g}.")


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    files = parser.add_argument_group("files")
    files.add_argument("--out", metavar="FILE", required=True, help="write the value network here (TOML)")
    files.add_argument(
        "--policy-out", metavar="FILE", help="also train a policy and write it here, if the game has action features"
    )
    files.add_argument("--save-games", metavar="FILE", help="save all training games here (.npz)")
    files.add_argument(
        "--load-games", metavar="FILE", nargs="*", default=[], help="also train on games that --save-games wrote"
    )
    self_play = parser.add_argument_group("self-play")
    self_play.add_argument(
        "--games", metavar="N", type=integer, default=1000, help="number of games to play (default: 1000)"
    )
    self_play.add_argument(
        "--bot",
        metavar="BOT",
        default=DEFAULT_BOT,
        help=f"the bot that plays (default: {DEFAULT_BOT})",
    )
    self_play.add_argument(
        "--seed", metavar="N", type=integer, default=1, help="seed of the first game; each game adds 1 (default: 1)"
    )
    self_play.add_argument(
        "--workers",
        metavar="N",
        type=integer,
        default=available_cores(),
        help="parallel processes (default: one per core)",
    )
    network = parser.add_argument_group("network")
    network.add_argument(
        "--hidden",
        metavar="N",
        type=integer,
        default=24,
        help=f"size of the hidden layer, at most {MAX_HIDDEN} (default: 24)",
    )
    network.add_argument(
        "--epochs", metavar="N", type=integer, default=30, help="passes over all positions (default: 30)"
    )
    network.add_argument(
        "--weight-decay", metavar="X", type=float, default=0.01, help="weight decay, from 0 to 1 (default: 0.01)"
    )
    parser.add_help_argument(parser.add_argument_group("other"))


TRAIN = Command(
    "train",
    "train a value network on games of a bot against itself",
    "GAME --out FILE [options]",
    _arguments,
    run,
    (
        "{game} --games 4 --bot plain:playouts=10 --out network.toml",
        "{game} --games 4 --bot plain:playouts=10 --out network.toml --save-games games.npz",
    ),
    details="The bot plays some random moves, to see more kinds of positions. A tenth of the\ngames is for validation.",
    takes_options=True,
    renamed={
        "--looks": "--policy-out",
        "--rounds": "--epochs",
        "--decay": "--weight-decay",
        "--keep": "--save-games",
        "--also": "--load-games",
    },
)
