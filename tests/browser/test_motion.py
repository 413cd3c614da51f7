"""How things move at a table. The tests read what the page shows, one after the other, and not when."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import expect

from nodarium import new
from nodarium.core.discovery import find_game, game_ids
from tests.browser.person import Person
from tests.browser.test_looks import write_figure
from tests.play import is_shipped
from tests.server.play import LONG_TURNS

Arrive = Callable[..., Person]
STEPS = LONG_TURNS[0]  # a game in which a turn takes several steps
SECRET = next(game for game in game_ids() if not is_shipped(game) and find_game(game).imperfect_information)
# Notes which events the table shows, and for each whether the user can play.
NOTE = """
() => {
  const table = document.querySelector('main.table');
  window.shown = [];
  new MutationObserver(() => shown.push([+table.dataset.event, table.dataset.turn === 'true']))
    .observe(table, { attributes: true, attributeFilter: ['data-event', 'data-turn'] });
}"""
# Presses a key and says whether the table is still behind, before anything else can happen.
PRESS = """
async () => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }));
  await Promise.resolve();
  return document.querySelector('main.table').dataset.behind;
}"""


def moving(arrive: Arrive, size: str = "desktop") -> Person:
    """A user for whom things move, fast."""
    person = arrive(size, reduced_motion="no-preference")
    person.context.add_init_script("localStorage.setItem('pace', 'fast')")
    return person


def play_until_a_bot_moved(ann: Person, moves: int) -> None:
    """Play until a bot has made this many moves in a row."""
    ann.page.evaluate(NOTE)
    dice = Random(3)
    for _ in range(20):
        ann.wait_for_turn()
        frames = [frame for frame in ann.frames() if frame.get("now")]
        seats = [event["seat"] for frame in frames for event in frame.get("events", ()) if event["kind"] == "moved"]
        if [1] * moves == seats[-moves:]:
            return
        ann.tap_something(dice)
    raise AssertionError("no long turn")


def test_a_bots_steps_are_shown_one_by_one(person: Arrive) -> None:
    ann = moving(person)
    ann.play_bot(find_game(STEPS).title, "casual")
    play_until_a_bot_moved(ann, 3)
    shown = ann.page.evaluate("shown")
    numbers = [event for event, _ in shown]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(numbers[0], numbers[-1] + 1))
    newest = int(ann.state().split(",")[0])
    assert [number for number, able in shown[-4:] if able] == [newest]


def test_a_key_skips_to_the_newest_step(person: Arrive) -> None:
    ann = person(reduced_motion="no-preference")
    ann.context.add_init_script("localStorage.setItem('pace', 'slow')")
    ann.play_bot(find_game(STEPS).title, "casual")
    dice = Random(3)
    for _ in range(20):
        ann.wait_for_turn()
        ann.tap_something(dice)
        ann.page.wait_for_selector("main.table:is([data-behind=true], [data-turn=true])")
        if ann.page.evaluate("document.querySelector('main.table').dataset.behind === 'true'"):
            assert ann.page.evaluate(PRESS) == "false"
            return
    raise AssertionError("nothing waited")


def test_without_motion_the_newest_state_is_shown_at_once(person: Arrive) -> None:
    ann = person()
    ann.play_bot(find_game(STEPS).title, "casual")
    play_until_a_bot_moved(ann, 3)
    assert ann.page.locator("[data-flight]").count() == 0


# ---- moments ----


def reveal(ann: Person) -> None:
    ann.go(f"/games/{SECRET}")
    ann.page.get_by_role("button", name="Start").click()
    ann.at_table()
    ann.wait_for_turn()
    ann.tap_something(Random(1))


def test_secret_choices_are_revealed_on_a_stage(person: Arrive) -> None:
    ann = moving(person, "phone")
    reveal(ann)
    stage = ann.page.locator("[data-moment]")
    expect(stage.locator(".card")).to_have_count(2)
    expect(stage.locator(".sentence")).to_contain_text("is the largest coin")
    live = ann.page.locator("main [aria-live]").first
    assert "is the largest coin" in live.inner_text()
    expect(stage).to_have_count(0)  # it leaves by itself
    ann.wait_for_turn()
    ann.page.reload()  # and is not shown again
    ann.wait_for_turn()
    expect(stage).to_have_count(0)


def test_a_key_or_click_sends_the_stage_away(person: Arrive) -> None:
    for act in ("Enter", "button", "anywhere"):
        ann = person()
        reveal(ann)
        stage = ann.page.locator("[data-moment]")
        expect(stage).to_have_count(1)
        if act == "button":
            stage.get_by_role("button", name="Go on").click()
        elif act == "anywhere":
            ann.page.mouse.click(20, 300)
        else:
            ann.page.keyboard.press(act)
        expect(stage).to_have_count(0)
        expect(ann.page.locator(".board [data-target]")).to_have_count(1)  # her other coin is not played


# ---- dragging ----


def is_played_from_hand(game: str) -> bool:
    """Whether a game begins with moves from a token of a panel to a shape."""
    match = new(game, seed=1)
    scene = match.scene(match.to_act[0])
    tokens = {token.key for panel in scene.panels for row in panel.rows for token in row.tokens}
    shapes = {shape.key for shape in scene.shapes}
    pairs = [path.targets for path in scene.paths if len(path.targets) == 2]
    return any(start in tokens and end in shapes for start, end in pairs)


HANDS = next(game for game in game_ids() if is_played_from_hand(game))
MIDDLE = """
element => {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const rect = element.getBoundingClientRect();
  return [rect.left + rect.width / 2, rect.top + Math.min(rect.height / 2, 40)];
}"""


def drag_token(ann: Person, *, onto_target: bool) -> None:
    """Drag the first token that is a target, and drop it on the first shape that it can go to, or nowhere."""
    page = ann.page
    page.mouse.move(*page.locator("button[data-token][data-target]").first.evaluate(MIDDLE))
    page.mouse.down()
    page.mouse.move(400, 200, steps=4)
    page.wait_for_selector("main.table[data-selected='1']")
    if onto_target:
        page.mouse.move(*page.locator("g[data-target]").first.evaluate(MIDDLE), steps=4)
        page.wait_for_selector("[data-over]")
    else:
        page.mouse.move(2, 2, steps=4)
    page.mouse.up()


def test_a_token_is_dragged_onto_the_board(person: Arrive) -> None:
    ann = person()
    ann.play_bot(find_game(HANDS).title, "random")
    ann.wait_for_turn()
    before = ann.state()
    drag_token(ann, onto_target=False)
    ann.page.wait_for_selector("main.table[data-selected='0']")
    assert ann.state() == before
    drag_token(ann, onto_target=True)
    number = int(before.split(",")[0])
    ann.page.wait_for_function("number => +document.querySelector('main.table').dataset.event > number", arg=number)
    own = [event for frame in ann.frames() for event in frame.get("events", ()) if event["number"] == number + 1]
    assert own[0]["kind"] == "moved"
    assert own[0]["seat"] == 0


# ---- speed ----

# Notes how long each frame takes while something moves.
WATCH = """
() => {
  window.deltas = [];
  const { dataset } = document.querySelector('main.table');
  let last = 0;
  const look = now => {
    const moves = dataset.behind === 'true' || document.querySelector('[data-flight]');
    if (last && moves) deltas.push(now - last);
    last = moves ? now : 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_frames_are_quick_while_a_turn_is_staged(person: Arrive) -> None:
    ann = person("phone", reduced_motion="no-preference")
    ann.context.new_cdp_session(ann.page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    ann.play_bot(find_game(STEPS).title, "casual")
    ann.wait_for_turn()
    ann.page.evaluate(WATCH)
    dice = Random(3)
    for _ in range(12):
        ann.wait_for_turn()
        ann.tap_something(dice)
    ann.wait_for_turn()
    deltas = ann.page.evaluate("deltas")
    # Only a figure: how many frames a browser drops depends on what else the machine does.
    in_time = 100 * sum(delta < 20 for delta in deltas) / len(deltas)
    write_figure("frames of a staged turn under 20 ms in %, CPU slowed down four times", in_time)
    assert len(deltas) > 60
