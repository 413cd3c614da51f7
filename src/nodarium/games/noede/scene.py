"""The position of Nøde for the eye: a scene to play from, and a board for the terminal.

Anchors are hexagons and nodes are round. Pointing at an outer cell shows its lines and where a node could follow; while
the node of a new anchor is due, both are always there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any

from nodarium.core.canvas import Canvas
from nodarium.core.hexes import Hex, centre, neighbours, outline
from nodarium.core.scene import Circle, Line, Panel, Path, Polygon, Row, Scene, Shape, Target, Text
from nodarium.games.noede.board import BOARDS, OUTSIDE, SEAT_NAMES, Board, wins
from nodarium.games.noede.notation import format_move
from nodarium.games.noede.rules import State

WIDTH = 100.0
AXES = ((0, 1), (1, 0), (1, -1))  # the steps along the three lines of a cell

View = dict[str, Any]
Point = tuple[float, float]


def scene(state: State, seat: int | None) -> Scene:
    layout = _layout(state.size)
    view = state.view(seat)
    acts = seat is not None and seat in state.to_act
    moves = (
        [format_move(state, seat, action) for action in state.legal_actions(seat)] if acts and seat is not None else []
    )
    shapes = [*layout.ground(view, moves), *layout.hints(state, seat), *layout.pieces(view), *layout.chain(view)]
    return Scene(
        width=WIDTH,
        height=layout.height,
        shapes=tuple(shapes),
        panels=tuple(_panel(state, view, who) for who in range(2)),
        prompt=_prompt(state, view),
        targets=tuple(Target(key=move, label=_label(layout.board, move)) for move in moves),
        paths=tuple(Path(move=move, targets=(move,)) for move in moves),
    )


@cache
def _layout(size: int) -> _Layout:
    return _Layout(BOARDS[size])


class _Layout:
    """Where the cells of a board lie, and what is drawn there."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = WIDTH / (3**0.5 * (2 * board.side + 1))  # a row is as wide as its cells and a name at each end
        self.height = self.size * (3 * board.side + 1.5)
        self.points: dict[Hex, Point] = {}

    def point(self, cell: Hex) -> Point:
        if cell not in self.points:
            x, y = centre(cell, self.size)
            below = self.height / 2 + self.size * 0.6  # room for the names above
            self.points[cell] = round(x + WIDTH / 2, 3), round(y + below, 3)
        return self.points[cell]

    def at(self, name: str) -> Point:
        return self.point(self.board.cells[self.board.number[name]])

    def ground(self, view: View, moves: list[str]) -> list[Shape]:
        """The board, its cells, the outer ones darker, the open ones with a spot, the names of columns and rows."""
        reach = self.height / 3**0.5
        corners = [(cos(pi * sixth / 3), sin(pi * sixth / 3)) for sixth in range(6)]
        points = tuple((WIDTH / 2 + reach * x, self.height / 2 + reach * y) for x, y in corners)
        shapes: list[Shape] = [Polygon(key="board", style="board", points=points, rounding=self.size)]
        for number, (name, cell) in enumerate(zip(self.board.names, self.board.cells, strict=True)):
            x, y = self.point(cell)
            style = "cell" if number < self.board.inner else "cell grey"
            points = outline(x, y, self.size * 0.95)
            shapes.append(Polygon(key=name, style=style, points=points, label=_say(self.board, view, name)))
        for name in moves:
            x, y = self.at(name)
            style = "spot" if self.board.number[name] < self.board.inner else "mark"
            shapes.append(Circle(key=f"spot-{name}", style=style, x=x, y=y, radius=self.size * 0.16))
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
        """The lines of every anchor and, for the player to act, those of a new one and where its node could follow."""
        shapes: list[Shape] = []
        acts = seat is not None and seat in state.to_act
        open_cells = set(state.legal_actions(seat)) if acts else set()
        due = state.view(seat)["anchor"]
        for number in range(self.board.inner, len(self.board.cells)):
            owner = state.owner[number]
            name = self.board.names[number]
            if owner:
                when = "" if name == due else f"piece-{name}"
                shapes += self.lines(state, number, owner - 1, f"piece {SEAT_NAMES[owner - 1]}", when)
                shapes += [] if when else self.crossings(name, state.legal_actions(), when)
            elif number in open_cells and seat is not None:
                shapes += self.lines(state, number, seat, "spot", name)
                shapes += self.crossings(name, _followers(state, number), name)
        return shapes

    def lines(self, state: State, number: int, seat: int, style: str, when: str) -> list[Shape]:
        """The lines that a player's anchor on an outer cell has, through the inner area (O-7)."""
        name, cell = self.board.names[number], self.board.cells[number]
        owner = state.owner
        drawn: list[Shape] = []
        for axis, (q, r) in enumerate(AXES):
            for sign in (1, -1):
                end, inside = cell, False
                while (beyond := (end[0] + sign * q, end[1] + sign * r)) in self.board.index:
                    if state.blocked_lines and owner[self.board.index[beyond]] == 2 - seat:
                        break
                    end = beyond
                    inside = inside or self.board.index[end] < self.board.inner
                if inside:
                    key = f"line-{name}-{axis}"
                    start, stop = self.point(cell), self.point(end)
                    drawn.append(Line(key=key, style=style, start=start, end=stop, width=self.size * 0.12, when=when))
        return drawn

    def crossings(self, name: str, cells: list[int], when: str) -> list[Shape]:
        """Where the node of an anchor can go."""
        shapes: list[Shape] = []
        for cell in cells:
            x, y = self.point(self.board.cells[cell])
            key = f"crossing-{name}-{self.board.names[cell]}"
            shapes.append(Circle(key=key, style="mark", x=x, y=y, radius=self.size * 0.3, when=when))
        return shapes

    def pieces(self, view: View) -> list[Shape]:
        shapes: list[Shape] = []
        for colour, names in zip(SEAT_NAMES, view["pieces"], strict=True):
            for name in names:
                x, y = self.at(name)
                key, style, label = f"piece-{name}", f"piece {colour}", _say(self.board, view, name)
                if self.board.number[name] < self.board.inner:
                    shapes.append(Circle(key=key, style=style, x=x, y=y, radius=self.size * 0.6, label=label))
                else:
                    points = outline(x, y, self.size * 0.72)
                    shapes.append(Polygon(key=key, style=style, points=points, rounding=0.6, label=label))
        return shapes

    def chain(self, view: View) -> list[Shape]:
        """The chain that has won, joined up (O-10)."""
        won = winning_chain(self.board, view)
        shapes: list[Shape] = []
        for name in sorted(won):
            cell = self.board.cells[self.board.number[name]]
            for other in neighbours(cell):
                near = self.board.names[self.board.index[other]] if other in self.board.index else ""
                if near in won and name < near:
                    start, end = self.point(cell), self.point(other)
                    key = f"won-{name}-{near}"
                    shapes.append(Line(key=key, style="piece green", start=start, end=end, width=self.size * 0.2))
        return shapes


