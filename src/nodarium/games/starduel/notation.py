"""The notation of Star Duel (S-22). Coordinates are always those of the player who acts.

Moves are a program, `22`; then `activate`, `attack 2P1M` (the payment), `energy`, `replace 23`, `exhaust 12`,
`move 12>33`, `swap 12<>13` and `end`. Commas separate the moves of a turn.

A deal is the map, the cards by Kurth's coordinates, the spares by tier with the next one first, and the seat that acts
first if the first programs are equal.

A position is one line of eight parts:

    cards | spares | Kurth's tracks | Enate's tracks | rounds | what comes next | map | card set

Cards are listed row by row, Enate's side first: `k1` is inactive, `(t5)` is face down, `k1:Kurth` is Kurth's node, with
`!` after it if it was activated in this turn, and `.` is an open space. Spares are tier 2 / tier 3, the next one first.
Tracks are `I1 E3 P0 M2`: influence, energy, population, minerals. Rounds are `round 7 quiet 2 Enate`: the current
round, the number of rounds without activation or attack before it, and the player who acts first if the programs are
equal.

What comes next is `program`, or `program Kurth 22` once Kurth has committed; in the first turn of a round
`first 22 31 Kurth executed moved`: both programs, the player to act and the parts of the turn that are done, and
`stirred` after an activation or attack in this round (`second …` in the second turn); or `over`, the number of the
ending and the winner. An empty part is `-`. Hidden information is `?` in a seat's position.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from nodarium.core.errors import BadOption, IllegalMove, UnreadableMove
from nodarium.core.message import Message, say
from nodarium.core.state import OMNISCIENT
from nodarium.games.starduel.board import (
    ACTIONS,
    ACTIVATE,
    ATTACK,
    CARDS,
    CURRENT_CARDS,
    END,
    EXECUTED,
    EXHAUST,
    EXHAUSTED,
    FIRST,
    INFLUENCE,
    KINDS,
    MAX_SPACES,
    MOVE,
    MOVED,
    NO_CARD,
    PAIRS,
    PRODUCE,
    PROGRAMMING,
    QUIET_ROUNDS,
    REPLACE,
    REPLACING,
    ROUNDS,
    SEAT_NAMES,
    SECOND,
    SPARES,
    SWAP,
    CardKind,
    Map,
)
from nodarium.games.starduel.rules import ENDINGS, State

DEEDS = {EXECUTED: "executed", EXHAUSTED: "exhausted", MOVED: "moved"}

# ---- Moves ----


def program_names(chart: Map) -> list[str]:
    """Return the programs in the order of their numbers."""
    return [*chart.names[:REPLACING], "14", "15", *chart.names[REPLACING:]]


def format_move(state: State, seat: int, action: int) -> str:
    names = state.map.names
    if not 0 <= action < ACTIONS:
        raise LookupError(action)
    if action < ACTIVATE:
        return program_names(state.map)[action]
    if action == ACTIVATE:
        return "activate"
    if action < PRODUCE:
        paid = action - ATTACK
        minerals = max(0, state.target_defense(seat) - paid)
        return "attack " + ("".join(f"{n}{kind}" for n, kind in ((paid, "P"), (minerals, "M")) if n) or "0")
    if action == PRODUCE:
        return "energy"
    if action < EXHAUST:
        return f"replace {names[action - REPLACE]}"
    if action < MOVE:
        return f"exhaust {names[action - EXHAUST]}"
    if action < SWAP:
        start, end = divmod(action - MOVE, MAX_SPACES)
        return f"move {names[start]}>{names[end]}"
    if action < END:
        lower, higher = PAIRS[action - SWAP]
        return f"swap {names[lower]}<>{names[higher]}"
    return "end"


def parse_move(state: State, seat: int, text: str) -> int:
    words = " ".join(text.lower().split())
    if words in FIXED:
        return FIXED[words]
    if words in program_names(state.map):
        return program_names(state.map).index(words)
    paid = re.fullmatch(r"attack (?:(\d+) ?p)? ?(?:(\d+) ?m)?", words)
    if paid and any(paid.groups()):
        return _parse_attack(state, seat, text, *(int(amount or 0) for amount in paid.groups()))
    found = re.fullmatch(r"(replace|exhaust|move|swap) (\d\d)(?: ?(>|<>) ?(\d\d))?", words)
    names = state.map.names
    if found and found[2] in names and found[4] in (None, *names):
        own = names.index(found[2])
        match found[1], found[3]:
            case "replace", None:
                return REPLACE + own
            case "exhaust", None:
                return EXHAUST + own
            case "move", ">":
                return MOVE + own * MAX_SPACES + names.index(found[4])
            case "swap", "<>" if found[4] != found[2]:
                other = names.index(found[4])
                return SWAP + PAIRS.index((min(own, other), max(own, other)))
    raise UnreadableMove(say("starduel-not-a-move", text=text), move=text, rule="S-22")


FIXED = {"activate": ACTIVATE, "energy": PRODUCE, "end": END}


def _parse_attack(state: State, seat: int, text: str, population: int, minerals: int) -> int:
    defense = state.target_defense(seat)
    if population + minerals != defense or population >= PRODUCE - ATTACK:
        paid = population + minerals
        wrong = say("starduel-wrong-payment", paid=paid, defense=defense) if defense else say("starduel-no-attack")
        raise IllegalMove(wrong, move=text, rule="S-11")
    return ATTACK + population


def format_turn(moves: Sequence[str]) -> str:
    return ", ".join(moves)


def parse_turn(text: str) -> list[str]:
    return [move.strip() for move in text.split(",") if move.strip()]


# ---- Deals ----

SPARES_EXAMPLE = '{"2": ["t4", "t9"], "3": ["u1", "u6"]}'
DEAL_EXAMPLE = f'{{"map": "hexagon", "cards": {{"11": "k2", …}}, "spares": {SPARES_EXAMPLE}, "initiative": 0}}'


def format_deal(state: State) -> dict[str, Any]:
    """Return the deal of a game that hasn't started."""
    if state.ply or state.round != 1:
        raise BadOption(say("starduel-deal-too-late"), rule="S-4")
    cards = [card.id for card in state.card_set.cards]
    return {
        "map": state.map.name,
        "cards": {
            name: cards[number] for name, number in zip(state.map.names, state.card, strict=False) if number != NO_CARD
        },
        "spares": {tier: [cards[number] for number in state.spares[pile]] for pile, tier in enumerate("23")},
        "initiative": state.initiative,
    }


