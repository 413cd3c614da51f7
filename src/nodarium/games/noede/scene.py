"""Pictures of Nøde: the scene, and the board for a terminal.

Anchors are hexagons, nodes are round. Point at an outer cell to see its lines and where a node could follow. While the
node of a new anchor is due, both are always visible.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any

from msgspec.structs import replace

from nodarium.core.canvas import Canvas
from nodarium.core.hexes import Hex, centre, outline
from nodarium.core.message import Message, say
from nodarium.core.outcome import outcome_message
from nodarium.core.scene import Circle, Line, Panel, Path, Polygon, Row, Scene, Shape, Target, Text
from nodarium.games.noede.board import BOARDS, SEAT_NAMES, Board
from nodarium.games.noede.notation import format_move
from nodarium.games.noede.rules import State

WIDTH = 100.0

View = dict[str, Any]
Point = tuple[float, float]


def scene(state: State, seat: int | None) -> Scene:
    layout = _layout(state.size)
    view = state.view(seat)
    moves = [] if seat is None else [format_move(state, seat, action) for action in state.legal_actions(seat)]
    shapes = [*layout.ground(view, moves), *layout.hints(state, seat), *layout.pieces(view), *layout.chain(state)]
    return Scene(
        width=WIDTH,
        height=layout.height,
        shapes=tuple(shapes),
        panels=tuple(_panel(state, view, who) for who in range(2)),
        prompt=_prompt(state, view),
        targets=tuple([layout.targets[move] for move in moves]),
        paths=tuple([layout.paths[move] for move in moves]),
    )


@cache
def _layout(size: int) -> _Layout:
    return _Layout(BOARDS[size])


class _Layout:
    """Places of the cells of a board, and the shapes on them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = WIDTH / (3**0.5 * (2 * board.side + 1))  # a row is as wide as its cells and a name at each end
        self.height = self.size * (3 * board.side + 1.5)
        self.points: dict[Hex, Point] = {}
        # What many scenes share.
        self.outline = self.draw_outline()
        self.names = self.draw_names()
        self.spots = {name: self.draw_spot(name) for name in board.names}
        self.targets = {name: Target(key=name, label=_label(board, name)) for name in board.names}
        self.paths = {name: Path(move=name, targets=(name,)) for name in board.names}
        self.cells: dict[tuple[str, str | None], Shape] = {}  # by name and owner
        self.piece_shapes: dict[tuple[str, str], Shape] = {}  # by name and owner
        self.line_shapes: dict[tuple[int, int, int, str, str], Shape] = {}  # by number, axis, end, style and `when`
        self.crossing_shapes: dict[tuple[str, int, str], Shape] = {}  # by name, cell and `when`

    def point(self, cell: Hex) -> Point:
        if cell not in self.points:
            x, y = centre(cell, self.size)
            below = self.height / 2 + self.size * 0.6  # room for the names above
            self.points[cell] = round(x + WIDTH / 2, 3), round(y + below, 3)
        return self.points[cell]

    def at(self, name: str) -> Point:
        return self.point(self.board.cells[self.board.number[name]])

    def ground(self, view: View, moves: list[str]) -> list[Shape]:
        """Draw the board and its cells: outer ones are darker, legal ones have a spot. Name columns and rows."""
        owners = {name: colour for colour, names in zip(SEAT_NAMES, view["pieces"], strict=True) for name in names}
        cells = [self.cell_shape(name, owners.get(name)) for name in self.board.names]
        return [self.outline, *cells, *[self.spots[name] for name in moves], *self.names]

    def cell_shape(self, name: str, owner: str | None) -> Shape:
        found = self.cells.get((name, owner))
        if found is None:
            x, y = self.at(name)
            style = "cell" if self.board.number[name] < self.board.inner else "cell grey"
            label = _describe_cell(self.board, name, owner)
            points = outline(x, y, self.size * 0.95)
            found = self.cells[name, owner] = Polygon(key=name, style=style, points=points, label=label)
        return found

    def draw_outline(self) -> Shape:
        reach = self.height / 3**0.5
        corners = [(cos(pi * sixth / 3), sin(pi * sixth / 3)) for sixth in range(6)]
        points = tuple((WIDTH / 2 + reach * x, self.height / 2 + reach * y) for x, y in corners)
        return Polygon(key="board", style="board", points=points, rounding=self.size)

    def draw_spot(self, name: str) -> Shape:
        x, y = self.at(name)
        style = "spot" if self.board.number[name] < self.board.inner else "mark"
        return Circle(key=f"spot-{name}", style=style, x=x, y=y, radius=self.size * 0.16, legal=True)

    def draw_names(self) -> list[Shape]:
        """Write the names of columns and rows."""
        shapes: list[Shape] = []
        rim = self.board.side - 1
        for step in range(-rim, rim + 1):
            column, row = (step, max(-rim, -rim - step) - 1), (min(rim, rim - step) + 1, step)
            for key, cell, text in (("column", column, chr(97 + step + rim)), ("row", row, str(step + rim + 1))):
                x, y = self.point(cell)
                x -= 0.4 * self.size if key == "row" else 0
                name = f"{key}-{text}"
                shapes.append(Text(key=name, style="text dim", x=x, y=y, size=self.size * 0.62, text=text))
        return shapes

    def hints(self, state: State, seat: int | None) -> list[Shape]:
        """Draw the lines of every anchor. For the player to act, also those of a new anchor and where its node fits."""
        shapes: list[Shape] = []
        legal = set() if seat is None else set(state.legal_actions(seat))
        due = state.view(seat)["anchor"]
        for number in range(self.board.inner, len(self.board.cells)):
            owner = state.owner[number]
            name = self.board.names[number]
            if owner:
                when = "" if name == due else f"piece-{name}"
                shapes += self.lines(state, number, owner - 1, f"piece {SEAT_NAMES[owner - 1]}", when)
                shapes += [] if when else self.crossings(name, state.legal_actions(), when)
            elif number in legal and seat is not None:
                shapes += self.lines(state, number, seat, "spot", name)
                shapes += self.crossings(name, state.crossings_after(seat, number), name)
        return shapes

    def lines(self, state: State, number: int, seat: int, style: str, when: str) -> list[Shape]:
        """Draw the lines that a player's anchor has, or would have, on an outer cell (O-7)."""
        shapes = []
        for axis, end in enumerate(state.line_ends(seat, number)):
            if end is not None:
                key = number, axis, end, style, when
                line = self.line_shapes.get(key)
                if line is None:
                    line = self.line_shapes[key] = Line(
                        key=f"line-{self.board.names[number]}-{axis}",
                        style=style,
                        start=self.point(self.board.cells[number]),
                        end=self.point(self.board.cells[end]),
                        width=self.size * 0.12,
                        when=when,
                    )
                shapes.append(line)
        return shapes

    def crossings(self, name: str, cells: list[int], when: str) -> list[Shape]:
        """Mark the cells where the node of an anchor can go."""
        shapes: list[Shape] = []
        for cell in cells:
            found = self.crossing_shapes.get((name, cell, when))
            if found is None:
                x, y = self.point(self.board.cells[cell])
                key = f"crossing-{name}-{self.board.names[cell]}"
                radius = self.size * 0.3
                found = Circle(key=key, style="mark", x=x, y=y, radius=radius, when=when, legal=not when)
                self.crossing_shapes[name, cell, when] = found
            shapes.append(found)
        return shapes

    def pieces(self, view: View) -> list[Shape]:
        owned = zip(SEAT_NAMES, view["pieces"], strict=True)
        return [self.piece_shape(name, owner) for owner, names in owned for name in names]

    def piece_shape(self, name: str, owner: str) -> Shape:
        found = self.piece_shapes.get((name, owner))
        if found is None:
            found = self.piece_shapes[name, owner] = self.draw_piece(name, owner)
        return found

    def draw_piece(self, name: str, owner: str) -> Shape:
        x, y = self.at(name)
        key, style, label = f"piece-{name}", f"piece {owner}", _describe_cell(self.board, name, owner)
        if self.board.number[name] < self.board.inner:
            return Circle(key=key, style=style, x=x, y=y, radius=self.size * 0.6, label=label)
        return Polygon(key=key, style=style, points=outline(x, y, self.size * 0.72), rounding=0.6, label=label)

    def chain(self, state: State) -> list[Shape]:
        """Connect the pieces of the chain that has won (O-10)."""
        won = state.winning_chain()
        shapes: list[Shape] = []
        for cell in sorted(won, key=self.board.names.__getitem__):
            name = self.board.names[cell]
            for other in self.board.near[cell]:
                if other in won and name < self.board.names[other]:
                    key = f"won-{name}-{self.board.names[other]}"
                    start, end = self.point(self.board.cells[cell]), self.point(self.board.cells[other])
                    shapes.append(Line(key=key, style="piece green", start=start, end=end, width=self.size * 0.2))
        return shapes


