"""Worker processes for the arena. If one dies, its game is retried once in a new process."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from threading import Event, Thread
from typing import Any

from nodarium.core.errors import NodariumError
from nodarium.core.message import say
from nodarium.lab.arena import Arena, PlayedGame

Play = Callable[[Arena, int, Callable[[int], None]], PlayedGame]

PROCESSES = multiprocessing.get_context("spawn")  # the same on every system, and safe in a process with threads
ATTEMPTS = 2
NO_SEAT = -1
POLL_SECONDS = 0.2  # the longest delay before a request to stop is noticed


def available_cores() -> int:
    """Return how many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def exit_with_parent(lifeline: Connection | None = None) -> None:
    """End this worker process as soon as its parent is gone, even if it was killed, or closes the lifeline."""
    parent = multiprocessing.parent_process()
    assert parent, "this runs in a worker process"

    def watch() -> None:
        wait([parent.sentinel, *([lifeline] if lifeline else [])])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl+C, so that processes started meanwhile inherit this and leave it to their parent."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def play_all(
    arena: Arena, numbers: Iterable[int], workers: int, stop: Event, play: Play = Arena.play
) -> Iterator[PlayedGame]:
    """Play the games with these numbers, and yield each as it ends.

    Once `stop` is set, yield what has ended already and abandon the rest.
    """
    remaining = iter(numbers)
    team = [Worker(arena, play) for _ in range(workers)]
    try:
        for worker in team:
            worker.assign(next(remaining, None))
        while busy := [worker for worker in team if worker.number is not None]:
            stopping = stop.is_set()
            ready = wait([worker.pipe for worker in busy], 0 if stopping else POLL_SECONDS)
            for worker in [worker for worker in busy if worker.pipe in ready]:
                played = worker.collect()
                if played:
                    worker.assign(None if stopping else next(remaining, None))
                    yield played
            if stopping:
                return
    finally:
        for worker in team:
            worker.kill()


class Worker:
    """A process and the game it plays."""

    def __init__(self, arena: Arena, play: Play) -> None:
        self.arena = arena
        self.play = play
        self.number: int | None = None
        self.attempt = 0
        self.start()

    def start(self) -> None:
        self.pipe, remote = PROCESSES.Pipe()
        self.seat_to_act = PROCESSES.RawValue("i", NO_SEAT)
        self.process = PROCESSES.Process(
            target=work, args=(self.arena, self.play, remote, self.seat_to_act), daemon=True
        )
        with ignore_interrupts():
            self.process.start()
        remote.close()  # so that the pipe closes when the process ends

    def assign(self, number: int | None) -> None:
        """Start a game; None leaves the worker idle."""
        self.number = number
        self.attempt = 1
        if number is not None:
            with suppress(ConnectionError):  # the process has died: `collect` handles it
                self.pipe.send(number)

    def collect(self) -> PlayedGame | None:
        """Return the game that has ended, or None if the process died and the game starts again."""
        assert self.number is not None
        try:
            played: PlayedGame = self.pipe.recv()
            return played
        except (EOFError, ConnectionError):
            self.process.join()
        code, seat = self.process.exitcode, self.seat_to_act.value
        self.kill()
        self.start()
        if self.attempt < ATTEMPTS:
            self.attempt += 1
            self.pipe.send(self.number)
            return None
        if seat == NO_SEAT:
            raise NodariumError(say("lab-process-died", game=str(self.number), code=str(code)))
        match = self.arena.match(self.number)
        return self.arena.forfeit(match, self.number, seat, f"its process died twice, with exit code {code}")

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def work(arena: Arena, play: Play, pipe: Connection, seat_to_act: Any) -> None:
    """Play the games whose numbers arrive through the pipe; this runs in the worker process."""
    exit_with_parent()

    def on_turn(seat: int) -> None:
        seat_to_act.value = seat

    with suppress(EOFError, ConnectionError):  # the parent closed the pipe
        while True:
            number = pipe.recv()
            on_turn(NO_SEAT)
            pipe.send(play(arena, number, on_turn))
