"""A user with a browser: acts on the page, and records what the browser sends and receives."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import playwright.sync_api as playwright
from playwright.sync_api import Browser, Error, Page, WebSocket

from nodarium.core.language import ENGLISH, PSEUDO

SIZES = {
    "phone": (390, 844),
    "small phone": (360, 640),
    "tablet": (820, 1180),
    "laptop": (1280, 720),
    "desktop": (1440, 900),
}
TIMEOUT_MS = 15_000
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
MAX_CLICKS = 10_000  # in one game, with looks at a bot that thinks
MOUSE_CLICKS = 25  # before the faster `tap_something` takes over
# The state of the table: last event, size of the selection, whether the user can select something, whether it is over,
# whether a moment is staged, which a click only sends away.
# While a move is under way the user can't: the page drops what they select, and its answer changes the selection.
STATE = """
() => {
  const { event, selected, turn } = document.querySelector('main.table')?.dataset ?? {};
  const able = turn === 'true' && document.querySelector('main.table [data-target]') !== null;
  const moment = document.querySelector('[data-moment]') ? 'moment' : '';
  return [event, selected, able ? 'able' : '', document.querySelector('.bar.over') ? 'over' : '', moment].join();
}"""
# Scrolls to one of the targets and returns its position, or null without targets.
FIND = """
share => {
  const all = [...document.querySelectorAll('main.table [data-target]')];
  if (!all.length) return null;
  const one = all[Math.floor(share * all.length)];
  one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const rect = one.getBoundingClientRect();
  return [rect.left + rect.width / 2, rect.top + rect.height / 2];
}"""
# The same, then clicks there and waits; returns the new state.
TAP = f"""
async share => {{
  const state = {STATE}, before = state(), place = ({FIND})(share);
  if (!place) return before;
  document.elementFromPoint(...place)?.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}));
  const end = performance.now() + {TIMEOUT_MS};
  while (state() === before && performance.now() < end) await new Promise(done => setTimeout(done, 4));
  return state();
}}"""


class Person:
    def __init__(
        self,
        browser: Browser,
        address: str,
        size: str = "desktop",
        theme: str = "light",
        *,
        language: str = ENGLISH,
        records_http: bool = False,
        **more: Any,
    ) -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch="phone" in size,
            service_workers=more.pop("service_workers", "block"),  # it would answer for the server
            reduced_motion=more.pop("reduced_motion", "reduce"),
            locale=language.removesuffix("-XA"),
            **more,
        )
        self.context.set_default_timeout(TIMEOUT_MS)
        if language == PSEUDO:  # no browser asks for it
            self.context.add_init_script(f"localStorage.setItem('language', '{PSEUDO}')")
        self.address = address
        self.received: list[str] = []  # all frames of sockets and, with `records_http`, all HTTP responses
        self.requested: list[str] = []  # every address
        self.errors: list[str] = []  # in the browser's console
        self.clicks = 0
        self.page = self.context.new_page()
        self.record(self.page, records_http)

    def record(self, page: Page, records_http: bool) -> None:
        page.on("request", lambda request: self.requested.append(request.url))
        page.on("websocket", self.record_socket)
        if records_http:
            page.on("response", self.record_response)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)

    def record_response(self, response: Any) -> None:
        if "/api/" in response.url and "/api/texts/" not in response.url:
            with suppress(Error):  # the page has navigated away
                self.received.append(response.text())

    def record_socket(self, socket: WebSocket) -> None:
        self.requested.append(socket.url)
        socket.on("framereceived", lambda data: self.received.append(str(data)))

    def close(self) -> None:
        self.context.close()

    # ---- before the table ----

    def go(self, path: str) -> None:
        self.page.goto(path)

    def card(self, title: str) -> Any:
        """A game on the front page."""
        return self.page.locator("li.game", has=self.page.get_by_role("heading", name=title, exact=True))

    def play_bot(self, title: str, level: str) -> str:
        self.go("/")
        self.card(title).get_by_role("combobox").select_option(level)
        self.card(title).locator(".bot .button").click()
        return self.at_table()

    def invite(self, title: str) -> str:
        """Open a table for a friend."""
        self.go("/")
        self.card(title).get_by_role("button", name="Play a friend").click()
        return self.at_table()

    def invite_to_smallest(self, game: str) -> str:
        """Open a table for a friend with the first choice of every option, which is the smallest board."""
        self.go(f"/games/{game}")
        self.page.get_by_role("radio", name="friends with a link").check()
        for option in self.page.locator("label.stack select").all():
            option.select_option(index=0)
        self.page.get_by_role("button", name="Start").click()
        return self.at_table()

    def join(self, table: str) -> None:
        self.go(f"/tables/{table}")
        self.page.locator(".seats button").first.click()
        self.page.wait_for_selector(".board svg")

    def at_table(self) -> str:
        self.page.wait_for_selector("main.table")
        return self.page.url.rpartition("/")[2]

    def open_account(self, name: str) -> None:
        self.go("/me")
        self.page.get_by_label("Account name").fill(name)
        self.page.get_by_label("Password").fill("a long password")
        self.page.get_by_role("button", name="Create an account").click()
        self.page.get_by_role("button", name="Sign out", exact=True).wait_for()

    # ---- at the table ----

    @property
    def over(self) -> bool:
        return self.page.locator(".bar.over").count() > 0

    @property
    def message(self) -> str:
        return self.page.locator(".message").inner_text()

    def state(self) -> str:
        return str(self.page.evaluate(STATE))

    def wait_for_change(self, before: str) -> None:
        try:
            self.page.wait_for_function(f"before => ({STATE})() !== before", arg=before)
        except playwright.TimeoutError:
            focused = self.page.evaluate("document.activeElement?.outerHTML.slice(0, 300)")
            last = self.received[-1][:300] if self.received else ""
            raise AssertionError(f"{before!r} stays. Bar: {self.message!r}; focus: {focused}; last: {last}") from None

    def wait_for_turn(self) -> None:
        self.page.wait_for_function("() => document.querySelector('main.table[data-turn=true], .bar.over') !== null")

    @property
    def can_select(self) -> bool:
        return "able" in self.state()

    def click_something(self, dice: Random) -> None:
        """Click on one of the targets."""
        before = self.state()
        found = self.page.evaluate(FIND, dice.random())
        if found:
            self.page.mouse.click(*found)
            self.wait_for_change(before)

    def click_or_tap(self, dice: Random) -> None:
        """Click with the mouse at first, and later without it, which is faster."""
        self.clicks += 1
        self.click_something(dice) if self.clicks <= MOUSE_CLICKS else self.tap_something(dice)

    def tap_something(self, dice: Random) -> None:
        """Click on one of the targets without a mouse."""
        self.page.evaluate(TAP, dice.random())

    def type_something(self, dice: Random) -> None:
        """Walk to a target with the arrow keys and press Enter."""
        before = self.state()
        for _ in range(dice.randint(1, 4)):
            self.page.keyboard.press(dice.choice(ARROWS))
        self.page.keyboard.press("Enter")
        self.wait_for_change(before)

    def frames(self) -> list[Any]:
        """Return the frames of the table in the order of arrival."""
        return [frame for frame in map(json.loads, self.received) if isinstance(frame, dict) and "time" in frame]


def play_out(players: list[Person], dice: Random, do: Callable[[Person, Random], None]) -> None:
    """Let all players act whenever they can, until the game is over."""
    for _ in range(MAX_CLICKS):
        states = [player.state() for player in players]
        if all("over" in state for state in states):
            return
        able = [player for player, state in zip(players, states, strict=True) if "able" in state]
        for player in able[:1]:
            do(player, dice)
        if not able:
            players[0].page.wait_for_timeout(15)
    raise AssertionError("the game does not end")
