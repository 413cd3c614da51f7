"""The course of a match as a picture: what it was worth to whom after every move, and where it turned.

In a game without secrets the two seats share the height, as they share the value:

    ┌──────①──────────────┐  all to the second seat
    │      │   ╭──╮       │
    │ ──╮  │╭──╯  ╰───────│  half and half
    │   ╰──•╯             │
    └─────────────────────┘  all to the first seat
      1    5    10   15      turns

In a game with secrets every seat has a line of its own, from 0 to 100 %.
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
NAMES = 150  # at the right, for the names of lines
LONGEST = 17  # letters of a player's name
LETTER = 7.4  # the width of one
CARDS = 470  # where the cards of the swings begin
CARD, GAP = 104, 14
BADGE = 11  # its radius
TICKS = 14  # at most
CLOSE = 24  # ticks
APART = 17  # names of lines

Place = tuple[float, float]


def draw(analysis: Analysis, theme: str = "light") -> str:
    """The chart as an SVG file that needs nothing else."""
    assert theme in THEMES
    chart = _Chart(analysis, theme)
    swings = analysis.swings
    parts = [
        *chart.heading(),
        *(chart.lines() if analysis.imperfect_information else chart.areas()),
        *chart.axis(),
        *chart.marks(swings),
        *(chart.card(number, step) for number, step in enumerate(swings)),
    ]
    height = CARDS + CARD + MARGIN if swings else CARDS
    words = " ".join(f"{in_words(analysis, step)}." for step in swings)
    return chart.artist.page(WIDTH, height, chart.title, words, parts)


def in_words(analysis: Analysis, step: MoveReview) -> str:
    """A swing as a sentence, without its full stop."""
    seat = analysis.seats[step.seat]
    return f"Move {step.number}, {seat} {step.move}: from {percent(step.before)} to {percent(step.after)} for {seat}"


def percent(value: float) -> str:
    return f"{value * 100:.0f} %"


class _Chart:
    def __init__(self, analysis: Analysis, theme: str) -> None:
        self.analysis = analysis
        self.artist = SvgRenderer(theme)
        self.palette = PALETTES[theme]
        self.last = max(len(analysis.turns) - 1, 1)
        self.right = RIGHT - NAMES if analysis.imperfect_information else RIGHT
        self.title = f"{analysis.game}. {analysis.outcome_text}" if analysis.outcome_text else analysis.game

    # ---- where things are ----

    def x(self, moves: int) -> float:
        return LEFT + (self.right - LEFT) * moves / self.last

    @staticmethod
    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * value

    def course(self, seat: int) -> list[Place]:
        return [(self.x(point.moves), self.y(point.value)) for point in self.analysis.value_curves[seat]]

    def name(self, seat: int) -> str:
        name, player = self.analysis.seats[seat], re.sub("[\\x00-\\x1f\\x7f]", "?", self.analysis.players[seat])
        short = player if len(player) <= LONGEST - len(name) else f"{player[: LONGEST - len(name)]}…"
        return name if player == name else f"{name} · {short}"

    # ---- the parts ----

    def heading(self) -> list[str]:
        whose = (
            "Each seat's chances after every move, as it could know them,"
            if self.analysis.imperfect_information
            else "Whose game it was after every move,"
        )
        size = fit_font_size(self.title, RIGHT - MARGIN, 20)
        return [
            self.artist.write(self.title, MARGIN, MARGIN + 10, style="text strong", size=size),
            self.artist.write(f"{whose} by {self.analysis.bot}", MARGIN, MARGIN + 36, style="text dim"),
        ]

    def areas(self) -> list[str]:
        """Below the curve the first seat's share, above it the second seat's; their names above the plot."""
        course = self.course(0)
        parts = []
        for seat, edge in ((0, BOTTOM), (1, TOP)):
            outline = [(course[0][0], edge), *course, (course[-1][0], edge)]
            parts.append(f'<path d="{_path(outline)}Z" fill="{self.palette.colours[f"seat-{seat}"].soft}"/>')
        x = float(RIGHT)
        for seat in (1, 0):
            x -= len(self.name(seat)) * LETTER + 17
            parts.append(self.label(seat, x, MARGIN + 36))
            x -= 20
        return [*parts, *self.grid(), self.curve(course, self.palette.ink)]

    def lines(self) -> list[str]:
        """A line for each seat, with its name where it ends."""
        size = f'width="{digits(self.right - LEFT)}" height="{BOTTOM - TOP}"'
        parts = [f'<rect x="{LEFT}" y="{TOP}" {size} fill="{self.palette.panel}"/>']
        parts += self.grid()
        seats = [seat for seat in range(len(self.analysis.seats)) if self.analysis.value_curves[seat]]
        for seat in reversed(seats):
            parts.append(self.curve(self.course(seat), self.palette.colours[f"seat-{seat}"].full))
        ends = sorted(seats, key=lambda seat: self.course(seat)[-1][1])
        places = _spread([self.course(seat)[-1][1] for seat in ends], APART, TOP, BOTTOM)
        for seat, place in zip(ends, places, strict=True):
            parts.append(self.label(seat, self.right + 10, place))
        return parts

    def label(self, seat: int, x: float, y: float) -> str:
        """A seat's dot and its name."""
        dot = self.artist.paint(f"piece seat-{seat}")
        form = f'cx="{digits(x + 5)}" cy="{digits(y)}" r="5" fill="{dot.fill}" stroke="{dot.stroke}"'
        return f"<circle {form}/>" + self.artist.write(self.name(seat), x + 17, y, style=f"text seat-{seat} strong")

    def curve(self, course: Sequence[Place], colour: str) -> str:
        return f'<path d="{_path(course)}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>'

    def grid(self) -> list[str]:
        """Lines at the quarters, the half stronger, and what they mean at the left."""
        parts = []
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = self.y(share)
            place = f'x1="{LEFT}" y1="{digits(y)}" x2="{digits(self.right)}" y2="{digits(y)}"'
            strength = 'stroke-opacity="0.36" stroke-dasharray="4 4"' if share == 0.5 else 'stroke-opacity="0.12"'
            parts.append(f'<line {place} stroke="{self.palette.ink}" {strength}/>')
            if share in (0.0, 0.5, 1.0):
                parts.append(self.artist.write(percent(share), LEFT - 10, y, style="text dim", anchor="end"))
        return parts

    def axis(self) -> list[str]:
        """Below the plot the numbers of turns, each where its turn ends."""
        ends = {turn: self.x(moves) for moves, turn in enumerate(self.analysis.turns[:-1], 1)}
        every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if len(ends) <= n * TICKS)
        parts = [self.artist.write("turn", LEFT - 10, BOTTOM + 22, style="text dim", anchor="end")]
        last = 0.0
        for turn, x in sorted(ends.items()):
            if (turn == 1 or turn % every == 0) and x >= last + CLOSE:
                last = x
                place = f'x1="{digits(x)}" y1="{BOTTOM}" x2="{digits(x)}" y2="{BOTTOM + 6}"'
                parts.append(f'<line {place} stroke="{self.palette.faint}"/>')
                parts.append(self.artist.write(str(turn), x, BOTTOM + 22, style="text dim", anchor="middle"))
        return parts

    # ---- the swings ----

    def marks(self, swings: Sequence[MoveReview]) -> list[str]:
        """For each swing a number above the plot, and a thread from it to the curve."""
        ends = [self.end_of(step) for step in swings]
        order = sorted(range(len(ends)), key=lambda number: ends[number])
        places = _spread([ends[number][0] for number in order], 2 * BADGE + 4, LEFT, self.right)
        parts = []
        for number, place in zip(order, places, strict=True):
            x, y = ends[number]
            thread = f"M{digits(place)} {TOP - 20}L{digits(x)} {TOP - 4}L{digits(x)} {digits(y)}"
            parts.append(f'<path d="{thread}" fill="none" stroke="{self.palette.ink}" stroke-opacity="0.55"/>')
            dot = self.artist.paint(f"piece seat-{swings[number].seat}")
            form = f'cx="{digits(x)}" cy="{digits(y)}" r="5" fill="{dot.fill}"'
            parts.append(f'<circle {form} stroke="{self.palette.panel}" stroke-width="2"/>')
            parts.append(self.badge(number, swings[number], place, TOP - 26))
        return parts

    def end_of(self, step: MoveReview) -> Place:
        """Where the curve is after a swing."""
        line = self.analysis.value_curves[step.seat]
        moves = next(point.moves for point in line if point.moves >= step.number)
        return self.x(moves), self.y(
            step.after if self.analysis.imperfect_information or step.seat == 0 else 1 - step.after
        )

    def badge(self, number: int, step: MoveReview, x: float, y: float) -> str:
        dot = self.artist.paint(f"piece seat-{step.seat}")
        circle = f'<circle cx="{digits(x)}" cy="{digits(y)}" r="{BADGE}" fill="{dot.fill}" stroke="{dot.stroke}"/>'
        form = f'x="{digits(x)}" y="{digits(y + 4.7)}" font-size="13" font-weight="600" text-anchor="middle"'
        return f'{circle}<text {form} fill="{dot.ink}">{number + 1}</text>'

    def card(self, number: int, step: MoveReview) -> str:
        """A swing in words."""
        width = (RIGHT - MARGIN - 2 * GAP) / 3
        x = MARGIN + number * (width + GAP)
        made = self.artist.paint("panel")
        form = f'x="{digits(x)}" y="{CARDS}" width="{digits(width)}" height="{CARD}" rx="12"'
        best = step.recommendation.candidates[0].move
        played = f"{self.analysis.seats[step.seat]} {step.move}"
        advice = f"{self.analysis.bot.partition(':')[0]} would play {best}" if best != step.move else ""
        room = width - 64
        write = self.artist.write
        return "".join(
            [
                f'<rect {form} fill="{made.fill}" stroke="{made.stroke}"/>',
                self.badge(number, step, x + 26, CARDS + 26),
                write(played, x + 48, CARDS + 26, style="text strong", size=fit_font_size(played, room, 15)),
                write(f"{percent(step.before)} → {percent(step.after)}", x + 48, CARDS + 53, style="text", size=15),
                write(
                    f"move {step.number}, turn {step.turn}", x + 48 + room, CARDS + 53, style="text dim", anchor="end"
                ),
                write(advice, x + 48, CARDS + 79, style="text dim", size=fit_font_size(advice, room, 13)),
            ]
        )


def _path(course: Sequence[Place]) -> str:
    return "M" + "L".join(f"{digits(x)} {digits(y)}" for x, y in course)


def _spread(places: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places in order, moved as little as needed to keep their distance and to stay between two bounds."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + apart) if found else max(place, low))
    for index in reversed(range(len(found))):
        limit = high if index == len(found) - 1 else found[index + 1] - apart
        found[index] = min(found[index], limit)
    return found
