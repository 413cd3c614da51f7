"""Processes that play games. One that dies takes nothing with it: the game it was playing is tried again."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from threading import Event
from typing import Any

from nodarium.core.errors import NodariumError
from nodarium.lab.arena import Arena, PlayedGame

Play = Callable[[Arena, int, Callable[[int], None]], PlayedGame]

PROCESSES = multiprocessing.get_context("spawn")  # the same on every system, and no thread is cut in two
ATTEMPTS = 2
NOBODY = -1
POLL_SECONDS = 0.2  # seconds until somebody who wants to stop is heard


def available_cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_all(
    arena: Arena, numbers: Iterable[int], workers: int, stop: Event, play: Play = Arena.play
) -> Iterator[PlayedGame]:
    """The games with these numbers, as they end. Stops at once when told to, but gives what has ended."""
    left = iter(numbers)
    team = [Worker(arena, play) for _ in range(workers)]
    try:
        for worker in team:
            worker.assign(next(left, None))
        while busy := [worker for worker in team if worker.number is not None]:
            stopping = stop.is_set()
            ready = wait([worker.pipe for worker in busy], 0 if stopping else POLL_SECONDS)
            for worker in [worker for worker in busy if worker.pipe in ready]:
                played = worker.collect()
                if played:
                    worker.assign(None if stopping else next(left, None))
                    yield played
            if stopping:
                return
    finally:
        for worker in team:
            worker.kill()


class Worker:
    """A process and the game that it plays."""

    def __init__(self, arena: Arena, play: Play) -> None:
        self.arena = arena
        self.play = play
        self.number: int | None = None
        self.attempt = 0
        self.start()

    def start(self) -> None:
        self.pipe, far = PROCESSES.Pipe()
        self.thinking = PROCESSES.RawValue("i", NOBODY)
        self.process = PROCESSES.Process(target=work, args=(self.arena, self.play, far, self.thinking), daemon=True)
        ours = signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ignores Ctrl-C from its first moment: we end it
        self.process.start()
        signal.signal(signal.SIGINT, ours)
        far.close()  # so that the end of the process ends the pipe

    def assign(self, number: int | None) -> None:
        """Play a game; None for no more."""
        self.number = number
        self.attempt = 1
        if number is not None:
            with suppress(ConnectionError):  # it has died: `finish` sees to that
                self.pipe.send(number)

    def collect(self) -> PlayedGame | None:
        """The game that has ended; None if the process died and the game is played again."""
        assert self.number is not None
        try:
            played: PlayedGame = self.pipe.recv()
            return played
        except (EOFError, ConnectionError):
            self.process.join()
        code, seat = self.process.exitcode, self.thinking.value
        self.kill()
        self.start()
        if self.attempt < ATTEMPTS:
            self.attempt += 1
            self.pipe.send(self.number)
            return None
        if seat == NOBODY:
            raise NodariumError(f"The process that should play game {self.number} died twice, with exit code {code}.")
        match = self.arena.match(self.number)
        return self.arena.forfeit(match, self.number, seat, f"its process died twice, with exit code {code}")

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def work(arena: Arena, play: Play, pipe: Connection, thinking: Any) -> None:
    """What a process does: it plays the games whose numbers come through the pipe."""

    def note(seat: int) -> None:
        thinking.value = seat

    with suppress(EOFError, ConnectionError):  # whoever started it has gone
        while True:
            number = pipe.recv()
            note(NOBODY)
            pipe.send(play(arena, number, note))
