"""Finds the games: every package in `nodarium.games` is one.

The environment variable NODARIUM_GAMES names more packages with games, separated by commas.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import nodarium.games
from nodarium.core.errors import BadOption, suggest
from nodarium.core.message import say

if TYPE_CHECKING:
    from nodarium.core.game import Game


def game_ids() -> list[str]:
    """Return the ids of all games, sorted."""
    return sorted(_game_packages())


def game_package(game_id: str) -> str:
    return _game_packages()[game_id]


def _game_packages() -> dict[str, str]:
    """Return the package of each game, by the game's id."""
    more = [name.strip() for name in os.environ.get("NODARIUM_GAMES", "").split(",")]
    found: dict[str, str] = {}
    for package in [nodarium.games.__name__, *filter(None, more)]:
        for module in iter_modules(import_module(package).__path__):
            if module.ispkg:
                found.setdefault(module.name, f"{package}.{module.name}")
    return found


@cache
def find_game(game_id: str) -> Game:
    """Return a game by its id; raise `BadOption`, with a suggestion, if none has it."""
    ids = game_ids()
    if game_id not in ids:
        names = {find_game(one).title.casefold(): one for one in ids} | {one: one for one in ids}
        near = get_close_matches(str(game_id).casefold(), names, 1)
        raise BadOption(say("core-unknown-game", name=str(game_id), hint=suggest(names[near[0]] if near else "", ids)))
    game: Game = import_module(game_package(game_id)).GAME
    return game
