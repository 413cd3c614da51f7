"""The architecture: imports point one way, no file names another game, and all game folders have the same files."""

from __future__ import annotations

from pathlib import Path

import pytest

from nodarium.compiled import PACKAGE
from nodarium.core.discovery import find_game, game_ids
from tests.architecture import (
    FOLDER,
    FOLDER_TESTS,
    FOLDER_TEXTS,
    FREE,
    MAY_IMPORT,
    folder_faults,
    names_outside,
    wrong_imports,
)
from tests.play import is_shipped

ROOT = Path(__file__).parent.parent


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


# ---- Imports ----


def test_imports_point_one_way() -> None:
    assert wrong_imports(PACKAGE) == []


def test_every_folder_of_the_package_has_import_rules() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders <= FREE | set(MAY_IMPORT)


def test_the_package_of_all_games_is_empty() -> None:
    text = (PACKAGE / "games/__init__.py").read_text("utf-8")
    assert text.count('"""') == 2
    assert text.strip().endswith('"""')


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("core/a.py", "from nodarium.search import rollouts"),
        ("core/a.py", "import nodarium"),
        ("core/a.py", "import nodarium.games"),
        ("core/a.py", "def f():\n    from nodarium.record.match import Match"),
        ("core/a.py", "from ..record import match"),
        ("core/a.pxd", "from nodarium.search cimport playouts"),
        ("core/a.pxd", "cimport nodarium.search.rollouts"),
        ("core/discovery.py", "import nodarium.games.ludo"),
        ("search/a.py", "from nodarium.games.ludo.rules import State"),
        ("search/a.py", "from nodarium.record import match"),
        ("search/a.pxd", "from nodarium.games.ludo.rules cimport State  # quick"),
        ("record/a.py", "from nodarium import games"),
        ("record/a.py", "from nodarium import cli"),
        ("games/ludo/rules.py", "from nodarium.games.chess import board"),
        ("games/ludo/rules.py", "from nodarium.search import rollouts"),
        ("games/ludo/rules.py", "from nodarium import compiled"),
        ("games/ludo/rules.py", "from .. import chess"),
        ("games/ludo/rules.pxd", "from nodarium.games.chess.rules cimport State"),
        ("games/ludo/tests/test_rules.py", "from nodarium.games.chess import board"),
        ("another/a.py", "from nodarium.core import bits"),
    ],
)
def test_a_wrong_import_is_found(tmp_path: Path, name: str, text: str) -> None:
    write(tmp_path / "nodarium", {name: text})
    assert len(wrong_imports(tmp_path / "nodarium")) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("__init__.py", "from nodarium.record import match"),
        ("core/a.py", "import json\nfrom nodarium.core import bits\nfrom . import bits"),
        ("core/discovery.py", "import nodarium.games"),
        ("core/a.pxd", "cimport cython\nfrom nodarium.core.bits cimport u64, u32\nfrom libc.string cimport memcpy"),
        ("search/a.pxd", "from nodarium.core.state cimport State as CoreState"),
        ("record/a.py", "from nodarium.core.game import Game\nfrom nodarium.record.match import Match"),
        (
            "games/ludo/rules.py",
            "from nodarium.games.ludo import board\nfrom . import board\nimport nodarium.core.bits",
        ),
        (
            "games/ludo/tests/test_rules.py",
            "import nodarium\nfrom nodarium.record import match\nfrom nodarium.games.ludo import board",
        ),
        ("cli/main.py", "from nodarium.record import match\nimport nodarium"),
    ],
)
def test_a_correct_import_is_accepted(tmp_path: Path, name: str, text: str) -> None:
    write(tmp_path / "nodarium", {name: text})
    assert wrong_imports(tmp_path / "nodarium") == []


# ---- Names ----


