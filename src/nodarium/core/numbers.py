"""Integers from other libraries, such as NumPy's."""

from __future__ import annotations

from operator import index


def as_int(value: object) -> int | None:
    """Return any library's integer as an int; None for anything else, a bool included."""
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
