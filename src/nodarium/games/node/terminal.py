"""NODE in a terminal."""

from __future__ import annotations

from typing import Any

from nodarium.core.canvas import Canvas
from nodarium.core.message import Message, say
from nodarium.core.scene import Panel, Row, Token
from nodarium.games.node import board
from nodarium.games.node.board import COLOUR_NAMES, COLOURS, SEAT_NAMES, SEAT_TITLES
from nodarium.games.node.panels import NETWORK_POINTS, cubes_label, prompt, trades_left
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
    for panel in (_player(view, 0), _player(view, 1), _bank(view["bank"])):
        if panel.seat is not None:
            drawing.put(PANELS - 3, y, f"{NODES[panel.seat]}{LINES[panel.seat][0]}", f"piece seat-{panel.seat}")
        y = drawing.put_panel(PANELS, y, panel) + 1


def _player(view: View, seat: int) -> Panel:
    player = view["players"][seat]
    name = SEAT_NAMES[seat]
    turn = seat in view["to_act"] and view["phase"] == "turn"
    branches = say("node-branch-counts", largest=player["largest_network"], left=player["branches_left"])
    rows = (
        Row(label=say("node-points"), text=_point_parts(player)),
        Row(label=say("node-cubes"), tokens=_cubes(f"{name}-", player["cubes"], "", "piece")),
        Row(label=say("node-income"), tokens=_cubes(f"{name}-income-", player["income"], "+", "cell")),
        Row(label=say("node-branches"), text=branches),
        Row(label=say("node-trades-row"), text=trades_left(tuple(player["trades_left"].values())) if turn else "–"),
    )
    value = say("node-points-of", score=player["score"], goal=board.GOAL)
    return Panel(key=name, title=SEAT_TITLES[seat], value=value, rows=rows, seat=seat)


def _point_parts(player: View) -> Message:
    nodes, captured = len(player["nodes"]), len(player["captured"])
    if player["leads_network"]:
        return say("node-points-sum-with-network", nodes=nodes, captured=captured, network=NETWORK_POINTS)
    return say("node-points-sum", nodes=nodes, captured=captured)


def _bank(bank: dict[str, int] | None) -> Panel:
    if bank is None:
        tokens = tuple(
            Token(key=f"bank-{letter}", style=f"piece {hue}", label="", text=letter)
            for letter, hue in zip(COLOURS, COLOUR_NAMES, strict=True)
        )
    else:
        tokens = _cubes("bank-", bank, "", "piece")
    prices = Row(label=say("node-prices"), text=say("node-price-list", branch="RB", node="YYGG"))  # N-14, N-15
    return Panel(key="bank", title=say("node-bank"), rows=(Row(label=say("node-cubes"), tokens=tokens), prices))


def _cubes(prefix: str, counts: dict[str, int], sign: str, role: str) -> tuple[Token, ...]:
    return tuple(
        Token(
            key=f"{prefix}{COLOURS[colour]}",
            style=f"{role} {hue}" if counts[hue] else f"piece {hue} dim",
            label=cubes_label(colour, counts[hue]),
            text=f"{sign}{counts[hue]}{COLOURS[colour]}",
        )
        for colour, hue in enumerate(COLOUR_NAMES)
    )
