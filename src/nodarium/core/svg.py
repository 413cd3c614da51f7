"""Draws a scene as a self-contained SVG file, in the current language: no font files, no style sheet, no script."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from textwrap import wrap

from msgspec import structs

from nodarium.core.message import Text as Words
from nodarium.core.scene import Art, Circle, Curve, Group, Line, Panel, Polygon, Row, Scene, Shape, Text, Token
from nodarium.core.splitmix import advance, below
from nodarium.core.symbols import find_symbol
from nodarium.core.theme import HUES, NIGHT, PALETTES, SEATS, THEMES, Paint, paint, shade, theme_on

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"
SHADOW = 'fill="#000000" fill-opacity="0.14"'
# Sizes in pixels.
BOARD = 620  # longer side
MARGIN = 28
HEADER = 56
COLUMN = 320  # width of a panel
PAD = 18  # inside a panel
GAP = 14  # between panels
BADGE = 6.2  # pixels per unit of a badge
TITLE, LINE, CHIP = 28, 22, 30  # heights of the parts of a panel
SIZE = 13  # font size in a panel
GAUGE = 90  # width of a bar
CARD_WIDTH, CARD_HEIGHT = 72, 104  # in a hand
SPACE_PER_STAR = 5200  # square pixels of a night sky
HATCHES = 10  # lines across an area, and one more
LETTER = 6.7  # estimated width of a letter, for wrapping


def render(scene: Scene, theme: str = "light", panels: bool = True, chosen: str = "", *, fluid: bool = False) -> str:
    """Draw the prompt, the board below it and the panels to the right.

    `chosen` is the key of the target being pointed at. `fluid` fits the picture to the width it is shown in.
    """
    assert theme in THEMES
    artist = SvgRenderer(theme_on(scene.ground, theme))
    scale = BOARD / max(scene.width, scene.height)
    board_width = scene.width * scale
    column, bottom = artist.column(scene.panels if panels else (), board_width + 2 * MARGIN)
    width = board_width + 2 * MARGIN + (COLUMN + MARGIN if column else 0)
    height = max(HEADER + scene.height * scale, bottom) + MARGIN
    title = str(scene.prompt)
    size = fit_font_size(title, board_width, 20)
    prompt = artist.write(title, MARGIN, MARGIN + 12, style="text strong", size=size)
    board = (
        f'<g transform="translate({MARGIN} {HEADER}) scale({digits(scale)})">',
        *(artist.shape(shape) for shape in scene.shapes if shape.is_shown(chosen)),
        "</g>",
    )
    description = _describe_panels(scene.panels)
    return artist.page(width, height, title, description, [prompt, *board, *column], fluid=fluid)


class SvgRenderer:
    """Draws scenes and their parts in one theme."""

    def __init__(self, theme: str) -> None:
        self.theme = theme

    def paint(self, style: str) -> Paint:
        return paint(style, self.theme)

    def page(
        self, width: float, height: float, title: str, description: str, parts: list[str], *, fluid: bool = False
    ) -> str:
        """Return the whole file."""
        whole = f'width="{digits(width)}" height="{digits(height)}"'
        size = f'width="100%" style="max-width: {digits(width)}px; height: auto"' if fluid else whole
        box = f'viewBox="0 0 {digits(width)} {digits(height)}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img" font-family="{FONT}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(description)}</desc>",
            f'<rect {whole} fill="{self.paint("page").fill}"/>',
            *(self.sky(width, height) if self.theme == NIGHT else ()),
            *parts,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def sky(self, width: float, height: float) -> Iterator[str]:
        """Stars all over the page, the same every time."""
        colour, rng = self.paint("text").fill, 1
        for _ in range(int(width * height / SPACE_PER_STAR)):
            draws = []
            for _ in range(3):
                rng = advance(rng)
                draws.append(below(rng, 1000) / 1000)
            x, y, light = draws
            place = f'cx="{digits(x * width)}" cy="{digits(y * height)}" r="{digits(0.5 + 0.8 * light)}"'
            yield f'<circle {place} fill="{colour}" opacity="{digits(0.2 + 0.5 * light)}"/>'

    def write(
        self, text: Words, x: float, y: float, *, style: str, size: float = SIZE, anchor: str = "start", title: str = ""
    ) -> str:
        """Draw text whose capitals are vertically centred on y."""
        made = self.paint(style)
        words = f'x="{digits(x)}" y="{digits(y + size * 0.36)}" font-size="{digits(size)}" fill="{made.fill}"'
        words += f' text-anchor="{anchor}"' if anchor != "start" else ""
        words += ' font-weight="600"' if made.bold else ""
        return f"<text {words}>{title}{escape(str(text))}</text>"

    # ---- The board ----

    def shape(self, shape: Shape) -> str:
        title = f"<title>{escape(str(shape.label))}</title>" if shape.label else ""
        if isinstance(shape, Group):
            inside = "".join(self.shape(part) for part in shape.shapes)
            return f'<g transform="translate({digits(shape.x)} {digits(shape.y)})">{title}{inside}</g>'
        if isinstance(shape, Text):
            size = fit_font_size(str(shape.text), shape.fit, shape.size) if shape.fit else shape.size
            return self.write(shape.text, shape.x, shape.y, style=shape.style, size=size, anchor="middle", title=title)
        if isinstance(shape, Line):
            return self.line(shape, title)
        if isinstance(shape, Art):
            place = f"translate({digits(shape.x)} {digits(shape.y)})"
            place += f" rotate({digits(shape.turn)})" if shape.turn else ""
            return f'<g transform="{place}">{title}{self.symbol(shape.symbol, shape.style, shape.size)}</g>'
        if isinstance(shape, Curve):
            return self.curve(shape, title)
        return self.area(shape, title)

    def symbol(self, name: str, style: str, height: float) -> str:
        """Draw a symbol around the origin."""
        symbol = find_symbol(name)
        parts = []
        for part in symbol.parts:
            look = f'fill="{shade(part.fill, style, self.theme)}"' if part.fill else 'fill="none"'
            if part.line:
                look += f' stroke="{shade(part.line, style, self.theme)}" stroke-width="{digits(part.width)}"'
            if part.dash:
                look += f' stroke-dasharray="{" ".join(map(digits, part.dash))}"'
            look += f' opacity="{digits(part.opacity)}"' if part.opacity != 1 else ""
            parts.append(f'<path d="{part.path}" {look}/>')
        scale = f'transform="scale({round(height / symbol.height, 4):g})"'
        whole = f'<g {scale} stroke-linecap="round" stroke-linejoin="round">{"".join(parts)}</g>'
        if not symbol.clip:
            return whole
        width = height * symbol.width / symbol.height  # a nested picture cuts off what is outside
        box = f'viewBox="{digits(-width / 2)} {digits(-height / 2)} {digits(width)} {digits(height)}"'
        place = f'x="{digits(-width / 2)}" y="{digits(-height / 2)}" width="{digits(width)}" height="{digits(height)}"'
        return f"<svg {place} {box}>{whole}</svg>"

    def curve(self, curve: Curve, title: str) -> str:
        made = self.paint(curve.style)
        if curve.width:
            look = f'fill="none" stroke="{made.fill}" stroke-width="{digits(curve.width)}" stroke-linecap="round"'
            look += _dashes(made, curve.width)
        else:
            look = self._look(made)
        place = f' transform="translate({digits(curve.x)} {digits(curve.y)})"' if curve.x or curve.y else ""
        return f'<g{place}>{title}<path d="{curve.path}" {look}/></g>'

    def _look(self, made: Paint) -> str:
        look = f'fill="{made.fill}"'
        if made.width:
            look += f' stroke="{made.stroke}" stroke-width="{digits(made.width)}"{_dashes(made, made.width)}'
        return look

    def area(self, shape: Circle | Polygon, title: str) -> str:
        made = self.paint(shape.style)
        shadow = f"<{_form(shape, made.elevation)} {SHADOW}/>" if made.elevation else ""
        body = f"<{_form(shape, 0)} {self._look(made)}/>"
        if made.hatch != "none":
            body += f'<path d="{_hatching(shape)}" stroke="{made.hatch}" stroke-width="0.25" fill="none"/>'
        return f"<g>{title}{shadow}{body}</g>" if title else f"{shadow}{body}"

    def line(self, line: Line, title: str) -> str:
        """Draw, bottom to top: the outline, the line, the stripe."""
        made = self.paint(line.style)
        layers = [f'stroke="{made.fill}" stroke-width="{digits(line.width)}"{_dashes(made, line.width)}']
        if made.width:
            layers.insert(0, f'stroke="{made.stroke}" stroke-width="{digits(line.width + 2 * made.width)}"')
        if made.stripe != "none":
            dash = (
                f' stroke-dasharray="{" ".join(digits(part * line.width) for part in made.dash)}"' if made.dash else ""
            )
            layers.append(f'stroke="{made.stripe}" stroke-width="{digits(line.width * 0.3)}"{dash}')
        (x1, y1), (x2, y2) = line.start, line.end
        form = f'line x1="{digits(x1)}" y1="{digits(y1)}" x2="{digits(x2)}" y2="{digits(y2)}"'
        return f'<g stroke-linecap="round">{title}{"".join(f"<{form} {layer}/>" for layer in layers)}</g>'

    # ---- The panels ----

    def column(self, panels: tuple[Panel, ...], x: float) -> tuple[list[str], float]:
        """Draw the panels in a column. Return them and the column's lower end."""
        y: float = MARGIN
        drawn = []
        for panel in panels:
            inside, height = self.panel(panel)
            drawn.append(f'<g transform="translate({digits(x)} {digits(y)})">{inside}</g>')
            y += height + GAP
        return drawn, y - GAP

    def panel(self, panel: Panel) -> tuple[str, float]:
        middle, left = PAD + 8.0, float(PAD)
        inside = []
        if panel.badge:
            inside.append(
                f'<g transform="translate({PAD + 12} {digits(middle)}) scale({BADGE})">{self.shape(panel.badge)}</g>'
            )
            left += 34
        inside.append(self.write(panel.title, left, middle, style="text strong", size=16))
        inside.append(self.write(panel.value, COLUMN - PAD, middle, style="text strong", size=16, anchor="end"))
        y = float(PAD + TITLE)
        for row in panel.rows:
            drawn, height = self.row(row, y)
            inside.append(drawn)
            y += height
        y += PAD - 6
        made = self.paint(panel.style)
        form = f'rect width="{COLUMN}" height="{digits(y)}" rx="12" fill="{made.fill}"'
        card = f'<{form} stroke="{made.stroke}" stroke-width="{digits(made.width * 5)}"/>'
        return card + "".join(inside), y

    def row(self, row: Row, y: float) -> tuple[str, float]:
        """Draw the label on the left, tokens and text on the right. What doesn't fit goes below."""
        if row.layout == "fan":
            return self.cards(row, y)
        if row.tokens and row.label and PAD + len(str(row.label)) * LETTER > COLUMN - PAD - _tokens_width(row):
            drawn_tokens, below = self.row(structs.replace(row, label=""), y + LINE)
            return self.write(row.label, PAD, y + LINE / 2, style="text dim") + drawn_tokens, LINE + below
        height: float = CHIP if row.tokens else LINE
        label, text = str(row.label), str(row.text)
        left: float = PAD
        drawn = []
        if row.symbol:
            drawn.append(self.icon(row.symbol, row.style, PAD + 8, y + height / 2, 16))
            left += 24
        drawn.append(self.write(label, left, y + height / 2, style="text dim"))
        x: float = COLUMN - PAD
        if row.gauge:
            drawn.append(self.gauge(row, x, y + height / 2))
            x -= GAUGE + 10
        for token in reversed(row.tokens):
            x -= _width(token)
            drawn.append(self.token(token, x, y + height / 2))
            x -= 6
        if (len(label) + len(text) + 1) * LETTER <= x - left:
            drawn.append(self.write(text, x, y + height / 2, style="text", anchor="end"))
        else:
            height -= 0 if label or row.tokens else LINE
            for line in wrap(text, int((COLUMN - 2 * PAD) / LETTER)):
                drawn.append(self.write(line, PAD, y + height + LINE / 2, style="text"))
                height += LINE
        return "".join(drawn), height

    def cards(self, row: Row, y: float) -> tuple[str, float]:
        """Draw cards in a hand, face up, side by side or overlapping so that all fit."""
        room = COLUMN - 2 * PAD - CARD_WIDTH
        step = min(CARD_WIDTH + 6, room / max(1, len(row.tokens) - 1))
        drawn = [self.card(token, PAD + step * place, y) for place, token in enumerate(row.tokens)]
        return "".join(drawn), CARD_HEIGHT + 6 if drawn else 0

    def card(self, token: Token, x: float, y: float) -> str:
        """Draw a card, with its badge and level at the top left, where they show in any hand."""
        made = self.paint(token.style)
        form = f'rect x="{digits(x)}" y="{digits(y)}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6"'
        parts = [f'<{form} fill="{made.fill}" stroke="{made.stroke}"/>']
        colour = next((word for word in token.style.split() if word in HUES or word in SEATS), "")
        look = f"art {colour}".strip()
        if token.symbol:
            high = CARD_HEIGHT - 28.0
            parts.append(self.icon(token.symbol, look, x + CARD_WIDTH / 2, y + 4 + high / 2, high))
        if token.badge or token.pips:
            ink, paper = self.paint(f"card {colour}".strip()).ink, self.paint("card").fill
            tall = 20 + 8 * (token.pips[1] if token.pips else 0)
            corner = f'x="{digits(x + 3)}" y="{digits(y + 3)}" width="19" height="{tall}" rx="5"'
            parts.append(f'<rect {corner} fill="{paper}"/>')
            parts.append(self.icon(token.badge, look, x + 12.5, y + 12, 18) if token.badge else "")
            for pip in range(token.pips[1] if token.pips else 0):
                full = f'fill="{ink}"' if token.pips and pip < token.pips[0] else 'fill="none"'
                at = f'cx="{digits(x + 12.5)}" cy="{digits(y + 26 + 8 * pip)}" r="2.6"'
                parts.append(f'<circle {at} {full} stroke="{ink}"/>')
        name = " ".join(str(part) for part in (token.text, f"×{token.count}" if token.count else "") if part)
        size = fit_font_size(name, CARD_WIDTH - 6, 11)
        middle = x + CARD_WIDTH / 2
        parts.append(self.write(name, middle, y + CARD_HEIGHT - 12, style="text strong", size=size, anchor="middle"))
        faint = ' opacity="0.5"' if "dim" in token.style.split() else ""
        return f"<g{faint}><title>{escape(str(token.label))}</title>{''.join(parts)}</g>"

    def token(self, token: Token, x: float, middle: float) -> str:
        made = self.paint(token.style)
        width, text = _width(token), _text(token)
        if token.symbol:
            icon = self.icon(token.symbol, token.style, x + (12 if text else width / 2), middle, 18)
            words = self.write(text, x + 26, middle, style="text strong") if text else ""
            return f"<g><title>{escape(str(token.label))}</title>{icon}{words}</g>"
        form = f'rect x="{digits(x)}" y="{digits(middle - 12)}" width="{digits(width)}" height="24" rx="6"'
        form += f' fill="{made.fill}"'
        form += f' stroke="{made.stroke}"' if made.width else ""
        place = (
            f'x="{digits(x + width / 2)}" y="{digits(middle + SIZE * 0.36)}" font-size="{SIZE}" text-anchor="middle"'
        )
        words = f'<text {place} font-weight="600" fill="{made.ink}">{escape(text)}</text>'
        return f"<g><title>{escape(str(token.label))}</title><{form}/>{words}</g>"

    def icon(self, symbol: str, style: str, x: float, y: float, size: float) -> str:
        return f'<g transform="translate({digits(x)} {digits(y)})">{self.symbol(symbol, style or "art", size)}</g>'

    def gauge(self, row: Row, x: float, y: float) -> str:
        """A bar that is filled from the left."""
        assert row.gauge
        filled, limit = row.gauge
        made, empty = self.paint(row.style or "piece"), PALETTES[self.theme].rule
        long = GAUGE * min(1, filled / max(1, limit))
        whole = f'<rect x="{digits(x - GAUGE)}" y="{digits(y - 4)}" width="{GAUGE}" height="8" rx="4" fill="{empty}"/>'
        part = f'<rect x="{digits(x - GAUGE)}" y="{digits(y - 4)}" width="{digits(long)}" height="8" rx="4"'
        return whole + (f'{part} fill="{made.fill}"/>' if filled else "")


