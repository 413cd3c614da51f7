"""The page lists, draws and plays games that it does not know: those that only the tests have."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from nodarium.core.discovery import find_game, game_ids
from tests.browser.person import Person, play_out
from tests.play import is_shipped

TEST_GAMES = [game for game in game_ids() if not is_shipped(game)]


@pytest.mark.parametrize("game", TEST_GAMES)
def test_an_unknown_game_is_listed_drawn_and_played(person: Callable[..., Person], game: str) -> None:
    title, endings = find_game(game).title, find_game(game).endings
    ann = person()
    ann.go("/")
    ann.page.wait_for_selector(".games svg .shape")
    assert title in ann.page.locator("li.game h2").all_inner_texts()
    ann.play_bot(title, "random")
    ann.wait_for_turn()
    assert ann.page.locator(".board svg .paint").count() > 1
    play_out([ann], Random(1), Person.click_something)
    assert any(str(ending.reason) in ann.message for ending in endings)
    ann.page.get_by_role("link", name="Review the game").click()
    ann.page.wait_for_selector("figure path.curve", state="attached")  # it may be a level line


def test_the_tests_have_games() -> None:
    assert {"coins", "trio"} <= set(TEST_GAMES)
