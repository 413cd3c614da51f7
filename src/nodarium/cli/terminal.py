"""`Terminal`: styled output to the terminal, and input from it."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from itertools import count, zip_longest
from textwrap import wrap
from threading import Event, Thread

from rich.console import Console
from rich.text import Text

from nodarium.core.canvas import Canvas
from nodarium.core.errors import os_error_text
from nodarium.core.message import Message, say
from nodarium.core.message import Text as Words
from nodarium.core.theme import terminal

MAX_TEXT_WIDTH = 96  # longer lines are hard to read
QUIET_SECONDS = 2  # before progress is shown
LIGHT_BACKGROUNDS = ("7", "15")  # in COLORFGBG, where some terminals report their colours
# What the operating system says most often.
OS_ERRORS = {
    errno.EACCES: "cli-os-forbidden",
    errno.EEXIST: "cli-os-exists",
    errno.EISDIR: "cli-os-is-directory",
    errno.ENOENT: "cli-os-missing",
    errno.ENOTDIR: "cli-os-not-directory",
    errno.EPERM: "cli-os-forbidden",
}
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


class PipeConsole(Console):
    """A console that raises BrokenPipeError, where Rich would exit with code 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Terminal:
    """Prints with the styles of a scene, in colour if the terminal supports it."""

    def __init__(self, theme: str | None = None) -> None:
        background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
        self.theme = theme or ("light" if background in LIGHT_BACKGROUNDS else "dark")
        self.console = PipeConsole(highlight=False, markup=False, emoji=False)

    def style(self, words: str) -> str:
        return terminal(words, self.theme)

    def text(self, text: Words, style: str = "text") -> Text:
        """Style a text. It may come from a record that anyone wrote, so control characters become question marks."""
        return Text(CONTROL.sub("?", str(text)), self.style(style))

    def print(self, text: Words = "", style: str = "text") -> None:
        self.console.print(self.text(text, style))

    def print_unwrapped(self, text: Words) -> None:
        """Print a text that people may copy, without line breaks."""
        self.console.print(self.text(text), soft_wrap=True)

    def print_error(self, error: Exception) -> None:
        self.print(error_text(error), "text red")

    def draw(self, canvas: Canvas) -> None:
        for row in canvas.lines():
            line = Text.assemble(*((piece, self.style(words)) for piece, words in row))
            line.rstrip()
            self.console.print(line, soft_wrap=True)

    def print_columns(self, left: Sequence[Text], column: int, right: Text) -> None:
        """Print lines on the left and, from a column on, a wrapped text next to them."""
        lines = right.wrap(self.console, max(20, min(self.console.width, MAX_TEXT_WIDTH) - column))
        for start, rest in zip_longest(left, lines, fillvalue=Text()):
            line = Text.assemble(start, " " * (column - len(start)), rest)
            line.rstrip()
            self.console.print(line, soft_wrap=True)

    def print_list(self, words: Sequence[str]) -> None:
        """Print words in as many columns as fit."""
        width = max(map(len, words), default=0) + 2
        columns = max(1, self.console.width // width)
        for start in range(0, len(words), columns):
            self.print("".join(word.ljust(width) for word in words[start : start + columns]).rstrip())

    @contextmanager
    def progress(self, what: Words) -> Iterator[None]:
        """On a terminal, count the seconds while something takes long, and clear the line afterwards."""
        done, words = Event(), str(what)  # another thread doesn't know the language

        def tick() -> None:
            for seconds in count(1):
                if done.wait(1):
                    break
                if seconds >= QUIET_SECONDS:
                    self.console.file.write(f"\r{words} … {seconds} s ")
                    self.console.file.flush()
            if seconds > QUIET_SECONDS:
                self.console.file.write("\r\x1b[2K")
                self.console.file.flush()

        ticker = Thread(target=tick, daemon=True)
        if self.console.is_terminal:
            ticker.start()
        try:
            yield
        finally:
            done.set()
            if ticker.is_alive():
                ticker.join()

    def clear(self) -> None:
        """Clear the terminal, its scrollback and the input history, so that the next player sees nothing of them."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
        with suppress(ImportError):  # not on every system
            import readline

            readline.clear_history()

    def ask(self, prompt: Words, words: Sequence[str] = ()) -> str:
        """Read a line; on a terminal it can be edited, and Tab completes one of the words."""
        if sys.stdin.isatty():
            _complete(words)
        *above, last = wrap(str(prompt), self.console.width - 1)
        for sentence in above:
            print(sentence)
        line = _printable(input(f"{last} "))
        if not sys.stdin.isatty():
            print(line)
        return line


def _printable(line: str) -> str:
    return "".join(character for character in line if character.isprintable()).strip()


def _complete(words: Sequence[str]) -> None:
    try:
        import readline
    except ImportError:  # not on every system
        return

    def nth_match(typed: str, n: int) -> str | None:
        matching = [word for word in words if word.lower().startswith(typed.lower())]
        return matching[n] if n < len(matching) else None

    readline.set_completer_delims("")
    readline.set_completer(nth_match)
    readline.parse_and_bind("tab: complete")


def write_utf8(text: str) -> None:
    """Write to standard output in UTF-8, whatever the locale is."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(text)


def error_text(error: Exception) -> str:
    """Return one sentence for an error that the user can fix, without control characters."""
    return CONTROL.sub("?", _describe_error(error))


def _describe_error(error: Exception) -> str:
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    if not error.filename:
        return str(say("cli-os-problem", problem=os_error_text(error)))
    file = str(error.filename)
    if error.errno in OS_ERRORS:
        return str(Message(OS_ERRORS[error.errno], {"file": file}))
    return str(say("cli-os-problem-with-file", file=file, problem=os_error_text(error)))