def parse_deal(state: State, deal: Mapping[str, Any]) -> None:
    if not isinstance(deal, Mapping) or set(deal) != {"map", "cards", "spares", "initiative"}:
        raise BadOption(say("starduel-deal-form", example=DEAL_EXAMPLE), rule="S-4")
    chart, laid, spares = state.map, deal["cards"], deal["spares"]
    if deal["map"] != chart.name:
        raise BadOption(say("starduel-deal-other-map", given=repr(deal["map"]), map=repr(chart.name)), rule="S-1")
    spots = {chart.names[space]: space for space in range(chart.size) if chart.start >> chart.places[space] & 1}
    if not isinstance(laid, Mapping) or set(laid) != set(spots):
        raise BadOption(say("starduel-deal-spaces", spaces=tuple(spots)), rule="S-4")
    if not isinstance(spares, Mapping) or set(spares) != {"2", "3"}:
        raise BadOption(say("starduel-deal-spares", example=SPARES_EXAMPLE), rule="S-4")
    cards = [NO_CARD] * chart.size
    for name, space in spots.items():
        cards[space] = _card_on(state, laid[name], name, _kinds(chart, space))
    piles = []
    for tier in (2, 3):
        pile = spares[str(tier)]
        if not isinstance(pile, list) or len(pile) != SPARES:
            raise BadOption(say("starduel-spare-count", count=SPARES, tier=str(tier)), rule="S-4")
        piles.append([_spare(state, name, tier) for name in pile])
    _check_once(state, [*cards, *piles[0], *piles[1]])
    if type(deal["initiative"]) is not int or deal["initiative"] not in (0, 1):
        raise BadOption(say("starduel-bad-initiative", value=repr(deal["initiative"])), rule="S-7")
    state.start_from_deal(cards, piles, deal["initiative"])


def _kinds(chart: Map, space: int) -> set[CardKind]:
    """Return the kind of card that is dealt on a space (S-4)."""
    side = {"1": "kurth", "5": "enate"}.get(chart.names[space][0])
    return {(side, chart.tier_of(space))}


def _card_on(state: State, name: object, space: str, kinds: set[CardKind]) -> int:
    return _card(state, name, kinds, say("starduel-misplaced-card", card=str(name), space=space))


def _spare(state: State, name: object, tier: int) -> int:
    return _card(state, name, {(None, tier)}, say("starduel-misplaced-spare", card=str(name), tier=str(tier)))


