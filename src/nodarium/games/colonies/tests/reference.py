"""A slow and obvious reference for Nodes & Colonies, written from the rules and independent of `rules.py`.

It knows nothing of actions, bits or tables: a spot is a pair of numbers, a card its name, a move its text. Whatever the
engine says is compared with what this says.
"""

from __future__ import annotations

from copy import deepcopy

Spot = tuple[int, int]
TRUMPS = {"C": "M", "M": "E", "E": "C"}  # C-2
LAYOUTS = {  # C-3
    "grid": ["###", "###", "###"],
    "plus": [" # ", "###", " # "],
    "ring": ["###", "# #", "###"],
    "diamond": ["  #  ", " ### ", "#####", " ### ", "  #  "],
}


def prevails(card: str, other: str) -> bool:
    """Return whether a card prevails over another (C-2)."""
    if "N" in (card, other):
        return False
    if card[0] == other[0]:
        return card[1] > other[1]
    if card[1] == other[1]:
        return TRUMPS[card[0]] == other[0]
    return TRUMPS[card[0]] == other[0] and card[1] > other[1]


def victor(cards: list[str]) -> int | None:
    """Return the seat whose card prevails over all others (C-4)."""
    for seat, card in enumerate(cards):
        if all(prevails(card, other) for place, other in enumerate(cards) if place != seat):
            return seat
    return None


def start(layout: str) -> list[Spot]:
    """Return the spots of a layout (C-3), with 0,0 in the middle, or left of and below it (C-16)."""
    rows = LAYOUTS.get(layout) or layout.replace("o", "#").split("/")
    left, low = (len(rows[0]) - 1) // 2, (len(rows) - 1) // 2
    return [(x - left, y - low) for y, row in enumerate(reversed(rows)) for x, sign in enumerate(row) if sign == "#"]


def next_to(spot: Spot) -> list[Spot]:
    """C-7."""
    x, y = spot
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def name(spot: Spot) -> str:
    return f"{spot[0]},{spot[1]}"


