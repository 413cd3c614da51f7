"""The annotated games in each game's `tests/golden/`, played through to the end they tell.

A golden is a text: comments after `#`, a line `options: name=value …` if it needs one, a line `deal: {…}` if the game
has chance, then the turns in order, and a line `outcome: winners by RULE, reason`, or `draw by …`. Every step must be
legal when it comes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import nodarium
from nodarium.core.discovery import find_game, game_ids

GAMES = Path(nodarium.__file__).parent / "games"
GOLDENS = [(game, path) for game in game_ids() for path in sorted((GAMES / game / "tests" / "golden").glob("*.txt"))]


def read_golden(path: Path) -> tuple[dict[str, str], list[str]]:
    """The named lines and the turns of a golden."""
    fields: dict[str, str] = {}
    turns = []
    for line in path.read_text("utf-8").splitlines():
        text = line.partition("#")[0].strip()
        name, colon, value = text.partition(": ")
        if colon and name in {"options", "deal", "outcome"}:
            fields[name] = value
        else:
            turns += text.split()
    return fields, turns


@pytest.mark.parametrize(("game_id", "path"), GOLDENS, ids=[f"{game}-{path.stem}" for game, path in GOLDENS])
def test_golden_game_ends_as_told(game_id: str, path: Path) -> None:
    game = find_game(game_id)
    fields, turns = read_golden(path)
    chosen = dict(word.split("=") for word in fields.get("options", "").split())
    options: dict[str, Any] = {o.name: o.read(chosen[o.name]) for o in game.options if o.name in chosen}
    assert len(options) == len(chosen)
    match = nodarium.new(game_id, deal=json.loads(fields.get("deal", "{}")), **options)
    for turn in turns:
        for move in game.notation.read_turn(turn):
            match.play(move)
    assert match.outcome is not None, f"the game goes on: {match.legal_moves()}"
    winners = " and ".join(game.seat_names[seat] for seat in match.outcome.winners) or "draw"
    assert fields["outcome"] == f"{winners} by {match.outcome.rule}, {match.outcome.reason}"


@pytest.mark.parametrize("game_id", game_ids())
def test_each_way_to_end_has_a_golden(game_id: str) -> None:
    told = {read_golden(path)[0]["outcome"].partition(" by ")[2] for game, path in GOLDENS if game == game_id}
    assert told == {f"{ending.rule}, {ending.reason}" for ending in find_game(game_id).endings}
