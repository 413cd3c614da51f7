"""The command in a real terminal: a process of its own on a pseudo-terminal, with somebody who types."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import shlex
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import nodarium

PATIENCE = 30.0  # seconds until a test gives up; nothing is decided by time

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    def __init__(self, *words: str, columns: int = 80, rows: int = 24) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        device = os.ttyname(slave)
        # The first process of a session that opens a terminal is controlled by it: so Ctrl-C arrives. Where the tests
        # run in the background it would be ignored.
        heeding = ["env", "--default-signal=INT", sys.executable, "-m", "nodarium", *words]
        command = f"exec {shlex.join(heeding)} <{device} >{device} 2>&1"
        environment = {**surroundings(), "TERM": "xterm-256color"}
        self.process = subprocess.Popen(["/bin/sh", "-c", command], start_new_session=True, env=environment)
        self.slave = slave  # held open until the end, so that reading never fails
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.slave)
        os.close(self.master)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C until it is noticed: readline overlooks one that comes just before it starts to wait."""
        while self.process.poll() is None:
            self.type("\x03")
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)

    def read(self) -> None:
        """Wait for more to be shown."""
        assert select.select([self.master], [], [], PATIENCE)[0], f"nothing more than {plain(self.seen)!r}"
        self.seen += self.decoder.decode(os.read(self.master, 65536))

    def wait_for(self, text: str) -> str:
        """What the terminal shows up to a text, and it; without colours."""
        while text not in plain(self.seen):
            self.read()
        shown = plain(self.seen)
        end = shown.index(text) + len(text)
        self.seen = shown[end:]
        return shown[:end]

    def leave(self) -> tuple[int, str]:
        """The exit code, and what was shown last."""
        code = self.process.wait(PATIENCE)
        while select.select([self.master], [], [], 0.1)[0]:
            self.read()
        return code, plain(self.seen)


def surroundings() -> dict[str, str]:
    """The environment in which a new process finds the same package as this one, whatever its folder."""
    assert str(Path(nodarium.__file__).parents[1]) in os.environ["PYTHONPATH"]  # the root's conftest.py sees to it
    return dict(os.environ)


def plain(text: str) -> str:
    return ESCAPE.sub("", text).replace("\r\n", "\n")
