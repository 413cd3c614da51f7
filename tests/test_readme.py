"""What the README shows works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_example_of_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(example.split("\n\n")[1].splitlines()) <= 10
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert re.search(r"\w+ [A-Z]-\d+\n", printed)
    assert (tmp_path / "game.json").exists()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/decisions/README.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text)
    for link in ("".join(pair) for pair in links):
        assert ((ROOT / page).parent / link).exists(), link
