"""Run the command in its own process on a pseudo-terminal."""

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

TIMEOUT_SECONDS = 30.0  # until a test gives up

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class PseudoTerminal:
    def __init__(self, *words: str, columns: int = 80, rows: int = 24) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        device = os.ttyname(slave)
        # The first process of a session that opens a terminal is controlled by it, so Ctrl+C reaches it. Tests that run
        # in the background ignore SIGINT, and their children would inherit that.
        command_line = ["env", "--default-signal=INT", sys.executable, "-m", "nodarium", *words]
        command = f"exec {shlex.join(command_line)} <{device} >{device} 2>&1"
        environment = {**environment_of_tests(), "TERM": "xterm-256color"}
        self.process = subprocess.Popen(["/bin/sh", "-c", command], start_new_session=True, env=environment)
        self.slave = slave  # kept open until the end, so that reading never fails
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # Ctrl+C may discard half a character

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
        """Press Ctrl+C until the process ends: readline misses one that comes just before it starts to wait."""
        while self.process.poll() is None:
            self.type("\x03")
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)

    def read(self) -> None:
        """Wait for more output."""
        assert select.select([self.master], [], [], TIMEOUT_SECONDS)[0], f"nothing more than {plain(self.seen)!r}"
        self.seen += self.decoder.decode(os.read(self.master, 65536))

    def wait_for(self, text: str) -> str:
        """Wait for a text, and return the output up to its end, without colours."""
        while text not in plain(self.seen):
            self.read()
        shown = plain(self.seen)
        end = shown.index(text) + len(text)
        self.seen = shown[end:]
        return shown[:end]

    def leave(self) -> tuple[int, str]:
        """Wait for the process to end, and return its exit code and the rest of the output."""
        code = self.process.wait(TIMEOUT_SECONDS)
        while select.select([self.master], [], [], 0.1)[0]:
            self.read()
        return code, plain(self.seen)


def environment_of_tests() -> dict[str, str]:
    """Return an environment in which a new process imports the same packages from any directory."""
    assert str(Path(nodarium.__file__).parents[1]) in os.environ["PYTHONPATH"]  # set in the root's conftest.py
    return dict(os.environ)


def plain(text: str) -> str:
    return ESCAPE.sub("", text).replace("\r\n", "\n")
