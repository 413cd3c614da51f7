"""Ways to play an arena's game that kill the process. Worker processes import them by name."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from nodarium.lab.arena import Arena, PlayedGame

DEADLY = 2  # the number of the game that kills its process


def die_in_one_game(arena: Arena, number: int, on_turn: Callable[[int], None]) -> PlayedGame:
    """Kill the process on the second seat's turn in game `DEADLY`, every time."""
    if number == DEADLY:
        on_turn(1)
        os.kill(os.getpid(), signal.SIGKILL)
    return arena.play(number, on_turn)


def die_once(arena: Arena, number: int, on_turn: Callable[[int], None]) -> PlayedGame:
    """Do the same, but only the first time; a file in the working directory remembers."""
    memory = Path("died")
    if number == DEADLY and not memory.exists():
        memory.touch()
        on_turn(1)
        os.kill(os.getpid(), signal.SIGKILL)
    return arena.play(number, on_turn)


def die_before_the_first_turn(arena: Arena, number: int, on_turn: Callable[[int], None]) -> PlayedGame:
    os.kill(os.getpid(), signal.SIGKILL)
    return arena.play(number, on_turn)
