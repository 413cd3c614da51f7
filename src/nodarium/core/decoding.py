"""Explains why JSON could not be decoded. This is the only module that reads msgspec's error messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

# msgspec's phrases and ours.
PHRASES = {
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


class DecodeProblem(NamedTuple):
    path: str  # of the field, such as `moves[2].seat`; empty for the whole document
    message: str  # without a full stop
    byte: int | None  # where malformed JSON breaks off; None if its end is missing or the JSON is well formed


def explain_decode_error(error: Exception, kind: Any, phrases: Mapping[str, str] | None = None) -> DecodeProblem:
    """Explain why a document isn't of a kind. `phrases` replaces further parts of msgspec's messages."""
    what, *rest = str(error).rstrip(".").rsplit(" - at `$", 1)
    path = "".join(rest).strip("`.")
    what, _, byte = what.partition(" (byte ")
    value = re.match("Invalid (?:enum )?value (.*)", what, re.DOTALL)
    if value and (allowed := _enum_values(kind).get(path.rpartition(".")[2])):
        return DecodeProblem(path, f"must be one of {', '.join(allowed)}, not {value[1]}", None)
    for phrase, plain in {**(phrases or {}), **PHRASES}.items():
        what = what.replace(phrase, plain)
    what = re.sub("`(.*?)`", lambda found: _type_names(found[1]), what)
    return DecodeProblem(path, what, int(byte.rstrip(")")) if byte else None)


def _type_names(types: str) -> str:
    return " or ".join([TYPE_NAMES.get(one, one) for one in types.split(" | ")])


@cache
def _enum_values(kind: Any) -> dict[str, list[str]]:
    """Return the allowed values of each field that has only some, by the field's name."""
    found: dict[str, list[str]] = {}
    for part in msgspec.json.schema_components([kind])[1].values():
        for name, field in part.get("properties", {}).items():
            found.setdefault(name, []).extend(map(str, field.get("enum", ())))
    return found
