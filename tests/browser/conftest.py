"""A real server, a real browser. Where there is no browser the tests are left out; in CI that is a failure."""

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
    """What a browser shows does not depend on how the rules are run."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.slow)


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
    """Makes people with browsers; nothing may have gone wrong in them, nor may they have asked anybody else."""
    people: list[Person] = []

    def arrive(size: str = "desktop", theme: str = "light", **more: Any) -> Person:
        people.append(Person(browser, more.pop("address", running.address), size, theme, **more))
        return people[-1]

    yield arrive
    for one in people:
        one.close()
        assert all(url.split("/")[2] == one.address.split("/")[2] for url in one.asked if not url.startswith("data:"))
        unexpected = [line for line in one.complaints if not any(part in line for part in EXPECTED)]
        assert unexpected == []


# Who has no name yet is asked for one; not every address is one; a server may be busy; while the network is away,
# nothing can be loaded.
EXPECTED = ("401", "404", "503", "ERR_INTERNET_DISCONNECTED", "WebSocket")
