"""Pictures of Nøde: the scene, and the board for a terminal.

Anchors are hexagons, nodes are round. Your anchors' lines are always there, faintly. Point at an outer cell to see the
lines it would open and where a node could follow, at an inner cell to see the lines that cross there, and at a piece to
see its lines. While the node of a new anchor is due, its lines and the crossings are always visible.
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
from nodarium.core.scene import (
    Art,
    Circle,
    Curve,
    Line,
    Panel,
    Path,
    Polygon,
    Row,
    Scene,
    Shape,
    Step,
    Target,
    Text,
    Token,
)
from nodarium.games.noede.board import BOARDS, NODE_DUE, SEAT_NAMES, Board
from nodarium.games.noede.chain import winning_way
from nodarium.games.noede.distances import WAYS, Distances
from nodarium.games.noede.notation import format_move
from nodarium.games.noede.rules import State

WIDTH = 100.0
DISTANCES = Distances()
STEP_ANCHOR, STEP_NODE = say("noede-step-anchor"), say("noede-step-node")
STEPS = {  # of a turn, by phase
    "preparation": (Step(label=STEP_ANCHOR, state="now"),),
    "turn": (Step(label=STEP_ANCHOR, state="now"), Step(label=STEP_NODE, state="next")),
    "node": (Step(label=STEP_ANCHOR, state="done"), Step(label=STEP_NODE, state="now")),
    "over": (),
}
LEGEND = Panel(
    key="legend",
    title=say("noede-legend-title"),
    rows=(
        Row(label=say("noede-legend-anchor"), layout="legend", symbol="noede-anchor", style="art white"),
        Row(label=say("noede-legend-node"), layout="legend", symbol="noede-node", style="art white"),
        Row(label=say("noede-legend-line"), layout="legend", symbol="noede-line"),
        Row(label=say("noede-legend-pointed"), layout="legend", symbol="noede-pointed"),
        Row(label=say("noede-legend-crossing"), layout="legend", symbol="noede-crossing"),
    ),
)

View = dict[str, Any]
Point = tuple[float, float]


def scene(state: State, seat: int | None) -> Scene:
    layout = _layout(state.size)
    view = state.view(seat)
    moves = [] if seat is None else [format_move(state, seat, action) for action in state.legal_actions(seat)]
    shapes = [*layout.ground(view, moves), *layout.lines(state, seat), *layout.pieces(view), *layout.chain(state)]
    can_choose = view["phase"] == "turn" and bool(moves)
    return Scene(
        width=WIDTH,
        height=layout.height,
        shapes=tuple(shapes),
        panels=(*[_panel(state, view, who) for who in range(2)], LEGEND),
        prompt=_prompt(state, view),
        targets=tuple([layout.targets[move] for move in moves]),
        paths=tuple([layout.paths[move] for move in moves]),
        steps=STEPS[view["phase"]],
        hint=say("noede-node-only") if can_choose else "",
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
        self.rows: dict[tuple[int, int], list[int]] = {}  # the cells between two cells
        self.line_shapes: dict[tuple[str, int, int, str, str], Shape] = {}  # by key, ends, style and `when`
        self.crossing_shapes: dict[tuple[int, str], Shape] = {}  # by cell and `when`

    def point(self, cell: Hex) -> Point:
        if cell not in self.points:
            x, y = centre(cell, self.size)
            self.points[cell] = round(x + WIDTH / 2, 2), round(y + self.height / 2, 2)
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
        return Circle(key=f"spot-{name}", style=style, x=x, y=y, radius=round(self.size * 0.16, 2), legal=True)

    def draw_names(self) -> list[Shape]:
        """Write the numbers of the rows at their left ends, and the letters of the columns at their lower ends.

        The name of a row or a column is written again, stronger, while you point at a cell of it.
        """
        rim = self.board.side - 1
        shapes: list[Shape] = []
        for step in range(-rim, rim + 1):
            row_start, column_end = (max(-rim, -rim - step), step), (step, min(rim, rim - step))
            row, column = ([cell for cell in self.board.cells if cell[axis] == step] for axis in (1, 0))
            names = (
                ("row", str(step + rim + 1), self.point(row_start), (-1.5, 0.0), row),
                ("column", chr(97 + step + rim), self.point(column_end), (0.73, 1.32), column),
            )
            for kind, text, end, (across, down), cells in names:
                pointed = " ".join(self.board.names[self.board.index[cell]] for cell in cells)
                x, y = round(end[0] + across * self.size, 2), round(end[1] + down * self.size, 2)
                for style, when in (("dim", ""), ("strong", pointed)):
                    shapes.append(
                        Text(
                            key=f"{kind}-{text}-{style}",
                            style=f"coordinate {style}",
                            x=x,
                            y=y,
                            size=round(self.size * 0.6, 2),
                            text=text,
                            when=when,
                        )
                    )
        return shapes

    # ---- lines and crossings ----

    def lines(self, state: State, seat: int | None) -> list[Shape]:
        """Draw the lines that matter: faintly those of the seat's anchors, and those that appear while you point.

        For the player to act, these are also the lines of a new anchor and the cells where its node could go.
        """
        inner, names = self.board.inner, self.board.names
        owners = state.owner  # a copy, made once
        legal = [] if seat is None else state.legal_actions(seat)
        placing = set(legal)
        due = state.anchor if state.to_act_mask and state.phase == NODE_DUE else None
        lasting: list[Shape] = []
        pointed: list[Shape] = []
        openers: dict[int, list[str]] = {}  # the outer cells from which an anchor opens each inner cell
        for number in range(inner, len(names)):
            owner, name = owners[number], names[number]
            if owner:
                for axis, end in enumerate(state.line_ends(owner - 1, number)):
                    if end is None:
                        continue
                    whens = [f"piece-{name}"]
                    if number == due:
                        lasting.append(self.line(f"line-{name}-{axis}", number, end, "way"))
                        continue
                    if owner - 1 == seat:
                        lasting.append(self.line(f"line-{name}-{axis}", number, end, "link"))
                        whens += [names[cell] for cell in self.between(number, end) if cell in placing]
                    pointed.append(self.line(f"pointed-{name}-{axis}", number, end, "way", " ".join(whens)))
            elif number in placing and seat is not None:
                for axis, end in enumerate(state.line_ends(seat, number)):
                    if end is not None:
                        pointed.append(self.line(f"line-{name}-{axis}", number, end, "way", name))
                for cell in state.crossings_after(seat, number):
                    openers.setdefault(cell, []).append(name)
        if due is not None:
            lasting += [self.crossing(cell) for cell in state.legal_actions()]
        return [*lasting, *pointed, *[self.crossing(cell, " ".join(whens)) for cell, whens in openers.items()]]

    def between(self, start: int, end: int) -> list[int]:
        found = self.rows.get((start, end))
        if found is None:
            found = self.rows[start, end] = self.board.between(start, end)
        return found

    def line(self, key: str, start: int, end: int, style: str, when: str = "") -> Shape:
        found = self.line_shapes.get((key, start, end, style, when))
        if found is None:
            width = round(self.size * (0.07 if style == "link" else 0.13), 2)
            ends = [self.point(self.board.cells[cell]) for cell in (start, end)]
            found = Line(key=key, style=style, start=ends[0], end=ends[1], width=width, when=when)
            self.line_shapes[key, start, end, style, when] = found
        return found

    def crossing(self, cell: int, when: str = "") -> Shape:
        """Mark a cell where the node of a new anchor can go."""
        found = self.crossing_shapes.get((cell, when))
        if found is None:
            x, y = self.point(self.board.cells[cell])
            key = f"crossing-{self.board.names[cell]}"
            found = Circle(key=key, style="way", x=x, y=y, radius=round(self.size * 0.26, 2), when=when, legal=not when)
            self.crossing_shapes[cell, when] = found
        return found

    # ---- pieces ----

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
        kind = "node" if self.board.number[name] < self.board.inner else "anchor"
        return Art(
            key=f"piece-{name}",
            style=f"piece {owner}",
            symbol=f"noede-{kind}",
            x=x,
            y=y,
            size=round(self.size * 1.66, 2),
            label=_describe_cell(self.board, name, owner),
        )

    def chain(self, state: State) -> list[Shape]:
        """Draw the shortest way through the chain that has won (O-10)."""
        shapes: list[Shape] = []
        for number, cells in enumerate(winning_way(state)):
            points = [self.point(self.board.cells[cell]) for cell in cells]
            path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
            shapes.append(Curve(key=f"won-{number}", style="piece green", path=path, width=self.size * 0.28))
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
    name, title = SEAT_NAMES[seat], state.game.seat_title(seat)
    pieces = view["pieces"][seat]
    nodes = sum(board.number[piece] < board.inner for piece in pieces)
    missing = DISTANCES.missing(state, seat)
    best = min((count for count in missing if count is not None), default=None)
    ways = tuple([_way(name, number, count, count == best) for number, count in enumerate(missing)])
    rows = (
        Row(label=say("noede-pieces"), text=say("noede-piece-counts", anchors=len(pieces) - nodes, nodes=nodes)),
        Row(label=say("noede-missing"), tokens=ways),
    )
    badge = Circle(key=f"{name}-badge", style=f"piece {name}", x=0, y=0, radius=1.6)
    turn = " strong" if seat in view["to_act"] else ""
    return Panel(key=name, title=title, badge=badge, rows=rows, style=f"panel {name}{turn}", seat=seat)


@cache
def _way(name: str, number: int, missing: int | None, is_shortest: bool) -> Token:
    """Show how many pieces a player lacks to join some sides."""
    message = "noede-opposite-sides-away" if len(WAYS[number]) == 2 else "noede-three-sides-away"
    label = say(message, count=-1 if missing is None else missing)
    return Token(
        key=f"{name}-way-{number}",
        style="panel strong" if is_shortest else "panel",
        label=label,
        symbol=f"noede-way-{number}",
        text="–" if missing is None else str(missing),
    )


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
