"""Trio in text and back."""

from __future__ import annotations

import pytest

from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, UnreadableMove

GAME = find_game("trio")


@pytest.mark.parametrize("text", ["b2", " B2 "])
def test_a_cell_is_read_with_capitals_and_blanks(text: str) -> None:
    assert GAME.notation.parse_move(GAME.new_state({}, 0), 0, text) == 4


@pytest.mark.parametrize("text", ["", "d1", "a4", "2b", "a1 b2"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        GAME.notation.parse_move(GAME.new_state({}, 0), 0, text)
    assert caught.value.rule == "T-6"


@pytest.mark.parametrize("number", [-1, 9])
def test_a_number_without_a_cell_has_no_text(number: int) -> None:
    with pytest.raises(LookupError):
        GAME.notation.format_move(GAME.new_state({}, 0), 0, number)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "T-6"),
        ("x../.o.", "T-6"),
        ("x.../.o./..", "T-6"),
        ("x../.q./...", "T-6"),
        ("o../.../...", "T-2"),
        ("xx./.../...", "T-2"),
        ("xxx/ooo/...", "T-4"),
        ("xxx/oo./o..", "T-4"),
        ("ooo/xx./xx.", "T-4"),
    ],
)
def test_an_impossible_position_is_refused(text: str, rule: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.notation.parse_position(text)
    assert caught.value.rule == rule
