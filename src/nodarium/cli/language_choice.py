"""The language of the command: `--language`, before or after the subcommand, or else the environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodarium.core.errors import BadOption, suggest
from nodarium.core.language import LANGUAGES, PSEUDO, choose_language
from nodarium.core.message import say

OPTION = "--language"
OWN_VARIABLE = "NODARIUM_LANGUAGE"
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set counts


def environment_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for; English if it asks for none that we have."""
    found = (environment[name] for name in (OWN_VARIABLE, *LOCALE_VARIABLES) if environment.get(name))
    return choose_language(next(found, "").partition(".")[0].replace("_", "-"))


def split_language(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the last language that the words ask for, if any, and the other words."""
    chosen, rest = None, list[str]()
    remaining = iter(words)
    for word in remaining:
        name, equals, value = word.partition("=")
        if name == OPTION:
            chosen = check_language(value if equals else next(remaining, ""))
        else:
            rest.append(word)
    return chosen, rest


def check_language(tag: str) -> str:
    if not tag:
        raise BadOption(say("cli-argument-problem", argument=OPTION, problem=say("cli-value-missing")))
    if tag == PSEUDO:
        return PSEUDO
    language = tag.replace("_", "-").partition("-")[0].lower()
    if language not in LANGUAGES:
        raise BadOption(say("cli-unknown-language", language=tag, hint=suggest("", LANGUAGES)))
    return language
