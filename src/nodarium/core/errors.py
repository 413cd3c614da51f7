"""What can go wrong: each error has a code, a sentence for people and, where it applies, move, position and rule."""

from __future__ import annotations


class NodariumError(Exception):
    """Any mistake of a person or a program that uses Nodarium."""

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
        """The sentence without the move that it begins with, for people who have pointed at things and written none."""
        text = self.message.removeprefix(f"{self.move}: ")
        return text[:1].upper() + text[1:]

    def to_dict(self) -> dict[str, str]:
        """The error as plain data: what the server sends and the page shows."""
        parts = {
            "code": self.code,
            "message": self.message,
            "move": self.move,
            "position": self.position,
            "rule": self.rule,
        }
        return {name: text for name, text in parts.items() if text is not None}


class IllegalMove(NodariumError):
    """The move can be read, but a rule forbids it here."""

    code = "illegal-move"


class UnreadableMove(NodariumError):
    """The text is no move of this game."""

    code = "unreadable-move"


class AmbiguousMove(NodariumError):
    """The text is short for more than one legal move."""

    code = "ambiguous-move"


class NotYourTurn(NodariumError):
    """The seat may not act now."""

    code = "not-your-turn"


class GameOver(NodariumError):
    """The game has ended; nobody may act."""

    code = "game-over"


class BadOption(NodariumError):
    """A game, an option, a seed or a deal that does not exist or cannot be."""

    code = "bad-option"


class BadRecord(NodariumError):
    """A record that cannot be read, or whose moves do not follow the rules."""

    code = "bad-record"


def os_error_text(error: Exception) -> str:
    """Why something of the machine or a file did not work, in words alone."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words.rstrip(".")
