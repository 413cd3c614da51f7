"""Laws that the scene of every game keeps."""

from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest

from nodarium.core import svg
from nodarium.core.bits import advance, below
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.game import Game
from nodarium.core.options import Value
from nodarium.core.scene import Group, Scene, Shape
from nodarium.core.state import State
from nodarium.core.theme import THEMES, paint, terminal

# Every choice of every option, the others at their defaults.
SETTINGS = [
    pytest.param(game_id, {option.name: choice}, id=f"{game_id}-{option.name}-{choice}")
    for game_id in game_ids()
    for option in find_game(game_id).options
    for choice in option.choices
] + [pytest.param(game_id, {}, id=game_id) for game_id in game_ids()]


def positions(game: Game, options: dict[str, Value]) -> Iterator[State]:
    """The positions of one random game, up to 150 and then the last one."""
    rng = 5
    state = game.new(options, rng)
    while state.acting and state.ply < 150:
        yield state
        for seat in state.to_act:
            actions = state.legal_actions(seat)
            rng = advance(rng)
            state.apply(actions[below(rng, len(actions))], seat)
    state.play_randomly(rng)
    yield state


def scenes(game: Game, options: dict[str, Value]) -> Iterator[tuple[State, int | None, Scene]]:
    for state in positions(game, options):
        for seat in (None, *range(state.seats)):
            yield state, seat, game.picture.scene(state, seat)


def all_shapes(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from all_shapes(shape.shapes)


def shapes_of(scene: Scene) -> list[Shape]:
    return [*all_shapes(scene.shapes), *(panel.badge for panel in scene.panels if panel.badge)]


@pytest.mark.parametrize(("game_id", "options"), SETTINGS)
def test_each_legal_move_is_a_path_of_targets_and_nothing_else_is(game_id: str, options: dict[str, Value]) -> None:
    game = find_game(game_id)
    for state, seat, scene in scenes(game, options):
        actions = state.legal_actions(seat) if seat is not None else []
        moves = {game.notation.write_move(state, seat, action) for action in actions if seat is not None}
        assert {path.move for path in scene.paths} == moves
        ways = sorted(path.targets for path in scene.paths)
        for one, next_one in pairwise(ways):  # sorted, a beginning comes right before what it begins
            assert next_one[: len(one)] != one
        targets = [target.key for target in scene.targets]
        assert len(set(targets)) == len(targets)
        assert set(targets) == {key for way in ways for key in way}
        assert all(target.label for target in scene.targets)


@pytest.mark.parametrize(("game_id", "options"), SETTINGS)
def test_keys_are_unique(game_id: str, options: dict[str, Value]) -> None:
    for _, _, scene in scenes(find_game(game_id), options):
        keys = [shape.key for shape in shapes_of(scene)]
        keys += [token.key for panel in scene.panels for row in panel.rows for token in row.tokens]
        assert len(set(keys)) == len(keys)
        panels = [panel.key for panel in scene.panels]
        assert len(set(panels)) == len(panels)


@pytest.mark.parametrize(("game_id", "options"), SETTINGS)
def test_every_style_is_known_to_the_themes(game_id: str, options: dict[str, Value]) -> None:
    game = find_game(game_id)
    styles = set()
    for state, seat, scene in scenes(game, options):
        styles |= {shape.style for shape in shapes_of(scene) if not isinstance(shape, Group)}
        styles |= {panel.style for panel in scene.panels}
        styles |= {token.style for panel in scene.panels for row in panel.rows for token in row.tokens}
        styles |= {style for line in game.picture.canvas(state, seat).lines() for _, style in line}
    for style in styles:
        for theme in THEMES:
            paint(style, theme)
            terminal(style, theme)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_scene_survives_its_journey_as_json(game_id: str) -> None:
    for _, _, scene in scenes(find_game(game_id), {}):
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


@pytest.mark.parametrize("game_id", game_ids())
def test_a_scene_shows_nothing_that_the_seat_may_not_know(game_id: str) -> None:
    game = find_game(game_id)
    for state, seat, scene in scenes(game, {}):
        if seat is not None:
            other = state.copy()
            other.re_deal(seat, 99)
            assert game.picture.scene(other, seat) == scene
            assert str(game.picture.canvas(other, seat)) == str(game.picture.canvas(state, seat))


@pytest.mark.parametrize("game_id", game_ids())
def test_the_picture_and_the_prompt_are_there_from_the_first_position_to_the_last(game_id: str) -> None:
    game = find_game(game_id)
    for state in positions(game, {}):
        scene = game.picture.scene(state, None)
        assert scene.prompt
        assert scene.shapes
        assert str(game.picture.canvas(state, None)).strip()
        assert (state.outcome is not None) == (f"({state.outcome.rule})" in scene.prompt if state.outcome else False)
        assert svg.render(scene).startswith("<svg")
