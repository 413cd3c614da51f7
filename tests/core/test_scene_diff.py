"""A difference and the old scene give the new scene."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

import nodarium
from nodarium.core.scene import Circle, Group, Panel, Path, Row, Scene, Shape, Target, Token
from nodarium.core.scene_diff import MAX_FORMER, SceneDiff, SceneMemory, ShapePatch, diff_scenes
from tests.play import is_shipped


def pick(have: tuple[Any, ...], parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a page does with a list of parts: places, runs of places, changed things and new ones."""
    found: list[Any] = []
    for part in parts:
        match part:
            case int():
                found.append(have[part])
            case int(first), int(count):
                found += have[first : first + count]
            case int(at), changes:
                found.append(changed(have[at], changes))
            case ShapePatch():
                found.append(changed(have[part.at], part))
            case _:
                found.append(part)
    return tuple(found)


def changed(old: Any, changes: Any) -> Any:
    given = {name: getattr(changes, name) for name in changes.__struct_fields__ if name != "at"}
    given = {name: value for name, value in given.items() if value is not UNSET}
    for name in given.keys() & {"shapes", "rows", "tokens"}:
        given[name] = pick(getattr(old, name), given[name])
    return msgspec.structs.replace(old, **given)


def apply_diff(memory: SceneMemory, diff: SceneDiff) -> Scene:
    """What a page does with a difference."""
    given = {name: getattr(diff, name) for name in diff.__struct_fields__}
    given = {name: value for name, value in given.items() if value is not None}
    for name in given.keys() & {"shapes", "targets", "paths", "panels"}:
        former = getattr(memory, name, ())
        given[name] = pick(getattr(memory.scene, name) + former, given[name])
    return msgspec.structs.replace(memory.scene, **given)


def as_sent(scene: Scene) -> Scene:
    return msgspec.json.decode(msgspec.json.encode(scene), type=Scene)


@pytest.mark.parametrize("game_id", nodarium.game_ids())
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_difference_makes_the_next_scene(game_id: str, seat: int | None) -> None:
    match, dice = nodarium.new(game_id, seed=3), Random(3)
    sizes = whole = 0
    memory = SceneMemory(match.scene(seat))
    while not match.outcome:
        mover = dice.choice(match.to_act)
        match.play(dice.choice(match.legal_moves(mover)), mover)
        new = match.scene(seat)
        diff = diff_scenes(memory, new)
        sent = msgspec.json.decode(msgspec.json.encode(diff), type=SceneDiff)
        assert as_sent(apply_diff(memory, sent)) == as_sent(new)
        sizes += len(msgspec.json.encode(diff))
        whole += len(msgspec.json.encode(new))
        memory = SceneMemory(new) if seat is None else memory.after(new)
    if is_shipped(game_id):
        assert sizes < whole / 3


def circles(*keys: str, style: str = "piece") -> tuple[Shape, ...]:
    return tuple(Circle(key=key, style=style, x=0, y=0, radius=1) for key in keys)


def scene(shapes: tuple[Shape, ...] = (), width: float = 100, panels: tuple[Panel, ...] = (), **more: Any) -> Scene:
    given: dict[str, Any] = {"targets": (), "paths": ()} | more
    return Scene(width=width, height=100, shapes=shapes, panels=panels, prompt="", **given)


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
    memory = SceneMemory(scene(circles(*old)))
    assert apply_diff(memory, diff_scenes(memory, scene(circles(*new)))) == scene(circles(*new))


def test_equal_scenes_have_no_difference() -> None:
    assert diff_scenes(SceneMemory(scene(circles(*"abc"))), scene(circles(*"abc"))) == SceneDiff()


def test_of_a_changed_shape_the_changed_fields_are_sent() -> None:
    changed = (*circles("a"), *circles("b", style="mark"), *circles("c"))
    diff = diff_scenes(SceneMemory(scene(circles(*"abc"))), scene(changed))
    assert diff == SceneDiff(shapes=(0, ShapePatch(at=1, style="mark"), 2))


def test_a_field_that_gets_its_default_back_is_sent() -> None:
    old = (Circle(key="a", style="piece", x=0, y=0, radius=1, label="a piece"),)
    diff = diff_scenes(SceneMemory(scene(old)), scene(circles("a")))
    assert msgspec.to_builtins(diff)["shapes"] == ({"shape": "patch", "at": 0, "label": ""},)


def test_of_a_changed_group_the_changed_shapes_are_sent() -> None:
    def card(*shapes: Shape) -> Shape:
        return Group(key="card", x=0, y=0, shapes=shapes)

    diff = diff_scenes(
        SceneMemory(scene((card(*circles(*"abc")),))), scene((card(*circles("a"), *circles("b", style="mark")),))
    )
    assert diff == SceneDiff(shapes=(ShapePatch(at=0, shapes=(0, ShapePatch(at=1, style="mark"))),))


def test_a_shape_of_another_kind_is_sent_whole() -> None:
    group = Group(key="a", x=0, y=0, shapes=())
    assert diff_scenes(SceneMemory(scene(circles("a"))), scene((group,))) == SceneDiff(shapes=(group,))


def test_things_that_come_back_are_not_sent_again() -> None:
    targets, paths = (Target(key="b", label="B"),), (Path(move="b", targets=("b",)),)
    own, other = scene(circles(*"abc"), targets=targets, paths=paths), scene(circles(*"ac"))
    memory = SceneMemory(own).after(other)
    assert (memory.shapes, memory.targets, memory.paths) == (circles("b"), targets, paths)
    diff = diff_scenes(memory, own)
    assert diff == SceneDiff(shapes=(0, 2, 1), targets=(0,), paths=(0,))
    assert apply_diff(memory, diff) == own
    assert memory.after(own) == SceneMemory(own)


def test_the_memory_is_bounded() -> None:
    memory = SceneMemory(scene(circles("a")))
    for number in range(3 * MAX_FORMER):
        memory = memory.after(scene(circles(str(number))))
    assert len(memory.shapes) == MAX_FORMER
    assert memory.shapes[0].key == str(3 * MAX_FORMER - 2)


def test_of_a_changed_panel_the_changed_rows_and_tokens_are_sent() -> None:
    def cubes(red: str, blue: str) -> Row:
        pairs = (("red", red), ("blue", blue))
        return Row(label="cubes", tokens=tuple(Token(key=key, style="", label=key, text=text) for key, text in pairs))

    score = Panel(key="score", title="Score", rows=())
    old = (Panel(key="hand", title="Hand", rows=(Row(label="points"), cubes("1", "2"))), score)
    new = (Panel(key="hand", title="Hand", rows=(Row(label="points"), cubes("1", "3")), value="5"), score)
    diff = diff_scenes(SceneMemory(scene(panels=old)), scene(panels=new))
    row = (1, {"tokens": (0, (1, {"text": "3"}))})
    assert msgspec.to_builtins(diff) == {"panels": ((0, {"rows": (0, row), "value": "5"}), 1)}


def test_a_scene_of_another_size_is_a_difference_too() -> None:
    assert diff_scenes(SceneMemory(scene(width=100)), scene(width=90)) == SceneDiff(width=90)
