"""Fixtures with a real server and a real browser. Without a browser the tests are skipped, but in CI they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from nodarium.server.http.static import FOLDER
from tests.browser.person import Person
from tests.server.running import Running

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SCREENS = Path(__file__).parents[2] / "build" / "screens"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark these tests as slow, and run them after all others.

    The pure-Python run leaves out slow tests: the page works the same with either build. After the first browser test,
    an event loop runs in the process until its end, and `asyncio.run` in other tests would fail.
    """
    for item in items:
        if is_here(item):
            item.add_marker(pytest.mark.slow)
    items.sort(key=is_here)


def is_here(item: pytest.Item) -> bool:
    return item.path.is_relative_to(Path(__file__).parent)


def missing(what: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"{what}, and this is CI.")
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        missing("There is no Chromium")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    if not (FOLDER / "index.html").exists():
        missing("The page is not built: make page")
    running = Running(f"sqlite:///{tmp_path_factory.mktemp('browser') / 'nodarium.db'}", disconnect_grace_seconds=1.0)
    yield running
    running.stop()


@pytest.fixture
def person(browser: Browser, running: Running) -> Iterator[Callable[..., Person]]:
    """Make users with browsers. At the end, no browser may have errors or have called another host."""
    people: list[Person] = []

    def arrive(size: str = "desktop", theme: str = "light", **more: Any) -> Person:
        people.append(Person(browser, more.pop("address", running.address), size, theme, **more))
        return people[-1]

    yield arrive
    for one in people:
        one.close()
        hosts = {url.split("/")[2] for url in one.requested if not url.startswith("data:")}
        assert hosts <= {one.address.split("/")[2]}
        unexpected = [line for line in one.errors if not any(part in line for part in EXPECTED)]
        assert unexpected == []


# Errors that tests cause on purpose: a weak password, a new visitor, a wrong password, an unknown address, a busy
# server, no network.
EXPECTED = ("400", "401", "403", "404", "503", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket")
