"""The cards and layouts of Nodes & Colonies, and the numbers of spots, Nodes and actions.

    -1,1   0,1   1,1        A spot is x,y: x to the right, y up, 0,0 in the middle of the starting layout (C-16).
    -1,0   0,0   1,0        The board is connected and has at most 21 Nodes (C-1), so no spot on it or next to it
    -1,-1  0,-1  1,-1       has a coordinate beyond 20.

Nodes are numbered 0 to 20 in the order in which they were laid, those of the layout first. The empty spots next to a
Node, where the next one may be laid, are the *rim*. They are numbered 21 to 62; free numbers are reused.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from nodarium.core.errors import BadOption, os_error_text
from nodarium.core.message import Message, say
from nodarium.core.splitmix import U64

FOLDER = files(__package__).joinpath("data")

# ---- Cards: a kind for each type and level, and the Node ----

TYPES = {"C": "culture", "M": "military", "E": "economy"}  # C-2: each trumps the next, and the last the first
KIND_NAMES = ["C1", "C2", "C3", "M1", "M2", "M3", "E1", "E2", "E3", "N"]
KIND = {name: kind for kind, name in enumerate(KIND_NAMES)}
KINDS = 10
NODE_CARD = 9
COLONY_KINDS = (1 << NODE_CARD) - 1
DATA = tomllib.loads(FOLDER.joinpath("deck.toml").read_text("utf-8"))
COPIES = [DATA[name] for name in KIND_NAMES]  # C-1
DECK = [kind for kind in range(KINDS) for _ in range(COPIES[kind])]
CARDS = 60
NODES = 21
COLONIES = 39
assert (len(DECK), COPIES[NODE_CARD]) == (CARDS, NODES), "the arrays of a state are made for this deck"

HAND = 5  # C-5
DUEL_LIMIT = 256  # C-4


def prevails(kind: int, other: int) -> bool:
    """Return whether a kind of Colony prevails over another (C-2)."""
    if NODE_CARD in (kind, other):
        return False
    ahead = (other // 3 - kind // 3) % 3
    return kind % 3 > other % 3 if ahead == 0 else ahead == 1 and kind % 3 >= other % 3


@cache
def reading_order(layout: str) -> tuple[int, ...]:
    """For each Node of a layout, its number for people: row by row from the top left."""
    spots = layout_spots(layout)
    ordered = sorted(spots, key=lambda spot: (-(spot // 64), spot))
    return tuple(ordered.index(spot) + 1 for spot in spots)


def node_number(layout: str, node: int) -> int:
    """The number of a Node for people. New Nodes follow those of the layout (C-16)."""
    numbers = reading_order(layout)
    return numbers[node] if node < len(numbers) else node + 1


def card_title(card: str) -> Message:
    """The name of a card, for people."""
    return say("colonies-node") if card == "N" else say("colonies-card", type=TYPES[card[0]], level=card[1])


POWERS = {
    "C1": say("colonies-power-c1"),
    "C2": say("colonies-power-c2"),
    "C3": say("colonies-power-c3"),
    "M1": say("colonies-power-m1"),
    "M2": say("colonies-power-m2"),
    "M3": say("colonies-power-m3"),
    "E1": say("colonies-power-e1"),
    "E2": say("colonies-power-e2"),
    "E3": say("colonies-power-e3"),
}


def card_power(card: str) -> Message:
    """What a Colony prevails over and what prevails over it, for people."""
    return POWERS[card]


PREVAILS = [sum(1 << other for other in range(KINDS) if prevails(kind, other)) for kind in range(KINDS)]
# By kind of Colony and kind of invader: all bits if the invader prevails, else none.
YIELDS = [[U64 if prevails(kind, other) else 0 for kind in range(NODE_CARD)] for other in range(NODE_CARD)]

SEAT_NAMES = ("orange", "purple", "teal", "rose")  # as in records; people read "Black" for teal
PLAYERS = (2, 3, 4)
MOVEMENTS = ("line", "path", "step")  # C-11
LINE, PATH, STEP = range(3)
DEPLETED, TRAPPED, DOMINATION, ERADICATION = range(4)  # C-13: the endings
PHASES = ("drawn", "explored", "colonised")  # C-6: how far a turn is
DRAWN, EXPLORED, COLONISED = range(3)

# ---- Spots: x and y in one number, so that the four neighbours are a constant away ----

FARTHEST = NODES - 1
ORIGIN = 32 + 64 * 32
ASIDE = [1, 64, -1, -64]  # right, up, left, down; the opposite of a direction is two further on
RIM = 42  # 20 joined Nodes have at most 2 * 20 + 2 empty spots next to them
SPOTS = NODES + RIM
RIM_SPOTS = (1 << SPOTS) - (1 << NODES)


def spot_at(x: int, y: int) -> int:
    return ORIGIN + x + 64 * y


def place_of(spot: int) -> tuple[int, int]:
    return spot % 64 - 32, spot // 64 - 32


def spot_name(spot: int) -> str:
    x, y = place_of(spot)
    return f"{x},{y}"


# ---- Actions: a Node on a spot of the rim, a Colony on a Node, a move from Node to Node, the end of the turn ----

EXPLORE = 0
COLONISE = EXPLORE + RIM
MOVE = COLONISE + NODE_CARD * NODES
END = MOVE + NODES * NODES
ACTIONS = END + 1
# By action: the card that is played, or the Node that a Colony leaves; and the spot where it goes.
WHAT = [
    *[NODE_CARD] * RIM,
    *(i // NODES for i in range(NODE_CARD * NODES)),
    *(i // NODES for i in range(NODES * NODES)),
    0,
]
WHERE = [
    *range(NODES, SPOTS),
    *(i % NODES for i in range(NODE_CARD * NODES)),
    *(i % NODES for i in range(NODES * NODES)),
    0,
]

# ---- Layouts (C-3) ----

FEWEST = 4  # Nodes in a layout: one for each player


def parse_drawing(text: str) -> list[int]:
    """Return the spots of a drawing, each next to an earlier one. Newlines or slashes separate the rows."""
    rows = [row.strip() for row in text.strip().replace("/", "\n").splitlines()]
    if not set("".join(rows)) <= {"o", "."} or len({len(row) for row in rows}) > 1:
        raise BadOption(say("colonies-bad-drawing", drawing="/".join(rows)), rule="C-3")
    found = {(x, -y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "o"}
    if not FEWEST <= len(found) <= NODES:
        raise BadOption(say("colonies-layout-size", least=FEWEST, most=NODES, count=len(found)), rule="C-3")
    left, right = min(x for x, _ in found), max(x for x, _ in found)
    low, high = min(y for _, y in found), max(y for _, y in found)
    middle = spot_at((left + right) // 2, (low + high) // 2) - ORIGIN
    waiting = sorted((spot_at(x, y) - middle for x, y in found), key=lambda spot: (-(spot // 64), spot))
    spots = [waiting.pop(0)]
    while waiting:
        near = [spot for spot in waiting if any(spot + aside in spots for aside in ASIDE)]
        if not near:
            raise BadOption(say("colonies-layout-apart"), rule="C-3")
        spots.append(near[0])
        waiting.remove(near[0])
    return spots


def format_drawing(spots: Sequence[int]) -> str:
    """Draw a layout on one line."""
    places = {place_of(spot) for spot in spots}
    xs, ys = [x for x, _ in places], [y for _, y in places]
    rows = range(max(ys), min(ys) - 1, -1)
    return "/".join("".join("o" if (x, y) in places else "." for x in range(min(xs), max(xs) + 1)) for y in rows)


DRAWINGS: dict[str, str] = tomllib.loads(FOLDER.joinpath("layouts.toml").read_text("utf-8"))
LAYOUTS = {name: parse_drawing(drawing) for name, drawing in DRAWINGS.items()}
NAMES = {format_drawing(spots): name for name, spots in LAYOUTS.items()}


def data_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """The deck and the starting board of a game with these options."""
    return {"deck": DATA, "layout": format_drawing(layout_spots(options["layout"]))}


def layout_spots(layout: str) -> list[int]:
    """Return the spots of a named layout or of a drawing."""
    return LAYOUTS[layout] if layout in LAYOUTS else parse_drawing(layout)


def layout_name(spots: Sequence[int]) -> str:
    """Return the name of a layout or, if it has none, its drawing."""
    drawing = format_drawing(spots)
    return NAMES.get(drawing, drawing)


def parse_custom_layout(value: object) -> str | None:
    """Return the layout that a user's drawing or file stands for; None if the value is neither."""
    if isinstance(value, Path):
        return layout_name(parse_drawing(_read_drawing(value)))
    if isinstance(value, str) and ("/" in value or set(value) == {"o"}):
        return layout_name(parse_drawing(value))
    return None


def _read_drawing(file: Path) -> str:
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        problem = say("colonies-layout-unreadable", file=str(file), problem=os_error_text(error))
        raise BadOption(problem, rule="C-3") from None
    drawings = list(data.values())
    if len(drawings) != 1 or not isinstance(drawings[0], str):
        raise BadOption(say("colonies-layout-file", file=str(file)), rule="C-3")
    return drawings[0]
