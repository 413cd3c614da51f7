"""Train a value network and a policy from games that a bot plays against itself.

The value network (`core/network.py`) learns from a game's `features` how the game ended, mixed with the value that the
search found. The policy is a linear softmax over a game's `action_features`: it learns which share of the visits the
search gave to each action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from math import log
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from nodarium.core import splitmix
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.core.message import Message, say
from nodarium.core.state import State
from nodarium.lab.workers import exit_with_parent, ignore_interrupts
from nodarium.record.factory import new
from nodarium.search.bots import SearchBot, make_bot

Floats = NDArray[np.float32]

RANDOM_MOVE_RATE = 0.1  # random moves lead to positions that the bot would avoid
SEARCH_VALUE_WEIGHT = 0.5  # of the search's value in a target; the rest is the game's result
VALIDATION_SHARE = 0.1  # of the games
BATCH = 256
MORE_EPOCHS_BELOW = 2000  # a policy row with fewer decisions trains for more epochs


@dataclass(frozen=True)
class TrainingGame:
    """Training data from one game. A decision is one choice that the search made between several actions."""

    features: Floats  # one row per position and seat
    value_targets: Floats
    action_features: NDArray[np.float16]  # one row per action, all decisions one after the other
    policy_targets: Floats  # each action's share of the visits
    action_counts: NDArray[np.int32]  # the number of actions in each decision
    policy_rows: NDArray[np.int32]  # the row of policy weights that each decision trains


PARTS = tuple(part.name for part in fields(TrainingGame))


class Weights(NamedTuple):
    """The weights of a network, named as in `core/network.py`."""

    hidden_weights: Floats
    hidden_bias: Floats
    output_weights: Floats
    output_bias: Floats

    def scaled(self, factor: float) -> Weights:
        return Weights(*(part * np.float32(factor) for part in self))

    def hidden(self, x: Floats) -> Floats:
        return cast("Floats", np.maximum(x @ self.hidden_weights + self.hidden_bias, 0))

    def predict(self, x: Floats) -> Floats:
        logits = self.hidden(x) @ self.output_weights + self.output_bias
        return cast("Floats", 1 / (1 + np.exp(-logits)))

    def gradients(self, x: Floats, y: Floats) -> Weights:
        """Return the gradient of the mean cross-entropy for each weight."""
        hidden = self.hidden(x)
        error = (self.predict(x) - y) / np.float32(len(y))
        back = np.outer(error, self.output_weights) * (hidden > 0)
        return Weights(x.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True))


# ---- self-play ----


def play_game(game_id: str, options: Mapping[str, Any], spec: str, seed: int) -> TrainingGame:
    """Play one game of a bot against itself, and return its training data."""
    game = find_game(game_id)
    match = new(game_id, seed=seed, deal=None, player_names=None, **options)
    bots = [make_bot(game, spec, seed * 16 + seat) for seat in range(match.state.seats)]
    rng = seed
    positions: list[tuple[int, list[float], float | None]] = []  # seat, features, the search's value
    action_features: list[list[float]] = []
    policy_targets: list[float] = []
    action_counts: list[int] = []
    policy_rows: list[int] = []
    while match.to_act:
        for seat in match.to_act:
            bot, state, legal = bots[seat], match.decision_state(seat), match.legal_actions(seat)
            rng = splitmix.advance(rng)
            if splitmix.below(rng, 1000) < 1000 * RANDOM_MOVE_RATE or len(legal) == 1 or not isinstance(bot, SearchBot):
                rng = splitmix.advance(rng)
                match.play(legal[splitmix.below(rng, len(legal))], seat)
                continue
            result = bot.search(state, seat)
            bot_state = game.bot_state(state)
            for other in (seat,) if state.seats == 2 else range(state.seats):
                if features := bot_state.features(other):  # a game may have features for some positions only
                    positions.append((other, features, result.value if other == seat else None))
            row, described = policy_inputs(bot_state, seat, legal)
            if described[0]:
                visits = {candidate.action: candidate.visits for candidate in result.candidates}
                action_features += described
                policy_targets += [visits.get(action, 0) / sum(visits.values()) for action in legal]
                action_counts.append(len(legal))
                policy_rows.append(row)
            match.play(bot.sample(result), seat)
    end = game.bot_state(match.state)
    results = [end.evaluate(seat) for seat in range(end.seats)]
    targets = [results[seat] if value is None else value_target(value, results[seat]) for seat, _, value in positions]
    return TrainingGame(
        np.array([features for _, features, _ in positions], np.float32),
        np.array(targets, np.float32),
        np.array(action_features, np.float16),
        np.array(policy_targets, np.float32),
        np.array(action_counts, np.int32),
        np.array(policy_rows, np.int32),
    )


def policy_inputs(state: State, seat: int, actions: Sequence[int]) -> tuple[int, list[list[float]]]:
    """Return the row of policy weights for a decision, and the features of each action, if the game has any."""
    return state.policy_row(seat), [state.action_features(seat, action) for action in actions]


def value_target(search_value: float, result: float) -> float:
    return SEARCH_VALUE_WEIGHT * search_value + (1 - SEARCH_VALUE_WEIGHT) * result


def self_play(
    game_id: str, options: Mapping[str, Any], spec: str, seeds: Sequence[int], workers: int
) -> Iterator[TrainingGame]:
    """Play one game per seed in worker processes, and yield the games in the order of the seeds."""
    context = get_context("spawn")
    far_end, lifeline = context.Pipe(duplex=False)
    with (
        lifeline,
        far_end,
        ProcessPoolExecutor(workers, context, initializer=exit_with_parent, initargs=(far_end,)) as pool,
    ):
        with ignore_interrupts():
            games = [pool.submit(play_game, game_id, options, spec, seed) for seed in seeds]
        try:
            for game in games:
                yield game.result()
        except BaseException:
            # Don't wait for games whose results nobody needs. Don't cancel them either, as `pool.map` would: a pool
            # whose workers end prints a traceback for each cancelled future that it hasn't noticed yet.
            lifeline.close()
            raise


# ---- value ----


def fit_value(
    games: Sequence[TrainingGame], hidden: int, epochs: int, weight_decay: float, report: Callable[[Message], None]
) -> Weights:
    """Train a network with Adam, and return the weights with the lowest validation loss."""
    random = np.random.default_rng(1)
    games = [games[number] for number in random.permutation(len(games)) if len(games[number].value_targets)]
    held_out = max(1, int(VALIDATION_SHARE * len(games)))
    validation_x, validation_y = value_data(games[:held_out])
    x, y = value_data(games[held_out:])
    weights = Weights(
        random.normal(0, 1 / np.sqrt(x.shape[1]), (x.shape[1], hidden)).astype(np.float32),
        np.full(hidden, 0.1, np.float32),
        random.normal(0, 1 / np.sqrt(hidden), hidden).astype(np.float32),
        np.zeros(1, np.float32),
    )
    means, squares = weights.scaled(0), weights.scaled(0)
    best, lowest_loss, step = weights, float("inf"), 0
    for epoch in range(1, epochs + 1):
        learning_rate = 0.003 * (1 - (epoch - 1) / epochs) + 1e-5
        order = random.permutation(len(y))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            step += 1
            for part, gradient in enumerate(weights.gradients(x[batch], y[batch])):
                means[part][:] += 0.1 * (gradient - means[part])
                squares[part][:] += 0.001 * (gradient * gradient - squares[part])
                change = means[part] / (1 - 0.9**step) / (np.sqrt(squares[part] / (1 - 0.999**step)) + 1e-8)
                weights[part][:] -= learning_rate * (change + weight_decay * weights[part])
        training_loss = cross_entropy(weights.predict(x), y)
        validation_loss = cross_entropy(weights.predict(validation_x), validation_y)
        if validation_loss < lowest_loss:
            best, lowest_loss = weights.scaled(1), validation_loss
        report(say("lab-epoch", epoch=epoch, training=training_loss, validation=validation_loss))
    positions = len(y) + len(validation_y)
    report(say("lab-trained-value", positions=positions, loss=lowest_loss, guessing=log(2)))
    return best


def value_data(games: Sequence[TrainingGame]) -> tuple[Floats, Floats]:
    return np.concatenate([game.features for game in games]), np.concatenate([game.value_targets for game in games])


def cross_entropy(predicted: Floats, targets: Floats) -> float:
    predicted = np.clip(predicted, 1e-6, 1 - 1e-6)
    return float(-np.mean(targets * np.log(predicted) + (1 - targets) * np.log(1 - predicted)))


def write_network(path: Path, weights: Weights, comment: str) -> None:
    """Write a network as TOML, the way a game's `data` folder holds it."""

    def line(numbers: Floats) -> str:
        return "[" + ", ".join(f"{number:.4f}" for number in numbers) + "]"

    rows = ",\n  ".join(line(row) for row in weights.hidden_weights)
    text = f"hidden_bias = {line(weights.hidden_bias)}\noutput_weights = {line(weights.output_weights)}\n"
    text += f"output_bias = {weights.output_bias[0]:.4f}\n"
    path.write_text(f"# {comment}\n{text}hidden_weights = [\n  {rows},\n]\n", "utf-8")


