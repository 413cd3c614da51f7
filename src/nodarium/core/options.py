"""Options: what can be chosen about a game before it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from nodarium.core.errors import BadOption
from nodarium.core.numbers import as_int

Value = str | int | bool
BOOLEAN_WORDS: Mapping[str, bool] = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass(frozen=True)
class Option:
    """One option: its choices, all of one type, its default and the rule it belongs to.

    If users may supply a custom value, `parse_custom` turns it (a text, or the `Path` of a file) into the value that
    represents it. It returns None for anything that isn't a custom value, and raises `BadOption` for an invalid one.
    `hint` tells users of the command line what they may supply.
    """

    name: str
    choices: tuple[Value, ...]
    default: Value
    rule: str
    description: str
    parse_custom: Callable[[object], Value | None] | None = None
    hint: str = ""

    @property
    def help(self) -> str:
        """The description for the command line."""
        return f"{self.description}; {self.hint}" if self.hint else self.description

    def check(self, value: object) -> Value:
        """Return the choice that equals a value, or the representation of a custom value."""
        number = as_int(value)
        if number is not None:
            value = number
        for choice in self.choices:
            if type(choice) is type(value) and choice == value:
                return choice
        if self.parse_custom and isinstance(value, str) and value.endswith(".toml"):
            raise BadOption(f"{self.name}: pass a file as a pathlib.Path, not as the text {value!r}.", rule=self.rule)
        custom = self.parse_custom(value) if self.parse_custom else None
        if custom is not None:
            return custom
        known = ", ".join(str(choice) for choice in self.choices) + (", or your own" if self.parse_custom else "")
        raise BadOption(f"{self.name} must be one of {known}, not {value!r}.", rule=self.rule)

    def parse(self, text: str) -> Value:
        """Parse a value typed on the command line."""
        if isinstance(self.default, bool):
            return self.check(BOOLEAN_WORDS.get(text.lower(), text))
        if isinstance(self.default, int) and text.lstrip("-").isdecimal():
            return self.check(int(text))
        if self.parse_custom and text.endswith(".toml"):
            return self.check(Path(text))
        return self.check(text)


def resolve(options: Sequence[Option], chosen: Mapping[str, object]) -> dict[str, Value]:
    """Check the chosen options and fill in the defaults of the others."""
    names = [option.name for option in options]
    for name in chosen:
        if name not in names:
            near = get_close_matches(name, names, 1)
            hint = f"Did you mean {near[0]}?" if near else f"Available: {', '.join(names) or 'none'}."
            raise BadOption(f"Unknown option {name}. {hint}")
    return {o.name: o.check(chosen[o.name]) if o.name in chosen else o.default for o in options}
