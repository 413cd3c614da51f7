"""The structs that the review routes exchange as JSON; see `wire.py` for all others."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from nodarium.core.message import Text
from nodarium.core.scene import Scene
from nodarium.server.wire import LogEntry, SmallNumber


class PositionView(Struct, frozen=True, kw_only=True):
    """A position of a game: after `moves` of its moves, of `of` in all."""

    moves: int
    of: int
    to_act: tuple[int, ...] = ()  # the seats that a game from this position starts with; none at its end by the rules
    scene: Scene


class Diagram(Struct, frozen=True, kw_only=True):
    """A position that illustrates a rule."""

    rule: str
    caption: Text
    scene: Scene


class Log(Struct, frozen=True, kw_only=True):
    """The moves of a game after some number of them, in words."""

    num_moves: int  # in all
    num_revealed: int  # how many of them everybody may see
    moves: tuple[LogEntry, ...]


class TargetQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Targets that a player clicked, one after the other, although no legal move starts with them."""

    keys: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(min_length=1, max_length=16)]
    seat: SmallNumber | None = None


class MoveReview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A bot's opinion of a move: the position's value to its seat before and after, and what the bot would play."""

    ply: int
    turn: int
    round: int | None = None  # missing if the game counts turns
    seat: int
    move: str
    before: float
    after: float
    value_loss: float | None
    better: Text  # the bot's choice in words; empty if the bot values it no higher than what was played
    principal_variation: tuple[tuple[int, Text], ...]  # (seat, move in words) pairs


class ValuePoint(Struct, frozen=True):
    """The value of the position after `moves` moves to a seat."""

    moves: int
    value: float


class GameAnalysis(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A bot's analysis of a game: the progress and, once it is done, the result."""

    done: int
    of: int
    bot: str
    imperfect_information: bool = False  # whether each seat evaluated only what it could see
    moves: tuple[MoveReview, ...] = ()
    value_curves: tuple[tuple[ValuePoint, ...], ...] = ()  # by seat
    swings: tuple[int, ...] = ()  # plies of the moves that changed the value most, the largest change first
