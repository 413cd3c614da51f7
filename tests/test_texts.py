"""Every text is in the catalogues, in every language, and every catalogue is used."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import FunctionReference, Junk, Message, Term, VariableReference
from fluent.syntax.visitor import Visitor

import nodarium
from nodarium.core.decoding import TYPE_NAMES
from nodarium.core.language import ENGLISH, LANGUAGES, PSEUDO, catalogue, choose_language, parts, use_language
from nodarium.core.message import any_of, say

ROOT = Path(__file__).parents[1]
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
# Ids that code makes from a game, a seat, an option or a choice.
MADE = r"-(summary|tagline|facts|seat-[\w-]+|option-[\w-]+|choice-[\w-]+|diagram-\w+)$"

SHIPPED = [game for game in nodarium.game_ids() if nodarium.find_game(game).folder.is_relative_to(ROOT / "src")]

every_part = pytest.mark.parametrize("part", parts())
every_language = pytest.mark.parametrize("language", OTHERS)


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)

    def visit_FunctionReference(self, node: FunctionReference) -> None:  # noqa: N802
        self.generic_visit(node)


@cache
def messages(part: str, language: str) -> dict[str, set[str]]:
    """The ids of a catalogue, each with the names of its arguments."""
    found: dict[str, set[str]] = {}
    for entry in FluentParser().parse(catalogue(part, language)).body:
        assert not isinstance(entry, Junk), f"{part} {language}: {entry.content}"
        if isinstance(entry, Message | Term):
            assert entry.id.name not in found, f"{entry.id.name} appears twice"
            visitor = _Variables()
            visitor.visit(entry)
            found[entry.id.name] = visitor.names
    return found


@cache
def literals() -> set[str]:
    """Everything in the sources that looks like the id of a message."""
    folders = [ROOT / "src/nodarium", ROOT / "tests/games"]
    files = [file for folder in folders for file in folder.rglob("*") if file.suffix in {".py", ".toml"}]
    text = "\n".join(file.read_text("utf-8") for file in files if "tests" not in file.relative_to(ROOT).parts[3:])
    return set(re.findall(r'"([a-z][a-z0-9_]*(?:-[a-z0-9]+)+)"', text)) | {f"core-type-{name}" for name in TYPE_NAMES}


@every_part
def test_every_message_belongs_to_its_part(part: str) -> None:
    assert all(name.startswith(f"{part}-") for name in messages(part, ENGLISH))


@every_language
@every_part
def test_every_language_has_every_message_with_the_same_arguments(part: str, language: str) -> None:
    assert messages(part, language) == messages(part, ENGLISH)


@every_part
def test_every_message_is_used(part: str) -> None:
    unused = [name for name in messages(part, ENGLISH) if name not in literals() and not re.search(MADE, name)]
    assert not unused


def test_every_message_that_is_used_exists() -> None:
    known = {name for part in parts() for name in messages(part, ENGLISH)}
    said = re.compile(r'\bsay\(\s*"([^"]+)"')
    files = [*(ROOT / "src/nodarium").rglob("*.py"), *(ROOT / "tests/games").rglob("*.py")]
    used = {name for file in files for name in said.findall(file.read_text("utf-8"))}
    assert used - known - {"core-any-of"} == set()


@pytest.mark.parametrize("game_id", nodarium.game_ids())
def test_a_game_names_its_seats_and_options(game_id: str) -> None:
    game = nodarium.find_game(game_id)
    known = messages(game_id, ENGLISH)
    assert {game.summary.id, game.tagline.id, game.facts.id} <= set(known)
    assert all(game.seat_title(seat).id in known for seat in range(len(game.seat_names)))
    for option in game.options:
        assert game.option_title(option).id in known
        assert (game.option_hint(option).id in known) == bool(option.parse_custom)


# ---- rules ----


@every_language
@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_rules_have_the_same_numbers_and_marks(game_id: str, language: str) -> None:
    game = nodarium.find_game(game_id)
    english, other = game.rulebook(), game.rulebook(language)
    assert other.text != english.text
    assert list(other.rules) == list(english.rules)
    for number, rule in english.rules.items():
        same = other.rules[number]
        assert (same.sources, inner_marks(same.text)) == (rule.sources, inner_marks(rule.text)), number
        assert cited(same.text) == cited(rule.text), number
        assert code(same.text) == code(rule.text), number
    assert len(other.summary) == len(english.summary)
    assert len(other.glossary) >= 5 <= len(english.glossary)
    assert other.text.count("\n## ") == english.text.count("\n## ")


def inner_marks(text: str) -> list[str]:
    return re.findall(r"\*\*\((book|ruling|data)\)\*\*", text)


def cited(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]-\d+\b", text))


def code(text: str) -> list[str]:
    return sorted(re.findall(r"`([^`]+)`", text))


# ---- formatting ----


def test_lists_numbers_and_plurals_follow_the_language() -> None:
    seats = say("core-seats-can-act", seats=("0", "1", "2"), count=3)
    assert str(seats) == "Seats 0, 1 and 2 can all act. Specify a seat."
    with use_language("de"):
        assert str(seats) == "Die Sitze 0, 1 und 2 sind alle am Zug. Gib einen Sitz an."
        assert str(any_of(("a", "b", "c"))) == "a, b oder c"


def test_a_message_that_a_language_lacks_is_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    from nodarium.core import language

    language._bundle.cache_clear()
    monkeypatch.setattr(language, "catalogue", lambda part, tag: catalogue(part, ENGLISH) if tag == ENGLISH else "")
    try:
        with use_language("de"):
            assert str(say("core-none-available")) == "None are available."
    finally:
        language._bundle.cache_clear()


def test_the_pseudo_language_marks_every_message() -> None:
    with use_language(PSEUDO):
        text = str(say("core-did-you-mean", name="club"))
    assert re.fullmatch("⟦.*club.*⟧", text)
    assert len(text) > 1.3 * len("Did you mean club?")


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("fr, en;q=0.2, DE;q=0.7", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("fr,es", "en"),
        ("en-XA", PSEUDO),
        ("de;q=x", "en"),
        ("de; q=0.9, en; q=0.5", "de"),
        ("de;q=0", "en"),
        ("de;q=nan", "en"),
        (";;;,,,q=", "en"),
        ("*", "en"),
    ],
)
def test_a_language_is_chosen_by_weight(wanted: str | None, chosen: str) -> None:
    assert choose_language(wanted) == chosen
