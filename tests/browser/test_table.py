"""Everything at a table except plain moves, and how the page handles errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random

import playwright.sync_api as playwright
import pytest
from playwright.sync_api import expect

from nodarium.core.discovery import find_game
from nodarium.core.game import CardSheet
from nodarium.core.scene import Group, Shape
from nodarium.record.match import Match
from nodarium.server.http.review import diagrams_of
from nodarium.server.settings import Rate
from nodarium.server.table import Table
from tests.browser.person import ARROWS, FIND, Person, play_out
from tests.server.play import AT_ONCE, GAMES, OPEN_GAMES
from tests.server.running import Running

Arrive = Callable[..., Person]
ANY = OPEN_GAMES[0]
TITLE = find_game(ANY).title
CLICK = """
key => document.querySelector(`[data-target="${CSS.escape(key)}"]`)
  .dispatchEvent(new MouseEvent('click', { bubbles: true }))"""
# Whether the first line of a rule is visible: in its box, on the screen, and not behind the bar.
FIRST_LINE = """
number => {
  const rect = document.querySelector(`[data-rule="${number}"] .number`).getBoundingClientRect();
  const there = document.elementFromPoint(rect.left + 2, rect.top + 10);
  return there?.closest('[data-rule]')?.dataset.rule === number;
}"""
KEYS = "all => all.map(one => one.dataset.target)"
SECRET = next(game for game in GAMES if find_game(game).imperfect_information)


@pytest.fixture
def pair(person: Arrive) -> tuple[Person, Person]:
    """Two users in a game that has just begun; the first is to move."""
    ann, bob = person(), person()
    bob.join(ann.invite(TITLE))
    ann.wait_for_turn()
    return ann, bob


def test_two_clicks_lead_from_the_front_page_to_the_first_move(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    ann.card(TITLE).get_by_role("button", name="Play a bot").click()
    ann.wait_for_turn()
    before = int(ann.state().split(",")[0])
    ann.click_something(Random(1))
    ann.page.wait_for_function("before => +document.querySelector('main').dataset.event > before", arg=before)


def see_refusal(person: Person, key: str) -> None:
    """Click on a shape and wait for the refusal. A move of somebody else at this moment takes it away: try again."""
    for attempts_left in reversed(range(3)):
        person.page.evaluate(
            """key => document.querySelector(`.shape[data-key="${CSS.escape(key)}"]`)
                 .dispatchEvent(new MouseEvent('click', { bubbles: true }))""",
            key,
        )
        try:
            person.page.wait_for_selector(".refusal", timeout=5000 if attempts_left else None)
            return
        except playwright.TimeoutError:
            if not attempts_left:
                raise


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_target_is_refused_with_a_link_to_the_rule(person: Arrive, game: str) -> None:
    ann = person("phone")
    ann.play_bot(find_game(game).title, "random")
    dice = Random(4)
    for _ in range(24):
        ann.wait_for_turn()
        if ann.page.locator("main.table").get_attribute("data-selected") != "0":
            ann.click_something(dice)  # what isn't a target now may begin another path
            continue
        keys = ann.page.eval_on_selector_all(
            ".board svg .shape[data-key]",
            """all => all.filter(one => one.getAttribute('aria-label') && one.getBoundingClientRect().width > 6)
                 .map(one => one.dataset.key)
                 .filter(key => !document.querySelector(`[data-target="${CSS.escape(key)}"]`))""",
        )
        for key in dice.sample(keys, min(4, len(keys))):
            see_refusal(ann, key)
            rule = ann.page.locator(".refusal .rule")
            if rule.count():
                number = rule.inner_text()
                rule.click()
                expect(ann.page.locator(f'[data-rule="{number}"].shown .number')).to_be_in_viewport()
                ann.page.wait_for_function(FIRST_LINE, arg=number)
                return
            ann.page.keyboard.press("Escape")
        ann.click_something(dice)
        if ann.over:
            ann.play_bot(find_game(game).title, "random")
    raise AssertionError("nothing was refused")


def has_slots(game: str) -> bool:
    """Whether the first player of a game has places for what they choose."""
    state = find_game(game).new_state(seed=1)
    panels = find_game(game).renderer.scene(state, state.to_act[0]).panels
    return any(row.layout == "slots" for panel in panels for row in panel.rows)


# How many places are filled and how many things lie in all piles of the hand; whether all of it can be seen.
HAND = """
() => {
  const slots = [...document.querySelectorAll('.slot')];
  const piles = [...document.querySelectorAll('.piles .number')].slice(0, 4).map(one => +one.textContent);
  const bar = document.querySelector('.bar').getBoundingClientRect();
  const seen = [...document.querySelectorAll('.slot, .piles .token')].every(one => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= bar.top + 1 && box.left >= 0 && box.right <= innerWidth;
  });
  const filled = slots.filter(one => one.classList.contains('filled')).length;
  return [filled, piles.reduce((sum, count) => sum + count, 0), seen];
}"""


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (820, 1180), (390, 844), (360, 640)], ids=str)
def test_what_is_given_fills_places_next_to_the_hand(person: Arrive, size: tuple[int, int]) -> None:
    ann = person()
    ann.page.set_viewport_size({"width": size[0], "height": size[1]})
    ann.play_bot(find_game(next(filter(has_slots, GAMES))).title, "random")
    dice = Random(7)
    given = ann.page.locator(".piles button[data-target]")
    for _ in range(60):
        ann.wait_for_turn()
        if given.count():
            break
        ann.tap_something(dice)
    filled, held, seen = ann.page.evaluate(HAND)
    assert (filled, seen) == (0, True)
    assert "›" not in ann.message
    given.first.click()
    ann.page.wait_for_selector(".slot.filled")
    assert ann.page.evaluate(HAND) == [1, held - 1, True]
    assert ann.message.startswith("1 of ")
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_function(f"() => ({HAND})()[0] === 0")


def test_a_move_can_be_taken_back(person: Arrive) -> None:
    ann = person()
    ann.play_bot(TITLE, "random")
    ann.wait_for_turn()
    ann.click_something(Random(2))
    ann.wait_for_turn()
    ann.page.get_by_role("tab", name="Log").click()
    lines = ann.page.locator(".tab li")
    expect(lines).not_to_have_count(0)
    ann.page.get_by_role("button", name="Undo").click()
    expect(lines).to_have_count(0)
    ann.wait_for_turn()


@pytest.mark.parametrize("game", AT_ONCE)
def test_a_simultaneous_choice_cannot_be_taken_back(person: Arrive, game: str) -> None:
    ann, bob = person(), person()
    bob.join(ann.invite(find_game(game).title))
    ann.wait_for_turn()
    before = ann.state().split(",")[0]
    while ann.state().split(",")[0] == before:
        ann.tap_something(Random(1))
    expect(ann.page.locator(".prompt")).to_contain_text("Waiting for")
    ann.page.wait_for_timeout(200)
    expect(ann.page.get_by_role("button", name="Undo")).to_have_count(0)


def test_step_back_removes_the_last_selected_target(person: Arrive) -> None:
    ann = person()
    select_part_of_a_move(ann, Random(2))
    before, chosen = ann.state().split(",")[:2]
    expect(ann.page.get_by_role("button", name="Undo")).to_have_count(0)
    for key in ann.page.eval_on_selector_all(".board .shape[aria-label]", "all => all.map(one => one.dataset.key)"):
        if ann.page.locator(f'[data-target="{key}"]').count() == 0:
            ann.page.evaluate(CLICK.replace("data-target", "data-key"), key)
            ann.page.locator(".refusal").wait_for()
            break
    assert ann.state().split(",")[:2] == [before, chosen]
    ann.page.get_by_role("button", name="Step back").click()
    assert ann.state().split(",")[:2] == [before, str(int(chosen) - 1)]
    expect(ann.page.locator(".refusal")).to_have_count(0)


def select_part_of_a_move(ann: Person, dice: Random) -> None:
    """Play until the selection is part of a move, and a move was made before."""
    for game in GAMES * 4:
        ann.play_bot(find_game(game).title, "random")
        for _ in range(30):
            ann.wait_for_turn()
            if ann.over:
                break
            if ann.state().split(",")[1] != "0" and ann.page.locator(".tab li, .rules").count():
                return
            ann.tap_something(dice)
    raise AssertionError("no choice has two parts")


@pytest.mark.parametrize("game", GAMES)
def test_the_board_does_not_move_and_nothing_scrolls_sideways(person: Arrive, game: str) -> None:
    ann, dice = person(), Random(8)
    ann.play_bot(find_game(game).title, "random")
    boards = set()
    for step in range(40):
        ann.wait_for_turn()
        if ann.over:
            break
        if step == 20:
            ann.page.set_viewport_size({"width": 360, "height": 740})
        if step < 20:
            boards.add(str(ann.page.locator(".board").bounding_box()))
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ann.tap_something(dice)
    assert len(boards) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_bar_never_covers_the_board(person: Arrive, game: str) -> None:
    ann, dice = person(), Random(8)
    ann.play_bot(find_game(game).title, "random")
    for step in range(25):
        ann.wait_for_turn()
        if ann.over:
            break
        for width, height in ((1280, 800), (1024, 768), (390, 844)):
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.evaluate("scrollTo(0, 0)")
            below = ann.page.evaluate(
                "['.bar', '.board'].map(one => document.querySelector(one).getBoundingClientRect())"
                ".reduce((bar, board) => bar.top - board.bottom)"
            )
            assert below > 0, f"{ann.message} at {width} × {height}, step {step}"
        ann.tap_something(dice)


def test_a_highlighted_target_is_described_until_the_next_move(person: Arrive) -> None:
    ann = person()
    ann.play_bot(TITLE, "random")
    hint = ann.page.locator(".hint")
    for _ in range(2):
        ann.wait_for_turn()
        expect(hint).to_have_text("")
        ann.page.keyboard.press("ArrowRight")
        focused = ann.page.evaluate("document.activeElement.getAttribute('aria-label')")
        expect(hint).to_have_text(focused, ignore_case=True)
        before = ann.state()
        ann.page.keyboard.press("Enter")
        ann.wait_for_change(before)


def test_what_a_finger_has_touched_stays_described(person: Arrive) -> None:
    ann, eve = person(), person("phone")
    table = ann.play_bot(TITLE, "random")
    ann.wait_for_turn()
    eve.go(f"/tables/{table}")
    eve.page.wait_for_selector(".board svg")
    hint = eve.page.locator(".hint")
    for shape in eve.page.locator(".board .shape").all()[::-1]:
        shape.tap(force=True)
        if hint.inner_text():
            break
    eve.page.wait_for_timeout(100)
    assert hint.inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_the_longest_description_fits_without_moving_the_board(person: Arrive, game: str) -> None:
    ann, dice = person(), Random(8)
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    ann.play_bot(find_game(game).title, "random")
    hint, told, boards = ann.page.locator(".hint"), set(), set()
    for _ in range(12):
        ann.wait_for_turn()
        if ann.over:
            break
        labels = ann.page.locator(".board .shape").evaluate_all("all => all.map(one => one.ariaLabel ?? '')")
        ann.page.locator(".board .shape").nth(labels.index(max(labels, key=len))).dispatch_event("pointerover")
        ann.page.wait_for_timeout(60)
        told.add(hint.inner_text())
        assert hint.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")
        boards.add(str(ann.page.locator(".board").bounding_box()))
        ann.tap_something(dice)
    assert len(boards) == 1
    assert told - {""}


def has_dim_targets(game_id: str) -> bool:
    """Whether the first scene of a game marks targets that would do nothing."""
    game = find_game(game_id)
    scene = game.renderer.scene(game.new_state(seed=1), 0)
    keys = {target.key for target in scene.targets}
    return any("dim" in getattr(shape, "style", "").split() for shape in parts(scene.shapes, keys))


def parts(shapes: Iterable[Shape], keys: set[str]) -> Iterator[Shape]:
    """Yield the shapes that are targets, and everything in them."""
    for shape in shapes:
        if shape.key in keys:
            yield from [shape, *(shape.shapes if isinstance(shape, Group) else ())]


WITH_DIM_TARGETS = [game for game in AT_ONCE if has_dim_targets(game)]


def test_a_game_has_dim_targets() -> None:
    assert WITH_DIM_TARGETS


@pytest.mark.parametrize("game", WITH_DIM_TARGETS)
def test_a_target_that_would_do_nothing_is_dim_but_can_be_selected(person: Arrive, game: str) -> None:
    ann = person()
    ann.play_bot(find_game(game).title, "random")
    ann.wait_for_turn()
    dim = ann.page.locator(".board .target.dim")
    assert 0 < dim.count() < ann.page.locator(".board .target").count()
    before = ann.state()
    dim.first.click()
    ann.wait_for_change(before)


@pytest.mark.parametrize("game", WITH_DIM_TARGETS)
def test_the_first_tap_on_a_dim_target_explains_it(person: Arrive, game: str) -> None:
    ann = person(size="phone")
    ann.play_bot(find_game(game).title, "random")
    ann.wait_for_turn()
    dim, before = ann.page.locator(".board .target.dim").first, ann.state()
    dim.tap()
    expect(ann.page.locator(".hint")).to_contain_text("would do nothing now")
    assert ann.state() == before
    dim.tap()
    ann.wait_for_change(before)


@pytest.mark.parametrize("game", GAMES)
def test_the_tab_key_reaches_the_board_and_every_button(person: Arrive, game: str) -> None:
    ann, dice = person(), Random(4)
    ann.play_bot(find_game(game).title, "random")
    for step in range(40):
        ann.wait_for_turn()
        if ann.over:
            ann.play_bot(find_game(game).title, "random")
        elif step >= 30 or ann.page.locator(".bar [data-target]").count():  # not every game has buttons
            break
        else:
            ann.tap_something(dice)
    buttons, board = ann.page.locator("button[data-target]"), ann.page.locator(".board [data-target]")
    wanted, found = set(buttons.evaluate_all(KEYS)), set()
    for _ in range(ann.page.locator("a, button, input, select, [tabindex]").count()):  # once around the page
        ann.page.keyboard.press("Tab")
        found.add(ann.page.evaluate("document.activeElement.dataset.target"))
    assert wanted <= found
    assert not board.count() or found & set(board.evaluate_all(KEYS))
    assert found - {None}


@pytest.mark.parametrize("game", [game for game in GAMES if isinstance(find_game(game).renderer, CardSheet)])
def test_all_cards_can_be_viewed_from_the_table(person: Arrive, game: str) -> None:
    ann = person()
    ann.play_bot(find_game(game).title, "random")
    ann.wait_for_turn()
    sheet = diagrams_of(game)[-1]
    ann.page.locator(".panel .rule", has_text=sheet.rule).click()
    cards = ann.page.locator(f'[data-rule="{sheet.rule}"] figure').last.locator("svg > g > .shape")
    expect(cards).to_have_count(len(sheet.scene.shapes))
    assert any("/diagrams" in url and "/tables/" in url for url in ann.requested)  # the cards of this table


@pytest.mark.parametrize("game", GAMES)
def test_a_partial_selection_is_shown_once_with_what_comes_next(person: Arrive, game: str) -> None:
    ann, dice = person(), Random(3)
    ann.play_bot(find_game(game).title, "random")
    for _ in range(30):
        ann.wait_for_turn()
        if ann.over:
            break
        ann.click_something(dice)
        if ann.page.locator(".path").count():
            ann.page.mouse.move(1, 1)
            path = ann.page.locator(".path").inner_text()
            chosen, last = path.split(" › ")[-2:]
            assert last == "choose what comes next"
            thing = ann.page.locator(f'.board .shape[aria-label="{chosen}" i]')
            if thing.count():
                thing.first.dispatch_event("pointerover")
                ann.page.wait_for_timeout(50)
                expect(ann.page.locator(".hint")).to_have_text("")


def test_arrow_keys_scroll_the_focused_rules(person: Arrive) -> None:
    ann = person()
    ann.play_bot(TITLE, "random")
    ann.wait_for_turn()
    panel = ann.page.get_by_role("tabpanel")
    expect(panel.locator("h2").first).to_be_visible()  # the rules are loaded after the table
    panel.focus()
    ann.page.keyboard.press("ArrowDown")
    expect(panel).to_be_focused()
    ann.page.wait_for_function("() => document.querySelector('[role=tabpanel]').scrollTop > 0")


def test_a_reserved_slot_is_offered_only_to_its_owner(person: Arrive) -> None:
    ann, bob, eve = person(), person(), person()
    bob.open_account("Bob Reserved")
    ann.go("/")
    wanted = {"game": ANY, "slots": [{"who": "me"}, {"who": "person", "account": "Bob Reserved"}]}
    ann.play_bot(TITLE, "random")  # signs in
    table = ann.page.evaluate(
        """async (wanted) => {
            const response = await fetch('/api/tables', {
                method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wanted)
            });
            return (await response.json()).table.id;
        }""",
        wanted,
    )
    for one, offered in ((eve, 0), (bob, 1)):
        one.go(f"/tables/{table}")
        expect(one.page.get_by_role("heading", name="A game of")).to_be_visible()
        expect(one.page.get_by_role("button", name="Play as")).to_have_count(offered)


@pytest.mark.parametrize("game", GAMES)
def test_the_focus_stays_at_the_table(person: Arrive, game: str) -> None:
    ann, dice = person(), Random(4)
    ann.play_bot(find_game(game).title, "random")
    ann.wait_for_turn()
    for _ in range(8):
        for key in (dice.choice(ARROWS), "Enter"):
            ann.page.keyboard.press(key)
        ann.page.wait_for_timeout(200)
        ann.wait_for_turn()
        ann.page.wait_for_function("() => document.querySelector('main.table').contains(document.activeElement)")


def test_on_a_phone_targets_off_the_board_are_in_the_dock_or_the_bar(person: Arrive, running: Running) -> None:
    ann, dice = person("phone"), Random(3)
    for game in GAMES * 3:
        table = ann.play_bot(find_game(game).title, "random")
        for _ in range(60):
            ann.wait_for_turn()
            live = running.services.repository.tables[table].table
            if ann.over or live.match is None:
                break
            if not ann.page.locator(".board [data-target]").count():
                near = ann.page.locator(".dock [data-target], .bar [data-target]")
                near.first.scroll_into_view_if_needed()
                expect(near.first).to_be_in_viewport()
                return
            ann.tap_something(dice)
    raise AssertionError("it never happened")


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(pair: tuple[Person, Person]) -> None:
    ann, bob = pair
    play_some_moves(ann, bob, 7)
    ann.page.get_by_role("tab", name="Log").click()
    before, lines = ann.state(), ann.page.locator(".tab li").all_inner_texts()
    ann.page.reload()
    ann.page.wait_for_selector(".board svg")
    assert ann.state().split(",")[0] == before.split(",")[0]
    expect(ann.page.locator(".tab li")).to_have_text([re.compile(re.escape(line.split("\n")[-1])) for line in lines])
    expect(ann.page.locator(".marks > *").first).to_be_attached()


def test_a_move_made_offline_is_sent_once_after_reconnecting(pair: tuple[Person, Person]) -> None:
    ann, bob = pair
    play_some_moves(ann, bob, 2)
    mover = ann if "able" in ann.state() else bob
    mover.context.set_offline(True)
    expect(mover.page.locator(".offline")).to_have_text("No connection. Trying again …")
    before = int(mover.state().split(",")[0])
    place = mover.page.evaluate(
        "() => { const r = document.querySelector('[data-target]').getBoundingClientRect();"
        " return [r.left + r.width / 2, r.top + r.height / 2] }"
    )
    mover.page.mouse.click(*place)
    expect(mover.page.locator(".offline")).to_contain_text("will be sent when the connection is back")
    assert int(mover.state().split(",")[0]) == before
    mover.context.set_offline(False)
    expect(mover.page.locator(".offline")).to_be_hidden()
    mover.page.wait_for_function(f"() => Number(document.querySelector('main.table').dataset.event) > {before}")
    moves = [event for frame in bob.frames() for event in frame.get("events", ()) if event["kind"] == "moved"]
    assert len({event["number"] for event in moves}) == 3


def play_some_moves(ann: Person, bob: Person, moves: int) -> None:
    dice = Random(5)
    for _ in range(moves):
        while not any("able" in one.state() for one in (ann, bob)):
            ann.page.wait_for_timeout(10)
        mover = next(one for one in (ann, bob) if "able" in one.state())
        before = mover.state()
        mover.tap_something(dice)
        mover.wait_for_change(before)
    while ann.state().split(",")[0] != bob.state().split(",")[0]:
        ann.page.wait_for_timeout(10)


def test_a_rate_limited_move_is_refused_and_can_be_repeated(
    person: Arrive, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person()
    ann.play_bot(TITLE, "random")
    ann.wait_for_turn()
    before = ann.state()
    with monkeypatch.context() as strict:
        strict.setattr(running.services.limits.requests, "rate", Rate(0, 1))
        ann.page.mouse.click(*ann.page.evaluate(FIND, 0.5))
        expect(ann.page.locator(".refusal")).to_contain_text("Wait a moment")
    assert ann.state() == before
    ann.click_something(Random(3))
    assert ann.state() != before


def test_resigning_has_to_be_confirmed(pair: tuple[Person, Person]) -> None:
    ann, bob = pair
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Keep playing").click()
    assert not ann.over
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    expect(bob.page.locator(".bar.over")).to_contain_text("You won")
    expect(ann.page.locator(".bar.over")).to_contain_text("You lost")
    bob.page.get_by_role("button", name="Play again").click()
    ann.page.get_by_role("button", name="Accept").click()
    bob.wait_for_turn()
    expect(bob.page.locator(".score")).to_have_text(["0 won", "1 won"])  # the own seat is the lower one
    expect(bob.page.locator(".prompt")).to_contain_text(re.compile(r"You are \w+ now\."))


def test_a_win_replaces_the_question_whether_to_resign(pair: tuple[Person, Person]) -> None:
    ann, bob = pair
    bob.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    expect(bob.page.locator(".bar.over")).to_contain_text("You won")
    expect(bob.page.get_by_role("button", name="Yes, resign")).to_have_count(0)
    bob.page.get_by_role("link", name="Review the game").click()
    expect(bob.page.get_by_text("before there was a position to analyse")).to_be_visible()


def test_accepting_offline_does_not_accept_a_newer_proposal(pair: tuple[Person, Person]) -> None:
    ann, bob = pair
    ann.page.get_by_role("button", name="Offer a draw").click()
    accept = bob.page.get_by_role("button", name="Accept")
    expect(accept).to_be_enabled()
    bob.context.set_offline(True)
    expect(bob.page.get_by_text("No connection")).to_be_visible()
    accept.click()
    ann.page.get_by_role("button", name="Withdraw").click()
    ann.page.get_by_role("button", name="Offer a draw").click()
    expect(ann.page.get_by_role("button", name="Withdraw")).to_be_visible()
    bob.context.set_offline(False)
    expect(bob.page.locator(".refusal")).to_contain_text("The table has changed since you looked")
    assert not bob.over
    accept.click()
    expect(ann.page.locator(".bar.over")).to_contain_text("A draw")


def test_a_double_click_opens_one_table(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    ann.card(TITLE).get_by_role("button", name="Play a bot").dblclick()
    ann.at_table()
    ann.wait_for_turn()
    assert len(ann.page.evaluate("fetch('/api/me/tables').then(answer => answer.json())")) == 1


def test_long_names_push_nothing_off_the_page(person: Arrive) -> None:
    ann = person()
    table = ann.play_bot(TITLE, "random")
    ann.page.evaluate(
        """name => fetch('/api/me', {
            method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name })
        })""",
        "W" * 40,
    )
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    ann.play_bot(TITLE, "random")
    here = ann.at_table()
    for path in ("/", "/me", "/lobby", f"/tables/{here}", f"/tables/{table}/games/0"):
        for width in (360, 1100, 1440):
            ann.page.set_viewport_size({"width": width, "height": 800})
            ann.go(path)
            ann.page.wait_for_timeout(300)
            assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
            assert ann.page.locator(".panel").evaluate_all(
                "all => all.every(one => one.getBoundingClientRect().right <= innerWidth)"
            )


def test_chat_presence_and_the_turn_are_shown(pair: tuple[Person, Person]) -> None:
    ann, bob = pair
    assert ann.page.title().startswith("● Your turn")
    assert "Your turn" not in bob.page.title()
    expect(bob.page.locator(".prompt")).to_have_text(re.compile(r"^Waiting for \w+ \w+ \(\w+\)\.$"))
    for one in pair:
        one.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_placeholder("Say something").fill("Good luck!")
    ann.page.keyboard.press("Enter")
    expect(bob.page.get_by_text("Good luck!")).to_be_visible()
    expect(bob.page.locator(".presence.away")).to_have_count(0)
    for one in pair:
        one.page.reload()
    expect(bob.page.locator(".unread")).to_have_count(1)
    expect(ann.page.get_by_role("tab", name="Chat")).to_be_visible()
    expect(ann.page.locator(".unread")).to_have_count(0)
    ann.page.goto("about:blank")
    expect(bob.page.locator(".presence.away")).to_have_count(1)
    expect(bob.page.locator(".player .name", has_text="away")).to_have_text(re.compile(r"\w · away$"))
    ann.page.go_back()
    expect(bob.page.locator(".presence.away")).to_have_count(0)


def test_a_chat_line_is_shown_for_a_while_and_opens_the_chat(person: Arrive) -> None:
    ann, bob = person(), person("phone")
    bob.join(ann.invite(TITLE))
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_placeholder("Say something").fill("Good luck!")
    ann.page.keyboard.press("Enter")
    preview = bob.page.get_by_role("status").filter(has_text="Good luck!")
    expect(preview).to_be_in_viewport()
    preview.get_by_role("button", name="Good luck!").click()
    expect(preview).to_have_count(0)
    expect(bob.page.get_by_placeholder("Say something")).to_be_visible()


def test_a_declined_offer_is_reported_until_the_next_move(pair: tuple[Person, Person]) -> None:
    ann, bob = pair
    ann.page.get_by_role("button", name="Offer a draw").click()
    bob.page.get_by_role("button", name="Decline").click()
    message = ann.page.locator(".bar .message")
    expect(message).to_contain_text("declines the draw")
    ann.click_something(Random(1))
    expect(message).not_to_contain_text("declines the draw")


def test_a_rematch_is_accepted_or_declined_in_one_row(person: Arrive) -> None:
    ann, bob = person(), person("phone")
    bob.join(ann.invite(TITLE))
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    ann.page.get_by_role("button", name="Play again").click()
    accept, decline = (bob.page.get_by_role("button", name=name) for name in ("Accept", "Decline"))
    expect(accept).to_be_enabled()
    boxes = [one.bounding_box() for one in (accept, decline)]
    assert len({box["y"] for box in boxes if box}) == 1
    expect(bob.page.locator(".bar .button.main")).to_have_text(["Accept"])


def test_victory_can_be_claimed_over_a_player_who_left(
    pair: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nodarium.server.table.CLAIM_AFTER_MS", 3000)
    ann, bob = pair
    ann.page.goto("about:blank")
    expect(bob.page.locator(".presence.away")).to_have_count(1)
    claim = bob.page.get_by_role("button", name="Claim victory")
    expect(claim).to_have_count(0)
    claim.click()
    expect(bob.page.locator(".bar.over")).to_contain_text("You won")


def test_a_spectator_sees_the_board_and_can_do_nothing(pair: tuple[Person, Person], person: Arrive) -> None:
    cyd = person()
    cyd.go(f"/tables/{pair[0].at_table()}")
    expect(cyd.page.locator(".board svg")).to_be_visible()
    expect(cyd.page.get_by_text("You are watching.")).to_be_visible()
    assert cyd.page.locator("[data-target]").count() == 0


def test_a_timed_series_is_joined_from_the_lobby(person: Arrive) -> None:
    ann, bob = person(), person()
    ann.go("/lobby")
    ann.page.get_by_role("button", name=TITLE, exact=True).click()  # shows only its tables
    ann.page.get_by_role("link", name="Open a table").click()
    expect(ann.page.get_by_role("radio", name="anyone in the lobby")).to_be_checked()
    ann.page.get_by_label("Clock").select_option("5 minutes + 5 seconds")
    ann.page.get_by_label("Games").select_option("best of 3")
    ann.page.get_by_role("button", name="Start").click()
    ann.at_table()
    bob.go("/lobby")
    bob.page.locator("li", has_text="best of 3").get_by_role("button", name="Sit down").first.click()
    ann.wait_for_turn()
    expect(ann.page.locator(".clock")).to_have_count(2)
    ann.tap_something(Random(1))
    expect(ann.page.locator(".clock.running")).to_have_count(1)
    expect(ann.page.locator(".score")).to_have_text(["0 won", "0 won"])


def test_a_shared_device_covers_hands_but_not_open_games(person: Arrive) -> None:
    ann = person("tablet")
    ann.go("/")
    ann.card(TITLE).get_by_role("button", name="On this device").click()
    ann.at_table()
    dice = Random(6)
    for _ in range(6):
        ann.wait_for_turn()
        ann.tap_something(dice)
    ann.go("/")
    ann.card(find_game(SECRET).title).get_by_role("button", name="On this device").click()
    ann.at_table()
    for _ in range(3):
        expect(ann.page.locator(".cover")).to_be_visible()
        assert ann.page.locator(".board svg").count() == 0
        assert ann.page.locator(".stage .token").count() == 0
        ann.page.locator(".cover .button").click()
        ann.wait_for_turn()
        while ann.page.locator(".cover").count() == 0 and not ann.over:
            ann.tap_something(dice)


def test_a_shared_device_covers_the_hand_when_a_new_game_begins(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    ann.card(find_game(SECRET).title).get_by_role("button", name="On this device").click()
    for _ in range(4):  # either player may begin
        ann.page.locator(".cover .button").click()
        ann.wait_for_turn()
        ann.page.get_by_role("button", name="Resign").click()
        ann.page.get_by_role("button", name="Yes, resign").click()
        ann.page.get_by_role("button", name="Play again").click()
        expect(ann.page.locator(".cover")).to_be_visible()
        assert ann.page.locator(".stage .token").count() == 0


@pytest.mark.parametrize("game", AT_ONCE)
def test_a_shared_device_keeps_a_simultaneous_choice_secret(person: Arrive, running: Running, game: str) -> None:
    ann = person()
    ann.go("/")
    ann.card(find_game(game).title).get_by_role("button", name="On this device").click()
    live = running.services.repository.tables[ann.at_table()].table
    log, dice = ann.page.locator(".tab li:not(.heading)"), Random(6)
    ann.page.locator(".cover .button").click()
    ann.wait_for_turn()
    ann.page.get_by_role("tab", name="Log").click()
    while ann.page.locator(".cover").count() == 0:
        ann.tap_something(dice)
    chosen = describe_last_move(live)
    for step in ("on the cover", "after a reload", "seen by the other"):
        expect(log).to_have_count(1)
        expect(log).to_contain_text("has chosen")
        ann.page.wait_for_timeout(150)
        assert chosen not in ann.page.locator("body").inner_text()
        assert chosen not in ann.page.locator("[aria-live]").first.inner_text()
        if step == "on the cover":
            ann.page.reload()
            ann.page.get_by_role("tab", name="Log").click()
        elif step == "after a reload":
            ann.page.locator(".cover .button").click()
            ann.wait_for_turn()
    before = ann.state().split(",")[0]
    while ann.state().split(",")[0] == before:
        ann.tap_something(dice)
    expect(ann.page.locator(".tab")).to_contain_text(chosen)


def describe_last_move(table: Table) -> str:
    match = table.match
    assert match
    last = len(match.history) - 1
    return str(match.describe_move(last, match.history[last].seat, match.history[last].move)[0])


def test_the_browser_remembers_theme_and_sound(person: Arrive) -> None:
    ann = person()
    ann.go("/")
    ann.page.get_by_role("button", name="Switch to the dark theme").click()
    ann.page.get_by_role("button", name="Mute all sounds").click()
    ann.page.reload()
    expect(ann.page.locator("html[data-theme=dark]")).to_be_attached()
    expect(ann.page.get_by_role("button", name="Turn the sounds on")).to_be_visible()


def test_a_guest_registers_and_logs_in_again(person: Arrive) -> None:
    ann = person()
    ann.play_bot(TITLE, "random")
    ann.go("/me/settings")
    ann.page.get_by_label("Your name").fill("Ann of the Hill")
    ann.page.get_by_role("button", name="Change your name").click()
    expect(ann.page.get_by_role("heading", name="Ann of the Hill")).to_be_visible()
    ann.open_account("ann-on-the-page")
    ann.page.get_by_role("button", name="Sign out", exact=True).click()
    ann.page.get_by_role("button", name="Sign in instead").click()
    ann.page.get_by_label("Account name").fill("ann-on-the-page")
    ann.page.get_by_label("Password").fill("a long password")
    ann.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Ann of the Hill")).to_be_visible()
    expect(ann.page.locator(".games li")).to_have_count(1)


def test_two_registered_users_play_a_rated_game(person: Arrive, running: Running) -> None:
    ann, bob = person(), person()
    ann.go(f"/games/{ANY}/friend")
    rated = ann.page.get_by_label("Rated")
    expect(ann.page.get_by_role("button", name="Start")).to_be_visible()
    expect(rated).to_have_count(0)
    for one, name in ((ann, "ann-in-earnest"), (bob, "bob-in-earnest")):
        one.open_account(name)
    ann.go(f"/games/{ANY}")
    expect(ann.page.get_by_role("button", name="Start")).to_be_visible()
    expect(rated).to_have_count(0)
    ann.page.get_by_role("radio", name="friends with a link").check()
    rated.select_option("yes")
    ann.page.get_by_role("button", name="Start").click()
    table = ann.at_table()
    expect(ann.page.locator(".cover")).to_contain_text("rated")
    bob.join(table)
    ann.wait_for_turn()
    expect(ann.page.locator(".score")).to_have_text(["rated", "rated"])
    ann.page.get_by_role("button", name="Resign").click()
    expect(ann.page.locator(".bar")).to_contain_text("hardly begun")
    ann.page.get_by_role("button", name="Keep playing").click()
    live = running.services.repository.tables[table].table
    dice = Random(1)
    while live.resignation_aborts:
        for one in (ann, bob):
            if one.can_select:
                one.click_something(dice)
    ann.page.get_by_role("button", name="Resign").click()
    expect(ann.page.locator(".bar")).not_to_contain_text("hardly begun")
    ann.page.get_by_role("button", name="Yes, resign").click()
    expect(bob.page.locator(".score")).to_have_text(["1500 → 1480", "1500 → 1520"])
    bob.go("/me")
    expect(bob.page.locator(".ratings li")).to_contain_text("1520")


def test_the_page_warns_about_a_link_to_localhost(person: Arrive) -> None:
    ann = person()
    ann.invite(TITLE)
    expect(ann.page.get_by_text("This link works only on this computer")).to_be_visible()


def test_an_unknown_address_is_reported(person: Arrive) -> None:
    ann = person()
    table = ann.play_bot(TITLE, "random")
    for path in (
        "/%E0%A4%A",
        "/tables/%E0%A4%A",
        "/tables/nothing",
        "/tables/nothing/games/0",
        f"/tables/{table}/games/7",
        f"/tables/{table}/games/x",
        "/rules/nothing",
        "/games/nothing",
        f"/games/{ANY}/nothing",
        "/lobby/nothing",
    ):
        ann.go(path)
        expect(ann.page.get_by_role("heading", name="Page not found.")).to_be_visible()
    ann.go(f"/rules/{ANY}/X-999")
    expect(ann.page.get_by_text("Rule X-999 doesn’t exist.")).to_be_visible()


def test_a_failed_load_can_be_retried(person: Arrive) -> None:
    ann = person()
    trouble, again = ann.page.get_by_role("alert"), ann.page.get_by_role("button", name="Try again")
    ann.go("/")
    ann.context.set_offline(True)
    ann.page.get_by_role("link", name="Lobby").click()
    expect(trouble).to_contain_text("The server can’t be reached.")
    ann.context.set_offline(False)
    again.click()
    expect(ann.page.get_by_role("heading", name="Open tables")).to_be_visible()
    table = ann.play_bot(TITLE, "random")
    busy = {"code": "busy", "message": "Too many are here."}
    for path, asked in (
        ("/", "games"),
        (f"/games/{ANY}", "games"),
        (f"/rules/{ANY}", "games"),
        (f"/rules/{ANY}", f"games/{ANY}/rules"),
        ("/lobby", "games"),
        ("/me", "me/tables"),
        (f"/tables/{table}", "games"),
        (f"/tables/{table}/games/0", f"tables/{table}/games/0"),
    ):
        ann.page.route(f"**/api/{asked}", lambda route: route.fulfill(status=503, json=busy))
        ann.go(path)
        expect(trouble).to_contain_text("Too many are here.")
        ann.page.unroute(f"**/api/{asked}")
        again.click()
        expect(trouble).to_have_count(0)
        expect(ann.page.locator("#content")).to_contain_text(TITLE)


# ---- after the game ----


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_reviewed_and_continued_from_the_middle(person: Arrive, running: Running, game: str) -> None:
    ann = person()
    table = ann.play_bot(find_game(game).title, "club")
    play_out([ann], Random(7), Person.tap_something)
    ann.page.get_by_role("link", name="Review the game").click()
    match = running.services.repository.tables[table].table.match
    assert match
    length = len(match.history)
    count = ann.page.locator(".count")
    expect(count).to_have_text(f"{length} / {length}")
    ann.page.wait_for_selector("figure path.curve", state="attached")
    ann.page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(f"{length - 1} / {length}")
    ann.page.keyboard.press("Home")
    expect(count).to_have_text(f"0 / {length}")
    expect(ann.page.get_by_text("Best line from here")).to_be_visible()
    turning = ann.page.locator("figure ~ ol button")
    if turning.count():
        swing = ann.page.evaluate("path => fetch(path).then(a => a.json())", f"/api/tables/{table}/games/0/analysis")
        turning.first.click()
        expect(count).to_have_text(f"{swing['swings'][0]} / {length}")
        told = re.search(r"(Turn|Round) \d+, (gave away|turned out) \d+%.*", turning.first.inner_text())
        assert told
        shown = ann.page.locator("section", has=ann.page.get_by_role("heading", name="Bot analysis")).locator("dl div")
        counted, _, change = told[0].partition(", ")
        expect(shown.first).to_contain_text(counted)
        expect(shown.first).to_contain_text(change)
    others = next(number for number, move in enumerate(match.history) if number and move.seat != 0)
    ann.page.locator("input[type=range]").fill(str(others))
    expect(ann.page.locator("li[aria-current]")).to_be_visible()
    verify = ann.page.get_by_role("button", name="Verify the deal")
    if match.deal:
        verify.click()
        expect(ann.page.get_by_text("committed to before the game")).to_be_visible()
    else:
        expect(verify).to_have_count(0)
        expect(ann.page.locator(".digest")).to_have_count(0)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".json")
    ann.page.get_by_role("button", name="Play from here").click()
    ann.page.wait_for_url(lambda url: table not in url)
    ann.wait_for_turn()
    assert running.services.repository.tables[ann.at_table()].table.player_in(0).user_id  # she keeps her seat


def test_a_resigned_game_can_be_played_on_from_its_last_position(person: Arrive, running: Running) -> None:
    ann = person()
    table = ann.play_bot(TITLE, "novice")
    ann.wait_for_turn()
    ann.click_something(Random(1))
    ann.wait_for_turn()
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    expect(ann.page.locator("main.table [data-target]")).to_have_count(0)
    ann.page.get_by_role("link", name="Review the game").click()
    match = running.services.repository.tables[table].table.match
    assert match
    expect(ann.page.locator(".count")).to_have_text(f"{len(match.history)} / {len(match.history)}")
    ann.page.get_by_role("button", name="Play from here").click()
    ann.page.wait_for_url(lambda url: table not in url)
    ann.wait_for_turn()


def test_the_review_says_why_nothing_can_be_played_from_the_end(person: Arrive) -> None:
    ann = person()
    ann.play_bot(TITLE, "random")
    play_out([ann], Random(3), Person.tap_something)
    ann.page.get_by_role("link", name="Review the game").click()
    play_on = ann.page.get_by_role("button", name="Play from here")
    expect(play_on).to_be_disabled()
    expect(play_on).to_have_accessible_description(re.compile("game is over here"))
    expect(ann.page.get_by_text("The game is over here")).to_be_visible()
    ann.page.keyboard.press("ArrowLeft")
    expect(play_on).to_be_enabled()


def test_on_a_phone_a_turning_point_brings_the_board_into_view(person: Arrive) -> None:
    ann = person("phone")
    ann.play_bot(TITLE, "random")
    play_out([ann], Random(7), Person.tap_something)
    ann.page.get_by_role("link", name="Review the game").click()
    choice = ann.page.locator("figure ~ ol button, li .select").last
    choice.scroll_into_view_if_needed()
    choice.click()
    expect(ann.page.locator(".board svg")).to_be_in_viewport(ratio=0.99)


def test_a_move_that_loses_at_once_has_to_be_confirmed(person: Arrive, running: Running) -> None:
    """Play random games until such a move exists."""
    ann, dice = person(), Random(11)
    for game in GAMES * 20:
        table = ann.play_bot(find_game(game).title, "random")
        ann.wait_for_turn()
        for _ in range(60):
            live = running.services.repository.tables[table].table
            if not ann.can_select or live.match is None or live.match.outcome:
                break
            targets = losing_targets(live.match)
            if targets:
                check_confirmation(ann, targets)
                return
            ann.tap_something(dice)
            ann.wait_for_turn()
    raise AssertionError("nobody could lose by a move of their own")


def losing_targets(match: Match) -> tuple[str, ...]:
    """Return the targets of a move by which the first player loses at once, or nothing."""
    losing = {move for move in match.legal_moves(0) if match.immediate_loss(move, 0)}
    return next((path.targets for path in match.scene(0).paths if path.move in losing), ())


def check_confirmation(ann: Person, targets: tuple[str, ...]) -> None:
    for answer in ("Think again", "Play it anyway"):
        before = ann.state()
        for key in targets:
            ann.page.evaluate(CLICK, key)
        expect(ann.page.locator(".refusal")).to_contain_text("This move loses the game at once")
        assert not ann.over
        ann.page.get_by_role("button", name=answer).click()
        ann.wait_for_change(before) if answer == "Play it anyway" else expect(
            ann.page.locator(".refusal")
        ).to_have_count(0)
    expect(ann.page.locator(".bar.over")).to_contain_text("You lost")
