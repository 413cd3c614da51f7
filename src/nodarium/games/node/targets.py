"""What can be clicked in NODE's scene, and which move a sequence of clicks means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

from nodarium.core.errors import IllegalMove
from nodarium.core.message import Message, say
from nodarium.core.scene import Path, Target
from nodarium.games.node import board
from nodarium.games.node.board import COLOUR_NAMES, COLOURS, END, OTHER, SEAT_NAMES, SEAT_TITLES, TRADE, TRADES
from nodarium.games.node.explain import trade_source
from nodarium.games.node.notation import format_move
from nodarium.games.node.rules import State


def choices(state: State, seat: int) -> tuple[tuple[Target, ...], tuple[Path, ...]]:
    """Return the targets, and the path of targets for each legal move.

    A piece is its place, after `other` if it has the other player's colour. A trade is its cubes, in any order.
    """
    own = SEAT_NAMES[seat]
    labels: dict[str, Message] = {}
    paths = []
    for action in state.legal_actions(seat):
        move = format_move(state, seat, action)
        if action == END:
            labels["end"] = say("node-end-turn")
            ways = [["end"]]
        elif TRADE <= action < OTHER:
            given, taken = TRADES[action - TRADE]
            labels |= {f"{own}-{COLOURS[colour]}": _give_label(colour) for colour in given}
            labels[f"bank-{COLOURS[taken]}"] = _take_label(taken, trade_source(state, seat, taken))
            orders = sorted(set(permutations(given)))
            ways = [[*(f"{own}-{COLOURS[colour]}" for colour in order), f"bank-{COLOURS[taken]}"] for order in orders]
        else:
            place = board.PLACE_NAMES[action % OTHER]
            labels[place] = _place_label(place)
            ways = [[place]]
            if action >= OTHER:
                labels["other"] = say("node-place-other", colour=SEAT_NAMES[1 - seat])
                ways = [["other", place]]
        paths += [Path(move=move, targets=tuple(way)) for way in ways]
    return tuple(Target(key=key, label=label) for key, label in labels.items()), tuple(paths)


@cache
def _place_label(place: str) -> Message:
    if len(place) == 2:
        return say("node-place-node", corner=place)
    return say("node-place-branch", edge=board.edge_text(place))


@cache
def _give_label(colour: int) -> Message:
    return say("node-give-cube", colour=COLOUR_NAMES[colour])


@cache
def _take_label(colour: int, source: int | None) -> Message:
    """Say from whom a cube comes, unless it is the bank."""
    if source is None:
        return say("node-take-cube", colour=COLOUR_NAMES[colour])
    return say("node-take-cube-from", colour=COLOUR_NAMES[colour], seat=SEAT_TITLES[source])


def move_from_targets(state: State, seat: int, keys: Sequence[str]) -> str | None:
    *before, last = keys
    if last in (*board.PLACE_NAMES, "end"):
        return f"{last}*" if before == ["other"] else last
    given = "".join(key[-1] for key in keys if key in {f"{SEAT_NAMES[seat]}-{colour}" for colour in COLOURS})
    taken = last.removeprefix("bank-")
    if taken in given:
        raise IllegalMove(say("node-takes-given-colour"), rule="N-20")
    if taken in COLOURS and len(given) in (2, 3):
        return f"{given}>{taken}"
    return _complete_trade(state, seat, given) if given or taken in COLOURS else None


def _complete_trade(state: State, seat: int, given: str) -> str:
    """Return some trade of three cubes that begins with those given, so that the rules can refuse it."""
    view = state.view(seat)
    held = view["players"][seat]["cubes"]
    left = "".join(
        colour * (held[hue] - given.count(colour)) for colour, hue in zip(COLOURS, COLOUR_NAMES, strict=True)
    )
    if view["phase"] == "turn" and not given:
        raise IllegalMove(say("node-give-first"), rule="N-18")
    if view["phase"] == "turn" and len(given + left) < 3:
        raise IllegalMove(say("node-too-few-to-trade"), rule="N-18")
    given = (given + left).ljust(3, COLOURS[0])[:3]
    return f"{given}>{next(colour for colour in COLOURS if colour not in given)}"
