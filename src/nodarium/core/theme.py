"""Turns the style words of a scene into paint, in two themes.

A colour has shades: `soft` for cells, `full` for pieces, `line` around a piece, `ink` and `over` for text. Seats, and
hues, stay distinguishable under every kind of colour blindness; the tests measure it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

ROLES = (
    *("page", "panel", "board", "cell", "spot", "piece", "mark", "text"),
    *("card", "back", "area", "link", "way", "art", "coordinate"),
)
SEATS = ("seat-0", "seat-1", "seat-2", "seat-3")
HUES = ("red", "yellow", "blue", "green", "white", "black", "grey")
STATES = ("dim", "strong", "dashed", "hatched")
THEMES = ("light", "dark")
NIGHT = "night"  # the palette of a scene on the ground with this name, in every theme
MIN_TEXT_CONTRAST = 4.5
MIN_FRAME_CONTRAST = 1.5


@dataclass(frozen=True)
class Paint:
    """How to paint a shape. Widths are in units of the scene, dashes in multiples of the line's width."""

    fill: str
    ink: str  # text on it, or the text itself
    stroke: str = "none"  # the outline, also of a line
    width: float = 0
    elevation: float = 0  # above the board: casts a shadow
    stripe: str = "none"  # along the middle of a line, so that seats differ in more than colour
    dash: tuple[float, ...] = ()  # of the stripe
    bold: bool = False
    dashed: bool = False  # the outline or the line
    hatch: str = "none"  # fine lines across the area


@dataclass(frozen=True)
class Colour:
    soft: str
    full: str
    line: str
    ink: str  # of a seat on the page, of a hue on `soft`
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
    accent: str  # what you may do
    paper: str  # the face of a card
    edge: str  # around it
    back: str  # of a card
    back_line: str  # the pattern on it
    shadow: str
    colours: Mapping[str, Colour]


