"""`Game`: what a game folder exports, and all that the rest of the program knows of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, Protocol, runtime_checkable

from nodarium.core.bot_spec import BotSpec
from nodarium.core.canvas import Canvas
from nodarium.core.errors import BadOption
from nodarium.core.options import Option, Value, resolve
from nodarium.core.outcome import Ending
from nodarium.core.rulebook import Rulebook, read_rulebook
from nodarium.core.scene import Scene
from nodarium.core.state import OMNISCIENT, State


class Notation(Protocol):
    """A game's `notation.py`: actions, deals and positions as text and back."""

    def format_move(self, state: Any, seat: int, action: int) -> str:
        """The move's text, unique among the legal ones; LookupError for a number that is no action."""

    def parse_move(self, state: Any, seat: int, text: str) -> int:
        """The action a text stands for, legal or not; UnreadableMove if it is none."""

    def describe_move(self, state: Any, seat: int, action: int) -> tuple[str, str]:
        """What a legal action does, as a sentence without its subject, and the rule that is behind it."""

    def format_turn(self, moves: Sequence[str]) -> str:
        """The moves of one turn as people write them."""

    def parse_turn(self, text: str) -> list[str]:
        """The moves that a text, of one turn or a part of it, stands for."""

    def format_position(self, state: Any, seat: int | None = OMNISCIENT) -> str:
        """The whole position on one line, or as much of it as a seat may know; None is a spectator."""

    def parse_position(self, text: str) -> Any:
        """The state that a line describes; BadOption if it describes none, or not the whole of it."""

    def format_deal(self, state: Any) -> dict[str, Any]:
        """All chance of the game, as plain data that a person can read."""

    def parse_deal(self, state: Any, deal: Mapping[str, Any]) -> None:
        """Start the state over with a deal; BadOption if the deal cannot be."""


class Renderer(Protocol):
    """A game's `scene.py`: the position for the eye."""

    def scene(self, state: Any, seat: int | None) -> Scene:
        """The position as a seat may see it; None is a spectator."""

    def move_from_targets(self, state: Any, seat: int, keys: Sequence[str]) -> str | None:
        """The move, legal or not, that somebody means who chooses what has these keys, one after the other.

        None if these are nothing to choose; where something else has to be chosen first, IllegalMove says what.
        """

    def canvas(self, state: Any, seat: int | None) -> Canvas:
        """The same for a terminal."""


@runtime_checkable
class CardSheet(Protocol):
    """What a game with cards has in its `scene.py` besides."""

    def card_sheet(self, state: Any) -> tuple[str, Scene]:
        """All its cards at a glance, whatever was dealt: the rule about them, and a scene with a caption as prompt."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: its facts, its options, and the modules of its folder."""

    id: str
    title: str
    designer: str  # empty if the rulebook does not say
    summary: str
    minutes: int
    rules_version: str
    seat_names: tuple[str, ...]  # as many as can play
    options: tuple[Option, ...]
    endings: tuple[Ending, ...]
    num_actions: int  # every action is below this number
    max_steps: int  # no game has more steps
    state_class: type[State]
    notation: Notation
    renderer: Renderer
    bot: BotSpec  # what a search should know
    imperfect_information: bool = (
        False  # whether a seat may know what others do not, or choose at the same time as they
    )
    draw_agreement_rule: str | None = None  # the rule about draws by agreement, if there is one

    def __post_init__(self) -> None:
        """Refuse a game in plain Python if the core is compiled: C code would silently ignore its methods."""
        for cls in (self.state_class, self.bot.state_class):
            if _is_compiled(State) and not _is_compiled(cls):
                module = cls.__module__.rpartition(".")[2]
                raise BadOption(
                    f"The game {self.id} isn't compiled: add a {module}.pxd next to its {module}.py and run `make build`, "
                    "or set NODARIUM_PURE=1 to run everything in plain Python."
                )

    def new_state(self, options: Mapping[str, object], seed: int) -> State:
        """A new game with the deal that belongs to the seed."""
        state = self.state_class(**self.resolve_options(options))
        state.reset(seed)
        return state

    def state_from_deal(self, options: Mapping[str, object], deal: Mapping[str, Any]) -> State:
        """A new game with a given deal."""
        state = self.state_class(**self.resolve_options(options))
        self.notation.parse_deal(state, deal)
        return state

    def resolve_options(self, options: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values; BadOption for one that is unknown or impossible."""
        return resolve(self.options, options)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        from nodarium.core.discovery import find_game

        return find_game, (self.id,)  # a game is its folder: a pickle holds the name of it

    @cached_property
    def rulebook(self) -> Rulebook:
        """The numbered rules of `RULES.md`."""
        text = files(self.state_class.__module__.rpartition(".")[0]).joinpath("RULES.md").read_text("utf-8")
        return read_rulebook(text)


def _is_compiled(cls: type) -> bool:
    return not str(sys.modules[cls.__module__].__file__).endswith(".py")
