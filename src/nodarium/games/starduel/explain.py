"""Explanations for Star Duel: views, refusals and descriptions of moves."""

from __future__ import annotations

from typing import Any

from nodarium.core import bits
from nodarium.core.refusal import Refusal
from nodarium.games.starduel import board
from nodarium.games.starduel.board import (
    ACTIVATE,
    ATTACK,
    CARDS,
    ENERGY,
    EXECUTED,
    EXHAUST,
    EXHAUSTED,
    HIGHER,
    LOWER,
    MAX_SPACES,
    MINERALS,
    MOVE,
    MOVED,
    NO_CARD,
    NO_PROGRAM,
    POPULATION,
    PRODUCE,
    PROGRAMMING,
    REPLACE,
    REPLACING,
    SEAT_NAMES,
    SPARES,
    SWAP,
    TRACK_NAMES,
)
from nodarium.games.starduel.notation import format_move, program_names
from nodarium.games.starduel.rules import State


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return all but face-down cards, the spares and, before the reveal, the opponent's program (S-21)."""
    cards = state.card_set.cards
    return {
        "map": state.map.name,
        "card_set": state.card_set.name,
        "to_act": list(state.to_act),
        "phase": ("program" if state.phase == PROGRAMMING else "act") if state.to_act_mask else "over",
        "round": state.round,
        "quiet_rounds": state.quiet,
        "first_if_equal": state.initiative,
        "spaces": {state.map.names[space]: _view_space(state, space) for space in range(state.size)},
        "spares": {"2": SPARES - state.drawn[0], "3": SPARES - state.drawn[1]},
        "unseen": {
            tier: [cards[number].id for number in range(CARDS) if state.unseen(pile) >> number & 1]
            for pile, tier in enumerate("23")
        },
        "players": [_view_player(state, seat, player) for player in range(2)],
    }


def _view_space(state: State, space: int) -> dict[str, Any]:
    spot = bits.bit(state.map.places[space])
    owners = [seat for seat in range(2) if state.owned[seat] & spot]
    seen = state.card[space] != NO_CARD and not state.hidden & spot
    return {
        "enate": state.map.name_of(space, 1),
        "card": state.card_set.cards[state.card[space]].id if seen else None,
        "face_down": bool(state.hidden & spot),
        "owner": owners[0] if owners else None,
    }


def _view_player(state: State, seat: int | None, player: int) -> dict[str, Any]:
    acts = bool(state.phase != PROGRAMMING and state.to_act_mask >> player & 1)
    return {
        **dict(zip(TRACK_NAMES, state.tracks[player], strict=True)),
        "committed": state.programs[player] != NO_PROGRAM,
        "program": state.program_name(player) if state.knows_program(seat, player) else None,
        "executed": bool(acts and state.done & EXECUTED),
        "exhausted": bool(acts and state.done & EXHAUSTED),
        "moved": bool(acts and state.done & MOVED),
        "activated": state.map.name_of(state.space_at(state.fresh), player) if acts and state.fresh else None,
    }


