"""What can be set about a search. As they stand here they make the plain search: uniform playouts, no knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import isfinite

from nodarium.core.errors import BadOption


@dataclass(frozen=True)
class Settings:
    playouts: int = 0  # for one step at most so many; 0 for any number
    seconds: float = 0.0  # for one step at most so many; 0 for any time
    threads: int = 1  # each grows a tree of its own
    memory: int = 256  # megabytes for all trees; when they are full the search goes on in them
    explore: float = 1.0  # the weight of what is little known
    urgency: float = 1e6  # what a child that was never tried is worth more than its parent
    lean: float = 0.0  # above 0, with secrets: how far the game's weights of actions say what to look at
    bias: float = 0.0  # the weight of the game's prior
    amaf: float = 0.0  # all moves as first: so many visits until the node's own count as much
    foresight: float = 0.0  # so many visits the judgement of the position after an action counts for
    naive: float = 0.0  # with foresight: how far who is behind hopes that the other goes by random playouts, up to 1
    steps: int = -1  # a playout is cut off after so many and judged; -1 for never
    policy: bool = False  # whether playouts go as the game's bot imagines them
    keep: bool = True  # whether the tree is kept from step to step
    warmth: float = 0.0  # 0 takes the best action; above, others too, in proportion to visits ** (1 / warmth)

    def changed(self, values: Mapping[str, object]) -> Settings:
        """The settings with other values, which may be texts; BadOption for one that cannot be."""
        kinds = {field.name: type(getattr(self, field.name)) for field in fields(self)}
        found = {}
        for name, value in values.items():
            if name not in kinds:
                raise BadOption(f"A search has no setting {name!r}: there is {', '.join(kinds)}.")
            try:
                found[name] = kinds[name](float(str(value)))
            except (ValueError, OverflowError):
                raise BadOption(f"{name} is a number, not {value!r}.") from None
            if not isfinite(found[name]):
                raise BadOption(f"{name} is a number, not {value!r}.")
        return replace(self, **found)
