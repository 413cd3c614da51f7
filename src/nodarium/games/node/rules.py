"""The rules of NODE, N-1 to N-29. A series (N-30) consists of several games.

Seat 0 is orange, seat 1 purple. A colour has the number of its seat. In the variant `advanced` a seat also buys pieces
of the other colour; rules about a player's own pieces then apply to the colour of the piece (N-28).

`board.py` numbers the actions. The legal ones are three bit sets: own pieces and the end of the turn, trades, pieces of
the other colour.
"""

from __future__ import annotations

from nodarium.core import bits, splitmix
from nodarium.core.message import say
from nodarium.core.outcome import Ending
from nodarium.core.state import State as CoreState
from nodarium.games.node import board
from nodarium.games.node.board import (
    ACTIONS,
    ADVANCED,
    BLUE,
    BRANCHES_EACH,
    CUBES_EACH,
    END,
    EXAMPLE,
    FIRST_GAME,
    GOAL,
    GREEN,
    NO_INCOME,
    NOTHING,
    OTHER,
    POST,
    QUIET_TURNS,
    RED,
    SETUP_STEPS,
    STANDSTILL,
    SUPPLIES,
    TEN_POINTS,
    TOO_MANY_POINTS,
    TRADE,
    VARIANTS,
    YELLOW,
)

ENDINGS = (
    Ending("N-27", say("node-ten-points")),
    Ending("N-28", say("node-too-many-points")),
    Ending("N-29", say("node-no-income")),
    Ending("N-29", say("node-standstill")),
)
# N-29 (b): at most 40 turns for each of the 60 places; in a turn, an end and five trades in addition to the pieces.
MAX_STEPS = 60 + 6 * QUIET_TURNS * 61

CORNERS, EDGES, RIM, INNER = board.CORNERS, board.EDGES, board.RIM, board.INNER
SQUARE_CORNERS, SQUARE_EDGES = board.SQUARE_CORNERS, board.SQUARE_EDGES
AROUND, ENDS, REACH = board.AROUND, board.ENDS, board.REACH
YIELDS, LIMITS, EXAMPLE_LAYOUT = board.YIELDS, board.LIMITS, board.EXAMPLE_LAYOUT
SETUP_SEATS = board.SETUP_SEATS
GIVES, TAKES, PAYABLE, TAKING = board.GIVES, board.TAKES, board.PAYABLE, board.TAKING
THREE_FOR_ONE, TWO_FOR_ONE = board.THREE_FOR_ONE, board.TWO_FOR_ONE


