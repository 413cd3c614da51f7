"""`Screen`: what a person sees in the terminal, and what they type."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from itertools import count, zip_longest
from threading import Event, Thread

from rich.console import Console
from rich.text import Text

from nodarium.core.canvas import Canvas
from nodarium.core.errors import os_error_text
from nodarium.core.theme import terminal

WIDEST = 96  # longer lines are hard to read
PATIENCE = 2  # seconds without a sign that something goes on
LIGHT_GROUNDS = ("7", "15")  # in COLORFGBG, which some terminals set to the numbers of their colours
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


class Pipe(Console):
    """A console that leaves it to us what happens when nobody reads on."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Writes with the styles of a scene; in colours only on a terminal that has them."""

    def __init__(self, theme: str | None = None) -> None:
        ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
        self.theme = theme or ("light" if ground in LIGHT_GROUNDS else "dark")
        self.console = Pipe(highlight=False, markup=False, emoji=False)

    def style(self, words: str) -> str:
        return terminal(words, self.theme)

    def text(self, text: str, style: str = "text") -> Text:
        """What somebody wrote into a record may be anything; nothing of it reaches the terminal but letters."""
        return Text(CONTROL.sub("?", text), self.style(style))

    def say(self, text: str = "", style: str = "text") -> None:
        self.console.print(self.text(text, style))

    def say_line(self, text: str) -> None:
        """Something to copy: never broken."""
        self.console.print(self.text(text), soft_wrap=True)

    def complain(self, error: Exception) -> None:
        """Tell what was wrong, within a dialogue that goes on."""
        self.say(in_words(error), "text red")

    def draw(self, canvas: Canvas) -> None:
        for row in canvas.lines():
            line = Text.assemble(*((piece, self.style(words)) for piece, words in row))
            line.rstrip()
            self.console.print(line, soft_wrap=True)

    def beside(self, left: Sequence[Text], column: int, right: Text) -> None:
        """Lines at the left and, from a column on, a text that is wrapped."""
        lines = right.wrap(self.console, max(20, min(self.console.width, WIDEST) - column))
        for one, other in zip_longest(left, lines, fillvalue=Text()):
            line = Text.assemble(one, " " * (column - len(one)), other)
            line.rstrip()
            self.console.print(line, soft_wrap=True)

    def list(self, words: Sequence[str]) -> None:
        """Words in columns."""
        width = max(map(len, words), default=0) + 2
        across = max(1, self.console.width // width)
        for start in range(0, len(words), across):
            self.say("".join(word.ljust(width) for word in words[start : start + across]).rstrip())

    @contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """On a terminal, count the seconds of something that takes long; the line is gone when it is done."""
        done = Event()

        def tick() -> None:
            for seconds in count(1):
                if done.wait(1):
                    break
                if seconds >= PATIENCE:
                    self.console.file.write(f"\r{what} … {seconds} s ")
                    self.console.file.flush()
            if seconds > PATIENCE:
                self.console.file.write("\r\x1b[2K")
                self.console.file.flush()

        clock = Thread(target=tick, daemon=True)
        if self.console.is_terminal:
            clock.start()
        try:
            yield
        finally:
            done.set()
            if clock.is_alive():
                clock.join()

    def wipe(self) -> None:
        """Clear the terminal, what can be scrolled back to, and what the arrow keys bring back."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
        with suppress(ImportError):  # not everywhere
            import readline

            readline.clear_history()

    @staticmethod
    def ask(prompt: str, words: Sequence[str] = ()) -> str:
        """The line that is typed; on a terminal it can be edited, and Tab completes it to one of the words."""
        if sys.stdin.isatty():
            _complete(words)
            return _tidy(input(prompt))
        line = _tidy(input(prompt))
        print(line)
        return line


def _tidy(line: str) -> str:
    """Without keys that write nothing."""
    return "".join(character for character in line if character.isprintable()).strip()


def _complete(words: Sequence[str]) -> None:
    try:
        import readline
    except ImportError:  # not everywhere
        return

    def nth(typed: str, n: int) -> str | None:
        begun = [word for word in words if word.lower().startswith(typed.lower())]
        return begun[n] if n < len(begun) else None

    readline.set_completer_delims("")
    readline.set_completer(nth)
    readline.parse_and_bind("tab: complete")


def write_for_programs(text: str) -> None:
    """To the standard output, in UTF-8 whatever the terminal speaks."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(text)


def in_words(error: Exception) -> str:
    """One sentence for any error that is not our mistake."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {os_error_text(error)}." if error.filename else f"{os_error_text(error)}."
    return str(error)
