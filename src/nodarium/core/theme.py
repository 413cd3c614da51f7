"""The style words of a scene as paint: two themes, made for every kind of colour sight.

A colour has four shades: `soft` for cells, `full` for pieces, `line` around a piece, `ink` for writing. The colours of
seats keep their distance from each other under each colour blindness, and so do those of resources; the tests measure it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

ROLES = ("page", "panel", "board", "cell", "spot", "piece", "mark", "text")
SEATS = ("seat-0", "seat-1", "seat-2", "seat-3")
HUES = ("red", "yellow", "blue", "green", "white", "black", "grey")
STATES = ("dim", "strong")
THEMES = ("light", "dark")


@dataclass(frozen=True)
class Paint:
    """How to paint a shape. Widths are in units of the picture, dashes in widths of the line they lie on."""

    fill: str
    ink: str  # what is written on it, or the text itself
    stroke: str = "none"  # the outline, around a line too
    width: float = 0
    opacity: float = 1
    stripe: str = "none"  # along the middle of a line, so that seats differ in more than colour
    dash: tuple[float, ...] = ()  # of the stripe, or of an outline without stripe
    bold: bool = False


@dataclass(frozen=True)
class Colour:
    soft: str
    full: str
    line: str
    ink: str  # on `soft`, and on the page
    over: str  # on `full`


@dataclass(frozen=True)
class Palette:
    page: str
    panel: str
    board: str
    cell: str
    spot: str
    rule: str  # thin lines
    ink: str
    faint: str
    dot: str
    colours: Mapping[str, Colour]


LIGHT = Palette(
    page="#FAF8F4",
    panel="#FFFFFF",
    board="#E8E1D5",
    cell="#F3EEE5",
    spot="#CFC5B4",
    rule="#DDD5C7",
    ink="#2A2825",
    faint="#6B655B",
    dot="#FFFFFF",
    colours={
        "seat-0": Colour("#F9CFA0", "#F07F13", "#8A4304", "#9A4A00", "#2B1400"),
        "seat-1": Colour("#CDBAE6", "#5E2D9B", "#2E1155", "#5E2D9B", "#FFFFFF"),
        "seat-2": Colour("#B4E1EA", "#19A3BF", "#0A5566", "#0B6477", "#00222A"),
        "seat-3": Colour("#FBE0F0", "#F7B4DC", "#8C3A6C", "#96306F", "#3D0A2A"),
        "red": Colour("#EE9482", "#C4301A", "#7C1A0B", "#5F1307", "#FFFFFF"),
        "yellow": Colour("#FBE28A", "#FBD437", "#9C7700", "#624A00", "#3A2B00"),
        "blue": Colour("#86AEE4", "#1F5FB4", "#0E3468", "#0B2C5A", "#FFFFFF"),
        "green": Colour("#A6D9BE", "#55B58B", "#1F6748", "#0F4D33", "#052A1A"),
        "white": Colour("#FBF9F5", "#FFFFFF", "#8C857A", "#4A463F", "#2A2825"),
        "black": Colour("#A8A29A", "#2A2825", "#000000", "#2A2825", "#FFFFFF"),
        "grey": Colour("#CFC9BF", "#A29B90", "#5E584F", "#45413A", "#1B1916"),
    },
)
DARK = Palette(
    page="#15171B",
    panel="#1F2228",
    board="#2A2E36",
    cell="#363B45",
    spot="#4D5461",
    rule="#3A404B",
    ink="#ECE9E3",
    faint="#A9A59D",
    dot="#F4F1EB",
    colours={
        "seat-0": Colour("#7A4A1B", "#F6922C", "#2A1400", "#FFB36B", "#2B1400"),
        "seat-1": Colour("#4F3486", "#8D5BDD", "#190836", "#C3A6F7", "#FFFFFF"),
        "seat-2": Colour("#1D5A68", "#35BCD7", "#04222A", "#7FDBEE", "#00222A"),
        "seat-3": Colour("#7A4767", "#F9C4E4", "#3D0A2A", "#F9C4E4", "#3D0A2A"),
        "red": Colour("#8C2F1F", "#D4472F", "#2E0A04", "#FFD3CA", "#FFFFFF"),
        "yellow": Colour("#B39A3C", "#FBDD55", "#3A2B00", "#1E1600", "#3A2B00"),
        "blue": Colour("#28507F", "#3573BF", "#08203F", "#D2E4FC", "#FFFFFF"),
        "green": Colour("#527F66", "#64C59F", "#082E1E", "#E6F7EE", "#052A1A"),
        "white": Colour("#D9D5CC", "#F4F1EB", "#0E0F12", "#2A2825", "#2A2825"),
        "black": Colour("#22252B", "#0B0C0E", "#8D897F", "#ECE9E3", "#ECE9E3"),
        "grey": Colour("#474C56", "#7B808A", "#15171B", "#ECE9E3", "#0B0C0E"),
    },
)
PALETTES = {"light": LIGHT, "dark": DARK}


def words_of(style: str) -> tuple[str, str, str, frozenset[str]]:
    """A style's role, seat, hue and states; seat and hue may be missing."""
    role, *rest = style.split() or [""]
    seats = [word for word in rest if word in SEATS]
    hues = [word for word in rest if word in HUES]
    states = [word for word in rest if word in STATES]
    assert role in ROLES, f"no role: {style!r}"
    assert len(seats) <= 1 and len(hues) <= 1, f"one seat, one hue: {style!r}"
    assert len(seats) + len(hues) + len(states) == len(rest), f"an unknown word: {style!r}"
    return role, "".join(seats), "".join(hues), frozenset(states)


