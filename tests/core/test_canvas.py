"""The canvas: a picture made of characters."""

from __future__ import annotations

from nodarium.core.canvas import Canvas
from nodarium.core.scene import Panel, Row, Token


def test_text_appears_at_its_position() -> None:
    canvas = Canvas()
    canvas.put(2, 1, "tile")
    canvas.put(0, 3, "a")
    assert str(canvas) == "\n  tile\n\na"


def test_later_text_covers_earlier_text() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "-----")
    canvas.put(2, 0, "+")
    assert str(canvas) == "--+--"


def test_a_row_is_split_into_pieces_of_one_style() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "--", "way")
    canvas.put(2, 0, "o", "piece seat-0")
    canvas.put(3, 0, "--", "way")
    canvas.put(6, 0, "!")
    assert canvas.lines() == [[("--", "way"), ("o", "piece seat-0"), ("--", "way"), (" !", "text")]]


def test_trailing_spaces_are_not_written() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "a   ")
    assert str(canvas) == "a"
    assert canvas.lines() == [[("a   ", "text")]]


def test_a_new_canvas_is_empty() -> None:
    assert str(Canvas()) == ""
    assert Canvas().lines() == []


def test_a_panel_aligns_its_labels_in_one_column() -> None:
    cubes = tuple(Token(key=f"red-{n}", style="piece red", label="a red cube", text="R") for n in range(2))
    rows = (Row(label="score", text="7"), Row(label="red cubes", text="2", tokens=cubes), Row(label="empty"))
    canvas = Canvas()
    below = canvas.put_panel(1, 0, Panel(key="seat-0", title="Orange", value="7", rows=rows))
    assert str(canvas) == " Orange  7\n score      7\n red cubes  2 R R\n empty"
    assert below == 4
    assert canvas.lines()[2][-1] == ("R", "piece red")


def test_a_prompt_is_wrapped_and_can_be_replaced() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "board")
    canvas.put_prompt(2, "word " * 30)
    assert [len(line) for line in str(canvas).split("\n")] == [5, 0, 79, 69]
    canvas.change_prompt("The game is over.")
    assert str(canvas) == "board\n\nThe game is over."


def test_a_prompt_that_replaces_none_appears_below_everything() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "board")
    canvas.change_prompt("The game is over.")
    assert str(canvas) == "board\nThe game is over."
