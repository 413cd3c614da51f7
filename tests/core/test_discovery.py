"""Games are found by their folders. That a new folder is a new game is shown in `test_laws_themselves.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

import nodarium.games
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption


def test_every_folder_is_a_game() -> None:
    folders = [path.parent.name for path in Path(nodarium.games.__path__[0]).glob("*/__init__.py")]
    assert game_ids() == sorted(folders)
    assert game_ids()


@pytest.mark.parametrize("game", game_ids())
def test_a_game_has_the_name_of_its_folder(game: str) -> None:
    assert find_game(game).id == game


@pytest.mark.parametrize("game", game_ids())
def test_a_state_knows_its_game(game: str) -> None:
    assert find_game(game).new_state({}, 0).game is find_game(game)


def test_a_misspelt_game_gets_a_hint() -> None:
    for game in game_ids():
        with pytest.raises(BadOption, match=f"Did you mean {game}"):
            find_game(game.capitalize() + "x")


@pytest.mark.parametrize("game", ["zzzz", "", "__init__", "core", "..core"])
def test_an_unknown_game_is_refused(game: str) -> None:
    with pytest.raises(BadOption, match="Unknown game"):
        find_game(game)
