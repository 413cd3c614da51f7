"""The public door: what `import nodarium` offers."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import nodarium


def test_the_door_offers_what_it_promises() -> None:
    for name in nodarium.__all__:
        assert hasattr(nodarium, name)


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads(Path(__file__).parents[2].joinpath("pyproject.toml").read_text("utf-8"))["project"]
    assert nodarium.__version__ == project["version"]


def test_no_game_is_loaded_before_it_is_asked_for() -> None:
    code = "import sys, nodarium; print([name for name in sys.modules if name.startswith('nodarium.games.')])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"
