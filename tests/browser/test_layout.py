"""Nothing at a table is cut off, covered, overlapping, too small or jumping, on any screen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from nodarium.core.discovery import find_game
from tests.browser.person import SIZES, Person
from tests.server.play import GAMES

Arrive = Callable[..., Person]
MOVES = 3  # before the table is looked at
# Problems of the page as it is: a list of sentences.
CHECK = """
() => {
  const found = [];
  const say = (what, one) => found.push(`${what}: ${one.outerHTML.replace(/\\s+/g, ' ').slice(0, 140)}`);
  const isPhone = innerWidth < 600;
  const isSeen = one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !one.closest('.visually-hidden, [inert], [aria-hidden=true] svg') && !one.matches('.visually-hidden');
  const root = document.querySelector('main.table');
  if (document.documentElement.scrollWidth > innerWidth) say('wider than the screen', document.body);
  for (const one of root.querySelectorAll('*')) {
    if (one instanceof SVGElement || !isSeen(one)) continue;
    const style = getComputedStyle(one);
    const text = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    const isCut = style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis';
    if (text && isCut && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1) say('text outside its box', one);
    if (text && parseFloat(style.fontSize) < 12) say('small text', one);
  }
  // buttons: the middle of each is its own, or hidden in its fan
  const buttons = [...root.querySelectorAll('button, a.button')].filter(isSeen);
  for (const one of buttons) {
    if (one.closest('.side, .fan') || one.disabled) continue;
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue; // below the fold
    const seen = document.elementFromPoint(x, y);
    if (seen?.closest('.foot') && !one.closest('.foot')) continue; // comes up by scrolling: checked below
    if (!one.contains(seen)) say(`covered by ${seen?.className?.baseVal ?? seen?.className}`, one);
  }
  // targets: none stays below the bar when it is scrolled to
  for (const one of root.querySelectorAll('[data-target]')) {
    if (one.closest('.fan')) continue;
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!seen || (seen.closest('.foot') && !one.closest('.foot'))) say('a target below the bar', one);
  }
  scrollTo(0, 0);
  return found;
}"""
BOARD = "(() => { const { x, y, width, height } = document.querySelector('.board').getBoundingClientRect();\
 return [x, y, width, height].map(Math.round).join(); })()"
LEAST_BOARD = {"desktop": 480, "laptop": 340}  # pixels


def look(ann: Person, size: str) -> list[str]:
    width, height = SIZES[size]
    ann.page.set_viewport_size({"width": width, "height": height})
    ann.page.wait_for_timeout(60)
    return [f"{size}: {problem}" for problem in ann.page.evaluate(CHECK)]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_on_any_screen(person: Arrive, game: str) -> None:
    ann, dice = person(theme="dark" if GAMES.index(game) % 2 else "light"), Random(8)
    ann.play_bot(find_game(game).title, "random")
    problems = []
    for _ in range(MOVES):
        ann.wait_for_turn()
        if not ann.over:
            ann.tap_something(dice)
    for size in SIZES:
        problems += look(ann, size)
    if not ann.over:
        ann.page.get_by_role("button", name="Resign").click()
        ann.page.get_by_role("button", name="Yes, resign").click()
        ann.page.wait_for_selector(".end")
    for size in SIZES:
        problems += look(ann, size)
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_keeps_its_place(person: Arrive, game: str, size: str) -> None:
    ann, dice = person(size), Random(5)
    ann.play_bot(find_game(game).title, "random")
    boards = set()
    for step in range(10):
        ann.wait_for_turn()
        if ann.over:
            break
        ann.page.evaluate("scrollTo(0, 0)")
        if step:  # the dock may find its height with the first move
            boards.add(ann.page.evaluate(BOARD))
        ann.tap_something(dice)
    assert len(boards) == 1
    if size in LEAST_BOARD:
        assert int(boards.pop().split(",")[-1]) >= LEAST_BOARD[size]


def test_the_end_can_be_put_aside(person: Arrive) -> None:
    ann = person()
    ann.play_bot(find_game(GAMES[0]).title, "random")
    ann.wait_for_turn()
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    end = ann.page.locator(".end")
    end.get_by_role("heading", name="You lost.").wait_for()
    ann.page.wait_for_function("() => document.activeElement.id === 'end-title'")
    ann.page.keyboard.press("Escape")
    end.wait_for(state="detached")
    ann.page.get_by_role("button", name="Show the result").click()
    end.get_by_role("link", name="Review the game").click()
    ann.page.wait_for_url("**/games/0")


def test_the_log_is_a_sheet_on_a_phone(person: Arrive) -> None:
    ann = person("phone")
    ann.play_bot(find_game(GAMES[0]).title, "random")
    ann.wait_for_turn()
    assert not ann.page.get_by_role("tab", name="Log").is_visible()
    ann.page.get_by_role("button", name="Table, log, rules and chat").click()
    ann.page.get_by_role("tab", name="Log").click()
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("tab", name="Log").wait_for(state="hidden")
