"""The position of NODE for the eye: a scene to play from, and a board for the terminal.

Nobody has to tell colours apart: squares and cubes bear their letter, orange nodes are round and purple ones are
diamonds, purple branches have a stripe.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from nodarium.core.canvas import Canvas
from nodarium.core.errors import IllegalMove
from nodarium.core.scene import Circle, Group, Line, Panel, Path, Polygon, Row, Scene, Shape, Target, Text, Token
from nodarium.games.node import board
from nodarium.games.node.board import COLOUR_NAMES, COLOURS, END, OTHER, SEAT_NAMES, TRADE, TRADES
from nodarium.games.node.notation import format_move
from nodarium.games.node.rules import State

View = dict[str, Any]
Point = tuple[float, float]

PITCH = 16.0  # from corner to corner
EDGE = 10.0  # around the corners
CELL = 6.2  # half a square
NODE = 2.7
# Where the dots of a limit lie in their square.
DOTS: tuple[tuple[Point, ...], ...] = ((), ((0, 0),), ((-2, 0), (2, 0)), ((-2.2, 1.5), (2.2, 1.5), (0, -2)))

# In a terminal: each seat's node, its branches across and upwards; the column of the panels.
NODES = ("●", "◆")
LINES = ("━┃", "═║")
PANELS = 37
COUNTS = ("no", "one", "two", "three", "four")


def scene(state: State, seat: int | None) -> Scene:
    view = state.view(seat)
    targets, paths = ((), ()) if seat is None else _choices(state, seat, view["bank"])
    return Scene(
        width=5 * PITCH + 2 * EDGE,
        height=5 * PITCH + 2 * EDGE,
        shapes=(*_ground(), *_squares(view), *_places(view)),
        panels=_panels(view),
        prompt=_prompt(state),
        targets=targets,
        paths=paths,
    )


# ---- The board ----


def _point(corner: str) -> Point:
    return EDGE + PITCH * (ord(corner[0]) - ord("a")), EDGE + PITCH * (6 - int(corner[1]))


def _ground() -> list[Shape]:
    """The board under the squares and, at its stairs, the names of files and ranks."""
    lowest = {file: min(name for name in board.CORNER_NAMES if name[0] == file) for file in "abcdef"}
    leftmost = {rank: min(name for name in board.CORNER_NAMES if name[1] == rank) for rank in "123456"}
    names: list[Shape] = []
    for file, corner in lowest.items():
        x, y = _point(corner)
        names.append(Text(key=f"file-{file}", style="text dim", x=x, y=y + 5.2, size=2.7, text=file))
    for rank, corner in leftmost.items():
        x, y = _point(corner)
        names.append(Text(key=f"rank-{rank}", style="text dim", x=x - 5.2, y=y, size=2.7, text=rank))
    return [Polygon(key="board", style="board", points=_stairs(8), rounding=5), *names]


def _stairs(margin: float) -> tuple[Point, ...]:
    """The outline of the 13 squares, with a margin."""
    corners = ["c6", "d6", "d5", "e5", "e4", "f4", "f3", "e3", "e2", "d2", "d1", "c1"]
    corners += ["c2", "b2", "b3", "a3", "a4", "b4", "b5", "c5"]
    middle = EDGE + 2.5 * PITCH
    points = [_point(corner) for corner in corners]
    return tuple((x + (margin if x > middle else -margin), y + (margin if y > middle else -margin)) for x, y in points)


def _squares(view: View) -> list[Shape]:
    shapes: list[Shape] = []
    for name, square in view["squares"].items():
        x, y = _point(name.lower())
        hue = _hue(square["tile"]) or ("grey" if square["tile"] == "T" else "")
        owner = "" if square["captor"] is None else f"seat-{square['captor']}"
        dim = "dim" if square["exhausted"] or not hue else ""
        ground = " ".join(word for word in ("cell", hue, owner, dim if hue else "") if word)
        letter = " ".join(word for word in ("text", hue, dim) if word)
        ring = ((-CELL, -CELL), (CELL, -CELL), (CELL, CELL), (-CELL, CELL))
        parts: list[Shape] = [
            Polygon(key=f"{name}-ground", style=ground, points=ring, rounding=2),
            Text(key=f"{name}-letter", style=letter, x=-4, y=-3.8, size=2.8, text=square["tile"][0]),
            *_signs(name, square),
        ]
        shapes.append(
            Group(key=name, label=_square_label(name, square), x=x + PITCH / 2, y=y - PITCH / 2, shapes=tuple(parts))
        )
    return shapes


def _signs(name: str, square: View) -> list[Shape]:
    """In the middle of a square: who captured it, that it is exhausted, or what it is. Dots with a node are dim."""
    if square["captor"] is not None:
        return [_node(f"{name}-mark", square["captor"], (0, 0), 2.3, "")]
    if square["exhausted"]:
        return [Circle(key=f"{name}-mark", style="piece black", x=0, y=0, radius=2.3)]
    if square["tile"] == "T":
        return [*_arrows(name), Text(key=f"{name}-rate", style="text strong", x=0, y=4.2, size=2.6, text="2:1")]
    hue = _hue(square["tile"])
    styles = [f"mark {hue} dim" if i < square["nodes"] else f"mark {hue}" for i in range(_limit(square))]
    return [
        Circle(key=f"{name}-dot-{i}", style=style, x=x, y=y, radius=1.15)
        for i, (style, (x, y)) in enumerate(zip(styles, DOTS[_limit(square)], strict=True))
    ]


def _arrows(name: str) -> list[Shape]:
    """One to the right and, below it, one to the left."""
    arrows: list[Shape] = []
    for y, way in ((-0.9, 1), (1.2, -1)):
        arrows += [
            Line(key=f"{name}-shaft{way}", style="text", start=(-2.8 * way, y), end=(1.6 * way, y), width=0.7),
            Polygon(
                key=f"{name}-head{way}",
                style="text",
                points=((1.4 * way, y - 1.2), (3.2 * way, y), (1.4 * way, y + 1.2)),
                rounding=0.3,
            ),
        ]
    return arrows


def _places(view: View) -> list[Shape]:
    """The edges and the corners, empty or not; a place has the same key either way."""
    owners = {
        name: seat for seat, player in enumerate(view["players"]) for name in player["branches"] + player["nodes"]
    }
    shapes: list[Shape] = []
    for name in board.EDGE_NAMES:
        shapes.append(_branch(name, owners.get(name)))
    for name in board.CORNER_NAMES:
        if name in owners:
            shapes.append(_node(name, owners[name], _point(name), NODE, f"{SEAT_NAMES[owners[name]]} node on {name}"))
        else:
            x, y = _point(name)
            shapes.append(Circle(key=name, style="spot", x=x, y=y, radius=1, label=f"Corner {name}: empty"))
    return shapes


def _branch(name: str, seat: int | None) -> Line:
    (x1, y1), (x2, y2) = (_point(corner) for corner in board.ends_of(name))
    cut = 2.6 / PITCH
    start, end = (x1 + (x2 - x1) * cut, y1 + (y2 - y1) * cut), (x2 + (x1 - x2) * cut, y2 + (y1 - y2) * cut)
    if seat is None:
        return Line(key=name, style="spot", start=start, end=end, width=0.7, label=f"Edge {_edge(name)}: empty")
    label = f"{SEAT_NAMES[seat]} branch on {_edge(name)}"
    return Line(key=name, style=f"piece seat-{seat}", start=start, end=end, width=2.2, label=label)


def _node(key: str, seat: int, at: Point, size: float, label: str) -> Shape:
    """Orange is round, purple is a diamond."""
    x, y = at
    if seat == 0:
        return Circle(key=key, style="piece seat-0", x=x, y=y, radius=size, label=label)
    reach = size * 1.3
    points = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    return Polygon(key=key, style="piece seat-1", points=points, rounding=0.8, label=label)


def _hue(tile: str) -> str:
    return COLOUR_NAMES[COLOURS.index(tile[0])] if tile[0] in COLOURS else ""


def _limit(square: View) -> int:
    return board.LIMITS[board.TILES.index(square["tile"])]


def _edge(name: str) -> str:
    return f"{name[:2]}–{name[2:]}"


def _square_label(name: str, square: View) -> str:
    kinds = {"V": "vacant", "T": "trading post"}
    words = (
        kinds.get(square["tile"]) or f"{_hue(square['tile'])}, limit {_limit(square)}, {_many(square['nodes'], 'node')}"
    )
    if square["captor"] is not None:
        words += f", captured by {SEAT_NAMES[square['captor']]}"
    return f"Square {name}: {words}{', exhausted' if square['exhausted'] else ''}"


# ---- Beside the board ----


def _panels(view: View) -> tuple[Panel, ...]:
    prices = Row(label="Prices", text="branch RB, node YYGG")  # N-14, N-15
    bank = Panel(key="bank", title="Bank", rows=(Row(label="Cubes", tokens=_bank(view["bank"])), prices))
    return _player(view, 0), _player(view, 1), bank


def _player(view: View, seat: int) -> Panel:
    player = view["players"][seat]
    name = SEAT_NAMES[seat]
    acts = seat in view["to_act"]
    turn = acts and view["phase"] == "turn"
    points = [_many(len(player["nodes"]), "node"), f"{len(player['captured'])} captured"]
    points += ["2 network"] if player["leads_network"] else []
    trades = [f"{COUNTS[count]} {kind}" for kind, count in player["trades_left"].items() if count]
    rows = (
        Row(label="Points", text=" + ".join(points)),
        Row(label="Cubes", tokens=_cubes(f"{name}-", player["cubes"], "", "piece")),
        Row(label="Income", tokens=_cubes(f"{name}-income-", player["income"], "+", "cell")),
        Row(label="Branches", text=f"largest network {player['largest_network']}, {player['branches_left']} left"),
        Row(label="Trades", text=f"{', '.join(trades) or 'none'} left" if turn else "–"),
    )
    return Panel(
        key=name,
        title=name.capitalize(),
        value=f"{player['score']} of {board.GOAL} points",
        badge=_node(f"{name}-badge", seat, (0, 0), 1.6, ""),
        rows=rows,
        style=f"panel seat-{seat} strong" if acts else "panel",
        seat=seat,
    )


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _cubes(prefix: str, counts: dict[str, int], sign: str, role: str) -> tuple[Token, ...]:
    return tuple(
        Token(
            key=f"{prefix}{letter}",
            style=f"{role} {hue}" if counts[hue] else f"piece {hue} dim",
            label=f"{counts[hue]} {hue}",
            text=f"{sign}{counts[hue]}{letter}",
        )
        for letter, hue in zip(COLOURS, COLOUR_NAMES, strict=True)
    )


def _bank(counts: dict[str, int] | None) -> tuple[Token, ...]:
    if counts is not None:
        return _cubes("bank-", counts, "", "piece")
    return tuple(
        Token(key=f"bank-{letter}", style=f"piece {hue}", label=f"{hue}, as many as you like", text=letter)
        for letter, hue in zip(COLOURS, COLOUR_NAMES, strict=True)
    )


def _prompt(state: State) -> str:
    outcome = state.outcome
    if outcome is not None:
        who = f"{SEAT_NAMES[outcome.winners[0]].capitalize()} wins" if outcome.winners else "A draw"
        return f"{who}: {outcome.reason} ({outcome.rule})"
    seat = state.to_act[0]
    actions = state.legal_actions(seat)
    if END not in actions:
        what = "place a node" if actions[0] < board.PLACE[board.EDGE_NAMES[0]] else "place a branch at the new node"
    else:
        ways = ["trade"] if any(TRADE <= action < OTHER for action in actions) else []
        ways += ["build"] if any(action < END or action >= OTHER for action in actions) else []
        what = " or ".join([", ".join(ways), "end your turn"]) if ways else "end your turn"
    return f"{SEAT_NAMES[seat].capitalize()}: {what}"


# ---- What can be chosen ----


def _choices(state: State, seat: int, bank: dict[str, int] | None) -> tuple[tuple[Target, ...], tuple[Path, ...]]:
    """A piece is its place, after `other` if it is not of one's own colour; a trade is its cubes, in any order."""
    own = SEAT_NAMES[seat]
    labels: dict[str, str] = {}
    paths = []
    for action in state.legal_actions(seat):
        move = format_move(state, seat, action)
        if action == END:
            labels["end"] = "End the turn"
            ways = [["end"]]
        elif TRADE <= action < OTHER:
            given, taken = TRADES[action - TRADE]
            labels |= {f"{own}-{COLOURS[colour]}": f"Give a {COLOUR_NAMES[colour]} cube" for colour in given}
            source = f" from {SEAT_NAMES[1 - seat]}" if bank and not bank[COLOUR_NAMES[taken]] else ""  # N-20
            labels[f"bank-{COLOURS[taken]}"] = f"Take a {COLOUR_NAMES[taken]} cube{source}"
            orders = sorted(set(permutations(given)))
            ways = [[*(f"{own}-{COLOURS[colour]}" for colour in order), f"bank-{COLOURS[taken]}"] for order in orders]
        else:
            place = board.PLACE_NAMES[action % OTHER]
            labels[place] = f"Place a node on {place}" if len(place) == 2 else f"Place a branch on {_edge(place)}"
            ways = [[place]]
            if action >= OTHER:
                labels["other"] = f"Place a piece of {SEAT_NAMES[1 - seat]}"
                ways = [["other", place]]
        paths += [Path(move=move, targets=tuple(way)) for way in ways]
    return tuple(Target(key=key, label=label) for key, label in labels.items()), tuple(paths)


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    *before, last = keys
    if last in (*board.PLACE_NAMES, "end"):
        return f"{last}*" if before == ["other"] else last
    given = "".join(key[-1] for key in keys if key in {f"{SEAT_NAMES[seat]}-{colour}" for colour in COLOURS})
    taken = last.removeprefix("bank-")
    if taken in given:
        raise IllegalMove("You cannot take a colour that you give.", rule="N-20")
    if taken in COLOURS and len(given) in (2, 3):
        return f"{given}>{taken}"
    return _trade(state, seat, given) if given or taken in COLOURS else None


