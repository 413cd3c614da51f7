"""Explanations for Nodes & Colonies: views, refusals and descriptions of moves."""

from __future__ import annotations

from typing import Any

from nodarium.core import bits
from nodarium.core.message import Message, say
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
    STEP,
    WHAT,
    WHERE,
    card_title,
)
from nodarium.games.colonies.rules import State

STEPS = ("explore", "colonise", "move", "end")  # in their order within a turn (C-6)
SIDES = ("right", "above", "left", "below")  # the directions of `board.ASIDE`


def round_number(state: State) -> int:
    """Return the number of the round: one turn of each player."""
    return int((state.turn - 1) // state.seats + 1)


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
        return Refusal("C-6", say("colonies-nothing-done"))
    what, where = WHAT[action], WHERE[action]
    if action < COLONISE:
        return _refuse_explore(state, seat)
    if action < MOVE:
        return _refuse_colonise(state, seat, what, where)
    return _refuse_move(state, seat, what, where)


def _refuse_explore(state: State, seat: int) -> Refusal:
    if state.phase != DRAWN:
        return Refusal("C-6", say("colonies-explore-late", phase=PHASES[state.phase]))
    if NODE_CARD not in state.hand(seat):
        return Refusal("C-7", say("colonies-no-node-in-hand"))
    return Refusal("C-7", say("colonies-explore-where"))


def _refuse_colonise(state: State, seat: int, kind: int, node: int) -> Refusal:
    if state.phase == COLONISED:
        return Refusal("C-6", say("colonies-colonise-once"))
    if kind not in state.hand(seat):
        return Refusal("C-8", say("colonies-not-in-hand", card=card_title(KIND_NAMES[kind])))
    ruler = state.controller(node)
    if ruler is not None:
        return Refusal("C-8", say("colonies-only-invade", seat=state.game.seat_title(ruler)))
    return Refusal("C-8", say("colonies-colonise-where"))


def _refuse_move(state: State, seat: int, node: int, target: int) -> Refusal:
    if not state.owned[seat] >> node & 1:
        return Refusal("C-10", say("colonies-not-controlled"))
    if state.placed == node:
        return Refusal("C-12", say("colonies-just-placed"))
    if node == target:
        return Refusal("C-10", say("colonies-same-node"))
    mover = state.kind[state.top[node]]
    title = card_title(KIND_NAMES[mover])
    ruler = state.controller(target)
    if ruler is not None and ruler != seat:
        defender = state.kind[state.top[target]]
        if not board.prevails(mover, defender):
            return Refusal("C-10", say("colonies-too-weak", mover=title, defender=card_title(KIND_NAMES[defender])))
    if state.movement == STEP:
        return Refusal("C-11", say("colonies-one-step"))
    if state.movement == LINE and not _is_in_line(state, node, target):
        return Refusal("C-11", say("colonies-straight-line"))
    return Refusal("C-11", say("colonies-way-blocked", mover=title))


def _is_in_line(state: State, node: int, target: int) -> bool:
    x, y = board.place_of(state.spots[node])
    to_x, to_y = board.place_of(state.spots[target])
    return x == to_x or y == to_y


def describe_move(state: State, seat: int, action: int) -> tuple[Message, str]:
    title = state.game.seat_title(seat)
    if action == END:
        return say("colonies-ends-turn", seat=title), "C-6"
    what, layout = WHAT[action], state.layout()
    if action < COLONISE:
        side, near = _side_of(state, WHERE[action])
        number, node = state.laid + 1, board.node_number(layout, near)
        return say("colonies-explores", seat=title, number=number, side=side, node=node), "C-7"
    where = board.node_number(layout, WHERE[action])
    if action < MOVE:
        return say("colonies-colonises", seat=title, card=card_title(KIND_NAMES[what]), node=where), "C-8"
    ruler = state.controller(WHERE[action])
    said = "colonies-moves" if ruler is None or ruler == seat else "colonies-invades"
    card = card_title(KIND_NAMES[state.kind[state.top[what]]])
    return say(said, seat=title, card=card, start=board.node_number(layout, what), end=where), "C-10"


def _side_of(state: State, rim: int) -> tuple[str, int]:
    """Return where an empty spot lies as seen from a Node next to it, and that Node."""
    for node in range(state.laid):
        for side, aside in zip(SIDES, board.ASIDE, strict=True):
            if state.spots[node] + aside == state.spots[rim]:
                return side, node
    raise LookupError(rim)
