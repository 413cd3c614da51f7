"""Draw an analysis as an SVG chart: the value for each seat after every move, with the largest swings marked.

With perfect information the values of the two seats add up to 1, so one curve divides the plot:

    ┌──────①──────────────┐  the second seat wins
    │      │   ╭──╮       │
    │ ──╮  │╭──╯  ╰───────│  even
    │   ╰──•╯             │
    └─────────────────────┘  the first seat wins
      1    5    10   15      turns

With imperfect information each seat has its own line, from 0 to 100 %.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodarium.core.svg import MARGIN, SvgRenderer, digits, fit_font_size
from nodarium.core.theme import PALETTES, THEMES
from nodarium.lab.analysis import Analysis, MoveReview

# In pixels.
WIDTH = 960
LEFT, RIGHT = 74, 932  # of the plot
TOP, BOTTOM = 122, 402
LABELS_WIDTH = 150  # on the right, for the names of the lines
MAX_NAME_LETTERS = 17
LETTER_WIDTH = 7.4
CARDS_TOP = 470
CARD_HEIGHT, CARD_GAP = 104, 14
BADGE_RADIUS = 11
MAX_TICKS = 14
MIN_TICK_DISTANCE = 24
MIN_LABEL_DISTANCE = 17

Point = tuple[float, float]


def draw(analysis: Analysis, theme: str = "light") -> str:
    """Return the chart as a self-contained SVG document."""
    assert theme in THEMES
    chart = _Chart(analysis, theme)
    swings = analysis.swings
    parts = [
        *chart.heading(),
        *(chart.lines() if analysis.imperfect_information else chart.areas()),
        *chart.axis(),
        *chart.marks(swings),
        *(chart.card(number, swing) for number, swing in enumerate(swings)),
    ]
    height = CARDS_TOP + CARD_HEIGHT + MARGIN if swings else CARDS_TOP
    words = " ".join(f"{describe_swing(analysis, swing)}." for swing in swings)
    return chart.svg.page(WIDTH, height, chart.title, words, parts)


def describe_swing(analysis: Analysis, swing: MoveReview) -> str:
    """Return a sentence without its full stop."""
    seat = analysis.seats[swing.seat]
    return (
        f"Move {swing.number}, {seat} {swing.move}: from {percent(swing.before)} to {percent(swing.after)} for {seat}"
    )


def percent(value: float) -> str:
    return f"{value * 100:.0f} %"


class _Chart:
    def __init__(self, analysis: Analysis, theme: str) -> None:
        self.analysis = analysis
        self.svg = SvgRenderer(theme)
        self.palette = PALETTES[theme]
        self.last = max(len(analysis.turns) - 1, 1)
        self.right = RIGHT - LABELS_WIDTH if analysis.imperfect_information else RIGHT
        self.title = f"{analysis.game}. {analysis.outcome_text}" if analysis.outcome_text else analysis.game

    # ---- coordinates ----

    def x(self, moves: int) -> float:
        return LEFT + (self.right - LEFT) * moves / self.last

    @staticmethod
    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * value

    def curve_points(self, seat: int) -> list[Point]:
        return [(self.x(point.moves), self.y(point.value)) for point in self.analysis.value_curves[seat]]

    def name(self, seat: int) -> str:
        name, player = self.analysis.seats[seat], re.sub("[\\x00-\\x1f\\x7f]", "?", self.analysis.players[seat])
        short = player if len(player) <= MAX_NAME_LETTERS - len(name) else f"{player[: MAX_NAME_LETTERS - len(name)]}…"
        return name if player == name else f"{name} · {short}"

    # ---- the parts ----

    def heading(self) -> list[str]:
        subtitle = (
            "Each seat's chances after every move, from what it knew,"
            if self.analysis.imperfect_information
            else "Both seats' chances after every move,"
        )
        size = fit_font_size(self.title, RIGHT - MARGIN, 20)
        return [
            self.svg.write(self.title, MARGIN, MARGIN + 10, style="text strong", size=size),
            self.svg.write(f"{subtitle} by {self.analysis.bot}", MARGIN, MARGIN + 36, style="text dim"),
        ]

    def areas(self) -> list[str]:
        """Fill the plot below the curve for the first seat and above it for the second, with their names on top."""
        points = self.curve_points(0)
        parts = []
        for seat, edge in ((0, BOTTOM), (1, TOP)):
            outline = [(points[0][0], edge), *points, (points[-1][0], edge)]
            parts.append(f'<path d="{_path(outline)}Z" fill="{self.palette.colours[f"seat-{seat}"].soft}"/>')
        x = float(RIGHT)
        for seat in (1, 0):
            x -= len(self.name(seat)) * LETTER_WIDTH + 17
            parts.append(self.label(seat, x, MARGIN + 36))
            x -= 20
        return [*parts, *self.grid(), self.curve(points, self.palette.ink)]

    def lines(self) -> list[str]:
        """Draw a line for each seat, with the seat's name at its end."""
        size = f'width="{digits(self.right - LEFT)}" height="{BOTTOM - TOP}"'
        parts = [f'<rect x="{LEFT}" y="{TOP}" {size} fill="{self.palette.panel}"/>']
        parts += self.grid()
        seats = [seat for seat in range(len(self.analysis.seats)) if self.analysis.value_curves[seat]]
        for seat in reversed(seats):
            parts.append(self.curve(self.curve_points(seat), self.palette.colours[f"seat-{seat}"].full))
        ends = sorted(seats, key=lambda seat: self.curve_points(seat)[-1][1])
        places = _spread([self.curve_points(seat)[-1][1] for seat in ends], MIN_LABEL_DISTANCE, TOP, BOTTOM)
        for seat, place in zip(ends, places, strict=True):
            parts.append(self.label(seat, self.right + 10, place))
        return parts

    def label(self, seat: int, x: float, y: float) -> str:
        """Draw a seat's dot and name."""
        dot = self.svg.paint(f"piece seat-{seat}")
        form = f'cx="{digits(x + 5)}" cy="{digits(y)}" r="5" fill="{dot.fill}" stroke="{dot.stroke}"'
        return f"<circle {form}/>" + self.svg.write(self.name(seat), x + 17, y, style=f"text seat-{seat} strong")

    def curve(self, points: Sequence[Point], colour: str) -> str:
        return f'<path d="{_path(points)}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>'

    def grid(self) -> list[str]:
        """Draw lines at the quarters, the middle one stronger, with percentages on the left."""
        parts = []
        for value in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = self.y(value)
            place = f'x1="{LEFT}" y1="{digits(y)}" x2="{digits(self.right)}" y2="{digits(y)}"'
            strength = 'stroke-opacity="0.36" stroke-dasharray="4 4"' if value == 0.5 else 'stroke-opacity="0.12"'
            parts.append(f'<line {place} stroke="{self.palette.ink}" {strength}/>')
            if value in (0.0, 0.5, 1.0):
                parts.append(self.svg.write(percent(value), LEFT - 10, y, style="text dim", anchor="end"))
        return parts

    def axis(self) -> list[str]:
        """Write the turn numbers below the plot, each where its turn ends."""
        ends = {turn: self.x(moves) for moves, turn in enumerate(self.analysis.turns[:-1], 1)}
        every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if len(ends) <= n * MAX_TICKS)
        parts = [self.svg.write("turn", LEFT - 10, BOTTOM + 22, style="text dim", anchor="end")]
        last = 0.0
        for turn, x in sorted(ends.items()):
            if (turn == 1 or turn % every == 0) and x >= last + MIN_TICK_DISTANCE:
                last = x
                place = f'x1="{digits(x)}" y1="{BOTTOM}" x2="{digits(x)}" y2="{BOTTOM + 6}"'
                parts.append(f'<line {place} stroke="{self.palette.faint}"/>')
                parts.append(self.svg.write(str(turn), x, BOTTOM + 22, style="text dim", anchor="middle"))
        return parts

    # ---- the swings ----

    def marks(self, swings: Sequence[MoveReview]) -> list[str]:
        """Draw a number above the plot for each swing, and a line from it to the curve."""
        ends = [self.end_of(swing) for swing in swings]
        order = sorted(range(len(ends)), key=lambda number: ends[number])
        places = _spread([ends[number][0] for number in order], 2 * BADGE_RADIUS + 4, LEFT, self.right)
        parts = []
        for number, place in zip(order, places, strict=True):
            x, y = ends[number]
            thread = f"M{digits(place)} {TOP - 20}L{digits(x)} {TOP - 4}L{digits(x)} {digits(y)}"
            parts.append(f'<path d="{thread}" fill="none" stroke="{self.palette.ink}" stroke-opacity="0.55"/>')
            dot = self.svg.paint(f"piece seat-{swings[number].seat}")
            form = f'cx="{digits(x)}" cy="{digits(y)}" r="5" fill="{dot.fill}"'
            parts.append(f'<circle {form} stroke="{self.palette.panel}" stroke-width="2"/>')
            parts.append(self.badge(number, swings[number], place, TOP - 26))
        return parts

    def end_of(self, swing: MoveReview) -> Point:
        """Return the point of the curve after a swing."""
        line = self.analysis.value_curves[swing.seat]
        moves = next(point.moves for point in line if point.moves >= swing.number)
        return self.x(moves), self.y(
            swing.after if self.analysis.imperfect_information or swing.seat == 0 else 1 - swing.after
        )

    def badge(self, number: int, swing: MoveReview, x: float, y: float) -> str:
        dot = self.svg.paint(f"piece seat-{swing.seat}")
        circle = (
            f'<circle cx="{digits(x)}" cy="{digits(y)}" r="{BADGE_RADIUS}" fill="{dot.fill}" stroke="{dot.stroke}"/>'
        )
        form = f'x="{digits(x)}" y="{digits(y + 4.7)}" font-size="13" font-weight="600" text-anchor="middle"'
        return f'{circle}<text {form} fill="{dot.ink}">{number + 1}</text>'

    def card(self, number: int, swing: MoveReview) -> str:
        """Draw the card that describes a swing."""
        width = (RIGHT - MARGIN - 2 * CARD_GAP) / 3
        x = MARGIN + number * (width + CARD_GAP)
        panel = self.svg.paint("panel")
        form = f'x="{digits(x)}" y="{CARDS_TOP}" width="{digits(width)}" height="{CARD_HEIGHT}" rx="12"'
        best = swing.recommendation.candidates[0].move
        played = f"{self.analysis.seats[swing.seat]} {swing.move}"
        suggestion = f"{self.analysis.bot.partition(':')[0]} would play {best}" if best != swing.move else ""
        room = width - 64
        write = self.svg.write
        return "".join(
            [
                f'<rect {form} fill="{panel.fill}" stroke="{panel.stroke}"/>',
                self.badge(number, swing, x + 26, CARDS_TOP + 26),
                write(played, x + 48, CARDS_TOP + 26, style="text strong", size=fit_font_size(played, room, 15)),
                write(
                    f"{percent(swing.before)} → {percent(swing.after)}", x + 48, CARDS_TOP + 53, style="text", size=15
                ),
                write(
                    f"move {swing.number}, turn {swing.turn}",
                    x + 48 + room,
                    CARDS_TOP + 53,
                    style="text dim",
                    anchor="end",
                ),
                write(suggestion, x + 48, CARDS_TOP + 79, style="text dim", size=fit_font_size(suggestion, room, 13)),
            ]
        )


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{digits(x)} {digits(y)}" for x, y in points)


def _spread(places: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Move sorted coordinates apart to a minimum distance, within two bounds."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + apart) if found else max(place, low))
    for index in reversed(range(len(found))):
        limit = high if index == len(found) - 1 else found[index + 1] - apart
        found[index] = min(found[index], limit)
    return found
