"""The public interface of `import nodarium`."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import nodarium


def test_all_public_names_exist() -> None:
    for name in nodarium.__all__:
        assert hasattr(nodarium, name)


def test_the_version_matches_the_package() -> None:
    project = tomllib.loads(Path(__file__).parents[2].joinpath("pyproject.toml").read_text("utf-8"))["project"]
    assert nodarium.__version__ == project["version"]


def test_games_are_loaded_only_when_needed() -> None:
    code = "import sys, nodarium; print([name for name in sys.modules if name.startswith('nodarium.games.')])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"
