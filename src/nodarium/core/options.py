"""What can be chosen about a game before it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from nodarium.core.errors import BadOption

Value = str | int | bool
BOOLEAN_WORDS: Mapping[str, bool] = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass(frozen=True)
class Option:
    """One choice: its values (of one type), the usual one and the rule it belongs to.

    Where users may bring a value of their own, `own` makes of what they bring, a text or the `Path` of a file, the
    value that stands for it anywhere else; it gives None for what is none, and a BadOption for one that cannot be.
    `hint` tells those who type what they may bring.
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
        """What it is about, for those who type."""
        return f"{self.description}; {self.hint}" if self.hint else self.description

    def check(self, value: object) -> Value:
        """The value itself, if it is one of the choices; the one that stands for a value of the user's own."""
        for choice in self.choices:
            if type(choice) is type(value) and choice == value:
                return choice
        if self.parse_custom and isinstance(value, str) and value.endswith(".toml"):
            raise BadOption(f"{self.name}: give a file as a pathlib.Path, not as the text {value!r}.", rule=self.rule)
        own = self.parse_custom(value) if self.parse_custom else None
        if own is not None:
            return own
        known = ", ".join(str(choice) for choice in self.choices) + (", or your own" if self.parse_custom else "")
        raise BadOption(f"{self.name} cannot be {value!r}; it is one of: {known}.", rule=self.rule)

    def parse(self, text: str) -> Value:
        """The value that a text stands for, as typed in a terminal."""
        if isinstance(self.default, bool):
            return self.check(BOOLEAN_WORDS.get(text.lower(), text))
        if isinstance(self.default, int) and text.lstrip("-").isdecimal():
            return self.check(int(text))
        if self.parse_custom and text.endswith(".toml"):
            return self.check(Path(text))
        return self.check(text)


def resolve(options: Sequence[Option], chosen: Mapping[str, object]) -> dict[str, Value]:
    """All options of a game: the chosen ones checked, the others at their defaults."""
    names = [option.name for option in options]
    for name in chosen:
        if name not in names:
            near = get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(names) or 'none'}."
            raise BadOption(f"There is no option {name}: {hint}")
    return {o.name: o.check(chosen[o.name]) if o.name in chosen else o.default for o in options}
