"""A slow and obvious reference for NODE: names, sets and flood fills, independent of `rules.py`.

Whatever the engine says is compared with what this says. It knows nothing of actions, bits or tables: a corner is
`c4`, an edge `c4d4`, a square `C3`, a move its text.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import combinations_with_replacement

ORANGE, PURPLE = "orange", "purple"
PLAYERS = (ORANGE, PURPLE)
OTHER = {ORANGE: PURPLE, PURPLE: ORANGE}
CUBES = "RYBG"

FILES = {"6": "cd", "5": "bcde", "4": "abcdef", "3": "abcdef", "2": "bcde", "1": "cd"}
CORNERS = [file + rank for rank, files in FILES.items() for file in files]  # N-5
ROWS = ("C5", "B4 C4 D4", "A3 B3 C3 D3 E3", "B2 C2 D2", "C1")  # N-1, from the top
SQUARES = " ".join(ROWS).split()

BRANCH_PRICE = Counter("RB")  # N-14
NODE_PRICE = Counter("YYGG")  # N-15
SETUP_ORDER = (ORANGE, PURPLE, PURPLE, ORANGE)  # N-6


def shifted(corner: str, right: int, up: int) -> str:
    return chr(ord(corner[0]) + right) + str(int(corner[1]) + up)


EDGES = sorted(
    corner + end for corner in CORNERS for end in (shifted(corner, 1, 0), shifted(corner, 0, 1)) if end in CORNERS
)


def ends(edge: str) -> tuple[str, str]:
    return edge[:2], edge[2:]


def edges_at(corner: str) -> set[str]:
    return {edge for edge in EDGES if corner in ends(edge)}


def corners_of(square: str) -> set[str]:
    low = square.lower()
    return {low, shifted(low, 1, 0), shifted(low, 0, 1), shifted(low, 1, 1)}


def sides_of(square: str) -> set[str]:
    return {edge for edge in EDGES if set(ends(edge)) <= corners_of(square)}


CORNERS_OF = {square: corners_of(square) for square in SQUARES}
SIDES_OF = {square: sides_of(square) for square in SQUARES}
BESIDE = {edge: {square for square in SQUARES if edge in SIDES_OF[square]} for edge in EDGES}
AROUND = {corner: {square for square in SQUARES if corner in CORNERS_OF[square]} for corner in CORNERS}
INNER_EDGES = {edge for edge in EDGES if len(BESIDE[edge]) == 2}
INNER_CORNERS = {corner for corner in CORNERS if len(AROUND[corner]) == 4}
EDGES_AT = {corner: edges_at(corner) for corner in CORNERS}

Pieces = dict[str, str]  # a place (corner or edge) and the colour of the piece on it


def networks(branches: Pieces, colour: str) -> list[set[str]]:
    """Return the connected networks of a colour; any piece may stand on a shared corner (N-26)."""
    left = {edge for edge, owner in branches.items() if owner == colour}
    found = []
    while left:
        network: set[str] = set()
        reached = [min(left)]
        while reached:
            edge = reached.pop()
            if edge in left:
                left.remove(edge)
                network.add(edge)
                for corner in ends(edge):
                    reached.extend(EDGES_AT[corner] & left)
        found.append(network)
    return found


def largest(branches: Pieces, colour: str) -> int:
    return max(map(len, networks(branches, colour)), default=0)


def captures(branches: Pieces, nodes: Pieces) -> Pieces:
    """Return the captured squares and their captors (N-22, N-23)."""
    captors: Pieces = {}
    for colour in PLAYERS:
        for area in closed_areas(branches, colour):
            within = [branches.get(edge) for edge in INNER_EDGES if BESIDE[edge] <= area]
            within += [nodes.get(corner) for corner in INNER_CORNERS if AROUND[corner] <= area]
            if OTHER[colour] not in within:
                assert not area & captors.keys(), "two captors of one square"
                captors.update(dict.fromkeys(area, colour))
    return captors


def closed_areas(branches: Pieces, colour: str) -> list[set[str]]:
    """Return the areas that a flood fill finds closed: branches of the colour stop it, an open rim doesn't."""
    dry = set(SQUARES)
    found = []
    while dry:
        area: set[str] = set()
        spilt = False
        wet = [min(dry)]
        while wet:
            square = wet.pop()
            if square not in area:
                area.add(square)
                open_sides = {side for side in SIDES_OF[square] if branches.get(side) != colour}
                spilt = spilt or not open_sides <= INNER_EDGES
                for side in open_sides:
                    wet.extend(BESIDE[side])
        dry -= area
        if not spilt:
            found.append(area)
    return found


