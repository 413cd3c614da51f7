"""`nodarium perft`: counts the sequences of moves, which shows whether the rules are as they were."""

from __future__ import annotations

import sys
from argparse import Namespace
from time import perf_counter

from nodarium.cli.command import Command, Parser, chosen_options, number
from nodarium.cli.screen import Screen
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.core.state import State
from nodarium.search.rollouts import perft

PATIENCE = 2.0  # seconds without a word
SPLIT = 2  # steps after which there are enough branches to tell how far the count is


def run(args: Namespace) -> int:
    screen = Screen()
    start = starting_state(args)
    if args.depth < 1:
        raise BadOption(f"The depth is 1 or more, not {args.depth}.")
    screen.say(f"{'depth':>5} {'count':>16} {'seconds':>9}", "text strong")
    for depth in range(1, args.depth + 1):
        began = perf_counter()
        total = count(start, depth)
        screen.say(f"{depth:>5} {total:>16,} {perf_counter() - began:>9.2f}")
    return 0


def starting_state(args: Namespace) -> State:
    game = find_game(args.game)
    options = chosen_options(args)
    if args.position is None:
        return game.new_state(options, args.seed or 0)
    if options or args.seed is not None:
        raise BadOption("A position has its options and its deal in it: give no others.")
    state: State = game.notation.parse_position(args.position)
    return state


def count(start: State, depth: int) -> int:
    """The sequences of so many steps, branch by branch, so that one can see how far it is."""
    if depth <= SPLIT:
        return perft(start, depth)
    branches = [start]
    for _ in range(SPLIT):
        branches = [after for state in branches for after in steps(state)]
    total = 0
    told = perf_counter() + PATIENCE
    for done, branch in enumerate(branches):
        total += perft(branch, depth - SPLIT)
        if sys.stderr.isatty() and perf_counter() > told:
            told = perf_counter() + 0.2
            print(f"\rdepth {depth}: {done / len(branches):.0%}", end="\r", file=sys.stderr, flush=True)
    return total


def steps(state: State) -> list[State]:
    """The states after each legal step; where several seats may act, the lowest goes first."""
    after = []
    for action in state.legal_actions(state.to_act[0]) if state.to_act else ():
        after.append(state.copy())
        after[-1].apply(action, state.to_act[0])
    return after


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's id, as `nodarium games` lists them")
    parser.add_argument("--depth", metavar="N", type=number, default=3, help="how many moves deep; usually 3")
    parser.add_argument("--seed", metavar="N", type=number, help="which deal; usually 0")
    parser.add_argument("--position", metavar="TEXT", help="where to start, in the game's notation")


PERFT = Command(
    "perft",
    "count how many sequences of moves there are",
    _arguments,
    run,
    ("{game}", "{game} --depth 2 --seed 7 {option}", "{game} --depth 2 --position '{position}'"),
    takes_options=True,
)
