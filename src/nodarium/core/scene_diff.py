"""`SceneDiff`: what has changed from one scene to the next, which is much smaller than the scene.

Shapes, targets and paths are named by their place in what the viewer has: the things of the last scene and, if both
sides keep a `SceneMemory`, things of earlier scenes that come back, such as marks of legal moves. Of a shape or a panel
that has changed, only the changed fields are sent.

    shapes   [0, 90]                        90 things from place 0 on, unchanged
             96                             the thing at place 96, unchanged
             {"shape": "patch", "at": 97, …}    the thing at place 97, with other fields
             {"shape": "circle", …}         a new one
    panels   0, [1, {…}], {…}               an old one, an old one with other fields, a new one; so for rows and tokens
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec import UNSET, Struct, UnsetType, defstruct, structs

from nodarium.core.message import Text as Words
from nodarium.core.scene import (
    Art,
    Circle,
    Curve,
    Flight,
    Group,
    Line,
    Moment,
    Panel,
    Path,
    Polygon,
    Row,
    Scene,
    Shape,
    Step,
    Target,
    Text,
    Token,
)

MAX_FORMER = 400  # things of each kind that are remembered from earlier scenes

Item = TypeVar("Item")
Run = tuple[int, int]  # the first place, and how many


def _changes_of(name: str, kinds: Iterable[type[Struct]], parts: dict[str, str], **options: Any) -> Any:
    """A struct with all fields of some others but the key, each of which can be missing."""
    found = {field.name: field.type for kind in kinds for field in structs.fields(kind) if field.name != "key"}
    given = [("at", int)] if options else []
    types = [(field, parts.get(field) or kind | UnsetType, UNSET) for field, kind in found.items()]
    return defstruct(name, [*given, *types], frozen=True, kw_only=True, module=__name__, **options)


if TYPE_CHECKING:

    class ShapePatch(Struct, frozen=True, kw_only=True):
        at: int

        def __init__(self, *, at: int, **changes: object) -> None: ...

    class PanelChanges(Struct, frozen=True, kw_only=True): ...

    class RowChanges(Struct, frozen=True, kw_only=True): ...

    class TokenChanges(Struct, frozen=True, kw_only=True): ...

else:
    ShapePatch = _changes_of(
        "ShapePatch",
        (Polygon, Circle, Line, Text, Curve, Art, Group),
        {"shapes": "tuple[Shape | ShapePatch | Run | int, ...] | UnsetType"},
        tag_field="shape",
        tag="patch",
    )
    TokenChanges = _changes_of("TokenChanges", (Token,), {})
    RowChanges = _changes_of(
        "RowChanges", (Row,), {"tokens": "tuple[Token | tuple[int, TokenChanges] | int, ...] | UnsetType"}
    )
    PanelChanges = _changes_of(
        "PanelChanges", (Panel,), {"rows": "tuple[Row | tuple[int, RowChanges] | int, ...] | UnsetType"}
    )


class SceneDiff(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How to make a scene from the one before it. What is missing is unchanged."""

    width: float | None = None
    height: float | None = None
    ground: str | None = None
    shapes: tuple[Shape | ShapePatch | Run | int, ...] | None = None
    panels: tuple[Panel | tuple[int, PanelChanges] | int, ...] | None = None
    prompt: Words | None = None
    targets: tuple[Target | Run | int, ...] | None = None
    paths: tuple[Path | Run | int, ...] | None = None
    hint: Words | None = None
    steps: tuple[Step, ...] | None = None
    flights: tuple[Flight, ...] | None = None
    moments: tuple[Moment, ...] | None = None


class SceneMemory(NamedTuple):
    """What a viewer has: a scene, and former things that aren't in it, those that left it last first.

    A page keeps the same memory by the same rule: the server never says what to forget.
    """

    scene: Scene
    shapes: tuple[Shape, ...] = ()
    targets: tuple[Target, ...] = ()
    paths: tuple[Path, ...] = ()

    def after(self, new: Scene) -> SceneMemory:
        """The memory of a viewer who has got another scene."""
        old = self.scene
        return SceneMemory(
            new,
            former_items(old.shapes, self.shapes, new.shapes, _key),
            former_items(old.targets, self.targets, new.targets, _key),
            former_items(old.paths, self.paths, new.paths, _itself),
        )


_key = attrgetter("key")


def _itself(item: Any) -> Any:
    return item


