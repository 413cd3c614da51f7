"""Learning from games of a bot against itself."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption
from nodarium.lab import training

GAMES = [
    game_id
    for game_id in game_ids()
    if training.to_bot_state(find_game(game_id).bot.state_class, find_game(game_id).new_state({}, 1)).features(0)
]


def made_up(weights: list[float], choices: int) -> training.TrainingGame:
    """Choices between three actions, looked at as the weights of two clues say."""
    random = np.random.default_rng(2)
    clues = random.normal(0, 1, (3 * choices, 2))
    scores = np.exp(clues @ np.array(weights)).reshape(choices, 3)
    looks = (scores / scores.sum(1, keepdims=True)).ravel()
    none = np.zeros(0, np.float32)
    described = np.concatenate([np.zeros((3 * choices, 1)), clues], 1).astype(np.float16)
    return training.TrainingGame(none, none, described, looks.astype(np.float32), np.full(choices, 3, np.int32))


def test_the_weights_that_made_the_looks_are_found() -> None:
    said = list[str]()
    (found,) = training.fit_policy([made_up([1.0, -0.5], 1900)], said.append)
    assert found == pytest.approx([1.0, -0.5], abs=0.05)
    assert said[0].startswith("1900 choices: ")


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_lesson_has_the_shape_of_its_game(game_id: str, tmp_path: Path) -> None:
    lesson = training.play_game(game_id, {}, "plain:playouts=10", 1)
    assert len(lesson.features) == len(lesson.value_targets) > 0
    assert len(lesson.action_features) == len(lesson.policy_targets) == lesson.action_counts.sum()
    assert lesson.policy_targets.sum() == pytest.approx(len(lesson.action_counts), rel=1e-3)
    training.save(tmp_path / "kept.npz", [lesson, lesson])
    again = training.load(tmp_path / "kept.npz", lesson.features.shape[1])
    assert len(again) == 2
    with pytest.raises(BadOption, match="from this game"):
        training.load(tmp_path / "kept.npz", lesson.features.shape[1] + 1)
    for part in training.PARTS:
        assert np.array_equal(getattr(again[1], part), getattr(lesson, part))


def test_rows_of_weights_are_written_as_a_game_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    training.write_policy(file, [np.array([1.0, -2.5], np.float32), np.array([0.25, 0.0], np.float32)], "made up")
    assert tomllib.loads(file.read_text("utf-8")) == {"rows": [[1.0, -2.5], [0.25, 0.0]]}
