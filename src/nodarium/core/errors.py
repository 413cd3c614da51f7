"""Errors. Each has a code and a message and, where they apply, the move, the position and the rule."""

from __future__ import annotations

from collections.abc import Sequence

from nodarium.core.message import Message, Text, say


class NodariumError(Exception):
    """Any mistake of a person or program that uses Nodarium."""

    code = "error"

    def __init__(
        self,
        message: Text,
        *,
        move: str | None = None,
        position: str | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message  # a sentence
        self.move = move
        self.position = position
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else str(self.message)

    def to_dict(self) -> dict[str, str]:
        """Return the error as plain data, in the current language."""
        parts = {
            "code": self.code,
            "message": str(self.message),
            "move": self.move,
            "position": self.position,
            "rule": self.rule,
        }
        return {name: text for name, text in parts.items() if text is not None}


class IllegalMove(NodariumError):
    """A rule forbids the move here."""

    code = "illegal-move"

    def __str__(self) -> str:
        return f"{self.move}: {super().__str__()}" if self.move else super().__str__()


class UnreadableMove(NodariumError):
    """The text isn't a move of this game."""

    code = "unreadable-move"


class AmbiguousMove(NodariumError):
    """The text abbreviates several legal moves."""

    code = "ambiguous-move"


class NotYourTurn(NodariumError):
    """The seat isn't to act."""

    code = "not-your-turn"


class GameOver(NodariumError):
    """The game has ended."""

    code = "game-over"


class BadOption(NodariumError):
    """A game, option, seed or deal that doesn't exist or isn't possible."""

    code = "bad-option"


class BadRecord(NodariumError):
    """A record that can't be read, or whose moves break the rules."""

    code = "bad-record"


def suggest(near: str, available: Sequence[object]) -> Message:
    """The end of an error about an unknown name: what the user may have meant, or all there is."""
    if near:
        return say("core-did-you-mean", name=near)
    return say("core-available", names=", ".join(map(str, available))) if available else say("core-none-available")


def os_error_text(error: Exception) -> str:
    """Return the operating system's reason for an error, without number and file name."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words.rstrip(".")
