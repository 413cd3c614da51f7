"""A game that the page has never heard of is listed, drawn and played there."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic, sleep

import httpx
import pytest

from tests.browser.person import Person, play_out

ROOT = Path(__file__).parents[2]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.browser.fifth", str(port), str(tmp_path / "fifth.db")],
        cwd=ROOT,
        env={**os.environ, "NODARIUM_PURE": "1", "PYTHONPATH": paths},
        stderr=subprocess.DEVNULL,
    )
    made = f"http://127.0.0.1:{port}"
    end = monotonic() + 60
    while True:
        try:
            httpx.get(f"{made}/ready")
            break
        except httpx.TransportError:
            assert process.poll() is None
            assert monotonic() < end
            sleep(0.1)
    yield made
    process.terminate()
    process.wait(20)


def test_a_fifth_game_is_listed_drawn_and_played(person: Callable[..., Person], address: str) -> None:
    ann = person(address=address)
    ann.go("/")
    ann.page.wait_for_selector(".games svg .shape")
    assert ann.page.locator("li.game h2").all_inner_texts() == ["Coins"]
    ann.play_bot("Coins", "random")
    ann.wait_for_turn()
    assert ann.page.locator(".board svg circle.paint").count() == 2
    play_out([ann], Random(1), Person.click_something)
    assert "two rounds were played" in ann.says
    ann.page.get_by_role("link", name="Look through the game").click()
    ann.page.wait_for_selector("figure path.curve", state="attached")  # it may be a level line
