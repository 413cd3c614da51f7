"""The command, run in this process with its input and output held."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import TextIO

import pytest

from nodarium.cli.main import main


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


HANDED_OVER = "Let nobody else look, and press Enter. "


class Person(io.StringIO):
    """Somebody who types these lines, and Enter whenever the screen is handed over."""

    def __init__(self, lines: str = "") -> None:
        super().__init__(lines)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        assert isinstance(sys.stdout, io.StringIO)
        return "\n" if sys.stdout.getvalue().endswith(HANDED_OVER) else self.type_line()

    def type_line(self) -> str:
        return super().readline()


class Command:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def __call__(self, *words: str, typed: str | TextIO = "") -> Result:
        """Run the command with these words; `typed` is what the person types, up to the end of input."""
        out, err = io.StringIO(), io.StringIO()
        self.monkeypatch.setattr(sys, "stdin", Person(typed) if isinstance(typed, str) else typed)
        with redirect_stdout(out), redirect_stderr(err):
            code = main(words)
        return Result(code, out.getvalue(), err.getvalue())

    def right(self, *words: str, typed: str | TextIO = "") -> str:
        """What it says if all is well."""
        result = self(*words, typed=typed)
        assert (result.code, result.err) == (0, ""), result.err
        return result.out

    def wrong(self, *words: str, typed: str | TextIO = "") -> str:
        """The one sentence it says if the input is wrong."""
        result = self(*words, typed=typed)
        assert result.code == 2
        assert result.out == ""
        assert result.err.endswith("\n")
        assert result.err.count("\n") == 1, result.err
        assert result.err.rstrip()[-1] in ".?)", result.err
        return result.err
