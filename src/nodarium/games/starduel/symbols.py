"""Star Duel's drawings: planets, home worlds, orbits of face-down cards, resources, and signs.

A planet's tier is its form: craters, continents, a ring. Its hue is the style it is drawn with.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, hypot, radians, sin, sqrt

from nodarium.core.splitmix import advance, below
from nodarium.core.symbols import Part, Symbol, circle, number, polygon, rectangle, regular

PLANET_HUES = {  # what suits the names of our planets; any other gets one by its id
    "rock": {"Koram", "Esker", "Nadir"},
    "sea": {"Karst", "Haven", "Brine", "Meridian", "Leviathan"},
    "moss": {"Elis", "Arbor", "Jasper", "Quill"},
    "rust": {"Kelda", "Cinder", "Garnet", "Obelisk"},
    "gold": {"Ember", "Fallow", "Lodestar"},
    "rose": {"Dusk", "Quasar"},
    "ice": {"Eruna", "Isolde", "Pharos"},
}
VARIANTS = 3  # drawings of planets of a tier
PLANET_WIDTH = {1: 100, 2: 100, 3: 172}  # with the ring
HEX = 9.5  # the radius of a space; its neighbours are as far away as if it were 10
PLANET_Y = -2.05  # the middle of a planet, from the middle of its space
HOME_BOX = (46.0, 9.5)  # what can be seen of a home world
# Kurth's craters: sideways, down from its top, size.
PITS = ((-8.5, 4.2, 1.9), (-13.5, 6.8, 1.3), (10.5, 5.4, 2.2), (15.5, 8.2, 1.4), (6.2, 2.6, 1.1), (-3.6, 1.9, 0.9))

R = 50.0  # the radius of a planet


@cache
def look(card_id: str, name: str) -> tuple[str, int]:
    """The hue and the variant of a card's planet, the same in every game."""
    seed = sum(place * letter for place, letter in enumerate(card_id.encode(), 1))
    hue = next((hue for hue, names in PLANET_HUES.items() if name in names), "")
    return hue or list(PLANET_HUES)[3 * seed % len(PLANET_HUES)], seed % VARIANTS


def planet_name(tier: int, variant: int) -> str:
    return f"starduel-planet-{tier}-{variant}"


# ---- Planets ----


def _planet(tier: int, variant: int) -> Symbol:
    surface = {1: _craters, 2: _continents, 3: _bands}[tier](_numbers(10 * tier + variant))
    globe = (
        Part(path=circle(0, 0, R), fill="full"),
        *surface,
        Part(path=circle(-0.22 * R, -0.25 * R, 0.66 * R), fill="soft", opacity=0.3),
        Part(path=_crescent(R), fill="shadow", opacity=0.36),
        Part(path=circle(0, 0, R), line="soft", width=2.5, opacity=0.6),
    )
    if tier == 3:
        back, front = _ring(0), _ring(1)
        globe = (
            Part(path=back, line="soft", width=7, opacity=0.7),
            *globe,
            Part(path=front, line="soft", width=7),
        )
    return Symbol(name=planet_name(tier, variant), parts=globe, width=PLANET_WIDTH[tier])


def _numbers(seed: int) -> Callable[[float, float], float]:
    """Numbers between two limits that are the same every time."""
    rng = seed

    def next_number(least: float, most: float) -> float:
        nonlocal rng
        rng = advance(rng)
        return least + (most - least) * below(rng, 1000) / 1000

    return next_number


def _craters(draw: Callable[[float, float], float]) -> list[Part]:
    found: list[tuple[float, float, float]] = []
    while len(found) < 6:
        x, y, size = draw(-0.8, 0.8) * R, draw(-0.8, 0.8) * R, draw(0.1, 0.24) * R
        apart = all(hypot(x - a, y - b) > size + c for a, b, c in found)
        if apart and hypot(x, y) + size < 0.94 * R:
            found.append((x, y, size))
    path = "".join(circle(*one) for one in found)
    return [Part(path=path, fill="line", opacity=0.45)]


def _continents(draw: Callable[[float, float], float]) -> list[Part]:
    path, count = "", 0
    while count < 6:
        x, y = draw(-0.75, 0.75) * R, draw(-0.75, 0.75) * R
        size = min(draw(0.22, 0.5) * R, 0.92 * R - hypot(x, y))
        if size < 0.15 * R:
            continue
        count += 1
        a, b, c, d = (number(size * part) for part in (0.4, 0.5, 0.7, 0.9))
        s = number(size)
        path += f"M{number(x - size)} {number(y)}q{a}-{s} {s}-{b}t{s} {c}q-{a} {d}-{s} {b}t-{s}-{c}Z"
    return [Part(path=path, fill="line", opacity=0.42)]


