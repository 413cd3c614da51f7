"""The board of NODE: 13 squares, 24 corners, 36 edges (N-1), and the names of N-5.

    6         c6--d6
              | C5 |
    5     b5--c5--d5--e5
          | B4 | C4 | D4 |
    4 a4--b4--c4--d4--e4--f4
      | A3 | B3 | C3 | D3 | E3 |
    3 a3--b3--c3--d3--e3--f3
          | B2 | C2 | D2 |
    2     b2--c2--d2--e2
              | C1 |
    1         c1--d1
       a   b   c   d   e   f

A *place* can hold a piece: the corners are places 0 to 23, the edges places 24 to 59. Sets of places and of squares are
bit sets.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import combinations_with_replacement

from nodarium.core.message import say

SQUARES = [
    (file, rank) for rank, row in zip((5, 4, 3, 2, 1), ("c", "bcd", "abcde", "bcd", "c"), strict=True) for file in row
]
SQUARE_NAMES = [f"{file.upper()}{rank}" for file, rank in SQUARES]


def right(file: str) -> str:
    return chr(ord(file) + 1)


def corners_of(file: str, rank: int) -> list[str]:
    """Return the corners of a square, counter-clockwise from the lower left."""
    return [f"{file}{rank}", f"{right(file)}{rank}", f"{right(file)}{rank + 1}", f"{file}{rank + 1}"]


def edges_of(file: str, rank: int) -> list[str]:
    """Return the edges of a square, counter-clockwise from the bottom. An edge's name starts with its lower corner."""
    ring = corners_of(file, rank)
    return ["".join(sorted(pair)) for pair in zip(ring, ring[1:] + ring[:1], strict=True)]


CORNER_NAMES = sorted({name for square in SQUARES for name in corners_of(*square)})
EDGE_NAMES = sorted({name for square in SQUARES for name in edges_of(*square)})
PLACE_NAMES = CORNER_NAMES + EDGE_NAMES
PLACE = {name: place for place, name in enumerate(PLACE_NAMES)}


def ends_of(edge: str) -> list[str]:
    return [edge[:2], edge[2:]]


def edge_text(edge: str) -> str:
    """Return how people read the name of an edge."""
    return f"{edge[:2]}–{edge[2:]}"


def mask(names: list[str]) -> int:
    """Return the set of the places with these names."""
    return sum(1 << PLACE[name] for name in names)


def touching(corner: str) -> int:
    """Return the edges that end in a corner."""
    return mask([edge for edge in EDGE_NAMES if corner in ends_of(edge)])


# The actions: an own piece on place 0 to 59, the end of the turn, 64 trades, a piece of the other colour on a place.
END = 60
TRADE = 61
OTHER = 125
ACTIONS = 185

CORNERS = mask(CORNER_NAMES)
EDGES = mask(EDGE_NAMES)

# By square: its corners, its edges.
SQUARE_CORNERS = [mask(corners_of(*square)) for square in SQUARES]
SQUARE_EDGES = [mask(edges_of(*square)) for square in SQUARES]

# By place: the squares around it; the two ends of an edge; what is next to it: for a corner the edges that end there,
# for an edge its ends and the edges that touch it.
AROUND = [sum(1 << s for s in range(13) if (SQUARE_CORNERS[s] | SQUARE_EDGES[s]) >> place & 1) for place in range(60)]
ENDS = [mask(ends_of(name)) if len(name) == 4 else 0 for name in PLACE_NAMES]
REACH = [
    touching(name)
    if len(name) == 2
    else (mask(ends_of(name)) | touching(name[:2]) | touching(name[2:])) & ~(1 << PLACE[name])
    for name in PLACE_NAMES
]

# The rim: edges with a square on one side only. Inner places: edges with two squares, corners with four.
RIM = sum(1 << p for p in range(24, 60) if AROUND[p].bit_count() == 1)
INNER = sum(1 << p for p in range(60) if AROUND[p].bit_count() == (4 if p < 24 else 2))

SEAT_NAMES = ("orange", "purple")  # N-6
SEAT_TITLES = (say("node-seat-orange"), say("node-seat-purple"))
VARIANTS = ("first-game", "classic", "example", "advanced")  # N-3, N-28
FIRST_GAME, CLASSIC, EXAMPLE, ADVANCED = range(4)
SUPPLIES = ("limited", "unlimited")  # N-13
BRANCHES_EACH = 24  # N-4
NODES_EACH = 10
CUBES_EACH = 10
SETUP_SEATS = [0, 0, 1, 1, 1, 1, 0, 0]  # N-6: four sets of a node and a branch
SETUP_STEPS = 8
GOAL = 10  # N-27
QUIET_TURNS = 40  # N-29
TEN_POINTS, TOO_MANY_POINTS, NO_INCOME, STANDSTILL = range(4)  # the endings

# The 14 squares (N-2): what each yields (a colour, or NOTHING), its limit, and which is the trading post.
COLOURS = "RYBG"
COLOUR_NAMES = ["red", "yellow", "blue", "green"]
RED, YELLOW, BLUE, GREEN, NOTHING = range(5)
DATA = tomllib.loads(files(__package__).joinpath("data/squares.toml").read_text("utf-8"))
TILES: list[str] = DATA["squares"]
EXAMPLE_LAYOUT = [TILES.index(tile) for tile in DATA["example"].replace("/", " ").split()]
YIELDS = [COLOURS.index(tile[0]) if tile[0] in COLOURS else NOTHING for tile in TILES]
LIMITS = [int(tile[1:]) if tile[1:] else 0 for tile in TILES]
POST = TILES.index("T")
assert len(TILES) == 14
assert POST == 13, "the trading post is the last square, so that it can be left out (N-3)"

# The 64 trades (N-18 to N-20): what is given, what is taken. The first 40 are 3:1, the others 2:1.
TRADES = [
    (given, taken)
    for size in (3, 2)
    for given in combinations_with_replacement(range(4), size)
    for taken in range(4)
    if taken not in given
]
TRADE_NAMES = ["".join(COLOURS[c] for c in given) + ">" + COLOURS[taken] for given, taken in TRADES]
GIVES = [[given.count(colour) for colour in range(4)] for given, _ in TRADES]
TAKES = [taken for _, taken in TRADES]
THREE_FOR_ONE = sum(1 << t for t, (given, _) in enumerate(TRADES) if len(given) == 3)
TWO_FOR_ONE = sum(1 << t for t, (given, _) in enumerate(TRADES) if len(given) == 2)


# By colour and number of cubes: the trades that these can pay for.
AFFORDABLE = [
    [sum(1 << t for t in range(64) if GIVES[t][colour] <= cubes) for cubes in range(4)] for colour in range(4)
]


def affordable(hand: int) -> int:
    """Return the trades that a hand can pay for. It has two bits for each colour; 3 means three or more cubes."""
    red, yellow, blue, green = (AFFORDABLE[colour][hand >> 2 * colour & 3] for colour in range(4))
    return red & yellow & blue & green


PAYABLE = [affordable(hand) for hand in range(256)]
TAKING = [sum(1 << t for t in range(64) if colours >> TAKES[t] & 1) for colours in range(16)]
