"""`Message`: a text that is formatted where it is read, in the reader's language.

Code names a message and its arguments; `language.py` finds the words. The id starts with the part of the program whose
catalogue has it, such as `core-…` or `server-…`, or with a game's id. An argument is a number, a name that is the same
in all languages, another message, or a tuple of these, which becomes a list with "and".
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Message(Struct, frozen=True, array_like=True):
    id: str
    args: dict[str, Any] = {}

    def __str__(self) -> str:
        """Format it in the current language."""
        from nodarium.core.language import format_message

        return format_message(self)

    def __hash__(self) -> int:
        return hash(self.id)


Text = str | Message  # a plain string is the same in all languages: a name, a number, a symbol
Argument = str | int | float | Message | tuple[Text, ...]


def say(message_id: str, /, **args: Argument) -> Message:
    return Message(message_id, args)


def any_of(items: tuple[Text, ...]) -> Message:
    """A list with "or"."""
    return Message("core-any-of", {"items": items})