def _card(state: State, name: object, kinds: set[CardKind], misplaced: Message) -> int:
    """Return the number of a card, if it is of one of the kinds that may lie there."""
    cards = [card.id for card in state.card_set.cards]
    if name not in cards:
        raise BadOption(say("starduel-unknown-card", card=repr(name)), rule="S-3")
    number = cards.index(str(name))
    if KINDS[number] not in kinds:
        raise BadOption(misplaced, rule="S-4")
    return number


def _check_once(state: State, cards: list[int]) -> None:
    for number in range(CARDS):
        if cards.count(number) > 1:
            raise BadOption(say("starduel-card-twice", card=state.card_set.cards[number].id), rule="S-3")


# ---- Positions ----


def format_position(state: State, seat: int | None = OMNISCIENT) -> str:
    cards = ["?" if seat != OMNISCIENT else card.id for card in state.card_set.cards]
    spares = [" ".join(cards[number] for number in state.spares[p][state.drawn[p] :]) or "-" for p in range(2)]
    tracks = ["I{} E{} P{} M{}".format(*state.tracks[player]) for player in range(2)]
    rounds = f"round {state.round} quiet {state.quiet} {SEAT_NAMES[state.initiative]}"
    parts = [_format_cards(state, seat), " / ".join(spares), *tracks, rounds, _format_due(state, seat)]
    return " | ".join([*parts, state.map.name, state.card_set.name])


def _format_cards(state: State, seat: int | None) -> str:
    rows: dict[str, list[str]] = {}
    for space, name in enumerate(state.map.names):
        spot = 1 << state.map.places[space]
        text = "." if state.card[space] == NO_CARD else state.card_set.cards[state.card[space]].id
        if state.hidden & spot:
            text = f"({text})" if seat == OMNISCIENT else "(?)"
        for owner in range(2):
            if state.owned[owner] & spot:
                text = f"{text}:{SEAT_NAMES[owner]}" + ("!" if state.fresh & spot else "")
        rows.setdefault(name[0], []).append(text)
    return " / ".join(" ".join(row) for row in reversed(rows.values()))


def _format_due(state: State, seat: int | None) -> str:
    if not state.to_act_mask:
        return " ".join(
            ["over", str(state.ending_index), *(SEAT_NAMES[s] for s in range(2) if state.winner_mask >> s & 1)]
        )
    programs = [state.program_name(player) for player in range(2)]
    if state.phase == PROGRAMMING:
        known = [seat in (player, OMNISCIENT) for player in range(2)]
        committed = [f" {SEAT_NAMES[p]} {name if known[p] else '?'}" for p, name in enumerate(programs) if name]
        return "program" + "".join(committed)
    words = ["first" if state.phase == FIRST else "second", *map(str, programs), SEAT_NAMES[state.to_act[0]]]
    words += [name for deed, name in DEEDS.items() if state.done & deed]
    return " ".join(words + ["stirred"] * bool(state.stirred))


def parse_position(text: str) -> State:
    parts = [" ".join(part.split()) for part in text.split("|")]
    if len(parts) != 8:
        raise BadOption(say("starduel-eight-parts"), rule="S-22")
    if parts[-1] == "standard":
        parts[-1] = CURRENT_CARDS
    cards, spares, kurth, enate, rounds, due, map_name, set_name = parts
    state = State(map_name, set_name)
    fresh = _parse_cards(state, cards, spares)
    state.set_round([_parse_tracks(state, kurth), _parse_tracks(state, enate)], *_parse_rounds(rounds.split()))
    _parse_due(state, due.split(), fresh)
    if format_position(state) != " | ".join(parts):
        raise BadOption(say("starduel-contradiction"), rule="S-22")
    _check(state)
    return state


