"""JSON encoding and decoding."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from nodarium.core.decoding import explain_decode_error
from nodarium.core.message import Message, say
from nodarium.server.errors import BadRequest
from nodarium.server.wire import PRINTABLE

PATTERNS = {PRINTABLE: say("server-control-characters")}

encode = msgspec.json.Encoder().encode


@cache
def _decoder(kind: Any) -> Callable[[bytes | str], Any]:
    return msgspec.json.Decoder(kind).decode


def decode(data: bytes | str, kind: Any) -> Any:
    try:
        return _decoder(kind)(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest(decode_problem(error, kind)) from None


def decode_problem(error: Exception, kind: Any) -> Message:
    """Say what is wrong with JSON, and where, such as `best_of: Must be one of 1, 3, 5, 7, not 2.`"""
    path, problem, byte = explain_decode_error(error, kind, PATTERNS)
    if path:
        return say("server-at-field", field=path, problem=problem)
    return problem if byte is None else say("server-at-byte", problem=problem, byte=str(byte))
