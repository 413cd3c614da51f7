"""The rules of Star Duel, S-1 to S-19 and S-21.

Seat 0 is Kurth, seat 1 Enate. In a round both seats choose a program in secret, in any order (`to_act_mask` holds
both); then each seat has an action phase. `board.py` explains own numbers, places and the numbers of the actions.

The legal steps of an action phase are stored in parts: the ways to execute the program (`runs`), the nodes that can be
exhausted, and the regions within which own nodes can move. `_nth_action` combines them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nodarium.core import bits, splitmix
from nodarium.core.message import say
from nodarium.core.outcome import Ending
from nodarium.core.state import State as CoreState
from nodarium.games.starduel import board
from nodarium.games.starduel.board import (
    ACTIVATE,
    ALL_NODES,
    ATTACK,
    CARD_SETS,
    CARDS,
    ENATE,
    END,
    ENERGY,
    EXECUTED,
    EXHAUST,
    EXHAUSTED,
    FIRST,
    INFLUENCE,
    KURTH,
    LAST_ROUND,
    MAPS,
    MAX_SPACES,
    MINERALS,
    MOVE,
    MOVED,
    NO_CARD,
    NO_INFLUENCE,
    NO_POPULATION,
    NO_PROGRAM,
    POPULATION,
    PRODUCE,
    PRODUCED,
    PRODUCING,
    PROGRAMMING,
    QUIET_ROUNDS,
    REPLACE,
    REPLACING,
    ROUNDS,
    ROW,
    SECOND,
    SPARES,
    STANDSTILL,
    START_ENERGY,
    SWAP,
    TIER_2,
    TIER_3,
)

ENDINGS = (  # in the order of NO_INFLUENCE and so on
    Ending("S-17", say("starduel-no-influence")),
    Ending("S-17", say("starduel-no-population")),
    Ending("S-18", say("starduel-all-nodes")),
    Ending("S-19", say("starduel-quiet-end")),
    Ending("S-19", say("starduel-last-round")),
)
MAX_STEPS = ROUNDS * (2 + 2 * 4)  # S-8, S-19: two programs; execute, exhaust, move and end for each

ROW_1, ROW_3, ROW_5, ROWS_2_4 = board.ROW_1, board.ROW_3, board.ROW_5, board.ROWS_2_4
LOWER, HIGHER = board.LOWER, board.HIGHER


class State(CoreState):
    def __init__(self, map: str = "hexagon", cards: str = board.CURRENT_CARDS) -> None:  # noqa: A002
        self.seats = 2
        chart, card_set = board.load_map(map), board.card_set(cards)
        self.map_number = MAPS.register(chart.name)
        self.card_set_number = CARD_SETS.register(card_set.name)
        self.size = chart.size
        self.spaces = chart.spaces
        self.start = chart.start  # the spaces that get a card (S-4)
        self.track = card_set.track  # where a track ends (S-5)
        self.defense = card_set.defense
        self.requires = card_set.requires
        self.activation = card_set.activation
        self.exhaustion = card_set.exhaustion
        self.card = [NO_CARD] * 21  # by space
        self.spares = [[NO_CARD] * 2, [NO_CARD] * 2]  # the piles of tier 2 and tier 3, top first
        self.drawn = [0, 0]  # cards drawn from each pile
        self.owned = [0, 0]
        self.inactive = 0
        self.hidden = 0  # inactive and face down
        self.fresh = 0  # the node activated in this turn
        self.tracks = [[0] * 4, [0] * 4]
        self.programs = [NO_PROGRAM, NO_PROGRAM]
        self.replaceable = self.exhaustible = 0
        self.runs = self.run = self.cost = self.moves = self.swaps = 0
        self.regions = [0] * 13
        self._reset(0)

    # ---- setup ----

    def _reset(self, rng: int) -> int:
        """Deal the cards: face up on a player's row 1, face down elsewhere; the rest are spares (S-4)."""
        for space in range(self.size):
            self.card[space] = NO_CARD
        self.drawn[0] = self.drawn[1] = 0
        rng = self.deal_cards(bits.bit(ENATE) - bits.bit(KURTH), self.start & ROW_1, 0, rng)
        rng = self.deal_cards(bits.bit(TIER_2) - bits.bit(ENATE), self.start & ROW_5, 0, rng)
        rng = self.deal_cards(bits.bit(TIER_3) - bits.bit(TIER_2), self.start & ROWS_2_4, 0, rng)
        rng = self.deal_cards(bits.bit(CARDS) - bits.bit(TIER_3), self.start & ROW_3, 1, rng)
        rng = splitmix.advance(rng)
        self.start_game(splitmix.below(rng, 2))  # S-7
        return rng

    def deal_cards(self, pool: int, spots: int, pile: int, rng: int) -> int:
        """Deal cards of a pool at random on the spots, and the rest to the spares of a pile."""
        while spots:
            rng = splitmix.advance(rng)
            card = bits.nth(pool, splitmix.below(rng, bits.count(pool)))
            pool ^= bits.bit(card)
            self.card[self.space_at(spots)] = card
            spots &= spots - 1
        top = self.drawn[pile]
        while pool:
            rng = splitmix.advance(rng)
            card = bits.nth(pool, splitmix.below(rng, bits.count(pool)))
            pool ^= bits.bit(card)
            self.spares[pile][top] = card
            top += 1
        return rng

    def _reshuffle(self, rng: int) -> int:
        rng = self.shuffle_cards(self.start & ROW_1, 0, 0, rng)
        rng = self.shuffle_cards(self.start & ROW_5, 0, 0, rng)
        rng = self.shuffle_cards(self.start & ROWS_2_4, 0, SPARES, rng)
        rng = self.shuffle_cards(self.start & ROW_3, 1, SPARES, rng)
        rng = splitmix.advance(rng)
        self.start_game(self.initiative ^ splitmix.below(rng, 2))
        return rng

    def shuffle_cards(self, spots: int, pile: int, spares: int, rng: int) -> int:
        """Shuffle the cards on the spots together with a number of spares of a pile."""
        cards = [0] * 12
        size = 0
        rest = spots
        while rest:
            cards[size] = self.card[self.space_at(rest)]
            size += 1
            rest &= rest - 1
        for spare in range(spares):
            cards[size + spare] = self.spares[pile][spare]
        size += spares
        for place in range(size):
            rng = splitmix.advance(rng)
            other = place + splitmix.below(rng, size - place)
            card = cards[other]
            cards[other] = cards[place]
            cards[place] = card
        size = 0
        while spots:
            self.card[self.space_at(spots)] = cards[size]
            size += 1
            spots &= spots - 1
        for spare in range(spares):
            self.spares[pile][spare] = cards[size + spare]
        return rng

    def start_game(self, initiative: int) -> None:
        """Start a game with the cards as they lie."""
        self.ply = self.turn = self.winner_mask = self.ending_index = 0
        self.inactive = self.start
        self.hidden = self.start & (ROWS_2_4 | ROW_3)
        self.initiative = initiative  # the seat that acts first if the programs are equal
        self.round = self.quiet = 0
        for seat in range(2):
            self.owned[seat] = 0
            for track in range(4):
                self.tracks[seat][track] = 0
            self.tracks[seat][ENERGY] = START_ENERGY  # S-5
        self.begin_round()
        self.find_legal()

    def _determinize(self, seat: int, rng: int) -> int:
        """Re-draw the unseen cards and the opponent's secret program (S-21)."""
        rng = self.deal_cards(self.unseen(0), self.hidden & ROWS_2_4, 0, rng)
        rng = self.deal_cards(self.unseen(1), self.hidden & ROW_3, 1, rng)
        if self.phase == PROGRAMMING and not self.to_act_mask >> (1 - seat) & 1:
            rng = splitmix.advance(rng)
            self.programs[1 - seat] = splitmix.below(rng, self.size + 2)
        return rng

    def unseen(self, pile: int) -> int:
        """Return the cards of a tier that are face down or spares."""
        spots = self.hidden & (ROW_3 if pile else ROWS_2_4)
        cards = 0
        while spots:
            cards |= bits.bit(self.card[self.space_at(spots)])
            spots &= spots - 1
        for spare in range(self.drawn[pile], SPARES):
            cards |= bits.bit(self.spares[pile][spare])
        return cards

    # ---- spaces and paths ----

    def space_at(self, spots: int) -> int:
        """Return the number of the first space of a set."""
        return bits.count(self.spaces & (bits.bit(bits.lowest(spots)) - 1))

    def spot(self, seat: int, own: int) -> int:
        """Return the space with an own number, as a set."""
        return bits.bit(bits.nth(self.spaces, self.size - 1 - own if seat else own))

    def own_nth(self, seat: int, spots: int, k: int) -> int:
        """Return the own number of the k-th space of a set, counted from the seat's side."""
        if seat:
            return self.size - 1 - self.space_at(bits.bit(bits.nth(spots, bits.count(spots) - 1 - k)))
        return self.space_at(bits.bit(bits.nth(spots, k)))

    def first_own(self, seat: int, spots: int) -> int:
        """Return the space of a set with the lowest own number, as a set."""
        return bits.bit(bits.nth(spots, bits.count(spots) - 1) if seat else bits.lowest(spots))

    def neighbours(self, area: int) -> int:
        """Return the spaces that touch an area: left, right, and half a space off in the rows above and below (S-1)."""
        wide = area | area << 1 | area >> 1
        return (area << 2 | area >> 2 | wide << ROW | wide >> ROW) & self.spaces

    def passable(self, seat: int) -> int:
        """Return the open spaces and the seat's own nodes."""
        return self.spaces & ~(self.inactive | self.owned[1 - seat])

    def distance(self, seat: int, target: int) -> int:
        """Return the length of a shortest path from home, the target included; 0 if none exists (S-9)."""
        through = self.passable(seat)
        ring = seen = self.spaces & (ROW_5 if seat else ROW_1)  # S-2
        steps = 1
        while ring:
            if ring & target:
                return steps
            ring = self.neighbours(ring & through) & ~seen
            seen |= ring
            steps += 1
        return 0

    def flood(self, area: int, within: int) -> int:
        """Return all that can be reached from an area without leaving `within`."""
        wider = area | (self.neighbours(area) & within)
        while wider != area:
            area = wider
            wider = area | (self.neighbours(area) & within)
        return area

    # ---- steps ----

    def _count_actions(self, seat: int) -> int:
        return self.choices

    def _nth_action(self, seat: int, k: int) -> int:
        if self.phase == PROGRAMMING:
            return k
        if k < self.runs:
            return REPLACE + self.own_nth(seat, self.replaceable, k) if self.run == REPLACE else self.run + k
        k -= self.runs
        able = bits.count(self.exhaustible)
        if k < able:
            return EXHAUST + self.own_nth(seat, self.exhaustible, k)
        k -= able
        if k < self.moves:
            return self.nth_move(seat, k)
        k -= self.moves
        return self.nth_swap(seat, k) if k < self.swaps else END

    def _legal_actions(self, seat: int, actions: list[int]) -> int:
        total = 0
        while total < self.runs or (self.phase == PROGRAMMING and total < self.choices):
            actions[total] = self._nth_action(seat, total)
            total += 1
        if self.phase == PROGRAMMING:
            return total
        nodes = self.exhaustible
        while nodes:
            node = self.first_own(seat, nodes)
            actions[total] = EXHAUST + self.own_nth(seat, node, 0)
            total += 1
            nodes ^= node
        nodes = self.owned[seat] if self.moves else 0
        while nodes:
            node = self.first_own(seat, nodes)
            start = MOVE + self.own_nth(seat, node, 0) * MAX_SPACES
            free = self.region_of(node) & ~self.owned[seat]
            while free:
                end = self.first_own(seat, free)
                actions[total] = start + self.own_nth(seat, end, 0)
                total += 1
                free ^= end
            nodes ^= node
        for k in range(self.swaps):
            actions[total] = self.nth_swap(seat, k)
            total += 1
        actions[total] = END
        return total + 1

    def nth_move(self, seat: int, k: int) -> int:
        nodes = self.owned[seat]
        while True:
            node = self.first_own(seat, nodes)
            free = self.region_of(node) & ~self.owned[seat]
            if k < bits.count(free):
                return MOVE + self.own_nth(seat, node, 0) * MAX_SPACES + self.own_nth(seat, free, k)
            k -= bits.count(free)
            nodes ^= node

    def nth_swap(self, seat: int, k: int) -> int:
        nodes = self.owned[seat]
        while True:
            node = self.first_own(seat, nodes)
            lower = self.region_of(node) & self.owned[seat] & ~nodes
            if k < bits.count(lower):
                higher = self.own_nth(seat, node, 0)
                return SWAP + higher * (higher - 1) // 2 + self.own_nth(seat, lower, k)
            k -= bits.count(lower)
            nodes ^= node

    def region_of(self, node: int) -> int:
        """Return the spaces among which a node can move."""
        region = 0
        while not self.regions[region] & node:
            region += 1
        return self.regions[region]

    def _apply(self, seat: int, action: int) -> None:
        self.ply += 1
        if self.phase == PROGRAMMING:
            self.commit(seat, action)
        elif action >= MOVE:
            if action == END:
                self.end_turn(seat)
            elif action < SWAP:
                action -= MOVE
                self.move(seat, self.spot(seat, action // MAX_SPACES), self.spot(seat, action % MAX_SPACES))
            else:
                action -= SWAP
                self.move(seat, self.spot(seat, LOWER[action]), self.spot(seat, HIGHER[action]))
        elif action >= EXHAUST:
            self.exhaust(seat, self.spot(seat, action - EXHAUST))
        else:
            self.execute(seat, action)
        self.find_legal()

    def find_legal(self) -> None:
        self.choices = 0
        if self.to_act_mask and self.phase == PROGRAMMING:
            self.choices = self.size + 2  # S-6
        elif self.to_act_mask:
            seat = self.to_act_mask >> 1
            self.runs = self.exhaustible = self.moves = self.swaps = 0  # S-8: each once
            if not self.done & EXECUTED:
                self.find_executions(seat)
            if not self.done & EXHAUSTED:
                self.exhaustible = self.owned[seat] & ~self.fresh  # S-15
            if not self.done & MOVED:
                self.find_routes(seat)
            self.choices = self.runs + bits.count(self.exhaustible) + self.moves + self.swaps + 1

    def find_executions(self, seat: int) -> None:
        """Find the ways to execute the program: `runs` actions from `run` on, or one for each node of `replaceable`."""
        tracks = self.tracks[seat]
        program = self.programs[seat]
        if program == PRODUCING:  # S-13
            self.run, self.runs = PRODUCE, 1
        elif program == REPLACING:  # S-12
            self.replaceable = self.inactive & ~self.hidden & self.places_with_spares()
            self.run, self.runs = REPLACE, bits.count(self.replaceable)
        else:
            target = self.target(seat)
            if not target & (self.inactive | self.owned[1 - seat]):  # S-14
                return
            self.cost = self.distance(seat, target)
            if self.cost == 0 or self.cost > tracks[ENERGY]:  # S-9
                return
            card = self.card[self.space_at(target)]
            if target & self.inactive:  # S-10
                if target & self.hidden or self.meets_requirements(seat, card):
                    self.run, self.runs = ACTIVATE, 1
            else:  # S-11: from the least population that the minerals allow to the most that is there
                least = max(0, self.defense[card] - tracks[MINERALS])
                most = min(self.defense[card], tracks[POPULATION])
                if least <= most:
                    self.run, self.runs = ATTACK + least, most - least + 1

    def find_routes(self, seat: int) -> None:
        """Find the regions of open spaces and own nodes, and count the moves and swaps in them (S-16)."""
        within = self.passable(seat)
        todo = self.owned[seat]
        region = 0
        while todo:
            area = self.flood(bits.bit(bits.lowest(todo)), within)
            nodes = bits.count(area & self.owned[seat])
            self.moves += nodes * (bits.count(area) - nodes)
            self.swaps += nodes * (nodes - 1) // 2
            self.regions[region] = area
            region += 1
            todo &= ~area

    # ---- rounds and turns ----

    def begin_round(self) -> None:
        self.round += 1
        self.turn += 1
        self.phase = PROGRAMMING
        self.to_act_mask = 3
        self.programs[0] = self.programs[1] = NO_PROGRAM
        self.done = self.fresh = self.stirred = 0

    def commit(self, seat: int, program: int) -> None:
        """Commit a program, which is final. After the second one, reveal both; the lower number acts first (S-6)."""
        self.programs[seat] = program
        self.to_act_mask &= ~(1 << seat)
        if not self.to_act_mask:
            first = self.initiative  # S-7
            if self.programs[0] != self.programs[1]:
                first = 0 if self.programs[0] < self.programs[1] else 1
            self.initiative = 1 - first
            self.begin_turn(first, FIRST)

    def begin_turn(self, seat: int, phase: int) -> None:
        self.turn += 1
        self.phase = phase
        self.to_act_mask = 1 << seat
        self.done = self.fresh = 0

    def end_turn(self, seat: int) -> None:
        if self.phase == FIRST:
            self.begin_turn(1 - seat, SECOND)
        else:
            self.end_round()

    def end_round(self) -> None:
        self.quiet = 0 if self.stirred else self.quiet + 1
        for seat in range(2):
            if self.owned[seat] and not (self.inactive | self.owned[1 - seat]):  # S-18
                self.finish(1 << seat, ALL_NODES)
                return
        if self.quiet == QUIET_ROUNDS:  # S-19
            self.finish(self.leader(), STANDSTILL)
        elif self.round == ROUNDS:
            self.finish(self.leader(), LAST_ROUND)
        else:
            self.begin_round()

    def leader(self) -> int:
        """Return the seat that is ahead on the deciding track, as a set; empty if all are equal (S-19)."""
        track = self.deciding_track()
        if track < 0:
            return 0
        return 1 if self.tracks[0][track] > self.tracks[1][track] else 2

    def deciding_track(self) -> int:
        """Return the first of influence, population and minerals that differs (S-19); -1 if all are equal."""
        kurth, enate = self.tracks[0], self.tracks[1]
        if kurth[INFLUENCE] != enate[INFLUENCE]:
            return INFLUENCE
        if kurth[POPULATION] != enate[POPULATION]:
            return POPULATION
        if kurth[MINERALS] != enate[MINERALS]:
            return MINERALS
        return -1

    def finish(self, winners: int, ending: int) -> None:
        self.to_act_mask = self.done = self.fresh = 0
        self.phase = SECOND
        self.programs[0] = self.programs[1] = NO_PROGRAM
        self.winner_mask = winners
        self.ending_index = ending

    # ---- the program ----

    def target(self, seat: int) -> int:
        """Return the programmed space, as a set; empty for 14 and 15."""
        program = self.programs[seat]
        if program in (NO_PROGRAM, REPLACING, PRODUCING):
            return 0
        return self.spot(seat, program if program < REPLACING else program - 2)

    def places_with_spares(self) -> int:
        """Return the places of cards whose tier has spares. Inactive cards never move, so the row is enough (S-4)."""
        tier_2 = ROWS_2_4 if self.drawn[0] < SPARES else 0
        tier_3 = ROW_3 if self.drawn[1] < SPARES else 0
        return tier_2 | tier_3

    def execute(self, seat: int, action: int) -> None:
        self.done |= EXECUTED
        if action == ACTIVATE:
            self.activate(seat)
        elif action < PRODUCE:
            self.attack(seat, action - ATTACK)
        elif action == PRODUCE:
            self.gain(seat, ENERGY, PRODUCED)  # S-13
        else:
            self.replace(self.spot(seat, action - REPLACE))

    def activate(self, seat: int) -> None:
        """Pay the energy, reveal the card and, if its requirement is met, take it (S-10)."""
        target = self.target(seat)
        card = self.card[self.space_at(target)]
        self.tracks[seat][ENERGY] -= self.cost
        self.hidden &= ~target
        if self.meets_requirements(seat, card):
            self.inactive ^= target
            self.owned[seat] |= target
            self.fresh = target
            self.stirred = 1
            self.hidden &= ~self.neighbours(target)
            self.gain(seat, INFLUENCE, 1)
            for track in range(ENERGY, MINERALS + 1):
                self.gain(seat, track, self.activation[card][track])

    def meets_requirements(self, seat: int, card: int) -> bool:
        tracks, needs = self.tracks[seat], self.requires[card]
        return tracks[POPULATION] >= needs[POPULATION] and tracks[MINERALS] >= needs[MINERALS]

    def attack(self, seat: int, population: int) -> None:
        """Pay for the attack, then destroy the node (S-11). Paying the last population loses first (S-14, S-17)."""
        target = self.target(seat)
        space = self.space_at(target)
        tracks = self.tracks[seat]
        self.stirred = 1
        tracks[ENERGY] -= self.cost
        tracks[MINERALS] -= self.defense[self.card[space]] - population
        tracks[POPULATION] -= population
        if population and not tracks[POPULATION]:  # S-17
            self.finish(1 << (1 - seat), NO_POPULATION)
            return
        self.owned[1 - seat] ^= target
        self.card[space] = NO_CARD
        self.lose_influence(1 - seat)

    def replace(self, spot: int) -> None:
        """Put the next spare in place of a card, face up (S-12)."""
        pile = 1 if spot & ROW_3 else 0
        self.card[self.space_at(spot)] = self.spares[pile][self.drawn[pile]]
        self.drawn[pile] += 1

    def gain(self, seat: int, track: int, amount: int) -> None:
        self.tracks[seat][track] = min(self.tracks[seat][track] + amount, self.track)  # S-5

    def lose_influence(self, seat: int) -> None:
        self.tracks[seat][INFLUENCE] -= 1
        if self.tracks[seat][INFLUENCE] == 0:  # S-17
            self.finish(1 << (1 - seat), NO_INFLUENCE)

    # ---- exhausting and moving ----

    def exhaust(self, seat: int, spot: int) -> None:
        """Remove a node and, unless that loses the game, gain its exhaustion bonus (S-15)."""
        space = self.space_at(spot)
        card = self.card[space]
        self.done |= EXHAUSTED
        self.owned[seat] ^= spot
        self.card[space] = NO_CARD
        self.lose_influence(seat)
        if self.to_act_mask:
            for track in range(ENERGY, MINERALS + 1):
                self.gain(seat, track, self.exhaustion[card][track])

    def move(self, seat: int, start: int, end: int) -> None:
        """Move a node; swap it with an own node at its goal (S-16)."""
        here, there = self.space_at(start), self.space_at(end)
        self.done |= MOVED
        card = self.card[here]
        self.card[here] = self.card[there]
        self.card[there] = card
        if not self.owned[seat] & end:
            self.owned[seat] ^= start | end
        if self.fresh & (start | end):
            self.fresh ^= start | end

    # ---- pickling, map and cards ----

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        return _unpickle, (self.map.name, self.card_set.name, self._to_bytes())

    def restore_numbers(self, map: str, cards: str) -> None:  # noqa: A002
        """Look up the numbers of map and card set, which differ between processes."""
        self.map_number = MAPS.register(map)
        self.card_set_number = CARD_SETS.register(cards)

    @property
    def map(self) -> board.Map:
        return board.load_map(MAPS[self.map_number])

    @property
    def card_set(self) -> board.CardSet:
        return board.card_set(CARD_SETS[self.card_set_number])

    # ---- building a position ----

    def start_from_deal(self, cards: list[int], spares: list[list[int]], initiative: int) -> None:
        """Start over with the cards by space, both piles of spares, and the seat that acts first on equal programs."""
        self.set_cards(cards, [None] * self.size, [False] * self.size, spares)
        self.start_game(initiative)

    def set_cards(
        self, cards: list[int], owners: list[int | None], hidden: list[bool], spares: list[list[int]]
    ) -> None:
        """Set cards, owners of nodes and face-down cards by space, and the remaining spares."""
        self.inactive = self.hidden = self.owned[0] = self.owned[1] = 0
        for space in range(self.size):
            spot = bits.bit(bits.nth(self.spaces, space))
            self.card[space] = cards[space]
            owner = owners[space]
            if owner is not None:
                self.owned[owner] |= spot
            elif cards[space] != NO_CARD:
                self.inactive |= spot
                self.hidden |= spot if hidden[space] else 0
        for pile in range(2):
            self.drawn[pile] = SPARES - len(spares[pile])
            for spare in range(SPARES):
                left = spare - self.drawn[pile]
                self.spares[pile][spare] = spares[pile][left] if left >= 0 else NO_CARD

    def set_round(self, tracks: list[list[int]], round_: int, quiet: int, initiative: int) -> None:
        """Set the tracks and start a round."""
        for seat in range(2):
            for track in range(4):
                self.tracks[seat][track] = tracks[seat][track]
        self.initiative = initiative
        self.quiet = quiet
        self.round = round_ - 1
        self.begin_round()
        self.find_legal()

    def set_turn(
        self, seat: int, phase: int, programs: list[int], *, done: int, fresh: int | None, stirred: bool
    ) -> None:
        """Set a turn: its parts that are done, the space of the node activated in it, whether the round isn't quiet."""
        self.begin_turn(seat, phase)
        self.programs[0], self.programs[1] = programs[0], programs[1]
        self.done = done
        self.fresh = 0 if fresh is None else bits.bit(self.map.places[fresh])
        self.stirred = stirred
        self.find_legal()

    def set_finished(self, winners: int, ending: int) -> None:
        """End the game."""
        self.finish(winners, ending)
        self.find_legal()

    # ---- queries for scene and explanation ----

    def program_works(self, seat: int, program: int) -> bool:
        """Return whether the seat could execute a program if it acted now (S-9 to S-14).

        The requirement of a face-down card is unknown, so a program aimed at one counts as working.
        """
        trial = self.copy()
        trial.programs[seat] = program
        trial.runs = 0
        trial.find_executions(seat)
        return trial.runs > 0

    def target_paths(self, seat: int) -> dict[int, list[int]]:
        """Return the shortest path from home to each space that the seat can target (S-9), by space.

        While the seat programs, these are all cards it doesn't own and can reach, at any cost. In its turn, it is the
        target of its program until that is executed.
        """
        spots = self.inactive | self.owned[1 - seat]
        if self.phase != PROGRAMMING:
            spots &= 0 if self.done & EXECUTED else self.target(seat)
        spaces = [space for space in range(self.size) if spots >> self.map.places[space] & 1]
        return {space: path for space in spaces if (path := self.home_path(seat, space))}

    def can_pay_path(self, seat: int, space: int) -> bool:
        """Return whether the seat has the energy for the path to a space (S-9)."""
        return 0 < self.distance(seat, bits.bit(self.map.places[space])) <= self.tracks[seat][ENERGY]

    def home_path(self, seat: int, space: int) -> list[int]:
        """Return a shortest path from home to a space (S-9); empty if none exists."""
        return self.shortest_path(self.spaces & (ROW_5 if seat else ROW_1), space, self.passable(seat))

    def node_path(self, seat: int, start: int, end: int) -> list[int]:
        """Return a shortest path of a node from space to space (S-16), both included; empty if none exists."""
        return self.shortest_path(bits.bit(self.map.places[start]), end, self.passable(seat))

    def shortest_path(self, starts: int, end: int, through: int) -> list[int]:
        target = bits.bit(self.map.places[end])
        ring = seen = starts
        rings: list[int] = []
        while not ring & target:
            rings.insert(0, ring)
            ring = self.neighbours(ring & through) & ~seen
            if not ring:
                return []
            seen |= ring
        path = [end]
        for nearer in rings:
            target = self.first_own(0, nearer & through & self.neighbours(target))
            path.insert(0, self.space_at(target))
        return path

    def target_defense(self, seat: int) -> int:
        """Return the defense of the opponent's node at which the seat's program is aimed; 0 if there isn't one."""
        target = 0 if self.phase == PROGRAMMING else self.target(seat)
        return self.defense[self.card[self.space_at(target)]] if target & self.owned[1 - seat] else 0

    def targets_hidden_card(self, seat: int) -> bool:
        """Return whether the seat's program is aimed at a face-down card (S-10)."""
        return self.phase != PROGRAMMING and bool(self.target(seat) & self.hidden)

    def loses_at_once(self, seat: int, action: int) -> bool:
        """Return whether a legal step loses the game at once (S-17)."""
        if ATTACK < action < PRODUCE:
            return bool(self.tracks[seat][POPULATION] == action - ATTACK)
        return bool(EXHAUST <= action < MOVE and self.tracks[seat][INFLUENCE] == 1)

    def knows_program(self, seat: int | None, player: int) -> bool:
        """Return whether a seat (None is a spectator) may see a player's program (S-21)."""
        return self.phase != PROGRAMMING or seat == player

    def program_name(self, player: int) -> str | None:
        program = self.programs[player]
        if program == NO_PROGRAM:
            return None
        if program in (REPLACING, PRODUCING):
            return "14" if program == REPLACING else "15"
        return self.map.names[program if program < REPLACING else program - 2]


def _unpickle(map: str, cards: str, packed: bytes) -> State:  # noqa: A002
    state = State(map, cards)
    state._load_bytes(packed)
    state.restore_numbers(map, cards)
    return state
