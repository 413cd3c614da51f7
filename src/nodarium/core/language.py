"""The catalogues: every text of the program in every language, in Fluent's format.

Each part of the program has a folder `texts` with a file for each language; a game's texts lie in its folder. A message
that a language lacks is formatted in English.

`PSEUDO` is a language for tests: English with accents, in brackets and 40 % longer. What isn't in brackets bypasses the
catalogues.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentSerializer
from fluent.syntax.ast import Message as Entry
from fluent.syntax.ast import Pattern, Resource, TextElement
from fluent.syntax.visitor import Transformer
from msgspec import Struct, structs

from nodarium.core.discovery import game_ids, game_package
from nodarium.core.message import Message, Text

ENGLISH = "en"
PSEUDO = "en-XA"
LANGUAGES = (ENGLISH, "de")  # the first is the default
LOCALES = {ENGLISH: "en-GB", PSEUDO: "en-GB"}  # for numbers, plurals and lists, if the language isn't enough
PARTS = ("core", "record", "search", "lab", "server", "cli")
ANY_OF = "core-any-of"

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)

T = TypeVar("T")


def current_language() -> str:
    return _current.get()


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Format messages in a language."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def choose_language(wanted: str | None) -> str:
    """The best language for a list such as `de-CH, de;q=0.9, en;q=0.8`, as browsers send it in `Accept-Language`."""
    ranked = []
    for part in (wanted or "")[:200].replace(" ", "").split(","):
        tag, _, weight = part.partition(";q=")
        try:
            ranked.append((float(weight or 1), tag))
        except ValueError:
            continue
    for rank, tag in sorted(ranked, key=lambda one: -one[0]):
        if not rank > 0:
            continue
        if tag == PSEUDO:
            return PSEUDO
        if tag.partition("-")[0].lower() in LANGUAGES:
            return tag.partition("-")[0].lower()
    return ENGLISH


def format_message(message: Text, language: str | None = None) -> str:
    """Format a message in a language; the current one by default. A plain string stays as it is."""
    if isinstance(message, str):
        return message
    return _format(message, language or current_language())


def has_message(message_id: str) -> bool:
    """Whether the catalogues have a message."""
    return _bundle(part_of(message_id), ENGLISH).has_message(message_id)


def _format(message: Message, language: str) -> str:
    if message.id == ANY_OF:
        return _list(message.args["items"], language, "or")
    bundle = _bundle(part_of(message.id), language)
    if not bundle.has_message(message.id) and language != ENGLISH:
        return _format(message, ENGLISH)
    if not bundle.has_message(message.id):
        warnings.warn(f"the message {message.id} has no text", stacklevel=2)
        return message.id
    args = {name: _argument(value, language) for name, value in message.args.items()}
    pattern = bundle.get_message(message.id).value
    assert pattern is not None
    text, errors = bundle.format_pattern(pattern, args)
    if errors:
        warnings.warn(f"{message.id}: {errors[0]}", stacklevel=2)
    return str(text)


def _argument(value: Any, language: str) -> Any:
    if isinstance(value, Message):
        return _format(value, language)
    if isinstance(value, tuple | list):
        if len(value) == 2 and isinstance(value[1], dict):  # a message that was decoded from JSON
            return _format(Message(*value), language)
        return _list(value, language, "standard")
    return value


def _list(items: Any, language: str, style: Any) -> str:
    return format_list(
        [str(_argument(item, language)) for item in items], style, LOCALES.get(language, language).replace("-", "_")
    )


def localize(value: T, language: str) -> T:
    """Replace all messages in a struct, tuple or dict by their texts."""
    made: Any = value
    if isinstance(value, Message):
        made = _format(value, language)
    elif isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        changed = {name: new for name, old in fields.items() if (new := localize(old, language)) is not old}
        made = structs.replace(value, **changed) if changed else value
    elif isinstance(value, tuple | list):
        items = [localize(item, language) for item in value]
        if any(new is not old for new, old in zip(items, value, strict=True)):
            made = items if isinstance(value, list) else tuple(items)
    elif isinstance(value, dict):
        changed = {name: new for name, old in value.items() if (new := localize(old, language)) is not old}
        made = value | changed if changed else value
    return made  # type: ignore[no-any-return]


# ---- the catalogues ----


def part_of(message_id: str) -> str:
    """The part of the program whose catalogue has a message."""
    return message_id.partition("-")[0]


def parts() -> list[str]:
    return [*PARTS, *game_ids()]


def catalogue_path(part: str, language: str) -> Path:
    package = f"nodarium.{part}" if part in PARTS else game_package(part)
    return Path(str(files(package))) / "texts" / f"{language}.ftl"


@cache
def catalogue(part: str, language: str) -> str:
    """The texts of a part of the program in a language, in Fluent's format; empty if there are none."""
    if language == PSEUDO:
        return FluentSerializer().serialize(pseudo_resource(FluentResource(catalogue(part, ENGLISH))))
    path = catalogue_path(part, language)
    return path.read_text("utf-8") if path.exists() else ""


@cache
def _bundle(part: str, language: str) -> FluentBundle:
    bundle = FluentBundle([LOCALES.get(language, language)], use_isolating=False)
    if part in parts():
        bundle.add_resource(FluentResource(catalogue(part, language)))
    return bundle


ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")


class _Lengthen(Transformer):
    def visit_TextElement(self, node: TextElement) -> TextElement:  # noqa: N802
        letters = sum(letter.isalpha() for letter in node.value)
        node.value = node.value.translate(ACCENTS) + "~" * round(0.4 * letters)
        return node


def pseudo_resource(resource: Resource) -> Resource:
    """Turn English into the language for tests."""
    for entry in resource.body:
        if isinstance(entry, Entry) and isinstance(entry.value, Pattern):
            _Lengthen().visit(entry)
            entry.value.elements = [TextElement("⟦"), *entry.value.elements, TextElement("⟧")]
    return resource
