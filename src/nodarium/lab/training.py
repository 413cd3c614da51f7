"""Learning what positions are worth and which actions deserve a look, from games of a bot against itself.

Positions of the games are described by the game's own `traits`; a small network (`core/network.py`) learns from them
how the game ended, mixed with what the bot thought of them. Actions are described by the game's `clues`; one weight for
each clue is learnt from how often the bot looked at them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from nodarium.core import splitmix
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.core.state import State
from nodarium.record.factory import new
from nodarium.search.bots import SearchBot, make_bot

Numbers = NDArray[np.float32]

RANDOM_MOVE_RATE = 0.1  # how often a random action is played, so that other positions are seen too
SEARCH_VALUE_WEIGHT = 0.5  # how much the bot's thought counts against the result
VALIDATION_SHARE = 0.1  # the share of the games that only checks what was learnt
BATCH = 256
MANY = 2000  # choices: fewer are gone through more often
PARTS = ("traits", "worth", "clues", "looks", "options")  # of a lesson


@dataclass(frozen=True)
class TrainingGame:
    """Positions of one game, with what they were worth to a seat, and the choices made in it."""

    features: Numbers
    value_targets: Numbers
    action_features: NDArray[np.float16]  # of all actions of all choices, one after the other
    policy_targets: Numbers  # the share of its looks that the bot spent on each of them
    action_counts: NDArray[np.int32]  # of each choice, how many actions there were


class Weights(NamedTuple):
    """Those of a network, as `core/network.py` names them."""

    hidden_weights: Numbers
    hidden_bias: Numbers
    output_weights: Numbers
    output_bias: Numbers

    def scaled(self, factor: float) -> Weights:
        return Weights(*(part * np.float32(factor) for part in self))

    def predict(self, x: Numbers) -> Numbers:
        """What the network makes of traits."""
        return cast(
            "Numbers",
            1
            / (
                1
                + np.exp(
                    -(
                        np.maximum(x @ self.hidden_weights + self.hidden_bias, 0) @ self.output_weights
                        + self.output_bias
                    )
                )
            ),
        )

    def gradients(self, x: Numbers, y: Numbers) -> Weights:
        """How the error changes with each weight."""
        neurons = np.maximum(x @ self.hidden_weights + self.hidden_bias, 0)
        error = (self.predict(x) - y) / np.float32(len(y))
        back = np.outer(error, self.output_weights) * (neurons > 0)
        return Weights(x.T @ back, back.sum(0), neurons.T @ error, error.sum(keepdims=True))


def play_game(game_id: str, options: Mapping[str, Any], text: str, seed: int) -> TrainingGame:
    """A game of a bot against itself."""
    game = find_game(game_id)
    match = new(game_id, seed=seed, deal=None, player_names=None, **options)
    bots = [make_bot(game, text, seed * 16 + seat) for seat in range(match.state.seats)]
    rng = seed
    seen: list[tuple[int, list[float], float | None]] = []
    clues: list[list[float]] = []
    looks: list[float] = []
    choices: list[int] = []
    while match.to_act:
        for seat in match.to_act:
            bot, state, legal = bots[seat], match.decision_state(seat), match.legal_actions(seat)
            rng = splitmix.advance(rng)
            if splitmix.below(rng, 1000) < 1000 * RANDOM_MOVE_RATE or len(legal) == 1 or not isinstance(bot, SearchBot):
                rng = splitmix.advance(rng)
                match.play(legal[splitmix.below(rng, len(legal))], seat)
            else:
                thought = bot.search(state, seat)
                twin = to_bot_state(game.bot.state_class, state)
                for other in (seat,) if state.seats == 2 else range(state.seats):
                    if traits := twin.features(other):  # a game may describe some positions only
                        seen.append((other, traits, thought.value if other == seat else None))
                described = [[twin.policy_row(seat), *twin.action_features(seat, action)] for action in legal]
                if described[0]:
                    visits = {choice.action: choice.visits for choice in thought.candidates}
                    clues += described
                    looks += [visits.get(action, 0) / sum(visits.values()) for action in legal]
                    choices.append(len(legal))
                match.play(bot.sample(thought), seat)
    last = to_bot_state(game.bot.state_class, match.state)
    results = [last.evaluate(seat) for seat in range(last.seats)]
    worth = [results[seat] if value is None else mixed(value, results[seat]) for seat, _, value in seen]
    return TrainingGame(
        np.array([traits for _, traits, _ in seen], np.float32),
        np.array(worth, np.float32),
        np.array(clues, np.float16),
        np.array(looks, np.float32),
        np.array(choices, np.int32),
    )


def mixed(thought: float, result: float) -> float:
    return SEARCH_VALUE_WEIGHT * thought + (1 - SEARCH_VALUE_WEIGHT) * result


def to_bot_state(kind: type[State], state: State) -> State:
    """The same position with the knowledge of a bot."""
    twin = kind.__new__(kind)
    twin.copy_from(state)
    return twin


def self_play(
    game_id: str, options: Mapping[str, Any], text: str, seeds: Sequence[int], workers: int
) -> Iterator[TrainingGame]:
    """A lesson for each seed, as they are done."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(play_game, repeat(game_id), repeat(options), repeat(text), seeds, chunksize=4)