def _followers(state: State, number: int) -> list[int]:
    """Where the node could go after an anchor on that cell."""
    after = state.copy()
    after.apply(number)
    return after.legal_actions() if after.to_act_mask == state.to_act_mask and after.turn == state.turn else []


def winning_chain(board: Board, view: View) -> set[str]:
    """The cells of the chain that has won (O-10), if one has."""
    for names in view["pieces"]:
        left = set(names)
        while left:
            chain, todo, edges = set(), [left.pop()], 0
            while todo:
                name = todo.pop()
                number = board.number[name]
                chain.add(name)
                edges |= board.edges[number]
                near = {board.names[other] for other in board.near[number] if other != OUTSIDE} & left
                left -= near
                todo += near
            if wins(edges):
                return chain
    return set()


def _say(board: Board, view: View, name: str) -> str:
    where = "inner" if board.number[name] < board.inner else "outer"
    for colour, names in zip(SEAT_NAMES, view["pieces"], strict=True):
        if name in names:
            return f"{colour} {'node' if where == 'inner' else 'anchor'} on {name}"
    return f"Cell {name}, {where} area: empty"


def _label(board: Board, name: str) -> str:
    return f"Place {'a node' if board.number[name] < board.inner else 'an anchor'} on {name}"


def _panel(state: State, view: View, seat: int) -> Panel:
    board = BOARDS[state.size]
    nodes = sum(board.number[name] < board.inner for name in view["pieces"][seat])
    turn = " strong" if seat in view["to_act"] else ""
    rows = (
        Row(label="Anchors", text=str(len(view["pieces"][seat]) - nodes)),
        Row(label="Nodes", text=str(nodes)),
    )
    name = SEAT_NAMES[seat]
    badge = Circle(key=f"{name}-badge", style=f"piece {name}", x=0, y=0, radius=1.6)
    return Panel(key=name, title=name.capitalize(), badge=badge, rows=rows, style=f"panel {name}{turn}", seat=seat)


def _prompt(state: State, view: View) -> str:
    outcome = state.outcome
    if outcome is not None:
        if not outcome.winners:
            return f"A draw: {outcome.reason} ({outcome.rule})"
        board = BOARDS[state.size]
        sides = 0
        for name in winning_chain(board, view):
            sides |= board.edges[board.number[name]]
        joined = "two opposite sides" if sides >> 3 & sides & 7 else "three sides, no two of them neighbours,"
        return f"{SEAT_NAMES[outcome.winners[0]].capitalize()} wins: {joined} are joined ({outcome.rule})"
    name = SEAT_NAMES[state.to_act[0]].capitalize()
    what = {
        "preparation": "place an anchor on the rim",
        "turn": "place an anchor, or a node where your lines cross",
        "node": f"place a node where a line of {view['anchor']} crosses another",
    }
    return f"{name}: {what[view['phase']]}"


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    name = keys[-1].partition("-")[2] or keys[-1]  # a cell, or the piece or the spot on it
    return name if name in BOARDS[state.size].number else None


def canvas(state: State, seat: int | None) -> Canvas:
    """The board with the prompt below: □ ■ anchors, ○ ● nodes, + · empty outer and inner cells, bold if open."""
    drawing = Canvas()
    board = BOARDS[state.size]
    view = state.view(seat)
    rim = board.side - 1
    open_cells = set(state.legal_actions()) if state.to_act_mask else set()
    won = winning_chain(board, view)

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
            style = "piece green strong" if board.names[number] in won else "text strong"
            put(cell, symbol, style)
        else:
            put(cell, "·" if inner else "+", "text strong" if number in open_cells else "text dim")
    drawing.put(0, 2 * board.side + 1, "white □ ○   black ■ ●", "text dim")
    drawing.put_prompt(2 * board.side + 2, _prompt(state, view))
    return drawing
