"""The annotated games in each game's `tests/golden/`, played to their end.

A golden is a text file with comments after `#`. It holds, in this order:

- `options: name=value …` if it needs options; a `.toml` file among them lies in the same folder;
- `deal: {…}` if the game has chance, on one line or several;
- the turns in their order;
- `outcome: winners by RULE, reason`, or `outcome: draw by RULE, reason`.

Separate the turns by blanks, or name the seats and separate the turns by semicolons: `white: a6; black: b5`. Name them
where several seats act at once, or where moves contain blanks; then you can also write `!` before a move that must be
refused. All other moves must be legal.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import nodarium
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import IllegalMove
from nodarium.core.game import Game

GOLDENS = [(game, path) for game in game_ids() for path in sorted(find_game(game).folder.glob("tests/golden/*.txt"))]


def read_golden(game: Game, path: Path) -> tuple[dict[str, str], list[tuple[int | None, str]]]:
    """The named lines and the turns of a golden, each with its seat if it is named."""
    fields: dict[str, str] = {}
    turns: list[tuple[int | None, str]] = []
    lines = iter(path.read_text("utf-8").splitlines())
    for line in lines:
        text = line.partition("#")[0].strip()
        name, colon, value = text.partition(": ")
        if colon and name in {"options", "deal", "outcome"}:
            while value.count("{") > value.count("}"):
                value += next(lines)
            fields[name] = value
        elif colon:
            named = [turn.split(":") for turn in text.split(";")]
            turns += [(game.seat_names.index(name.strip()), turn) for name, turn in named]
        else:
            turns += [(None, turn) for turn in text.split()]
    return fields, turns


def play_golden(game_id: str, path: Path) -> nodarium.Match:
    """Play a golden to its end."""
    game = find_game(game_id)
    fields, turns = read_golden(game, path)
    chosen = dict(word.split("=") for word in fields.get("options", "").split())
    files = {name: str(path.parent / value) for name, value in chosen.items() if value.endswith(".toml")}
    options: dict[str, Any] = {o.name: o.parse((chosen | files)[o.name]) for o in game.options if o.name in chosen}
    assert len(options) == len(chosen)
    match = nodarium.new(game_id, deal=json.loads(fields.get("deal", "{}")), **options)
    for seat, turn in turns:
        for move in game.notation.parse_turn(turn):
            if move.startswith("!"):
                with pytest.raises(IllegalMove):
                    match.play(move[1:], seat)
            else:
                match.play(move, seat)
    return match


@pytest.mark.parametrize(("game_id", "path"), GOLDENS, ids=[f"{game}-{path.stem}" for game, path in GOLDENS])
def test_a_golden_ends_with_its_outcome(game_id: str, path: Path) -> None:
    match = play_golden(game_id, path)
    assert match.outcome is not None, f"the game goes on: {match.legal_moves()}"
    winners = " and ".join(match.game.seat_names[seat] for seat in match.outcome.winners) or "draw"
    fields, _ = read_golden(match.game, path)
    assert fields["outcome"] == f"{winners} by {match.outcome.rule}, {match.outcome.reason}"


@pytest.mark.parametrize("game_id", game_ids())
def test_every_ending_has_a_golden(game_id: str) -> None:
    game = find_game(game_id)
    goldens = [read_golden(game, path) for name, path in GOLDENS if name == game_id]
    covered = {fields["outcome"].partition(" by ")[2] for fields, _ in goldens}
    assert covered == {f"{ending.rule}, {ending.reason}" for ending in game.endings}
