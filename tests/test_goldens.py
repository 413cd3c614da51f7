"""The annotated games in each game's `tests/golden/`, played through to the end they tell.

A golden is a text: comments after `#`, a line `options: name=value …` if it needs one, a line `deal: {…}` if the game
has chance, then the turns in order, and a line `outcome: RULE winners`. Every step must be legal when it comes.
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


@pytest.mark.parametrize(("game_id", "path"), GOLDENS, ids=[f"{game}-{path.stem}" for game, path in GOLDENS])
def test_golden_game_ends_as_told(game_id: str, path: Path) -> None:
    game = find_game(game_id)
    fields = {"options": "", "deal": "null", "outcome": ""}
    turns = []
    for line in path.read_text("utf-8").splitlines():
        text = line.partition("#")[0].strip()
        name, colon, value = text.partition(":")
        if colon and name in fields:
            fields[name] = value.strip()
        else:
            turns += text.split()
    chosen = dict(word.split("=") for word in fields["options"].split())
    options: dict[str, Any] = {
        option.name: option.read(chosen[option.name]) for option in game.options if option.name in chosen
    }
    assert len(options) == len(chosen)
    deal = json.loads(fields["deal"])
    match = nodarium.new(game_id, deal=deal, **options) if deal is not None else nodarium.new(game_id, **options)
    for turn in turns:
        for move in game.notation.read_turn(turn):
            match.play(move)
    assert match.outcome is not None, f"the game goes on: {match.legal_moves()}"
    rule, *winners = fields["outcome"].split()
    assert match.outcome.rule == rule
    assert [game.seat_names[seat] for seat in match.outcome.winners] == winners


@pytest.mark.parametrize("game_id", game_ids())
def test_each_way_to_end_has_a_golden(game_id: str) -> None:
    told = " ".join(path.read_text("utf-8") for game, path in GOLDENS if game == game_id)
    missing = {ending.rule for ending in find_game(game_id).endings if f"outcome: {ending.rule}" not in told}
    assert not missing
