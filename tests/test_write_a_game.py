"""The tutorial shows the actual files of Trio, and `make game` creates a game that passes its tests and the laws."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.new_game import COPIED, BadName, free_letter, new_game
from tools.tutorial import GAME, PAGE, shown_files, with_files

from tests.play import PLAIN

ROOT = Path(__file__).parents[1]
NAME = "_".join(["my", "game2"])  # built at run time, because no file may name a game


# ---- The tutorial ----


def test_the_tutorial_shows_the_files_of_the_game() -> None:
    page = PAGE.read_text("utf-8")
    assert page == with_files(page, GAME), "run `python -m tools.tutorial`"


def test_the_tutorial_shows_every_file_once() -> None:
    files = [file for file in GAME.rglob("*") if file.suffix in COPIED and file.stat().st_size]
    assert sorted(shown_files(PAGE.read_text("utf-8"))) == sorted(file.relative_to(GAME).as_posix() for file in files)


# ---- make game ----


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the working tree, without the page."""
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "built")
    for name in ("src", "tests", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    for name in ("setup.py", "conftest.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def run(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(tree / "src"), str(tree)])
    return subprocess.run(
        [sys.executable, *words],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": paths},
        text=True,
        capture_output=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="compiles the new game")
def test_a_new_game_passes_its_tests_and_the_laws(tree: Path) -> None:
    created = run(tree, "-m", "tools.new_game", NAME)
    assert created.returncode == 0, created.stderr
    assert f"make terminal GAME={NAME}" in created.stdout
    folder = f"src/nodarium/games/{NAME}"
    texts = [file.read_text("utf-8") for file in (tree / folder).rglob("*") if file.is_file()]
    assert not any("Trio" in text or "trio" in text for text in texts)
    generic = ("laws", "architecture", "rule_coverage", "counts", "goldens", "scene")
    modules = [f"tests/test_{name}.py" for name in generic]
    built = run(tree, "setup.py", "--quiet", "build_ext", "--inplace")
    assert built.returncode == 0, built.stderr
    tested = run(tree, "-m", "pytest", "-q", folder, *modules, "-k", f"{NAME} or is_named or is_cited")
    assert tested.returncode == 0, tested.stdout
    played = run(tree, "-m", "nodarium", "play", NAME, "--bots", "novice", "random")
    assert played.returncode == 0, played.stderr
    assert "three in a row" in played.stdout or "the board is full" in played.stdout


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "can't be the name"),
        ("My Game", "can't be the name"),
        ("7up", "can't be the name"),
        ("../chess", "can't be the name"),
        ("class", "can't be the name"),
        ("trio", "exists already"),
        ("state", "already uses the word State"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_is_created(name: str, reason: str) -> None:
    before = sorted((ROOT / "src/nodarium/games").iterdir())
    with pytest.raises(BadName, match=reason):
        new_game(ROOT, name)
    assert sorted((ROOT / "src/nodarium/games").iterdir()) == before


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    shutil.copytree(GAME, tmp_path / "tests/games/trio")
    folder = new_game(tmp_path, "ludo")
    (folder / "rules.py").write_text("# mine")
    with pytest.raises(BadName, match="exists already"):
        new_game(tmp_path, "ludo")
    assert (folder / "rules.py").read_text() == "# mine"


def test_a_new_game_gets_an_unused_rule_letter(tmp_path: Path) -> None:
    assert free_letter(tmp_path, "ludo") == "L"
    (tmp_path / "RULES.md").write_text("- **L-1 (book)** Begin; see U-2.")
    assert free_letter(tmp_path, "ludo") == "D"
    assert free_letter(tmp_path, "_l") == "A"
