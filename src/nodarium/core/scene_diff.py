"""`SceneDiff`: what has changed from one scene to the next, which is much smaller than the scene."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from nodarium.core.message import Text
from nodarium.core.scene import Flight, Moment, Panel, Path, Row, Scene, Shape, Step, Target


class Keep(Struct, frozen=True, kw_only=True, tag_field="shape", tag="keep"):
    """Some shapes of the old scene, unchanged and in the same order."""

    first: int  # the index of the first of them
    count: int


class PanelDiff(Struct, frozen=True, kw_only=True):
    """A panel that has changed."""

    panel: Panel  # without its rows
    rows: tuple[Row | int, ...]  # a number is the index of a row of the old panel with the same key


class SceneDiff(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How to make a scene from the one before it. What is missing is unchanged."""

    shapes: tuple[Shape | Keep, ...] | None = None
    panels: tuple[PanelDiff | int, ...] | None = None  # a number is the index of a panel of the old scene
    prompt: Text | None = None
    targets: tuple[Target, ...] | None = None
    paths: tuple[Path, ...] | None = None
    hint: Text | None = None
    steps: tuple[Step, ...] | None = None
    flights: tuple[Flight, ...] | None = None
    moments: tuple[Moment, ...] | None = None


def diff_scenes(old: Scene, new: Scene) -> SceneDiff | None:
    """The difference between two scenes; None if size or ground differ, so that the whole scene is needed."""
    if (old.width, old.height, old.ground) != (new.width, new.height, new.ground):
        return None
    return SceneDiff(
        shapes=diff_shapes(old.shapes, new.shapes),
        panels=None if old.panels == new.panels else diff_panels(old.panels, new.panels),
        prompt=None if old.prompt == new.prompt else new.prompt,
        targets=None if old.targets == new.targets else new.targets,
        paths=None if old.paths == new.paths else new.paths,
        hint=None if old.hint == new.hint else new.hint,
        steps=None if old.steps == new.steps else new.steps,
        flights=None if old.flights == new.flights else new.flights,
        moments=None if old.moments == new.moments else new.moments,
    )


def diff_shapes(old: Sequence[Shape], new: Sequence[Shape]) -> tuple[Shape | Keep, ...] | None:
    known = {shape.key: (index, shape) for index, shape in enumerate(old)}
    parts: list[Shape | Keep] = []
    first, count = 0, 0  # the run of unchanged shapes so far
    for shape in new:
        index, before = known.get(shape.key, (-1, None))
        if before is shape or before == shape:
            if count and index == first + count:
                count += 1
                continue
            if count:
                parts.append(Keep(first=first, count=count))
            first, count = index, 1
        else:
            if count:
                parts.append(Keep(first=first, count=count))
                count = 0
            parts.append(shape)
    if count == len(old) == len(new):
        return None
    return (*parts, Keep(first=first, count=count)) if count else tuple(parts)


def diff_panels(old: Sequence[Panel], new: Sequence[Panel]) -> tuple[PanelDiff | int, ...]:
    known = {panel.key: (index, panel) for index, panel in enumerate(old)}
    parts: list[PanelDiff | int] = []
    for panel in new:
        index, before = known.get(panel.key, (-1, None))
        parts.append(index if before == panel else _diff_rows(before.rows if before else (), panel))
    return tuple(parts)


def _diff_rows(old: Sequence[Row], panel: Panel) -> PanelDiff:
    """Rows hardly ever move, so each is compared with the one in its place only."""
    rows = tuple([index if old[index : index + 1] == (row,) else row for index, row in enumerate(panel.rows)])
    return PanelDiff(panel=structs.replace(panel, rows=()), rows=rows)