def _bands(draw: Callable[[float, float], float]) -> list[Part]:
    tops = [(place + draw(-0.06, 0.06)) * R for place in (-0.62, -0.24, 0.14, 0.5)]
    bands = [_band(R, top, top + draw(0.12, 0.22) * R, 0.16 * R) for top in tops]
    return [
        Part(path="".join(bands[0::2]), fill="soft", opacity=0.4),
        Part(path="".join(bands[1::2]), fill="line", opacity=0.4),
    ]


def _band(radius: float, top: float, bottom: float, sag: float, *, middle: float = 0, pointed: bool = False) -> str:
    """The part of a disc between two lines that sag. Heights count from its middle."""
    upper, lower = (sqrt(radius * radius - y * y) for y in (top, bottom))
    curve, pull = ("L", sag) if pointed else ("Q", 2 * sag)
    to = "L" if pointed else ""
    y1, y2 = number(middle + top), number(middle + bottom)
    arc = f"A{number(radius)} {number(radius)} 0 0 1 "
    return (
        f"M{number(-upper)} {y1}{curve}0 {number(middle + top + pull)} {to}{number(upper)} {y1}"
        f"{arc}{number(lower)} {y2}{curve}0 {number(middle + bottom + pull)} {to}{number(-lower)} {y2}"
        f"{arc}{number(-upper)} {y1}Z"
    )


def _crescent(radius: float) -> str:
    """The side that is turned away from the light."""
    start, end = (_on_circle(radius, degrees) for degrees in (-58, 122))
    near, far = number(radius), number(1.3 * radius)
    return f"M{start}A{near} {near} 0 0 1 {end}A{far} {far} 0 0 0 {start}Z"


def _on_circle(radius: float, degrees: float) -> str:
    return f"{number(radius * cos(radians(degrees)))} {number(radius * sin(radians(degrees)))}"


def _ring(sweep: int) -> str:
    """Half of a ring: the one behind the planet, or the one in front of it."""
    reach, tilt = 1.62 * R, -16
    left, right = _on_circle(reach, 180 + tilt), _on_circle(reach, tilt)
    start, end = (right, left) if sweep else (left, right)
    return f"M{start}A{number(reach)} {number(0.42 * R)} {tilt} 0 1 {end}"


# ---- Face-down cards and home worlds ----


def _orbits(tier: int) -> Symbol:
    """A planet that nobody knows, with an orbit for each tier."""
    path = ""
    for orbit in range(tier):
        across, down, tilt = 21 + 13 * orbit, 8.5 + 5.5 * orbit, -20
        left, right = _on_circle(across, 180 + tilt), _on_circle(across, tilt)
        arc = f"A{number(across)} {number(down)} {tilt} 0 1 "
        path += f"M{left}{arc}{right}{arc}{left}Z"
    return Symbol(
        name=f"starduel-orbits-{tier}",
        parts=(Part(path=path, line="back_line", width=2.6), Part(path=circle(0, 0, 11), fill="spot")),
    )


def _home(player: int) -> Symbol:
    """The visible part of a home world, at the lower edge of the map."""
    width, height = HOME_BOX
    radius, top = 23.0, 1.6 - height / 2
    y = top + radius
    parts = [
        Part(path=circle(0, y, radius + 1.5), fill="full", opacity=0.16),
        Part(path=circle(0, y, radius + 0.7), fill="full", opacity=0.22),
        Part(path=circle(0, y, radius), fill="soft"),
    ]
    if player:
        starts = (1.5 - radius, 4 - radius, 6.6 - radius)
        bands = "".join(_band(radius, start, start + 1.3, 1.6, middle=y, pointed=True) for start in starts)
        parts.append(Part(path=bands, fill="full", opacity=0.4))
    else:
        path = "".join(circle(x, top + down, size) for x, down, size in PITS)
        parts.append(Part(path=path, fill="full", line="line", width=0.3, opacity=0.5))
    parts.append(Part(path=circle(0, y, radius), line="full", width=0.6))
    return Symbol(name=f"starduel-home-{player}", parts=tuple(parts), width=width, height=height, clip=True)


# ---- Owners and aims ----


