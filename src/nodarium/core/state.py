"""`State`: a position of a game.

A game's `State` derives from this class and defines the *inner methods*, whose names start with an underscore. They are
fast and check nothing. Compiled, they are C functions that the searches call without the interpreter. The *public
methods* check their arguments; each shares its name with the inner method it calls.

A state is flat: numbers and arrays of numbers, no other objects. All chance is in the deal that `_reset` draws; from
there on a game is a function of its actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self
from zlib import crc32

from nodarium.core import bits, memory, splitmix
from nodarium.core.outcome import Outcome
from nodarium.core.refusal import (
    as_action,
    as_deal_seed,
    as_seat,
    as_seed,
    check_same_game,
    game_over,
    illegal_move,
    not_your_turn,
)
from nodarium.core.splitmix import U64

if TYPE_CHECKING:
    from nodarium.core.game import Game

CHECKSUM_BYTES = 4
OMNISCIENT = -1  # in place of a seat: sees everything, hidden information included

_games: dict[type[State], Game] = {}  # filled by `bind_game`


class State:
    seats: int  # number of seats
    to_act_mask: int  # the seats that may act now, as bits; 0 when the game is over
    ply: int  # steps so far
    turn: int  # number of the current turn; a turn can take several steps
    winner_mask: int  # when the game is over: the winning seats, as bits; 0 for a draw
    ending_index: int  # when the game is over: index into the game's endings

    # ---- inner methods: a game defines the first four, and _determinize if it hides information ----

    def _reset(self, rng: int) -> int:
        """Draw a deal and set up the start of a game. Return the generator's new state."""
        return rng

    def _reshuffle(self, rng: int) -> int:
        """Shuffle the deal of a game that hasn't started once more, from the order it lies in.

        A seed of 256 bits is four words: the first one resets, the others reshuffle. A game without chance has nothing
        to shuffle.
        """
        return rng

    def _count_actions(self, seat: int) -> int:
        """Return the number of legal actions of a seat that is to act."""
        return 0

    def _nth_action(self, seat: int, k: int) -> int:
        """Return the k-th legal action, in ascending order."""
        return 0

    def _apply(self, seat: int, action: int) -> None:
        """Carry out a legal action."""

    def _determinize(self, seat: int, rng: int) -> int:
        """Re-draw what the seat can't know, and nothing else. Return the generator's new state."""
        return rng

    def _legal_actions(self, seat: int, actions: list[int]) -> int:
        """Write all legal actions into a buffer, in ascending order. Return their number."""
        total = self._count_actions(seat)
        for k in range(total):
            actions[k] = self._nth_action(seat, k)
        return total

    def _is_legal(self, seat: int, action: int) -> bool:
        for k in range(self._count_actions(seat)):
            if self._nth_action(seat, k) == action:
                return True
        return False

    def _copy_from(self, other: State) -> None:
        """Copy all fields from a state of the same class."""
        memory.copy(self, other)

    def _rollout(self, rng: int) -> int:
        """Play uniformly random actions to the end. Return the generator's new state."""
        while self.to_act_mask:
            seat = bits.lowest(self.to_act_mask)
            rng = splitmix.advance(rng)
            self._apply(seat, self._nth_action(seat, splitmix.below(rng, self._count_actions(seat))))
        return rng

    def _limited_rollout(self, rng: int, depth: int) -> int:
        """Play at least `depth` uniformly random actions, then on to a position that can be evaluated."""
        while self.to_act_mask and (depth > 0 or not self._can_evaluate()):
            depth -= 1
            seat = bits.lowest(self.to_act_mask)
            rng = splitmix.advance(rng)
            self._apply(seat, self._nth_action(seat, splitmix.below(rng, self._count_actions(seat))))
        return rng

    # ---- knowledge for the searches: a game's `bot.py` overrides these ----

    def _guided_rollout(self, rng: int, depth: int) -> int:
        """Follow the game's rollout policy for at least `depth` steps, then on to a position that can be evaluated.

        A negative `depth` plays to the end.
        """
        return self._rollout(rng) if depth < 0 else self._limited_rollout(rng, depth)

    def _can_evaluate(self) -> bool:
        """Whether `_evaluate` applies to this position, which isn't the end of the game."""
        return True

    def _evaluate(self, seat: int) -> float:
        """Return the position's value for a seat, 0 to 1.

        The value of a finished game is 1 for its winner. Winners who share a win also share the 1, and so do all seats
        in a draw.
        """
        if self.winner_mask == 0:
            return 1.0 / self.seats
        return 1.0 / bits.count(self.winner_mask) if self.winner_mask >> seat & 1 else 0.0

    def _evaluate_all(self, values: list[float]) -> None:
        """Write the values of all seats. They add up to 1, or to less if a game prefers some wins to others."""
        left = 1.0
        for seat in range(self.seats - 1):
            values[seat] = self._evaluate(seat)
            left -= values[seat]
        values[self.seats - 1] = left

    def _action_heuristic(self, seat: int, action: int) -> float:
        """Score an action before it has been searched: 0 is neutral, more is better."""
        return 0.0

    def _policy(self, seat: int, actions: list[int], total: int, weights: list[float]) -> None:
        """Write a weight above 0 for each of the given actions: an unnormalised policy."""
        for k in range(total):
            weights[k] = 1.0

    def _has_played(self, seat: int, action: int) -> bool:
        """Whether the seat has taken this action during the game. For AMAF, where an action can be taken once."""
        return False

    def _features(self, seat: int, features: list[float]) -> int:
        """Write the inputs of the game's value network, from the seat's point of view. Return their number."""
        return 0

    def _policy_row(self, seat: int) -> int:
        """Return the row of learnt policy weights that applies in this position."""
        return 0

    def _action_features(self, seat: int, action: int, features: list[float]) -> int:
        """Write the inputs of the game's learnt policy for an action. Return their number."""
        return 0

    # ---- public methods ----

    @property
    def game(self) -> Game:
        """The game this is a state of."""
        for base in type(self).__mro__:
            if base in _games:
                return _games[base]
        raise TypeError(f"{type(self).__qualname__} isn't the state class of any game.")

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; empty when the game is over."""
        return tuple([seat for seat in range(self.seats) if self.to_act_mask >> seat & 1])

    @property
    def outcome(self) -> Outcome | None:
        """Who won, why and by which rule; None while the game goes on."""
        if self.to_act_mask:
            return None
        ending = self.game.endings[self.ending_index]
        winners = tuple([seat for seat in range(self.seats) if self.winner_mask >> seat & 1])
        return Outcome(winners, ending.reason, ending.rule)

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the seat's legal actions in ascending order; empty if it isn't to act."""
        if not self.to_act_mask:
            return []
        who = self._resolve_seat(seat)
        if not self.to_act_mask >> who & 1:
            return []
        actions = memory.action_buffer()
        return memory.ints_to_list(actions, self._legal_actions(who, actions))

    def apply(self, action: int, seat: int | None = None) -> None:
        """Apply an action. If it is illegal, raise an error that names the rule and leave the state unchanged."""
        if not self.to_act_mask:
            raise game_over(self)
        who = self._resolve_seat(seat)
        if not self.to_act_mask >> who & 1:
            raise not_your_turn(self, who)
        if type(action) is not int:
            action = as_action(action)
        if not self._allows(who, action):
            raise illegal_move(self, who, action)
        self._apply(who, action)

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self).__new__(type(self))
        twin._copy_from(self)
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def copy_from(self, other: State) -> None:
        """Copy the position of another state of the same game."""
        check_same_game(self, other)
        self._copy_from(other)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same position of the same game, hidden information included."""
        if not isinstance(other, State):
            return NotImplemented
        if self is other:
            return True
        game = self.game
        if game is not other.game:
            return False
        write = game.notation.format_position
        return write(self, OMNISCIENT) == write(other, OMNISCIENT)

    def __hash__(self) -> int:
        """Hash the position. Don't change a state while it is in a set or a key of a dict."""
        return hash(self.game.notation.format_position(self, OMNISCIENT))

    def __repr__(self) -> str:
        return f"<{self.game.title}: {self.game.notation.format_position(self, OMNISCIENT)}>"

    def _repr_svg_(self) -> str:
        """Draw the position in a notebook, as a spectator sees it."""
        return self.game.svg(self, fluid=True)

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        return _unpickle, (type(self), self._to_bytes())

    def _to_bytes(self) -> bytes:
        """Return all fields with a checksum, which detects a damaged pickle."""
        data = memory.dump(self)
        return data + crc32(data).to_bytes(CHECKSUM_BYTES, "little")

    def _load_bytes(self, packed: bytes) -> None:
        data = packed[:-CHECKSUM_BYTES]
        if crc32(data).to_bytes(CHECKSUM_BYTES, "little") != packed[-CHECKSUM_BYTES:]:
            raise ValueError("the pickled state is damaged")
        memory.load(self, data)

    def reset(self, seed: int) -> None:
        """Start a new game with the same options and the deal that belongs to the seed, which has up to 256 bits."""
        if type(seed) is int and 0 <= seed <= U64:
            self._reset(seed)
            return
        seed = as_deal_seed(seed)
        self._reset(seed & U64)
        while seed > U64:
            seed >>= 64
            self._reshuffle(seed & U64)

    def rollout(self, seed: int) -> None:
        """Play uniformly random actions to the end."""
        self._rollout(seed if type(seed) is int and 0 <= seed <= U64 else as_seed(seed))

    def determinize(self, seat: int, seed: int) -> None:
        """Re-draw at random what the seat can't know, and nothing else."""
        seed = seed if type(seed) is int and 0 <= seed <= U64 else as_seed(seed)
        self._determinize(self._resolve_seat(seat), seed)

    def evaluate(self, seat: int) -> float:
        """Return the position's value for a seat, 0 to 1."""
        return self._evaluate(self._resolve_seat(seat))

    def features(self, seat: int) -> list[float]:
        """Return the inputs of the game's value network.

        Features may read hidden information. Determinize the state first unless it is already a guess.
        """
        features = memory.float_buffer()
        return memory.floats_to_list(features, self._features(self._resolve_seat(seat), features))

    def policy_row(self, seat: int) -> int:
        """Return the row of learnt policy weights that applies in this position."""
        return self._policy_row(self._resolve_seat(seat))

    def action_features(self, seat: int, action: int) -> list[float]:
        """Return the inputs of the game's learnt policy for a legal action."""
        who = self._resolve_seat(seat)
        action = as_action(action)
        if not self.to_act_mask >> who & 1 or not self._allows(who, action):
            raise illegal_move(self, who, action)
        features = memory.float_buffer()
        return memory.floats_to_list(features, self._action_features(who, action, features))

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return everything a seat may know, as plain data; None is a spectator."""
        return self.game.explain.view(self, None if seat is None else self._resolve_seat(seat))

    def _allows(self, seat: int, action: int) -> bool:
        """Check an action that may be too large for a C int."""
        try:
            return self._is_legal(seat, action)
        except OverflowError:
            return False

    def _resolve_seat(self, seat: int | None) -> int:
        """Return the given seat, checked, or the only seat that may act. Refuse None if there is no such seat."""
        if seat is None:
            if not self.to_act_mask or self.to_act_mask & (self.to_act_mask - 1):
                raise not_your_turn(self, None)
            return bits.lowest(self.to_act_mask)
        return seat if type(seat) is int and 0 <= seat < self.seats else as_seat(self, seat)


def bind_game(state_class: type[State], game: Game) -> None:
    """Tell a state class which game it belongs to."""
    _games.setdefault(state_class, game)


def _unpickle(kind: type[State], packed: bytes) -> State:
    state = kind.__new__(kind)
    state._load_bytes(packed)
    return state