def test_no_game_is_named_outside_its_folder() -> None:
    titles = {game: find_game(game).title for game in game_ids()}
    assert names_outside(ROOT, {game: title for game, title in titles.items() if is_shipped(game)}) == []
    for top in ("src", "bench", "web"):  # tests may name the games that exist only for tests
        assert names_outside(ROOT / top, titles) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("src/nodarium/core/a.py", 'game = find_game("ludo")'),
        ("src/nodarium/core/a.py", "IDS = ['ludo']"),
        ("src/nodarium/core/a.py", "# LUDO needs this"),
        ("src/nodarium/core/a.py", '"""Like Star Battle."""'),
        ("src/nodarium/core/a.py", "starbattle = 1"),
        ("src/nodarium/core/a.py", "if is_starbattle_game: pass"),
        ("src/nodarium/search/a.pxd", "from nodarium.games.ludo.rules cimport State"),
        ("src/nodarium/games/ludo/rules.py", "# as in Star Battle"),
        ("src/nodarium/games/chess/rules.py", "# as in LUDO"),
        ("src/nodarium/games/chess/rules.py", "import nodarium.games.ludo"),
        ("tests/test_ludo.py", ""),
        ("bench/speed.py", 'text = "games/ludo/RULES.md"'),
        ("web/src/App.svelte", "{#if game === `ludo`}"),
        ("setup.py", 'name = "starbattle"'),
    ],
)
def test_a_games_name_outside_its_folder_is_found(tmp_path: Path, name: str, text: str) -> None:
    write(tmp_path, {name: text})
    assert len(names_outside(tmp_path, {"ludo": "LUDO", "starbattle": "Star Battle"})) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("src/nodarium/games/ludo/rules.py", '"""LUDO"""\nname = "ludo"'),
        ("src/nodarium/games/chess/rules.py", 'piece = "ludo"'),
        ("src/nodarium/core/a.py", "ludo = 1  # an ordinary word, as far as one can tell"),
        ("src/nodarium/core/a.py", 'text = "a ludo of one\'s own"\nLUDO_SIZE = 1\nstarbattles = 2'),
        ("README.md", "LUDO and Star Battle"),
        ("web/node_modules/ludo/index.js", 'require("ludo")'),
        ("web/package.json", '"ludo"'),
    ],
)
def test_an_ordinary_word_does_not_count_as_a_name(tmp_path: Path, name: str, text: str) -> None:
    write(tmp_path, {name: text})
    assert names_outside(tmp_path, {"ludo": "LUDO", "starbattle": "Star Battle"}) == []


# ---- Folders ----

GOOD = {
    **dict.fromkeys([name for name in FOLDER if "." in name], ""),
    **dict.fromkeys([f"tests/{name}" for name in FOLDER_TESTS if "." in name], ""),
    **dict.fromkeys([f"texts/{name}" for name in FOLDER_TEXTS], ""),
    "__init__.py": '"""Ludo."""\nfrom nodarium.core.game import Game\n\nGAME = Game()\n',
    "tests/golden/six.json": "{}",
    "tests/reference.py": "",
    "bot.py": "",
    "bot.pxd": "",
    "data/cards.toml": "",
}


@pytest.mark.parametrize("game", game_ids())
def test_a_game_folder_has_exactly_the_expected_files(game: str) -> None:
    assert folder_faults(find_game(game).folder) == []


def test_a_folder_with_all_files_is_accepted(tmp_path: Path) -> None:
    assert folder_faults(write(tmp_path / "ludo", GOOD)) == []


@pytest.mark.parametrize("name", sorted(set(GOOD) - {"tests/reference.py", "bot.py", "bot.pxd", "data/cards.toml"}))
def test_a_missing_file_is_found(tmp_path: Path, name: str) -> None:
    folder = write(tmp_path / "ludo", GOOD)
    (folder / name).unlink()
    assert len(folder_faults(folder)) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("helpers.py", ""),
        ("helpers.pxd", ""),
        ("notes.txt", ""),
        ("__init__.py", "GAME = 1\nOTHER = 2\n"),
        ("__init__.py", "GAME = 1\ndef helper(): pass\n"),
        ("__init__.py", "GAME = 1\nprint(GAME)\n"),
    ],
)
def test_unexpected_content_of_a_folder_is_found(tmp_path: Path, name: str, text: str) -> None:
    assert len(folder_faults(write(tmp_path / "ludo", {**GOOD, name: text}))) == 1
