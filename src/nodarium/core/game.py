"""`Game`: what a game folder exports, and all that the rest of the program knows about a game."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from nodarium.core.bot_spec import BotSpec
from nodarium.core.canvas import Canvas
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.core.language import ENGLISH, has_message
from nodarium.core.message import Message, say
from nodarium.core.options import Option, Value, resolve, resolve_stored
from nodarium.core.outcome import Ending
from nodarium.core.refusal import Refusal
from nodarium.core.rulebook import Rulebook, parse_rulebook
from nodarium.core.scene import Scene
from nodarium.core.state import OMNISCIENT, State, bind_game
from nodarium.core.svg import render
from nodarium.core.symbols import Cover, Symbol
from nodarium.core.theme import THEMES

MAX_WEIGHT = 4


class Notation(Protocol):
    """A game's `notation.py`: actions, deals and positions as text and back."""

    def format_move(self, state: Any, seat: int, action: int) -> str:
        """Return the move's text, unique among the legal ones; raise `LookupError` if no such action exists."""

    def parse_move(self, state: Any, seat: int, text: str) -> int:
        """Return the action a text stands for, legal or not; raise `UnreadableMove` for any other text."""

    def format_turn(self, moves: Sequence[str]) -> str:
        """Join the moves of one turn the way people write them."""

    def parse_turn(self, text: str) -> list[str]:
        """Split the text of a turn, or of a part of one, into moves."""

    def format_position(self, state: Any, seat: int | None = OMNISCIENT) -> str:
        """Return the position on one line, as far as a seat may know it; None is a spectator."""

    def parse_position(self, text: str) -> Any:
        """Return the state a line describes; raise `BadOption` if the position is impossible or incomplete."""

    def format_deal(self, state: Any) -> dict[str, Any]:
        """Return all chance of the game as plain data that people can read."""

    def parse_deal(self, state: Any, deal: Mapping[str, Any]) -> None:
        """Start the state over with a deal; raise `BadOption` if the deal is impossible."""


class Explanation(Protocol):
    """A game's `explain.py`: positions and moves for people and programs outside the engine."""

    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        """Return everything a seat may know, as plain data; None is a spectator."""

    def explain_illegal(self, state: Any, seat: int, action: int) -> Refusal:
        """Return the rule that forbids an illegal action, and why."""

    def describe_move(self, state: Any, seat: int, action: int) -> tuple[Message, str]:
        """Return what a legal action does, as a sentence without a full stop, and the rule behind it.

        The argument `seat` is the title of the seat.
        """


class Renderer(Protocol):
    """A game's `scene.py`: pictures of a position."""

    def scene(self, state: Any, seat: int | None) -> Scene:
        """Describe the picture that a seat may see; None is a spectator."""

    def move_from_targets(self, state: Any, seat: int, keys: Sequence[str]) -> str | None:
        """Return the move, legal or not, that clicking these targets in a row would mean.

        None if they mean no move. Raise `IllegalMove` if something else has to be clicked first.
        """

    def canvas(self, state: Any, seat: int | None) -> Canvas:
        """Draw the same picture for a terminal."""


@runtime_checkable
class RoundCount(Protocol):
    """What a game that counts rounds adds to its `explain.py`. Other games count turns."""

    def round_number(self, state: Any) -> int:
        """Return the number of the round that a position belongs to, from 1."""


