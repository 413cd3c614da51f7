"""Run the command in this process, with its input and output captured."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import TextIO

import pytest

from nodarium.cli.main import main
from nodarium.core.language import ENGLISH, LANGUAGES, PSEUDO, format_message
from nodarium.core.message import say


def hand_over(language: str = ENGLISH) -> str:
    """The end of the question that is asked when the terminal is handed over, after the seat."""
    return format_message(say("cli-hand-over", seat="|"), language).rpartition("|")[2] + " "


HANDOVERS = tuple([hand_over(language) for language in (*LANGUAGES, PSEUDO)])


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


class Person(io.StringIO):
    """Types these lines, and Enter whenever the terminal is handed over."""

    def __init__(self, lines: str = "") -> None:
        super().__init__(lines)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        assert isinstance(sys.stdout, io.StringIO)
        asked = " ".join(sys.stdout.getvalue()[-300:].split()) + " "  # the question may be wrapped
        return "\n" if asked.endswith(HANDOVERS) else self.type_line()

    def type_line(self) -> str:
        return super().readline()


class Command:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def __call__(self, *words: str, typed: str | TextIO = "") -> Result:
        """Run the command with these words; `typed` is the whole input."""
        out, err = io.StringIO(), io.StringIO()
        self.monkeypatch.setattr(sys, "stdin", Person(typed) if isinstance(typed, str) else typed)
        with redirect_stdout(out), redirect_stderr(err):
            code = main(words)
        return Result(code, out.getvalue(), err.getvalue())

    def right(self, *words: str, typed: str | TextIO = "") -> str:
        """Return the output; the command must succeed."""
        result = self(*words, typed=typed)
        assert (result.code, result.err) == (0, ""), result.err
        return result.out

    def wrong(self, *words: str, typed: str | TextIO = "") -> str:
        """Return the error, one line on stderr; the command must refuse its arguments."""
        result = self(*words, typed=typed)
        assert result.code == 2
        assert result.out == ""
        assert result.err.endswith("\n")
        assert result.err.count("\n") == 1, result.err
        assert result.err.rstrip()[-1] in ".?)⟧", result.err
        return result.err
