"""Settings of a tree search.

The defaults are plain MCTS: UCB1 selection, uniform rollouts to the end of the game, no knowledge of the game. A game's
`bot.py` overrides them, then the bot's level, then whatever follows the colon in a bot's name (`master:seconds=5`).

A *playout* is one iteration of the search. A *rollout* is play from a leaf towards the end of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from math import isfinite

from nodarium.core.errors import BadOption
from nodarium.core.message import say

# Read by the bot itself, whichever search it uses.
BOT_SETTINGS = frozenset({"playouts", "seconds", "threads", "memory_mb", "temperature"})
IGNORED_WITH_PRIOR_VISITS = frozenset({"first_play_urgency", "progressive_bias", "rave_equivalence"})

# Names of earlier versions, which may still be in scripts and notes.
FORMER_NAMES = {
    "memory": "memory_mb",
    "explore": "exploration",
    "urgency": "first_play_urgency",
    "lean": "c_puct",
    "bias": "progressive_bias",
    "amaf": "rave_equivalence",
    "foresight": "prior_visits",
    "naive": "naive_opponent",
    "steps": "rollout_depth",
    "policy": "guided_rollouts",
    "keep": "reuse_tree",
    "warmth": "temperature",
}


@dataclass(frozen=True)
class SearchSettings:
    # ---- budget, for each step ----
    playouts: int = 0  # 0 for no limit
    seconds: float = 0.0  # 0 for no limit
    threads: int = 1  # root parallelism: each thread searches its own tree
    memory_mb: int = 256  # shared by all trees; a full tree keeps searching but stops growing

    # ---- selection ----
    exploration: float = 1.0  # UCB1 constant
    first_play_urgency: float = 1e6  # added to the parent's value to score an unvisited child
    c_puct: float = 0.0  # above 0, select by PUCT with the game's policy; imperfect information only
    progressive_bias: float = 0.0  # weight of the game's action heuristic, divided by visits + 1
    rave_equivalence: float = 0.0  # visits at which a child's own and AMAF values weigh the same; 0 turns RAVE off
    prior_visits: float = 0.0  # evaluate every child on expansion and count that as this many visits
    naive_opponent: float = 0.0  # with prior_visits, 0 to 1: when losing, assume the opponent trusts rollouts

    # ---- leaves ----
    rollout_depth: int = (
        -1
    )  # steps after which a rollout is evaluated; 0 evaluates the leaf itself, -1 plays to the end
    guided_rollouts: bool = False  # rollouts follow the game's rollout policy instead of playing uniformly

    # ---- between steps ----
    reuse_tree: bool = True  # keep the subtree below the moves that were played; perfect information only
    temperature: float = 0.0  # 0 plays the best action; otherwise sample in proportion to visits ** (1 / temperature)

    def with_overrides(self, overrides: Mapping[str, object]) -> SearchSettings:
        """Return a copy with some settings replaced.

        Values may be strings, as they come from the command line. Raises `BadOption` for an unknown setting or for a
        value that isn't a finite number.
        """
        types = {field.name: type(getattr(self, field.name)) for field in fields(self)}
        parsed = {}
        for name, value in overrides.items():
            if name not in types:
                raise _unknown_setting(name, types)
            try:
                parsed[name] = types[name](float(str(value)))
            except (ValueError, OverflowError):
                raise BadOption(say("search-not-a-number", name=name, value=repr(value))) from None
            if not isfinite(parsed[name]):
                raise BadOption(say("search-not-a-number", name=name, value=repr(value)))
        return replace(self, **parsed)


def check_settings_used(settings: SearchSettings, read: Collection[str], search: str) -> None:
    """Raise `BadOption` if a setting that isn't at its default has no effect. `read` is what the search reads."""
    default = SearchSettings()
    changed = {
        field.name for field in fields(settings) if getattr(settings, field.name) != getattr(default, field.name)
    }
    unread = sorted(changed - set(read) - BOT_SETTINGS)
    if unread:
        raise BadOption(
            say("search-unused-settings", search=search, unused=", ".join(unread), used=", ".join(sorted(read)))
        )
    replaced = sorted(changed & IGNORED_WITH_PRIOR_VISITS)
    if settings.prior_visits > 0 and replaced:
        raise BadOption(say("search-replaced-settings", names=", ".join(replaced)))
    if settings.naive_opponent > 0 and settings.prior_visits <= 0:
        raise BadOption(say("search-naive-opponent-unused"))


def _unknown_setting(name: str, known: Iterable[str]) -> BadOption:
    if name in FORMER_NAMES:
        return BadOption(say("search-renamed-setting", old=name, new=FORMER_NAMES[name]))
    return BadOption(say("search-unknown-setting", name=name, known=", ".join(known)))
