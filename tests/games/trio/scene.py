"""The picture of Trio: a scene to play from, and a board for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from nodarium.core.canvas import Canvas
from nodarium.core.message import Message, say
from nodarium.core.outcome import outcome_message
from nodarium.core.scene import Circle, Group, Line, Panel, Path, Polygon, Row, Scene, Shape, Target, Text

from .board import CELL_NAMES, CELLS, LINE_MASKS, LINES, SEAT_NAMES, SIDE
from .notation import format_position
from .rules import State

WIDTH = 100.0
MARGIN = 8.0  # room for the names of columns and rows
CELL = (WIDTH - 2 * MARGIN) / SIDE


def scene(state: State, seat: int | None) -> Scene:
    cells = [CELL_NAMES[action] for action in state.legal_actions(seat)] if seat is not None else []
    return Scene(
        width=WIDTH,
        height=WIDTH,
        shapes=(*_ground(), *_marks(state), *_winning_lines(state)),
        panels=tuple(_panel(state, one) for one in range(2)),
        prompt=_prompt(state),
        targets=tuple(Target(key=name, label=say("trio-put-mark", cell=name)) for name in cells),
        paths=tuple(Path(move=name, targets=(name,)) for name in cells),
    )


def _centre(cell: int) -> tuple[float, float]:
    return MARGIN + CELL * (cell % SIDE + 0.5), MARGIN + CELL * (cell // SIDE + 0.5)


def _ground() -> list[Shape]:
    shapes: list[Shape] = [Polygon(key="board", style="board", points=_square(WIDTH / 2, WIDTH / 2, WIDTH), rounding=4)]
    for cell, name in enumerate(CELL_NAMES):
        shapes.append(Polygon(key=name, style="cell", points=_square(*_centre(cell), CELL - 2), rounding=2, label=name))
    for place in range(SIDE):
        middle, edge = MARGIN + CELL * (place + 0.5), MARGIN / 2
        for text, x, y in (("abc"[place], middle, edge), ("123"[place], edge, middle)):
            shapes.append(Text(key=f"name-{text}", style="text dim", x=x, y=y, size=5, text=text))
    return shapes


def _square(x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    half = size / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def _marks(state: State) -> list[Shape]:
    marks: list[Shape] = []
    for cell, name in enumerate(CELL_NAMES):
        for seat in range(2):
            if state.marks[seat] >> cell & 1:
                x, y = _centre(cell)
                label = say("trio-mark-on", seat=state.game.seat_title(seat), cell=name)
                marks.append(Group(key=f"mark-{name}", label=label, x=x, y=y, shapes=(_mark(f"{name}-part", seat, 9),)))
    return marks


def _mark(key: str, seat: int, size: float) -> Shape:
    """A cross or a ring around the origin."""
    style = f"piece seat-{seat}"
    if seat == 0:
        ends = ((-size, -size), (size, size)), ((-size, size), (size, -size))
        strokes = tuple(
            Line(key=f"{key}-{number}", style=style, start=start, end=end, width=size / 3)
            for number, (start, end) in enumerate(ends)
        )
        return Group(key=key, x=0, y=0, shapes=strokes)
    ring = Circle(key=f"{key}-0", style=style, x=0, y=0, radius=size * 1.2)
    hole = Circle(key=f"{key}-1", style="cell", x=0, y=0, radius=size * 0.7)
    return Group(key=key, x=0, y=0, shapes=(ring, hole))


def _winning_lines(state: State) -> list[Shape]:
    return [
        Line(key=f"line-{number}", style="piece green", start=_centre(line[0]), end=_centre(line[-1]), width=2)
        for number, line in enumerate(LINES)
        if any(marks & LINE_MASKS[number] == LINE_MASKS[number] for marks in state.marks)
    ]


def _panel(state: State, seat: int) -> Panel:
    turn = " strong" if seat in state.to_act else ""
    return Panel(
        key=SEAT_NAMES[seat],
        title=state.game.seat_title(seat),
        badge=_mark(f"badge-{seat}", seat, 1.3),
        rows=(Row(label=say("trio-marks"), text=str(state.marks[seat].bit_count())),),
        style=f"panel seat-{seat}{turn}",
        seat=seat,
    )


def _prompt(state: State) -> Message:
    titles = [state.game.seat_title(seat) for seat in range(2)]
    outcome = state.outcome
    return outcome_message(outcome, titles) if outcome else say("trio-turn", seat=titles[state.to_act[0]])


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    name = keys[-1].removeprefix("mark-")  # a cell, or the mark on it
    return name if name in CELL_NAMES else None


def canvas(state: State, seat: int | None) -> Canvas:
    picture = Canvas()
    picture.put(2, 0, "a b c", "text dim")
    for number, row in enumerate(format_position(state).split("/")):
        picture.put(0, 1 + number, str(number + 1), "text dim")
        for column, symbol in enumerate(row):
            picture.put(2 + 2 * column, 1 + number, symbol, "text dim" if symbol == "." else "text strong")
    picture.put_prompt(2 + CELLS // SIDE, _prompt(state))
    return picture