def fit_value(
    lessons: Sequence[TrainingGame], hidden: int, epochs: int, decay: float, tell: Callable[[str], None]
) -> Weights:
    """The weights of a network that fits the lessons, by Adam; the best ones for the games held back."""
    random = np.random.default_rng(1)
    lessons = [lessons[number] for number in random.permutation(len(lessons)) if len(lessons[number].worth)]
    held = max(1, int(VALIDATION_SHARE * len(lessons)))
    check_x, check_y = together(lessons[:held])
    x, y = together(lessons[held:])
    weights = Weights(
        random.normal(0, 1 / np.sqrt(x.shape[1]), (x.shape[1], hidden)).astype(np.float32),
        np.full(hidden, 0.1, np.float32),
        random.normal(0, 1 / np.sqrt(hidden), hidden).astype(np.float32),
        np.zeros(1, np.float32),
    )
    means, squares = weights.scaled(0), weights.scaled(0)
    best, least, step = weights, float("inf"), 0
    for epoch in range(1, epochs + 1):
        rate = 0.003 * (1 - (epoch - 1) / epochs) + 1e-5
        order = random.permutation(len(y))
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            step += 1
            for number, slope in enumerate(weights.gradients(x[some], y[some])):
                means[number][:] += 0.1 * (slope - means[number])
                squares[number][:] += 0.001 * (slope * slope - squares[number])
                change = means[number] / (1 - 0.9**step) / (np.sqrt(squares[number] / (1 - 0.999**step)) + 1e-8)
                weights[number][:] -= rate * (change + decay * weights[number])
        loss = cross_entropy(weights.predict(check_x), check_y)
        if loss < least:
            best, least = weights.scaled(1), loss
        tell(
            f"round {epoch}: {cross_entropy(weights.predict(x), y):.4f} on what it learns, {loss:.4f} on games held back"
        )
    tell(f"{len(y) + len(check_y)} positions; kept: {least:.4f} on games held back (knowing nothing: {np.log(2):.4f})")
    return best


def together(lessons: Sequence[TrainingGame]) -> tuple[Numbers, Numbers]:
    return np.concatenate([lesson.features for lesson in lessons]), np.concatenate(
        [lesson.value_targets for lesson in lessons]
    )


def cross_entropy(found: Numbers, wanted: Numbers) -> float:
    found = np.clip(found, 1e-6, 1 - 1e-6)
    return float(-np.mean(wanted * np.log(found) + (1 - wanted) * np.log(1 - found)))


def write_network(path: Path, weights: Weights, comment: str) -> None:
    """Keep a network as a game keeps it among its data."""

    def line(numbers: Numbers) -> str:
        return "[" + ", ".join(f"{number:.4f}" for number in numbers) + "]"

    rows = ",\n  ".join(line(row) for row in weights.hidden_weights)
    text = f"hidden_bias = {line(weights.hidden_bias)}\noutput_weights = {line(weights.output_weights)}\n"
    text += f"output_bias = {weights.output_bias[0]:.4f}\n"
    path.write_text(f"# {comment}\n{text}hidden_weights = [\n  {rows},\n]\n", "utf-8")


