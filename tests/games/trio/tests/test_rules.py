"""A test for each rule of Trio."""

from __future__ import annotations

import pytest

import nodarium
from nodarium.core.errors import IllegalMove, NotYourTurn


def play(*moves: str) -> nodarium.Match:
    match = nodarium.new("trio")
    for move in moves:
        match.play(move)
    return match


@pytest.mark.rule("T-1")
def test_the_empty_board_has_nine_cells() -> None:
    assert len(play().legal_moves()) == 9


@pytest.mark.rule("T-2")
def test_cross_begins_and_the_turns_alternate() -> None:
    assert play().to_act == (0,)
    assert play("b2").to_act == (1,)
    assert play("b2", "a1").to_act == (0,)
    with pytest.raises(NotYourTurn):
        play("b2").play("a1", seat=0)


@pytest.mark.rule("T-3")
def test_a_mark_goes_to_an_empty_cell() -> None:
    match = play("b2")
    assert "b2" not in match.legal_moves()
    with pytest.raises(IllegalMove, match="b2: This cell is taken") as caught:
        match.play("b2")
    assert caught.value.rule == "T-3"


@pytest.mark.rule("T-4")
@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("a1 a2 b1 b2 c1", 0),  # a row
        ("a1 b1 a2 b2 c3 b3", 1),  # a column
        ("a1 b1 b2 c1 c3", 0),  # a diagonal
        ("a1 a2 c1 b2 b3 c2", 1),
        ("c1 a1 b2 a2 a3", 0),  # the other diagonal
    ],
)
def test_three_in_a_row_win_at_once(moves: str, winner: int) -> None:
    outcome = play(*moves.split()).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == ((winner,), "T-4")


@pytest.mark.rule("T-4")
def test_the_last_cell_can_win() -> None:
    outcome = play("a1", "b1", "c1", "a2", "b2", "c2", "b3", "a3", "c3").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == ((0,), "T-4")


@pytest.mark.rule("T-5")
def test_a_full_board_without_a_line_is_a_draw() -> None:
    outcome = play("b2", "a1", "b1", "b3", "a2", "c2", "c1", "a3", "c3").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == ((), "T-5")


@pytest.mark.rule("T-6")
def test_cells_are_named_by_column_and_row() -> None:
    assert play().legal_moves() == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    match = play("c1", "b2")
    assert match.game.notation.format_position(match.state) == "..x/.o./..."
