"""Explanations for NODE: views, refusals and descriptions of moves."""

from __future__ import annotations

from typing import Any

from nodarium.core import bits
from nodarium.core.message import Message, say
from nodarium.core.refusal import Refusal
from nodarium.games.node import board
from nodarium.games.node.board import (
    ADVANCED,
    BLUE,
    BRANCHES_EACH,
    COLOUR_NAMES,
    CUBES_EACH,
    END,
    GIVES,
    GREEN,
    LIMITS,
    NOTHING,
    OTHER,
    PLACE_NAMES,
    RED,
    SEAT_NAMES,
    SEAT_TITLES,
    SETUP_STEPS,
    SQUARE_CORNERS,
    TAKES,
    THREE_FOR_ONE,
    TRADE,
    VARIANTS,
    YELLOW,
    YIELDS,
)
from nodarium.games.node.rules import State


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the whole position: NODE has no hidden information."""
    setup = state.stage < SETUP_STEPS
    return {
        "variant": VARIANTS[state.variant],
        "to_act": list(state.to_act),
        "phase": ("setup-branch" if state.stage % 2 else "setup-node")
        if setup
        else "turn"
        if state.to_act_mask
        else "over",
        "set_at": PLACE_NAMES[state.last] if setup and state.stage % 2 else None,
        "squares": {name: _view_square(state, square) for square, name in enumerate(board.SQUARE_NAMES)},
        "bank": _view_bank(state),
        "players": [_view_player(state, player) for player in range(2)],
        "quiet_turns": state.quiet if state.to_act_mask else 0,
    }


def _view_square(state: State, square: int) -> dict[str, Any]:
    nodes = bits.count((state.pieces[0] | state.pieces[1]) & SQUARE_CORNERS[square])
    captors = [seat for seat in range(2) if state.captured[seat] >> square & 1]
    coloured = YIELDS[state.tiles[square]] != NOTHING
    return {
        "tile": board.TILES[state.tiles[square]],
        "nodes": nodes,
        "captor": captors[0] if captors else None,
        "exhausted": coloured and not captors and nodes > LIMITS[state.tiles[square]],
    }


def _view_bank(state: State) -> dict[str, int] | None:
    if not state.limited:
        return None
    return {
        name: CUBES_EACH - state.cubes[0][colour] - state.cubes[1][colour] for colour, name in enumerate(COLOUR_NAMES)
    }


def _view_player(state: State, seat: int) -> dict[str, Any]:
    nodes = [PLACE_NAMES[place] for place in range(24) if state.pieces[seat] >> place & 1]
    branches = [PLACE_NAMES[place] for place in range(24, 60) if state.pieces[seat] >> place & 1]
    mine = bool(state.to_act_mask >> seat & 1) and state.stage == SETUP_STEPS
    return {
        "nodes": nodes,
        "branches": branches,
        "branches_left": BRANCHES_EACH - len(branches),
        "captured": [name for square, name in enumerate(board.SQUARE_NAMES) if state.captured[seat] >> square & 1],
        "cubes": dict(zip(COLOUR_NAMES, state.cubes[seat], strict=True)),
        "income": dict(zip(COLOUR_NAMES, state.income[seat], strict=True)),
        "trades_left": {
            "3:1": 1 - state.threes if mine else 0,
            "2:1": state.posts(seat) - state.twos if mine else 0,
        },
        "largest_network": state.largest_network(seat),
        "leads_network": state.largest_network(seat) > state.largest_network(1 - seat),
        "score": state.score(seat),
    }


def explain_illegal(state: State, seat: int, action: int) -> Refusal:
    if action >= OTHER and state.variant != ADVANCED:
        return Refusal("N-28", say("node-other-colour"))
    if state.stage < SETUP_STEPS:
        return _refuse_setup(state, action)
    if action < END:
        return _refuse_buy(state, seat, seat, action)
    if action < OTHER:
        return _refuse_trade(state, seat, action - TRADE)
    return _refuse_buy(state, seat, 1 - seat, action - OTHER)


def _refuse_setup(state: State, action: int) -> Refusal:
    if action >= OTHER:
        return Refusal("N-28", say("node-own-colour"))
    if action >= END:
        return Refusal("N-6", say("node-setup-unfinished"))
    if state.stage % 2 == 0 and action >= 24:
        return Refusal("N-7", say("node-node-first"))
    if state.stage % 2 == 1 and action < 24:
        return Refusal("N-7", say("node-branch-due"))
    if (state.pieces[0] | state.pieces[1]) >> action & 1:
        return Refusal("N-16", say("node-occupied"))
    if state.stage % 2 == 0:
        return Refusal("N-7", say("node-no-free-edge"))
    return Refusal("N-7", say("node-branch-at-node", corner=PLACE_NAMES[state.last]))


def _refuse_buy(state: State, seat: int, colour: int, place: int) -> Refusal:
    cubes = state.cubes[seat]
    if (state.pieces[0] | state.pieces[1]) >> place & 1:
        return Refusal("N-16", say("node-occupied"))
    if state.barred[colour] >> place & 1:
        return Refusal("N-24", say("node-inside-captured", seat=SEAT_TITLES[1 - colour]))
    if not state.reach[colour] >> place & 1:
        if place < 24:
            return Refusal("N-15", say("node-node-at-branch", colour=SEAT_NAMES[colour]))
        return Refusal("N-14", say("node-branch-at-branch", colour=SEAT_NAMES[colour]))
    if place < 24:
        return Refusal("N-15", say("node-node-price", yellow=cubes[YELLOW], green=cubes[GREEN]))
    if not (cubes[RED] and cubes[BLUE]):
        return Refusal("N-14", say("node-branch-price", red=cubes[RED], blue=cubes[BLUE]))
    return Refusal("N-4", say("node-no-branches-left", count=BRANCHES_EACH, seat=SEAT_TITLES[colour]))


def _refuse_trade(state: State, seat: int, trade: int) -> Refusal:
    three = bool(THREE_FOR_ONE >> trade & 1)
    if three and state.threes:
        return Refusal("N-18", say("node-three-made"))
    if not three and not state.posts(seat):
        return Refusal("N-19", say("node-two-needs-node"))
    if not three and state.twos >= state.posts(seat):
        return Refusal("N-19", say("node-twos-made"))
    for colour in range(4):
        held, needed, name = state.cubes[seat][colour], GIVES[trade][colour], COLOUR_NAMES[colour]
        if needed > held:
            rule = "N-18" if three else "N-19"
            return Refusal(rule, say("node-too-few-cubes", colour=name, needed=needed, held=held))
    return Refusal("N-20", say("node-no-supply", colour=COLOUR_NAMES[TAKES[trade]]))


def trade_source(state: State, seat: int, colour: int) -> int | None:
    """Return the seat from which a trade takes its cube (N-20); None for the bank."""
    return 1 - seat if state.bank_lacks(colour) else None


def cubes_of(colour: int, count: int) -> Message:
    return say("node-cubes-of", colour=COLOUR_NAMES[colour], count=count)


def describe_move(state: State, seat: int, action: int) -> tuple[Message, str]:
    title = SEAT_TITLES[seat]
    if action == END:
        return say("node-ends-turn", seat=title), "N-9"
    if TRADE <= action < OTHER:
        given = [cubes_of(colour, count) for colour, count in enumerate(GIVES[action - TRADE]) if count]
        taken = cubes_of(TAKES[action - TRADE], 1)
        rule = "N-18" if THREE_FOR_ONE >> (action - TRADE) & 1 else "N-19"
        return say("node-trades", seat=title, given=tuple(given), taken=taken), rule
    place = PLACE_NAMES[action % OTHER]
    if len(place) == 2:
        return _describe_node(state, seat, place, own=action < OTHER)
    return _describe_branch(state, seat, board.edge_text(place), own=action < OTHER)


def _describe_node(state: State, seat: int, corner: str, *, own: bool) -> tuple[Message, str]:
    title = SEAT_TITLES[seat]
    if not own:
        return say("node-builds-other-node", seat=title, colour=SEAT_NAMES[1 - seat], corner=corner), "N-28"
    if state.stage < SETUP_STEPS:
        return say("node-sets-up-node", seat=title, corner=corner), "N-6"
    return say("node-builds-node", seat=title, corner=corner), "N-15"


def _describe_branch(state: State, seat: int, edge: str, *, own: bool) -> tuple[Message, str]:
    title = SEAT_TITLES[seat]
    if not own:
        return say("node-builds-other-branch", seat=title, colour=SEAT_NAMES[1 - seat], edge=edge), "N-28"
    if state.stage < SETUP_STEPS:
        return say("node-sets-up-branch", seat=title, edge=edge), "N-7"
    return say("node-builds-branch", seat=title, edge=edge), "N-14"
