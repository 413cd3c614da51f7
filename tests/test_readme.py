"""What the README shows works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from shutil import copy

import pytest

from nodarium.cli.main import parse

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


def test_examples_for_python_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text("utf-8"), re.DOTALL)
    assert len(examples) == 3
    for example in examples:
        exec(compile(example, "docs/python.md", "exec"), {})
        assert capsys.readouterr().out


def test_commands_of_the_readme_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    words = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]
    monkeypatch.chdir(tmp_path)
    for source, target in [rest for first, *rest in words if first == "cp"]:
        copy(ROOT / source, target)
    commands = [rest for first, *rest in words if first == "nodarium"]
    assert commands
    for command in commands:
        assert parse(command)[0].name == command[0]


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", "docs/decisions/README.md", "docs/server.md", "docs/python.md"]
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text)
    for link in ("".join(pair) for pair in links):
        assert ((ROOT / page).parent / link).exists(), link
