"""What is measured of Nodarium. Each function returns steps and the CPU seconds they took."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from nodarium.core.state import State
from nodarium.search.playouts import deal_out

GAMES = 10_000
PYTHON_GAMES = 300
SECRETS = 100_000


def core(start: State, seed: int) -> tuple[int, float]:
    """Random games inside the core, each with its own deal."""
    before = process_time()
    steps = deal_out(start, GAMES, seed)
    return steps, process_time() - before


def python(start: State, seed: int) -> tuple[int, float]:
    """Random games played from Python through the public door."""
    random = Random(seed).random
    state = start.copy()
    steps = 0
    before = process_time()
    for game in range(PYTHON_GAMES):
        state.shuffle(seed + game)
        while state.acting:
            actions = state.legal_actions()
            state.apply(actions[int(random() * len(actions))])
            steps += 1
    return steps, process_time() - before


def secrets(start: State, seed: int) -> tuple[int, float]:
    """Deals of what a seat cannot know."""
    state = start.copy()
    before = process_time()
    for number in range(SECRETS):
        state.re_deal(0, seed + number)
    return SECRETS, process_time() - before


MEASURES: dict[str, Callable[[State, int], tuple[int, float]]] = {"core": core, "python": python, "secrets": secrets}
