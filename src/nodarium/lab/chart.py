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

from nodarium.core.message import Message, say
from nodarium.core.svg import MARGIN, SIZE, SvgRenderer, digits, fit_font_size
from nodarium.core.theme import PALETTES, THEMES
from nodarium.lab.analysis import Analysis, MoveReview

# In pixels.
WIDTH = 960
LEFT, RIGHT = 74, 932  # of the plot
TOP, BOTTOM = 122, 402
LABELS_WIDTH = 150  # on the right, for the names of the lines
MAX_NAME_LETTERS = 17
MIN_PLAYER_LETTERS = 4
LETTER_WIDTH = 8.2
CARDS_TOP = 470
CARD_HEIGHT, CARD_GAP = 104, 14
BADGE_RADIUS = 11
MAX_TICKS = 14
MIN_TICK_DISTANCE = 24
MIN_LABEL_DISTANCE = 17

CONTROL = re.compile(r"[\x00-\x1f\x7f]")

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
    words = " ".join(str(describe_swing(analysis, swing)) for swing in swings)
    return chart.svg.page(WIDTH, height, chart.title, words, parts)


def describe_swing(analysis: Analysis, swing: MoveReview) -> Message:
    return say(
        "lab-swing",
        number=str(swing.number),
        seat=analysis.seat_titles[swing.seat],
        move=swing.move,
        before=percent(swing.before),
        after=percent(swing.after),
    )


def percent(value: float) -> Message:
    return say("lab-percent", share=value)


class _Chart:
    def __init__(self, analysis: Analysis, theme: str) -> None:
        self.analysis = analysis
        self.svg = SvgRenderer(theme)
        self.palette = PALETTES[theme]
        self.last = max(len(analysis.turns) - 1, 1)
        self.right = RIGHT - LABELS_WIDTH if analysis.imperfect_information else RIGHT
        self.title = analysis.game
        if analysis.outcome_text:
            self.title = str(say("lab-chart-title", game=analysis.game, outcome=analysis.outcome_text))

    # ---- coordinates ----

    def x(self, moves: int) -> float:
        return LEFT + (self.right - LEFT) * moves / self.last

    @staticmethod
    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * value

    def curve_points(self, seat: int) -> list[Point]:
        return [(self.x(point.moves), self.y(point.value)) for point in self.analysis.value_curves[seat]]

    def name(self, seat: int) -> str:
        """The title of a seat and, if there is room, its player."""
        title, player = shorten(str(self.analysis.seat_titles[seat]), MAX_NAME_LETTERS), self.analysis.players[seat]
        room = MAX_NAME_LETTERS - len(title)
        if room < MIN_PLAYER_LETTERS or player == self.analysis.seats[seat]:
            return title
        return f"{title} · {shorten(CONTROL.sub('?', player), room)}"

    def names_left(self) -> float:
        """Where the names of both seats begin, if they are above the plot."""
        return RIGHT - sum(len(self.name(seat)) * LETTER_WIDTH + 17 + 20 for seat in (0, 1)) + 20

    # ---- the parts ----

    def heading(self) -> list[str]:
        bot = self.analysis.bot
        if self.analysis.imperfect_information:
            subtitle, right = str(say("lab-chart-each-seat", bot=bot)), float(RIGHT)
        else:
            subtitle, right = str(say("lab-chart-both-seats", bot=bot)), self.names_left() - MARGIN
        return [
            self.fit(self.title, MARGIN, MARGIN + 10, right=RIGHT, style="text strong", size=20),
            self.fit(subtitle, MARGIN, MARGIN + 36, right=right, style="text dim"),
        ]

    def fit(self, text: str, x: float, y: float, *, right: float, style: str, size: float = SIZE) -> str:
        """Write a text, in a smaller font if it would reach beyond `right`."""
        return self.svg.write(text, x, y, style=style, size=fit_font_size(text, right - x, size))

    def areas(self) -> list[str]:
        """Fill the plot below the curve for the first seat and above it for the second, with their names on top."""
        points = self.curve_points(0)
        parts = []
        for seat, edge in ((0, BOTTOM), (1, TOP)):
            outline = [(points[0][0], edge), *points, (points[-1][0], edge)]
            parts.append(f'<path d="{_path(outline)}Z" fill="{self.palette.colours[f"seat-{seat}"].soft}"/>')
        x = self.names_left()
        for seat in (0, 1):
            parts.append(self.label(seat, x, MARGIN + 36))
            x += len(self.name(seat)) * LETTER_WIDTH + 17 + 20
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
        """Write the numbers of turns or rounds below the plot, each where its turn or round ends."""
        counted = self.analysis.rounds or self.analysis.turns
        ends = {number: self.x(moves) for moves, number in enumerate(counted[:-1], 1)}
        every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if len(ends) <= n * MAX_TICKS)
        label = str(say("lab-chart-round") if self.analysis.rounds else say("lab-chart-turn"))
        size = fit_font_size(label, LEFT - 10, SIZE)
        parts = [self.svg.write(label, LEFT - 10, BOTTOM + 22, style="text dim", anchor="end", size=size)]
        last = 0.0
        for number, x in sorted(ends.items()):
            if (number == 1 or number % every == 0) and x >= last + MIN_TICK_DISTANCE:
                last = x
                place = f'x1="{digits(x)}" y1="{BOTTOM}" x2="{digits(x)}" y2="{BOTTOM + 6}"'
                parts.append(f'<line {place} stroke="{self.palette.faint}"/>')
                parts.append(self.svg.write(str(number), x, BOTTOM + 22, style="text dim", anchor="middle"))
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
        played = f"{self.analysis.seat_titles[swing.seat]} {swing.move}"
        change = f"{percent(swing.before)} → {percent(swing.after)}"
        place = str(say("lab-chart-move", number=str(swing.number), turn=str(swing.turn)))
        if swing.round is not None:
            place = str(say("lab-chart-move-in-round", number=str(swing.number), round=str(swing.round)))
        bot = self.analysis.bot.partition(":")[0]
        suggestion = str(say("lab-chart-suggestion", bot=bot, move=swing.better.move)) if swing.better else ""
        left, right = x + 48, x + width - 16
        place_size = fit_font_size(place, right - left - len(change) * LETTER_WIDTH - 20, SIZE)
        return "".join(
            [
                f'<rect {form} fill="{panel.fill}" stroke="{panel.stroke}"/>',
                self.badge(number, swing, x + 26, CARDS_TOP + 26),
                self.fit(played, left, CARDS_TOP + 26, right=right, style="text strong", size=15),
                self.svg.write(change, left, CARDS_TOP + 53, style="text", size=15),
                self.svg.write(place, right, CARDS_TOP + 53, style="text dim", anchor="end", size=place_size),
                self.fit(suggestion, left, CARDS_TOP + 79, right=right, style="text dim", size=13),
            ]
        )


def shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


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