class Reference:
    """A game in progress."""

    def __init__(self, layout: str, variant: str, supply: str) -> None:
        self.kind = dict(zip(SQUARES, layout.replace("/", " ").split(), strict=True))
        self.advanced = variant == "advanced"
        self.limited = supply == "limited"
        self.nodes: Pieces = {}
        self.branches: Pieces = {}
        self.captors: Pieces = {}  # the captured squares
        self.cubes = {player: Counter(dict.fromkeys(CUBES, 0)) for player in PLAYERS}
        self.placed: list[str] = []  # in setup: nodes and branches in turn
        self.player = ORANGE
        self.threes = self.twos = 0  # trades made in this turn
        self.building = False  # whether a piece was placed in this turn
        self.quiet = 0  # turns in a row without one
        self.outcome: tuple[tuple[str, ...], str] | None = None  # winners and rule

    # ---- what can be seen ----

    @property
    def in_setup(self) -> bool:
        return len(self.placed) < 8

    def score(self, player: str) -> int:
        """Return a player's points (N-26)."""
        points = [*self.nodes.values(), *self.captors.values()].count(player)
        if largest(self.branches, player) > largest(self.branches, OTHER[player]):
            points += 2
        return points

    def bank(self, colour: str) -> int:
        """Return the number of cubes of a colour in the bank (N-4)."""
        return 10 - sum(hand[colour] for hand in self.cubes.values())

    def paid_nodes(self, square: str) -> list[str]:
        """Return the owners of the nodes that a square pays, once for each node (N-11, N-12)."""
        if self.kind[square] in ("V", "T"):
            return []
        owners = [self.nodes[corner] for corner in CORNERS_OF[square] if corner in self.nodes]
        captor = self.captors.get(square)
        if captor:
            return [owner for owner in owners if owner == captor]
        return owners if len(owners) <= int(self.kind[square][1]) else []

    # ---- what is legal ----

    def moves(self) -> set[str]:
        if self.outcome:
            return set()
        if self.in_setup:
            return self.setup_moves()
        found = {"end"} | self.trades(3, self.threes < 1) | self.trades(2, self.twos < self.posts())
        for colour in PLAYERS if self.advanced else (self.player,):
            star = "" if colour == self.player else "*"
            found |= {place + star for place in self.places_to_buy(colour)}
        return found

    def setup_moves(self) -> set[str]:
        free_edges = {edge for edge in EDGES if edge not in self.branches}
        if len(self.placed) % 2:
            return EDGES_AT[self.placed[-1]] & free_edges
        return {corner for corner in CORNERS if corner not in self.nodes and EDGES_AT[corner] & free_edges}

    def places_to_buy(self, colour: str) -> set[str]:
        own = {edge for edge, owner in self.branches.items() if owner == colour}
        reached = {corner for edge in own for corner in ends(edge)}
        closed = {edge for edge in INNER_EDGES if self.holds_all(OTHER[colour], BESIDE[edge])}
        closed |= {corner for corner in INNER_CORNERS if self.holds_all(OTHER[colour], AROUND[corner])}
        found = set()
        if self.can_pay(BRANCH_PRICE) and len(own) < 24:
            found |= {edge for edge in EDGES if edge not in self.branches and set(ends(edge)) & reached}
        if self.can_pay(NODE_PRICE):
            found |= {corner for corner in reached if corner not in self.nodes}
        return found - closed  # N-24

    def holds_all(self, captor: str, squares: set[str]) -> bool:
        return all(self.captors.get(square) == captor for square in squares)

    def can_pay(self, price: Counter[str]) -> bool:
        return price <= self.cubes[self.player]

    def posts(self) -> int:
        """Return the number of the player's nodes on the trading post (N-19)."""
        return sum(
            self.nodes.get(corner) == self.player
            for square in SQUARES
            if self.kind[square] == "T"
            for corner in CORNERS_OF[square]
        )

    def trades(self, price: int, allowed: bool) -> set[str]:
        if not allowed:
            return set()
        mine, theirs = self.cubes[self.player], self.cubes[OTHER[self.player]]
        there = {c for c in CUBES if not self.limited or self.bank(c) > 0 or theirs[c] > mine[c]}  # N-20
        affordable = [given for given in combinations_with_replacement(CUBES, price) if self.can_pay(Counter(given))]
        return {"".join(given) + ">" + wanted for given in affordable for wanted in there if wanted not in given}

    # ---- what a move does ----

    def play(self, move: str) -> None:
        assert move in self.moves(), move
        if move == "end":
            self.end()
        elif ">" in move:
            self.trade(*move.split(">"))
        elif self.in_setup:
            self.set_up(move)
        else:
            colour = OTHER[self.player] if move.endswith("*") else self.player
            self.cubes[self.player].subtract(NODE_PRICE if move.rstrip("*") in CORNERS else BRANCH_PRICE)
            self.place(move.rstrip("*"), colour)
            self.building = True
            for player in PLAYERS:
                if self.score(player) >= 10:
                    assert not self.outcome, "both reached ten"
                    self.outcome = ((OTHER[player],), "N-28") if self.advanced else ((player,), "N-27")
        if not self.in_setup and not self.outcome and self.is_dead():
            self.outcome = ((), "N-29")

    def set_up(self, place: str) -> None:
        self.place(place, self.player)
        self.placed.append(place)
        if len(self.placed) < 8:
            self.player = SETUP_ORDER[len(self.placed) // 2]
        else:
            self.start_turn(PURPLE)  # N-8

    def place(self, place: str, colour: str) -> None:
        pieces = self.nodes if place in CORNERS else self.branches
        assert place not in pieces, "N-16"
        pieces[place] = colour
        self.captors = captures(self.branches, self.nodes)  # N-9: at once

    def trade(self, given: str, wanted: str) -> None:
        if self.limited and self.bank(wanted) == 0:
            self.cubes[OTHER[self.player]][wanted] -= 1
        self.cubes[self.player].subtract(given)
        self.cubes[self.player][wanted] += 1
        if len(given) == 3:
            self.threes += 1
        else:
            self.twos += 1

    def end(self) -> None:
        self.quiet = 0 if self.building else self.quiet + 1
        if self.quiet == 40:
            self.outcome = ((), "N-29")
        else:
            self.start_turn(OTHER[self.player])

    def start_turn(self, player: str) -> None:
        """Start a turn and collect (N-9, N-10, N-13)."""
        self.player = player
        self.threes = self.twos = 0
        self.building = False
        mine, theirs = self.cubes[player], self.cubes[OTHER[player]]
        due = Counter(
            self.kind[square][0] for square in SQUARES for owner in self.paid_nodes(square) if owner == player
        )
        for colour in CUBES:
            paid = min(due[colour], self.bank(colour)) if self.limited else due[colour]
            mine[colour] += paid
            if theirs[colour] > mine[colour]:
                taken = min(due[colour] - paid, theirs[colour])
                theirs[colour] -= taken
                mine[colour] += taken

    def is_dead(self) -> bool:
        """Return whether neither player has income or two cubes (N-29 (a))."""
        return all(hand.total() < 2 for hand in self.cubes.values()) and not any(map(self.paid_nodes, SQUARES))


def arrange(position: str) -> Reference:
    """Return the unfinished game that a position describes."""
    layout, *holdings, due, kind = [part.strip() for part in position.split("|")]
    game = Reference(layout, *kind.split())
    for player, pieces, cubes in ((ORANGE, *holdings[:2]), (PURPLE, *holdings[2:])):
        for place in pieces.replace("-", "").split():
            game.placed.append(place)
            (game.nodes if place in CORNERS else game.branches)[place] = player
        game.cubes[player] = Counter({colour: cubes.count(colour) for colour in CUBES})
    game.captors = captures(game.branches, game.nodes)
    game.player, phase, *words = due.split()
    if phase == "branch":  # the node that waits for it was placed last
        game.placed.remove(words[0])
        game.placed.append(words[0])
    game.threes, game.twos, game.building = words.count("3:1"), words.count("2:1"), "built" in words
    game.quiet = int(words[-1]) if "quiet" in words else 0
    return game


def count(position: str, depth: int) -> int:
    """Count the sequences of `depth` moves from a position (perft)."""
    return sequences(arrange(position), depth)


def sequences(game: Reference, depth: int) -> int:
    if depth == 1:
        return len(game.moves())
    total = 0
    for move in game.moves():
        twin = deepcopy(game)
        twin.play(move)
        total += sequences(twin, depth - 1)
    return total
