"""Accounts on the page: settings, passkeys with a virtual authenticator, recovery, deletion."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from nodarium.server.time import now_ms
from tests.browser.person import Person
from tests.browser.test_looks import Looker
from tests.server.running import Running

Arrive = Callable[..., Person]
PASSWORD = "a long password"  # the one of `Person.open_account`


@contextmanager
def later(running: Running, milliseconds: int) -> Iterator[None]:
    """Let the server think that some time has passed."""
    tokens = running.services.tokens
    tokens.clock = lambda: now_ms() + milliseconds
    try:
        yield
    finally:
        tokens.clock = now_ms


def localhost(running: Running) -> str:
    """The address under which Chromium allows passkeys without https."""
    return f"http://localhost:{running.port}"


def add_authenticator(person: Person) -> Any:
    """Give the browser a virtual authenticator, which approves everything."""
    wire = person.context.new_cdp_session(person.page)
    wire.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    return wire, wire.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def settings(person: Person) -> None:
    person.go("/me/settings")
    person.page.get_by_role("heading", name="Devices", exact=True).wait_for()


def test_a_passkey_signs_in_confirms_and_deletes(person: Arrive, running: Running) -> None:
    ann = person(address=localhost(running))
    page = ann.page
    add_authenticator(ann)
    ann.open_account("passkey-ann")
    settings(ann)
    page.get_by_label("Name of the passkey").fill("my laptop")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="Remove the passkey my laptop").wait_for()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in instead").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Sign out", exact=True).wait_for()
    assert "passkey-ann" in page.locator("main").inner_text()
    with later(running, 20 * 60_000):  # the login no longer counts as a proof
        settings(ann)
        page.get_by_role("button", name="Make new codes").click()
        page.get_by_role("dialog").get_by_role("button", name="Use a passkey").click()
        expect(page.locator("code")).to_have_count(10)
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("dialog").get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/")
    assert ann.context.request.get("/api/me").status == 401


def test_a_passkey_of_another_site_or_a_replayed_one_is_refused(person: Arrive, running: Running) -> None:
    ann = person(address=localhost(running))
    page = ann.page
    wire, authenticator = add_authenticator(ann)
    ann.open_account("passkey-bob")
    settings(ann)
    page.get_by_label("Name of the passkey").fill("phone")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="Remove the passkey phone").wait_for()
    assert len(wire.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]) == 1
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in instead").click()
    with page.expect_request("**/api/login/passkey") as sent:
        page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Sign out", exact=True).wait_for()
    body = json.loads(sent.value.post_data or "")
    again = ann.context.request.post("/api/login/passkey", data=body)
    assert again.status == 403  # the challenge is used up
    unknown = {**body, "credential": {**body["credential"], "id": "AAAA", "rawId": "AAAA"}}
    assert ann.context.request.post("/api/login/passkey", data=unknown).status == 403
    settings(ann)
    page.get_by_role("button", name="Remove the passkey phone").click()
    expect(page.get_by_role("button", name="Remove the passkey phone")).to_have_count(0)


def test_settings_change_the_name_password_and_tokens(person: Arrive, running: Running) -> None:
    ann = person()
    page = ann.page
    ann.open_account("settings-ann")
    settings(ann)
    page.get_by_label("Your name").fill("Ann of Ulm")
    page.get_by_role("button", name="Change your name").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_label("New password").fill("12345678")
    page.get_by_role("button", name="Change your password").click()
    expect(page.get_by_role("alert")).to_contain_text("easy to guess")
    page.get_by_label("New password").fill("eleven brave herons")
    page.get_by_role("button", name="Change your password").click()
    page.get_by_text("Your password has been changed.").wait_for()
    page.get_by_label("Name of the token").fill("my bot")
    page.get_by_role("button", name="Create a token").click()
    token = page.locator("code").inner_text()
    headers = {"authorization": f"Bearer {token}"}
    assert ann.context.request.get("/api/me", headers=headers).json()["name"] == "Ann of Ulm"
    page.get_by_role("button", name="Revoke the token my bot").click()
    expect(page.get_by_role("button", name="Revoke the token my bot")).to_have_count(0)
    assert ann.context.request.get("/api/me", headers=headers).status == 401
    with later(running, 20 * 60_000):
        page.get_by_label("New password").fill("twelve brave herons")
        page.get_by_role("button", name="Change your password").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Password").fill("not the password")
        dialog.get_by_role("button", name="Confirm").click()
        expect(dialog.get_by_role("alert")).to_contain_text("Wrong")
        dialog.get_by_label("Password").fill("eleven brave herons")
        dialog.get_by_role("button", name="Confirm").click()
        page.get_by_text("Your password has been changed.").wait_for()


def test_another_device_is_signed_out(person: Arrive) -> None:
    ann, phone = person(), person("phone")
    ann.open_account("devices-ann")
    phone.go("/me")
    phone.page.get_by_role("button", name="Sign in instead").click()
    phone.page.get_by_label("Account name").fill("devices-ann")
    phone.page.get_by_label("Password").fill(PASSWORD)
    phone.page.get_by_role("button", name="Sign in", exact=True).click()
    phone.page.get_by_role("link", name="Settings").wait_for()
    settings(ann)
    ann.page.get_by_role("button", name="Sign out all others").click()
    expect(ann.page.get_by_role("button", name="Sign out all others")).to_have_count(0)
    phone.go("/me")
    phone.page.get_by_role("button", name="Create an account").wait_for()


def test_a_recovery_code_sets_a_new_password(person: Arrive) -> None:
    ann = person()
    page = ann.page
    ann.open_account("codes-ann")
    settings(ann)
    page.get_by_role("button", name="Make new codes").click()
    code = page.locator("code").first.inner_text()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in instead").click()
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_role("button", name="Use a recovery code instead").click()
    page.get_by_label("Account name").fill("codes-ann")
    page.get_by_label("Recovery code").fill(code)
    page.get_by_label("New password").fill("eleven brave herons")
    page.get_by_role("button", name="Set the password").click()
    page.get_by_text("You have 9 left.").wait_for()


def test_a_guest_downloads_their_data_and_leaves(person: Arrive, tmp_path: Path) -> None:
    ann = person()
    page = ann.page
    ann.go("/me")
    ann.context.request.post("/api/me", data={"name": "Guest"})
    settings(ann)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    download.value.save_as(tmp_path / "me.json")
    assert json.loads((tmp_path / "me.json").read_text())["user"]["name"] == "Guest"
    page.get_by_role("button", name="Delete me").click()
    page.get_by_role("button", name="Delete for ever").click()
    page.wait_for_url("**/")
    assert ann.context.request.get("/api/me").status == 401


def test_a_link_from_a_mail_leaves_no_token_in_the_address(person: Arrive) -> None:
    ann = person()
    ann.go("/recover#secret-token")
    ann.page.get_by_label("New password").fill("eleven brave herons")
    assert "secret" not in ann.page.url
    ann.page.get_by_role("button", name="Set the password").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("expired")
    ann.go("/verify-email#another-token")
    expect(ann.page.get_by_role("alert")).to_contain_text("expired")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_settings_look_good(person: Arrive, running: Running, theme: str) -> None:
    ann = person(theme=theme, address=localhost(running))
    page = ann.page
    add_authenticator(ann)
    looker = Looker(ann, theme)
    ann.open_account(f"looks-{theme}")
    looker.look("account-signed-in")
    settings(ann)
    page.get_by_label("Name of the passkey").fill("my laptop")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="Remove the passkey my laptop").wait_for()
    page.get_by_label("Name of the token").fill("my bot")
    page.get_by_role("button", name="Create a token").click()
    page.get_by_role("button", name="Make new codes").click()
    expect(page.locator("code")).to_have_count(11)
    looker.look("settings")
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        for button in page.locator("main .button").all():
            box = button.bounding_box()
            assert box
            assert box["width"] < 260, button.inner_text()
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("dialog").wait_for()
    looker.look("delete-account")
