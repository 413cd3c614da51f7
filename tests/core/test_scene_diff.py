"""A difference and the old scene give the new scene."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import nodarium
from nodarium.core.scene import Circle, Panel, Row, Scene, Shape
from nodarium.core.scene_diff import Keep, PanelDiff, SceneDiff, diff_scenes


def apply_diff(old: Scene, diff: SceneDiff) -> Scene:
    """What a page does with a difference."""
    shapes = old.shapes
    if diff.shapes is not None:
        parts = [
            old.shapes[part.first : part.first + part.count] if isinstance(part, Keep) else (part,)
            for part in diff.shapes
        ]
        shapes = tuple(shape for part in parts for shape in part)
    panels = old.panels
    if diff.panels is not None:
        panels = tuple(old.panels[part] if isinstance(part, int) else apply_rows(old, part) for part in diff.panels)
    return msgspec.structs.replace(
        old,
        shapes=shapes,
        panels=panels,
        prompt=old.prompt if diff.prompt is None else diff.prompt,
        targets=old.targets if diff.targets is None else diff.targets,
        paths=old.paths if diff.paths is None else diff.paths,
        hint=old.hint if diff.hint is None else diff.hint,
        steps=old.steps if diff.steps is None else diff.steps,
        flights=old.flights if diff.flights is None else diff.flights,
        moments=old.moments if diff.moments is None else diff.moments,
    )


def apply_rows(old: Scene, diff: PanelDiff) -> Panel:
    before = next((panel.rows for panel in old.panels if panel.key == diff.panel.key), ())
    rows = tuple(before[row] if isinstance(row, int) else row for row in diff.rows)
    return msgspec.structs.replace(diff.panel, rows=rows)


def as_sent(scene: Scene) -> Scene:
    return msgspec.json.decode(msgspec.json.encode(scene), type=Scene)


@pytest.mark.parametrize("game_id", nodarium.game_ids())
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_difference_makes_the_next_scene(game_id: str, seat: int | None) -> None:
    match, dice = nodarium.new(game_id, seed=3), Random(3)
    sizes = whole = 0
    scene = match.scene(seat)
    while not match.outcome:
        mover = dice.choice(match.to_act)
        match.play(dice.choice(match.legal_moves(mover)), mover)
        new = match.scene(seat)
        diff = diff_scenes(scene, new)
        assert diff is not None
        sent = msgspec.json.decode(msgspec.json.encode(diff), type=SceneDiff)
        assert as_sent(apply_diff(scene, sent)) == as_sent(new)
        sizes += len(msgspec.json.encode(diff))
        whole += len(msgspec.json.encode(new))
        scene = new
    assert sizes < whole


def circles(*keys: str, style: str = "piece") -> tuple[Shape, ...]:
    return tuple(Circle(key=key, style=style, x=0, y=0, radius=1) for key in keys)


def scene(shapes: tuple[Shape, ...] = (), width: float = 100, panels: tuple[Panel, ...] = ()) -> Scene:
    return Scene(width=width, height=100, shapes=shapes, panels=panels, prompt="", targets=(), paths=())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("abc", ""),
        ("", "abc"),
        ("abc", "abc"),
        ("abc", "cba"),
        ("abcd", "bcd"),
        ("abcd", "abXcd"),
        ("abcd", "dabc"),
        ("abcd", "abdXYbc"),
        ("abcdef", "abef"),
    ],
)
def test_any_order_of_shapes_is_restored(old: str, new: str) -> None:
    diff = diff_scenes(scene(circles(*old)), scene(circles(*new)))
    assert diff is not None
    assert apply_diff(scene(circles(*old)), diff) == scene(circles(*new))


def test_equal_scenes_have_no_difference() -> None:
    assert diff_scenes(scene(circles(*"abc")), scene(circles(*"abc"))) == SceneDiff()


def test_a_changed_shape_is_sent_and_the_others_are_not() -> None:
    changed = (*circles("a"), *circles("b", style="mark"), *circles("c"))
    diff = diff_scenes(scene(circles(*"abc")), scene(changed))
    assert diff == SceneDiff(shapes=(Keep(first=0, count=1), changed[1], Keep(first=2, count=1)))


def test_of_a_changed_panel_the_changed_rows_are_sent_and_the_other_panels_are_not() -> None:
    clubs, hearts, spades = (Row(label=suit) for suit in ("clubs", "hearts", "spades"))
    hand, score = Panel(key="hand", title="Hand", rows=(clubs, hearts)), Panel(key="score", title="Score", rows=())
    fuller = msgspec.structs.replace(hand, rows=(spades, hearts), value="2")
    diff = diff_scenes(scene(panels=(hand, score)), scene(panels=(fuller, score)))
    assert diff == SceneDiff(
        panels=(PanelDiff(panel=Panel(key="hand", title="Hand", rows=(), value="2"), rows=(spades, 1)), 1)
    )
    assert apply_diff(scene(panels=(hand, score)), diff).panels == (fuller, score)


def test_a_new_panel_is_sent_with_all_its_rows() -> None:
    hand = Panel(key="hand", title="Hand", rows=(Row(label="clubs"),))
    diff = diff_scenes(scene(), scene(panels=(hand,)))
    assert diff is not None
    assert apply_diff(scene(), diff).panels == (hand,)


def test_a_scene_of_another_size_is_sent_whole() -> None:
    assert diff_scenes(scene(width=100), scene(width=90)) is None