def _node(player: int) -> Symbol:
    """The frame of a space with a player's node, single or double, and the disc or diamond that its planet lies on."""
    seat = (
        Part(path=circle(0, PLANET_Y, 3.5), fill="full", opacity=0.45)
        if player == 0
        else Part(path=_diamond(0, PLANET_Y, 4.5), fill="full", opacity=0.6)
    )
    parts = [Part(path=regular(6, HEX - 0.3), fill="soft", line="full", width=0.7)]
    if player:
        parts.append(Part(path=regular(6, HEX - 1.35), line="ink", width=0.22))
    return Symbol(name=f"starduel-node-{player}", parts=(*parts, seat), width=20, height=20)


def _diamond(x: float, y: float, reach: float) -> str:
    return polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)))


def _aim(player: int) -> Symbol:
    """Brackets at three corners of a space: those that point at the player who doesn't aim here stay free."""
    path = ""
    for corner in range(3):
        turn = 120 * corner + 180 * player - 90
        x, y = (HEX + 0.2) * cos(radians(turn)), (HEX + 0.2) * sin(radians(turn))
        ends = [(x + 3.2 * cos(radians(turn + side)), y + 3.2 * sin(radians(turn + side))) for side in (120, 240)]
        (x1, y1), (x2, y2) = ends
        path += f"M{number(x1)} {number(y1)}L{number(x)} {number(y)}L{number(x2)} {number(y2)}"
    parts = (Part(path=path, line="shadow", width=1.7), Part(path=path, line="ink", width=0.9))
    return Symbol(name=f"starduel-aim-{player}", parts=parts, width=20, height=20)


# ---- Resources and signs, in boxes of 18 ----


def _icon(name: str, *parts: Part) -> Symbol:
    return Symbol(name=f"starduel-{name}", parts=parts, width=18, height=18)


BOLT = "M1.5-8-5 1.5h4L-2 8 5-2H.7Z"
HEAD = "M-3.4-4a3.4 3.4 0 1 1 6.8 0a3.4 3.4 0 1 1-6.8 0ZM-6 7.5c0-5 2.5-7.3 6-7.3s6 2.3 6 7.3Z"
STAR = "M0-8 2.2-2.8 7.8-2.4 3.5 1.2 4.9 6.7 0 3.7-4.9 6.7-3.5 1.2-7.8-2.4-2.2-2.8Z"
SHIELD = "M0-8.6c2.8 1.8 5.6 2.4 8.3 2.4 0 8-2.3 12.4-8.3 15.6-6-3.2-8.3-7.6-8.3-15.6 2.7 0 5.5-.6 8.3-2.4Z"
CROSS = "M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5"

SIGNS = (
    _icon("energy", Part(path=BOLT, fill="yellow full", line="yellow line", width=0.8)),
    _icon("population", Part(path=HEAD, fill="green full", line="green line", width=0.8)),
    _icon(
        "minerals",
        Part(path="M-4-6h8L7.5-1 0 7.5-7.5-1Z", fill="blue full", line="blue ink", width=1.3),
        Part(path="M-7.5-1H7.5M-3-1 0 7 3-1", line="blue ink", width=1),
    ),
    _icon("influence", Part(path=STAR, fill="text")),
    _icon(
        "needs",
        Part(path=rectangle(-5, -1, 10, 8, 1.4), fill="faint"),
        Part(path="M-3.2-1v-2.4a3.2 3.2 0 0 1 6.4 0V-1", line="faint", width=1.9),
    ),
    _icon("gains", Part(path="M-5.5 0H5.5M0-5.5V5.5", line="faint", width=2.4)),
    _icon("spent", Part(path=CROSS, line="faint", width=2.4)),
    _icon("shield", Part(path=SHIELD, fill="full", line="line", width=0.8)),
    Symbol(
        name="starduel-cost",
        parts=(
            Part(path=rectangle(-12, -8.5, 24, 17, 8.5), fill="page", line="full", width=1.3),
            Part(path="M-5.300-5.600-9.500.8h2.700L-7.5 5.600-2.8-1.2h-2.900Z", fill="full"),
        ),
        width=26,
        height=18,
    ),
)

SYMBOLS = (
    *(_planet(tier, variant) for tier in (1, 2, 3) for variant in range(VARIANTS)),
    *(_orbits(tier) for tier in (2, 3)),
    *(_home(player) for player in range(2)),
    *(_node(player) for player in range(2)),
    *(_aim(player) for player in range(2)),
    *SIGNS,
)