def _parse_cards(state: State, text: str, spares: str) -> int | None:
    """Lay the cards. Return the space of the node that is marked as just activated."""
    chart = state.map
    rows = [row.split() for row in text.split("/")]
    lengths = [sum(name[0] == row for name in chart.names) for row in "54321"]
    if [len(row) for row in rows] != lengths:
        raise BadOption(say("starduel-position-rows", lengths=tuple(map(str, lengths))), rule="S-1")
    cards, owners, hidden, fresh = [], [], [], None
    for space, word in enumerate(word for row in reversed(rows) for word in row):
        found = re.fullmatch(r"\.|(\()?([a-z][a-z0-9]*)(?(1)\))(?::(Kurth|Enate)(!)?)?", word)
        if found is None or (found[1] and found[3]):
            raise BadOption(say("starduel-card-form", text=word), rule="S-22")
        owner = SEAT_NAMES.index(found[3]) if found[3] else None
        kinds = set(KINDS) if found[3] else _kinds(chart, space)
        cards.append(_card_on(state, found[2], chart.names[space], kinds) if found[2] else NO_CARD)
        if found[1] and chart.names[space][0] in "15":
            raise BadOption(say("starduel-not-face-down", space=chart.names[space]), rule="S-4")
        fresh = space if found[4] else fresh
        owners.append(owner)
        hidden.append(bool(found[1]))
    piles = [[] if pile.split() == ["-"] else pile.split() for pile in spares.split("/")]
    if len(piles) != 2 or max(map(len, piles)) > SPARES:
        raise BadOption(say("starduel-position-spares", most=SPARES), rule="S-4")
    left = [[_spare(state, name, 2 + p) for name in pile] for p, pile in enumerate(piles)]
    _check_once(state, [*cards, *left[0], *left[1]])
    state.set_cards(cards, owners, hidden, left)
    return fresh


def _parse_tracks(state: State, text: str) -> list[int]:
    found = re.fullmatch(r"I(\d+) E(\d+) P(\d+) M(\d+)", text)
    if found is None:
        raise BadOption(say("starduel-position-tracks", text=text), rule="S-22")
    tracks = [int(value) for value in found.groups()]
    if max(tracks) > state.track:
        raise BadOption(say("starduel-track-end", end=state.track), rule="S-5")
    return tracks


def _parse_rounds(words: list[str]) -> tuple[int, int, int]:
    match words:
        case ["round", number, "quiet", quiet, name] if number.isdecimal() and quiet.isdecimal() and name in SEAT_NAMES:
            if not 1 <= int(number) <= ROUNDS or not 0 <= int(quiet) <= min(QUIET_ROUNDS, int(number)):
                raise BadOption(say("starduel-round-limits", rounds=ROUNDS, quiet=QUIET_ROUNDS), rule="S-19")
            return int(number), int(quiet), SEAT_NAMES.index(name)
    raise BadOption(say("starduel-position-rounds", text=" ".join(words)), rule="S-22")


def _parse_due(state: State, words: list[str], fresh: int | None) -> None:
    programs = {name: number for number, name in enumerate(program_names(state.map))}
    match words:
        case ["over", ending, *winners] if ending in map(str, range(len(ENDINGS))) and set(winners) < set(SEAT_NAMES):
            state.set_finished(sum(1 << SEAT_NAMES.index(name) for name in winners), int(ending))
        case ["program"]:
            pass
        case ["program", name, program] if name in SEAT_NAMES and program in programs:
            state.apply(programs[program], SEAT_NAMES.index(name))
        case ["first" | "second" as phase, kurth, enate, name, *deeds] if {kurth, enate} <= set(programs):
            state.set_turn(
                seat=1 if name == SEAT_NAMES[1] else 0,
                phase=FIRST if phase == "first" else SECOND,
                programs=[programs[kurth], programs[enate]],
                done=sum(deed for deed, word in DEEDS.items() if word in deeds),
                fresh=fresh,
                stirred="stirred" in deeds,
            )
        case _:
            raise BadOption(say("starduel-impossible-turn", text=" ".join(words)), rule="S-22")


def _check(state: State) -> None:
    """Refuse positions that no game in progress can reach."""
    for seat in range(2):
        nodes, influence = state.owned[seat].bit_count(), state.tracks[seat][INFLUENCE]
        if influence > nodes or (nodes and not influence and state.to_act_mask):
            title = state.game.seat_title(seat)
            wrong = say("starduel-impossible-influence", seat=title, nodes=nodes, influence=influence)
            raise BadOption(wrong, rule="S-10")
    if not state.to_act_mask:
        return
    if state.quiet >= min(QUIET_ROUNDS, state.round):
        raise BadOption(say("starduel-impossible-quiet", quiet=state.quiet, round=state.round), rule="S-19")
    if state.phase != PROGRAMMING:
        actor = state.to_act[0]
        first = actor if state.phase == FIRST else 1 - actor
        if state.programs[first] > state.programs[1 - first]:
            raise BadOption(say("starduel-lower-acts-first"), rule="S-6")
        if state.initiative == first:
            raise BadOption(say("starduel-second-acts-first"), rule="S-7")
        if state.fresh & ~state.owned[actor] or (state.fresh and not (state.done & EXECUTED and state.stirred)):
            raise BadOption(say("starduel-not-activated", seat=state.game.seat_title(actor)), rule="S-10")
