"""The lobby: playing at once, sitting down, watching public games, and one's last games."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from nodarium.core.discovery import find_game, game_ids
from tests.browser.person import Person, play_out
from tests.play import is_shipped
from tests.server.play import OPEN_GAMES, SECRET_GAMES

Arrive = Callable[..., Person]
ANY, TITLE = OPEN_GAMES[0], find_game(OPEN_GAMES[0]).title
# Other tests leave tables in the lobby that the server shares. Play now is tested with games that they leave alone.
FREE = [game for game in game_ids() if game not in OPEN_GAMES[:1]]


def play_now_card(person: Person, game: str) -> Any:
    return person.page.locator(
        "li.card", has=person.page.get_by_role("heading", name=find_game(game).title, exact=True)
    )


def seek(person: Person, game: str) -> Any:
    person.go("/lobby")
    card = play_now_card(person, game)
    card.get_by_role("button", name="Play now").click()
    expect(card).to_contain_text("Looking for an opponent")
    return card


def test_play_now_brings_two_people_together(person: Arrive) -> None:
    ann, bob = person(), person("phone")
    seek(ann, FREE[0])
    bob.go("/lobby")
    card = play_now_card(bob, FREE[0])
    expect(card).to_contain_text("waits")
    card.get_by_role("button", name="Play now").click()
    tables = {one.at_table() for one in (ann, bob)}
    assert len(tables) == 1
    for one in (ann, bob):
        one.page.wait_for_selector(".board svg")


def test_play_now_offers_a_bot_if_nobody_comes(person: Arrive) -> None:
    ann = person()
    ann.page.clock.install()
    card = seek(ann, FREE[1])
    expect(card.get_by_role("button", name="Cancel")).to_be_visible()
    ann.page.clock.run_for(5_000)
    expect(card).to_contain_text(re.compile(r"\b1\d\ss"))
    ann.page.clock.run_for(15_000)
    expect(card).to_contain_text("Nobody has come yet")
    card.get_by_role("button", name="Keep waiting").click()
    expect(card).to_contain_text("Looking for an opponent")
    card.get_by_role("button", name="Play a bot (casual)").click()
    ann.at_table()
    ann.page.clock.resume()
    ann.wait_for_turn()
    expect(ann.page.get_by_text("casual").first).to_be_visible()
    bob = person()
    bob.go("/lobby")
    expect(play_now_card(bob, FREE[1])).to_contain_text("an opponent, or a bot after 20 s")


@pytest.mark.parametrize("leaves", [False, True], ids=["cancels", "leaves"])
def test_a_search_that_ends_leaves_no_table_behind(person: Arrive, leaves: bool) -> None:
    ann, bob = person(), person()
    card = seek(ann, FREE[1])
    bob.go("/lobby")
    expect(play_now_card(bob, FREE[1])).to_contain_text("waits")
    if leaves:
        ann.page.get_by_role("link", name="Games", exact=True).click()
    else:
        card.get_by_role("button", name="Cancel").click()
        expect(card.get_by_role("button", name="Play now")).to_be_visible()
    expect(play_now_card(bob, FREE[1])).not_to_contain_text("waits")


def test_tables_can_be_filtered_by_game_and_clock(person: Arrive, running: Any) -> None:
    ann, host = person(), running.new_user("Filter Host")
    for game in game_ids()[:2]:
        host.open(game)
        host.open(game, clock={"kind": "fischer", "seconds": 300, "increment": 5})
    ann.go("/lobby")
    rows = ann.page.locator("section li", has_text="Filter Host").filter(has=ann.page.get_by_role("button"))
    expect(rows).to_have_count(4)
    chips = ann.page.get_by_role("group", name="Filter the tables")
    chips.get_by_role("button", name=find_game(game_ids()[0]).title, exact=True).click()
    expect(rows).to_have_count(2)
    chips.get_by_role("button", name="No clock").click()
    expect(rows).to_have_count(1)
    chips.get_by_role("button", name="All games").click()
    expect(rows).to_have_count(2)
    rows.first.get_by_role("button", name="Sit down").click()
    ann.at_table()
    ann.page.wait_for_selector(".board svg")


def test_a_guest_opens_an_account_and_sits_down_at_a_rated_table(person: Arrive, running: Any) -> None:
    host = running.new_user("Rated Host").register("rated-host")
    table = host.open(ANY, rated=True)
    ann = person()
    ann.go("/lobby")
    ann.page.locator("li", has_text="Rated Host").get_by_role("button", name="Sit down").click()
    sign_up(ann, "ann-rates")
    assert ann.at_table() == table
    ann.page.wait_for_selector(".board svg")


def test_a_guest_with_the_link_of_a_rated_table_gets_an_account_and_a_seat(person: Arrive, running: Any) -> None:
    host = running.new_user("Rated Host").register("rated-host-2")
    table = host.open(ANY, rated=True, listed=False)
    ann = person()
    ann.go(f"/tables/{table}")
    ann.page.locator(".seats button").first.click()
    sign_up(ann, "ann-rates-2")
    ann.page.wait_for_selector(".board svg")
    expect(ann.page.locator(".score")).to_have_count(2)


def sign_up(person: Person, name: str) -> None:
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("This table is rated")
    dialog.get_by_label("Account name").fill(name)
    dialog.get_by_label("Password").fill("a long password")
    dialog.get_by_role("button", name="Create an account").click()


@pytest.mark.parametrize("game", [ANY, next(game for game in SECRET_GAMES if is_shipped(game))])
def test_public_games_are_watched_as_they_happen(person: Arrive, running: Any, game: str) -> None:
    ann, bob, cyd = running.new_user("Watched Ann"), running.new_user("Watched Bob"), person(records_http=True)
    table = ann.open(game)
    bob.do(table, "sit")
    cyd.go("/lobby")
    card = cyd.page.locator("li.card", has_text="Watched Ann").filter(has=cyd.page.locator(f'[href="/tables/{table}"]'))
    expect(card.locator("svg .shape").first).to_be_visible()
    before = card.locator("svg").first.inner_html()
    players = [ann, bob]
    for _ in range(3):
        state = ann.look(table)
        slot = state["table"]["games"][0]["slots"][state["now"]["to_act"][0]]
        mover = players[slot]
        mover.do(table, "move", move=mover.look(table)["now"]["legal_moves"][0])
    cyd.page.wait_for_function(
        "([href, before]) => document.querySelector(`li.card [href='${href}'] svg`)?.innerHTML !== before",
        arg=[f"/tables/{table}", before],
    )
    bob.do(table, "resign")
    expect(card).to_have_count(0)
    assert not [frame for frame in cyd.received if "legal_moves" in frame]


def test_the_host_of_a_listed_table_waits_in_the_lobby(person: Arrive) -> None:
    ann = person()
    ann.go(f"/games/{ANY}/anybody")
    ann.page.get_by_role("button", name="Start").click()
    ann.at_table()
    expect(ann.page.locator(".cover")).to_contain_text("Your table waits in the lobby.")
    ann.invite(TITLE)
    expect(ann.page.locator(".cover")).not_to_contain_text("lobby")


def test_the_last_games_are_listed_with_result_and_review(person: Arrive) -> None:
    ann = person()
    ann.play_bot(TITLE, "random")
    ann.wait_for_turn()
    play_out([ann], Random(5), Person.tap_something)
    ann.go("/lobby")
    row = ann.page.locator("section", has=ann.page.get_by_role("heading", name="Your last games")).locator("li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(TITLE)
    row.get_by_role("link", name="Review").click()
    ann.page.wait_for_selector("figure path.curve", state="attached")