def explain_illegal(state: State, seat: int, action: int) -> Refusal:
    if state.phase == PROGRAMMING:
        if action < ACTIVATE:
            return Refusal("S-6", "this map has no such space.")
        return Refusal("S-6", "first both players program one of their coordinates, 14 or 15.")
    if action < ACTIVATE:
        return Refusal("S-6", "the programs of this round are revealed; the next are for the next round.")
    if action < EXHAUST:
        return _refuse_execute(state, seat, action)
    done = EXHAUSTED if action < MOVE else MOVED
    if state.done & done:
        return Refusal("S-8", f"you have {'exhausted' if done == EXHAUSTED else 'moved'} a node in this turn.")
    if action < MOVE:
        return _refuse_exhaust(state, seat, action - EXHAUST)
    if action < SWAP:
        return _refuse_move(state, seat, (action - MOVE) // MAX_SPACES, (action - MOVE) % MAX_SPACES)
    return _refuse_swap(state, seat, LOWER[action - SWAP], HIGHER[action - SWAP])


def program_failure(state: State, seat: int) -> str:
    """Return why the acting seat can't execute its program; empty if it can, or has."""
    if state.done & EXECUTED or state.runs:
        return ""
    if state.programs[seat] == REPLACING:
        return "no inactive card lies face up of whose tier there is a spare."
    attack = state.target(seat) & state.owned[1 - seat]
    return _refuse_execute(state, seat, ATTACK if attack else ACTIVATE).message


def deciding_track(state: State) -> str | None:
    """Return the track that decides if the game ends by S-19; None if it ends in a draw."""
    track = state.deciding_track()
    return None if track < 0 else TRACK_NAMES[track]


def _refuse_execute(state: State, seat: int, action: int) -> Refusal:
    name = state.program_name(seat)
    if state.done & EXECUTED:
        return Refusal("S-8", "you have executed your program in this turn.")
    if action >= REPLACE:
        if state.programs[seat] != REPLACING:
            return Refusal("S-12", f"your program is {name}, not 14.")
        return _refuse_replace(state, seat, action - REPLACE)
    if action == PRODUCE:
        return Refusal("S-13", f"your program is {name}, not 15.")
    target = state.target(seat)
    if not target:
        if name == "14":
            return Refusal("S-12", "your program 14 replaces a node.")
        return Refusal("S-13", "15 gains energy.")
    if target & state.owned[seat]:
        return Refusal("S-14", f"{name} is your own node.")
    if not target & (state.inactive | state.owned[1 - seat]):
        return Refusal("S-14", f"{name} is an open space.")
    if action == ACTIVATE and not target & state.inactive:
        return Refusal("S-11", f"the node on {name} is {SEAT_NAMES[1 - seat]}'s: attack it.")
    if action != ACTIVATE and target & state.inactive:
        return Refusal("S-10", f"the node on {name} is inactive: activate it.")
    cost = state.distance(seat, target)
    if not cost:
        return Refusal("S-9", f"no way leads from your home world to {name} through open spaces and own nodes.")
    if cost > state.tracks[seat][ENERGY]:
        return Refusal("S-9", f"the way to {name} costs {cost} energy; you have {state.tracks[seat][ENERGY]}.")
    card = state.card_set.cards[state.card[state.space_at(target)]]
    holding = f"you have {board.amounts_in_words(0, state.tracks[seat][POPULATION], state.tracks[seat][MINERALS])}."
    if action == ACTIVATE:
        return Refusal("S-10", f"{card.name} requires {card.requires}; {holding}")
    return Refusal("S-11", f"the defense of {card.name} is {card.defense}; {holding}")


def _refuse_replace(state: State, seat: int, own: int) -> Refusal:
    if own >= state.size:
        return Refusal("S-1", "this map has no such space.")
    spot = state.spot(seat, own)
    if not spot & state.inactive or spot & state.hidden:
        return Refusal("S-12", f"there is no inactive card face up on {state.map.names[own]}.")
    return Refusal("S-12", "there is no spare of its tier.")


def _refuse_exhaust(state: State, seat: int, own: int) -> Refusal:
    if own >= state.size:
        return Refusal("S-1", "this map has no such space.")
    if state.spot(seat, own) & state.fresh:
        return Refusal("S-15", f"the node on {state.map.names[own]} was activated in this turn.")
    return Refusal("S-15", f"there is no node of yours on {state.map.names[own]}.")


def _refuse_move(state: State, seat: int, start: int, end: int) -> Refusal:
    if max(start, end) >= state.size:
        return Refusal("S-1", "this map has no such space.")
    here, there = state.map.names[start], state.map.names[end]
    if not state.spot(seat, start) & state.owned[seat]:
        return Refusal("S-16", f"there is no node of yours on {here}.")
    if start != end and state.spot(seat, end) & state.owned[seat]:
        return Refusal("S-16", f"{there} is not open: it has a node of yours, with which {here} can be swapped.")
    if state.spot(seat, end) & ~state.passable(seat) or start == end:
        return Refusal("S-16", f"{there} is not open.")
    return Refusal("S-16", f"no way leads from {here} to {there} through open spaces and own nodes.")


def _refuse_swap(state: State, seat: int, lower: int, higher: int) -> Refusal:
    for own in (lower, higher):
        if own >= state.size:
            return Refusal("S-1", "this map has no such space.")
        if not state.spot(seat, own) & state.owned[seat]:
            return Refusal("S-16", f"there is no node of yours on {state.map.names[own]}.")
    here, there = state.map.names[lower], state.map.names[higher]
    return Refusal("S-16", f"no way leads from {here} to {there} through open spaces and own nodes.")


def describe_move(state: State, seat: int, action: int) -> tuple[str, str]:
    move = format_move(state, seat, action)
    word, _, rest = move.partition(" ")
    if action < ACTIVATE:
        return f"programs {move}", "S-6"
    if action < PRODUCE:
        where = program_names(state.map)[state.programs[seat]]
        if action == ACTIVATE:  # the requirement of a face-down card is still secret
            return f"tries to activate {where}, face down" if state.targets_hidden_card(
                seat
            ) else f"activates {where}", "S-10"
        return f"attacks {where} for {rest}", "S-11"
    descriptions = {
        "energy": ("gains 2 energy", "S-13"),
        "replace": (f"replaces {rest}", "S-12"),
        "exhaust": (f"exhausts {rest}", "S-15"),
        "move": (f"moves {rest.replace('>', ' to ')}", "S-16"),
        "swap": (f"swaps {rest.replace('<>', ' and ')}", "S-16"),
        "end": ("ends the turn", "S-8"),
    }
    return descriptions[word]
