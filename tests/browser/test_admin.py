"""Reports from the page, and the page of the moderators."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from nodarium.core.discovery import find_game
from nodarium.server import moderation
from nodarium.server.moderation import Actor
from tests.browser.person import Person
from tests.browser.test_looks import Looker
from tests.server.play import OPEN_GAMES
from tests.server.running import Running, wait_until

Arrive = Callable[..., Person]
TITLE = find_game(OPEN_GAMES[0]).title


@pytest.fixture
def pair(person: Arrive) -> tuple[Person, Person]:
    ann, bob = person(), person()
    bob.join(ann.invite(TITLE))
    ann.wait_for_turn()
    return ann, bob


def become_admin(running: Running, person: Person, account: str) -> None:
    """Open an account and get its role on the command line."""
    person.open_account(account)
    services = running.services
    with services.store.write_engine.begin() as connection:
        user_id = moderation.find_user(connection, account)
        moderation.set_role(connection, Actor(None, None, 1), user_id, "admin")
    services.store.loop.call_soon_threadsafe(services.tasks.spawn, services.standings.load())
    wait_until(lambda: services.standings.role_of(user_id) == "admin")


def chat(person: Person, text: str) -> None:
    person.page.get_by_role("tab", name="Chat").click()
    person.page.get_by_placeholder("Say something").fill(text)
    person.page.keyboard.press("Enter")


def test_a_message_is_reported_by_keyboard_and_deleted_by_a_moderator(
    pair: tuple[Person, Person], person: Arrive, running: Running
) -> None:
    ann, bob = pair
    chat(ann, "something rude")
    bob.page.get_by_role("tab", name="Chat").click()
    button = bob.page.get_by_role("button", name=re.compile("^Report this message by"))
    expect(button).to_have_count(1)
    expect(ann.page.get_by_role("button", name=re.compile("^Report this message"))).to_have_count(0)
    button.focus()
    bob.page.keyboard.press("Enter")
    dialog = bob.page.get_by_role("dialog", name="Report to the moderators")
    expect(dialog).to_contain_text("something rude")
    Looker(bob, "light").look("report")
    bob.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    button.click()
    bob.page.get_by_label("What is wrong?").fill("please look")
    dialog.get_by_role("button", name="Report").click()
    expect(dialog.get_by_role("status")).to_contain_text("Thank you")
    dialog.get_by_role("button", name="Close").click()

    mod = person()
    become_admin(running, mod, "moderator one")
    mod.page.reload()
    mod.page.get_by_role("link", name="Admin").click()
    report = mod.page.locator("li.card", has_text="something rude")
    expect(report).to_contain_text("please look")
    Looker(mod, "light").look("admin")
    report.get_by_role("button", name="Delete the message").click()
    expect(bob.page.get_by_text("something rude")).to_have_count(0)
    report.get_by_role("button", name="Resolved").click()
    expect(mod.page.locator("li.card", has_text="please look")).to_have_count(0)
    expect(mod.page.get_by_text("delete-chat").first).to_be_visible()


def test_a_name_is_reported_and_changed(pair: tuple[Person, Person], person: Arrive, running: Running) -> None:
    ann, bob = pair
    expect(bob.page.get_by_role("button", name=re.compile("^Report the name"))).to_have_count(1)
    bob.page.get_by_role("button", name=re.compile("^Report the name")).click()
    bob.page.get_by_role("dialog").get_by_role("button", name="Report").click()
    expect(bob.page.get_by_role("status").filter(has_text="Thank you")).to_be_visible()
    mod = person(theme="dark")
    become_admin(running, mod, "moderator two")
    mod.go("/admin")
    mod.page.locator("li.card", has_text="name").first.get_by_role("button", name="Users").click()
    field = mod.page.get_by_label(re.compile("^New name for"))
    expect(field).to_have_count(1)  # the reported user, and nobody else
    field.fill("Guest 7")
    Looker(mod, "dark").look("admin-user")
    mod.page.get_by_role("button", name="Rename").click()
    expect(bob.page.locator(".player .name", has_text="Guest 7")).to_have_count(1)
    expect(mod.page.get_by_role("button", name="Let them choose a name")).to_be_visible()
    assert ann


def test_others_do_not_get_the_admin_page(person: Arrive) -> None:
    ann = person()
    ann.go("/admin")
    expect(ann.page.get_by_role("heading", name="Page not found.")).to_be_visible()
    expect(ann.page.get_by_role("link", name="Admin")).to_have_count(0)
