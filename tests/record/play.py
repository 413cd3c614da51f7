"""Random matches of all games."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

import nodarium
from nodarium import Match, Player, Record
from nodarium.record.record import format_record, parse_record

GAMES = nodarium.game_ids()

texts = st.text(max_size=20)
players = st.builds(Player, name=texts, kind=st.sampled_from([None, "person", "bot"]))


def fresh(game_id: str, dice: Random) -> Match:
    """A new match with any options."""
    game = nodarium.find_game(game_id)
    options: dict[str, Any] = {option.name: dice.choice(option.choices) for option in game.options}
    return nodarium.new(game_id, seed=dice.getrandbits(64), **options)


def step(match: Match, dice: Random, **notes: Any) -> None:
    """Any move of any seat that may act."""
    seat = dice.choice(match.to_act)
    match.play(dice.choice(match.legal_actions(seat)), seat, **notes)


def played(game_id: str, seed: int = 0, steps: int | None = None) -> Match:
    """A finished match. With `steps`, a match after that many moves, or in its middle if the game is short."""
    if steps is None:
        return _play(game_id, seed, None)
    return _play(game_id, seed, len(_play(game_id, seed, 2 * steps).history) // 2)


def _play(game_id: str, seed: int, steps: int | None) -> Match:
    dice = Random(seed)
    match = fresh(game_id, dice)
    while not match.outcome and len(match.history) != steps:
        step(match, dice)
    return match


def position(match: Match) -> str:
    return match.game.notation.format_position(match.state)


def plain(match: Match) -> dict[str, Any]:
    """The match's record as plain data, which a test can damage."""
    data: dict[str, Any] = json.loads(written(match.record()))
    return data


def reread(data: dict[str, Any]) -> Match:
    """The match of a record given as plain data."""
    return Match.from_record(parse_record(msgspec.json.encode(data)))


def written(record: Record) -> bytes:
    return format_record(record).encode()


def simultaneous_moves(match: Match) -> list[bool]:
    """For each move, whether another seat chose at the same time."""
    found, pending, several = [], set[int](), False
    for number, move in enumerate(match.history):
        if not pending:
            pending = set(match.state_after(number).to_act)
            several = len(pending) > 1
        pending.discard(move.seat)
        found.append(several)
    return found
