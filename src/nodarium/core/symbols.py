"""Symbols: drawings that scenes use by name, and the outlines they are made of.

A part of a symbol is filled, has a line, or both. Its colours are words: a shade of the symbol's own colour (`soft`,
`full`, `line`, `ink`, `over`), a shade of a colour with a name (`red soft`), or a colour of the theme (`paper`, `cell`,
`panel`, `board`, `spot`, `rule`, `faint`, `text`, `shadow`, …). `theme.shade` turns them into paint.

The origin is the centre; x points to the right, y down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import cos, pi, sin

from msgspec import Struct

OWN_SHADES = ("soft", "full", "line", "ink", "over")


class Part(Struct, frozen=True, kw_only=True, omit_defaults=True):
    path: str  # SVG path data
    fill: str = ""
    line: str = ""
    width: float = 0  # of the line
    opacity: float = 1
    dash: tuple[float, ...] = ()


class Symbol(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A drawing. Its name starts with the id of its game and a hyphen."""

    name: str
    parts: tuple[Part, ...]
    width: float = 100
    height: float = 100
    clip: bool = False  # nothing is drawn outside width and height
    outline: str = ""  # of its mark on a board: `box`, or else a circle


class Cover(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What sells a game at first sight, without words. It has the colours of the light theme in every theme."""

    parts: tuple[Part, ...]
    ground: str = ""  # `night`: it has the colours of the night
    width: float = 315
    height: float = 330


def find_symbol(name: str) -> Symbol:
    """The symbol with a name, from the game that the name starts with."""
    from nodarium.core.discovery import find_game

    return find_game(name.partition("-")[0]).symbol(name)


def number(value: float) -> str:
    return f"{round(value, 2) + 0:g}"


def circle(x: float, y: float, radius: float) -> str:
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, across: float, down: float) -> str:
    start, arc = f"M{number(x - across)} {number(y)}", f"a{number(across)} {number(down)} 0 1 "
    return f"{start}{arc}1 {number(2 * across)} 0{arc}1 {number(-2 * across)} 0Z"


def rectangle(left: float, top: float, width: float, height: float, rounding: float = 0) -> str:
    if not rounding:
        return f"M{number(left)} {number(top)}h{number(width)}v{number(height)}h{number(-width)}Z"
    corner, across, down = number(rounding), number(width - 2 * rounding), number(height - 2 * rounding)
    turn = f"a{corner} {corner} 0 0 1 "
    back = f"-{corner}"
    return (
        f"M{number(left + rounding)} {number(top)}h{across}{turn}{corner} {corner}v{down}{turn}{back} {corner}"
        f"h-{across}{turn}{back} {back}v-{down}{turn}{corner} {back}Z"
    )


def polygon(points: tuple[tuple[float, float], ...]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def regular(corners: int, radius: float, turn: float = 0, down: float = 0) -> str:
    """A regular polygon. Its first corner points up, turned clockwise by an angle in degrees."""
    angles = [pi * (2 * corner / corners - 0.5 + turn / 180) for corner in range(corners)]
    return polygon(tuple((radius * cos(angle), down + radius * sin(angle)) for angle in angles))


def spark(x: float, y: float, radius: float) -> str:
    """A star with four points."""
    far, near, waist = radius, 0.12 * radius, 0.2 * radius
    points = [(0, -far), (near, -waist), (waist, -near), (far, 0), (waist, near), (near, waist), (0, far)]
    (x0, y0), *others = points
    rest = [(-near, waist), (-waist, near), (-far, 0), (-waist, -near), (-near, -waist), (x0, y0)]
    curve = [(x + dx, y + dy) for dx, dy in (*others, *rest)]
    path = f"M{number(x + x0)} {number(y + y0)}"
    for index in range(0, len(curve), 3):
        path += "C" + " ".join(f"{number(a)} {number(b)}" for a, b in curve[index : index + 3])
    return path + "Z"


def placed(
    parts: Iterable[Part], at: tuple[float, float], scale: float = 1, turn: float = 0, *, hue: str = ""
) -> tuple[Part, ...]:
    """Parts of a symbol inside another one: turned clockwise by an angle in degrees, scaled, moved, in a colour."""

    def named(words: str) -> str:
        return f"{hue} {words}" if words in OWN_SHADES and hue else words

    return tuple(
        Part(
            path=move_path(part.path, *at, scale, turn),
            fill=named(part.fill),
            line=named(part.line),
            width=round(part.width * scale, 2),
            opacity=part.opacity,
            dash=tuple(round(length * scale, 2) for length in part.dash),
        )
        for part in parts
    )


def move_path(path: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """SVG path data, turned clockwise by an angle in degrees, then scaled, then moved."""
    c, s = scale * cos(pi * turn / 180), scale * sin(pi * turn / 180)
    made: list[str] = []
    here = (0.0, 0.0)  # an absolute H or V keeps the other coordinate
    for command, text in re.findall("([A-Za-z])([^A-Za-z]*)", path):
        values = [float(word) for word in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        absolute, kind, name = command.isupper(), command.upper(), command
        if kind in "HV":
            across, down = (values[-1], 0.0) if kind == "H" else (0.0, values[-1])
            if absolute:
                across, down = (values[-1], here[1]) if kind == "H" else (here[0], values[-1])
            values, name = [across, down], "L" if absolute else "l"
        size = {"A": 7, "Z": 1}.get(kind, 2)
        words = []
        for start in range(0, len(values), size):
            group = values[start : start + size]
            if kind == "A":
                radii = [number(radius * scale) for radius in group[:2]]
                words += [*radii, number(group[2] + turn), *map(number, group[3:5])]
            a, b = group[-2:]
            moved = (c * a - s * b + x * absolute, s * a + c * b + y * absolute)
            words += map(number, moved)
        step = {"A": 7, "C": 6, "S": 4, "Q": 4}.get(kind, 2)
        for end in range(step, len(values) + 1, step):
            dx, dy = values[end - 2 : end]
            here = (dx, dy) if absolute else (here[0] + dx, here[1] + dy)
        made.append(name + " ".join(words))
    return "".join(made)
