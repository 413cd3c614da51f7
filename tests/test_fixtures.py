"""Databases and records of every version are opened by this one, and by one with newer data: nothing is damaged."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import nodarium
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.options import split_version

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
HERE = Path(__file__).parent
DATABASES = sorted(HERE.glob("server/fixtures/*.sql"))
RECORDS = sorted(HERE.glob("record/fixtures/*.jsonl"))
databases = pytest.mark.parametrize("file", DATABASES, ids=lambda file: file.stem)
VERSIONED = [(game, option) for game in map(find_game, game_ids()) for option in game.options if option.aliases]


def opened(file: Path, folder: Path, program: Path) -> Any:
    """What a version of the program finds in a database of a fixture and in all records."""
    database = folder / "nodarium.db"
    connection = sqlite3.connect(database)
    connection.executescript(file.read_text("utf-8"))
    connection.close()
    words = [sys.executable, "-m", "tests.server.next_version", f"sqlite:///{database}", *map(str, RECORDS)]
    environment = {**os.environ, "PYTHONPATH": f"{program}{os.pathsep}{HERE.parent}"}
    environment.pop("NODARIUM_GAMES", None)
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def next_version(tmp_path: Path) -> Path:
    """A copy of the program in which every versioned data set has a newer version with other numbers."""
    source = Path(nodarium.__file__).parent
    copy = tmp_path / "next/nodarium"
    shutil.copytree(
        source, copy, copy_function=os.symlink, ignore=shutil.ignore_patterns("__pycache__", "tests", "static")
    )
    for game, option in VERSIONED:
        for newest in option.aliases.values():
            name, _, number = split_version(newest)
            file = copy / game.folder.relative_to(source) / f"data/{newest}.toml"
            changed = re.sub(r"defense = 3", "defense = 2", file.read_text("utf-8"))
            assert changed != file.read_text("utf-8")
            file.with_name(f"{name}-{int(number) + 1}.toml").write_text(changed, "utf-8")
    return copy.parent


@databases
def test_tables_of_every_version_load_and_play_on(file: Path, tmp_path: Path) -> None:
    found = opened(file, tmp_path, Path(nodarium.__file__).parents[1])
    assert len(found["tables"]) > len(game_ids())
    assert {game for game, _ in found["records"]} == set(found["choices"])


@databases
def test_tables_of_every_version_load_and_play_on_after_a_change_of_data(
    file: Path, tmp_path: Path, next_version: Path
) -> None:
    found = opened(file, tmp_path, next_version)
    assert VERSIONED
    for game, option in VERSIONED:
        newest = found["choices"][game.id][option.name][-1]
        assert newest not in option.choices  # the copy has a set that we don't have
        used = {name: one["options"][option.name] for name, one in found["tables"].items() if one["game"] == game.id}
        assert used.pop(f"new {game.id}") == newest
        assert used
        assert set(used.values()) <= set(option.choices)
        assert {options[option.name] for one, options in found["records"] if one == game.id} <= set(option.choices)
