"""Options are checked, never ignored or silently changed."""

from __future__ import annotations

import pytest

from nodarium.core.errors import BadOption
from nodarium.core.options import Option, resolve

SIZE = Option("size", (4, 5, 6), 5, "X-1")
SWAP = Option("swap", (True, False), False, "X-2")
STYLE = Option("style", ("quick", "slow"), "slow", "X-3")
OPTIONS = (SIZE, SWAP, STYLE)


def test_options_that_are_not_given_have_their_defaults() -> None:
    assert resolve(OPTIONS, {}) == {"size": 5, "swap": False, "style": "slow"}
    assert resolve(OPTIONS, {"style": "quick", "size": 6}) == {"size": 6, "swap": False, "style": "quick"}
    assert resolve((), {}) == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("size", 7),
        ("size", "5"),
        ("size", 5.0),
        ("size", True),
        ("size", None),
        ("swap", 0),
        ("swap", 1),
        ("swap", "yes"),
        ("swap", None),
        ("style", "Quick"),
        ("style", ""),
        ("style", ["quick"]),
    ],
)
def test_a_value_that_is_not_a_choice_is_refused(name: str, value: object) -> None:
    with pytest.raises(BadOption, match=f"{name} must be") as caught:
        resolve(OPTIONS, {name: value})
    option = next(option for option in OPTIONS if option.name == name)
    assert caught.value.rule == option.rule
    assert repr(value) in str(caught.value)
    assert ", ".join(map(str, option.choices)) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "hint"),
    [("sizes", "Did you mean size?"), ("stile", "Did you mean style?"), ("xyz", "Available: size, swap, style.")],
)
def test_an_unknown_option_is_refused_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(BadOption) as caught:
        resolve(OPTIONS, {name: 5})
    assert str(caught.value) == f"Unknown option {name}. {hint}"


def test_a_game_without_options_refuses_every_option() -> None:
    with pytest.raises(BadOption, match="None are available"):
        resolve((), {"size": 5})


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (SIZE, "4", 4),
        (SWAP, "yes", True),
        (SWAP, "On", True),
        (SWAP, "true", True),
        (SWAP, "no", False),
        (SWAP, "off", False),
        (SWAP, "FALSE", False),
        (STYLE, "quick", "quick"),
    ],
)
def test_typed_words_are_parsed_as_values(option: Option, text: str, value: object) -> None:
    assert option.parse(text) == value
    assert type(option.parse(text)) is type(value)


@pytest.mark.parametrize(
    ("option", "text"),
    [(SIZE, "7"), (SIZE, "-4"), (SIZE, "four"), (SIZE, ""), (SIZE, "٤x"), (SWAP, "1"), (SWAP, ""), (STYLE, "QUICK")],
)
def test_invalid_words_are_refused(option: Option, text: str) -> None:
    with pytest.raises(BadOption, match=f"{option.name} must be"):
        option.parse(text)
