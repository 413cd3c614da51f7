"""The pictures of Nøde."""

from __future__ import annotations

from nodarium.core.scene import Line, Scene
from nodarium.games.noede.notation import parse_move, parse_position
from nodarium.games.noede.scene import canvas, scene


def ends(drawn: Scene, anchor: str) -> dict[str, tuple[float, float]]:
    """Return the ends of the lines that appear while you point at a cell."""
    return {shape.key: shape.end for shape in drawn.shapes if isinstance(shape, Line) and shape.when == anchor}


def middle(drawn: Scene, cell: str) -> tuple[float, float]:
    """Return the middle of a cell."""
    (points,) = (shape.points for shape in drawn.shapes if shape.key == cell and hasattr(shape, "points"))
    return sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 0.01 and abs(one[1] - other[1]) < 0.01


def test_lines_of_all_anchors_are_there_for_every_seat() -> None:
    state = parse_position("6 | a6 f6 | c6 k6 | white turn")
    for seat in (0, 1, None):
        drawn = scene(state, seat)
        assert ends(drawn, "piece-a6")
        assert ends(drawn, "piece-k6")
        assert {"piece-a6", "piece-k6"} <= {shape.key for shape in drawn.shapes}
    assert ends(scene(state, 0), "a8")  # where white could put an anchor
    assert not ends(scene(state, 1), "a8")


def test_line_runs_to_the_rim_or_to_the_piece_that_blocks_it() -> None:
    row = "line-a6-1"
    free = scene(parse_position("6 | a6 f6 | c6 k6 | white turn"), 0)
    assert near(ends(free, "piece-a6")[row], middle(free, "k6"))
    blocked = scene(parse_position("6 blocked | a6 f6 | c6 k6 | white turn"), 0)
    assert near(ends(blocked, "piece-a6")[row], middle(blocked, "b6"))


def test_crossings_follow_the_anchor_that_is_pointed_at() -> None:
    drawn = scene(parse_position("6 | c4 | k2 k3 | white turn"), 0)
    marked = {shape.key for shape in drawn.shapes if shape.when == "a8" and shape.key.startswith("crossing")}
    assert marked == {"crossing-a8-c6", "crossing-a8-c8", "crossing-a8-e4"}


def test_lines_of_a_new_anchor_are_there_until_its_node_is_placed() -> None:
    state = parse_position("6 | c4 | k2 k3 | white turn")
    state.apply(parse_move(state, 0, "a8"))
    for seat in (0, 1, None):
        drawn = {shape.key for shape in scene(state, seat).shapes if not shape.when}
        assert {key for key in drawn if key.startswith("line-")} == {"line-a8-1", "line-a8-2"}
        assert {key for key in drawn if key.startswith("cross")} == {
            f"crossing-a8-{cell}" for cell in ("c6", "c8", "e4")
        }
    assert {target.key for target in scene(state, 0).targets} == {"c6", "c8", "e4"}


def test_winning_chain_is_joined_up() -> None:
    over = scene(parse_position("4 | a4 b4 c4 d4 e4 f4 g4 | d1 g1 | over"), None)
    assert sum(shape.key.startswith("won-") for shape in over.shapes) == 6
    assert str(over.prompt) == "White wins: two opposite sides are joined (O-10)"
    three = scene(parse_position("4 | c2 d2 d3 d4 e4 f4 g3 d5 d6 c7 | g1 a4 | over"), None)
    assert str(three.prompt) == "White wins: three sides are joined, and no two of them are adjacent (O-10)"
    playing = scene(parse_position("4 | a4 b4 c4 d4 e4 f4 | d1 g1 | white turn"), None)
    assert not any(shape.key.startswith("won-") for shape in playing.shapes)


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
White: place an anchor, or a node where your lines cross"""
    )
