"""Checks every page with axe in both themes and all sizes, and measures the size and speed of the page.

Screenshots and figures are left in `build/screens/`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import pytest

from nodarium.core.discovery import find_game
from tests.browser.conftest import SCREENS, missing
from tests.browser.person import SIZES, TAP, Person, play_out
from tests.server.play import GAMES, OPEN_GAMES
from tests.server.running import Running

Arrive = Callable[..., Person]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
ANY = OPEN_GAMES[0]


class Looker:
    """Takes screenshots of pages and checks them."""

    def __init__(self, person: Person, theme: str) -> None:
        self.person = person
        self.theme = theme
        if not AXE.exists():
            missing("axe-core is not installed: npm ci, in web/")
        self.axe = AXE.read_text("utf-8")

    def look(self, name: str) -> None:
        page = self.person.page
        SCREENS.mkdir(parents=True, exist_ok=True)
        page.evaluate(self.axe)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(120)
            file = SCREENS / f"{name}-{size.replace(' ', '-')}-{self.theme}.png"
            page.screenshot(path=file, full_page="phone" in size)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{name} is {wide} wide on a {size}"
            if size not in {"desktop", "phone"} or (size == "phone" and self.theme == "dark"):  # nothing new for axe
                continue
            found = page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations)")
            assert [describe(one) for one in found] == [], f"{name}, {size}, {self.theme}"


def describe(violation: Any) -> str:
    return f"{violation['id']}: {violation['help']}: {[node['html'][:160] for node in violation['nodes'][:3]]}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_other_than_tables(person: Arrive, theme: str) -> None:
    looker = Looker(person(theme=theme), theme)
    page = looker.person.page
    for name, path, ready in (
        ("home", "/", ".games svg .shape"),
        ("new-game", f"/games/{ANY}", "form"),
        ("lobby", "/lobby", "h2"),
        ("rules", f"/rules/{ANY}", "figure svg .shape"),
        ("account", "/me", "form"),
        ("recover", "/recover", "form"),
        ("not-found", "/nowhere", "h1"),
    ):
        looker.person.go(path)
        page.wait_for_selector(ready)
        looker.look(name)
    looker.person.invite(find_game(ANY).title)
    page.wait_for_selector(".cover .preview svg")
    looker.look("waiting-room")
    looker.person.go("/")
    secret = next(game for game in GAMES if find_game(game).imperfect_information)
    looker.person.card(find_game(secret).title).get_by_role("button", name="On this device").click()
    page.wait_for_selector(".cover")
    looker.look("pass-the-device")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_the_table_and_review_of_every_game(person: Arrive, game: str, theme: str) -> None:
    ann = person(theme=theme)
    looker = Looker(ann, theme)
    ann.play_bot(find_game(game).title, "casual")
    dice = Random(8)
    for _ in range(14):
        ann.wait_for_turn()
        if not ann.over:
            ann.tap_something(dice)
    ann.wait_for_turn()
    looker.look(f"{game}-table")
    if not ann.over:
        ann.page.keyboard.press("Escape")  # drops a move that would lose at once
        ann.page.get_by_role("button", name="Resign").click()
        ann.page.get_by_role("button", name="Yes, resign").click()
    ann.page.get_by_role("link", name="Review the game").click()
    ann.page.wait_for_selector("figure path.curve", state="attached")
    looker.look(f"{game}-review")


# ---- size and speed ----


def write_figure(name: str, value: float) -> None:
    """Add a figure to `figures.json`."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    file = SCREENS / "figures.json"
    figures = json.loads(file.read_text()) if file.exists() else {}
    file.write_text(json.dumps({**figures, name: round(value, 1)}, indent=1) + "\n")


# Records when the first button to play is on the screen.
WATCH = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector('.game .bot .button')) return;
  watcher.disconnect();
  requestAnimationFrame(() => (window.usable = performance.now()));
}).observe(document, { childList: true, subtree: true });
"""


def busy() -> bool:
    """Whether the machine is overloaded, so that times mean nothing."""
    return os.getloadavg()[0] > (os.cpu_count() or 1)


def test_the_first_load_is_small_and_fast(person: Arrive) -> None:
    ann = person()
    wire = ann.context.new_cdp_session(ann.page)
    wire.send("Network.enable")
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    wire.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    ann.page.add_init_script(WATCH)
    ann.go("/")
    ann.page.wait_for_function("() => window.usable > 0")
    usable = ann.page.evaluate("window.usable")
    ann.page.wait_for_function(
        "() => document.querySelectorAll('.games .art svg').length === document.querySelectorAll('.game').length"
    )
    ann.page.wait_for_timeout(300)
    write_figure("first load in kB", sum(sizes) / 1000)
    write_figure("usable after ms, CPU slowed down four times", usable)
    assert len(sizes) > 5
    assert sum(sizes) < 250_000
    assert usable < 1500 or busy()


def test_a_click_shows_the_piece_quickly(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    ann.card(find_game(ANY).title).get_by_role("button", name="On this device").click()
    ann.at_table()
    dice = Random(9)
    timed = f"""
    async share => {{
      const begin = performance.now();
      await ({TAP})(share);
      await new Promise(requestAnimationFrame);
      return performance.now() - begin;
    }}"""
    times = []
    for _ in range(60):
        ann.wait_for_turn()
        if ann.over:
            break
        times.append(ann.page.evaluate(timed, dice.random()))
    p95 = quantiles(times, n=20)[-1]
    write_figure("click to own piece, p95 in ms", p95)
    assert len(times) > 20
    assert p95 < 100 or busy()


def test_the_content_security_policy_is_strict(running: Running, person: Arrive) -> None:
    ann = person()
    answer = ann.page.goto("/")
    assert answer
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    for path in ("/api/games", "/assets/none.js", "/health"):
        assert "content-security-policy" in ann.page.request.get(path).headers
    assert running.address in ann.page.url


def test_the_end_of_a_game_is_announced(person: Arrive) -> None:
    ann = person()
    ann.play_bot(find_game(ANY).title, "club")
    play_out([ann], Random(10), Person.tap_something)
    assert ann.page.locator("[aria-live]").first.inner_text()