def _trade(state: State, seat: int, given: str) -> str:
    """Any trade of three cubes that begins like this."""
    view = state.view(seat)
    held = view["players"][seat]["cubes"]
    left = "".join(
        colour * (held[hue] - given.count(colour)) for colour, hue in zip(COLOURS, COLOUR_NAMES, strict=True)
    )
    if view["phase"] == "turn" and not given:
        raise IllegalMove(
            "First give three cubes, or two with a node on the trading post; then take one of another colour.",
            rule="N-18",
        )
    if view["phase"] == "turn" and len(given + left) < 3:
        raise IllegalMove("You have too few cubes: a trade takes three, or two at the trading post.", rule="N-18")
    given = (given + left).ljust(3, COLOURS[0])[:3]
    return f"{given}>{next(colour for colour in COLOURS if colour not in given)}"


# ---- In a terminal ----


def canvas(state: State, seat: int | None) -> Canvas:
    """The board, the panels beside it, the prompt below: 80 columns, 19 rows."""
    view = state.view(seat)
    drawn = Canvas()
    for rank in "123456":
        drawn.put(0, _row(f"a{rank}"), rank, "text dim")
    for file in "abcdef":
        drawn.put(_column(f"{file}1"), _row("a1") + 1, file, "text dim")
    for name, square in view["squares"].items():
        _put_square(drawn, name.lower(), square)
    for name in board.CORNER_NAMES:
        drawn.put(_column(name), _row(name), "·", "spot")
    for name in board.EDGE_NAMES:
        _put_branch(drawn, name, "╌┊", "spot")
    for owner, player in enumerate(view["players"]):
        for name in player["branches"]:
            _put_branch(drawn, name, LINES[owner], f"piece seat-{owner}")
        for name in player["nodes"]:
            drawn.put(_column(name), _row(name), NODES[owner], f"piece seat-{owner}")
    _put_panels(drawn, view)
    drawn.put_prompt(_row("a1") + 3, _prompt(state))
    return drawn


