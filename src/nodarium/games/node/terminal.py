"""NODE in a terminal."""

from __future__ import annotations

from typing import Any

from nodarium.core.canvas import Canvas
from nodarium.games.node import board
from nodarium.games.node.panels import panels, prompt
from nodarium.games.node.rules import State
from nodarium.games.node.shapes import hue_of

# Each seat's node, and its branches across and upwards.
NODES = ("●", "◆")
LINES = ("━┃", "═║")
PANELS = 37  # the column of the panels

View = dict[str, Any]


def canvas(state: State, seat: int | None) -> Canvas:
    """Draw the board, the panels to its right and the prompt below: 80 columns, 19 rows."""
    view = state.view(seat)
    drawing = Canvas()
    for rank in "123456":
        drawing.put(0, _row(f"a{rank}"), rank, "text dim")
    for file in "abcdef":
        drawing.put(_column(f"{file}1"), _row("a1") + 1, file, "text dim")
    for name, square in view["squares"].items():
        _put_square(drawing, name.lower(), square)
    for name in board.CORNER_NAMES:
        drawing.put(_column(name), _row(name), "·", "spot")
    for name in board.EDGE_NAMES:
        _put_branch(drawing, name, "╌┊", "spot")
    for owner, player in enumerate(view["players"]):
        for name in player["branches"]:
            _put_branch(drawing, name, LINES[owner], f"piece seat-{owner}")
        for name in player["nodes"]:
            drawing.put(_column(name), _row(name), NODES[owner], f"piece seat-{owner}")
    _put_panels(drawing, view)
    drawing.put_prompt(_row("a1") + 3, prompt(state, view))
    return drawing


def _column(corner: str) -> int:
    return 2 + 6 * (ord(corner[0]) - ord("a"))


def _row(corner: str) -> int:
    return 3 * (6 - int(corner[1]))


def _put_square(drawing: Canvas, corner: str, square: View) -> None:
    """Write the square's tile and, below it, the captor's node, a cross if it is exhausted, or the post's rate."""
    x, y = _column(corner) + 2, _row(corner) - 2
    hue = hue_of(square["tile"]) or "grey"
    drawing.put(x, y, f"{square['tile']:^3}", f"cell {hue} dim" if square["exhausted"] else f"cell {hue} strong")
    if square["captor"] is not None:
        drawing.put(x + 1, y + 1, NODES[square["captor"]], f"piece seat-{square['captor']}")
    elif square["exhausted"]:
        drawing.put(x + 1, y + 1, "×", "mark strong")
    elif square["tile"] == "T":
        drawing.put(x, y + 1, "2:1", "text")


def _put_branch(drawing: Canvas, edge: str, line: str, style: str) -> None:
    """Draw a branch; `line` holds the characters for a horizontal and a vertical one."""
    x, y = _column(edge), _row(edge)
    if edge[1] == edge[3]:
        drawing.put(x + 1, y, line[0] * 5, style)
    else:
        drawing.put(x, y - 1, line[1], style)
        drawing.put(x, y - 2, line[1], style)


def _put_panels(drawing: Canvas, view: View) -> None:
    y = 0
    for panel in panels(view):
        if panel.seat is not None:
            drawing.put(PANELS - 3, y, f"{NODES[panel.seat]}{LINES[panel.seat][0]}", f"piece seat-{panel.seat}")
        y = drawing.put_panel(PANELS, y, panel) + 1
