"""The rules of Nodes & Colonies, C-1 to C-15. `board.py` explains the numbers of Nodes, spots and actions.

`cards` is the deal: five cards for each seat, then the deck. The first `drawn` cards have been dealt or drawn.
`hands[seat]` holds all cards that the seat has drawn; the first `spent[seat]` of them are the ones it has played.

Colonies are numbered in the order in which they were played. `top` of a Node is the topmost Colony on it, `under` of a
Colony the one below it, or NOTHING.

`explored` says whether a Node was laid in this turn. Only the pictures need it.
"""

from __future__ import annotations

from collections.abc import Sequence

from nodarium.core import bits, splitmix
from nodarium.core.message import say
from nodarium.core.outcome import Ending
from nodarium.core.state import State as CoreState
from nodarium.games.colonies import board
from nodarium.games.colonies.board import (
    COLONISE,
    COLONISED,
    COLONY_KINDS,
    DEPLETED,
    DOMINATION,
    DRAWN,
    DUEL_LIMIT,
    END,
    ERADICATION,
    EXPLORED,
    HAND,
    KINDS,
    LINE,
    MOVE,
    MOVEMENTS,
    NODE_CARD,
    NODES,
    PATH,
    SPOTS,
    TRAPPED,
)

ENDINGS = (
    Ending("C-13", say("colonies-depleted")),
    Ending("C-13", say("colonies-trapped")),
    Ending("C-13", say("colonies-domination")),
    Ending("C-13", say("colonies-eradication")),
)
# At most three steps for each card of the deck, which is largest with two players and a layout of four Nodes.
MAX_STEPS = 3 * (board.CARDS - board.FEWEST - 2 * HAND)

NOTHING = board.COLONIES
DECK, PREVAILS, YIELDS = board.DECK, board.PREVAILS, board.YIELDS
ASIDE, RIM_SPOTS = board.ASIDE, board.RIM_SPOTS
WHAT, WHERE = board.WHAT, board.WHERE


