"""What is measured of Nodarium. Each function returns how much it did and the seconds that took."""

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
SECRETS = 100_000
PLAYOUTS = 50_000


def core(game: Game, start: State, seed: int) -> tuple[int, float]:
    """Random games inside the core, each with its own deal."""
    before = process_time()
    steps = reset_and_rollout_games(start, GAMES, seed)
    return steps, process_time() - before


def python(game: Game, start: State, seed: int) -> tuple[int, float]:
    """Random games played from Python through the public door."""
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


def secrets(game: Game, start: State, seed: int) -> tuple[int, float]:
    """Deals of what a seat cannot know."""
    state = start.copy()
    before = process_time()
    for number in range(SECRETS):
        state.determinize(0, seed + number)
    return SECRETS, process_time() - before


def search(game: Game, start: State, seed: int) -> tuple[int, float]:
    """Playouts of a plain tree search from the start."""
    bot = SearchBot(game, SearchSettings(playouts=PLAYOUTS), seed)
    before = process_time()
    return bot.search(start, start.to_act[0]).playouts, process_time() - before


def threads(game: Game, start: State, seed: int, number: int) -> tuple[int, float]:
    """The same by so many threads, in time as it passes."""
    bot = SearchBot(game, SearchSettings(playouts=PLAYOUTS * number, threads=number), seed)
    thought = bot.search(start, start.to_act[0])
    return thought.playouts, thought.seconds


MEASURES: dict[str, Callable[[Game, State, int], tuple[int, float]]] = {
    "core": core,
    "python": python,
    "secrets": secrets,
    "search": search,
    "one thread": partial(threads, number=1),
    "two threads": partial(threads, number=2),
}
