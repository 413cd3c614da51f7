"""The folder of an arena: no finished game is lost, and no other arena's games are mixed in."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nodarium.core.discovery import game_ids
from nodarium.core.errors import BadOption, BadRecord
from nodarium.lab import arena_folder as module
from nodarium.lab.arena import Arena
from nodarium.lab.arena_folder import GAMES, MANIFEST, RESULTS, ArenaFolder
from nodarium.record.factory import load_all
from tests.lab.test_arena import arena_of

ARENA = arena_of(game_ids()[0], ["random", "plain:playouts=2"])
PLAYED = [ARENA.play(number) for number in range(4)]


def fill(path: Path, numbers: range) -> None:
    with ArenaFolder(path, ARENA) as folder:
        for number in numbers:
            folder.append(PLAYED[number])


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir()}


def test_appended_games_are_read_again(tmp_path: Path) -> None:
    fill(tmp_path / "a", range(3))
    with ArenaFolder(tmp_path / "a", ARENA) as folder:
        assert folder.results == {number: PLAYED[number].result for number in range(3)}
    records = [match.record() for match in load_all(tmp_path / "a" / GAMES)]
    assert records == [played.record for played in PLAYED[:3]]


@pytest.mark.parametrize("file", [GAMES, RESULTS])
@pytest.mark.parametrize("cut", [1, 20])
def test_a_killed_run_resumes_without_a_trace(tmp_path: Path, file: str, cut: int) -> None:
    """The last line of one file is incomplete, so the other file is a line ahead."""
    fill(tmp_path / "whole", range(4))
    fill(tmp_path / "torn", range(3))
    torn = tmp_path / "torn" / file
    torn.write_bytes(torn.read_bytes()[:-cut])
    with ArenaFolder(tmp_path / "torn", ARENA) as folder:
        assert set(folder.results) == {0, 1}
    fill(tmp_path / "torn", range(2, 4))
    assert contents(tmp_path / "torn") == contents(tmp_path / "whole")


def others() -> list[tuple[str, Arena]]:
    changed = next(option for option in ARENA.game.options if len(option.choices) > 1)
    value = next(choice for choice in changed.choices if choice != changed.default)
    chosen: dict[str, Any] = {changed.name: value}
    names = ["random", "plain:playouts=2"]
    return [
        ("game", arena_of(game_ids()[1], names)),
        ("options", arena_of(game_ids()[0], [*names, "random", "random"], **chosen)),
        ("bots", arena_of(game_ids()[0], names[::-1])),
        ("seed", Arena(ARENA.game, ARENA.options, ARENA.bots, 8)),
        ("adjacent_only", Arena(ARENA.game, ARENA.options, ARENA.bots, 7, adjacent_only=True)),
    ]


@pytest.mark.parametrize(("name", "arena"), others(), ids=[name for name, _ in others()])
def test_the_folder_of_another_arena_is_refused_and_unchanged(tmp_path: Path, name: str, arena: Arena) -> None:
    fill(tmp_path, range(2))
    before = contents(tmp_path)
    with pytest.raises(BadOption, match=f"holds another arena: {name} "):
        ArenaFolder(tmp_path, arena)
    assert contents(tmp_path) == before


def test_a_folder_from_other_sources_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, range(2))
    monkeypatch.setattr(module, "source_digest", lambda *_: "0" * 64)
    with pytest.raises(BadOption, match="different version of the rules or bots"):
        ArenaFolder(tmp_path, ARENA)


def test_the_source_digest_covers_what_a_game_depends_on(tmp_path: Path) -> None:
    ludo: Any = SimpleNamespace(id="ludo", folder=tmp_path / "games/ludo")
    files = [tmp_path / name for name in ("core/a.py", "search/a.pxd", "games/ludo/rules.py", "games/ludo/data/a.toml")]
    foreign = [tmp_path / name for name in ("cli/a.py", "games/chess/rules.py", "games/ludo/tests/a.py", "core/a.so")]
    for file in [*files, *foreign]:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("1", "utf-8")
    seen = {module.source_digest(tmp_path, ludo)}
    for file in files:
        file.write_text("2", "utf-8")
        seen.add(module.source_digest(tmp_path, ludo))
    assert len(seen) == 1 + len(files)
    for file in foreign:
        file.write_text("2", "utf-8")
        seen.add(module.source_digest(tmp_path, ludo))
    assert len(seen) == 1 + len(files)


def test_a_folder_is_locked_while_it_is_open(tmp_path: Path) -> None:
    with ArenaFolder(tmp_path / "a", ARENA), pytest.raises(BadOption, match="Another process is playing"):
        ArenaFolder(tmp_path / "a", ARENA)
    fill(tmp_path / "a", range(1))


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("important", "utf-8")
    with pytest.raises(BadOption, match="isn’t the directory of an arena"):
        ArenaFolder(tmp_path, ARENA)
    assert list(contents(tmp_path)) == ["thesis.tex"]


@pytest.mark.parametrize("text", ["", "[]", "5", "nonsense", '{"format": 9}'])
def test_an_unreadable_manifest_is_refused(tmp_path: Path, text: str) -> None:
    fill(tmp_path, range(2))
    (tmp_path / MANIFEST).write_text(text, "utf-8")
    with pytest.raises(BadRecord, match=MANIFEST):
        ArenaFolder(tmp_path, ARENA)


def test_a_folder_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    fill(tmp_path, range(2))
    manifest = json.loads((tmp_path / MANIFEST).read_text("utf-8"))
    manifest |= {"format": 1, "players": manifest.pop("bots"), "neighbours": manifest.pop("adjacent_only")}
    (tmp_path / MANIFEST).write_text(json.dumps(manifest), "utf-8")
    with pytest.raises(BadOption, match="earlier version of Nodarium, so the arena can’t be resumed"):
        ArenaFolder(tmp_path, ARENA)


def test_an_unreadable_result_is_refused(tmp_path: Path) -> None:
    fill(tmp_path, range(2))
    lines = (tmp_path / RESULTS).read_text("utf-8").splitlines()
    for spoilt in ("nonsense", json.dumps({"number": "one"})):
        (tmp_path / RESULTS).write_text(f"{lines[0]}\n{spoilt}\n", "utf-8")
        with pytest.raises(BadRecord, match="line 2"):
            ArenaFolder(tmp_path, ARENA)