def _describe_panels(panels: tuple[Panel, ...]) -> str:
    """Return the contents of the panels as sentences, for screen readers."""
    sentences = []
    for panel in panels:
        rows = []
        for row in panel.rows:
            tokens = ", ".join(str(token.label) for token in row.tokens)
            rows.append(" ".join(str(part) for part in (row.label, tokens, row.text) if part))
        sentences.append(f"{panel.title} {panel.value}".strip() + ": " + "; ".join(rows) + ".")
    return " ".join(sentences)


def fit_font_size(text: str, width: float, most: float) -> float:
    """Return a font size at which a bold line fits a width."""
    return min(most, width / (0.6 * max(len(text), 1)))


def _text(token: Token) -> str:
    """What stands on a token: its text and, for a pile, how many they are."""
    return " ".join(str(part) for part in (token.text, token.count) if part not in {"", None})


def _tokens_width(row: Row) -> float:
    return sum(_width(token) + 6 for token in row.tokens)


def _width(token: Token) -> float:
    text = _text(token)
    if token.symbol:
        return len(text) * 8.0 + 30 if text else 22
    return max(len(text), 3) * 8.0 + 18


def _dashes(made: Paint, width: float) -> str:
    return f' stroke-dasharray="{digits(2 * width)} {digits(2 * width)}"' if made.dashed else ""