@cache
def paint(style: str, theme: str) -> Paint:
    """The paint for a style."""
    palette = PALETTES[theme]
    role, seat, hue, states = words_of(style)
    made = _plain(palette, role, seat, hue)
    if "dim" in states:
        made = _dimmed(palette, role, made)
    if "strong" in states:
        made = replace(made, bold=True, width=made.width * 2)
    return made


def _plain(palette: Palette, role: str, seat: str, hue: str) -> Paint:
    colour = palette.colours.get(seat or hue)
    if role == "page":
        return Paint(palette.page, palette.ink)
    if role == "panel":
        return Paint(palette.panel, palette.ink, colour.full if colour else palette.rule, 0.2)
    if role == "board":
        return Paint(palette.board, palette.faint, palette.rule, 0.2)
    if role == "cell":
        return _cell(palette, seat, hue)
    if role == "spot":
        return Paint(palette.spot, palette.ink)
    if role == "piece":
        shades = colour or palette.colours["grey"]
        stripe, dash = STRIPES.get(seat, ("none", ()))
        return Paint(
            shades.full, shades.over, shades.line, 0.35, stripe=getattr(shades, stripe, stripe), dash=tuple(dash)
        )
    if role == "mark":
        return Paint(palette.dot, palette.colours["black"].full, colour.line if colour else palette.faint, 0.25)
    return Paint(colour.ink if colour else palette.ink, colour.ink if colour else palette.ink)


# Along the branches of a seat; the shade of its colour.
STRIPES: Mapping[str, tuple[str, tuple[float, ...]]] = {
    "seat-1": ("soft", ()),
    "seat-2": ("line", (1.0, 0.8)),
    "seat-3": ("line", (0.01, 0.8)),
}


def _cell(palette: Palette, seat: str, hue: str) -> Paint:
    """A cell of a hue; a seat that owns it tints and borders it."""
    shades = palette.colours.get(hue)
    fill, ink = (shades.soft, shades.ink) if shades else (palette.cell, palette.faint)
    if not seat:
        return Paint(fill, ink)
    owner = palette.colours[seat]
    return Paint(mix(fill, owner.soft, 0.35), ink, owner.full, 0.7)


def _dimmed(palette: Palette, role: str, made: Paint) -> Paint:
    if role == "text":
        return replace(made, fill=palette.faint, ink=palette.faint)
    ground = palette.panel if role in {"piece", "mark"} else palette.board
    return replace(made, fill=mix(made.fill, ground, 0.7), ink=palette.faint, stroke=mix(made.stroke, ground, 0.5))


def mix(one: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    if "none" in {one, other}:
        return one
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


@cache
def terminal(style: str, theme: str = "dark") -> str:
    """The style for a terminal with that background, as `rich` writes it."""
    role, seat, hue, states = words_of(style)
    colour = PALETTES[theme].colours.get(seat or hue)
    words = ["bold"] if "strong" in states else []
    if "dim" in states or (role == "spot" and not colour):
        words.append(PALETTES[theme].faint)
    elif colour:
        words.append(colour.ink if role == "text" and seat else colour.full)
    return " ".join(words) or "default"
