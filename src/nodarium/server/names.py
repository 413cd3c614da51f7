"""Names of people: visible, readable, and for accounts not to be confused with another one.

The tables of look-alike characters are Unicode's (UTS 39), from the package `confusable_homoglyphs`.
"""

from __future__ import annotations

import unicodedata

from confusable_homoglyphs import confusables

from nodarium.core.message import say
from nodarium.server.errors import BadRequest

# Letters and symbols that show nothing; format characters (category Cf) are found by their category.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0")
HIDDEN_CATEGORIES = ("Cf", "Co", "Cn", "Cs", "Zl", "Zp")
MAX_MARKS = 3  # accents in a row on one letter
MAX_KEY_LENGTH = 200


def clean_name(name: str) -> str:
    """Strip a name, and refuse one that hides characters or imitates another script."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name:
        raise BadRequest(say("server-name-empty"))
    if any(is_invisible(letter) for letter in name):
        raise BadRequest(say("server-name-invisible"))
    marks = "".join("m" if unicodedata.category(letter) in ("Mn", "Me") else "." for letter in name)
    if marks[0] == "m" or "m" * (MAX_MARKS + 1) in marks:
        raise BadRequest(say("server-name-accents"))
    if confusables.is_dangerous(name, preferred_aliases=["latin"]):
        raise BadRequest(say("server-name-alphabets"))
    return name


def is_invisible(letter: str) -> bool:
    return letter in BLANKS or unicodedata.category(letter) in HIDDEN_CATEGORIES


def strip_invisible(text: str) -> str:
    return "".join(letter for letter in text if not is_invisible(letter))


def account_key(name: str) -> str:
    """Normalise an account name, so that case and invisible characters don't matter."""
    key = strip_invisible(unicodedata.normalize("NFKC", name)).casefold().strip()
    if not key or len(key) > MAX_KEY_LENGTH or "\0" in key:
        raise BadRequest(say("server-bad-account-name"))
    return key


def skeleton(name: str) -> str:
    """The look of a name: equal for names that people can't tell apart, such as `paul`, `PAUL` and `pau1`."""
    text = strip_invisible(unicodedata.normalize("NFKD", name))
    return "".join(prototype(letter) for letter in text if not letter.isspace()).casefold()[:MAX_KEY_LENGTH]


def prototype(letter: str) -> str:
    """The character that stands for all that look like this one."""
    twins = [twin["c"] for twin in confusables.confusables_data.get(letter, ())]
    if len(twins) != 1:  # the prototype itself lists all the others
        return letter
    back = [twin["c"] for twin in confusables.confusables_data.get(twins[0], ())]
    return min(letter, twins[0]) if back == [letter] else strip_invisible(twins[0])
