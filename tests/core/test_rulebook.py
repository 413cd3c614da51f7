"""Rules are read from a `RULES.md`."""

from __future__ import annotations

import pytest

from nodarium.core.errors import BadOption
from nodarium.core.rulebook import Rulebook, parse_rulebook

TEXT = """# Ludo

Four colours, one die.

## Start
- **L-1 (book)** Throw a six to start.
- **L-2 (book, option `entry`)** A piece that starts stands on its own field. **(ruling)** It can
  bump a piece there, and then:
  - (a) the piece goes home;
  - (b) the turn goes on.

## Goal
- **L-3** Bring all four home.
- A remark that is no rule, about L-1.
- **L-10 (ruling)** A draw cannot be.
"""


@pytest.fixture
def book() -> Rulebook:
    return parse_rulebook(TEXT)


def test_rules_come_in_their_order_with_chapter_and_sources(book: Rulebook) -> None:
    assert list(book.rules) == ["L-1", "L-2", "L-3", "L-10"]
    assert [rule.chapter for rule in book.rules.values()] == ["Start", "Start", "Goal", "Goal"]
    assert [rule.sources for rule in book.rules.values()] == [("book",), ("book", "option `entry`"), (), ("ruling",)]
    assert book.text == TEXT


def test_a_rule_is_all_its_lines(book: Rulebook) -> None:
    assert book.rules["L-1"].text == "Throw a six to start."
    assert book.rules["L-2"].text.startswith("A piece that starts stands on its own field. **(ruling)** It can bump")
    assert book.rules["L-2"].text.endswith("(b) the turn goes on.")
    assert book.rules["L-3"].text == "Bring all four home."


def test_a_rule_is_found_in_capitals_or_not(book: Rulebook) -> None:
    assert book.find("L-10") is book.find("l-10") is book.rules["L-10"]


@pytest.mark.parametrize(
    ("rule", "hint"), [("L-11", "Did you mean L-1"), ("L3", "Did you mean L-3"), ("zz", "first one is L-1")]
)
def test_an_unknown_rule_is_refused_with_a_hint(book: Rulebook, rule: str, hint: str) -> None:
    with pytest.raises(BadOption, match=f"Unknown rule {rule}. .*{hint}"):
        book.find(rule)


def test_a_rule_that_appears_twice_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="L-1 appears twice"):
        parse_rulebook(TEXT + "- **L-1 (book)** Once more.\n")
