"""Finding the games: every folder in `nodarium.games` is one."""

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
    from nodarium.core.state import State


def game_ids() -> list[str]:
    """The ids of all games, sorted."""
    return sorted(module.name for module in iter_modules(nodarium.games.__path__) if module.ispkg)


@cache
def find_game(game_id: str) -> Game:
    """The game with an id."""
    ids = game_ids()
    if game_id not in ids:
        names = {find_game(one).title.casefold(): one for one in ids} | {one: one for one in ids}
        near = get_close_matches(str(game_id).casefold(), names, 1)
        hint = f"did you mean {names[near[0]]}?" if near else f"there is {', '.join(ids)}."
        raise BadOption(f"There is no game {game_id!r}: {hint}")
    game: Game = import_module(f"nodarium.games.{game_id}").GAME
    return game


def game_of(state: State) -> Game:
    """The game a state belongs to: the one in whose folder its class stands."""
    return find_game(type(state).__module__.split(".")[-2])