class State(CoreState):
    def __init__(self, variant: str = "classic", supply: str = "limited") -> None:
        self.seats = 2
        self.variant = VARIANTS.index(variant)
        self.limited = supply == SUPPLIES[0]
        self.tiles = [0] * 13  # which of the 14 squares lies there
        self.pieces = [0] * 2  # places taken, by colour
        self.reach = [0] * 2  # places next to a branch, by colour
        self.barred = [0] * 2  # places inside areas captured by the other colour, by colour
        self.captured = [0] * 2  # squares, by colour
        self.network = [[0] * 2, [0] * 2]  # corners of the (at most two) networks, by colour
        self.length = [[0] * 2, [0] * 2]  # number of their branches
        self.cubes = [[0] * 4, [0] * 4]
        self.income = [[0] * 4, [0] * 4]
        self.legal = [0] * 3
        self.start_game()

    # ---- setup ----

    def _reset(self, rng: int) -> int:
        for square in range(13):
            self.tiles[square] = EXAMPLE_LAYOUT[square] if self.variant == EXAMPLE else square
        return self._reshuffle(rng)

    def _reshuffle(self, rng: int) -> int:
        if self.variant != EXAMPLE:  # N-3: shuffle 13 squares, or 14 and leave one out; the trading post is the last
            bag = [0] * 14
            size = 13 if self.variant == FIRST_GAME else 14
            bag[13] = 91  # the sum of all 14: what the others leave of it is the one that was left out
            for square in range(13):
                bag[square] = self.tiles[square]
                bag[13] -= bag[square]
            for square in range(13):
                rng = splitmix.advance(rng)
                other = square + splitmix.below(rng, size - square)
                self.tiles[square] = bag[other]
                bag[other] = bag[square]
        self.start_game()
        return rng

    def start_game(self) -> None:
        """Clear the board, except for its squares."""
        self.to_act_mask = bits.bit(0)
        self.ply = self.turn = self.winner_mask = self.ending_index = 0
        self.stage = self.last = 0
        self.threes = self.twos = self.built = self.quiet = 0
        for seat in range(2):
            self.pieces[seat] = self.reach[seat] = self.barred[seat] = self.captured[seat] = 0
            for part in range(2):
                self.network[seat][part] = self.length[seat][part] = 0
            for colour in range(4):
                self.cubes[seat][colour] = 0
        self.update_income()
        self.find_legal()

    # ---- steps ----

    def _count_actions(self, seat: int) -> int:
        return bits.count(self.legal[0]) + bits.count(self.legal[1]) + bits.count(self.legal[2])

    def _nth_action(self, seat: int, k: int) -> int:
        own = bits.count(self.legal[0])
        if k < own:
            return bits.nth(self.legal[0], k)
        k -= own
        trades = bits.count(self.legal[1])
        if k < trades:
            return TRADE + bits.nth(self.legal[1], k)
        return OTHER + bits.nth(self.legal[2], k - trades)

    def _is_legal(self, seat: int, action: int) -> bool:
        if action < TRADE:
            return bool(action >= 0 and self.legal[0] >> action & 1)
        if action < OTHER:
            return bool(self.legal[1] >> (action - TRADE) & 1)
        return bool(action < ACTIONS and self.legal[2] >> (action - OTHER) & 1)

    def _apply(self, seat: int, action: int) -> None:
        self.ply += 1
        if self.stage < SETUP_STEPS:
            self.set_up(seat, action)
        elif action < END:
            self.buy(seat, seat, action)
        elif action == END:
            self.end_turn(seat)
        elif action < OTHER:
            self.trade(seat, action - TRADE)
        else:
            self.buy(seat, 1 - seat, action - OTHER)
        if self.to_act_mask and self.stage == SETUP_STEPS and not self.can_continue():
            self.finish(0, NO_INCOME)
        self.find_legal()

    def find_legal(self) -> None:
        self.legal[0] = self.legal[1] = self.legal[2] = 0
        if not self.to_act_mask:
            return
        seat = self.to_act_mask >> 1  # the set of seat 0 or of seat 1
        taken = self.pieces[0] | self.pieces[1]  # N-16
        if self.stage < SETUP_STEPS:
            if self.stage % 2:  # N-7: the branch touches the node just placed
                self.legal[0] = REACH[self.last] & ~taken
            else:
                for corner in range(24):
                    if not taken >> corner & 1 and REACH[corner] & ~taken:
                        self.legal[0] |= bits.bit(corner)
            return
        cubes = self.cubes[seat]
        payable = 0
        if cubes[YELLOW] >= 2 and cubes[GREEN] >= 2:  # N-15
            payable |= CORNERS
        if cubes[RED] and cubes[BLUE]:  # N-14
            payable |= EDGES
        if payable:
            self.legal[0] = self.sites(seat) & payable & ~taken
            if self.variant == ADVANCED:  # N-28
                self.legal[2] = self.sites(1 - seat) & payable & ~taken
        self.legal[0] |= bits.bit(END)
        self.legal[1] = self.trades(seat)

    def sites(self, colour: int) -> int:
        """Return where a colour may build: next to its branches (N-14, N-15), not in a captured area (N-24)."""
        sites = self.reach[colour] & ~self.barred[colour]
        if self.length[colour][0] + self.length[colour][1] == BRANCHES_EACH:  # N-4
            sites &= ~EDGES
        return sites

    def set_up(self, seat: int, place: int) -> None:
        self.place_piece(seat, place)
        self.last = place
        self.stage += 1
        if self.stage < SETUP_STEPS:
            self.to_act_mask = bits.bit(SETUP_SEATS[self.stage])  # N-6
            self.turn = self.stage // 2
        else:
            self.begin_turn(1)  # N-8

    def begin_turn(self, seat: int) -> None:
        self.to_act_mask = bits.bit(seat)
        self.turn += 1
        self.threes = self.twos = self.built = 0
        self.collect(seat)

    def end_turn(self, seat: int) -> None:
        self.quiet = 0 if self.built else self.quiet + 1
        if self.quiet == QUIET_TURNS:  # N-29 (b)
            self.finish(0, STANDSTILL)
        else:
            self.begin_turn(1 - seat)

    def finish(self, winners: int, ending: int) -> None:
        self.to_act_mask = 0
        self.winner_mask = winners
        self.ending_index = ending

    def can_continue(self) -> bool:
        """Return whether anybody has income or two cubes (N-29 (a))."""
        return bool(self.paying or self.count_cubes(0) >= 2 or self.count_cubes(1) >= 2)

    def count_cubes(self, seat: int) -> int:
        cubes = self.cubes[seat]
        return cubes[RED] + cubes[YELLOW] + cubes[BLUE] + cubes[GREEN]

    # ---- collecting ----

    def update_income(self) -> None:
        """Compute what each seat collects in a turn (N-10), and whether any square pays."""
        self.paying = 0
        for seat in range(2):
            for colour in range(4):
                self.income[seat][colour] = 0
        for square in range(13):
            colour = YIELDS[self.tiles[square]]
            if colour == NOTHING:
                continue
            for seat in range(2):
                if self.pays(square, seat):
                    nodes = bits.count(self.pieces[seat] & SQUARE_CORNERS[square])
                    self.income[seat][colour] += nodes
                    self.paying += nodes

    def pays(self, square: int, seat: int) -> bool:
        """Return whether a coloured square pays a seat's nodes."""
        if (self.captured[0] | self.captured[1]) >> square & 1:  # N-12
            return bool(self.captured[seat] >> square & 1)
        nodes = bits.count((self.pieces[0] | self.pieces[1]) & SQUARE_CORNERS[square])
        return nodes <= LIMITS[self.tiles[square]]  # N-11

    def collect(self, seat: int) -> None:
        own, other = self.cubes[seat], self.cubes[1 - seat]
        for colour in range(4):
            owed = self.income[seat][colour]
            if self.limited:  # N-13
                paid = min(owed, CUBES_EACH - own[colour] - other[colour])
                own[colour] += paid
                owed -= paid
                if owed:
                    owed = min(owed, other[colour]) if other[colour] > own[colour] else 0
                    other[colour] -= owed
            own[colour] += owed

    # ---- trading ----

    def trades(self, seat: int) -> int:
        """Return the trades a seat can make now."""
        kinds = 0
        if not self.threes:  # N-18
            kinds |= THREE_FOR_ONE
        if self.twos < self.posts(seat):  # N-19
            kinds |= TWO_FOR_ONE
        if not kinds:
            return 0
        cubes = self.cubes[seat]
        hand = colours = 0
        for colour in range(4):
            hand |= min(cubes[colour], 3) << 2 * colour
            if self.can_supply(seat, colour):
                colours |= 1 << colour
        return kinds & PAYABLE[hand] & TAKING[colours]

    def can_supply(self, seat: int, colour: int) -> bool:
        """Return whether the bank has a cube of a colour, or the opponent more of them than the trader (N-20)."""
        return not self.bank_lacks(colour) or self.cubes[1 - seat][colour] > self.cubes[seat][colour]

    def bank_lacks(self, colour: int) -> bool:
        """Return whether the bank has no cube of a colour left (N-4)."""
        return bool(self.limited and self.cubes[0][colour] + self.cubes[1][colour] >= CUBES_EACH)

    def posts(self, seat: int) -> int:
        """Return the number of the seat's nodes on the trading post, captured or not (N-21)."""
        for square in range(13):
            if self.tiles[square] == POST:
                return bits.count(self.pieces[seat] & SQUARE_CORNERS[square])
        return 0

    def trade(self, seat: int, trade: int) -> None:
        own, other = self.cubes[seat], self.cubes[1 - seat]
        if THREE_FOR_ONE >> trade & 1:
            self.threes = 1
        else:
            self.twos += 1
        colour = TAKES[trade]
        if self.bank_lacks(colour):  # N-20
            other[colour] -= 1
        own[colour] += 1
        for colour in range(4):
            own[colour] -= GIVES[trade][colour]

    # ---- building and capturing ----

    def buy(self, seat: int, colour: int, place: int) -> None:
        cubes = self.cubes[seat]
        if place < 24:
            cubes[YELLOW] -= 2  # N-15
            cubes[GREEN] -= 2
        else:
            cubes[RED] -= 1  # N-14
            cubes[BLUE] -= 1
        self.built = 1
        self.place_piece(colour, place)
        self.check_scores()

    def check_scores(self) -> None:
        for scorer in range(2):
            if self.score(scorer) >= GOAL:
                if self.variant == ADVANCED:
                    self.finish(bits.bit(1 - scorer), TOO_MANY_POINTS)  # N-28
                else:
                    self.finish(bits.bit(scorer), TEN_POINTS)  # N-27

    def place_piece(self, colour: int, place: int) -> None:
        self.pieces[colour] |= bits.bit(place)
        if place < 24:
            self.update_income()
        else:
            self.reach[colour] |= REACH[place]
            if self.join_network(colour, place):
                self.capture(colour, place)

    def join_network(self, colour: int, edge: int) -> bool:
        """Add a branch to its network (N-26). Return whether it closes a ring."""
        network, length = self.network[colour], self.length[colour]
        ends = ENDS[edge]
        part = 1 if network[1] & ends or (network[0] and not network[0] & ends) else 0
        ring = network[part] & ends == ends
        network[part] |= ends
        length[part] += 1
        if network[0] & network[1]:
            network[0] |= network[1]
            length[0] += length[1]
            network[1] = length[1] = 0
        return ring

    def capture(self, colour: int, edge: int) -> None:
        """Mark the squares that a ring through this edge encloses."""
        before = self.captured[colour]
        sides = AROUND[edge]
        while sides:
            self.captured[colour] |= self.enclosed(colour, bits.lowest(sides))
            sides &= sides - 1
        if self.captured[colour] != before:
            self.bar_captured(colour)
            self.update_income()

    def bar_captured(self, colour: int) -> None:
        """Bar the other colour from the inside of what a colour has captured (N-24)."""
        inner = INNER
        while inner:
            place = bits.lowest(inner)
            inner &= inner - 1
            if not AROUND[place] & ~self.captured[colour]:
                self.barred[1 - colour] |= bits.bit(place)

    def enclosed(self, colour: int, square: int) -> int:
        """Return the area around a square that a colour's branches enclose; empty if it is open or holds other pieces.

        N-22, N-23. Nodes need no check: a node on an inner corner touches a branch of its colour, which is inside too.
        """
        area = todo = bits.bit(square)
        while todo:
            gaps = SQUARE_EDGES[bits.lowest(todo)] & ~self.pieces[colour]
            todo &= todo - 1
            if gaps & (self.pieces[1 - colour] | RIM):
                return 0
            while gaps:
                beyond = AROUND[bits.lowest(gaps)] & ~area
                gaps &= gaps - 1
                area |= beyond
                todo |= beyond
        return area

    # ---- score ----

    def score(self, seat: int) -> int:
        """Count a seat's points (N-26)."""
        points = bits.count(self.pieces[seat] & CORNERS) + bits.count(self.captured[seat])
        return points + 2 if self.largest_network(seat) > self.largest_network(1 - seat) else points

    def largest_network(self, seat: int) -> int:
        """Return the number of branches in the seat's largest network."""
        return max(self.length[seat][0], self.length[seat][1])

    # ---- building a position ----

    def set_position(self, tiles: list[int], pieces: list[list[int]], cubes: list[list[int]]) -> None:
        """Set the squares and, by colour, pieces and cubes; derive networks and captures. Call `resume` next."""
        for square in range(13):
            self.tiles[square] = tiles[square]
        self.start_game()
        for colour in range(2):
            for kind in range(4):
                self.cubes[colour][kind] = cubes[colour][kind]
            waiting = [place for place in pieces[colour] if place >= 24]
            while waiting:  # prefer a branch that touches earlier ones to one that starts another network
                edge = next((place for place in waiting if self.reach[colour] >> place & 1), waiting[0])
                waiting.remove(edge)
                self.reach[colour] |= REACH[edge]
                self.join_network(colour, edge)
            for place in pieces[colour]:
                self.pieces[colour] |= bits.bit(place)
        for colour in range(2):
            for square in range(13):
                self.captured[colour] |= self.enclosed(colour, square)
            self.bar_captured(colour)
        self.stage = min(len(pieces[0]) + len(pieces[1]), SETUP_STEPS)
        self.update_income()

    def resume(self, seat: int, last: int, trades: tuple[int, int], built: bool, quiet: int) -> None:
        """Set the seat to act and what was done in its turn: 3:1 and 2:1 trades, a piece; and the quiet turns before.

        End the game if the position does.
        """
        self.to_act_mask = bits.bit(seat)
        self.last = last
        self.threes, self.twos = trades
        self.built = built
        self.quiet = quiet
        if self.stage == SETUP_STEPS:
            self.check_scores()
            if self.to_act_mask and not self.can_continue():
                self.finish(0, NO_INCOME)
        self.find_legal()

    def end_by_standstill(self) -> None:
        """End the game by N-29 (b)."""
        self.finish(0, STANDSTILL)
        self.find_legal()
