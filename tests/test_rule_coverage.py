"""Every rule has a test, and every cited rule exists. The checks themselves are tested as well."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nodarium.core.discovery import find_game, game_ids
from tests.rule_coverage import marked_rules, unknown_citations, untested_rules

ROOT = Path(__file__).parent.parent
RULEBOOK = """# Ludo

- **L-1 (book)** Throw a six to start.
- **L-2 (book, ruling)** Then go round; see
  L-1 for how to start.
"""
TESTS = """
import pytest

@pytest.mark.rule("L-1")
@pytest.mark.slow
def test_a_six_starts():
    assert throw() == 6

@pytest.mark.parametrize("way", [pytest.param(1, marks=pytest.mark.rule("L-2"))])
def test_round(way):
    assert throw() == 6
"""


@pytest.mark.parametrize("game", game_ids())
def test_every_rule_has_a_test(game: str) -> None:
    assert untested_rules(find_game(game).folder) == []


@pytest.mark.parametrize("game", game_ids())
def test_the_rules_begin_with_a_summary_of_four_or_five_sentences_that_cite_rules(game: str) -> None:
    rulebook = find_game(game).rulebook()
    assert 4 <= len(rulebook.summary) <= 5
    assert all(re.search(r"\([A-Z]-\d+", line) for line in rulebook.summary)
    assert rulebook.text.index(rulebook.summary[0][:40]) < rulebook.text.index(next(iter(rulebook.rules)) + " (")


def test_every_rule_that_is_cited_exists() -> None:
    assert unknown_citations(ROOT, [find_game(game).folder / "RULES.md" for game in game_ids()]) == []


@pytest.fixture
def ludo(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "RULES.md").write_text(RULEBOOK)
    (tmp_path / "rules.py").write_text('def go():  # L-2\n    raise Illegal("no six", rule="L-1")\n')
    (tmp_path / "tests/test_rules.py").write_text(TESTS)
    return tmp_path


def test_a_game_with_all_its_tests_is_accepted(ludo: Path) -> None:
    assert untested_rules(ludo) == []
    assert unknown_citations(ludo, [ludo / "RULES.md"]) == []


@pytest.mark.parametrize("rule", ["L-1", "L-2"])
def test_a_rule_without_a_test_is_found(ludo: Path, rule: str) -> None:
    (ludo / "tests/test_rules.py").write_text(TESTS.replace(rule, "L-3"))
    assert untested_rules(ludo) == [f"{rule} has no test"]


def test_a_new_rule_needs_a_new_test(ludo: Path) -> None:
    (ludo / "RULES.md").write_text(RULEBOOK + "- **L-3 (ruling)** Bumping is optional.\n")
    assert untested_rules(ludo) == ["L-3 has no test"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rules.py", "x = 1  # L-3"),
        ("rules.py", 'rule = "L-3"'),
        ("rules.pxd", "# L-3, L-1"),
        ("tests/test_rules.py", TESTS.replace("L-2", "L-3")),
        ("tests/counts.txt", "# L-30"),
        ("RULES.md", RULEBOOK + "  See L-0.\n"),
        ("data/board.toml", "# (L-4)"),
    ],
)
def test_a_citation_without_a_rule_is_found(ludo: Path, name: str, text: str) -> None:
    (ludo / name).parent.mkdir(exist_ok=True)
    (ludo / name).write_text(text)
    assert len(unknown_citations(ludo, [ludo / "RULES.md"])) == 1


def test_text_that_only_looks_like_a_citation_is_ignored(ludo: Path) -> None:
    (ludo / "rules.py").write_text("# UTF-8, X-9 of another game, XL-3, L-2b, AL-3, nL-3, 1-L-3\n")
    assert unknown_citations(ludo, [ludo / "RULES.md"]) == []


def test_only_marks_on_tests_count() -> None:
    assert list(marked_rules('@pytest.mark.rule("L-1")\ndef helper(): pass')) == []
    assert list(marked_rules('# @pytest.mark.rule("L-1")\ndef test_it(): pass')) == []
    assert list(marked_rules('@pytest.mark.rule("L-1")\nclass TestIt: pass')) == ["L-1"]
    assert set(marked_rules('@pytest.mark.rule("L-1")\n@pytest.mark.rule("L-2")\ndef test_it(): pass')) == {
        "L-1",
        "L-2",
    }