class State(CoreState):
    def __init__(self, players: int = 2, layout: str = "grid", movement: str = "line") -> None:
        self.seats = players
        self.movement = MOVEMENTS.index(movement)
        self.duel = [0] * 256  # C-4: the cards drawn in each round, four bits for each seat
        self.cards = [0] * 60
        self.hands = [[0] * 28, [0] * 28, [0] * 28, [0] * 28]  # at most half of 56 cards each
        self.spent = [0] * 4
        self.got = [0] * 4
        self.spots = [0] * 63  # of each Node and each number of the rim
        self.near = [0] * 21  # Nodes and rim spots next to a Node
        self.rays = [[0] * 4 for _ in range(22)]  # Nodes in a line from a Node, by direction
        self.top = [0] * 21
        self.under = [0] * 39
        self.kind = [0] * 39
        self.owner = [0] * 39
        self.owned = [0] * 4  # C-9: Nodes that a seat controls
        self.weaker = [0] * 9  # C-2: Nodes whose topmost Colony a kind prevails over
        self.moves = [0] * 21  # Nodes where the topmost Colony of a Node may go
        spots = board.layout_spots(layout)
        self.starting = len(spots)
        for node in range(self.starting):
            self.spots[node] = spots[node]
        self.first = self.rounds = 0
        self.restore_deck()
        self.start_game()

    # ---- setup ----

    def _reset(self, rng: int) -> int:
        self.restore_deck()
        return self._reshuffle(rng)

    def _reshuffle(self, rng: int) -> int:
        rng = self.find_first(rng)
        rng = self.shuffle_top(rng, self.size)
        self.start_game()
        return rng

    def restore_deck(self) -> None:
        """Collect all cards in order, except the Nodes of the layout (C-3)."""
        self.size = 60 - self.starting
        for place in range(self.size):
            self.cards[place] = DECK[place]

    def shuffle_top(self, rng: int, some: int) -> int:
        """Put a number of random cards on top of the others."""
        for place in range(some):
            rng = splitmix.advance(rng)
            other = place + splitmix.below(rng, self.size - place)
            card = self.cards[other]
            self.cards[other] = self.cards[place]
            self.cards[place] = card
        return rng

    def find_first(self, rng: int) -> int:
        """Draw until one seat prevails (C-4). Restart a duel that grows too long."""
        self.rounds = 0
        self.first = self.seats
        while self.first == self.seats:
            if self.rounds == DUEL_LIMIT:
                self.rounds = 0
            rng = self.shuffle_top(rng, self.seats)
            drawn = 0
            for seat in range(self.seats):
                drawn |= self.cards[seat] << 4 * seat
            self.duel[self.rounds] = drawn
            self.rounds += 1
            self.first = self.duel_winner(drawn)
        return rng

    def duel_winner(self, drawn: int) -> int:
        """Return the seat whose card prevails over all others (C-4); `seats` if none does."""
        for seat in range(self.seats):
            beaten = 0
            for other in range(self.seats):
                beaten += PREVAILS[drawn >> 4 * seat & 15] >> (drawn >> 4 * other & 15) & 1
            if beaten == self.seats - 1:
                return seat
        return self.seats

    def start_game(self) -> None:
        """Lay out the starting board, deal the hands and start the first turn, with the cards in their order."""
        self.clear_table()
        for seat in range(self.seats):  # C-5
            for _ in range(HAND):
                self.draw(seat)
        self.begin_turn(self.first)

    def clear_table(self) -> None:
        """Lay out the starting board; nobody has any cards."""
        self.ply = self.turn = self.winner_mask = self.ending_index = 0
        self.laid = self.settled = self.drawn = 0
        self.rim = 0
        for node in range(self.starting):
            self.lay_node(self.spots[node])
        for node in range(NODES):
            self.top[node] = NOTHING
        for kind in range(9):
            self.weaker[kind] = 0
        for seat in range(4):
            self.owned[seat] = 0
            self.spent[seat] = self.got[seat] = 0

    def draw(self, seat: int) -> None:
        self.hands[seat][self.got[seat]] = self.cards[self.drawn]
        self.got[seat] += 1
        self.drawn += 1

    # ---- the board ----

    def lay_node(self, spot: int) -> None:
        """Lay a Node on a spot. Empty spots next to it join the rim."""
        node = self.laid
        known = self.rim | (bits.bit(node) - 1)
        before = SPOTS  # the spot's number in the rim, if it had one
        adjacent = [SPOTS, SPOTS, SPOTS, SPOTS]
        while known:
            other = bits.lowest(known)
            known &= known - 1
            gap = self.spots[other] - spot
            if gap == 0:
                before = other
            for side in range(4):
                if gap == ASIDE[side]:
                    adjacent[side] = other
        self.laid += 1
        self.spots[node] = spot
        self.near[node] = 0
        self.rim &= ~bits.bit(before)
        for side in range(4):
            other = adjacent[side]
            self.rays[node][side] = 0
            if other == SPOTS:
                if self.laid == NODES:  # C-1: this is the last one
                    continue
                other = bits.lowest(RIM_SPOTS & ~self.rim)
                self.spots[other] = spot + ASIDE[side]
                self.rim |= bits.bit(other)
            elif other < NODES:
                self.near[other] = self.near[other] & ~bits.bit(before) | bits.bit(node)
                self.rays[node][side] = bits.bit(other) | self.rays[other][side]
            self.near[node] |= bits.bit(other)
        for side in range(4):
            behind = self.rays[node][side ^ 2]
            while behind:
                self.rays[bits.lowest(behind)][side] |= bits.bit(node) | self.rays[node][side]
                behind &= behind - 1

    def occupied(self) -> int:
        return self.owned[0] | self.owned[1] | self.owned[2] | self.owned[3]

    def put_colony(self, colony: int, node: int) -> None:
        """Put a new Colony on a Node."""
        below = self.top[node]
        self.toggle_top(below, bits.bit(node))
        self.toggle_top(colony, bits.bit(node))
        self.top[node] = colony
        self.under[colony] = below

    def toggle_top(self, colony: int, nodes: int) -> None:
        """Record that a Colony is now topmost on these Nodes, or no longer, which decides who controls them (C-9)."""
        if colony != NOTHING:
            self.owned[self.owner[colony]] ^= nodes
            yields = YIELDS[self.kind[colony]]
            for kind in range(9):
                self.weaker[kind] ^= nodes & yields[kind]

    # ---- steps ----

    def _count_actions(self, seat: int) -> int:
        plays = bits.count(self.kinds) * bits.count(self.sites)
        return bits.count(self.explores) + plays + self.ways + (self.phase != DRAWN)

    def _nth_action(self, seat: int, k: int) -> int:
        size = bits.count(self.explores)
        if k < size:
            return bits.nth(self.explores, k) - NODES
        k -= size
        sites = bits.count(self.sites)
        size = sites * bits.count(self.kinds)
        if k < size:
            return COLONISE + NODES * bits.nth(self.kinds, k // sites) + bits.nth(self.sites, k % sites)
        k -= size
        movers = self.movers
        while movers:
            node = bits.lowest(movers)
            movers &= movers - 1
            size = bits.count(self.moves[node])
            if k < size:
                return MOVE + NODES * node + bits.nth(self.moves[node], k)
            k -= size
        return END

    def _legal_actions(self, seat: int, actions: list[int]) -> int:
        index = bits.write_members(self.explores, -NODES, actions, 0)
        kinds = self.kinds
        while kinds:
            index = bits.write_members(self.sites, COLONISE + NODES * bits.lowest(kinds), actions, index)
            kinds &= kinds - 1
        movers = self.movers
        while movers:
            node = bits.lowest(movers)
            movers &= movers - 1
            index = bits.write_members(self.moves[node], MOVE + NODES * node, actions, index)
        if self.phase != DRAWN:
            actions[index] = END
            index += 1
        return index

    def _is_legal(self, seat: int, action: int) -> bool:
        if action < 0 or action > END:
            return False
        what, where = WHAT[action], WHERE[action]
        if action < COLONISE:
            return bool(self.explores >> where & 1)
        if action < MOVE:
            return bool(self.kinds >> what & 1 and self.sites >> where & 1)
        if action < END:
            return bool(self.movers >> what & 1 and self.moves[what] >> where & 1)
        return self.phase != DRAWN

    def _apply(self, seat: int, action: int) -> None:
        self.ply += 1
        if action < COLONISE:
            self.explore(seat, WHERE[action])
        elif action < MOVE:
            self.colonise(seat, WHAT[action], WHERE[action])
        elif action < END:
            self.move(seat, WHAT[action], WHERE[action])
        else:
            self.end_turn(seat)

    def begin_turn(self, seat: int) -> None:
        self.to_act_mask = bits.bit(seat)
        self.turn += 1
        self.phase = DRAWN
        self.placed = NODES
        self.explored = 0
        self.draw(seat)  # C-6
        self.find_legal(seat)
        if not self._count_actions(seat):  # C-13 (2)
            self.finish(TRAPPED)

    def end_turn(self, seat: int) -> None:
        if self.drawn == self.size:  # C-13 (1)
            self.finish(DEPLETED)
        else:
            self.begin_turn(seat + 1 if seat + 1 < self.seats else 0)

    def finish(self, ending: int) -> None:
        """End the game: most Nodes win, equal numbers share the win (C-14)."""
        self.to_act_mask = self.winner_mask = 0
        self.ending_index = ending
        self.explores = self.sites = self.movers = 0
        self.kinds = self.ways = 0
        most = 0
        for seat in range(self.seats):
            most = max(most, bits.count(self.owned[seat]))
        for seat in range(self.seats):
            if bits.count(self.owned[seat]) == most:
                self.winner_mask |= 1 << seat

    # ---- legal steps ----

    def find_legal(self, seat: int) -> None:
        """Find the legal steps in the current phase of the turn (C-6)."""
        own = self.owned[seat]
        nodes = bits.bit(self.laid) - 1
        near = 0
        todo = own
        while todo:
            near |= self.near[bits.lowest(todo)]
            todo &= todo - 1
        held = self.kinds_in_hand(seat)
        self.explores = near & self.rim if self.phase == DRAWN and held >> NODE_CARD else 0  # C-7
        self.kinds = held & COLONY_KINDS if self.phase != COLONISED else 0
        self.sites = own | (nodes if self.turn <= self.seats else near & nodes) & ~self.occupied()  # C-8
        self.movers = own & ~bits.bit(self.placed)  # C-12
        self.ways = 0
        self.find_moves(seat, self.movers)

    def find_moves(self, seat: int, movers: int) -> None:
        """Find the moves of the topmost Colonies of these Nodes, and add them to `ways`."""
        others = self.occupied() & ~self.owned[seat]
        while movers:
            node = bits.lowest(movers)
            movers &= movers - 1
            self.moves[node] = self.reach(node, others)
            self.ways += bits.count(self.moves[node])

    def uncount_moves(self, movers: int) -> None:
        while movers:
            self.ways -= bits.count(self.moves[bits.lowest(movers)])
            movers &= movers - 1

    def kinds_in_hand(self, seat: int) -> int:
        """Return the kinds of card in a hand, as a set."""
        kinds = 0
        for place in range(self.spent[seat], self.got[seat]):
            kinds |= 1 << self.hands[seat][place]
        return kinds

    def reach(self, node: int, others: int) -> int:
        """Return where the topmost Colony of a Node may go (C-10, C-11); `others` are the other players' Nodes."""
        closed = others & ~self.weaker[self.kind[self.top[node]]]
        if self.movement == LINE:
            return self.reach_in_line(node, closed)
        if self.movement == PATH:
            return self.reach_by_path(node, closed)
        return self.near[node] & (bits.bit(self.laid) - 1) & ~closed

    def reach_in_line(self, node: int, closed: int) -> int:
        reach = 0
        for side in range(4):
            ray = self.rays[node][side]
            walls = ray & closed
            wall = bits.lowest(walls | bits.bit(NODES))  # the last row of `rays` is for no wall
            ray &= ~(bits.bit(wall) | self.rays[wall][side])
            while walls & ray:
                wall = bits.lowest(walls & ray)
                ray &= ~(bits.bit(wall) | self.rays[wall][side])
            reach |= ray
        return reach

    def reach_by_path(self, node: int, closed: int) -> int:
        free = (bits.bit(self.laid) - 1) & ~closed & ~bits.bit(node)
        reach = todo = self.near[node] & free
        while todo:
            beyond = self.near[bits.lowest(todo)] & free & ~reach
            todo &= todo - 1
            todo |= beyond
            reach |= beyond
        return reach

    # ---- effects of steps ----

    def explore(self, seat: int, rim: int) -> None:
        """Lay a Node. The turn continues, because some Colony can always move to the new Node."""
        self.spend(seat, NODE_CARD)
        node = self.laid
        self.lay_node(self.spots[rim])
        self.phase = EXPLORED
        self.explored = 1
        self.explores = 0
        self.sites |= bits.bit(node)
        rays = self.rays[node]
        movers = self.movers if self.movement == PATH else self.movers & (rays[0] | rays[1] | rays[2] | rays[3])
        self.uncount_moves(movers)
        self.find_moves(seat, movers)

    def colonise(self, seat: int, kind: int, node: int) -> None:
        self.spend(seat, kind)
        colony = self.settled
        self.settled += 1
        self.kind[colony] = kind
        self.owner[colony] = seat
        self.put_colony(colony, node)
        self.phase = COLONISED
        self.placed = node
        self.explores = 0
        self.kinds = 0
        self.uncount_moves(self.movers & bits.bit(node))  # C-12; other moves stay legal
        self.movers &= ~bits.bit(node)
        if not self.ways:  # C-16
            self.end_turn(seat)

    def move(self, seat: int, node: int, target: int) -> None:
        colony = self.top[node]
        below = self.under[colony]
        above = self.top[target]
        self.toggle_top(colony, bits.bit(node) | bits.bit(target))
        self.toggle_top(below, bits.bit(node))  # C-10: it controls the Node again
        self.toggle_top(above, bits.bit(target))
        self.top[node] = below
        self.top[target] = colony
        self.under[colony] = above
        if self.owned[seat] == bits.bit(self.laid) - 1:  # C-13 (3)
            self.finish(DOMINATION)
        elif self.is_anyone_eradicated():  # C-13 (4)
            self.finish(ERADICATION)
        else:
            self.end_turn(seat)

    def is_anyone_eradicated(self) -> bool:
        """Return whether a seat controls no Nodes. By the time a Colony can move, every seat has had one."""
        for seat in range(self.seats):
            if not self.owned[seat]:
                return True
        return False

    def spend(self, seat: int, kind: int) -> None:
        """Move a card of the hand behind the cards that the seat has played."""
        hand = self.hands[seat]
        played = self.spent[seat]
        place = played
        while hand[place] != kind:
            place += 1
        hand[place] = hand[played]
        hand[played] = kind
        self.spent[seat] += 1

    # ---- hidden information ----

    def _determinize(self, seat: int, rng: int) -> int:
        """Deal the other hands and the deck again (C-15).

        Two hands are known to more than their size: the player to act has a legal step, and a trapped player, who has
        none, can only hold Nodes.
        """
        pool = [0] * 60
        tally = [0] * 10
        turn = self.seat_of_turn()
        trapped = turn if not self.to_act_mask and self.ending_index == TRAPPED else seat
        for other in range(self.seats):
            if other not in (seat, trapped):
                for place in range(self.spent[other], self.got[other]):
                    tally[self.hands[other][place]] += 1
        for place in range(self.drawn, self.size):
            tally[self.cards[place]] += 1
        hidden = 0
        for kind in range(KINDS):  # sorted, so that the old order leaves no trace
            for _ in range(tally[kind]):
                pool[hidden] = kind
                hidden += 1
        while True:
            for place in range(hidden - 1):
                rng = splitmix.advance(rng)
                other = place + splitmix.below(rng, hidden - place)
                kind = pool[other]
                pool[other] = pool[place]
                pool[place] = kind
            dealt = 0
            for other in range(self.seats):
                if other not in (seat, trapped):
                    for place in range(self.spent[other], self.got[other]):
                        self.hands[other][place] = pool[dealt]
                        dealt += 1
            for place in range(self.drawn, self.size):
                self.cards[place] = pool[dealt]
                dealt += 1
            if not self.to_act_mask or turn == seat:
                break
            self.find_legal(turn)
            if self._count_actions(turn):
                break
        for other in range(self.seats):
            if other != seat:
                self.rewrite_deal(other)
        return rng

    def seat_of_turn(self) -> int:
        return (self.first + self.turn - 1) % self.seats

    def rewrite_deal(self, seat: int) -> None:
        """Write a deal that gives the seat its cards, as if it had drawn them in the order in which it played them."""
        for place in range(self.got[seat]):
            if place < HAND:
                self.cards[HAND * seat + place] = self.hands[seat][place]
            else:
                ahead = (seat + self.seats - self.first) % self.seats
                self.cards[HAND * self.seats + ahead + self.seats * (place - HAND)] = self.hands[seat][place]

    # ---- building and reading a position ----

    def start_from_deal(self, first: int, duel: Sequence[Sequence[int]], cards: Sequence[int]) -> None:
        """Start a game with a first player, the draws that decided it, and the cards: hands of five, then the deck."""
        self.set_first(first, duel)
        for place in range(self.size):
            self.cards[place] = cards[place]
        self.start_game()

    def set_first(self, first: int, duel: Sequence[Sequence[int]]) -> None:
        self.first = first
        self.rounds = len(duel)
        for number, drawn in enumerate(duel):
            self.duel[number] = sum(kind << 4 * seat for seat, kind in enumerate(drawn))

    def set_board(self, explored: Sequence[int]) -> bool:
        """Set the starting board and more Nodes on these spots. Return False if one would not touch another."""
        self.clear_table()
        for spot in explored:
            rim = self.number_at(spot)
            if rim is None or rim < NODES:
                return False
            self.lay_node(spot)
        return True

    def set_colonies(self, colonies: Sequence[tuple[int, int, int, int]]) -> None:
        """Set the Colonies in the order in which they were played: kind, seat, Node, number of Colonies below."""
        for kind, seat, _, _ in colonies:
            self.kind[self.settled] = kind
            self.owner[self.settled] = seat
            self.settled += 1
        for colony, (_, _, node, _) in sorted(enumerate(colonies), key=lambda pair: pair[1][3]):
            self.put_colony(colony, node)

    def set_cards(self, played: Sequence[Sequence[int]], hands: Sequence[Sequence[int]], deck: Sequence[int]) -> None:
        """Set the played cards and the hands, by seat, and the deck."""
        for seat in range(self.seats):
            self.spent[seat] = len(played[seat])
            self.got[seat] = len(played[seat]) + len(hands[seat])
            for place, kind in enumerate([*played[seat], *hands[seat]]):
                self.hands[seat][place] = kind
            self.rewrite_deal(seat)
        self.drawn = self.size - len(deck)
        self.turn = self.drawn - HAND * self.seats
        for place, kind in enumerate(deck):
            self.cards[self.drawn + place] = kind

    def resume(self, phase: int, placed: int | None) -> bool:
        """Set the phase of the turn and the Node colonised in it. Return False if no step but the end is legal."""
        seat = self.seat_of_turn()
        self.to_act_mask = bits.bit(seat)
        self.phase = phase
        self.placed = NODES if placed is None else placed
        self.explored = int(phase == EXPLORED)  # after colonising, the text of a position doesn't say
        self.find_legal(seat)
        return self._count_actions(seat) > (phase != DRAWN)

    def set_finished(self, ending: int) -> None:
        """End the game."""
        self.finish(ending)

    def number_at(self, spot: int) -> int | None:
        """Return the number of the Node on a spot, or of the spot itself if it belongs to the rim."""
        for number in range(SPOTS):
            if (number < self.laid or self.rim >> number & 1) and self.spots[number] == spot:
                return number
        return None

    def layout(self) -> str:
        return board.layout_name([self.spots[node] for node in range(self.starting)])

    def stack(self, node: int) -> list[tuple[int, int, int]]:
        """Return the Colonies on a Node from the lowest to the topmost: number, kind, seat."""
        found: list[tuple[int, int, int]] = []
        colony = self.top[node]
        while colony != NOTHING:
            found.insert(0, (colony, self.kind[colony], self.owner[colony]))
            colony = self.under[colony]
        return found

    def controller(self, node: int) -> int | None:
        """Return the seat that controls a Node (C-9)."""
        return None if self.top[node] == NOTHING else self.owner[self.top[node]]

    def hand(self, seat: int) -> list[int]:
        """Return the kinds of the cards in a hand, sorted."""
        return sorted([self.hands[seat][place] for place in range(self.spent[seat], self.got[seat])])

    def deck(self) -> list[int]:
        """Return the kinds of the cards in the deck, the next one first."""
        return [self.cards[place] for place in range(self.drawn, self.size)]

    def dealt(self) -> list[int]:
        """Return the deal: hands of five, then the deck."""
        return [self.cards[place] for place in range(self.size)]

    def duel_draws(self) -> list[list[int]]:
        """Return the cards drawn to find the first player, round by round (C-4)."""
        return [[self.duel[number] >> 4 * seat & 15 for seat in range(self.seats)] for number in range(self.rounds)]

    def name_of(self, number: int) -> str:
        """Return the name of the spot with a number; raise `LookupError` if the number isn't in use."""
        if number >= self.laid and not self.rim >> number & 1:
            raise LookupError(number)
        return board.spot_name(self.spots[number])
