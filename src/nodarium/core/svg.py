"""A scene as an SVG file that needs nothing else: no font files, no style sheet, no script."""

from __future__ import annotations

from html import escape
from textwrap import wrap

from nodarium.core.scene import Circle, Group, Line, Panel, Polygon, Row, Scene, Shape, Text, Token
from nodarium.core.theme import THEMES, Paint, paint

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"
BOARD = 620  # the longer side of the board, in pixels
MARGIN = 28
HEADER = 52
COLUMN = 316  # the width of the panels
PAD = 18  # inside a panel
TITLE, LINE, CHIP = 30, 21, 30  # heights in a panel
CHARACTER = 6.9  # the usual width of one, for breaking lines


def render(scene: Scene, theme: str = "light", panels: bool = True) -> str:
    """The board, the prompt above it and, beside it, the panels."""
    assert theme in THEMES
    drawing = _Drawing(theme)
    scale = BOARD / max(scene.width, scene.height)
    width, height = scene.width * scale, scene.height * scale
    column, bottom = drawing.column(scene.panels, 2 * MARGIN + width) if panels and scene.panels else ([], 0.0)
    full_width = width + 2 * MARGIN + (COLUMN + MARGIN if column else 0)
    full_height = max(HEADER + height, bottom) + MARGIN
    size = f'width="{_n(full_width)}" height="{_n(full_height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_n(full_width)} {_n(full_height)}" '
        f'role="img" font-family="{FONT}">',
        f"<title>{escape(scene.prompt)}</title>",
        f"<desc>{escape(_in_words(scene))}</desc>",
        f'<rect {size} fill="{drawing.paint("page").fill}"/>',
        drawing.text(MARGIN, HEADER - 16, scene.prompt, "text strong", 20, "start"),
        f'<g transform="translate({MARGIN} {HEADER}) scale({_n(scale)})">',
        *(drawing.shape(shape) for shape in scene.shapes),
        "</g>",
        *column,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _Drawing:
    """Draws the parts in one theme."""

    def __init__(self, theme: str) -> None:
        self.theme = theme

    def paint(self, style: str) -> Paint:
        return paint(style, self.theme)

    # ---- Shapes ----

    def shape(self, shape: Shape) -> str:
        title = f"<title>{escape(shape.label)}</title>" if shape.label else ""
        if isinstance(shape, Group):
            inside = "".join(self.shape(part) for part in shape.shapes)
            return f'<g transform="translate({_n(shape.x)} {_n(shape.y)})">{title}{inside}</g>'
        if isinstance(shape, Line):
            return self.line(shape, title)
        if isinstance(shape, Text):
            return self.text(shape.x, shape.y, shape.text, shape.style, shape.size, "middle", title)
        if isinstance(shape, Circle):
            form = f'circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
        else:
            form = f'path d="{_outline(shape)}"'
        return _element(form + self.brush(shape.style), title)

    def brush(self, style: str) -> str:
        made = self.paint(style)
        words = f' fill="{made.fill}"'
        if made.width:
            words += f' stroke="{made.stroke}" stroke-width="{_n(made.width)}" stroke-linejoin="round"'
            if made.dash:
                words += f' stroke-dasharray="{" ".join(_n(part * made.width) for part in made.dash)}"'
        return words

    def line(self, line: Line, title: str) -> str:
        """The line, its outline below it and its stripe on it."""
        made = self.paint(line.style)
        layers = [(made.fill, line.width, "")]
        if made.width:
            layers.insert(0, (made.stroke, line.width + 2 * made.width, ""))
        if made.stripe != "none":
            thin = line.width * 0.3
            dashes = " ".join(_n(part * line.width) for part in made.dash)
            layers.append((made.stripe, thin, f' stroke-dasharray="{dashes}"' if dashes else ""))
        (x1, y1), (x2, y2) = line.start, line.end
        form = f'line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
        strokes = [
            _element(f'{form} stroke="{colour}" stroke-width="{_n(width)}"{dash}') for colour, width, dash in layers
        ]
        return f'<g stroke-linecap="round">{title}{"".join(strokes)}</g>'

    def text(self, x: float, y: float, text: str, style: str, size: float, anchor: str, title: str = "") -> str:
        made = self.paint(style)
        if anchor == "middle":
            y += size * 0.35  # to the middle of the capitals
        weight = ' font-weight="600"' if made.bold else ""
        place = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{anchor}"'
        return f'<text {place}{weight} fill="{made.fill}">{title}{escape(text)}</text>'

    # ---- Panels ----

    def column(self, panels: tuple[Panel, ...], x: float) -> tuple[list[str], float]:
        """The panels one below the other, and where they end."""
        y: float = MARGIN
        drawn = []
        for panel in panels:
            inside, height = self.panel(panel)
            drawn.append(f'<g transform="translate({_n(x)} {_n(y)})">{"".join(inside)}</g>')
            y += height + 14
        return drawn, y - 14

    def panel(self, panel: Panel) -> tuple[list[str], float]:
        y: float = PAD + TITLE
        inside = [self.text(PAD, y - 14, panel.title, "text strong", 16, "start")]
        if panel.value:
            inside.append(self.text(COLUMN - PAD, y - 14, panel.value, "text strong", 16, "end"))
        for row in panel.rows:
            drawn, height = self.row(row, y)
            inside += drawn
            y += height
        height = y + PAD - 8
        card = self.paint(panel.style)
        frame = _element(
            f'rect width="{COLUMN}" height="{_n(height)}" rx="12" fill="{card.fill}" stroke="{card.stroke}"'
            f' stroke-width="{_n(card.width * 5)}"'
        )
        return [frame, *inside], height

    def row(self, row: Row, y: float) -> tuple[list[str], float]:
        """The row's name at the left, its text at the right or, if that is too long, below; tokens in a line."""
        room = COLUMN - 2 * PAD
        height: float = CHIP if row.tokens else LINE
        drawn = []
        if row.label:
            drawn.append(self.text(PAD, y + height / 2 + 4.5, row.label, "text dim", 13, "start"))
        left = PAD + room - sum(_chip_width(token) + 6 for token in row.tokens) + 6
        for token in row.tokens:
            drawn.append(self.token(token, left, y + 3))
            left += _chip_width(token) + 6
        if (len(row.label) + len(row.text) + 2) * CHARACTER <= room and not row.tokens:
            drawn.append(self.text(COLUMN - PAD, y + LINE / 2 + 4.5, row.text, "text", 13, "end"))
        else:
            for line in wrap(row.text, int(room / CHARACTER)):
                drawn.append(self.text(PAD, y + height + LINE / 2 + 4.5, line, "text", 13, "start"))
                height += LINE
        return drawn, height

    def token(self, token: Token, x: float, y: float) -> str:
        made = self.paint(token.style)
        width = _chip_width(token)
        edge = f' stroke="{made.stroke}"' if made.width else ""
        form = f'rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="24" rx="6" fill="{made.fill}"{edge}'
        place = f'x="{_n(x + width / 2)}" y="{_n(y + 16.5)}" font-size="13" font-weight="600" text-anchor="middle"'
        words = f'<text {place} fill="{made.ink}">{escape(token.text)}</text>'
        return f"<g><title>{escape(token.label)}</title>{_element(form)}{words}</g>"


