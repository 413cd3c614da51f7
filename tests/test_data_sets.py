"""Data that ships with a game never changes: matches were played with it. A change needs a new name.

`tests/data.txt` in a game's folder holds the digest of each top-level entry of its data files, except of those that
only bots and pictures use. Add lines for new data; never change one.
"""

from __future__ import annotations

import json
import tomllib
from hashlib import sha256
from itertools import product

import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.game import Game

GAMES = [find_game(game) for game in game_ids()]
LEARNT = ("network", "weights", "diagrams")  # ends of the names of files that no rule depends on
games = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def shipped(game: Game) -> dict[str, str]:
    """The digest of each entry of each data file."""
    found = {}
    for file in sorted(game.folder.glob("data/*.toml")):
        if not file.stem.endswith(LEARNT):
            for name, value in tomllib.loads(file.read_text("utf-8")).items():
                text = json.dumps(value, sort_keys=True, ensure_ascii=False)
                found[f"{file.name}:{name}"] = sha256(text.encode()).hexdigest()
    return found


@games
def test_shipped_data_never_changes(game: Game) -> None:
    file = game.folder / "tests/data.txt"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    pinned = dict(line.split() for line in lines if not line.startswith("#"))
    assert shipped(game) == pinned


@games
def test_all_data_that_a_match_can_use_is_in_its_digest(game: Game) -> None:
    if not shipped(game):
        assert game.data_digest(game.resolve_options({})) is None
        return
    names = [option.name for option in game.options]
    digests = [
        game.data_digest(dict(zip(names, values, strict=True)))
        for values in product(*(option.choices for option in game.options))
    ]
    assert all(digests)
    versioned = [option for option in game.options if option.aliases]
    assert len(set(digests)) >= max((len(option.choices) for option in versioned), default=1)


@games
def test_names_without_a_version_mean_the_newest_and_are_never_kept(game: Game) -> None:
    for option in game.options:
        for name, newest in option.aliases.items():
            assert option.check(name) == option.exact(name) == newest == option.default
            assert game.resolve_options({option.name: name})[option.name] == newest
            stored = option.stored_values(name)
            assert stored
            assert set(stored) <= set(option.choices)
