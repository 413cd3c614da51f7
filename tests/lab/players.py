"""Ways to play an arena's game in which something goes wrong. A process finds them by name."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from nodarium.lab.arena import Arena, PlayedGame

DEADLY = 2  # the number of a game


def die_in_one_game(arena: Arena, number: int, thinking: Callable[[int], None]) -> PlayedGame:
    """The second seat's bot kills its process in one of the games, whenever it is played."""
    if number == DEADLY:
        thinking(1)
        os.kill(os.getpid(), signal.SIGKILL)
    return arena.play(number, thinking)


def die_once(arena: Arena, number: int, thinking: Callable[[int], None]) -> PlayedGame:
    """The same, but only the first time; a file in the working folder remembers."""
    memory = Path("died")
    if number == DEADLY and not memory.exists():
        memory.touch()
        thinking(1)
        os.kill(os.getpid(), signal.SIGKILL)
    return arena.play(number, thinking)


def die_before_anybody_thinks(arena: Arena, number: int, thinking: Callable[[int], None]) -> PlayedGame:
    os.kill(os.getpid(), signal.SIGKILL)
    return arena.play(number, thinking)
