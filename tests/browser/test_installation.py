"""The installed page: its manifest, use without a network, and updates to a new version."""

from __future__ import annotations

import re
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from nodarium.core.discovery import find_game
from nodarium.server.http.static import FOLDER, CompressedFiles, PageFiles
from tests.browser.person import Person
from tests.browser.test_looks import Looker
from tests.server.play import GAMES, OPEN_GAMES
from tests.server.running import Running

Arrive = Callable[..., Person]
ANY = OPEN_GAMES[0]
# The addresses of all that is kept, by cache.
KEPT = """
async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  return found;
}"""

# Whether a review is kept with all its positions.
KEPT_POSITIONS = """
async path => {
  const found = await caches.match(`/saved/tables/${path}`), review = await found?.json();
  return !!review && Object.keys(review.positions).length > review.record.moves.length;
}"""


def kept(ann: Person) -> dict[str, list[str]]:
    found: dict[str, list[str]] = ann.page.evaluate(KEPT)
    return found


def addresses(ann: Person) -> set[str]:
    return {path for paths in kept(ann).values() for path in paths}


def wait_until(ann: Person, condition: Callable[[], bool]) -> None:
    for _ in range(300):
        if condition():
            return
        ann.page.wait_for_timeout(50)
    raise AssertionError(f"kept: {sorted(addresses(ann))}")


class Site(Running):
    """A server whose page can be replaced."""

    def serve_page(self, folder: Path) -> None:
        app: Any = self.app.middleware_stack
        while not isinstance(app, PageFiles):
            app = app.app
        app.files = CompressedFiles(folder)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(f"sqlite:///{tmp_path / 'nodarium.db'}")
    yield site
    site.stop()


@pytest.fixture
def reader(person: Arrive, site: Site) -> Callable[..., Person]:
    """Make users whose browser has kept the page and the rules of all games."""

    def arrive(**more: Any) -> Person:
        ann = person(address=site.address, service_workers="allow", **more)
        ann.go("/lobby")
        ann.page.wait_for_selector("h2")
        wanted = {f"/api/games/{game}/{part}" for game in GAMES for part in ("rules", "diagrams", "show", "symbols")}
        wait_until(ann, lambda: wanted <= addresses(ann))
        return ann

    return arrive


def finish_a_game(ann: Person) -> None:
    """Resign a game after some moves, and wait until its review is kept."""
    ann.play_bot(find_game(ANY).title, "novice")
    for _ in range(2):
        ann.wait_for_turn()
        ann.page.locator(".board [data-target]").first.click()
    ann.wait_for_turn()
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    ann.page.get_by_role("link", name="Review the game").click()
    ann.page.wait_for_selector(".board svg .shape")
    wait_until(ann, lambda: ann.page.evaluate(KEPT_POSITIONS, ann.page.url.partition("/tables/")[2]))


# ---- the manifest ----


