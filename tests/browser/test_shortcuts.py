"""Keyboard shortcuts and their cheat sheet."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nodarium.core.discovery import find_game
from tests.browser.person import Person
from tests.browser.test_looks import Looker
from tests.server.play import OPEN_GAMES

Arrive = Callable[..., Person]
ANY = OPEN_GAMES[0]


@pytest.fixture
def ann(person: Arrive) -> Person:
    """A user at a table."""
    ann = person()
    ann.play_bot(find_game(ANY).title, "novice")
    ann.wait_for_turn()
    return ann


def selected_tab(ann: Person) -> str:
    return ann.page.locator("[role=tab][aria-selected=true]").inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_cheat_sheet_looks_good_and_keeps_the_focus(person: Arrive, theme: str) -> None:
    ann = person(theme=theme)
    ann.go("/lobby")
    ann.page.wait_for_selector("h2")
    ann.page.keyboard.press("?")
    ann.page.get_by_role("dialog", name="Keyboard shortcuts").wait_for()
    Looker(ann, theme).look("shortcuts")
    for _ in range(4):
        ann.page.keyboard.press("Tab")
        assert ann.page.evaluate("document.activeElement.closest('dialog') || document.activeElement === document.body")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("dialog").wait_for(state="detached")


def test_every_letter_of_the_cheat_sheet_presses_a_button(ann: Person) -> None:
    ann.page.locator(".board [data-target]").first.click()
    ann.page.get_by_role("button", name="Undo").wait_for()
    ann.page.keyboard.press("?")
    ann.page.get_by_role("dialog").wait_for()
    listed = ann.page.locator("dialog kbd").all_inner_texts()
    pressed = ann.page.locator("[aria-keyshortcuts]").evaluate_all("all => all.map(one => one.ariaKeyShortcuts)")
    letters = {key for key in listed if key.islower()}
    assert letters == set(pressed)


def test_letters_open_the_tabs_and_the_chat_field_takes_what_is_typed(ann: Person) -> None:
    for key, tab in (("r", "Rules"), ("l", "Log"), ("c", "Chat")):
        ann.page.keyboard.press(key)
        assert selected_tab(ann) == tab
    field = ann.page.locator("#tabpanel input")
    ann.page.wait_for_function("() => document.activeElement.matches('#tabpanel input')")
    ann.page.keyboard.type("hello, mum?")
    assert field.input_value() == "hello, mum?"
    assert ann.page.get_by_role("dialog").count() == 0
    assert selected_tab(ann) == "Chat"


def test_letters_mute_resign_and_lead_home(ann: Person) -> None:
    ann.page.keyboard.press("m")
    ann.page.get_by_role("button", name="Turn the sounds on").wait_for()
    ann.page.keyboard.press("f")
    ann.page.get_by_role("button", name="Keep playing").click()
    ann.page.keyboard.press("s")
    ann.page.get_by_role("dialog", name="Display and sound").wait_for()
    ann.page.keyboard.press("h")  # a dialog is open
    assert "/tables/" in ann.page.url
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("dialog").wait_for(state="detached")
    ann.page.keyboard.press("h")
    ann.page.wait_for_url("**/")


def test_a_digit_presses_a_button_of_the_bar(ann: Person) -> None:
    ann.page.evaluate("localStorage.setItem('confirm', 'on')")
    ann.page.reload()
    ann.wait_for_turn()
    before = ann.page.locator("main.table").get_attribute("data-event")
    ann.page.locator(".board [data-target]").first.click()
    ann.page.get_by_role("button", name="Play", exact=True).wait_for()
    ann.page.keyboard.press("1")
    ann.page.wait_for_function(f"() => document.querySelector('main.table').dataset.event > {before}")


def test_single_keys_can_be_turned_off(person: Arrive) -> None:
    ann = person()
    ann.context.add_init_script("localStorage.setItem('shortcuts', 'off')")
    ann.go("/lobby")
    ann.page.wait_for_selector("h2")
    ann.page.keyboard.press("m")
    ann.page.keyboard.press("h")
    assert ann.page.get_by_role("button", name="Mute all sounds").count() == 1
    assert ann.page.url.endswith("/lobby")
