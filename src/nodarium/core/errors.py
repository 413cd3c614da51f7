"""Errors. Each has a code and a message and, where they apply, the move, the position and the rule."""

from __future__ import annotations


class NodariumError(Exception):
    """Any mistake of a person or program that uses Nodarium."""

    code = "error"

    def __init__(
        self,
        message: str,
        *,
        move: str | None = None,
        position: str | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.move = move
        self.position = position
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message

    @property
    def message_without_move(self) -> str:
        """The message without the move it starts with, for people who clicked and typed no move."""
        text = self.message.removeprefix(f"{self.move}: ")
        return text[:1].upper() + text[1:]

    def to_dict(self) -> dict[str, str]:
        """Return the error as plain data, as the server sends it."""
        parts = {
            "code": self.code,
            "message": self.message,
            "move": self.move,
            "position": self.position,
            "rule": self.rule,
        }
        return {name: text for name, text in parts.items() if text is not None}


class IllegalMove(NodariumError):
    """A rule forbids the move here."""

    code = "illegal-move"


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


def os_error_text(error: Exception) -> str:
    """Return the operating system's reason for an error, without number and file name."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words.rstrip(".")
