"""Explanations for Nodes & Colonies: views, refusals and descriptions of moves."""

from __future__ import annotations

from typing import Any

from nodarium.core import bits
from nodarium.core.refusal import Refusal
from nodarium.games.colonies import board
from nodarium.games.colonies.board import (
    COLONISE,
    COLONISED,
    DRAWN,
    END,
    KIND_NAMES,
    LINE,
    MOVE,
    MOVEMENTS,
    NODE_CARD,
    NODES,
    PHASES,
    SEAT_NAMES,
    STEP,
    WHAT,
    WHERE,
)
from nodarium.games.colonies.rules import State

STEPS = ("explore", "colonise", "move", "end the turn")  # in their order within a turn (C-6)


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return what a seat may see (C-15)."""
    return {
        "players": state.seats,
        "layout": state.layout(),
        "movement": MOVEMENTS[state.movement],
        "first": state.first,
        "duel": [[KIND_NAMES[kind] for kind in drawn] for drawn in state.duel_draws()],
        "turn": state.turn,
        "to_act": list(state.to_act),
        "phase": PHASES[state.phase] if state.to_act_mask else "over",
        "placed": state.name_of(state.placed) if state.to_act_mask and state.placed < NODES else None,
        "nodes": [_view_node(state, node) for node in range(state.laid)],
        "deck": state.size - state.drawn,
        "seats": [
            {"hand": state.got[one] - state.spent[one], "controls": bits.count(state.owned[one])}
            for one in range(state.seats)
        ],
        "hand": None if seat is None else [KIND_NAMES[kind] for kind in state.hand(seat)],
    }


def _view_node(state: State, node: int) -> dict[str, Any]:
    return {
        "spot": state.name_of(node),
        "seat": state.controller(node),
        "colonies": [
            {"number": number, "card": KIND_NAMES[kind], "seat": seat} for number, kind, seat in state.stack(node)
        ],
    }


def open_steps(state: State, seat: int | None) -> list[str]:
    """Return what the player to act can do next, as far as a seat may know; None is a spectator.

    What the hand allows is secret (C-15), so the others see only what the order of a turn allows (C-6).
    """
    if seat is None or not state.to_act_mask >> seat & 1:
        return list(STEPS[state.phase : state.phase + 3])  # a turn can't end before its first step
    colonise = state.kinds and state.sites
    possible = (state.explores, colonise, state.ways, state.phase != DRAWN)
    return [step for step, is_possible in zip(STEPS, possible, strict=True) if is_possible]


def explain_illegal(state: State, seat: int, action: int) -> Refusal:
    if action == END:
        return Refusal("C-6", "explore, colonise or move before you end your turn.")
    what, where = WHAT[action], WHERE[action]
    if action < COLONISE:
        return _refuse_explore(state, seat)
    if action < MOVE:
        return _refuse_colonise(state, seat, what, where)
    return _refuse_move(state, seat, what, where)


def _refuse_explore(state: State, seat: int) -> Refusal:
    if state.phase != DRAWN:
        return Refusal("C-6", f"you have {PHASES[state.phase]} in this turn; exploring comes first, and once.")
    if NODE_CARD not in state.hand(seat):
        return Refusal("C-7", "you have no Node in your hand.")
    return Refusal("C-7", "a new Node goes next to a Node that you control.")


def _refuse_colonise(state: State, seat: int, kind: int, node: int) -> Refusal:
    if state.phase == COLONISED:
        return Refusal("C-6", "you have colonised in this turn; that is done once.")
    if kind not in state.hand(seat):
        return Refusal("C-8", f"you have no {KIND_NAMES[kind]} in your hand.")
    ruler = state.controller(node)
    if ruler is not None:
        return Refusal("C-8", f"{SEAT_NAMES[ruler]} controls this Node: it can only be invaded.")
    return Refusal("C-8", "after the first round a Colony goes on a Node that you control or next to one.")


def _refuse_move(state: State, seat: int, node: int, target: int) -> Refusal:
    if not state.owned[seat] >> node & 1:
        return Refusal("C-10", f"you do not control {state.name_of(node)}.")
    if state.placed == node:
        return Refusal("C-12", "this Colony was placed in this turn.")
    if node == target:
        return Refusal("C-10", "a move ends on another Node.")
    mover = state.kind[state.top[node]]
    name = KIND_NAMES[mover]
    ruler = state.controller(target)
    if ruler is not None and ruler != seat:
        defender = state.kind[state.top[target]]
        if not board.prevails(mover, defender):
            return Refusal("C-10", f"{name} does not prevail over {KIND_NAMES[defender]}.")
    if state.movement == STEP:
        return Refusal("C-11", "a Colony moves one step.")
    if state.movement == LINE and not _is_in_line(state, node, target):
        return Refusal("C-11", "a Colony moves in a straight line over Nodes.")
    return Refusal("C-11", f"the way is closed by a gap, or by Colonies that {name} does not prevail over.")


def _is_in_line(state: State, node: int, target: int) -> bool:
    x, y = board.place_of(state.spots[node])
    to_x, to_y = board.place_of(state.spots[target])
    return x == to_x or y == to_y


def describe_move(state: State, seat: int, action: int) -> tuple[str, str]:
    if action == END:
        return "ends the turn", "C-6"
    what, where = WHAT[action], state.name_of(WHERE[action])
    if action < COLONISE:
        return f"explores {where}", "C-7"
    if action < MOVE:
        return f"plays {KIND_NAMES[what]} on {where}", "C-8"
    ruler = state.controller(WHERE[action])
    invades = ruler is not None and ruler != seat
    return f"{'invades' if invades else 'moves to'} {where} from {state.name_of(what)}", "C-10"
