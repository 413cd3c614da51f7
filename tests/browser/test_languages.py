"""Whole games on a phone in every language, and in the language for tests, which shows what bypasses the catalogues."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.language import ENGLISH, LANGUAGES, PSEUDO, catalogue_path, format_message
from tests.browser.person import Person, play_out
from tests.server.play import GAMES, OPEN_GAMES
from tests.server.running import Running

Arrive = Callable[..., Person]
ANY = OPEN_GAMES[0]
PHONE_WIDTH = 390
EVERY = 12  # clicks between two looks at all texts
# All texts of the page and the attributes that people read, except the rules, which have their own files, and what
# people have written.
TEXTS = """
() => {
  const rules = '.rules article, .rules h2, .in-short p, nav.contents a, .rulebox';
  const apart = `${rules}, [lang] [lang], .wordmark span, .me, .player .name, h1, h2 a`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest(apart)) found.push(node.data);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (element.closest(apart)) continue;
    found.push(...['aria-label', 'title', 'placeholder'].map(name => element.getAttribute(name) ?? ''));
  }
  return found;
}"""


def outside_brackets(text: str) -> str:
    """Remove what is in ⟦ ⟧, from the inside out."""
    while (shorter := re.sub("⟦[^⟦⟧]*⟧", "", text)) != text:
        text = shorter
    return text


@cache
def names() -> set[str]:
    """The words of names, which are the same in all languages: of games, their designers, and things in their data."""
    found = [f"{find_game(game).title} {find_game(game).designer}" for game in game_ids()]
    for game in game_ids():
        for file in (catalogue_path(game, ENGLISH).parents[1] / "data").glob("*.toml"):
            found += re.findall('^name = "(.*)"', file.read_text("utf-8"), re.MULTILINE)
    return set(re.findall(r"\w+", " ".join(found)))


def bypassing(person: Person) -> list[str]:
    """Return the texts on the page with words that aren't in brackets, except names and Roman numerals."""
    texts = map(outside_brackets, person.page.evaluate(TEXTS))
    return [text for text in texts if set(re.findall(r"(?!III)[^\W\d_]{3,}", text)) - names()]


def check_page(person: Person, language: str) -> None:
    page = person.page
    assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE_WIDTH, page.url
    if language == PSEUDO:
        assert bypassing(person) == [], page.url
    else:
        assert "⟦" not in page.locator("body").inner_text()


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_a_phone(person: Arrive, game: str, language: str) -> None:
    ann, clicks = person("phone", language=language), 0

    def act(one: Person, dice: Random) -> None:
        nonlocal clicks
        if clicks % EVERY == 0:
            check_page(one, language)
        clicks += 1
        one.tap_something(dice)

    ann.play_bot(find_game(game).title, "club")
    ann.page.locator(".bar button.more").click()
    check_page(ann, language)
    ann.page.keyboard.press("Escape")
    play_out([ann], Random(1), act)
    check_page(ann, language)
    ann.page.locator(".end a.button").click()
    ann.page.wait_for_selector("figure path.curve", state="attached")
    check_page(ann, language)
    seats = [format_message(find_game(game).seat_title(seat), language) for seat in range(2)]
    expect(ann.page.locator(".result")).to_contain_text(re.compile("|".join(map(re.escape, seats))))


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_pages_other_than_tables(person: Arrive, language: str) -> None:
    ann = person("phone", language=language)
    for path, ready in (
        ("/", ".games svg .shape"),
        *((f"/games/{game}", "form") for game in GAMES),
        *((f"/rules/{game}", ".rules article") for game in GAMES),
        ("/lobby", "h2"),
        ("/me", "form"),
        ("/recover", "form"),
        ("/nowhere", "h1"),
        ("/tables/nothing", "section h1"),
    ):
        ann.go(path)
        ann.page.wait_for_selector(ready)
        check_page(ann, language)


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
@pytest.mark.parametrize("game", GAMES)
def test_refusals(person: Arrive, game: str, language: str) -> None:
    """Select what can't be selected, by turns with moves."""
    ann, dice = person("phone", language=language), Random(4)
    ann.play_bot(find_game(game).title, "random")
    refused = 0
    for _ in range(10):
        ann.wait_for_turn()
        if ann.over:
            break
        keys: Any = ann.page.eval_on_selector_all(
            ".board svg .shape[data-key][aria-label]",
            """all => all.map(one => one.dataset.key)
                 .filter(key => !document.querySelector(`[data-target="${CSS.escape(key)}"]`))""",
        )
        for key in dice.sample(keys, min(3, len(keys))):
            ann.page.evaluate(
                """key => document.querySelector(`.shape[data-key="${CSS.escape(key)}"]`)
                     .dispatchEvent(new MouseEvent('click', { bubbles: true }))""",
                key,
            )
            ann.page.wait_for_timeout(200)
            refused += ann.page.locator(".refusal").count()  # the click may have changed the selection instead
            check_page(ann, language)
            ann.page.keyboard.press("Escape")
        ann.tap_something(dice)
    assert refused


def test_the_language_is_chosen_in_the_header(person: Arrive, running: Running) -> None:
    ann = person(language="de")
    ann.go("/")
    expect(ann.card(find_game(ANY).title).get_by_role("button", name="Gegen einen Bot")).to_be_visible()
    switch = ann.page.get_by_role("combobox", name="Sprache")
    assert switch.locator("option").all_inner_texts() == ["Deutsch", "English"]
    switch.select_option("English")
    expect(ann.page.get_by_role("combobox", name="Language")).to_have_value("en")
    expect(ann.page.locator("html[lang=en]")).to_be_attached()
    ann.page.reload()
    expect(ann.card(find_game(ANY).title).get_by_role("button", name="Play a bot")).to_be_visible()
    assert not [url for url in ann.requested if url.startswith(f"{running.address}/api/texts")]


def test_only_the_chosen_language_is_loaded(person: Arrive) -> None:
    ann = person("phone", language="de")
    ann.play_bot(find_game(ANY).title, "random")
    ann.wait_for_turn()
    asked = [url.rpartition("/")[2] for url in ann.requested]
    assert [name for name in asked if name in (*LANGUAGES, PSEUDO)] == ["de"]
    assert not [name for name in asked if re.match(r"en-\w+\.js", name)]
