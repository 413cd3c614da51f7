"""JSON encoding and decoding."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from nodarium.core.decoding import explain_decode_error
from nodarium.server.errors import BadRequest
from nodarium.server.wire import PRINTABLE

PHRASES = {f"matching regex {PRINTABLE!r}": "without control characters"}

encode = msgspec.json.Encoder().encode


@cache
def _decoder(kind: Any) -> Callable[[bytes | str], Any]:
    return msgspec.json.Decoder(kind).decode


def decode(data: bytes | str, kind: Any) -> Any:
    try:
        return _decoder(kind)(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest(format_decode_error(error, kind)) from None


def format_decode_error(error: Exception, kind: Any) -> str:
    """Format a decode error as `field: problem`, such as `best_of: must be one of 1, 3, 5, 7, not 2.`"""
    path, message, byte = explain_decode_error(error, kind, PHRASES)
    where = f" (byte {byte})" if byte is not None else ""
    return f"{path}: {message[:1].lower()}{message[1:]}." if path else f"{message[:1].upper()}{message[1:]}{where}."
