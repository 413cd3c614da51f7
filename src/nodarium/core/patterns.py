"""Regular expressions that mean the same in Python and in JavaScript, which reads our JSON schemas."""

from __future__ import annotations


def whole(pattern: str) -> str:
    """The pattern for a whole text. In Python, `$` alone also matches before a newline at the end."""
    return rf"^{pattern}$(?!\n)"
