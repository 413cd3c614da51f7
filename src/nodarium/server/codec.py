"""JSON encoding and decoding. This is the only module that reads msgspec's error messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from nodarium.server.errors import BadRequest
from nodarium.server.wire import PRINTABLE

# msgspec's phrases and ours.
PLAIN_ENGLISH = {
    f"matching regex {PRINTABLE!r}": "without control characters",
    "matching regex": "of the form",
    "Object missing required field": "missing field",
    "Object contains unknown field": "unknown field",
    "of length": "with a length",
    ">=": "of at least",
    "<=": "of at most",
}
TYPE_NAMES = {
    "str": "a string",
    "int": "an integer",
    "float": "a number",
    "bool": "true or false",
    "array": "an array",
    "object": "an object",
    "null": "null",
}

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
    what, *path = str(error).rstrip(".").rsplit(" - at `$", 1)
    field = "".join(path).strip("`.")
    value = re.match("Invalid (?:enum )?value (.*)", what, re.DOTALL)
    if value and (allowed := enum_values(kind).get(field.rpartition(".")[2])):
        return f"{field}: must be one of {', '.join(allowed)}, not {value[1]}."
    for phrase, plain in PLAIN_ENGLISH.items():
        what = what.replace(phrase, plain)
    what = re.sub(
        "`(.*?)`", lambda found: " or ".join([TYPE_NAMES.get(one, one) for one in found[1].split(" | ")]), what
    )
    return f"{field}: {what[:1].lower()}{what[1:]}." if field else f"{what[:1].upper()}{what[1:]}."


@cache
def enum_values(kind: Any) -> dict[str, list[str]]:
    """The allowed values of each field that has only some, by the field's name."""
    found: dict[str, list[str]] = {}
    for part in msgspec.json.schema_components([kind])[1].values():
        for name, field in part.get("properties", {}).items():
            found.setdefault(name, []).extend(map(str, field.get("enum", ())))
    return found
