"""The notation of Nøde."""

from __future__ import annotations

from random import Random

import pytest

from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, UnreadableMove
from nodarium.games.noede.board import BOARDS
from nodarium.games.noede.notation import (
    format_deal,
    format_move,
    format_position,
    parse_deal,
    parse_move,
    parse_position,
)
from nodarium.games.noede.rules import State


@pytest.mark.parametrize("side", [4, 6, 10])
def test_every_cell_has_a_text_that_reads_back(side: int) -> None:
    state = State(side)
    cells = range(len(BOARDS[state.size].cells))
    texts = [format_move(state, 0, cell) for cell in cells]
    assert len(set(texts)) == len(texts)
    assert [parse_move(state, 0, text) for text in texts] == list(cells)
    assert parse_move(state, 0, f" {texts[0].upper()} ") == 0


@pytest.mark.parametrize("number", [-1, 37, 270])
def test_numbers_outside_the_board_have_no_text(number: int) -> None:
    with pytest.raises(LookupError):
        format_move(State(4), 0, number)


@pytest.mark.parametrize("text", ["", "a1", "k6", "f06", "z9", "6f", "a1-d5", "f6f7"])
def test_texts_other_than_cells_are_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        parse_move(State(5), 0, text)
    assert caught.value.rule == "O-11"
    assert "e5 is in the middle" in str(caught.value)


def test_a_turn_of_two_steps_is_not_a_move() -> None:
    with pytest.raises(UnreadableMove, match="one after the other") as caught:
        parse_move(State(5), 0, "a5-B5")
    assert caught.value.rule == "O-11"


@pytest.mark.parametrize("blocked", [False, True])
def test_positions_of_random_games_read_back(blocked: bool) -> None:
    random = Random(3)
    state = State(5, blocked)
    while True:
        text = format_position(state)
        twin = parse_position(text)
        assert format_position(twin) == text
        assert twin.legal_actions() == state.legal_actions()
        if not state.to_act_mask:
            assert twin.outcome == state.outcome
            break
        state.apply(random.choice(state.legal_actions()))


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("6 | - | -", "O-11"),
        ("3 | - | - | white turn", "O-1"),
        ("| - | - | white turn", "O-1"),
        ("6 open | - | - | white turn", "O-1"),
        ("6 | a1 | - | black turn", "O-11"),
        ("6 | a6 a6 | - | black turn", "O-5"),
        ("6 | a6 | a6 k1 | white turn", "O-5"),
        ("6 | - | - | black turn", "O-5"),
        ("6 | a6 | - | white turn", "O-5"),
        ("6 | a6 | k1 k2 | white node a6", "O-5"),
        ("6 | a6 b6 | k1 k2 | white node b6", "O-5"),
        ("6 | a6 a7 | k1 k2 | white node k1", "O-5"),
        ("6 | a6 a7 | k1 k2 | white node", "O-5"),
        ("6 | a6 a7 | k1 k2 | green turn", "O-5"),
        ("6 | a6 a7 | k1 k2 | over", "O-5"),
        ("6 | - | - | over", "O-5"),
        ("4 | a4 b4 c4 d4 e4 f4 g4 | d1 g1 | white turn", "O-5"),
        ("4 | a4 b4 c4 d4 e4 f4 g4 | d1 g1 | black node d1", "O-5"),
        ("6 | a6 a7 | k1 k2 |", "O-5"),
    ],
)
def test_impossible_positions_are_refused(text: str, rule: str) -> None:
    with pytest.raises(BadOption) as caught:
        parse_position(text)
    assert caught.value.rule == rule


def test_deal_is_empty_and_only_that() -> None:
    state = State()
    assert format_deal(state) == {}
    parse_deal(state, {})
    with pytest.raises(BadOption):
        find_game("noede").state_from_deal({}, {"layout": "grid"})
