"""Records of earlier versions load and replay. They come out unchanged, but for the format and the names of data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nodarium.core.discovery import game_ids
from nodarium.record.factory import load_all
from nodarium.record.record import FORMAT, format_line

FILES = sorted(Path(__file__).parent.joinpath("fixtures").glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_records_of_an_earlier_version_load_unchanged(file: Path) -> None:
    matches = list(load_all(file))
    assert [match.game.id for match in matches] == [game for game in game_ids() if game in file.read_text("utf-8")]
    for match, line in zip(matches, file.read_text("utf-8").splitlines(), strict=True):
        before, after = json.loads(line), json.loads(format_line(match.record()))
        assert after.pop("format") == FORMAT
        digest = after.pop("data_sha256", None)
        assert before.pop("data_sha256", digest) == digest
        for name, value in before.pop("options").items():
            option = next(one for one in match.game.options if one.name == name)
            assert after["options"][name] in option.stored_values(value)
        del after["options"], before["format"]
        for data in (before, after):
            (data["outcome"] or {}).pop("reason", None)  # its wording may change
        assert after == before


def test_a_file_of_old_records_exists() -> None:
    assert FILES