LIGHT = Palette(
    page="#FAF8F4",
    panel="#FFFFFF",
    board="#E8E1D5",
    cell="#F3EEE5",
    spot="#CFC5B4",
    rule="#DDD5C7",
    ink="#2A2825",
    faint="#635D53",
    dot="#FFFFFF",
    accent="#0A7266",
    paper="#FFFDF9",
    edge="#B9AE9B",
    back="#2F3746",
    back_line="#8FA0BD",
    shadow="#3C2D14",
    colours={
        "seat-0": Colour("#F9CFA0", "#F07F13", "#8A4304", "#9A4A00", "#2B1400"),
        "seat-1": Colour("#CDBAE6", "#582593", "#2E1155", "#5E2D9B", "#FFFFFF"),
        "seat-2": Colour("#BFC1CC", "#131418", "#9A9DAD", "#3A3D4A", "#FFFFFF"),
        "seat-3": Colour("#FBE0F0", "#FFA3D1", "#8C3A6C", "#96306F", "#3D0A2A"),
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
    accent="#4FD6BE",
    paper="#2C3038",
    edge="#5A6272",
    back="#39445A",
    back_line="#9FB0CF",
    shadow="#000000",
    colours={
        "seat-0": Colour("#7A4A1B", "#F6922C", "#2A1400", "#FFB36B", "#2B1400"),
        "seat-1": Colour("#4F3486", "#8E5AF6", "#190836", "#C3A6F7", "#FFFFFF"),
        "seat-2": Colour("#5C6070", "#08080B", "#A9ADBD", "#C6CAD8", "#FFFFFF"),
        "seat-3": Colour("#7A4767", "#FCA3FF", "#3D0A2A", "#F9C4E4", "#3D0A2A"),
        "red": Colour("#8C2F1F", "#CE4029", "#2E0A04", "#FFD3CA", "#FFFFFF"),
        "yellow": Colour("#B39A3C", "#FBDD55", "#3A2B00", "#1E1600", "#3A2B00"),
        "blue": Colour("#28507F", "#3573BF", "#08203F", "#D2E4FC", "#FFFFFF"),
        "green": Colour("#4C7A61", "#64C59F", "#082E1E", "#E6F7EE", "#052A1A"),
        "white": Colour("#D9D5CC", "#F4F1EB", "#0E0F12", "#2A2825", "#2A2825"),
        "black": Colour("#22252B", "#0B0C0E", "#8D897F", "#ECE9E3", "#ECE9E3"),
        "grey": Colour("#474C56", "#7B808A", "#15171B", "#ECE9E3", "#0B0C0E"),
    },
)
NIGHT_SKY = replace(
    DARK,
    page="#141B30",
    panel="#10172B",
    board="#1A2340",
    cell="#2B3760",
    spot="#6F80B4",
    rule="#415179",
    ink="#F0F2FC",
    faint="#B4BEDD",
    paper="#1B2442",
    edge="#55659A",
    back="#243056",
    back_line="#8091C6",
    shadow="#05070E",
    colours={
        **DARK.colours,
        "seat-0": Colour("#5E3E1C", "#F6922C", "#2A1400", "#FFB36B", "#2B1400"),
        "seat-1": Colour("#4A2F86", "#9564F7", "#190836", "#C9B0FA", "#FFFFFF"),
    },
)


def _further_apart(palette: Palette, shades: Mapping[str, tuple[str, str]]) -> Palette:
    """A palette with other colours for seats and hues, each as its `soft` and `full`."""
    colours = {name: replace(palette.colours[name], soft=soft, full=full) for name, (soft, full) in shades.items()}
    return replace(palette, colours={**palette.colours, **colours})


# Colours that lie further apart than the usual ones, also with colour blindness. Readers can choose them.
DISTINCT = "-distinct"
LIGHT_SHADES = {
    "seat-0": ("#F9CFA0", "#EA822A"),
    "seat-1": ("#CDBAE6", "#7A18F2"),
    "seat-2": ("#BFC1CC", "#100C0C"),
    "seat-3": ("#FBE0F0", "#FBB4DE"),
    "red": ("#D55754", "#A80A08"),
    "yellow": ("#FCF79A", "#F7F032"),
    "blue": ("#5D92EC", "#2F4C9E"),
    "green": ("#6CD3BC", "#52AE86"),
}
DARK_SHADES = {
    "seat-0": ("#7A4A1B", "#F08A14"),
    "seat-1": ("#4F3486", "#8E5AF6"),
    "seat-2": ("#5C6070", "#050507"),
    "seat-3": ("#7A4767", "#FFB3F7"),
    "red": ("#6A1A10", "#B3261A"),
    "yellow": ("#C9AE48", "#FFF066"),
    "blue": ("#123070", "#2259A8"),
    "green": ("#3C7860", "#5FC4A6"),
}
PALETTES = {"light": LIGHT, "dark": DARK, NIGHT: NIGHT_SKY}
PALETTES |= {
    f"light{DISTINCT}": _further_apart(LIGHT, LIGHT_SHADES),
    f"dark{DISTINCT}": _further_apart(DARK, DARK_SHADES),
    f"{NIGHT}{DISTINCT}": _further_apart(NIGHT_SKY, DARK_SHADES),
}
# For pictures only: these colours carry no meaning, and are the same in every theme.
ART_HUES = {
    "rock": Colour("#C9B8A3", "#8D7A66", "#54463A", "#54463A", "#FFFFFF"),
    "sea": Colour("#8FD2E6", "#3D86AC", "#1B4566", "#1B4566", "#FFFFFF"),
    "moss": Colour("#B9DBA0", "#6A9A5A", "#32532F", "#32532F", "#FFFFFF"),
    "rust": Colour("#F0B48A", "#BF6A43", "#6A311F", "#6A311F", "#FFFFFF"),
    "gold": Colour("#FBE3A2", "#D3A447", "#7A5417", "#7A5417", "#2B1B00"),
    "rose": Colour("#F3C0D3", "#B96A8E", "#5F2C4B", "#5F2C4B", "#FFFFFF"),
    "ice": Colour("#F1F8FF", "#A9C6E0", "#5A7A9B", "#5A7A9B", "#0E2233"),
    "sky": Colour("#28345E", "#1B2546", "#0A0E1A", "#DFE6FF", "#FFFFFF"),
    "felt": Colour("#5C7F78", "#3F5D58", "#263B37", "#263B37", "#FFFFFF"),
    "sand": Colour("#F3EEE5", "#D9D2C4", "#B9AE9B", "#2D2C2B", "#2D2C2B"),
}


def theme_on(ground: str, theme: str) -> str:
    """The name of the palette for a scene on some ground."""
    return NIGHT if ground == NIGHT else theme


def parse_style(style: str) -> tuple[str, str, str, frozenset[str]]:
    """Split a style into role, seat, hue and states. Seat and hue may be empty."""
    role, *rest = style.split() or [""]
    seats = [word for word in rest if word in SEATS]
    hues = [word for word in rest if word in HUES or (role == "art" and word in ART_HUES)]
    states = [word for word in rest if word in STATES]
    assert role in ROLES, f"unknown role: {style!r}"
    assert max(len(seats), len(hues)) <= 1, f"more than one seat or hue: {style!r}"
    assert len(seats) + len(hues) + len(states) == len(rest), f"unknown word: {style!r}"
    return role, "".join(seats), "".join(hues), frozenset(states)


@cache
def paint(style: str, theme: str) -> Paint:
    """Return the paint for a style. Text in a hue is meant for cells of that hue."""
    palette = PALETTES[theme]
    role, seat, hue, states = parse_style(style)
    dim = "dim" in states
    if role in {"text", "coordinate"}:
        made = _text(palette, seat, paint(f"cell {hue} dim" if dim else f"cell {hue}", theme) if hue else None, dim)
    elif role in {"link", "way", "art"}:
        made = _drawn(palette, role, palette.colours.get(seat or hue) or ART_HUES.get(hue))
        made = replace(made, fill=mix(made.fill, palette.board, 0.6)) if dim else made
    else:
        made = _area(palette, role, seat, hue)
        made = _dimmed(palette, role, hue, made) if dim else made
        made = replace(made, ink=ensure_contrast(made.ink, made.fill))
    if "hatched" in states:
        made = replace(made, hatch=mix(made.fill, made.stroke if made.stroke != "none" else palette.ink, 0.5))
    return replace(
        made,
        bold="strong" in states,
        width=made.width * (1 + ("strong" in states)),
        dashed="dashed" in states,
    )


@cache
def shade(words: str, own: str, theme: str) -> str:
    """Return the colour that words of a symbol stand for. `own` is the style it is used with."""
    palette = PALETTES[theme]
    *name, last = words.split()
    if not name and last not in SHADES:
        return str(palette.ink if last == "text" else getattr(palette, last))
    _, seat, hue, states = parse_style(own or "art")
    chosen = name[0] if name else seat or hue or "grey"
    found = str(getattr(ART_HUES.get(chosen) or palette.colours[chosen], last))
    return mix(found, palette.board, 0.6) if "dim" in states and not name else found


SHADES = ("soft", "full", "line", "ink", "over")


def _text(palette: Palette, seat: str, cell: Paint | None, dim: bool) -> Paint:
    if cell:
        ink = cell.ink
    elif dim:
        ink = palette.faint
    else:
        ink = palette.colours[seat].ink if seat else palette.ink
    return Paint(ink, ink)


def _area(palette: Palette, role: str, seat: str, hue: str) -> Paint:
    colour = palette.colours.get(seat or hue)
    if role == "page":
        return Paint(palette.page, palette.ink)
    if role == "panel":
        return Paint(palette.panel, palette.ink, _frame(palette, colour) if colour else palette.rule, 0.2)
    if role == "board":
        return Paint(palette.board, palette.faint, palette.rule, 0.2, elevation=0.6)
    if role == "cell":
        return _cell(palette, seat, hue)
    if role == "spot":
        return Paint(palette.spot, palette.ink)
    if role == "card":
        return Paint(palette.paper, palette.ink, colour.full if colour else palette.edge, 0.25, elevation=0.5)
    if role == "back":
        return Paint(palette.back, palette.back_line, colour.full if colour else palette.back_line, 0.25, elevation=0.5)
    if role == "area":
        return Paint(mix(colour.soft, palette.board, 0.35) if colour else palette.board, palette.ink)
    if role == "mark":
        return Paint(palette.dot, palette.ink, colour.line if colour else palette.faint, 0.25)
    return _piece(colour or palette.colours["grey"], seat)


def _drawn(palette: Palette, role: str, colour: Colour | None) -> Paint:
    """Paint what is only a line, a dot or a picture."""
    if role == "way":
        return Paint(palette.accent, palette.accent)
    if role == "art":
        chosen = colour or palette.colours["grey"]
        return Paint(chosen.full, chosen.over, chosen.line)
    drawn = colour.full if colour else mix(palette.faint, palette.board, 0.4)
    return Paint(drawn, drawn)


def _frame(palette: Palette, colour: Colour) -> str:
    """Return the colour, or its outline if the page is nearly the same."""
    return colour.full if contrast(colour.full, palette.page) >= MIN_FRAME_CONTRAST else colour.line


def _cell(palette: Palette, seat: str, hue: str) -> Paint:
    """Paint a cell. Its owner tints and borders it."""
    colour = palette.colours.get(hue)
    fill, ink = (colour.soft, colour.ink) if colour else (palette.cell, palette.faint)
    if not seat:
        return Paint(fill, ink, mix(fill, colour.line if colour else palette.spot, 0.25), 0.2)
    owner = palette.colours[seat]
    return Paint(mix(fill, owner.soft, 0.25), ink, owner.full, 0.7)


def _piece(colour: Colour, seat: str) -> Paint:
    plain = Paint(colour.full, colour.over, colour.line, 0.35, elevation=0.35)
    if seat == "seat-1":
        return replace(plain, stripe=colour.soft)
    if seat == "seat-2":
        return replace(plain, stripe=colour.line, dash=(1, 0.8))
    if seat == "seat-3":
        return replace(plain, stripe=colour.line, dash=(0, 0.8))
    return plain


def _dimmed(palette: Palette, role: str, hue: str, made: Paint) -> Paint:
    """Fade a paint towards what it lies on: a cell to the board, a piece to the panel, a mark to its cell."""
    if role == "mark":
        ground = palette.colours[hue].soft if hue else palette.cell
        return replace(made, fill=mix(made.stroke, ground, 0.75), stroke=mix(made.stroke, ground, 0.4))
    ground = palette.panel if role == "piece" else palette.board
    fill, stroke = mix(made.fill, ground, 0.7), mix(made.stroke, ground, 0.5)
    return replace(made, fill=fill, stroke=stroke, ink=palette.faint)


def mix(one: str, other: str, fraction: float) -> str:
    """Blend a colour with a fraction of another."""
    if one == "none":
        return one
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * fraction):02X}" for a, b in pairs)


@cache
def terminal(style: str, theme: str = "dark") -> str:
    """Return the `rich` style for a terminal with that background, with enough contrast to be read."""
    palette = PALETTES[theme]
    role, seat, hue, states = parse_style(style)
    colour = palette.colours.get(seat or hue)
    words = ["bold"] if "strong" in states else []
    if "dim" in states or role == "spot":
        words.append(palette.faint)
    elif colour:
        words.append(ensure_contrast(colour.full, palette.page))
    return " ".join(words) or "default"


def ensure_contrast(colour: str, ground: str) -> str:
    """Darken or lighten a colour just enough to be read on a background."""
    end = max("#000000", "#FFFFFF", key=lambda far: contrast(far, ground))
    steps = [mix(colour, end, share / 20) for share in range(21)]
    return next(step for step in steps if contrast(step, ground) >= MIN_TEXT_CONTRAST)


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio, 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
