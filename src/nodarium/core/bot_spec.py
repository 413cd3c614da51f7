"""`Knowledge`: what a game's `bot.py` tells the searches about the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nodarium.core.state import State

# Playouts for a step, from the weakest level to the strongest, where a game does not say what makes its levels.
DEFAULT_LEVELS: tuple[Mapping[str, float], ...] = tuple(
    {"playouts": playouts} for playouts in (4, 30, 200, 1500, 10_000)
)


@dataclass(frozen=True, kw_only=True)
class BotSpec:
    """Settings are those of `search/settings.py`; the ones of a level come on top of those of the game."""

    state_class: type[State]  # the rules, with all that a search may know beside them; no further fields
    settings: Mapping[str, float] = field(default_factory=dict)
    levels: tuple[Mapping[str, float], ...] = DEFAULT_LEVELS  # five, the weakest first
