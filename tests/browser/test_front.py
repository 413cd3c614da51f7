"""The front page: which game to start with, ways to play, games to go on with, and credits."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from nodarium.core.discovery import find_game, game_ids
from tests.browser.person import Person
from tests.play import is_shipped
from tests.server.play import OPEN_GAMES

Arrive = Callable[..., Person]
WORDS_PER_MINUTE = 130  # of a careful reader, who also looks at the diagrams
TITLE = find_game(OPEN_GAMES[0]).title
OTHER = find_game(OPEN_GAMES[1]).title


def test_each_game_says_what_it_is_and_the_easiest_comes_first(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    cards = ann.page.locator("li.game")
    expect(cards).to_have_count(len(game_ids()))
    titles = ann.page.locator("li.game h2").all_inner_texts()
    weights = {find_game(game).title: find_game(game).weight for game in game_ids()}
    assert [weights[title] for title in titles] == sorted(weights.values())
    expect(cards.first).to_contain_text("Start here")
    expect(ann.page.get_by_text("Start here")).to_have_count(1)
    for game in map(find_game, game_ids()):
        card = ann.card(game.title)
        for words in (str(game.tagline), str(game.facts), f"{game.minutes} min"):
            expect(card).to_contain_text(words)
        assert card.get_by_role("link", name="Learn").get_attribute("href") == f"/rules/{game.id}"


def test_the_designers_are_credited(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    footer = ann.page.locator("footer")
    expect(footer).to_contain_text("The games belong to their designers.")
    for game in map(find_game, game_ids()):
        if game.designer:
            expect(footer).to_contain_text(f"{game.title} by {game.designer}")


def test_play_now_seats_a_visitor_at_the_first_game(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    first = ann.page.locator("li.game h2").first.inner_text()
    expect(ann.page.get_by_text(f"Play now seats you at {first} with a bot (casual).")).to_be_visible()
    ann.page.get_by_role("button", name="Play now").click()
    ann.at_table()
    ann.wait_for_turn()
    assert first in ann.page.title()


def test_the_level_of_the_bot_is_remembered_for_each_game(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    ann.card(TITLE).get_by_role("combobox").select_option("expert")
    ann.page.reload()
    expect(ann.card(TITLE).get_by_role("combobox")).to_have_value("expert")
    expect(ann.card(OTHER).get_by_role("combobox")).to_have_value("casual")
    ann.go(f"/games/{OPEN_GAMES[0]}")
    expect(ann.page.get_by_label("Bot level")).to_have_value("expert")
    ann.go(f"/games/{OPEN_GAMES[1]}")
    expect(ann.page.get_by_label("Bot level")).to_have_value("casual")


def test_the_level_that_was_kept_for_all_games_stays_that_of_the_games_that_were_played(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    ann.page.evaluate("game => { localStorage.level = 'club'; localStorage.games = game; }", OPEN_GAMES[0])
    for _ in range(2):  # the second time from the new setting
        ann.page.reload()
        expect(ann.card(TITLE).get_by_role("combobox")).to_have_value("club")
        expect(ann.card(OTHER).get_by_role("combobox")).to_have_value("casual")


def test_a_game_to_go_on_with_can_be_removed(person: Arrive) -> None:
    ann = person()
    table = ann.play_bot(TITLE, "random")
    ann.wait_for_turn()
    other = ann.play_bot(OTHER, "random")
    ann.wait_for_turn()
    ann.go("/")
    cards = ann.page.locator(".own-tables li")
    expect(cards).to_have_count(2)
    expect(cards.first.locator(".board svg")).to_be_visible()
    cards.filter(has=ann.page.locator(f'[href="/tables/{table}"]')).get_by_role("button", name="Remove").click()
    expect(cards).to_have_count(1)
    ann.page.reload()
    expect(cards).to_have_count(1)
    cards.get_by_role("link", name="Continue").click()
    ann.at_table()
    assert ann.page.url.endswith(other)


@pytest.mark.parametrize("game", [game for game in game_ids() if is_shipped(game)])
def test_a_game_can_be_learned_in_three_minutes(person: Arrive, game: str) -> None:
    """The rules begin with a summary of a few steps, with diagrams, and the way to the first game."""
    ann = person()
    ann.go("/")
    title, summary = find_game(game).title, find_game(game).rulebook().summary
    ann.card(title).get_by_role("link", name="Learn").click()
    section = ann.page.locator("section", has=ann.page.get_by_role("heading", name=f"{title} in three minutes"))
    expect(section.locator("ol > li")).to_have_count(len(summary))
    expect(section.locator("figure svg").first).to_be_visible()
    words = " ".join(section.locator("li > p, figcaption").all_inner_texts()).split()
    assert len(words) < 3 * WORDS_PER_MINUTE
    assert ann.page.get_by_text(summary[0][:30]).count() == 1  # the list of rules doesn't repeat it
    section.get_by_role("button", name="Play a bot").click()
    ann.at_table()


def test_the_table_of_contents_leads_to_the_chapters(person: Arrive) -> None:
    ann = person()
    ann.go(f"/rules/{OPEN_GAMES[0]}")
    link = ann.page.locator("nav[aria-labelledby=contents] a").last
    link.click()
    expect(ann.page.locator(".rules h2").last).to_be_in_viewport()
    assert ann.page.locator(".rules h2").last.inner_text() == link.inner_text()