# ---- policy ----


class Decisions(NamedTuple):
    """All decisions of some games."""

    action_features: NDArray[np.float16]
    policy_targets: Floats
    action_counts: NDArray[np.int32]
    policy_rows: NDArray[np.int32]
    starts: NDArray[np.int64]  # the index of each decision's first action

    @classmethod
    def of(cls, games: Sequence[TrainingGame]) -> Decisions:
        used = [game for game in games if len(game.action_counts)]
        counts = np.concatenate([game.action_counts for game in used])
        return cls(
            np.concatenate([game.action_features for game in used]),
            np.concatenate([game.policy_targets for game in used]),
            counts,
            np.concatenate([game.policy_rows for game in used]),
            np.cumsum(counts) - counts,
        )

    def gradient(self, weights: Floats, batch: NDArray[np.int64]) -> tuple[Floats, float]:
        """Return the gradient of the mean cross-entropy, and the summed cross-entropy."""
        spans = [np.arange(self.starts[one], self.starts[one] + self.action_counts[one]) for one in batch]
        rows = np.concatenate(spans)
        group = np.repeat(np.arange(len(batch)), self.action_counts[batch])
        x, y = self.action_features[rows].astype(np.float32), self.policy_targets[rows]
        scores = np.exp(np.clip(x @ weights, -20, 20))
        policy = (scores / np.bincount(group, scores)[group]).astype(np.float32)
        return x.T @ (policy - y) / np.float32(len(batch)), -float(np.sum(y * np.log(policy)))


