"""What can be clicked in NODE's scene, and which move a sequence of clicks means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

from nodarium.core.errors import IllegalMove
from nodarium.core.message import say
from nodarium.core.scene import Path, Target
from nodarium.games.node import board
from nodarium.games.node.board import COLOUR_NAMES, COLOURS, END, OTHER, SEAT_NAMES, SEAT_TITLES, TRADE, TRADES
from nodarium.games.node.explain import trade_source
from nodarium.games.node.notation import MOVE_TEXTS
from nodarium.games.node.rules import State


def choices(state: State, seat: int, actions: list[int]) -> tuple[tuple[Target, ...], tuple[Path, ...]]:
    """Return the targets, and the path of targets for each legal move.

    A piece is its place, after `other` if it has the other player's colour. A trade is its cubes, in any order.
    """
    targets: dict[str, Target] = {}
    paths: list[Path] = []
    threes = any(TRADE <= action < OTHER and len(TRADES[action - TRADE][0]) == 3 for action in actions)
    twos = any(TRADE <= action < OTHER and len(TRADES[action - TRADE][0]) == 2 for action in actions)
    for action in actions:
        paths += _paths(seat, action)
        if TRADE <= action < OTHER:
            given, taken = TRADES[action - TRADE]
            for colour in given:
                key = f"{SEAT_NAMES[seat]}-{COLOURS[colour]}"
                targets[key] = _give_target(key, colour, threes=threes, twos=twos)
            targets[f"bank-{COLOURS[taken]}"] = _take_target(taken, trade_source(state, seat, taken))
        elif action >= OTHER:
            targets["other"] = _other_target(seat)
            targets.setdefault(board.PLACE_NAMES[action - OTHER], _place_target(action - OTHER))
        else:
            targets[board.PLACE_NAMES[action] if action < END else "end"] = _place_target(action)
    return tuple(targets.values()), tuple(paths)


@cache
def _paths(seat: int, action: int) -> tuple[Path, ...]:
    own = SEAT_NAMES[seat]
    move = MOVE_TEXTS[action]
    if action == END:
        return (Path(move=move, targets=("end",)),)
    if TRADE <= action < OTHER:
        given, taken = TRADES[action - TRADE]
        return tuple(
            Path(move=move, targets=(*(f"{own}-{COLOURS[colour]}" for colour in order), f"bank-{COLOURS[taken]}"))
            for order in sorted(set(permutations(given)))
        )
    place = board.PLACE_NAMES[action % OTHER]
    return (Path(move=move, targets=("other", place) if action >= OTHER else (place,)),)


@cache
def _place_target(place: int) -> Target:
    """A corner, an edge, or the end of the turn."""
    if place == END:
        return Target(key="end", label=say("node-end-turn"))
    name = board.PLACE_NAMES[place]
    if len(name) == 2:
        return Target(key=name, label=say("node-place-node", corner=name))
    return Target(key=name, label=say("node-place-branch", edge=board.edge_text(name)))


@cache
def _other_target(seat: int) -> Target:
    colour = SEAT_NAMES[1 - seat]
    return Target(
        key="other",
        label=say("node-place-other", colour=colour),
        prompts=(say("node-choose-place", colour=colour),),
    )


@cache
def _give_target(key: str, colour: int, *, threes: bool, twos: bool) -> Target:
    """A cube to give. The prompts count the cubes that the trades still possible need."""
    size = 3 if threes else 2
    prompts = [say("node-given", count=count, size=size) for count in range(1, size)]
    if threes and twos:
        prompts[1] = say("node-given-two")
    prompts.append(say("node-given-all", size=size))
    return Target(key=key, label=say("node-give-cube", colour=COLOUR_NAMES[colour]), prompts=tuple(prompts))


@cache
def _take_target(colour: int, source: int | None) -> Target:
    """A cube to take. It says from whom, unless it is the bank."""
    key = f"bank-{COLOURS[colour]}"
    if source is None:
        return Target(key=key, label=say("node-take-cube", colour=COLOUR_NAMES[colour]))
    return Target(key=key, label=say("node-take-cube-from", colour=COLOUR_NAMES[colour], seat=SEAT_TITLES[source]))


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
