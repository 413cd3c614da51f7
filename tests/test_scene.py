"""Laws for the scenes of all games."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product

import msgspec
import pytest

from nodarium.core import svg
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import IllegalMove
from nodarium.core.game import Game
from nodarium.core.language import PSEUDO, format_message, localize, use_language
from nodarium.core.message import Message
from nodarium.core.message import Text as Words
from nodarium.core.options import Value
from nodarium.core.scene import Art, Group, Scene, Shape, Text
from nodarium.core.splitmix import advance, below
from nodarium.core.state import State
from nodarium.core.theme import PALETTES, THEMES, paint, shade, terminal

Setting = tuple[str, tuple[tuple[str, Value], ...]]


def settings(game_id: str) -> list[Setting]:
    """Every choice of every option, the others at their defaults."""
    choices = [(option.name, choice) for option in find_game(game_id).options for choice in option.choices]
    return [(game_id, (chosen,)) for chosen in choices] or [(game_id, ())]


SETTINGS = [setting for game_id in game_ids() for setting in settings(game_id)]
# Words that address the reader, by language.
ADDRESSES = {
    "en": re.compile(r"\b(you|your|yours|yourself)\b", re.IGNORECASE),
    "de": re.compile(r"\b(du|dir|dich|dein\w*)\b", re.IGNORECASE),
}
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)


def positions(game: Game, options: dict[str, Value]) -> Iterator[State]:
    """Positions of one random game: the first eight, every sixth until the hundredth, the last."""
    rng = 5
    state = game.new_state(options, rng)
    while state.to_act_mask and state.ply < 100:
        if state.ply < 8 or state.ply % 6 == 0:
            yield state.copy()
        for seat in state.to_act:
            actions = state.legal_actions(seat)
            rng = advance(rng)
            state.apply(actions[below(rng, len(actions))], seat)
    state.rollout(rng)
    yield state


@cache
def scenes(setting: Setting) -> list[tuple[State, int | None, Scene]]:
    game_id, options = setting
    game = find_game(game_id)
    return [
        (state, seat, game.renderer.scene(state, seat))
        for state in positions(game, dict(options))
        for seat in (None, *range(state.seats))
    ]


def all_shapes(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from all_shapes(shape.shapes)


def shapes_of(scene: Scene) -> list[Shape]:
    return [*all_shapes(scene.shapes), *(panel.badge for panel in scene.panels if panel.badge)]


@every_setting
def test_the_paths_of_targets_are_exactly_the_legal_moves(setting: Setting) -> None:
    game = find_game(setting[0])
    for state, seat, scene in scenes(setting):
        actions = state.legal_actions(seat) if seat is not None else []
        moves = {game.notation.format_move(state, seat, action) for action in actions if seat is not None}
        assert {path.move for path in scene.paths} == moves
        ways = sorted(path.targets for path in scene.paths)
        for one, next_one in pairwise(ways):  # in sorted order, a prefix comes right before a path that it starts
            assert next_one[: len(one)] != one
        targets = [target.key for target in scene.targets]
        assert len(set(targets)) == len(targets)
        assert set(targets) == {key for way in ways for key in way}
        assert all(target.label for target in scene.targets)


@every_setting
def test_the_targets_of_a_path_mean_its_move(setting: Setting) -> None:
    game = find_game(setting[0])
    for state, seat, scene in scenes(setting):
        for path in scene.paths:
            assert seat is not None
            meant = game.renderer.move_from_targets(state, seat, path.targets)
            assert meant is not None, path
            action = game.notation.parse_move(state, seat, meant)
            assert game.notation.format_move(state, seat, action) == path.move


def refusal(game: Game, state: State, seat: int, keys: tuple[str, ...]) -> IllegalMove | None:
    """The refusal of a choice of these keys, or None."""
    try:
        move = game.renderer.move_from_targets(state, seat, keys)
        action = None if move is None else game.notation.parse_move(state, seat, move)
        if action is not None and action not in state.legal_actions(seat):
            state.apply(action, seat)
    except IllegalMove as error:
        return error
    return None


@every_setting
def test_every_choice_of_targets_is_accepted_or_refused_with_a_reason(setting: Setting) -> None:
    game = find_game(setting[0])
    for state, seat, scene in scenes(setting)[::3]:
        if seat is None or seat not in state.to_act:
            continue
        tokens = [token.key for panel in scene.panels for row in panel.rows for token in row.tokens]
        keys = [*(shape.key for shape in scene.shapes), *tokens]
        begun = sorted({path.targets[0] for path in scene.paths if len(path.targets) > 1})[:4]
        for chosen in [*((key,) for key in keys), *product(begun, keys)]:
            refused = refusal(game, state, seat, chosen)
            if refused:
                assert refused.rule in game.rulebook().rules
                assert re.fullmatch(r"[A-Z“\d].*\.", str(refused.message))
                assert not re.search(r"[@>]|\d: ", str(refused.message))


@every_setting
def test_each_move_is_described_with_a_rule(setting: Setting) -> None:
    game = find_game(setting[0])
    for state, seat, _ in scenes(setting):
        for action in state.legal_actions(seat) if seat is not None else ():
            assert seat is not None
            text, rule = game.explain.describe_move(state, seat, action)
            assert str(text).startswith(str(game.seat_title(seat)))
            assert not str(text).endswith(".")
            assert rule in game.rulebook().rules


@every_setting
def test_marks_that_only_players_see_belong_to_legal_moves(setting: Setting) -> None:
    for state, seat, scene in scenes(setting):
        public = {shape.key for shape in find_game(setting[0]).renderer.scene(state, None).shapes}
        for shape in scene.shapes:
            is_mark = not isinstance(shape, Group) and shape.style.split()[0] in ("spot", "mark")
            if seat is not None and is_mark and shape.key not in public:
                assert shape.legal or shape.when, shape.key


def all_texts(scene: Scene) -> Iterator[Words]:
    yield from (scene.prompt, scene.hint)
    for shape in shapes_of(scene):
        yield from (shape.label, getattr(shape, "text", ""))
    for panel in scene.panels:
        yield from (panel.title, panel.value)
        for row in panel.rows:
            yield from (row.label, row.text)
            for token in row.tokens:
                yield from (token.label, token.text)
    yield from (step.label for step in scene.steps)
    yield from (flight.text for flight in scene.flights)
    for moment in scene.moments:
        yield moment.sentence
        for reveal in moment.reveals:
            yield from (reveal.title, reveal.note, reveal.tag)


@every_setting
def test_nothing_addresses_a_spectator(setting: Setting) -> None:
    messages = {
        text for _, seat, scene in scenes(setting) if seat is None for text in all_texts(scene) if type(text) is Message
    }
    for message in messages:
        for language, address in ADDRESSES.items():
            assert not address.search(format_message(message, language)), message


@every_setting
def test_keys_are_unique(setting: Setting) -> None:
    for _, _, scene in scenes(setting):
        keys = [shape.key for shape in shapes_of(scene)]
        keys += [token.key for panel in scene.panels for row in panel.rows for token in row.tokens]
        assert len(set(keys)) == len(keys)
        panels = [panel.key for panel in scene.panels]
        assert len(set(panels)) == len(panels)


@every_setting
def test_the_themes_know_every_style(setting: Setting) -> None:
    game = find_game(setting[0])
    styles = set()
    for state, seat, scene in scenes(setting):
        styles |= {shape.style for shape in shapes_of(scene) if not isinstance(shape, Group)}
        styles |= {panel.style for panel in scene.panels}
        styles |= {row.style for panel in scene.panels for row in panel.rows if row.style}
        styles |= {token.style for panel in scene.panels for row in panel.rows for token in row.tokens}
        styles |= {style for line in game.renderer.canvas(state, seat).lines() for _, style in line}
    for style in styles:
        for theme in THEMES:
            paint(style, theme)
            terminal(style, theme)


@every_setting
def test_every_symbol_exists(setting: Setting) -> None:
    game = find_game(setting[0])
    for _, _, scene in scenes(setting):
        used = {shape.symbol for shape in shapes_of(scene) if isinstance(shape, Art)}
        rows = [row for panel in scene.panels for row in panel.rows]
        used |= {row.symbol for row in rows} | {
            name for row in rows for t in row.tokens for name in (t.symbol, t.badge)
        }
        assert used - {""} <= set(game.symbol_table)


@pytest.mark.parametrize("game_id", game_ids())
def test_the_themes_know_the_colours_of_every_symbol(game_id: str) -> None:
    for symbol in find_game(game_id).symbols:
        assert symbol.name.startswith(f"{game_id}-")
        assert symbol.parts
        for part in symbol.parts:
            assert re.fullmatch(r"[MLHVCSQTAZmlhvcsqtaz\d\s.,e+-]+", part.path)
            for words, theme in product(filter(None, (part.fill, part.line)), PALETTES):
                assert re.fullmatch("#[0-9A-Fa-f]{6}", shade(words, "art seat-0", theme))


@every_setting
def test_a_scene_survives_a_json_round_trip(setting: Setting) -> None:
    for _, _, scene in scenes(setting):
        written = msgspec.json.encode(scene)
        read = msgspec.json.decode(written, type=Scene)
        assert localize(read, "de") == localize(scene, "de")


@every_setting
def test_a_scene_shows_no_secrets(setting: Setting) -> None:
    game = find_game(setting[0])
    for state, seat, scene in scenes(setting):
        if seat is not None:
            other = state.copy()
            other.determinize(seat, 99)
            assert game.renderer.scene(other, seat) == scene
            assert str(game.renderer.canvas(other, seat)) == str(game.renderer.canvas(state, seat))


@every_setting
def test_every_position_has_a_prompt_and_a_picture(setting: Setting) -> None:
    game = find_game(setting[0])
    for state, seat, scene in scenes(setting):
        assert scene.prompt
        assert str(game.renderer.canvas(state, seat)).strip()
        if seat is None:
            assert svg.render(scene).count("<g") > len(scene.panels)  # every panel is a group, and so is the board
        if state.outcome:
            assert f"({state.outcome.rule})" in str(scene.prompt)


def outside_brackets(text: str) -> str:
    while "⟦" in text:
        text, before = re.sub("⟦[^⟦⟧]*⟧", "", text), text
        assert text != before, "brackets don't match"
    return text


@every_setting
def test_no_text_bypasses_the_catalogues(setting: Setting) -> None:
    game = find_game(setting[0])
    for state, seat, scene in scenes(setting):
        named = [
            scene.prompt,
            *(shape.label for shape in shapes_of(scene)),
            *(target.label for target in scene.targets),
        ]
        plain: list[object] = [shape.text for shape in shapes_of(scene) if isinstance(shape, Text)]
        for panel in scene.panels:
            named += [panel.title, *(row.label for row in panel.rows)]
            named += [token.label for row in panel.rows for token in row.tokens]
            plain += [panel.value, *(row.text for row in panel.rows)]
            plain += [token.text for row in panel.rows for token in row.tokens]
        assert all(isinstance(text, Message) or not re.search("[a-z]{3}", text) for text in named)
        assert not any(re.search("[a-z]{2} [a-z]{2}", text) for text in plain if isinstance(text, str))
        with use_language(PSEUDO):
            drawn = str(game.renderer.canvas(state, seat))
        assert not re.search("[a-z]{2} [a-z]{2}", outside_brackets(drawn))