def fit_policy(games: Sequence[TrainingGame], report: Callable[[Message], None]) -> list[Floats]:
    """Train each row of policy weights on its own decisions."""
    decisions = Decisions.of(games)
    rows = decisions.policy_rows
    return [fit_row(decisions, np.flatnonzero(rows == row), report) for row in range(rows.max() + 1)]


def fit_row(decisions: Decisions, chosen: NDArray[np.int64], report: Callable[[Message], None]) -> Floats:
    """Train one row of weights with Adam."""
    random = np.random.default_rng(1)
    weights = np.zeros(decisions.action_features.shape[1], np.float32)
    mean, square, step = np.zeros_like(weights), np.zeros_like(weights), 0
    epochs = 12 if len(chosen) > MORE_EPOCHS_BELOW else 40
    for epoch in range(epochs if len(chosen) else 0):
        loss = 0.0
        random.shuffle(chosen)
        for start in range(0, len(chosen), BATCH):
            gradient, batch_loss = decisions.gradient(weights, chosen[start : start + BATCH])
            loss += batch_loss
            step += 1
            mean += 0.1 * (gradient + 1e-4 * weights - mean)
            square += 0.001 * (gradient * gradient - square)
            change = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
            weights -= 0.02 * (1 - epoch / epochs) * change
        if epoch == epochs - 1:
            uniform = float(np.mean(np.log(decisions.action_counts[chosen])))
            report(say("lab-trained-policy", decisions=len(chosen), loss=loss / len(chosen), uniform=uniform))
    return weights


def write_policy(path: Path, rows: Sequence[Floats], comment: str) -> None:
    """Write rows of policy weights as TOML, the way a game's `data` folder holds them."""
    text = ",\n  ".join("[" + ", ".join(f"{weight:.3f}" for weight in row) + "]" for row in rows)
    path.write_text(f"# {comment}\nrows = [\n  {text},\n]\n", "utf-8")


# ---- files of games ----


def save(path: Path, games: Sequence[TrainingGame]) -> None:
    """Write training games to an `.npz` file: each array joined over all games, and the size of each game's part."""
    arrays = {name: [getattr(game, name) for game in games] for name in PARTS}
    sizes = {f"{name}_sizes": [len(part) for part in parts] for name, parts in arrays.items()}
    joined = {
        name: np.concatenate([part for part in parts if len(part)] or parts[:1]) for name, parts in arrays.items()
    }
    np.savez_compressed(path, **joined, **sizes)  # type: ignore[arg-type]


def load(path: Path, num_features: int) -> list[TrainingGame]:
    """Read training games whose positions have this number of features."""
    try:
        data = dict(np.load(path))
    except (OSError, ValueError, BadZipFile):
        raise BadOption(say("lab-not-training-games", file=str(path))) from None
    if "traits" in data:
        raise BadOption(say("lab-old-training-games", file=str(path)))
    if any(name not in data for name in PARTS) or data["features"].shape[1:] != (num_features,):
        raise BadOption(say("lab-other-features", file=str(path), features=num_features))
    parts = [np.split(data[name], np.cumsum(data[f"{name}_sizes"])[:-1]) for name in PARTS]
    return [TrainingGame(*game) for game in zip(*parts, strict=True)]
