"""What Star Duel stages: the reveal of both programs, and what flies when they are executed.

Everything follows from the position, so that all viewers see the same, whenever they come.
"""

from __future__ import annotations

from collections.abc import Iterator

from nodarium.core.message import say
from nodarium.core.scene import Flight, Moment, Reveal
from nodarium.games.starduel.board import PRODUCED, SEAT_NAMES
from nodarium.games.starduel.seat_view import SeatView
from nodarium.games.starduel.shapes import amounts_of

TRACK_HUES = {"influence": "white", "energy": "yellow", "population": "green", "minerals": "blue"}


def moments(seen: SeatView) -> tuple[Moment, ...]:
    """Both programs, from their reveal to the end of the round (S-6)."""
    if seen.view["phase"] != "act":
        return ()
    first = 1 - seen.view["first_if_equal"]  # who acts first has no right to it next time (S-7)
    programs = [player["program"] for player in seen.view["players"]]
    title = seen.title(first)
    if programs[0] == programs[1]:
        sentence = say("starduel-equal-programs", program=programs[first], seat=title)
    else:
        sentence = say("starduel-lower-program", program=programs[first], seat=title)
    return (
        Moment(
            key=f"reveal-{seen.view['round']}",
            sentence=sentence,
            reveals=tuple(_reveal(seen, player, programs[player], first) for player in (first, 1 - first)),
        ),
    )


def _reveal(seen: SeatView, player: int, program: str, first: int) -> Reveal:
    space = seen.aim(player)
    return Reveal(
        seat=player,
        title=seen.title(player),
        text=program,
        note=seen.goal(player),
        tag=say("starduel-acts-first" if player == first else "starduel-acts-second"),
        target="" if space is None else seen.key(space),
        home=f"home-{SEAT_NAMES[player]}",
    )


def flights(seen: SeatView) -> Iterator[Flight]:
    """What the player whose turn it is has gained or hit by executing the program."""
    if seen.view["phase"] != "act":
        return
    (player,) = seen.view["to_act"]
    facts = seen.view["players"][player]
    if not facts["executed"]:
        return
    name, event = SEAT_NAMES[player], f"{seen.view['round']}-{SEAT_NAMES[player]}"
    space = seen.aim(player)
    if facts["program"] == "15":
        yield _gain(event, name, f"home-{name}", "energy", PRODUCED)
    elif facts["activated"]:
        node = seen.map.space_of(seen.map.names.index(facts["activated"]), player)
        card = seen.cards[seen.content(node)["card"]]
        for track, amount in [("influence", 1), *amounts_of(card.activation)]:
            yield _gain(event, name, seen.key(node), track, amount)
    elif space is not None and (seen.content(space)["owner"] == player or seen.is_open(space)):
        # Only an attack takes the card away that was there; by now, an own node can have moved into its place.
        yield Flight(
            key=f"beam-{event}", kind="beam", start=f"home-{name}", end=seen.key(space), style=f"link seat-{player}"
        )
        yield Flight(key=f"burst-{event}", kind="burst", start=seen.key(space), style=f"link seat-{1 - player}")


def _gain(event: str, name: str, start: str, track: str, amount: int) -> Flight:
    return Flight(
        key=f"gain-{event}-{track}",
        kind="fly",
        start=start,
        end=name,
        style=f"art {TRACK_HUES[track]}",
        symbol=f"starduel-{track}",
        text=f"+{amount}",
    )
