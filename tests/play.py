"""Random play of all games with the generator of `core/splitmix`, and the packages of the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nodarium.core import splitmix
from nodarium.core import state as state_module
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.game import Game
from nodarium.core.options import Value
from nodarium.core.state import State

PLAIN = str(state_module.__file__).endswith(".py")  # whether plain Python runs instead of the compiled engine


def package_of(game_id: str) -> str:
    """The package of a game, as Python imports it."""
    return find_game(game_id).state_class.__module__.rpartition(".")[0]


def is_shipped(game_id: str) -> bool:
    """Whether a game is part of Nodarium; the others exist only for the tests."""
    return package_of(game_id).startswith("nodarium.games.")


class Dice:
    """A seeded source of choices."""

    def __init__(self, seed: int) -> None:
        self.rng = seed & splitmix.U64

    def below(self, n: int) -> int:
        self.rng = splitmix.advance(self.rng)
        return splitmix.below(self.rng, n)

    def pick(self, items: Sequence[int]) -> int:
        return items[self.below(len(items))]


@dataclass(frozen=True, eq=False)
class Case:
    """A game with the options chosen for it."""

    game: Game
    options: Mapping[str, Value]

    def __str__(self) -> str:
        return "-".join([self.game.id, *(f"{name}={value}" for name, value in self.options.items())])

    def new(self, seed: int) -> State:
        return self.game.new_state(self.options, seed)

    def walk(self, seed: int) -> Iterator[State]:
        """Play a random game: its state after the deal and after each step, always the same object."""
        state = self.new(seed)
        dice = Dice(~seed)
        yield state
        while state.to_act:
            step(state, dice)
            yield state

    def position(self, seed: int, share: int) -> State:
        """A position from a random game, about `share` per cent into it."""
        state = self.new(seed)
        dice = Dice(~seed)
        for _ in range(self.length * share // 100):
            if state.to_act:
                step(state, dice)
        return state

    @cached_property
    def length(self) -> int:
        """The median length of random games."""
        return sorted(sum(1 for _ in self.walk(seed)) - 1 for seed in range(9))[4]


def step(state: State, dice: Dice) -> None:
    """Carry out a random action of a random seat."""
    seat = dice.pick(state.to_act)
    state.apply(dice.pick(state.legal_actions(seat)), seat)


def cases() -> list[Case]:
    """Every game with default options, and with each other value of each option (only the ends, if it has many)."""
    return [
        Case(game, options)
        for game in map(find_game, game_ids())
        for options in (
            {},
            *(
                {option.name: value}
                for option in game.options
                for value in (option.choices if len(option.choices) <= 4 else (option.choices[0], option.choices[-1]))
                if (type(value), value) != (type(option.default), option.default)
            ),
        )
    ]


CASES = cases()


def viewers(state: State) -> list[int | None]:
    """All viewers of a state: its seats and a spectator."""
    return [*range(state.seats), None]


def write(game: Game, state: State) -> str:
    return game.notation.format_position(state)


def snapshot(game: Game, state: State) -> dict[str, Any]:
    """Everything that the public methods return for a state, for comparison."""
    return {
        "position": write(game, state),
        "to_act": state.to_act,
        "legal": {seat: state.legal_actions(seat) for seat in range(state.seats)},
        "views": {seat: state.view(seat) for seat in viewers(state)},
        "outcome": state.outcome,
    }
