"""The README and the docs are correct: their Python runs, their commands parse, and their links resolve."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from operator import attrgetter
from pathlib import Path
from shutil import copy
from types import SimpleNamespace

import pytest

import nodarium
from nodarium.cli.language_choice import split_language
from nodarium.cli.main import COMMANDS, parse
from nodarium.search import ismcts, uct
from nodarium.search.bots import make_bot
from nodarium.search.settings import BOT_SETTINGS, SearchSettings

ROOT = Path(__file__).parents[1]
INDEX = ROOT / "docs/README.md"
WRITE_A_GAME = ROOT / "docs/tutorials/write-a-game.md"  # has its own test, which builds the game
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def python_blocks(page: Path) -> list[tuple[str, str]]:
    """The Python blocks of a page, each with the comment above it."""
    return re.findall(r"(?:<!-- (.*?) -->\n)?^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def shell_lines(page: Path) -> list[list[str]]:
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return [words for line in lines if (words := shlex.split(line, comments=True))]


def inline_commands(page: Path) -> list[list[str]]:
    """The commands within sentences, except those with placeholders such as GAME."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    commands = [shlex.split(command) for command in re.findall(r"`nodarium ([^`]+)`", text)]
    return [words for words in commands if not any(re.fullmatch(r"[A-Z]+", word) for word in words)]


PYTHON_PAGES = [page for page in PAGES if page != WRITE_A_GAME and python_blocks(page)]


@pytest.mark.slow
@pytest.mark.parametrize("page", PYTHON_PAGES, ids=name)
def test_the_python_on_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    variables: dict[str, object] = {"__name__": "example"}  # later blocks build on earlier ones
    for marker, code in python_blocks(page):
        assert marker.startswith("tested"), f"a block without a marker: {code[:60]}"
        exec(compile(code, name(page), "exec"), variables)
    assert capsys.readouterr().out


def test_the_readme_example_is_short_and_plays_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ((_, code),) = python_blocks(ROOT / "README.md")
    assert len(code.split("\n\n")[1].splitlines()) <= 10
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    assert re.search(r"\w+ [A-Z]-\d+\n", capsys.readouterr().out)
    assert (tmp_path / "game.json").exists()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_commands_on_a_page_parse(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    copy(ROOT / "src/nodarium/games/starduel/data/standard-3.toml", "my-cards.toml")
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for program, *rest in shell_lines(page):
        if program == "nodarium":
            check_command(rest)
        elif program == "make":
            assert rest[0] in targets
        elif program in {"cp", "python"}:
            assert (ROOT / rest[0]).exists(), rest[0]
    for _, words in map(split_language, inline_commands(page)):
        assert not words or words[0] in COMMANDS
        if any(word.startswith("--") and word != "--help" for word in words):
            check_command(words)


def check_command(words: list[str]) -> None:
    """Parse a command, and make the bots that it names."""
    command, args = parse(words)
    assert command.name == split_language(words)[1][0]
    specs = [*(getattr(args, "bots", None) or []), *([args.bot] if getattr(args, "bot", None) else [])]
    if getattr(args, "game", None):
        for spec in specs:
            make_bot(nodarium.find_game(args.game), spec)


def test_the_readme_has_commands() -> None:
    assert sum(words[0] == "nodarium" for words in shell_lines(ROOT / "README.md")) >= 2
    assert len(inline_commands(ROOT / "README.md")) >= 3


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_resolve(page: Path) -> None:
    for link in links(page):
        target, _, anchor = link.partition("#")
        file = page.parent / target if target else page
        assert file.exists(), link
        if anchor:
            assert anchor in anchors(file), link


def test_all_pages_are_in_the_index() -> None:
    found, waiting = {INDEX}, [INDEX]
    while waiting:
        page = waiting.pop()
        linked = {(page.parent / link.partition("#")[0]).resolve() for link in links(page)}
        new = {file for file in linked if file.suffix == ".md" and file.exists()} - found
        found |= new
        waiting += new
    assert {name(page) for page in PAGES if page.is_relative_to(ROOT / "docs") and page not in found} == set()


def links(page: Path) -> list[str]:
    """The links of a page into the repository."""
    found = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", page.read_text("utf-8"))
    return [link for pair in found if not (link := "".join(pair)).startswith("http")]


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_all_commands_are_in_the_reference() -> None:
    commands = (ROOT / "docs/reference/command-line.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", commands, re.MULTILINE)) == set(COMMANDS)


def test_all_settings_are_in_the_reference() -> None:
    settings = (ROOT / "docs/reference/bot-settings.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([−\d]+) \| (\w+) \|", settings, re.MULTILINE)
    defaults = {field: float(value) for field, value in vars(SearchSettings()).items()}
    assert {field: float(value.replace("−", "-")) for field, value, _ in rows} == defaults
    assert {field for field, _, search in rows if search != "ISMCTS"} == uct.SETTINGS | BOT_SETTINGS
    assert {field for field, _, search in rows if search != "UCT"} == ismcts.SETTINGS | BOT_SETTINGS


@pytest.mark.slow
def test_star_duels_cards_can_be_measured() -> None:
    script = ROOT / "docs/explanation/starduel-cards/measure.py"
    words = [sys.executable, str(script), "--games", "2", "--bot", "random", "--workers", "1"]
    report = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert "| Kurth wins (decided games) | 47 to 53 % |" in report


def test_all_names_in_the_python_reference_exist() -> None:
    match = nodarium.new("colonies", seed=1)
    owners = {
        "nodarium": nodarium,
        "Match": match,
        "State": match.state,
        "Game": match.game,
        "Bots": SimpleNamespace(nodarium=nodarium, bot=make_bot(match.game, "novice")),
        "Errors": nodarium,
    }
    for section in (ROOT / "docs/reference/python.md").read_text("utf-8").split("\n## ")[1:]:
        title = section.partition("\n")[0]
        cells = " ".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))
        names = set(re.findall(r"`([\w.]+)[^`]*`", cells)) - {"str", "repr"}
        assert names
        for one in names:
            attrgetter(one)(owners[title])


def test_decisions_are_numbered_without_gaps() -> None:
    files = sorted((ROOT / "docs/decisions").glob("0*.md"))
    for number, file in enumerate(files, 1):
        assert file.name.startswith(f"{number:03}-")
        assert file.read_text("utf-8").startswith(f"# {number}. ")
