"""Measurements of OpenSpiel. Each function returns steps and the CPU seconds they took."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from time import process_time

import pyspiel

GAMES = 300
ROLLOUTS = 3000
SIMULATIONS = 10_000
MEGABYTES = 1000


@cache
def mean_length(name: str) -> float:
    """Return the mean number of steps in a random game, chance included."""
    steps, _ = python(name, 1)
    return steps / GAMES


def rollouts(name: str, seed: int) -> tuple[float, float]:
    """Play random games in C++: one simulation of MCTS with many rollouts from the start."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, seed, False)
    state = game.new_initial_state()
    before = process_time()
    bot.step(state)
    return ROLLOUTS * mean_length(name), process_time() - before


def search(name: str, seed: int) -> tuple[float, float]:
    """Run MCTS in C++ from the start, with one rollout per simulation."""
    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, SIMULATIONS, MEGABYTES, False, seed, False
    )
    state = game.new_initial_state()
    before = process_time()
    bot.step(state)
    return SIMULATIONS, process_time() - before


def information(name: str, seed: int) -> tuple[float, float]:
    """Run ISMCTS in C++ from the first decision."""
    random = Random(seed)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    bot = pyspiel.ISMCTSBot(
        seed,
        pyspiel.RandomRolloutEvaluator(1, seed),
        2.0,
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    before = process_time()
    bot.step(state)
    return SIMULATIONS, process_time() - before


def bots(name: str, seed: int) -> tuple[float, float]:
    """Play random games in C++ between uniform random bots."""
    game = pyspiel.load_game(name)
    players = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]
    before = process_time()
    for round_ in range(ROLLOUTS):
        pyspiel.evaluate_bots(game.new_initial_state(), players, seed + round_)
    return ROLLOUTS * mean_length(name), process_time() - before


def python(name: str, seed: int) -> tuple[int, float]:
    """Play random games from Python."""
    random = Random(seed).random
    game = pyspiel.load_game(name)
    steps = 0
    before = process_time()
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()  # at a simultaneous node, one joint action stands for all players
            steps += game.num_players() if state.is_simultaneous_node() else 1
            state.apply_action(actions[int(random() * len(actions))])
    return steps, process_time() - before


def fixed(rate: str, seed: int) -> tuple[float, float]:
    """Return a fixed rate instead of a measurement."""
    return float(rate), 1.0


MEASURES: dict[str, Callable[[str, int], tuple[float, float]]] = {
    "rollouts": rollouts,
    "mcts": search,
    "ismcts": information,
    "bots": bots,
    "python": python,
    "fixed": fixed,
}
