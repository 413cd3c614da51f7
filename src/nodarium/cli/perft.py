"""`nodarium perft`: count sequences of moves, which reveals any change in the rules."""

from __future__ import annotations

import sys
from argparse import Namespace
from time import perf_counter

from nodarium.cli.command import (
    GAME_HELP,
    Command,
    Parser,
    check_at_least,
    chosen_options,
    help_text,
    integer,
    metavar,
)
from nodarium.cli.terminal import Terminal
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.core.message import say
from nodarium.core.state import State
from nodarium.search.rollouts import perft

QUIET_SECONDS = 2.0  # before progress is shown
SPLIT_DEPTH = 2  # deep enough for many branches, by which progress is measured


def run(args: Namespace) -> int:
    terminal = Terminal()
    start = starting_state(args)
    check_at_least("--depth", args.depth, 1)
    terminal.print(f"{'depth':>5} {'count':>16} {'seconds':>9}", "text strong")
    for depth in range(1, args.depth + 1):
        began = perf_counter()
        total = count(start, depth)
        terminal.print(f"{depth:>5} {total:>16,} {perf_counter() - began:>9.2f}")
    return 0


def starting_state(args: Namespace) -> State:
    game = find_game(args.game)
    options = chosen_options(args)
    if args.position is None:
        return game.new_state(options, args.seed or 0)
    if options or args.seed is not None:
        raise BadOption(say("cli-perft-position-excludes"))
    state: State = game.notation.parse_position(args.position)
    return state


def count(start: State, depth: int) -> int:
    """Count sequences of this length; on a terminal, show progress by branches."""
    if depth <= SPLIT_DEPTH:
        return perft(start, depth)
    branches = [start]
    for _ in range(SPLIT_DEPTH):
        branches = [after for state in branches for after in successors(state)]
    total = 0
    next_update = perf_counter() + QUIET_SECONDS
    for done, branch in enumerate(branches):
        total += perft(branch, depth - SPLIT_DEPTH)
        if sys.stderr.isatty() and perf_counter() > next_update:
            next_update = perf_counter() + 0.2
            progress = say("cli-perft-progress", depth=depth, share=done / len(branches))
            print(f"\r{progress}", end="\r", file=sys.stderr, flush=True)
    return total


def successors(state: State) -> list[State]:
    """Return the state after each legal action; where several seats may act, the lowest one does."""
    after = []
    for action in state.legal_actions(state.to_act[0]) if state.to_act else ():
        after.append(state.copy())
        after[-1].apply(action, state.to_act[0])
    return after


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar=metavar("GAME"), help=help_text(GAME_HELP))
    parser.add_argument(
        "--depth", metavar="N", type=integer, default=3, help=help_text(say("cli-perft-help-depth", default="3"))
    )
    parser.add_argument("--seed", metavar="N", type=integer, help=help_text(say("cli-perft-help-seed", default="0")))
    parser.add_argument("--position", metavar=metavar("TEXT"), help=help_text(say("cli-perft-help-position")))
    parser.add_help_argument()


PERFT = Command(
    "perft",
    say("cli-perft-summary"),
    "GAME [options]",
    _arguments,
    run,
    ("{game}", "{game} --depth 2 --seed 7 {option}", "{game} --depth 2 --position '{position}'"),
    takes_options=True,
)