def test_the_page_can_be_installed(person: Arrive) -> None:
    ann = person()
    ann.go("/lobby")
    address = ann.page.locator("link[rel=manifest]").get_attribute("href")
    assert address
    answer = ann.page.request.get(address)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["name"] == "Nodarium"
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        body = ann.page.request.get(icon["src"]).body()
        if icon["type"] == "image/png":
            assert body.startswith(b"\x89PNG")
            width, height = struct.unpack(">II", body[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add((width, icon["purpose"]))
            assert len(body) < 25_000
        else:
            assert b"<svg" in body
    assert {(192, "any"), (512, "any"), (512, "maskable")} <= sizes
    apple = ann.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert apple
    assert ann.page.request.get(apple).ok
    worker = ann.page.request.get("/service-worker.js")
    assert worker.headers["cache-control"] == "no-cache"


# ---- without a network ----


def test_without_a_network_the_front_page_and_the_rules_open(reader: Arrive, site: Site) -> None:
    ann = reader()
    site.end()
    for path in ("/", f"/games/{ANY}"):
        ann.go(path)
        ann.page.get_by_text("You are offline.").wait_for()
        ann.page.get_by_role("heading", name=find_game(ANY).title).first.wait_for()
    for game in GAMES:
        ann.go(f"/rules/{game}")
        ann.page.wait_for_selector(".rules article")
        ann.page.get_by_text("You are offline.").wait_for()


def test_without_a_network_saved_reviews_can_be_read(reader: Arrive, site: Site) -> None:
    ann = reader()
    finish_a_game(ann)
    path = ann.page.url
    site.end()
    ann.go("/saved")
    Looker(ann, "light").look("saved-reviews")
    ann.page.locator(".reviews a").click()
    assert ann.page.url == path
    ann.page.wait_for_selector(".board svg .shape")
    ann.page.get_by_text("You are offline.").wait_for()
    ann.page.keyboard.press("Home")
    ann.page.get_by_text(re.compile(r"^0 / \d")).wait_for()
    ann.page.wait_for_timeout(300)
    assert ann.page.get_by_role("alert").count() == 0


def test_a_review_goes_when_the_user_signs_out_or_another_user_comes(reader: Arrive) -> None:
    ann = reader()
    ann.open_account("keeps-reviews")
    finish_a_game(ann)
    ann.go("/me")
    ann.page.get_by_role("button", name="Sign out", exact=True).click()
    wait_until(ann, lambda: not any(path.startswith("/saved/") for path in addresses(ann)))
    finish_a_game(ann)
    ann.page.evaluate("localStorage.setItem('reviewsOf', 'somebody else')")
    ann.go("/lobby")
    wait_until(ann, lambda: not any(path.startswith("/saved/") for path in addresses(ann)))


def test_nothing_about_tables_and_users_is_kept(reader: Arrive) -> None:
    ann = reader()
    ann.open_account("keeps-nothing")
    finish_a_game(ann)
    ann.go("/me")
    ann.page.wait_for_selector(".games a")
    private = [path for path in addresses(ann) if path.startswith("/api/") and "/games" not in path[:10]]
    assert all(path.startswith("/api/texts/") for path in private)


# ---- updates ----


def rename_assets(folder: Path) -> None:
    """Turn a copy of the page into another version, in which every built file has another name."""
    names = [path.name for path in (folder / "assets").iterdir()]
    pattern = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))

    def renamed(name: str) -> str:
        return name.replace("-", "-new", 1)

    for path in [*folder.rglob("*.js"), *folder.rglob("*.css"), *folder.rglob("*.html")]:
        path.write_text(pattern.sub(lambda found: renamed(found[0]), path.read_text("utf-8")), "utf-8")
    worker = folder / "service-worker.js"
    worker.write_text(re.sub(r'("version":")', r"\1new-", worker.read_text("utf-8")), "utf-8")
    for name in names:
        (folder / "assets" / name).rename(folder / "assets" / renamed(name))


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    shutil.copytree(FOLDER, tmp_path / "page")
    rename_assets(tmp_path / "page")
    return tmp_path / "page"


def is_new(ann: Person) -> bool:
    scripts = ann.page.locator("script[type=module]").first.get_attribute("src")
    return "-new" in (scripts or "")


def look_for_update(ann: Person) -> None:
    ann.page.evaluate("navigator.serviceWorker.ready.then(found => found.update())")


def test_a_new_version_is_offered_and_loads_without_a_mixture(reader: Arrive, site: Site, newer: Path) -> None:
    ann = reader()
    ann.page.evaluate("window.stays = true")
    site.serve_page(newer)
    look_for_update(ann)
    ann.page.get_by_text("A new version of this page is ready.").wait_for()
    ann.page.get_by_role("link", name="Games").click()  # the old version goes on
    ann.page.wait_for_selector("li.game")
    ann.page.get_by_role("link", name="You", exact=True).click()  # with files that the server no longer has
    ann.page.wait_for_selector("form")
    assert ann.page.evaluate("window.stays")
    assert not is_new(ann)
    ann.page.get_by_role("button", name="Reload").click()
    ann.page.wait_for_function("() => !window.stays && document.querySelector('form')")
    assert is_new(ann)
    loaded = ann.page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert all("-new" in url for url in loaded if "/assets/" in url)
    assert ann.page.get_by_text("A new version").count() == 0


def test_a_page_that_is_opened_later_is_the_new_version_at_once(reader: Arrive, site: Site, newer: Path) -> None:
    ann = reader()
    site.serve_page(newer)
    ann.go("/lobby")
    ann.page.wait_for_selector("h2")
    assert is_new(ann)
    wait_until(ann, lambda: any(name.startswith("page-new-") for name in kept(ann)))
    settled = "navigator.serviceWorker.ready.then(({ installing, waiting }) => !installing && !waiting)"
    wait_until(ann, lambda: ann.page.evaluate(settled))
    assert ann.page.get_by_text("A new version").count() == 0
    site.end()
    ann.go("/me")
    ann.page.wait_for_selector("main")
    assert is_new(ann)


def test_a_new_version_never_interrupts_a_game(reader: Arrive, site: Site, newer: Path) -> None:
    ann = reader()
    ann.play_bot(find_game(ANY).title, "novice")
    ann.wait_for_turn()
    site.serve_page(newer)
    look_for_update(ann)
    wait_until(ann, lambda: any(name.startswith("page-new-") for name in kept(ann)))
    ann.page.wait_for_timeout(300)
    assert ann.page.get_by_text("A new version").count() == 0
    assert not is_new(ann)
    ann.page.get_by_role("link", name="Lobby").click()
    ann.page.get_by_text("A new version of this page is ready.").wait_for()
    ann.page.get_by_role("button", name="Later").click()
    assert ann.page.get_by_text("A new version").count() == 0
