"""Scenes as SVG files."""

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from nodarium.core.scene import Circle, Group, Line, Panel, Polygon, Row, Scene, Text, Token
from nodarium.core.svg import render
from nodarium.core.theme import THEMES

NASTY = "<script>alert('&')</script>"
SMALL = Scene(
    width=10,
    height=10,
    shapes=(
        Polygon(key="ground", style="cell", points=((0, 0), (10, 0), (10, 10)), rounding=1, label="a corner"),
        Group(key="both", x=5, y=5, shapes=(Circle(key="dot", style="spot", x=0, y=-0.004, radius=1 / 3),)),
        Line(key="way", style="piece seat-1", start=(1, 1), end=(9, 1), width=2),
        Text(key="name", style="text strong", x=5, y=5, size=3, text="A & B"),
    ),
    panels=(),
    prompt="Play",
    targets=(),
    paths=(),
)


def with_words(words: str) -> Scene:
    """A scene with these words in every field for text."""
    token = Token(key="token", style="piece red", label=words, text=words)
    row = Row(label=words, text=words, tokens=(token,))
    shapes = (
        Circle(key="circle", style="mark", x=1, y=1, radius=1, label=words),
        Line(key="line", style="spot", start=(0, 0), end=(1, 1), width=1, label=words),
        Group(key="group", x=0, y=0, shapes=(), label=words),
        Text(key="text", style="text", x=0, y=0, size=1, text=words, label=words),
    )
    panel = Panel(key="panel", title=words, value=words, rows=(row,))
    return Scene(width=10, height=5, shapes=shapes, panels=(panel,), prompt=words, targets=(), paths=())


def test_a_small_scene_gives_the_expected_svg() -> None:
    body = render(SMALL).split("</text>\n", 1)[1]
    assert body.splitlines() == [
        '<g transform="translate(28 56) scale(62)">',
        '<g><title>a corner</title><path d="M0.71 0.71Q0 0 1 0L9 0Q10 0 10 1L10 9Q10 10 9.29 9.29Z"'
        ' fill="#F3EEE5" stroke="#EAE4D9" stroke-width="0.2"/></g>',
        '<g transform="translate(5 5)"><circle cx="0" cy="0" r="0.33" fill="#CFC5B4"/></g>',
        '<g stroke-linecap="round"><line x1="1" y1="1" x2="9" y2="1" stroke="#2E1155" stroke-width="2.7"/>'
        '<line x1="1" y1="1" x2="9" y2="1" stroke="#582593" stroke-width="2"/>'
        '<line x1="1" y1="1" x2="9" y2="1" stroke="#CDBAE6" stroke-width="0.6"/></g>',
        '<text x="5" y="6.08" font-size="3" fill="#2A2825" text-anchor="middle" font-weight="600">A &amp; B</text>',
        "</g>",
        "</svg>",
    ]


def test_text_never_becomes_markup() -> None:
    drawn = render(with_words(NASTY))
    assert "<script" not in drawn
    texts = [element.text for element in ElementTree.fromstring(drawn).iter() if element.text]
    assert texts.count(NASTY) >= 8


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_file_is_self_contained(theme: str) -> None:
    drawn = render(with_words("words"), theme)
    root = ElementTree.fromstring(drawn)
    assert root.attrib["role"] == "img"
    tags = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "g", "rect", "path", "circle", "line", "text"}
    assert not re.search(r"url\(|var\(|style=|class=|href", drawn)


def test_title_and_description_describe_the_scene() -> None:
    root = ElementTree.fromstring(render(with_words("words")))
    name = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{name}title") == "words"
    assert root.findtext(f"{name}desc") == "words words: words words words."


def test_a_file_depends_only_on_the_scene_and_the_theme() -> None:
    assert render(SMALL) == render(SMALL)
    assert render(SMALL, "dark") != render(SMALL, "light")
    with pytest.raises(AssertionError):
        render(SMALL, "sepia")


def test_panels_are_next_to_the_board_or_left_out() -> None:
    scene = with_words("words")
    wide, narrow = (float(ElementTree.fromstring(render(scene, panels=show)).attrib["width"]) for show in (True, False))
    assert wide > narrow
    assert "token" not in render(scene, panels=False)
    assert render(scene, panels=False).count("<rect") == 1


def test_a_long_text_is_wrapped() -> None:
    long = " ".join(["word"] * 30)
    row = Row(label="Story", text=long)
    panel = Panel(key="panel", title="Tale", rows=(row,))
    scene = Scene(width=10, height=10, shapes=(), panels=(panel,), prompt="", targets=(), paths=())
    lines = [line for line in re.findall(r">([^<]*)</text>", render(scene)) if "word" in line]
    assert len(lines) > 1
    assert " ".join(lines) == long
    assert max(len(line) for line in lines) <= 42


def test_a_shape_waits_for_one_of_the_keys_it_names() -> None:
    hint = Circle(key="hint", style="way", x=1, y=1, radius=1, when="c4 piece-c4")
    assert [hint.is_shown(key) for key in ("", "c", "c4", "piece-c4")] == [False, False, True, True]
    assert Circle(key="dot", style="way", x=1, y=1, radius=1).is_shown()


def test_a_line_without_a_label_is_no_higher_for_its_text() -> None:
    def height(label: str) -> float:
        row = Row(label=label, text=" ".join(["word"] * 12))
        panel = Panel(key="panel", title="Tale", rows=(row,))
        scene = Scene(width=10, height=1, shapes=(), panels=(panel,), prompt="", targets=(), paths=())
        return float(ElementTree.fromstring(render(scene)).attrib["height"])

    assert height("Story") == height("") + 22


def test_a_scene_on_the_night_ground_has_stars_in_every_theme() -> None:
    night = replace(SMALL, ground="night")
    for theme in THEMES:
        stars = render(night, theme).count("<circle") - render(SMALL, theme).count("<circle")
        assert 20 < stars < 200
    assert render(night, "light") == render(night, "dark")


def test_tokens_that_do_not_fit_next_to_their_label_are_below_it() -> None:
    def height(label: str) -> float:
        tokens = tuple(Token(key=digit, style="cell", label=digit, text=digit) for digit in "12345")
        panel = Panel(key="dial", title="Dial", rows=(Row(label=label, tokens=tokens),))
        return float(
            re.findall(r'rx="12"|<rect width="320" height="([\d.]+)"', render(replace(SMALL, panels=(panel,))))[0]
        )

    assert height("A long label of the digits") == height("1st") + 22
