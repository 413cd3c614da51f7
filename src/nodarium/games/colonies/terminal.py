"""Nodes & Colonies in a terminal."""

from __future__ import annotations

from collections import Counter

from msgspec import structs

from nodarium.core.canvas import Canvas
from nodarium.core.message import say
from nodarium.core.scene import Panel, Row
from nodarium.games.colonies.notation import INITIALS
from nodarium.games.colonies.panels import panels, prompt
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.seat_view import SeatView, View, coordinates

WIDEST = 80
MARGIN = 5  # left of the board
ACROSS, DOWN = 6, 2  # the size of a spot
TRUMPS = "C > M > E > C"  # C-2


def canvas(state: State, seat: int | None) -> Canvas:
    """Draw the Nodes, each with its two topmost Colonies; the panels to the right or below; the prompt."""
    seen = SeatView(state, seat)
    drawing = Canvas()
    columns, rows = seen.columns[1:-1], seen.rows[1:-1]
    for spot, node in seen.nodes.items():
        x, y = coordinates(spot)
        _put_node(drawing, MARGIN + ACROSS * columns.index(x), DOWN * rows.index(y), node)
    for down, y in enumerate(rows):
        drawing.put(0, DOWN * down, f"{y:>{MARGIN - 2}}", "text dim")
    for across, x in enumerate(columns):
        drawing.put(MARGIN + ACROSS * across, DOWN * len(rows), f"{x:^5}", "text dim")
    right, low = MARGIN + ACROSS * len(columns) + 3, DOWN * len(rows) + 1
    shown = _panels(seen)
    x, y = (right, 0) if right + max(map(_width, shown)) <= WIDEST else (MARGIN, low + 1)
    for panel in shown:
        if panel.seat is not None:
            drawing.put(x - 2, y, INITIALS[panel.seat], f"piece seat-{panel.seat}")
        y = drawing.put_panel(x, y, panel) + 1
    drawing.put_prompt(max(y, low + 1), prompt(seen))
    return drawing


def _panels(seen: SeatView) -> list[Panel]:
    """The panels with the hand under its owner's name, and with cards as moves write them."""
    view = seen.view
    shown = []
    for panel in panels(seen)[: view["players"]]:
        if panel.seat == seen.seat:
            cards = [name if count == 1 else f"{name}×{count}" for name, count in Counter[str](view["hand"]).items()]
            hand = Row(label=say("colonies-hand"), text=" ".join(cards))
        else:
            hand = Row(label=say("colonies-hand"), text=say("colonies-cards", count=view["seats"][panel.seat]["hand"]))
        held = say("colonies-nodes", count=view["seats"][panel.seat]["controls"])
        shown.append(structs.replace(panel, rows=(hand,), value=held))
    deck, trumps = panels(seen)[-2:]
    rows = (*deck.rows[1:], Row(label=trumps.title, text=TRUMPS))
    return [*shown, structs.replace(deck, rows=rows)]


def _width(panel: Panel) -> int:
    """The width of a panel in the current language."""
    texts = [len(str(row.text)) for row in panel.rows]
    return max(len(str(row.label)) for row in panel.rows) + 2 + max(texts)


def _put_node(drawing: Canvas, x: int, y: int, node: View) -> None:
    """Write `[C2o]` for orange's Culture 2; `E1p+2` below it if it lies on purple's Economy 1 and two more."""
    drawing.put(x, y, "[   ]", "cell")
    *below, top = node["colonies"] or [None]
    if top:
        drawing.put(x + 1, y, _short(top), f"piece seat-{top['seat']} strong")
    if below:
        text = _short(below[-1]) + (f"+{len(below) - 1}" if len(below) > 1 else "")
        drawing.put(x + min(1, ACROSS - len(text)), y + 1, text, f"piece seat-{below[-1]['seat']}")


def _short(colony: View) -> str:
    return f"{colony['card']}{INITIALS[colony['seat']]}"