def _column(corner: str) -> int:
    return 2 + 6 * (ord(corner[0]) - ord("a"))


def _row(corner: str) -> int:
    return 3 * (6 - int(corner[1]))


def _put_square(drawn: Canvas, corner: str, square: View) -> None:
    """What the square is and, below it, a captor's node, a cross if it is exhausted, or what the post offers."""
    x, y = _column(corner) + 2, _row(corner) - 2
    hue = _hue(square["tile"]) or "grey"
    drawn.put(x, y, f"{square['tile']:^3}", f"cell {hue} dim" if square["exhausted"] else f"cell {hue} strong")
    if square["captor"] is not None:
        drawn.put(x + 1, y + 1, NODES[square["captor"]], f"piece seat-{square['captor']}")
    elif square["exhausted"]:
        drawn.put(x + 1, y + 1, "×", "mark strong")
    elif square["tile"] == "T":
        drawn.put(x, y + 1, "2:1", "text")


def _put_branch(drawn: Canvas, edge: str, line: str, style: str) -> None:
    """`line` is the sign of a line across, then that of one upwards."""
    x, y = _column(edge), _row(edge)
    if edge[1] == edge[3]:
        drawn.put(x + 1, y, line[0] * 5, style)
    else:
        drawn.put(x, y - 1, line[1], style)
        drawn.put(x, y - 2, line[1], style)


def _put_panels(drawn: Canvas, view: View) -> None:
    y = 0
    for panel in _panels(view):
        if panel.seat is not None:
            drawn.put(PANELS - 3, y, f"{NODES[panel.seat]}{LINES[panel.seat][0]}", f"piece seat-{panel.seat}")
        y = drawn.put_panel(PANELS, y, panel) + 1