def _describe_cell(board: Board, name: str, owner: str | None) -> Message:
    is_inner = board.number[name] < board.inner
    if owner:
        return say("noede-node-on" if is_inner else "noede-anchor-on", owner=owner, cell=name)
    return say("noede-empty-inner" if is_inner else "noede-empty-outer", cell=name)


def _label(board: Board, name: str) -> Message:
    return say("noede-place-node" if board.number[name] < board.inner else "noede-place-anchor", cell=name)


def _panel(state: State, view: View, seat: int) -> Panel:
    board = BOARDS[state.size]
    nodes = sum(board.number[name] < board.inner for name in view["pieces"][seat])
    turn = " strong" if seat in view["to_act"] else ""
    rows = (
        Row(label=say("noede-anchors"), text=str(len(view["pieces"][seat]) - nodes)),
        Row(label=say("noede-nodes"), text=str(nodes)),
    )
    name, title = SEAT_NAMES[seat], state.game.seat_title(seat)
    badge = Circle(key=f"{name}-badge", style=f"piece {name}", x=0, y=0, radius=1.6)
    return Panel(key=name, title=title, badge=badge, rows=rows, style=f"panel {name}{turn}", seat=seat)


def _prompt(state: State, view: View) -> Message:
    titles = [state.game.seat_title(seat) for seat in range(2)]
    outcome = state.outcome
    if outcome is None:
        prompts = {"preparation": "noede-prepare", "turn": "noede-turn", "node": "noede-place-due-node"}
        return say(prompts[view["phase"]], seat=titles[state.to_act[0]], anchor=view["anchor"] or "")
    if outcome.winners:
        sides = "noede-opposite-sides-joined" if state.joins_opposite_sides() else "noede-three-sides-joined"
        outcome = replace(outcome, reason=say(sides))
    return outcome_message(outcome, titles)


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    name = keys[-1].partition("-")[2] or keys[-1]  # a cell, or the piece or the spot on it
    return name if name in BOARDS[state.size].number else None


