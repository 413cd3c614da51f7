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
    help_text,
    integer,
    metavar,
    number,
)
from nodarium.cli.terminal import Terminal
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.core.message import say
from nodarium.core.network import MAX_HIDDEN
from nodarium.lab.workers import available_cores
from nodarium.search.bots import SearchBot, make_bot

DEFAULT_BOT = "plain:playouts=300"


def run(args: Namespace) -> int:
    try:
        from nodarium.lab import training
    except ImportError as error:
        raise BadOption(say("cli-needs-package", package=str(error.name), extra="lab")) from None
    terminal = Terminal()
    game = find_game(args.game)
    options = game.resolve_options(chosen_options(args))
    if not isinstance(make_bot(game, args.bot), SearchBot):
        raise BadOption(say("cli-train-bot-cannot-search", bot=args.bot, example=DEFAULT_BOT))
    check_numbers(args)
    for file in (args.out, args.policy_out, args.save_games):
        check_writable(file)
    state = game.bot_state(game.new_state(options, 0))
    num_features = len(state.features(0))
    if not num_features:
        raise BadOption(say("cli-train-no-features", game=game.title))
    if args.policy_out and not training.policy_inputs(state, 0, state.legal_actions(0))[1][0]:
        raise BadOption(say("cli-train-no-action-features", game=game.title))
    games = [game for file in args.load_games for game in training.load(Path(file), num_features)]
    seeds = range(args.seed, args.seed + args.games)
    played = training.self_play(game.id, options, args.bot, seeds, args.workers)
    games += track(played, str(say("cli-train-progress", games=args.games, bot=args.bot)), args.games)
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
        raise BadOption(say("cli-train-too-few-games", games=args.games))
    check_at_least("--workers", args.workers, 1)
    if not 1 <= args.hidden <= MAX_HIDDEN:
        raise BadOption(say("cli-out-of-range", name="--hidden", least=1, most=MAX_HIDDEN, value=args.hidden))
    check_at_least("--epochs", args.epochs, 1)
    if not 0 <= args.weight_decay <= 1:
        raise BadOption(say("cli-out-of-range", name="--weight-decay", least=0, most=1, value=f"{args.weight_decay:g}"))


def _arguments(parser: Parser) -> None:
    file = metavar("FILE")
    parser.add_argument("game", metavar=metavar("GAME"), help=help_text(GAME_HELP))
    files = parser.add_group(say("cli-heading-files"))
    files.add_argument("--out", metavar=file, required=True, help=help_text(say("cli-train-help-out")))
    files.add_argument("--policy-out", metavar=file, help=help_text(say("cli-train-help-policy-out")))
    files.add_argument("--save-games", metavar=file, help=help_text(say("cli-train-help-save-games")))
    files.add_argument(
        "--load-games", metavar=file, nargs="*", default=[], help=help_text(say("cli-train-help-load-games"))
    )
    self_play = parser.add_group(say("cli-heading-self-play"))
    self_play.add_argument(
        "--games", metavar="N", type=integer, default=1000, help=help_text(say("cli-train-help-games", default="1000"))
    )
    self_play.add_argument(
        "--bot",
        metavar="BOT",
        default=DEFAULT_BOT,
        help=help_text(say("cli-train-help-bot", default=DEFAULT_BOT)),
    )
    self_play.add_argument(
        "--seed", metavar="N", type=integer, default=1, help=help_text(say("cli-train-help-seed", default="1"))
    )
    self_play.add_argument(
        "--workers",
        metavar="N",
        type=integer,
        default=available_cores(),
        help=help_text(say("cli-help-workers")),
    )
    network = parser.add_group(say("cli-heading-neural-network"))
    network.add_argument(
        "--hidden",
        metavar="N",
        type=integer,
        default=24,
        help=help_text(say("cli-train-help-hidden", most=MAX_HIDDEN, default="24")),
    )
    network.add_argument(
        "--epochs", metavar="N", type=integer, default=30, help=help_text(say("cli-train-help-epochs", default="30"))
    )
    network.add_argument(
        "--weight-decay",
        metavar="X",
        type=number,
        default=0.01,
        help=help_text(say("cli-train-help-weight-decay", default="0.01")),
    )
    parser.add_help_argument(parser.add_group(say("cli-heading-other")))


TRAIN = Command(
    "train",
    say("cli-train-summary"),
    "GAME --out FILE [options]",
    _arguments,
    run,
    (
        "{game} --games 4 --bot plain:playouts=10 --out network.toml",
        "{game} --games 4 --bot plain:playouts=10 --out network.toml --save-games games.npz",
    ),
    details=say("cli-train-details"),
    takes_options=True,
    renamed={
        "--looks": "--policy-out",
        "--rounds": "--epochs",
        "--decay": "--weight-decay",
        "--keep": "--save-games",
        "--also": "--load-games",
    },
)
