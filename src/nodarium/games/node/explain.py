"""Explanations for NODE: views, refusals and descriptions of moves."""

from __future__ import annotations

from typing import Any

from nodarium.core import bits
from nodarium.core.refusal import Refusal
from nodarium.games.node import board
from nodarium.games.node.board import (
    ADVANCED,
    BLUE,
    BRANCHES_EACH,
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
    SETUP_STEPS,
    SQUARE_CORNERS,
    TAKES,
    THREE_FOR_ONE,
    TRADE,
    VARIANTS,
    YELLOW,
    YIELDS,
)
from nodarium.games.node.notation import format_move
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
        "set_at": board.PLACE_NAMES[state.last] if setup and state.stage % 2 else None,
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
        name: CUBES_EACH - state.cubes[0][colour] - state.cubes[1][colour]
        for colour, name in enumerate(board.COLOUR_NAMES)
    }


def _view_player(state: State, seat: int) -> dict[str, Any]:
    nodes = [board.PLACE_NAMES[place] for place in range(24) if state.pieces[seat] >> place & 1]
    branches = [board.PLACE_NAMES[place] for place in range(24, 60) if state.pieces[seat] >> place & 1]
    mine = bool(state.to_act_mask >> seat & 1) and state.stage == SETUP_STEPS
    return {
        "nodes": nodes,
        "branches": branches,
        "branches_left": BRANCHES_EACH - len(branches),
        "captured": [name for square, name in enumerate(board.SQUARE_NAMES) if state.captured[seat] >> square & 1],
        "cubes": dict(zip(board.COLOUR_NAMES, state.cubes[seat], strict=True)),
        "income": dict(zip(board.COLOUR_NAMES, state.income[seat], strict=True)),
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
        return Refusal("N-28", "only in the variant advanced may you place pieces of the other colour.")
    if state.stage < SETUP_STEPS:
        return _refuse_setup(state, action)
    if action < END:
        return _refuse_buy(state, seat, seat, action)
    if action < OTHER:
        return _refuse_trade(state, seat, action - TRADE)
    return _refuse_buy(state, seat, 1 - seat, action - OTHER)


def _refuse_setup(state: State, action: int) -> Refusal:
    if action >= OTHER:
        return Refusal("N-28", "in the setup everybody places their own colour.")
    if action >= END:
        return Refusal("N-6", "the setup is not finished: place a node and a branch.")
    if state.stage % 2 == 0 and action >= 24:
        return Refusal("N-7", "a set begins with its node.")
    if state.stage % 2 == 1 and action < 24:
        return Refusal("N-7", "the node just placed needs its branch first.")
    if (state.pieces[0] | state.pieces[1]) >> action & 1:
        return Refusal("N-16", "there is a piece already.")
    if state.stage % 2 == 0:
        return Refusal("N-7", "no edge at this corner is empty, so the branch would have no place.")
    return Refusal("N-7", f"the branch has to touch the node just placed on {board.PLACE_NAMES[state.last]}.")


def _refuse_buy(state: State, seat: int, colour: int, place: int) -> Refusal:
    cubes = state.cubes[seat]
    if (state.pieces[0] | state.pieces[1]) >> place & 1:
        return Refusal("N-16", "there is a piece already.")
    if state.barred[colour] >> place & 1:
        return Refusal("N-24", f"this lies inside an area that {SEAT_NAMES[1 - colour]} has captured.")
    if not state.reach[colour] >> place & 1:
        if place < 24:
            return Refusal("N-15", f"a node goes on the end of a branch of its colour, {SEAT_NAMES[colour]}.")
        return Refusal("N-14", f"a branch has to touch another branch of its colour, {SEAT_NAMES[colour]}.")
    if place < 24:
        return Refusal("N-15", f"a node costs two yellow and two green; you have {cubes[YELLOW]} and {cubes[GREEN]}.")
    if not (cubes[RED] and cubes[BLUE]):
        return Refusal("N-14", f"a branch costs one red and one blue; you have {cubes[RED]} and {cubes[BLUE]}.")
    return Refusal("N-4", f"all {BRANCHES_EACH} branches of {SEAT_NAMES[colour]} are on the board.")


def _refuse_trade(state: State, seat: int, trade: int) -> Refusal:
    three = bool(THREE_FOR_ONE >> trade & 1)
    if three and state.threes:
        return Refusal("N-18", "you have made your one trade of 3:1 in this turn.")
    if not three and not state.posts(seat):
        return Refusal("N-19", "a trade of 2:1 needs a node of yours on the trading post.")
    if not three and state.twos >= state.posts(seat):
        spent = "each node on the trading post gives one trade of 2:1 in a turn, and you have made them."
        return Refusal("N-19", spent)
    for colour in range(4):
        held, wanted = state.cubes[seat][colour], GIVES[trade][colour]
        if wanted > held:
            return Refusal("N-18" if three else "N-19", f"you have {held} {board.COLOUR_NAMES[colour]}, not {wanted}.")
    name = board.COLOUR_NAMES[TAKES[trade]]
    return Refusal("N-20", f"the bank has no {name} left and your opponent no more of it than you.")


def trade_source(state: State, seat: int, colour: int) -> int | None:
    """Return the seat from which a trade takes its cube (N-20); None for the bank."""
    return 1 - seat if state.bank_lacks(colour) else None


def describe_move(state: State, seat: int, action: int) -> tuple[str, str]:
    if action == END:
        return "ends the turn", "N-9"
    move = format_move(state, seat, action)
    if TRADE <= action < OTHER:
        given, _, taken = move.partition(">")
        return f"gives {given} for {taken}", "N-18" if len(given) == 3 else "N-19"
    place = PLACE_NAMES[action % OTHER]
    what = f"a node on {place}" if len(place) == 2 else f"a branch on {board.edge_text(place)}"
    if action >= OTHER:
        return f"places {what} for {SEAT_NAMES[1 - seat]}", "N-28"
    if view(state, seat)["phase"] != "turn":
        return f"sets up {what}", "N-6" if len(place) == 2 else "N-7"
    return f"builds {what}", "N-15" if len(place) == 2 else "N-14"
