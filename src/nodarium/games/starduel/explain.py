"""Explanations for Star Duel: views, refusals and descriptions of moves."""

from __future__ import annotations

from typing import Any

from nodarium.core import bits
from nodarium.core.message import Message, Text, say
from nodarium.core.refusal import Refusal
from nodarium.games.starduel.board import (
    ACTIVATE,
    ATTACK,
    CARDS,
    END,
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
    PRODUCED,
    PRODUCING,
    PROGRAMMING,
    REPLACE,
    REPLACING,
    SPARES,
    SWAP,
    TRACK_NAMES,
    list_amounts,
)
from nodarium.games.starduel.notation import program_names
from nodarium.games.starduel.rules import State


def round_number(state: State) -> int:
    return int(state.round)


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
        return Refusal("S-6", say("starduel-unknown-space" if action < ACTIVATE else "starduel-program-first"))
    if action < ACTIVATE:
        return Refusal("S-6", say("starduel-programs-revealed"))
    if action < EXHAUST:
        return _refuse_execute(state, seat, action)
    if action < MOVE:
        return _refuse_exhaust(state, seat, action - EXHAUST)
    if state.done & MOVED:
        return Refusal("S-8", say("starduel-moved-already"))
    if action < SWAP:
        return _refuse_move(state, seat, (action - MOVE) // MAX_SPACES, (action - MOVE) % MAX_SPACES)
    return _refuse_swap(state, seat, LOWER[action - SWAP], HIGHER[action - SWAP])


def program_failure(state: State, seat: int) -> Message | None:
    """Return why the acting seat can't execute its program; None if it can, or has."""
    if state.done & EXECUTED or state.runs:
        return None
    if state.programs[seat] == REPLACING:
        return say("starduel-nothing-to-replace")
    attack = state.target(seat) & state.owned[1 - seat]
    return _refuse_execute(state, seat, ATTACK if attack else ACTIVATE).message


def deciding_track(state: State) -> str | None:
    """Return the track that decides if the game ends by S-19; None if it ends in a draw."""
    track = state.deciding_track()
    return None if track < 0 else TRACK_NAMES[track]


def _refuse_execute(state: State, seat: int, action: int) -> Refusal:
    program = state.program_name(seat) or ""
    if state.done & EXECUTED:
        return Refusal("S-8", say("starduel-executed-already"))
    if action >= REPLACE:
        if state.programs[seat] != REPLACING:
            return Refusal("S-12", say("starduel-only-14-replaces", program=program))
        return _refuse_replace(state, seat, action - REPLACE)
    if action == PRODUCE:
        return Refusal("S-13", say("starduel-only-15-gains", program=program))
    target = state.target(seat)
    if not target:
        if state.programs[seat] == REPLACING:
            return Refusal("S-12", say("starduel-14-only-replaces"))
        return Refusal("S-13", say("starduel-15-only-gains"))
    place = place_name(state, seat, target)
    if target & state.owned[seat]:
        return Refusal("S-14", say("starduel-own-node", place=place))
    if not target & (state.inactive | state.owned[1 - seat]):
        return Refusal("S-14", say("starduel-open-space", space=program))
    if action == ACTIVATE and not target & state.inactive:
        return Refusal("S-11", say("starduel-attack-it", place=place, owner=state.game.seat_title(1 - seat)))
    if action != ACTIVATE and target & state.inactive:
        return Refusal("S-10", say("starduel-activate-it", place=place))
    cost, energy = state.distance(seat, target), state.tracks[seat][ENERGY]
    if not cost:
        return Refusal("S-9", say("starduel-no-path-from-home", place=place))
    if cost > energy:
        return Refusal("S-9", say("starduel-too-little-energy", place=place, cost=cost, energy=energy))
    card = state.card_set.cards[state.card[state.space_at(target)]]
    held = list_amounts(0, state.tracks[seat][POPULATION], state.tracks[seat][MINERALS])
    if action == ACTIVATE:
        required = list_amounts(0, card.requires.population, card.requires.minerals)
        return Refusal("S-10", say("starduel-requirement-unmet", card=card.name, required=required, held=held))
    return Refusal("S-11", say("starduel-defense-unpaid", card=card.name, defense=card.defense, held=held))


def _refuse_replace(state: State, seat: int, own: int) -> Refusal:
    if own >= state.size:
        return Refusal("S-1", say("starduel-unknown-space"))
    spot = state.spot(seat, own)
    if not spot & state.inactive or spot & state.hidden:
        return Refusal("S-12", say("starduel-not-replaceable", place=place_name(state, seat, spot)))
    return Refusal("S-12", say("starduel-no-spare"))


def _refuse_exhaust(state: State, seat: int, own: int) -> Refusal:
    if state.done & EXHAUSTED:
        return Refusal("S-8", say("starduel-exhausted-already"))
    if own >= state.size:
        return Refusal("S-1", say("starduel-unknown-space"))
    if state.spot(seat, own) & state.fresh:
        return Refusal("S-15", say("starduel-activated-this-turn", place=place_name(state, seat, state.fresh)))
    return Refusal("S-15", say("starduel-not-your-node", place=_named(state, seat, own)))


def _refuse_move(state: State, seat: int, start: int, end: int) -> Refusal:
    if max(start, end) >= state.size:
        return Refusal("S-1", say("starduel-unknown-space"))
    here, there = _named(state, seat, start), _named(state, seat, end)
    if not state.spot(seat, start) & state.owned[seat]:
        return Refusal("S-16", say("starduel-not-your-node", place=here))
    if start != end and state.spot(seat, end) & state.owned[seat]:
        return Refusal("S-16", say("starduel-swap-instead", start=here, end=there))
    if state.spot(seat, end) & ~state.passable(seat) or start == end:
        return Refusal("S-16", say("starduel-not-open", place=there))
    return Refusal("S-16", say("starduel-no-path", start=here, end=there))


def _refuse_swap(state: State, seat: int, lower: int, higher: int) -> Refusal:
    for own in (lower, higher):
        if own >= state.size:
            return Refusal("S-1", say("starduel-unknown-space"))
        if not state.spot(seat, own) & state.owned[seat]:
            return Refusal("S-16", say("starduel-not-your-node", place=_named(state, seat, own)))
    here, there = _named(state, seat, lower), _named(state, seat, higher)
    return Refusal("S-16", say("starduel-no-path", start=here, end=there))


def place_name(state: State, seat: int, spot: int) -> Text:
    """Return what a player calls a space: by the planet that lies there face up, else by its coordinate."""
    space = state.space_at(spot)
    if state.card[space] == NO_CARD:
        return say("starduel-place-open", space=state.map.name_of(space, seat))
    if state.hidden & spot:
        return say("starduel-place-face-down", space=state.map.name_of(space, seat))
    return str(state.card_set.cards[state.card[space]].name)


def describe_move(state: State, seat: int, action: int) -> tuple[Message, str]:
    """Both players read the same sentence, so it calls places by their planets, and rows by their side."""
    title = state.game.seat_title(seat)
    if action < ACTIVATE:
        goal, number = _goal(state, seat, action), program_names(state.map)[action]
        return say("starduel-programs", seat=title, program=number, goal=goal), "S-6"
    if action < PRODUCE:
        if state.targets_hidden_card(seat):  # the requirement of a face-down card is still secret
            return say("starduel-tries-to-activate", seat=title), "S-10"
        place = place_name(state, seat, state.target(seat))
        if action >= ATTACK:
            paid = action - ATTACK
            payment = list_amounts(0, paid, max(0, state.target_defense(seat) - paid))
            return say("starduel-attacks", seat=title, place=place, payment=payment), "S-11"
        return say("starduel-activates", seat=title, place=place), "S-10"
    if action == PRODUCE:
        return say("starduel-gains-energy", seat=title, count=PRODUCED), "S-13"
    if action < EXHAUST:
        return say("starduel-replaces", seat=title, place=_named(state, seat, action - REPLACE)), "S-12"
    if action < MOVE:
        return say("starduel-exhausts", seat=title, place=_named(state, seat, action - EXHAUST)), "S-15"
    if action < SWAP:
        start, end = divmod(action - MOVE, MAX_SPACES)
        node = _named(state, seat, start)
        return say("starduel-moves", seat=title, node=node, goal=_row_name(state, seat, end, start)), "S-16"
    if action < END:
        lower, higher = LOWER[action - SWAP], HIGHER[action - SWAP]
        first, second = _named(state, seat, lower), _named(state, seat, higher)
        return say("starduel-swaps", seat=title, first=first, second=second), "S-16"
    return say("starduel-ends-turn", seat=title), "S-8"


def _named(state: State, seat: int, own: int) -> Text:
    return place_name(state, seat, state.spot(seat, own))


def _goal(state: State, seat: int, program: int) -> Text:
    """Return what a program is aimed at, in words that are right for both players."""
    if program == REPLACING:
        return say("starduel-goal-replace")
    if program == PRODUCING:
        return say("starduel-goal-energy", count=PRODUCED)
    space = state.map.space_of(program if program < REPLACING else program - 2, seat)
    if state.card[space] == NO_CARD:
        return say("starduel-open")
    if state.hidden >> state.map.places[space] & 1:
        return say("starduel-face-down", tier="I" * state.map.tier_of(space))
    return str(state.card_set.cards[state.card[space]].name)


def _row_name(state: State, seat: int, own: int, start: int) -> Message:
    """Return the row of a space with an own number, and the planets next to it except the one that moves there."""
    row = int(state.map.names[own][0])
    if row == 3:
        where = say("starduel-middle-row")
    else:
        owner = seat if row < 3 else 1 - seat
        where = say("starduel-row-of", owner=state.game.seat_title(owner), row=min(row, 6 - row))
    around = state.neighbours(state.spot(seat, own)) & ~state.spot(seat, start)
    spaces = [state.map.space_of(other, seat) for other in range(state.size)]
    named = [
        str(state.card_set.cards[state.card[space]].name)
        for space in spaces
        if around >> state.map.places[space] & 1 & ~(state.hidden >> state.map.places[space])
        and state.card[space] != NO_CARD
    ]
    return say("starduel-row-next-to", row=where, planets=tuple(named)) if named else where