class Table:
    """A game whose moves are texts."""

    def __init__(self, layout: str, movement: str, first: int, hands: list[list[str]], deck: list[str]) -> None:
        self.movement = movement
        self.players = len(hands)
        self.stacks: dict[Spot, list[tuple[str, int]]] = {spot: [] for spot in start(layout)}
        self.hands = [list(hand) for hand in hands]
        self.deck = list(deck)
        self.turns = 0  # that have been ended
        self.had_nodes: set[int] = set()
        self.seat = first
        self.ending: str | None = None
        self.begin_turn()

    # ---- The table ----

    def owner(self, spot: Spot) -> int | None:
        """C-9."""
        stack = self.stacks[spot]
        return stack[-1][1] if stack else None

    def controlled(self, seat: int) -> list[Spot]:
        return [spot for spot in self.stacks if self.owner(spot) == seat]

    def winners(self) -> list[int]:
        """C-14."""
        most = max(len(self.controlled(seat)) for seat in range(self.players))
        return [seat for seat in range(self.players) if len(self.controlled(seat)) == most]

    # ---- A turn ----

    def begin_turn(self) -> None:
        self.done: list[str] = []
        self.placed: Spot | None = None
        self.hands[self.seat].append(self.deck.pop(0))  # C-6
        if not self.moves():
            self.ending = "trapped"  # C-13 (2)

    def moves(self) -> set[str]:
        """Return all legal moves."""
        if self.ending:
            return set()
        found = {"end"} if self.done else set()
        if not self.done:
            found |= self.explorations()
        if "colonise" not in self.done:
            found |= self.colonisations()
        return found | self.journeys()

    def explorations(self) -> set[str]:
        """C-7."""
        if "N" not in self.hands[self.seat]:
            return set()
        around = {spot for own in self.controlled(self.seat) for spot in next_to(own)}
        return {f"N@{name(spot)}" for spot in around if spot not in self.stacks}

    def colonisations(self) -> set[str]:
        """C-8."""
        own = self.controlled(self.seat)
        around = {spot for one in own for spot in next_to(one)}
        first_round = self.turns < self.players
        sites = [
            spot
            for spot in self.stacks
            if spot in own or (self.owner(spot) is None and (first_round or spot in around))
        ]
        return {f"{card}@{name(spot)}" for card in self.hands[self.seat] if card != "N" for spot in sites}

    def journeys(self) -> set[str]:
        """C-10 to C-12."""
        return {
            f"{name(spot)}>{name(target)}"
            for spot in self.controlled(self.seat)
            if spot != self.placed
            for target in self.targets(spot)
        }

    def targets(self, spot: Spot) -> set[Spot]:
        card = self.stacks[spot][-1][0]
        if self.movement == "step":
            return {target for target in next_to(spot) if self.admits(target, card)}
        if self.movement == "path":
            reached, todo = {spot}, [spot]
            while todo:
                beyond = [target for target in next_to(todo.pop()) if self.admits(target, card)]
                todo += [target for target in beyond if target not in reached]
                reached.update(beyond)
            return reached - {spot}
        found = set()
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = spot[0] + right, spot[1] + up
            while self.admits((x, y), card):
                found.add((x, y))
                x, y = x + right, y + up
        return found

    def admits(self, spot: Spot, card: str) -> bool:
        """Return whether the mover may end on a spot or pass through it."""
        if spot not in self.stacks:
            return False
        return self.owner(spot) in (None, self.seat) or prevails(card, self.stacks[spot][-1][0])

    def play(self, move: str) -> None:
        assert move in self.moves()
        if move == "end":
            self.end_turn()
            return
        if ">" in move:
            here, there = (self.spot(text) for text in move.split(">"))
            self.stacks[there].append(self.stacks[here].pop())
            self.done.append("move")
        else:
            card, place = move.split("@")
            self.hands[self.seat].remove(card)
            if card == "N":
                self.stacks[self.spot(place)] = []
                self.done.append("explore")
            else:
                self.stacks[self.spot(place)].append((card, self.seat))
                self.placed = self.spot(place)
                self.done.append("colonise")
        self.look_for_an_end()
        if not self.ending and ("move" in self.done or self.moves() == {"end"}):
            self.end_turn()

    @staticmethod
    def spot(text: str) -> Spot:
        x, y = text.split(",")
        return int(x), int(y)

    def look_for_an_end(self) -> None:
        """C-13 (3) and (4)."""
        shares = [len(self.controlled(seat)) for seat in range(self.players)]
        self.had_nodes |= {seat for seat, share in enumerate(shares) if share}
        if len(self.stacks) in shares:
            self.ending = "domination"
        elif any(not shares[seat] for seat in self.had_nodes):
            self.ending = "eradication"

    def end_turn(self) -> None:
        self.turns += 1
        if not self.deck:
            self.ending = "depleted"  # C-13 (1)
            return
        self.seat = (self.seat + 1) % self.players
        self.begin_turn()


def read(position: str) -> Table:
    """Return the game at the start that a position describes."""
    options, opening, new_nodes, colonies, hands, deck, due = position.split(" | ")
    assert (new_nodes, colonies, due.split()[1]) == ("-", "-", "drawn"), "this reads the start of a game only"
    first = ["orange", "purple", "teal", "rose"].index(opening.split()[0])
    held, cards = [hand.split() for hand in hands.split(" / ")], deck.split()
    cards.insert(0, held[first].pop())  # what was drawn
    return Table(options.split()[1], options.split()[2], first, held, cards)


def count(position: str, depth: int) -> int:
    """Count the sequences of `depth` steps (perft)."""
    return count_from(read(position), depth)


def count_from(table: Table, depth: int) -> int:
    moves = table.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        twin = deepcopy(table)
        twin.play(move)
        total += count_from(twin, depth - 1)
    return total
