"""Whole games on the page: against a bot, between two browsers, on a phone, and with the keyboard alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from nodarium.core.discovery import find_game
from nodarium.server.table import Table
from tests.browser.person import Person, play_out
from tests.server.play import GAMES
from tests.server.running import Running

Arrive = Callable[..., Person]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_a_bot_by_clicking(person: Arrive, game: str) -> None:
    ann = person()
    ann.play_bot(find_game(game).title, "club")
    play_out([ann], Random(1), Person.click_or_tap)
    assert ann.page.get_by_role("link", name="Review the game").is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_moves_cause_no_http_request(person: Arrive, game: str) -> None:
    """A move's wording comes with its event, so the page needs nothing but its socket."""
    ann = person()
    ann.play_bot(find_game(game).title, "random")
    ann.page.reload()  # drops the front page's requests, which wait until bots have played sample matches
    ann.wait_for_turn()
    ann.page.wait_for_load_state("networkidle")
    ann.requested.clear()
    dice = Random(4)
    while moves_received(ann) < 10 and not ann.over:
        ann.tap_something(dice)
        ann.wait_for_turn()
    assert ann.over or moves_received(ann) >= 10
    # Chromium itself loads the icon again a while after each navigation, and the one with a dot when it is your turn.
    assert [url for url in ann.requested if not url.endswith(("/mark.svg", "/mark-turn.svg"))] == []


def moves_received(person: Person) -> int:
    return sum(event["kind"] == "moved" for frame in person.frames() for event in frame.get("events", ()))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_keyboard_alone(person: Arrive, game: str) -> None:
    ann = person()
    ann.go("/")
    title = find_game(game).title
    ann.card(title).get_by_role("combobox").focus()
    ann.page.keyboard.press("e")  # expert
    ann.card(title).get_by_role("button", name="Play a bot").focus()
    ann.page.keyboard.press("Enter")
    ann.at_table()
    ann.wait_for_turn()
    play_out([ann], Random(2), Person.type_something)


@pytest.mark.parametrize("game", GAMES)
def test_a_desktop_and_a_phone_play_each_other(person: Arrive, running: Running, game: str) -> None:
    ann, bob = person(records_http=True), person("phone", "dark", records_http=True)
    table = ann.invite_to_smallest(game)
    bob.join(table)
    ann.wait_for_change("")
    play_out([ann, bob], Random(3), Person.tap_something)
    assert ann.page.title() == bob.page.title()
    for seat, one in enumerate((ann, bob)):
        check_nothing_leaks(one, running.services.repository.tables[table].table, seat)


def check_nothing_leaks(one: Person, table: Table, seat: int) -> None:
    """Check that the browser received only scenes of its seat, no hidden move before its reveal, and no deal."""
    match = table.match
    assert match
    picture = match.game.renderer.scene
    states = [match.state_after(number) for number in range(len(match.history) + 1)]
    allowed = {plain(msgspec.to_builtins(picture(state, seat))) for state in states}
    scenes = [frame["now"]["scene"] for frame in one.frames() if frame.get("now", {}).get("scene")]
    assert scenes
    assert {plain(scene) for scene in scenes} <= allowed
    for frame in one.frames():
        assert frame.get("now", {}).get("view") is None
        for event in frame.get("events", ()):
            assert "deal" not in event
    shown_by = {hidden: number for number, all_hidden in table.reveals.items() for hidden in all_hidden}
    for frame in one.frames():
        for event in frame.get("events", ()):
            if event["number"] in shown_by and event["seat"] != seat:
                assert ("move" in event) == (frame["now"]["number"] >= shown_by[event["number"]])


def plain(scene: Any) -> str:
    return json.dumps(scene, sort_keys=True)
