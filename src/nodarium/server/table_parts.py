"""What a table consists of, apart from its events: games, moves in words, an open proposal, a result to record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

from nodarium.core.message import Message
from nodarium.core.outcome import Outcome
from nodarium.core.state import State
from nodarium.record.match import Match
from nodarium.record.record import Player as RecordPlayer
from nodarium.server.events import Proposal, Slot

Status = Literal["open", "playing", "over", "closed"]


class UnrecordedResult(Struct, frozen=True):
    """The end of a game that `ResultRecorded` hasn't confirmed yet."""

    game: str
    users: tuple[str, ...]  # user ids by seat if the game is rated, else empty
    outcome: Outcome


class MoveText(Struct, frozen=True):
    """A move in words, and where it stands in its game."""

    game: int  # index of the game at the table
    ply: int  # index of the move in its game, from 1
    turn: int  # from 1
    round: int | None  # from 1; None if the game counts turns
    seat: int
    move: str
    text: Message
    rule: str


class TableGame(Struct):
    """One of the games at a table."""

    match: Match
    seating: tuple[int, ...]  # seat -> slot
    sha256: str  # the commitment to the deal
    first_event: int  # the event that started it
    move_events: list[int]  # the event of each move
    start_texts: tuple[MoveText, ...] = ()  # the moves it started with


class PendingProposal(Struct):
    seat: int
    what: Proposal
    accepted_by: set[int]


def replaced(slots: Sequence[Slot], number: int, slot: Slot) -> list[Slot]:
    return [*slots[:number], slot, *slots[number + 1 :]]


def with_name(
    players: Sequence[RecordPlayer], slot_of: Sequence[int], slots: set[int], name: str
) -> tuple[RecordPlayer, ...]:
    """The players of a record, with a new name for those in some slots."""
    return tuple(
        structs.replace(player, name=name) if slot in slots else player
        for player, slot in zip(players, slot_of, strict=True)
    )


def ends_turn(before: State, after: State, seat: int) -> bool:
    """Whether a seat's move from one state to the next ended its turn."""
    return seat not in after.to_act or after.turn != before.turn


def make_move_text(match: Match, game: int, index: int, seat: int, move: str) -> MoveText:
    """A move that was made after `index` others, in words."""
    text, rule = match.describe_move(index, seat, move)
    return MoveText(game, index + 1, match.turn_number(index), match.round_number(index), seat, move, text, rule)
