"""Training from games of a bot against itself."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption
from nodarium.core.message import Message
from nodarium.lab import training

GAMES = [
    game_id for game_id in game_ids() if find_game(game_id).bot_state(find_game(game_id).new_state(seed=1)).features(0)
]


def made_up(weights: list[float], decisions: int, row: int = 0) -> training.TrainingGame:
    """Make up decisions between three actions, with visits as the weights of two action features predict them."""
    random = np.random.default_rng(2)
    features = random.normal(0, 1, (3 * decisions, 2))
    scores = np.exp(features @ np.array(weights)).reshape(decisions, 3)
    policy = (scores / scores.sum(1, keepdims=True)).ravel()
    nothing = np.zeros(0, np.float32)
    return training.TrainingGame(
        nothing,
        nothing,
        features.astype(np.float16),
        policy.astype(np.float32),
        np.full(decisions, 3, np.int32),
        np.full(decisions, row, np.int32),
    )


def test_the_policy_weights_behind_the_visits_are_found() -> None:
    lines = list[Message]()
    first, second = training.fit_policy([made_up([1.0, -0.5], 1900), made_up([0.5, 0.25], 1900, row=1)], lines.append)
    assert first == pytest.approx([1.0, -0.5], abs=0.05)
    assert second == pytest.approx([0.5, 0.25], abs=0.05)
    assert str(lines[0]).startswith("1,900 decisions: policy loss ")


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_training_game_survives_saving_and_loading(game_id: str, tmp_path: Path) -> None:
    game = training.play_game(game_id, {}, "plain:playouts=10", 1)
    assert len(game.features) == len(game.value_targets) > 0
    assert len(game.action_features) == len(game.policy_targets) == game.action_counts.sum()
    assert len(game.policy_rows) == len(game.action_counts)
    assert game.policy_targets.sum() == pytest.approx(len(game.action_counts), rel=1e-3)
    training.save(tmp_path / "games.npz", [game, game])
    loaded = training.load(tmp_path / "games.npz", game.features.shape[1])
    assert len(loaded) == 2
    with pytest.raises(BadOption, match="doesn’t hold games with the"):
        training.load(tmp_path / "games.npz", game.features.shape[1] + 1)
    for part in training.PARTS:
        assert np.array_equal(getattr(loaded[1], part), getattr(game, part))


def test_games_of_an_earlier_version_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    np.savez(file, traits=np.zeros((2, 3)), worth=np.zeros(2))
    with pytest.raises(BadOption, match="earlier version of Nodarium"):
        training.load(file, 3)


def test_policy_rows_are_written_as_a_game_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    training.write_policy(file, [np.array([1.0, -2.5], np.float32), np.array([0.25, 0.0], np.float32)], "made up")
    assert tomllib.loads(file.read_text("utf-8")) == {"rows": [[1.0, -2.5], [0.25, 0.0]]}
