"""Paths of symbols, and covers that are put together from them."""

from __future__ import annotations

import re

import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.symbols import Part, circle, move_path, placed, polygon, rectangle
from nodarium.core.theme import shade

COVERS = [game for game in game_ids() if find_game(game).cover]


def test_a_path_is_turned_then_scaled_then_moved() -> None:
    assert move_path("M1 0L0 1Z", 10, 20, 2, 90) == "M10 22L8 20Z"
    assert move_path("m1 0l0 1z", 10, 20, 2) == "m2 0l0 2z"


def test_horizontal_and_vertical_lines_can_be_turned() -> None:
    assert move_path("M0 0H4V3h-4z", 0, 0, 1, 90) == "M0 0L0 4L-3 4l0 -4z"


def test_an_arc_keeps_its_flags() -> None:
    assert move_path("M2 0A2 1 10 0 1 -2 0", 1, 1, 3, 20) == "M6.64 3.05A6 3 30 0 1 -4.64 -1.05"


@pytest.mark.parametrize("path", [circle(3, 4, 5), rectangle(-1, -2, 3, 4, 1), polygon(((0, 0), (1.5, 2), (-3, 1)))])
def test_a_path_that_does_not_move_stays_itself(path: str) -> None:
    assert move_path(move_path(path, 7, -3), -7, 3) == move_path(path, 0, 0)


def test_a_placed_part_takes_a_colour_and_a_scale() -> None:
    part = Part(path="M0 0L1 1", fill="soft", line="red line", width=2, dash=(4,))
    (moved,) = placed([part], (5, 5), 0.5, hue="gold")
    assert (moved.path, moved.fill, moved.line, moved.width, moved.dash) == (
        "M5 5L5.5 5.5",
        "gold soft",
        "red line",
        1,
        (2,),
    )


@pytest.mark.parametrize("game_id", COVERS)
def test_a_cover_uses_colours_that_the_theme_knows(game_id: str) -> None:
    cover = find_game(game_id).cover
    assert cover
    assert cover.ground in {"", "night"}
    theme = cover.ground or "light"
    for part in cover.parts:
        assert re.fullmatch(r"[MLHVCSQTAZmlhvcsqtaz\d\s.,e+-]+", part.path)
        for words in filter(None, (part.fill, part.line)):
            assert words.split()[-1] not in {"soft", "full", "line", "over"} or " " in words
            assert re.fullmatch("#[0-9A-Fa-f]{6}", shade(words, "", theme))