class Choices(NamedTuple):
    """All choices of some lessons."""

    action_features: NDArray[np.float16]
    policy_targets: Numbers
    action_counts: NDArray[np.int32]
    starts: NDArray[np.int64]  # of each choice, its first action

    @classmethod
    def of(cls, lessons: Sequence[TrainingGame]) -> Choices:
        made = [lesson for lesson in lessons if len(lesson.action_counts)]
        options = np.concatenate([lesson.action_counts for lesson in made])
        clues = np.concatenate([lesson.action_features for lesson in made])
        return cls(
            clues, np.concatenate([lesson.policy_targets for lesson in made]), options, np.cumsum(options) - options
        )

    def gradient(self, weights: Numbers, some: NDArray[np.int64]) -> tuple[Numbers, float]:
        """How the error changes with each weight, and the error; looks should be as the exponentials of the sums."""
        rows = np.concatenate([np.arange(self.starts[one], self.starts[one] + self.action_counts[one]) for one in some])
        group = np.repeat(np.arange(len(some)), self.action_counts[some])
        x, y = self.action_features[rows, 1:].astype(np.float32), self.policy_targets[rows]
        scores = np.exp(np.clip(x @ weights, -20, 20))
        shares = (scores / np.bincount(group, scores)[group]).astype(np.float32)
        return x.T @ (shares - y) / np.float32(len(some)), -float(np.sum(y * np.log(shares)))


def fit_policy(lessons: Sequence[TrainingGame], tell: Callable[[str], None]) -> list[Numbers]:
    """Rows of weights with which the bot's looks are foretold best."""
    choices = Choices.of(lessons)
    rows = choices.action_features[choices.starts, 0].astype(int)
    return [fit_row(choices, np.flatnonzero(rows == row), tell) for row in range(rows.max() + 1)]


def fit_row(choices: Choices, some: NDArray[np.int64], tell: Callable[[str], None]) -> Numbers:
    """The weights for some of the choices, by Adam."""
    random = np.random.default_rng(1)
    weights = np.zeros(choices.action_features.shape[1] - 1, np.float32)
    mean, square, step = np.zeros_like(weights), np.zeros_like(weights), 0
    rounds = 12 if len(some) > MANY else 40
    for number in range(rounds if len(some) else 0):
        lost = 0.0
        random.shuffle(some)
        for start in range(0, len(some), BATCH):
            slope, error = choices.gradient(weights, some[start : start + BATCH])
            lost += error
            step += 1
            mean += 0.1 * (slope + 1e-4 * weights - mean)
            square += 0.001 * (slope * slope - square)
            change = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
            weights -= 0.02 * (1 - number / rounds) * change
        if number == rounds - 1:
            even = float(np.mean(np.log(choices.action_counts[some])))
            tell(f"{len(some)} choices: {lost / len(some):.3f} (with even weights: {even:.3f})")
    return weights


def write_policy(path: Path, found: Sequence[Numbers], comment: str) -> None:
    """Keep weights of clues as a game keeps them among its data."""
    rows = ",\n  ".join("[" + ", ".join(f"{weight:.3f}" for weight in weights) + "]" for weights in found)
    path.write_text(f"# {comment}\nrows = [\n  {rows},\n]\n", "utf-8")


def save(path: Path, lessons: Sequence[TrainingGame]) -> None:
    """Keep lessons, to learn from them again."""
    parts = {name: [getattr(lesson, name) for lesson in lessons] for name in PARTS}
    sizes = {f"{name}_sizes": [len(part) for part in found] for name, found in parts.items()}
    joined = {name: np.concatenate([part for part in found if len(part)] or found[:1]) for name, found in parts.items()}
    np.savez_compressed(path, **joined, **sizes)  # type: ignore[arg-type]


def load(path: Path, traits: int) -> list[TrainingGame]:
    """The lessons that were kept, if positions are described by so many numbers in them."""
    try:
        kept = dict(np.load(path))
    except (OSError, ValueError, BadZipFile):
        raise BadOption(f"{path} cannot be read: it is not what `nodarium learn` keeps.") from None
    if any(name not in kept for name in PARTS) or kept["traits"].shape[1:] != (traits,):
        raise BadOption(f"{path} holds nothing that was learnt from this game.")
    parts = [np.split(kept[name], np.cumsum(kept[f"{name}_sizes"])[:-1]) for name in PARTS]
    return [TrainingGame(*together) for together in zip(*parts, strict=True)]
