"""The pictures of Nøde."""

from __future__ import annotations

import pytest

from nodarium.core.scene import Curve, Line, Polygon, Scene, Text
from nodarium.games.noede.notation import parse_move, parse_position
from nodarium.games.noede.scene import canvas, scene


def ends(drawn: Scene, pointed: str) -> dict[str, tuple[float, float]]:
    """Return the ends of the lines that appear while you point at something."""
    return {shape.key: shape.end for shape in drawn.shapes if isinstance(shape, Line) and pointed in shape.when.split()}


def middle(drawn: Scene, cell: str) -> tuple[float, float]:
    """Return the middle of a cell."""
    (points,) = (shape.points for shape in drawn.shapes if shape.key == cell and hasattr(shape, "points"))
    return sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 0.01 and abs(one[1] - other[1]) < 0.01


def lasting(drawn: Scene, prefix: str) -> set[str]:
    return {shape.key for shape in drawn.shapes if not shape.when and shape.key.startswith(prefix)}


def test_lines_of_all_anchors_appear_for_every_seat() -> None:
    state = parse_position("6 | a6 f6 | c6 k6 | white turn")
    for seat in (0, 1, None):
        drawn = scene(state, seat)
        assert ends(drawn, "piece-a6")
        assert ends(drawn, "piece-k6")
        assert {"piece-a6", "piece-k6"} <= {shape.key for shape in drawn.shapes}
    assert ends(scene(state, 0), "a8")  # where white could put an anchor
    assert not ends(scene(state, 1), "a8")


def test_own_lines_are_always_there() -> None:
    state = parse_position("6 | a6 f6 | c6 k6 | white turn")
    assert lasting(scene(state, 0), "line-") == {"line-a6-1"}  # the others run along the rim
    assert {key[:7] for key in lasting(scene(state, 1), "line-")} == {"line-k6"}
    assert not lasting(scene(state, None), "line-")


def test_a_cell_where_a_node_can_go_shows_the_lines_that_cross_there() -> None:
    state = parse_position("6 | a8 c4 | k2 k3 | white turn")
    assert "c8" in {target.key for target in scene(state, 0).targets}
    shown = ends(scene(state, 0), "c8")
    assert {key.rpartition("-")[0] for key in shown} == {"pointed-a8", "pointed-c4"}


def test_line_runs_to_the_rim_or_to_the_piece_that_blocks_it() -> None:
    row = "pointed-a6-1"
    free = scene(parse_position("6 | a6 f6 | c6 k6 | white turn"), 0)
    assert near(ends(free, "piece-a6")[row], middle(free, "k6"))
    blocked = scene(parse_position("6 blocked | a6 f6 | c6 k6 | white turn"), 0)
    assert near(ends(blocked, "piece-a6")[row], middle(blocked, "b6"))


def test_crossings_follow_the_anchor_that_is_pointed_at() -> None:
    drawn = scene(parse_position("6 | c4 | k2 k3 | white turn"), 0)
    marked = {shape.key for shape in drawn.shapes if "a8" in shape.when.split() and shape.key.startswith("crossing")}
    assert marked == {"crossing-c6", "crossing-c8", "crossing-e4"}


def test_lines_of_a_new_anchor_are_there_until_its_node_is_placed() -> None:
    state = parse_position("6 | c4 | k2 k3 | white turn")
    state.apply(parse_move(state, 0, "a8"))
    for seat in (1, None):
        assert "line-a8-1" in lasting(scene(state, seat), "line-a8")
    for seat in (0, 1, None):
        drawn = scene(state, seat)
        assert lasting(drawn, "line-a8") == {"line-a8-1", "line-a8-2"}
        assert lasting(drawn, "crossing") == {"crossing-c6", "crossing-c8", "crossing-e4"}
        assert [str(step.label) + " " + step.state for step in drawn.steps] == ["Anchor done", "Node now"]
    assert {target.key for target in scene(state, 0).targets} == {"c6", "c8", "e4"}


def test_names_of_rows_and_columns_are_level_with_their_cells() -> None:
    drawn = scene(parse_position("6 | a6 f6 | c6 k6 | white turn"), 0)
    at = {shape.key: (shape.x, shape.y) for shape in drawn.shapes if isinstance(shape, Text)}
    for cell in drawn.shapes:
        if isinstance(cell, Polygon) and cell.key != "board":
            x, y = middle(drawn, cell.key)
            row_x, row_y = at[f"row-{cell.key[1:]}-dim"]
            assert row_x < x
            assert row_y == pytest.approx(y, abs=0.01)
            column_x, column_y = at[f"column-{cell.key[0]}-dim"]  # in the direction in which the columns run
            assert column_y > y
            assert (column_x - x) / (column_y - y) == pytest.approx(1 / 3**0.5, abs=0.06)


def test_winning_chain_is_one_path() -> None:
    over = scene(parse_position("4 | a4 b4 c4 d4 e4 f4 g4 d3 d5 | d1 g1 | over"), None)
    (path,) = [shape for shape in over.shapes if isinstance(shape, Curve)]
    assert path.path.count("L") == 6  # the two pieces that it does not need are left out
    assert str(over.prompt) == "White wins: two opposite sides are joined (O-10)"
    three = scene(parse_position("4 | c2 d2 d3 d4 e4 f4 g3 d5 d6 c7 | g1 a4 | over"), None)
    assert 1 < sum(isinstance(shape, Curve) for shape in three.shapes) <= 3
    assert str(three.prompt) == "White wins: three sides are joined, and no two of them are adjacent (O-10)"
    playing = scene(parse_position("4 | a4 b4 c4 d4 e4 f4 | d1 g1 | white turn"), None)
    assert not any(isinstance(shape, Curve) for shape in playing.shapes)


def test_board_for_the_terminal() -> None:
    state = parse_position("4 | a4 d4 f4 | g1 g3 e2 | white turn")
    assert (
        str(canvas(state, 0))
        == """\
        d   e   f   g
      c   +   +   +   ■   1
    b   +   ·   ●   ·   +   2
  a   +   ·   ·   ·   ·   ■   3
    □   ·   ·   ○   ·   ○   +   4
      +   ·   ·   ·   ·   +   5
        +   ·   ·   ·   +   6
          +   +   +   +   7

white □ ○   black ■ ●
White: place an anchor, or a node where White’s lines cross"""
    )
