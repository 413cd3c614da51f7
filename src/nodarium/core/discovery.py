"""Finds the games: every package in `nodarium.games` is one."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import nodarium.games
from nodarium.core.errors import BadOption

if TYPE_CHECKING:
    from nodarium.core.game import Game


def game_ids() -> list[str]:
    """Return the ids of all games, sorted."""
    return sorted(module.name for module in iter_modules(nodarium.games.__path__) if module.ispkg)


@cache
def find_game(game_id: str) -> Game:
    """Return a game by its id; raise `BadOption`, with a suggestion, if none has it."""
    ids = game_ids()
    if game_id not in ids:
        names = {find_game(one).title.casefold(): one for one in ids} | {one: one for one in ids}
        near = get_close_matches(str(game_id).casefold(), names, 1)
        hint = f"Did you mean {names[near[0]]}?" if near else f"Available: {', '.join(ids)}."
        raise BadOption(f"Unknown game {game_id!r}. {hint}")
    game: Game = import_module(f"nodarium.games.{game_id}").GAME
    return game
