"""Options: what can be chosen about a game before it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import product
from pathlib import Path

from nodarium.core.errors import BadOption, suggest
from nodarium.core.message import say
from nodarium.core.numbers import as_int

Value = str | int | bool
BOOLEAN_WORDS: Mapping[str, bool] = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass(frozen=True)
class Option:
    """One option: its choices, all of one type, its default and the rule it belongs to.

    If users may supply a custom value, `parse_custom` turns it (a text, or the `Path` of a file) into the value that
    represents it. It returns None for anything that isn't a custom value, and raises `BadOption` for an invalid one.
    The message `…-hint` then tells users of the command line what they may supply.

    A choice can name a data set. Data sets never change: a new version is a new choice, such as `standard-2` after
    `standard-1`. Users may leave out the number and get the newest version. `unversioned` lists the versions that a
    name without a number can stand for in data from before the names had numbers, the likeliest first.
    """

    name: str
    choices: tuple[Value, ...]
    default: Value
    rule: str
    parse_custom: Callable[[object], Value | None] | None = None
    unversioned: tuple[str, ...] = ()

    @cached_property
    def aliases(self) -> dict[str, str]:
        """The newest version of each data set, by its name without a number."""
        versions = sorted((int(number), name) for name, _, number in map(split_version, self.choices) if number)
        newest = {name: f"{name}-{number}" for number, name in versions}
        return {name: exact for name, exact in newest.items() if name not in self.choices}

    def exact(self, value: str) -> str:
        """The name of a data set with its version: the newest one if the value names none."""
        return self.aliases.get(value, value)

    def stored_values(self, value: object) -> tuple[Value, ...]:
        """What a stored value can stand for, the likeliest first."""
        if value in self.aliases:
            names = tuple(name for name in self.unversioned if name.startswith(f"{value}-"))
            return names or (self.aliases[str(value)],)
        return (self.check(value),)

    def check(self, value: object) -> Value:
        """Return the choice that equals a value, or the representation of a custom value."""
        number = as_int(value)
        if number is not None:
            value = number
        if isinstance(value, str):
            value = self.exact(value)
        for choice in self.choices:
            if type(choice) is type(value) and choice == value:
                return choice
        if self.parse_custom and isinstance(value, str) and value.endswith(".toml"):
            raise BadOption(say("core-file-as-text", option=self.name, value=value), rule=self.rule)
        custom = self.parse_custom(value) if self.parse_custom else None
        if custom is not None:
            return custom
        known = ", ".join(str(choice) for choice in self.choices)
        refused = "core-bad-choice-or-own" if self.parse_custom else "core-bad-choice"
        raise BadOption(say(refused, option=self.name, choices=known, value=repr(value)), rule=self.rule)

    def parse(self, text: str) -> Value:
        """Parse a value typed on the command line."""
        if isinstance(self.default, bool):
            return self.check(BOOLEAN_WORDS.get(text.lower(), text))
        if isinstance(self.default, int) and text.lstrip("-").isdecimal():
            return self.check(int(text))
        if self.parse_custom and text.endswith(".toml"):
            return self.check(Path(text))
        return self.check(text)


def split_version(choice: Value) -> tuple[str, str, str]:
    """Split `standard-2` into its name, a hyphen and its number; the number is empty for other choices."""
    name, hyphen, number = str(choice).rpartition("-")
    return (name, hyphen, number) if name and number.isdecimal() else (str(choice), "", "")


def resolve(options: Sequence[Option], chosen: Mapping[str, object]) -> dict[str, Value]:
    """Check the chosen options and fill in the defaults of the others."""
    names = [option.name for option in options]
    for name in chosen:
        if name not in names:
            near = get_close_matches(name, names, 1)
            raise BadOption(say("core-unknown-option", name=str(name), hint=suggest(near[0] if near else "", names)))
    return {o.name: o.check(chosen[o.name]) if o.name in chosen else o.default for o in options}


def resolve_stored(options: Sequence[Option], stored: Mapping[str, Value]) -> list[dict[str, Value]]:
    """What stored options can stand for, the likeliest first. There are several only if they name no version."""
    resolved = resolve(options, stored)
    values = [o.stored_values(stored[o.name]) if o.name in stored else (resolved[o.name],) for o in options]
    return [dict(zip(resolved, chosen, strict=True)) for chosen in product(*values)]
