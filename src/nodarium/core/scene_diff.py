"""`SceneDiff`: what has changed from one scene to the next, which is much smaller than the scene."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from nodarium.core.message import Text
from nodarium.core.scene import Flight, Moment, Panel, Path, Scene, Shape, Step, Target


class Keep(Struct, frozen=True, kw_only=True, tag_field="shape", tag="keep"):
    """Some shapes of the old scene, unchanged and in the same order."""

    first: int  # the index of the first of them
    count: int


class SceneDiff(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How to make a scene from the one before it. What is missing is unchanged."""

    shapes: tuple[Shape | Keep, ...] | None = None
    panels: tuple[Panel | int, ...] | None = None  # a number is the index of a panel of the old scene
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


def diff_panels(old: Sequence[Panel], new: Sequence[Panel]) -> tuple[Panel | int, ...]:
    known = {panel.key: (index, panel) for index, panel in enumerate(old)}
    found = [(panel, *known.get(panel.key, (-1, None))) for panel in new]
    return tuple([index if before == panel else panel for panel, index, before in found])
