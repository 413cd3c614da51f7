"""Measurements of Nodarium. Each function returns an amount of work and the seconds it took."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time

from nodarium.core.game import Game
from nodarium.core.state import State
from nodarium.search.bots import SearchBot
from nodarium.search.rollouts import reset_and_rollout_games
from nodarium.search.settings import SearchSettings

GAMES = 10_000
PYTHON_GAMES = 300
DETERMINIZATIONS = 100_000
PLAYOUTS = 50_000


def core(game: Game, start: State, seed: int) -> tuple[int, float]:
    """Play random games without the interpreter, each with a new deal."""
    before = process_time()
    steps = reset_and_rollout_games(start, GAMES, seed)
    return steps, process_time() - before


def python(game: Game, start: State, seed: int) -> tuple[int, float]:
    """Play random games from Python, through the public methods."""
    random = Random(seed).random
    state = start.copy()
    steps = 0
    before = process_time()
    for number in range(PYTHON_GAMES):
        state.reset(seed + number)
        while state.to_act_mask:
            actions = state.legal_actions()
            state.apply(actions[int(random() * len(actions))])
            steps += 1
    return steps, process_time() - before


def determinize(game: Game, start: State, seed: int) -> tuple[int, float]:
    """Determinize from Python."""
    state = start.copy()
    before = process_time()
    for number in range(DETERMINIZATIONS):
        state.determinize(0, seed + number)
    return DETERMINIZATIONS, process_time() - before


def search(game: Game, start: State, seed: int) -> tuple[int, float]:
    """Search the start position with plain MCTS, in CPU time."""
    bot = SearchBot(game, SearchSettings(playouts=PLAYOUTS), seed)
    before = process_time()
    return bot.search(start, start.to_act[0]).playouts, process_time() - before


def threads(game: Game, start: State, seed: int, number: int) -> tuple[int, float]:
    """Search the start position with plain MCTS in several threads, in wall-clock time."""
    bot = SearchBot(game, SearchSettings(playouts=PLAYOUTS * number, threads=number), seed)
    result = bot.search(start, start.to_act[0])
    return result.playouts, result.seconds


MEASURES: dict[str, Callable[[Game, State, int], tuple[int, float]]] = {
    "core": core,
    "python": python,
    "determinize": determinize,
    "search": search,
    "one thread": partial(threads, number=1),
    "two threads": partial(threads, number=2),
}
