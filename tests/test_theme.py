"""Colours are distinguishable and readable, also with colour blindness."""

import math
from itertools import combinations, product

import pytest
from rich.style import Style

from nodarium.core import theme
from nodarium.core.theme import DISTINCT, HUES, MIN_TEXT_CONTRAST, PALETTES, SEATS, STATES, paint, terminal

RESOURCES = ("red", "yellow", "blue", "green")
# How a colour looks with full sight and without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1).
SIGHTS = {
    "full sight": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]


def times(matrix: Matrix, vector: Vector) -> Vector:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def linear(colour: str) -> Vector:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def oklab(rgb: Vector) -> Vector:
    """Lightness and two opponent colours, in which equal distances look about equal (Ottosson 2020)."""
    cones = times(
        ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
         (0.0883024619, 0.2817188376, 0.6299787005)),
        tuple(min(max(part, 0), 1) for part in rgb),
    )  # fmt: skip
    return times(
        ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
         (0.0259040371, 0.7827717662, -0.8086757660)),
        tuple(cone ** (1 / 3) for cone in cones),
    )  # fmt: skip


def distance(one: str, other: str, sight: Matrix) -> float:
    """How different two colours look; 0.02 is just visible."""
    return math.dist(oklab(times(sight, linear(one))), oklab(times(sight, linear(other))))


def closest(styles: list[str], theme_name: str, sight: Matrix) -> float:
    return min(
        distance(paint(one, theme_name).fill, paint(other, theme_name).fill, sight)
        for one, other in combinations(styles, 2)
    )


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", PALETTES)
def test_the_colours_of_seats_and_resources_are_distinguishable(name: str, sight: str) -> None:
    assert closest([f"piece {seat}" for seat in SEATS], name, SIGHTS[sight]) >= 0.1
    assert closest([f"piece {hue}" for hue in RESOURCES], name, SIGHTS[sight]) >= 0.1
    assert closest([f"cell {hue}" for hue in RESOURCES], name, SIGHTS[sight]) >= 0.08


@pytest.mark.parametrize("name", [name for name in PALETTES if name.endswith(DISTINCT)])
def test_the_distinct_colours_lie_further_apart_than_the_usual_ones(name: str) -> None:
    def gap(role: str, names: tuple[str, ...], palette: str) -> float:
        return min(closest([f"{role} {one}" for one in names], palette, sight) for sight in SIGHTS.values())

    usual = name.removesuffix(DISTINCT)
    for role, names, least in (("piece", SEATS, 0.16), ("piece", RESOURCES, 0.19), ("cell", RESOURCES, 0.13)):
        assert gap(role, names, name) >= max(least, 1.15 * gap(role, names, usual))


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", PALETTES)
def test_no_seat_looks_like_what_may_be_done_or_like_a_type_of_card(name: str, sight: str) -> None:
    palette = PALETTES[name]
    others = {"accent": palette.accent} | {hue: palette.colours[hue].full for hue in ("red", "yellow", "blue")}
    for seat, (what, colour) in product(SEATS, others.items()):
        assert distance(palette.colours[seat].full, colour, SIGHTS[sight]) >= 0.08, (seat, what)
    rest = [palette.colours[seat].full for seat in SEATS if seat != "seat-2"]  # seat-2 is nearly black
    assert min(distance(palette.colours["seat-2"].full, colour, SIGHTS[sight]) for colour in rest) >= 0.2


def test_the_colour_distance_detects_confusable_colours() -> None:
    red, green = "#D2473B", "#4FA36B"
    assert distance(red, green, SIGHTS["full sight"]) > 0.25
    assert distance(red, green, SIGHTS["deuteranopia"]) < 0.07
    assert distance("#000000", "#FFFFFF", SIGHTS["protanopia"]) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("name", PALETTES)
def test_text_is_readable_on_its_background(name: str) -> None:
    grounds = [paint(ground, name).fill for ground in ("page", "panel", "board", "cell")]
    writings = ["text", "text dim", "text strong", *(f"text {seat}" for seat in SEATS)]
    pairs = [(paint(writing, name).fill, ground) for writing, ground in product(writings[:3], grounds)]
    pairs += [(paint(writing, name).fill, ground) for writing, ground in product(writings[3:], grounds[:2])]
    for hue in HUES:
        for whose in ("", *SEATS):
            for state in ("", "dim"):
                pairs.append((paint(f"text {hue} {state}", name).fill, paint(f"cell {hue} {whose} {state}", name).fill))
    for colour in (*SEATS, *HUES):
        for role, state in product(("cell", "piece", "mark"), ("", "dim")):
            chip = paint(f"{role} {colour} {state}", name)
            pairs.append((chip.ink, chip.fill))
    assert [pair for pair in pairs if theme.contrast(*pair) < MIN_TEXT_CONTRAST] == []


@pytest.mark.parametrize("name", PALETTES)
def test_the_frame_of_a_panel_stands_out_from_the_page(name: str) -> None:
    page = paint("page", name).fill
    for colour in (*SEATS, *HUES):
        assert theme.contrast(paint(f"panel {colour}", name).stroke, page) >= 1.5


@pytest.mark.parametrize("name", PALETTES)
def test_terminal_colours_are_readable(name: str) -> None:
    for colour in (*SEATS, *HUES):
        found = Style.parse(terminal(f"piece {colour}", name)).color
        assert found is not None
        assert found.triplet is not None
        assert theme.contrast(found.triplet.hex, PALETTES[name].page) >= MIN_TEXT_CONTRAST


def test_a_terminal_keeps_its_own_colour_for_plain_text() -> None:
    assert terminal("text") == "default"
    assert Style.parse(terminal("text strong")).bold


def test_contrast_runs_from_1_to_21() -> None:
    assert theme.contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert theme.contrast("#777777", "#777777") == pytest.approx(1)
    assert theme.contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


def test_seats_differ_in_more_than_colour() -> None:
    stripes = [
        (paint(f"piece {seat}", "light").stripe != "none", paint(f"piece {seat}", "light").dash) for seat in SEATS
    ]
    assert len(set(stripes)) == len(SEATS)


@pytest.mark.parametrize("name", PALETTES)
def test_a_state_changes_the_paint(name: str) -> None:
    for role, state in product(("cell red", "piece seat-0", "mark blue", "text", "text seat-1"), STATES):
        assert paint(f"{role} {state}", name) != paint(role, name)


@pytest.mark.parametrize(
    "style", ["", "rabbit", "red", "cell pink", "piece seat-4", "cell red blue", "cell seat-0 seat-1"]
)
def test_an_unknown_style_fails_an_assertion(style: str) -> None:
    with pytest.raises(AssertionError):
        paint(style, "light")
