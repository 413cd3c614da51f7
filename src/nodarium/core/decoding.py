"""Explains why JSON could not be decoded. This is the only module that reads msgspec's error messages."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from nodarium.core.message import Message, any_of, say

# msgspec’s sentences, and the messages that say the same. Groups are arguments.
SENTENCES: dict[str, str] = {
    r"Object missing required field `(?P<field>.*)`": "core-field-missing",
    r"Object contains unknown field `(?P<field>.*)`": "core-field-unknown",
    r"Expected `(?P<types>[^`]*)`, got `(?P<given>[^`]*)`": "core-type-expected",
    r"Expected `(?P<types>[^`]*)` matching regex (?P<pattern>.*)": "core-pattern-expected",
    r"Expected `(?:str|array|object)` of length >= (?P<least>\d+)(?:, got .*)?": "core-too-short",
    r"Expected `(?:str|array|object)` of length <= (?P<most>\d+)(?:, got .*)?": "core-too-long",
    r"Expected `array` of (?:at least )?length (?P<length>\d+)(?: to \d+)?(?:, got .*)?": "core-length-expected",
    r"Expected `(?:int|float)` >=? (?P<least>\S+)": "core-number-too-small",
    r"Expected `(?:int|float)` <=? (?P<most>\S+)": "core-number-too-large",
    r"JSON is malformed: (?P<problem>.*)": "core-json-malformed",
    r"Input data was truncated": "core-json-truncated",
}
TYPE_NAMES = ("str", "int", "float", "bool", "array", "object", "null")


class DecodeProblem(NamedTuple):
    path: str  # of the field, such as `moves[2].seat`; empty for the whole document
    message: Message
    byte: int | None  # where malformed JSON breaks off; None if its end is missing or the JSON is well formed


def explain_decode_error(error: Exception, kind: Any, patterns: Mapping[str, Message] | None = None) -> DecodeProblem:
    """Explain why a document isn't of a kind. `patterns` says in words what regular expressions mean."""
    what, *rest = str(error).rstrip(".").rsplit(" - at `$", 1)
    path = "".join(rest).strip("`.")
    found = re.fullmatch(r"(.*) \(byte (\d+)\)", what, re.DOTALL)  # the text before it may come from a client
    what, byte = (found[1], int(found[2])) if found else (what, None)
    return DecodeProblem(path, _explain(what, path, kind, patterns or {}), byte)


def _explain(what: str, path: str, kind: Any, patterns: Mapping[str, Message]) -> Message:
    value = re.match("Invalid (?:enum )?value (.*)", what, re.DOTALL)
    if value and (allowed := _enum_values(kind).get(path.rpartition(".")[2])):
        return say("core-not-one-of", choices=", ".join(allowed), value=value[1])
    for sentence, message_id in SENTENCES.items():
        found = re.fullmatch(sentence, what, re.DOTALL)
        if not found:
            continue
        args: dict[str, Any] = found.groupdict()
        if "pattern" in args:
            args["pattern"] = literal_eval(args["pattern"])
            if args["pattern"] in patterns:
                return patterns[args["pattern"]]
        for name in ("types", "given"):
            if name in args:
                args[name] = any_of(tuple([_type_name(one) for one in args[name].split(" | ")]))
        return Message(message_id, args)
    return say("core-not-decodable", problem=what)


def _type_name(name: str) -> Message | str:
    return say(f"core-type-{name}") if name in TYPE_NAMES else name


@cache
def _enum_values(kind: Any) -> dict[str, list[str]]:
    """Return the allowed values of each field that has only some, by the field's name."""
    found: dict[str, list[str]] = {}
    for part in msgspec.json.schema_components([kind])[1].values():
        for name, field in part.get("properties", {}).items():
            for kind_of_field in (field, *field.get("anyOf", ())):
                found.setdefault(name, []).extend(map(str, kind_of_field.get("enum", ())))
    return found