def _in_words(scene: Scene) -> str:
    """What the panels show, as sentences."""
    sentences = []
    for panel in scene.panels:
        parts = []
        for row in panel.rows:
            tokens = ", ".join(token.label for token in row.tokens)
            parts.append(" ".join(part for part in (row.label, row.text, tokens) if part))
        sentences.append(f"{panel.title} {panel.value}".strip() + ": " + "; ".join(parts) + ".")
    return " ".join(sentences)


def _chip_width(token: Token) -> float:
    return max(24.0, len(token.text) * 8 + 18)


def _element(form: str, title: str = "") -> str:
    return f"<{form}>{title}</{form.split()[0]}>" if title else f"<{form}/>"


def _outline(polygon: Polygon) -> str:
    """The path around a polygon, its corners rounded."""
    points = polygon.points
    path = []
    for i, (x, y) in enumerate(points):
        cuts = []
        for other_x, other_y in (points[i - 1], points[(i + 1) % len(points)]):
            length = ((other_x - x) ** 2 + (other_y - y) ** 2) ** 0.5
            share = min(polygon.rounding / length, 0.5)
            cuts.append(f"{_n(x + (other_x - x) * share)} {_n(y + (other_y - y) * share)}")
        path.append(f"{'L' if path else 'M'}{cuts[0]}" + (f"Q{_n(x)} {_n(y)} {cuts[1]}" if polygon.rounding else ""))
    return "".join(path) + "Z"


def _n(number: float) -> str:
    """A number with at most two decimals, always written the same way."""
    return f"{round(number, 2) + 0:g}"