def canvas(state: State, seat: int | None) -> Canvas:
    """Draw the board above the prompt: □ ■ anchors, ○ ● nodes, + · empty outer and inner cells, bold where legal."""
    drawing = Canvas()
    board = BOARDS[state.size]
    view = state.view(seat)
    rim = board.side - 1
    legal = set(state.legal_actions())
    won = state.winning_chain()

    def put(cell: Hex, text: str, style: str) -> None:
        q, r = cell
        drawing.put(2 * (2 * q + r) + 4 * board.side, r + board.side, text, style)

    for step in range(-rim, rim + 1):
        put((step, max(-rim, -rim - step) - 1), chr(97 + step + rim), "text dim")
        put((min(rim, rim - step) + 1, step), str(step + rim + 1), "text dim")
    for number, cell in enumerate(board.cells):
        inner = number < board.inner
        owner = state.owner[number]
        if owner:
            symbol = ("○", "●")[owner - 1] if inner else ("□", "■")[owner - 1]
            style = "piece green strong" if number in won else "text strong"
            put(cell, symbol, style)
        else:
            put(cell, "·" if inner else "+", "text strong" if number in legal else "text dim")
    drawing.put(0, 2 * board.side + 1, say("noede-legend"), "text dim")
    drawing.put_prompt(2 * board.side + 2, _prompt(state, view))
    return drawing
