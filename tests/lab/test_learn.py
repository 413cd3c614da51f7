"""Learning from games of a bot against itself."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption
from nodarium.lab import learn

GAMES = [
    game_id
    for game_id in game_ids()
    if learn.thinker(find_game(game_id).bot.state_class, find_game(game_id).new_state({}, 1)).features(0)
]


def made_up(weights: list[float], choices: int) -> learn.Lesson:
    """Choices between three actions, looked at as the weights of two clues say."""
    random = np.random.default_rng(2)
    clues = random.normal(0, 1, (3 * choices, 2))
    scores = np.exp(clues @ np.array(weights)).reshape(choices, 3)
    looks = (scores / scores.sum(1, keepdims=True)).ravel()
    none = np.zeros(0, np.float32)
    described = np.concatenate([np.zeros((3 * choices, 1)), clues], 1).astype(np.float16)
    return learn.Lesson(none, none, described, looks.astype(np.float32), np.full(choices, 3, np.int32))


def test_the_weights_that_made_the_looks_are_found() -> None:
    said = list[str]()
    (found,) = learn.fit_looks([made_up([1.0, -0.5], 1900)], said.append)
    assert found == pytest.approx([1.0, -0.5], abs=0.05)
    assert said[0].startswith("1900 choices: ")


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_lesson_has_the_shape_of_its_game(game_id: str, tmp_path: Path) -> None:
    lesson = learn.play(game_id, {}, "plain:playouts=10", 1)
    assert len(lesson.traits) == len(lesson.worth) > 0
    assert len(lesson.clues) == len(lesson.looks) == lesson.options.sum()
    assert lesson.looks.sum() == pytest.approx(len(lesson.options), rel=1e-3)
    learn.save(tmp_path / "kept.npz", [lesson, lesson])
    again = learn.load(tmp_path / "kept.npz", lesson.traits.shape[1])
    assert len(again) == 2
    with pytest.raises(BadOption, match="from this game"):
        learn.load(tmp_path / "kept.npz", lesson.traits.shape[1] + 1)
    for part in learn.PARTS:
        assert np.array_equal(getattr(again[1], part), getattr(lesson, part))


def test_rows_of_weights_are_written_as_a_game_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    learn.write_looks(file, [np.array([1.0, -2.5], np.float32), np.array([0.25, 0.0], np.float32)], "made up")
    assert tomllib.loads(file.read_text("utf-8")) == {"rows": [[1.0, -2.5], [0.25, 0.0]]}