def former_items(
    old: tuple[Item, ...], former: tuple[Item, ...], new: tuple[Item, ...], key_of: Callable[[Item], object]
) -> tuple[Item, ...]:
    if old == new:
        return former
    shown = {key_of(item) for item in new}
    return tuple([item for item in chain(old, former) if key_of(item) not in shown][:MAX_FORMER])


def diff_scenes(memory: SceneMemory, new: Scene) -> SceneDiff:
    """The difference between the scene that a viewer has and another one."""
    old = memory.scene
    return SceneDiff(
        width=None if old.width == new.width else new.width,
        height=None if old.height == new.height else new.height,
        ground=None if old.ground == new.ground else new.ground,
        shapes=diff_items(old.shapes, memory.shapes, new.shapes, _key, patch_shape),
        panels=None if old.panels == new.panels else tuple(diff_panels(old.panels, new.panels)),
        prompt=None if old.prompt == new.prompt else new.prompt,
        targets=diff_items(old.targets, memory.targets, new.targets, _key),
        paths=diff_items(old.paths, memory.paths, new.paths, _itself),
        hint=None if old.hint == new.hint else new.hint,
        steps=None if old.steps == new.steps else new.steps,
        flights=None if old.flights == new.flights else new.flights,
        moments=None if old.moments == new.moments else new.moments,
    )


def diff_items(
    old: tuple[Item, ...],
    former: tuple[Item, ...],
    new: tuple[Item, ...],
    key_of: Callable[[Item], object],
    patch: Callable[[int, Item, Item], Any] | None = None,
) -> Any:
    """The new items as places of the ones that the viewer has; None if nothing has changed."""
    have = old + former if former else old
    places: dict[object, int] | None = None
    parts: list[Any] = []
    first = count = expected = 0  # the run of unchanged items so far, and where the next item probably is
    for item in new:
        at = expected
        if not (at < len(have) and (have[at] is item or have[at] == item)):
            if places is None:
                places = {key_of(one): place for place, one in enumerate(have)}
            at = places.get(key_of(item), -1)
            if at < 0 or not (have[at] is item or have[at] == item):
                if count:
                    parts.append(first if count == 1 else (first, count))
                    count = 0
                parts.append(item if at < 0 or patch is None else patch(at, have[at], item))
                expected = max(at + 1, expected)
                continue
        if count and at == first + count:
            count += 1
        else:
            if count:
                parts.append(first if count == 1 else (first, count))
            first, count = at, 1
        expected = at + 1
    if not parts and first == 0 and count == len(old) == len(new):
        return None
    if count:
        parts.append(first if count == 1 else (first, count))
    return tuple(parts)


def patch_shape(at: int, old: Shape, new: Shape) -> Shape | ShapePatch:
    if type(old) is not type(new):
        return new
    changes = changed_fields(old, new)
    if "shapes" in changes:
        changes["shapes"] = diff_items(old.shapes, (), new.shapes, _key, patch_shape)  # type: ignore[union-attr]
    return ShapePatch(at=at, **changes)


def changed_fields(old: Struct, new: Struct) -> dict[str, Any]:
    pairs = [(name, getattr(old, name), getattr(new, name)) for name in new.__struct_fields__]
    return {name: after for name, before, after in pairs if before is not after and before != after}


def diff_panels(old: Sequence[Panel], new: Sequence[Panel]) -> list[Any]:
    places = {panel.key: place for place, panel in enumerate(old)}
    return [_diff_panel(old, places.get(panel.key), panel) for panel in new]


def _diff_panel(old: Sequence[Panel], at: int | None, new: Panel) -> Any:
    if at is None:
        return new
    changes = changed_fields(old[at], new)
    if "rows" in changes:
        changes["rows"] = tuple([_diff_row(old[at].rows, place, row) for place, row in enumerate(new.rows)])
    return (at, PanelChanges(**changes)) if changes else at


def _diff_row(old: Sequence[Row], at: int, new: Row) -> Any:
    """Rows have no keys: a row that has moved looks like one that has changed."""
    if at >= len(old):
        return new
    changes = changed_fields(old[at], new)
    if "tokens" in changes:
        places = {token.key: place for place, token in enumerate(old[at].tokens)}
        changes["tokens"] = tuple([_diff_token(old[at].tokens, places.get(token.key), token) for token in new.tokens])
    return (at, RowChanges(**changes)) if changes else at


def _diff_token(old: Sequence[Token], at: int | None, new: Token) -> Any:
    if at is None:
        return new
    changes = changed_fields(old[at], new)
    return (at, TokenChanges(**changes)) if changes else at
