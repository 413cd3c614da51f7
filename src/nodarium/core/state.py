"""`State`: a position of a game, and the door through which Python code plays it.

A game's `State` derives from this one and defines the *inner methods*. They are quick and check nothing; compiled,
they are C functions that searches call for any game without the interpreter. Everything else here is the *public door*,
which checks what comes through it.

A state is flat: features and arrays of features, no other objects. All chance is in `deal`; after it, a game is a
function of its actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self
from zlib import crc32

from nodarium.core import bits, memory, splitmix
from nodarium.core.outcome import Outcome, outcome_of
from nodarium.core.refusal import as_action, check_same_game, check_seed, game_over, illegal_move, not_your_turn

CHECKSUM_BYTES = 4  # bytes
OMNISCIENT = -1  # in place of a seat: whoever may know everything


class State:
    seats: int  # how many play
    to_act_mask: int  # the seats that may act now, as a set of bits; empty when the game is over
    ply: int  # steps so far
    turn: int  # the number of the present turn; steps of one turn are written together
    winner_mask: int  # once it is over: the seats that won, as bits; empty for a draw
    ending_index: int  # once it is over: which of the game's endings it was

    # ---- inner methods: a game defines the first four, and determinise if it has secrets ----

    def _reset(self, rng: int) -> int:
        """Draw all chance of a new game and set up its start; returns the generator's new state."""
        return rng

    def _count_actions(self, seat: int) -> int:
        """How many actions a seat that may act can choose from."""
        return 0

    def _nth_action(self, seat: int, k: int) -> int:
        """The k-th of them; their order is stable."""
        return 0

    def _legal_actions(self, seat: int, actions: list[int]) -> int:
        """Write all of them, in their order, into an array that has room for them; returns how many."""
        total = self._count_actions(seat)
        for k in range(total):
            actions[k] = self._nth_action(seat, k)
        return total

    def _apply(self, seat: int, action: int) -> None:
        """Carry out a legal action."""

    def _determinize(self, seat: int, rng: int) -> int:
        """Deal again, at random, what the seat cannot know, and nothing else."""
        return rng

    def _copy_from(self, other: State) -> None:
        """Become a copy of a state of the same class."""
        memory.copy(self, other)

    def _rollout(self, rng: int) -> int:
        """Play random actions to the end."""
        while self.to_act_mask:
            seat = bits.lowest(self.to_act_mask)
            rng = splitmix.advance(rng)
            self._apply(seat, self._nth_action(seat, splitmix.below(rng, self._count_actions(seat))))
        return rng

    def _is_legal(self, seat: int, action: int) -> bool:
        """Whether the action is among the seat's legal ones."""
        for k in range(self._count_actions(seat)):
            if self._nth_action(seat, k) == action:
                return True
        return False

    # ---- what a search may know of a game: its `bot.py` derives from its rules and says more than this ----

    def _guided_rollout(self, rng: int, depth: int) -> int:
        """Follow the game's rollout policy for at least `depth` steps, or to the end if `depth` is negative.

        A game that can't evaluate every position plays on to the next one that it can.
        """
        while self.to_act_mask and depth:
            depth -= 1
            seat = bits.lowest(self.to_act_mask)
            rng = splitmix.advance(rng)
            self._apply(seat, self._nth_action(seat, splitmix.below(rng, self._count_actions(seat))))
        return rng

    def _action_heuristic(self, seat: int, action: int) -> float:
        """How good an action looks before anything was tried: 0 like any other, more is better."""
        return 0.0

    def _policy(self, seat: int, actions: list[int], total: int, weights: list[float]) -> None:
        """How much each of the seat's actions deserves to be looked at: any features above 0."""
        for k in range(total):
            weights[k] = 1.0

    def _action_features(self, seat: int, action: int, features: list[float]) -> int:
        """Say which row of learnt weights an action is weighed by, then describe it in features; returns how many."""
        return 0

    def _evaluate(self, seat: int) -> float:
        """What the position is worth to a seat. Of a finished game winners share 1, and so do all in a draw."""
        if self.winner_mask == 0:
            return 1.0 / self.seats
        return 1.0 / bits.count(self.winner_mask) if self.winner_mask >> seat & 1 else 0.0

    def _evaluate_all(self, values: list[float]) -> None:
        """What the position is worth to each seat; together that is 1, or less if a game likes some wins less."""
        left = 1.0
        for seat in range(self.seats - 1):
            values[seat] = self._evaluate(seat)
            left -= values[seat]
        values[self.seats - 1] = left

    def _has_played(self, seat: int, action: int) -> bool:
        """Whether the seat has taken this action in the course of the game, where an action can be taken once."""
        return False

    def _features(self, seat: int, features: list[float]) -> int:
        """Describe the position from a seat's side in features, for a judgement that is learnt; returns how many."""
        return 0

    # ---- the public door ----

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple([seat for seat in range(self.seats) if self.to_act_mask >> seat & 1])

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return None if self.to_act_mask else outcome_of(self)

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """What a seat may do now, in a stable order; empty for a seat that may not act."""
        if not self.to_act_mask:
            return []
        who = self._resolve_seat(seat)
        if not self.to_act_mask >> who & 1:
            return []
        actions = memory.action_buffer()
        return memory.ints_to_list(actions, self._legal_actions(who, actions))

    def apply(self, action: int, seat: int | None = None) -> None:
        """Carry out an action, or say which rule forbids it and change nothing."""
        if not self.to_act_mask:
            raise game_over(self)
        who = self._resolve_seat(seat)
        if not self.to_act_mask >> who & 1:
            raise not_your_turn(self, who)
        if type(action) is not int:
            action = as_action(action)
        try:
            legal = self._is_legal(who, action)
        except OverflowError:  # no int of C is so large
            legal = False
        if not legal:
            raise illegal_move(self, who, action)
        self._apply(who, action)

    def copy(self) -> Self:
        """A copy that goes its own way."""
        twin = type(self).__new__(type(self))
        twin._copy_from(self)
        return twin

    def copy_from(self, other: State) -> None:
        """Take on the position of a state of the same game."""
        check_same_game(self, other)
        self._copy_from(other)

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        return _unpickle, (type(self), self._to_bytes())

    def _to_bytes(self) -> bytes:
        """All fields, and a sum of them: what came to harm on the way is not taken for a state."""
        data = memory.dump(self)
        return data + crc32(data).to_bytes(CHECKSUM_BYTES, "little")

    def _load_bytes(self, packed: bytes) -> None:
        data = packed[:-CHECKSUM_BYTES]
        if crc32(data).to_bytes(CHECKSUM_BYTES, "little") != packed[-CHECKSUM_BYTES:]:
            raise ValueError("these are not the fields of such a state")
        memory.load(self, data)

    def reset(self, seed: int) -> None:
        """Start over with the deal that belongs to the seed."""
        check_seed(seed)
        self._reset(seed)

    def rollout(self, seed: int) -> None:
        """Play random actions to the end."""
        check_seed(seed)
        self._rollout(seed)

    def determinize(self, seat: int, seed: int) -> None:
        """Deal again, at random, what the seat cannot know, and nothing else."""
        check_seed(seed)
        self._determinize(self._resolve_seat(seat), seed)

    def evaluate(self, seat: int) -> float:
        """What the position is worth to a seat, from 0 to 1."""
        return self._evaluate(self._resolve_seat(seat))

    def features(self, seat: int) -> list[float]:
        """The position from a seat's side in features, for a judgement that is learnt."""
        features = memory.float_buffer()
        return memory.floats_to_list(features, self._features(self._resolve_seat(seat), features))

    def action_features(self, seat: int, action: int) -> list[float]:
        """An action in features, for weights that are learnt."""
        who = self._resolve_seat(seat)
        if not self.to_act_mask >> who & 1 or not self._is_legal(who, action):
            raise illegal_move(self, who, action)
        features = memory.float_buffer()
        return memory.floats_to_list(features, self._action_features(who, action, features))

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat may know, as plain data; None is a spectator."""
        return self._view(None if seat is None else self._resolve_seat(seat))

    def _view(self, seat: int | None) -> dict[str, Any]:
        """What a game says of this."""
        raise NotImplementedError

    def _explain_illegal(self, seat: int, action: int) -> tuple[str, str]:
        """The rule that forbids an illegal action, and a sentence that says why."""
        raise NotImplementedError

    def _resolve_seat(self, seat: int | None) -> int:
        """The seat that is meant; without one, the only seat that may act."""
        if seat is None:
            if self.to_act_mask & (self.to_act_mask - 1):
                raise not_your_turn(self, None)
            return bits.lowest(self.to_act_mask)
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise not_your_turn(self, seat)
        return seat


def _unpickle(kind: type[State], packed: bytes) -> State:
    """The state that was pickled."""
    state = kind.__new__(kind)
    state._load_bytes(packed)
    return state
