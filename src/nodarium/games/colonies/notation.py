"""The notation of Nodes & Colonies (C-16).

Moves are `N@1,-2` (a Node on a spot), `C2@0,1` (a Colony on a Node), `0,1>2,1` (a move) and `end`.

A deal is the number of players, the layout, the first player's seat, the draws that decided it (one list for each
round), the hands, and the deck with its top card first.

A position is one line of seven parts:

    players layout movement | first player, draws | new Nodes | Colonies | hands | deck | what comes next

The draws of a round are `C2-M1`. New Nodes and Colonies are listed in the order in which they were played. A Colony is
`C2o@0,1` with the first letter of its owner, and `+2` after it if two others lie below. Slashes separate the hands;
hidden cards are only counted, `6?`. What comes next is `orange drawn`, `orange explored` or `orange colonised 0,1`: the
player to act and the last step of the turn; or `over`, the number of the ending and the winners. An empty part is `-`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from nodarium.core.errors import BadOption, IllegalMove, UnreadableMove
from nodarium.core.message import say
from nodarium.core.state import OMNISCIENT
from nodarium.games.colonies import board
from nodarium.games.colonies.board import (
    COLONIES,
    COLONISE,
    COLONISED,
    COPIES,
    DRAWN,
    DUEL_LIMIT,
    END,
    FARTHEST,
    HAND,
    KIND,
    KIND_NAMES,
    MOVE,
    MOVEMENTS,
    NODE_CARD,
    NODES,
    PHASES,
    PLAYERS,
    SEAT_NAMES,
    WHAT,
    WHERE,
)
from nodarium.games.colonies.rules import ENDINGS, State

SPOT = r"(-?\d{1,2}),(-?\d{1,2})"
PLAY = re.compile(rf"([CME][123]|N)@{SPOT}", re.ASCII)
GO = re.compile(rf"{SPOT}>{SPOT}", re.ASCII)
COLONY = re.compile(rf"([CME][123])([optr])@{SPOT}(?:\+([1-9]\d?))?", re.ASCII)
INITIALS = "".join(name[0] for name in SEAT_NAMES)
Colony = tuple[int, int, int, int]  # kind, seat, Node, how many lie below

# ---- Moves ----


def format_move(state: State, seat: int, action: int) -> str:
    if action == END:
        return "end"
    if not 0 <= action < END:
        raise LookupError(action)
    what, where = WHAT[action], state.name_of(WHERE[action])
    return f"{KIND_NAMES[what]}@{where}" if action < MOVE else f"{state.name_of(what)}>{where}"


def parse_move(state: State, seat: int, text: str) -> int:
    tidy = "".join(text.split()).upper()
    if tidy == "END":
        return END
    play, go = PLAY.fullmatch(tidy), GO.fullmatch(tidy)
    if play:
        where = _number_at(state, play[2], play[3])
        if play[1] == "N" and where is not None and where >= NODES:
            return where - NODES
        if play[1] != "N" and where is not None and where < NODES:
            return COLONISE + NODES * KIND[play[1]] + where
        if play[1] != "N":
            raise IllegalMove(say("colonies-no-node-here"), move=text, rule="C-8")
        if where is None:
            raise IllegalMove(say("colonies-apart"), move=text, rule="C-7")
        raise IllegalMove(say("colonies-node-here"), move=text, rule="C-7")
    if go:
        node, target = _number_at(state, go[1], go[2]), _number_at(state, go[3], go[4])
        if node is not None and target is not None and max(node, target) < NODES:
            return MOVE + NODES * node + target
        raise IllegalMove(say("colonies-node-to-node"), move=text, rule="C-10")
    raise UnreadableMove(say("colonies-not-a-move", text=text), move=text, rule="C-16")


def _number_at(state: State, x: str, y: str) -> int | None:
    """Return the number of the Node or the rim spot with these coordinates."""
    spot = _spot(x, y)
    return None if spot is None else state.number_at(spot)


def _spot(x: str, y: str) -> int | None:
    return None if max(abs(int(x)), abs(int(y))) > FARTHEST else board.spot_at(int(x), int(y))


def format_turn(moves: Sequence[str]) -> str:
    return " ".join(moves)


def parse_turn(text: str) -> list[str]:
    return text.split()


# ---- Deals ----


def format_deal(state: State) -> dict[str, Any]:
    cards = _names(state.dealt())
    dealt = HAND * state.seats
    return {
        "players": state.seats,
        "layout": state.layout(),
        "first": state.first,
        "duel": [_names(drawn) for drawn in state.duel_draws()],
        "hands": [cards[place : place + HAND] for place in range(0, dealt, HAND)],
        "deck": cards[dealt:],
    }


def parse_deal(state: State, deal: Mapping[str, Any]) -> None:
    wanted = {"players", "layout", "first", "hands", "deck"}
    if not isinstance(deal, Mapping) or not wanted <= set(deal) <= wanted | {"duel"}:
        raise BadOption(say("colonies-deal-fields"), rule="C-5")
    if type(deal["players"]) is not int or deal["players"] != state.seats:
        given = repr(deal["players"])
        raise BadOption(say("colonies-deal-players", given=given, expected=state.seats), rule="C-5")
    if deal["layout"] != state.layout():
        given = repr(deal["layout"])
        raise BadOption(say("colonies-deal-layout", given=given, expected=state.layout()), rule="C-3")
    first = deal["first"]
    if type(first) is not int or not 0 <= first < state.seats:
        raise BadOption(say("colonies-deal-first", last=state.seats - 1, given=repr(first)), rule="C-4")
    hands = deal["hands"]
    if not isinstance(hands, list) or len(hands) != state.seats:
        raise BadOption(say("colonies-hand-count", players=state.seats), rule="C-5")
    kinds = [_kinds(hand) for hand in hands]
    if any(len(hand) != HAND for hand in kinds):
        raise BadOption(say("colonies-hand-size", count=HAND), rule="C-5")
    cards = [*(kind for hand in kinds for kind in hand), *_kinds(deal["deck"])]
    _check_cards(cards, state.starting)
    state.start_from_deal(first, _parse_duel(state, first, deal.get("duel", [])), cards)


def _names(kinds: Sequence[int]) -> list[str]:
    return [KIND_NAMES[kind] for kind in kinds]


def _kinds(names: object) -> list[int]:
    if not isinstance(names, list):
        raise BadOption(say("colonies-card-list", given=repr(names)), rule="C-1")
    for name in names:
        if not isinstance(name, str) or name not in KIND:
            raise BadOption(say("colonies-unknown-card", card=repr(name), names=", ".join(KIND_NAMES)), rule="C-1")
    return [KIND[name] for name in names]


def _check_cards(cards: Sequence[int], laid: int) -> None:
    """Check that these cards and the Nodes on the table make up the whole game."""
    tally = Counter(cards)
    tally[NODE_CARD] += laid
    for kind, copies in enumerate(COPIES):
        if tally[kind] != copies:
            problem = say("colonies-card-count", card=KIND_NAMES[kind], copies=copies, count=tally[kind])
            raise BadOption(problem, rule="C-1")


def _parse_duel(state: State, first: int, duel: object) -> list[list[int]]:
    """Return the draws for the first player: none, or rounds without a winner and one that the first player wins."""
    if not isinstance(duel, list) or len(duel) > DUEL_LIMIT:
        raise BadOption(say("colonies-duel-list", most=DUEL_LIMIT), rule="C-4")
    rounds = [_kinds(drawn) for drawn in duel]
    for number, drawn in enumerate(rounds, 1):
        if len(drawn) != state.seats:
            raise BadOption(say("colonies-duel-draws", round=number), rule="C-4")
        if any(drawn.count(kind) > COPIES[kind] - (state.starting if kind == NODE_CARD else 0) for kind in drawn):
            raise BadOption(say("colonies-duel-cards", round=number), rule="C-4")
        victors = [
            seat
            for seat, kind in enumerate(drawn)
            if all(board.prevails(kind, other) for place, other in enumerate(drawn) if place != seat)
        ]
        if victors != ([first] if number == len(rounds) else []):
            raise BadOption(say("colonies-duel-winner", round=number), rule="C-4")
    return rounds


# ---- Positions ----


def format_position(state: State, seat: int | None = OMNISCIENT) -> str:
    hides = seat != OMNISCIENT
    colonies = {
        number: f"{KIND_NAMES[kind]}{INITIALS[owner]}@{state.name_of(node)}" + (f"+{below}" if below else "")
        for node in range(state.laid)
        for below, (number, kind, owner) in enumerate(state.stack(node))
    }
    parts = [
        f"{state.seats} {state.layout()} {MOVEMENTS[state.movement]}",
        " ".join([SEAT_NAMES[state.first], *("-".join(_names(drawn)) for drawn in state.duel_draws())]),
        " ".join(state.name_of(node) for node in range(state.starting, state.laid)) or "-",
        " ".join(colonies[number] for number in sorted(colonies)) or "-",
        " / ".join(_format_cards(state.hand(one), hides and one != seat) for one in range(state.seats)),
        _format_cards(state.deck(), hides),
        _format_due(state),
    ]
    return " | ".join(parts)


def _format_cards(kinds: Sequence[int], hidden: bool) -> str:
    if not kinds:
        return "-"
    return f"{len(kinds)}?" if hidden else " ".join(_names(kinds))


def _format_due(state: State) -> str:
    if not state.to_act_mask:
        return " ".join(["over", str(state.ending_index), *_winners(state)])
    words = [SEAT_NAMES[state.to_act[0]], PHASES[state.phase]]
    return " ".join([*words, state.name_of(state.placed)] if state.placed < NODES else words)


def _winners(state: State) -> list[str]:
    return [SEAT_NAMES[seat] for seat in range(state.seats) if state.winner_mask >> seat & 1]


def parse_position(text: str) -> State:
    parts = [part.split() for part in text.split("|")]
    if len(parts) != 7:
        raise BadOption(say("colonies-seven-parts"), rule="C-16")
    options, opening, new_nodes, table, hands, deck, due = parts
    state = _parse_options(options)
    _parse_opening(state, opening)
    if not state.set_board(_parse_spots(new_nodes)):
        raise BadOption(say("colonies-new-node"), rule="C-7")
    colonies = _parse_colonies(state, table)
    state.set_colonies(colonies)
    _parse_cards(state, colonies, hands, deck)
    _parse_due(state, due)
    return state


def _parse_options(words: list[str]) -> State:
    if len(words) != 3 or words[0] not in map(str, PLAYERS) or words[2] not in MOVEMENTS:
        raise BadOption(say("colonies-position-start", text=" ".join(words)), rule="C-16")
    layout = words[1] if words[1] in board.LAYOUTS else board.parse_custom_layout(words[1])
    if layout is None:
        raise BadOption(say("colonies-unknown-layout", layout=words[1]), rule="C-3")
    return State(int(words[0]), layout, words[2])


def _parse_opening(state: State, words: list[str]) -> None:
    if not words or words[0] not in SEAT_NAMES[: state.seats]:
        raise BadOption(say("colonies-position-first", seats=", ".join(SEAT_NAMES[: state.seats])), rule="C-4")
    first = SEAT_NAMES.index(words[0])
    state.set_first(first, _parse_duel(state, first, [word.split("-") for word in words[1:]]))


def _parse_spots(words: list[str]) -> list[int]:
    spots = []
    for word in [] if words == ["-"] else words or [""]:
        found = re.fullmatch(SPOT, word, re.ASCII)
        spot = _spot(found[1], found[2]) if found else None
        if spot is None:
            raise BadOption(say("colonies-unknown-spot", text=word), rule="C-16")
        spots.append(spot)
    return spots


def _parse_colonies(state: State, words: list[str]) -> list[Colony]:
    colonies: list[Colony] = []
    for word in [] if words == ["-"] else words or [""]:
        found = COLONY.fullmatch(word)
        node = _number_at(state, found[3], found[4]) if found else None
        if found is None or node is None or node >= NODES or found[2] not in INITIALS[: state.seats]:
            raise BadOption(say("colonies-impossible-colony", text=word), rule="C-8")
        colonies.append((KIND[found[1]], INITIALS.index(found[2]), node, int(found[5] or 0)))
    if len(colonies) > COLONIES:
        raise BadOption(say("colonies-colony-count", count=COLONIES), rule="C-1")
    for node in range(state.laid):
        layers = sorted(below for _, _, on, below in colonies if on == node)
        if layers != list(range(len(layers))):
            raise BadOption(say("colonies-no-stack", spot=state.name_of(node)), rule="C-8")
    return colonies


def _parse_cards(state: State, colonies: list[Colony], hands: list[str], deck: list[str]) -> None:
    """Set hands and deck. The deck tells how many cards a seat drew; those not in hand or settled were Nodes."""
    held = [_parse_card_list(part) for part in " ".join(hands).split("/")]
    left = _parse_card_list(" ".join(deck))
    if len(held) != state.seats:
        raise BadOption(say("colonies-hand-count", players=state.seats), rule="C-5")
    settled = [kind for kind, _, _, _ in colonies]
    _check_cards([*settled, *(kind for hand in held for kind in hand), *left], state.laid)
    turns = state.size - HAND * state.seats - len(left)
    if turns < 1:
        raise BadOption(say("colonies-no-draw"), rule="C-6")
    played = []
    for seat in range(state.seats):
        own = [kind for kind, owner, _, _ in colonies if owner == seat]
        later = (seat - state.first) % state.seats
        begun = (turns - later + state.seats - 1) // state.seats
        ended = begun - ((turns - 1) % state.seats == later)
        explored = HAND + begun - len(held[seat]) - len(own)
        if not min(ended, 1) <= len(own) <= begun or not 0 <= explored <= max(begun - 1, 0):
            raise BadOption(say("colonies-played-count", seat=state.game.seat_title(seat)), rule="C-6")
        played.append(own + [NODE_CARD] * explored)
    state.set_cards(played, held, left)


def _parse_card_list(text: str) -> list[int]:
    names = text.split()
    return [] if names == ["-"] else _kinds(names or [""])


def _parse_due(state: State, words: list[str]) -> None:
    gone = any(not state.owned[seat] and state.spent[seat] for seat in range(state.seats))
    ruled = any(state.owned[seat] == (1 << state.laid) - 1 for seat in range(state.seats))
    possible = False
    match words:
        case ["over", ending, *winners] if ending in map(str, range(len(ENDINGS))):
            possible = (not state.deck(), not state.resume(DRAWN, None), ruled, gone)[int(ending)]
            state.set_finished(int(ending))
            possible = possible and winners == _winners(state)
        case [name, phase] if phase in PHASES[:COLONISED]:
            goes_on = state.resume(PHASES.index(phase), None)
            possible = goes_on and not gone and name == SEAT_NAMES[state.to_act[0]]
        case [name, phase, spot] if phase == PHASES[COLONISED]:
            placed = state.number_at(_parse_spots([spot])[0])
            if placed is not None and placed < NODES:
                goes_on = state.resume(COLONISED, placed)
                seat = state.to_act[0]
                own = bool(state.owned[seat] >> placed & 1)
                possible = goes_on and not gone and own and name == SEAT_NAMES[seat]
    if not possible:
        raise BadOption(say("colonies-impossible-turn", text=" ".join(words)), rule="C-13")
