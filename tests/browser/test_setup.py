"""Setting up a table: its options in words, a random seat, and the invitation with its QR code."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nodarium.core.discovery import find_game
from nodarium.core.language import LANGUAGES
from tests.browser.person import Person
from tests.server.play import GAMES, OPEN_GAMES

Arrive = Callable[..., Person]
ANY = OPEN_GAMES[0]
# The options of select boxes that are wider than the box, which has to leave room for its arrow.
CUT_OFF = """
() => [...document.querySelectorAll('select.field')].flatMap(select => {
  const style = getComputedStyle(select), context = document.createElement('canvas').getContext('2d');
  context.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
  return [...select.options].map(option => option.label).filter(label => context.measureText(label).width > room);
})"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_no_choice_is_cut_off_and_no_rule_is_broken(person: Arrive, size: str, language: str) -> None:
    ann = person(size, language=language)
    ann.open_account(f"setup-{size}-{language}") if language == "en" else None  # has one more line
    for game in GAMES:
        ann.go(f"/games/{game}")
        ann.page.locator("input[value=anybody]").check()
        assert ann.page.evaluate(CUT_OFF) == []
        for rule in ann.page.locator(".option small").all():
            assert rule.evaluate("rule => rule.getClientRects().length") == 1


def test_every_choice_that_is_a_word_has_a_title_in_every_language() -> None:
    for game in map(find_game, GAMES):
        for option in game.options:
            for choice in option.choices:
                assert not isinstance(choice, str) or game.choice_title(option, choice), f"{game.id} {choice}"


def test_the_seat_can_be_left_to_chance(person: Arrive) -> None:
    ann = person()
    for share, seat in ((0.0, 0), (0.999, 1)):
        ann.go(f"/games/{ANY}")
        ann.page.evaluate(f"Math.random = () => {share}")
        ann.page.get_by_role("radio", name="friends with a link").check()
        ann.page.get_by_label("Your seat").select_option(label="at random")
        ann.page.get_by_role("button", name="Start").click()
        ann.at_table()
        table = next(frame["table"] for frame in reversed(ann.frames()) if frame.get("table"))
        assert ["player" in slot for slot in table["slots"]] == [number == seat for number in range(2)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_invitation_has_a_qr_code_and_says_what_is_unusual(person: Arrive, theme: str) -> None:
    ann = person(theme=theme)
    game = next(game for game in GAMES if isinstance(find_game(game).options[0].choices[0], str))
    ann.go(f"/games/{game}")
    ann.page.get_by_role("radio", name="friends with a link").check()
    box = ann.page.locator("label.stack select").first
    title = box.locator("option").first.inner_text()
    box.select_option(index=0)
    ann.page.get_by_role("button", name="Start").click()
    ann.at_table()
    code = ann.page.get_by_role("img", name="QR code of this link")
    code.wait_for()
    assert code.get_attribute("data-text") == ann.page.url
    assert code.locator("rect").evaluate("rect => getComputedStyle(rect).fill") == "rgb(255, 255, 255)"
    assert code.locator("path").evaluate("path => getComputedStyle(path).fill") == "rgb(0, 0, 0)"
    assert ann.page.locator(".cover").get_by_text(title).count() == 1


def test_account_buttons_are_as_wide_as_their_text(person: Arrive) -> None:
    ann = person()
    ann.open_account("wide-buttons")
    for path in ("/me", "/me/settings", "/recover"):
        ann.go(path)
        ann.page.wait_for_selector("main .button")
        for button in ann.page.locator("main .button").all():
            assert button.evaluate("button => button.offsetWidth") < 320
