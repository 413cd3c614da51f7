"""`BotSpec`: what a game's `bot.py` tells the searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nodarium.core.state import State

# Playouts per step, weakest level first.
DEFAULT_LEVELS: tuple[Mapping[str, float], ...] = tuple(
    {"playouts": playouts} for playouts in (4, 30, 200, 1500, 10_000)
)


@dataclass(frozen=True, kw_only=True)
class BotSpec:
    """The class, settings and levels of a game's bots. See `SearchSettings`; a level's settings override the game's."""

    state_class: type[State]  # the rules plus the knowledge of `bot.py`; adds methods, never fields
    settings: Mapping[str, float] = field(default_factory=dict)
    levels: tuple[Mapping[str, float], ...] = DEFAULT_LEVELS  # five, weakest first