def _hatching(shape: Circle | Polygon) -> str:
    """Slanting lines across the box around an area. A circle or a polygon with four corners keeps them inside."""
    points = shape.points if isinstance(shape, Polygon) else _square(shape)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width, height = right - left, bottom - top
    path = ""
    for step in range(1, HATCHES):
        along = (width + height) * step / HATCHES
        x1, y1 = left + min(along, width), top + max(0, along - width)
        x2, y2 = left + max(0, along - height), top + min(along, height)
        path += f"M{digits(x1)} {digits(y1)}L{digits(x2)} {digits(y2)}"
    return path


def _square(circle: Circle) -> tuple[tuple[float, float], ...]:
    half = circle.radius * 0.7
    return tuple((circle.x + a * half, circle.y + b * half) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


def _form(shape: Circle | Polygon, down: float) -> str:
    """Return the SVG shape of an area, moved down for its shadow."""
    if isinstance(shape, Circle):
        return f'circle cx="{digits(shape.x)}" cy="{digits(shape.y + down)}" r="{digits(shape.radius)}"'
    return f'path d="{_outline(tuple((x, y + down) for x, y in shape.points), shape.rounding)}"'


def _outline(points: tuple[tuple[float, float], ...], rounding: float) -> str:
    """Return the path around a polygon with rounded corners."""
    path = ""
    for i, (x, y) in enumerate(points):
        cuts = []
        for other_x, other_y in (points[i - 1], points[(i + 1) % len(points)]):
            share = min(rounding / ((other_x - x) ** 2 + (other_y - y) ** 2) ** 0.5, 0.5)
            cuts.append(f"{digits(x + (other_x - x) * share)} {digits(y + (other_y - y) * share)}")
        path += f"{'L' if path else 'M'}{cuts[0]}"
        path += f"Q{digits(x)} {digits(y)} {cuts[1]}" if rounding else ""
    return path + "Z"


def digits(number: float) -> str:
    """Format a number with at most two decimals."""
    return f"{round(number, 2) + 0:g}"
