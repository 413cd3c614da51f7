"""How the page looks, sounds and moves: what a user chooses in "Display and sound", and what their system asks for."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from nodarium.core.discovery import find_game
from tests.browser.person import Person
from tests.browser.test_looks import Looker
from tests.server.play import OPEN_GAMES

Arrive = Callable[..., Person]
ANY = OPEN_GAMES[0]


def open_preferences(ann: Person) -> None:
    ann.page.get_by_role("button", name="Display and sound").click()
    ann.page.get_by_role("dialog", name="Display and sound").wait_for()


def choose(ann: Person, name: str, choice: str) -> None:
    group = ann.page.get_by_role("group", name=name, exact=True)
    group.get_by_role("radio", name=choice, exact=True).check()


def shown(ann: Person, name: str) -> str:
    """What the page says about itself on its root element."""
    return str(ann.page.evaluate("name => document.documentElement.dataset[name]", name))


def variable(ann: Person, name: str) -> str:
    style = "getComputedStyle(document.documentElement)"
    return str(ann.page.evaluate(f"name => {style}.getPropertyValue(name).trim()", name))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_dialog_looks_good(person: Arrive, theme: str) -> None:
    ann = person(theme=theme)
    ann.go("/lobby")
    open_preferences(ann)
    Looker(ann, theme).look("preferences")


def test_a_guest_chooses_how_the_page_looks_and_the_browser_remembers(person: Arrive) -> None:
    ann = person(reduced_motion="no-preference")
    ann.go("/lobby")
    open_preferences(ann)
    choose(ann, "Theme", "dark")
    choose(ann, "Contrast", "more")
    choose(ann, "Animations", "slow")
    choose(ann, "Coordinates", "off")
    choose(ann, "Buttons for the", "left hand")
    ann.page.keyboard.press("Escape")
    assert ann.page.get_by_role("dialog").count() == 0
    ann.page.reload()
    ann.page.wait_for_selector("h2")
    names = ("theme", "contrast", "coordinates", "handed")
    assert [shown(ann, name) for name in names] == ["dark", "more", "off", "left"]
    assert variable(ann, "--pace") == "2"

    ann.page.get_by_role("button", name="Switch to the light theme").click()  # the same setting
    open_preferences(ann)
    assert ann.page.get_by_role("radio", name="light", exact=True).is_checked()
    ann.page.get_by_role("button", name="Back to the defaults").click()
    assert [shown(ann, name) for name in names] == ["light", "normal", "on", "right"]


def test_the_volume_and_the_mute_button_are_one_setting(person: Arrive) -> None:
    ann = person()
    ann.go("/lobby")
    ann.page.get_by_role("button", name="Mute all sounds").click()
    open_preferences(ann)
    volume = ann.page.get_by_role("slider", name="Volume")
    assert volume.input_value() == "0"
    volume.fill("0.3")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Mute all sounds").wait_for()


def test_the_page_follows_a_system_that_asks_for_contrast_or_forces_colours(person: Arrive) -> None:
    ann = person()
    ann.go("/lobby")
    usual = variable(ann, "--rule")
    ann.page.emulate_media(contrast="more")
    ann.page.wait_for_function("() => document.documentElement.dataset.contrast === 'more'")
    assert variable(ann, "--rule") != usual
    ann.page.emulate_media(contrast="no-preference", forced_colors="active")
    ann.page.wait_for_function("() => matchMedia('(forced-colors: active)').matches")
    assert shown(ann, "contrast") == "more"


def test_with_reduced_motion_the_pace_is_0(person: Arrive) -> None:
    ann = person()
    ann.go("/lobby")
    assert variable(ann, "--pace") == "0"
    open_preferences(ann)
    ann.page.get_by_text("so nothing moves").wait_for()


def test_damaged_settings_do_no_harm(person: Arrive) -> None:
    ann = person()
    for name in ("theme", "pace", "volume", "board", "muted", "language"):
        ann.context.add_init_script(f"localStorage.setItem({json.dumps(name)}, '{{\"damaged')")
    ann.go("/lobby")
    ann.page.wait_for_selector("h2")
    assert shown(ann, "theme") == "light"


def test_a_move_is_sent_after_it_has_been_confirmed(person: Arrive) -> None:
    ann = person()
    ann.context.add_init_script("localStorage.setItem('confirm', 'on')")
    ann.go("/")
    ann.card(find_game(ANY).title).get_by_role("button", name="On this device").click()
    ann.at_table()
    ann.wait_for_turn()
    first = ann.page.locator("main.table").get_attribute("data-event")
    ann.page.locator(".board [data-target]").first.click()
    play = ann.page.get_by_role("button", name="Play", exact=True)
    play.wait_for()
    ann.page.keyboard.press("Escape")
    play.wait_for(state="detached")
    assert ann.page.locator("main.table").get_attribute("data-event") == first
    ann.page.locator(".board [data-target]").first.click()
    play.click()
    ann.page.wait_for_function(f"() => document.querySelector('main.table').dataset.event > {first}")
    second = ann.page.locator("main.table").get_attribute("data-event")
    ann.page.locator(".board [data-target]").first.click()
    play.wait_for()
    ann.page.evaluate("document.activeElement.blur()")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_function(f"() => document.querySelector('main.table').dataset.event > {second}")


def test_readers_choose_colours_that_lie_further_apart(person: Arrive) -> None:
    ann = person()
    ann.go(f"/rules/{ANY}")
    ann.page.wait_for_selector("main svg .paint", state="attached")
    fills = "() => JSON.stringify([...document.querySelectorAll('main svg .paint')].map(({ outerHTML }) => outerHTML))"
    before = ann.page.evaluate(fills)
    open_preferences(ann)
    choose(ann, "Colours", "further apart")
    assert shown(ann, "palette") == "distinct"
    assert ann.page.evaluate(fills) != before
    choose(ann, "Colours", "standard")
    assert ann.page.evaluate(fills) == before


# Collects the notifications, the badges and the answers to the request for permission.
NOTIFIER = """
window.told = [];
window.Notification = class {
  static permission = 'default';
  static async requestPermission() { return (this.permission = 'granted'); }
  constructor(title, options) { window.told.push([title, options.body]); }
};
navigator.setAppBadge = async () => window.told.push('badge');
navigator.clearAppBadge = async () => {};
"""


def test_a_turn_is_announced_while_the_page_is_hidden(person: Arrive) -> None:
    ann, bob = person(), person()
    ann.context.add_init_script(NOTIFIER)
    ann.go("/lobby")
    open_preferences(ann)
    choose(ann, "Notify me of my turn", "on")
    assert ann.page.evaluate("localStorage.getItem('notify')") == "on"
    ann.go(f"/games/{ANY}")
    ann.page.get_by_role("radio", name="friends with a link").check()
    ann.page.get_by_label("Your seat").select_option(index=1)
    ann.page.get_by_role("button", name="Start").click()
    table = ann.at_table()
    ann.page.evaluate("Notification.permission = 'granted'")
    bob.join(table)
    ann.page.wait_for_selector(".board svg")
    icon = ann.page.locator("link[rel=icon]")
    assert icon.get_attribute("href") == "/mark.svg"
    ann.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    bob.wait_for_turn()
    dice = Random(3)
    for _ in range(100):
        if ann.can_select:
            break
        bob.tap_something(dice) if bob.can_select else bob.page.wait_for_timeout(50)
    ann.page.wait_for_function("() => window.told.length > 1")
    told = ann.page.evaluate("window.told")
    assert "badge" in told
    assert ["● Your turn", "Your turn"] in [[one[0][:11], one[1]] for one in told if isinstance(one, list)]
    assert icon.get_attribute("href") == "/mark-turn.svg"
    ann.go("/lobby")
    assert ann.page.locator("link[rel=icon]").get_attribute("href") == "/mark.svg"


def test_in_forced_colours_one_tab_and_the_player_to_act_are_marked(person: Arrive) -> None:
    ann = person(forced_colors="active")
    ann.play_bot(find_game(ANY).title, "novice")
    ann.wait_for_turn()
    border = "all => all.map(one => getComputedStyle(one).borderBottomColor)"
    colours = {
        selected: ann.page.locator(f"[role=tab][aria-selected={selected}]").evaluate_all(border)
        for selected in ("true", "false")
    }
    ground = ann.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert set(colours["false"]) == {ground}
    assert ground not in colours["true"]
    active = ann.page.locator(".panel.active, .active").first
    assert active.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
