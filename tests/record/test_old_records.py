"""Records of earlier versions load, replay and come out unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from nodarium.core.discovery import game_ids
from nodarium.record.factory import load_all
from nodarium.record.record import format_line

FILES = sorted(Path(__file__).parent.joinpath("fixtures").glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_records_of_an_earlier_version_load_unchanged(file: Path) -> None:
    matches = list(load_all(file))
    assert [match.game.id for match in matches] == [game for game in game_ids() if game in file.read_text("utf-8")]
    assert "".join(format_line(match.record()) for match in matches) == file.read_text("utf-8")


def test_a_file_of_records_is_kept() -> None:
    assert FILES
