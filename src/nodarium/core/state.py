"""`State`: a position of a game, and the door through which Python code plays it.

A game's `State` derives from this one and defines the *inner methods*. They are quick and check nothing; compiled,
they are C functions that searches call for any game without the interpreter. Everything else here is the *public door*,
which checks what comes through it.

A state is flat: numbers and arrays of numbers, no other objects. All chance is in `deal`; after it, a game is a
function of its actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self
from zlib import crc32

from nodarium.core import bits, fields
from nodarium.core.outcome import Outcome, outcome_of
from nodarium.core.refusal import check_game, check_seed, game_over, illegal, not_your_turn, whole_number

SUM = 4  # bytes
ALL_SEEING = -1  # in place of a seat: whoever may know everything


class State:
    seats: int  # how many play
    acting: int  # the seats that may act now, as a set of bits; empty when the game is over
    ply: int  # steps so far
    turn: int  # the number of the present turn; steps of one turn are written together
    winners: int  # once it is over: the seats that won, as bits; empty for a draw
    ending: int  # once it is over: which of the game's endings it was

    # ---- inner methods: a game defines the first four, and determinise if it has secrets ----

    def deal(self, rng: int) -> int:
        """Draw all chance of a new game and set up its start; returns the generator's new state."""
        return rng

    def count(self, seat: int) -> int:
        """How many actions a seat that may act can choose from."""
        return 0

    def nth(self, seat: int, k: int) -> int:
        """The k-th of them; their order is stable."""
        return 0

    def fill(self, seat: int, actions: list[int]) -> int:
        """Write all of them, in their order, into an array that has room for them; returns how many."""
        total = self.count(seat)
        for k in range(total):
            actions[k] = self.nth(seat, k)
        return total

    def step(self, seat: int, action: int) -> None:
        """Carry out a legal action."""

    def determinise(self, seat: int, rng: int) -> int:
        """Deal again, at random, what the seat cannot know, and nothing else."""
        return rng

    def assign(self, other: State) -> None:
        """Become a copy of a state of the same class."""
        fields.copy(self, other)

    def rollout(self, rng: int) -> int:
        """Play random actions to the end."""
        while self.acting:
            seat = bits.first(self.acting)
            rng = bits.advance(rng)
            self.step(seat, self.nth(seat, bits.below(rng, self.count(seat))))
        return rng

    def allows(self, seat: int, action: int) -> bool:
        """Whether the action is among the seat's legal ones."""
        for k in range(self.count(seat)):
            if self.nth(seat, k) == action:
                return True
        return False

    # ---- what a search may know of a game: its `bot.py` derives from its rules and says more than this ----

    def play_on(self, rng: int, steps: int) -> int:
        """Play as a bot imagines the game to go on, to the end or at most so many steps."""
        while self.acting and steps:
            steps -= 1
            seat = bits.first(self.acting)
            rng = bits.advance(rng)
            self.step(seat, self.nth(seat, bits.below(rng, self.count(seat))))
        return rng

    def prior(self, seat: int, action: int) -> float:
        """How good an action looks before anything was tried: 0 like any other, more is better."""
        return 0.0

    def weigh(self, seat: int, actions: list[int], total: int, weights: list[float]) -> None:
        """How much each of the seat's actions deserves to be looked at: any numbers above 0."""
        for k in range(total):
            weights[k] = 1.0

    def clues(self, seat: int, action: int, numbers: list[float]) -> int:
        """Say which row of learnt weights an action is weighed by, then describe it in numbers; returns how many."""
        return 0

    def judge(self, seat: int) -> float:
        """What the position is worth to a seat. Of a finished game winners share 1, and so do all in a draw."""
        if self.winners == 0:
            return 1.0 / self.seats
        return 1.0 / bits.count(self.winners) if self.winners >> seat & 1 else 0.0

    def share(self, worths: list[float]) -> None:
        """What the position is worth to each seat; together that is 1, or less if a game likes some wins less."""
        left = 1.0
        for seat in range(self.seats - 1):
            worths[seat] = self.judge(seat)
            left -= worths[seat]
        worths[self.seats - 1] = left

    def has_done(self, seat: int, action: int) -> bool:
        """Whether the seat has taken this action in the course of the game, where an action can be taken once."""
        return False

    def traits(self, seat: int, numbers: list[float]) -> int:
        """Describe the position from a seat's side in numbers, for a judgement that is learnt; returns how many."""
        return 0

    # ---- the public door ----

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple([seat for seat in range(self.seats) if self.acting >> seat & 1])

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return None if self.acting else outcome_of(self)

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """What a seat may do now, in a stable order; empty for a seat that may not act."""
        if not self.acting:
            return []
        who = self.the_seat(seat)
        if not self.acting >> who & 1:
            return []
        actions = fields.room()
        return fields.first_of(actions, self.fill(who, actions))

    def apply(self, action: int, seat: int | None = None) -> None:
        """Carry out an action, or say which rule forbids it and change nothing."""
        if not self.acting:
            raise game_over(self)
        who = self.the_seat(seat)
        if not self.acting >> who & 1:
            raise not_your_turn(self, who)
        if type(action) is not int:
            action = whole_number(action)
        try:
            legal = self.allows(who, action)
        except OverflowError:  # no int of C is so large
            legal = False
        if not legal:
            raise illegal(self, who, action)
        self.step(who, action)

    def copy(self) -> Self:
        """A copy that goes its own way."""
        twin = type(self).__new__(type(self))
        twin.assign(self)
        return twin

    def become(self, other: State) -> None:
        """Take on the position of a state of the same game."""
        check_game(self, other)
        self.assign(other)

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        return revive, (type(self), self.packed())

    def packed(self) -> bytes:
        """All fields, and a sum of them: what came to harm on the way is not taken for a state."""
        data = fields.dump(self)
        return data + crc32(data).to_bytes(SUM, "little")

    def unpack(self, packed: bytes) -> None:
        data = packed[:-SUM]
        if crc32(data).to_bytes(SUM, "little") != packed[-SUM:]:
            raise ValueError("these are not the fields of such a state")
        fields.load(self, data)

    def shuffle(self, seed: int) -> None:
        """Start over with the deal that belongs to the seed."""
        check_seed(seed)
        self.deal(seed)

    def play_randomly(self, seed: int) -> None:
        """Play random actions to the end."""
        check_seed(seed)
        self.rollout(seed)

    def re_deal(self, seat: int, seed: int) -> None:
        """Deal again, at random, what the seat cannot know, and nothing else."""
        check_seed(seed)
        self.determinise(self.the_seat(seat), seed)

    def worth(self, seat: int) -> float:
        """What the position is worth to a seat, from 0 to 1."""
        return self.judge(self.the_seat(seat))

    def describe(self, seat: int) -> list[float]:
        """The position from a seat's side in numbers, for a judgement that is learnt."""
        numbers = fields.traits_room()
        return fields.first_traits(numbers, self.traits(self.the_seat(seat), numbers))

    def describe_action(self, seat: int, action: int) -> list[float]:
        """An action in numbers, for weights that are learnt."""
        who = self.the_seat(seat)
        if not self.acting >> who & 1 or not self.allows(who, action):
            raise illegal(self, who, action)
        numbers = fields.traits_room()
        return fields.first_traits(numbers, self.clues(who, action, numbers))

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat may know, as plain data; None is a spectator."""
        return self.seen_by(None if seat is None else self.the_seat(seat))

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """What a game says of this."""
        raise NotImplementedError

    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        """The rule that forbids an illegal action, and a sentence that says why."""
        raise NotImplementedError

    def the_seat(self, seat: int | None) -> int:
        """The seat that is meant; without one, the only seat that may act."""
        if seat is None:
            if self.acting & (self.acting - 1):
                raise not_your_turn(self, None)
            return bits.first(self.acting)
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise not_your_turn(self, seat)
        return seat


def revive(kind: type[State], packed: bytes) -> State:
    """The state that was pickled."""
    state = kind.__new__(kind)
    state.unpack(packed)
    return state
