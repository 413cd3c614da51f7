"""Games are found by their folders."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import nodarium.games
import tests.games
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption
from tests.play import PLAIN


def test_every_folder_is_a_game() -> None:
    packages = [*nodarium.games.__path__, *tests.games.__path__]
    folders = [path.parent.name for package in packages for path in Path(package).glob("*/__init__.py")]
    assert game_ids() == sorted(folders)
    assert len(folders) >= 6


@pytest.mark.parametrize(("packages", "shipped_only"), [("", True), ("tests.games", False), (" tests.games , ", False)])
def test_the_environment_can_name_more_packages(
    packages: str, shipped_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NODARIUM_GAMES", packages)
    assert ("trio" not in game_ids()) == shipped_only
    assert len(game_ids()) >= 4


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


PLAIN_GAME = """
from nodarium.core.bot_spec import BotSpec
from nodarium.core.state import State as CoreState
from tests.games.trio import GAME as TRIO
from dataclasses import replace

class State({base}):
    pass

GAME = replace(TRIO, id="plain", {part})
"""


@pytest.mark.skipif(PLAIN, reason="needs the compiled core")
@pytest.mark.parametrize(
    ("base", "part"),
    [
        ("CoreState", "state_class=State"),
        ("TRIO.state_class", "bot=BotSpec(state_class=State)"),  # like a bot.py without a bot.pxd
    ],
)
def test_a_game_without_a_pxd_runs_only_in_plain_python(tmp_path: Path, base: str, part: str) -> None:
    folder = tmp_path / "more_games" / "plain"
    folder.mkdir(parents=True)
    (tmp_path / "more_games/__init__.py").touch()
    (folder / "__init__.py").write_text(PLAIN_GAME.format(base=base, part=part))
    environment = {**os.environ, "NODARIUM_GAMES": "tests.games,more_games"}
    environment["PYTHONPATH"] += os.pathsep + str(tmp_path)
    program = "import nodarium; print(nodarium.find_game('plain').id)"

    def run(pure: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", program],
            env={**environment, "NODARIUM_PURE": pure},
            text=True,
            capture_output=True,
            check=False,
        )

    assert run("1").stdout == "plain\n"
    refused = run("0")
    assert refused.returncode == 1
    assert "The game plain isn’t compiled. Add plain.pxd" in refused.stderr
    assert "NODARIUM_PURE=1" in refused.stderr
