"""Nodarium: four games about nodes, exact and fast."""

import os

from nodarium import compiled

if os.environ.get("NODARIUM_PURE") == "1":
    compiled.use_pure_python()
else:
    compiled.check_binaries()

# These imports must follow: they load the compiled or the pure modules, as decided above.
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import (
    AmbiguousMove,
    BadOption,
    BadRecord,
    GameOver,
    IllegalMove,
    NodariumError,
    NotYourTurn,
    UnreadableMove,
)
from nodarium.record.factory import load, load_all, new
from nodarium.record.match import Match
from nodarium.record.record import Player, Record
from nodarium.record.series import Series

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "BadOption",
    "BadRecord",
    "GameOver",
    "IllegalMove",
    "Match",
    "NodariumError",
    "NotYourTurn",
    "Player",
    "Record",
    "Series",
    "UnreadableMove",
    "__version__",
    "find_game",
    "game_ids",
    "load",
    "load_all",
    "new",
]