@runtime_checkable
class CardSheet(Protocol):
    """What a game with cards adds to its `scene.py`."""

    def card_sheet(self, state: Any) -> tuple[str, Scene]:
        """Return the rule about the cards, and a scene that shows all of them, with a caption as its prompt."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: its facts, its options, and the modules of its folder."""

    id: str
    title: str
    designer: str  # empty if the rulebook names none
    minutes: int
    weight: int  # how much there is to learn, from 1 to `MAX_WEIGHT`
    rules_version: str
    seat_names: tuple[str, ...]  # one for each possible seat
    options: tuple[Option, ...]
    endings: tuple[Ending, ...]
    num_actions: int  # actions are 0 to num_actions - 1
    max_steps: int  # the longest possible game
    state_class: type[State]
    notation: Notation
    explain: Explanation
    renderer: Renderer
    bot: BotSpec
    imperfect_information: bool = False  # hidden information or simultaneous choice
    draw_agreement_rule: str | None = None  # the rule that allows draws by agreement, if one does
    symbols: tuple[Symbol, ...] = ()  # the drawings that its scenes use
    cover: Cover | None = None  # without one, the page shows a position
    data: Callable[[Mapping[str, Any]], object] | None = None  # the cards, maps, … that belong to checked options

    def __post_init__(self) -> None:
        for cls in (self.state_class, self.bot.state_class):
            _check_compiled(self.id, cls)
            bind_game(cls, self)

    def new_state(self, options: Mapping[str, object] | None = None, seed: int = 0) -> State:
        """Start a game with the deal that belongs to the seed."""
        state = self.state_class(**self.resolve_options(options or {}))
        state.reset(seed)
        return state

    def state_from_deal(self, options: Mapping[str, object], deal: Mapping[str, Any]) -> State:
        """Start a game with a given deal."""
        state = self.state_class(**self.resolve_options(options))
        self.notation.parse_deal(state, deal)
        return state

    def bot_state(self, state: State) -> State:
        """Copy a state into the class that adds the bots' knowledge: `evaluate`, `features`, policies."""
        kind = self.bot.state_class
        copy = kind.__new__(kind)
        copy.copy_from(state)
        return copy

    def resolve_options(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Check the given options and fill in the defaults; raise `BadOption` for an unknown or impossible one."""
        return resolve(self.options, options)

    def resolve_stored_options(self, options: Mapping[str, Value]) -> list[dict[str, Value]]:
        """What the options of a stored game can stand for, the likeliest first; usually there is one possibility."""
        return resolve_stored(self.options, options)

    def data_digest(self, options: Mapping[str, Value]) -> str | None:
        """The digest of the data that a game with checked options is played with; None if it needs none.

        It is the SHA-256 of the data as JSON with sorted keys and no spaces, in UTF-8.
        """
        if self.data is None:
            return None
        text = json.dumps(self.data(options), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return sha256(text.encode()).hexdigest()

    def svg(
        self, state: State, seat: int | None = None, *, theme: str = "light", panels: bool = True, fluid: bool = False
    ) -> str:
        """Draw a position as a self-contained SVG file, as far as a seat may see it."""
        return draw_scene(self.renderer.scene(state, seat), theme=theme, panels=panels, fluid=fluid)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return find_game, (self.id,)  # a game is its folder, so a pickle holds only its name

    @cached_property
    def folder(self) -> Path:
        """Where the game's files lie."""
        return Path(str(files(self.state_class.__module__.rpartition(".")[0])))

    def rulebook(self, language: str = ENGLISH) -> Rulebook:
        """The numbered rules: of `RULES.md`, or of `RULES.de.md` for German. English if there is no translation."""
        return _rulebook(self.folder, language)

    @cached_property
    def symbol_table(self) -> dict[str, Symbol]:
        return {symbol.name: symbol for symbol in self.symbols}

    def symbol(self, name: str) -> Symbol:
        return self.symbol_table[name]

    @property
    def summary(self) -> Message:
        return Message(f"{self.id}-summary")

    @property
    def tagline(self) -> Message:
        """What a player does in this game, in a few words that make them want to."""
        return Message(f"{self.id}-tagline")

    @property
    def facts(self) -> Message:
        """What kind of game it is, as a phrase."""
        return Message(f"{self.id}-facts")

    def seat_title(self, seat: int) -> Message:
        """The name of a seat, for people."""
        return Message(f"{self.id}-seat-{self.seat_names[seat].lower()}")

    def option_title(self, option: Option) -> Message:
        """What an option decides, as a phrase."""
        return Message(f"{self.id}-option-{option.name.replace('_', '-')}")

    def option_hint(self, option: Option) -> Message:
        """Tells command-line users which custom values an option takes."""
        return Message(f"{self.option_title(option).id}-hint")

    def choice_title(self, option: Option, choice: Value) -> Message | None:
        """What a choice of an option means, if the game has a message for it."""
        message = Message(f"{self.id}-choice-{option.name.replace('_', '-')}-{str(choice).lower()}")
        return message if has_message(message.id) else None


@cache
def _rulebook(folder: Path, language: str) -> Rulebook:
    path = folder / ("RULES.md" if language == ENGLISH else f"RULES.{language}.md")
    return parse_rulebook(path.read_text("utf-8")) if path.exists() else _rulebook(folder, ENGLISH)


def _check_compiled(game_id: str, state_class: type[State]) -> None:
    """Refuse a state class in plain Python if the core is compiled: C code would silently ignore its methods."""
    if _is_compiled(State) and not _is_compiled(state_class):
        module = state_class.__module__.rpartition(".")[2]
        raise BadOption(say("core-not-compiled", game=game_id, module=module))


def _is_compiled(cls: type) -> bool:
    return not str(sys.modules[cls.__module__].__file__).endswith(".py")


def draw_scene(scene: Scene, *, theme: str, panels: bool, fluid: bool = False) -> str:
    """Draw a scene as a self-contained SVG file. `fluid` fits it to the width of the page it is shown on."""
    if theme not in THEMES:
        raise BadOption(say("core-unknown-theme", theme=repr(theme), themes=", ".join(THEMES)))
    return render(scene, theme, panels, fluid=fluid)
