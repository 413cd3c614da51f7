"""The notation of NODE (N-5).

Moves are `c4` (a node), `c4d4` (a branch), `RRB>G` and `RB>G` (trades) and `end`. The other colour's pieces end in `*`.

A deal is its layout, row by row from the top. A position is one line of seven parts:

    layout | orange's pieces | orange's cubes | purple's pieces | purple's cubes | what comes next | variant and supply

What comes next is `orange node` or `orange branch c4` in the setup; `purple turn` with `3:1` and `2:1` for each trade
made in it, `built` once a piece was placed, and `quiet 7` after seven quiet turns; or `over`, the number of the ending
and the winner. An empty part is `-`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from nodarium.core.errors import BadOption, IllegalMove, UnreadableMove
from nodarium.core.message import Message, say
from nodarium.games.node.board import (
    BRANCHES_EACH,
    COLOURS,
    CUBES_EACH,
    EXAMPLE_LAYOUT,
    GOAL,
    NODES_EACH,
    PLACE,
    PLACE_NAMES,
    REACH,
    SEAT_NAMES,
    SEAT_TITLES,
    SETUP_SEATS,
    SETUP_STEPS,
    STANDSTILL,
    SUPPLIES,
    TILES,
    TRADE_NAMES,
    VARIANTS,
)
from nodarium.games.node.rules import ENDINGS, State

ROWS = (1, 3, 5, 3, 1)
MOVE_TEXTS = [*PLACE_NAMES, "end", *TRADE_NAMES, *(f"{name}*" for name in PLACE_NAMES)]
MOVES = {text: action for action, text in enumerate(MOVE_TEXTS)}
SETUP = re.compile(r"(orange|purple) (?:node|branch (\w\w))")
TURN = re.compile(r"(orange|purple) turn( 3:1)?((?: 2:1)*)( built)?(?: quiet ([1-9]|[123][0-9]))?")
OVER = re.compile(r"over (\d)(?: (orange|purple))?", re.ASCII)


def format_move(state: State, seat: int, action: int) -> str:
    if action < 0:
        raise LookupError(action)
    return MOVE_TEXTS[action]


def parse_move(state: State, seat: int, text: str) -> int:
    action = MOVES.get(_normalize(text))
    if action is None:
        given, arrow, taken = _normalize(text).partition(">")
        if arrow and len(given) in (2, 3) and taken and taken in given:
            raise IllegalMove(say("node-takes-given-colour"), move=text, rule="N-20")
        raise UnreadableMove(say("node-not-a-move", text=text), move=text, rule="N-5")
    return action


def _normalize(text: str) -> str:
    """Fix the case, sort given cubes as red, yellow, blue, green, and put an edge's lower corner first."""
    text = "".join(text.split())
    given, arrow, taken = text.upper().partition(">")
    if arrow and set(given) <= set(COLOURS):
        return "".join(sorted(given, key=COLOURS.index)) + arrow + taken
    text = text.lower()
    core, star = text.rstrip("*"), text[len(text.rstrip("*")) :]
    if len(core) == 4 and core[2:] + core[:2] in PLACE:
        core = core[2:] + core[:2]
    return core + star


def format_turn(moves: Sequence[str]) -> str:
    return " ".join(moves)


def parse_turn(text: str) -> list[str]:
    return text.split()


def format_layout(tiles: list[int]) -> str:
    left = [TILES[tile] for tile in tiles]
    rows = []
    for size in ROWS:
        rows.append(" ".join(left[:size]))
        left = left[size:]
    return " / ".join(rows)


def parse_layout(text: object) -> list[int]:
    """Return the squares of a layout, each of the 14 at most once (N-2)."""
    if not isinstance(text, str):
        raise BadOption(say("node-layout-text"), rule="N-5")
    rows = [row.split() for row in text.split("/")]
    if tuple(len(row) for row in rows) != ROWS:
        raise BadOption(say("node-layout-rows", text=text), rule="N-1")
    names = [name.upper() for row in rows for name in row]
    for name in names:
        if name not in TILES:
            raise BadOption(say("node-unknown-square", square=name, squares=tuple(TILES)), rule="N-2")
        if names.count(name) > 1:
            raise BadOption(say("node-square-twice", square=name), rule="N-2")
    return [TILES.index(name) for name in names]


def format_deal(state: State) -> dict[str, Any]:
    return {"layout": format_layout(state.tiles)}


def parse_deal(state: State, deal: Mapping[str, Any]) -> None:
    if not isinstance(deal, Mapping) or set(deal) != {"layout"}:
        raise BadOption(say("node-deal-form"), rule="N-3")
    tiles = parse_layout(deal["layout"])
    _check_layout(VARIANTS[state.variant], tiles)
    state.set_position(tiles, [[], []], [[0] * 4, [0] * 4])
    state.resume(0, 0, (0, 0), False, 0)


def _check_layout(variant: str, tiles: list[int]) -> None:
    if variant == "first-game" and TILES.index("T") in tiles:
        raise BadOption(say("node-no-post"), rule="N-3")
    if variant == "example" and tiles != EXAMPLE_LAYOUT:
        raise BadOption(say("node-example-layout", layout=format_layout(EXAMPLE_LAYOUT)), rule="N-3")


def format_position(state: State, seat: int | None = None) -> str:
    parts = [format_layout(state.tiles)]
    for one in range(2):
        parts.append(" ".join(PLACE_NAMES[p] for p in range(60) if state.pieces[one] >> p & 1) or "-")
        parts.append("".join(COLOURS[c] * state.cubes[one][c] for c in range(4)) or "-")
    parts.append(_format_due(state))
    parts.append(f"{VARIANTS[state.variant]} {SUPPLIES[0 if state.limited else 1]}")
    return " | ".join(parts)


def _format_due(state: State) -> str:
    if not state.to_act_mask:
        return " ".join(
            ["over", str(state.ending_index), *(SEAT_NAMES[s] for s in range(2) if state.winner_mask >> s & 1)]
        )
    name = SEAT_NAMES[state.to_act[0]]
    if state.stage < SETUP_STEPS:
        return f"{name} branch {PLACE_NAMES[state.last]}" if state.stage % 2 else f"{name} node"
    words = [name, "turn", *["3:1"] * state.threes, *["2:1"] * state.twos]
    words += ["built"] if state.built else []
    words += ["quiet", str(state.quiet)] if state.quiet else []
    return " ".join(words)


def parse_position(text: str) -> State:
    parts = [" ".join(part.split()) for part in text.split("|")]
    if len(parts) != 7:
        raise BadOption(say("node-seven-parts"), rule="N-5")
    layout, *holdings, due, kind = parts
    variant, _, supply = kind.partition(" ")
    if variant not in VARIANTS or supply not in SUPPLIES:
        raise BadOption(say("node-position-options", text=kind), rule="N-3")
    tiles = parse_layout(layout)
    _check_layout(variant, tiles)
    pieces = [_parse_pieces(holdings[0]), _parse_pieces(holdings[2])]
    cubes = [_parse_cubes(holdings[1]), _parse_cubes(holdings[3])]
    if supply == "limited" and any(cubes[0][c] + cubes[1][c] > CUBES_EACH for c in range(4)):
        raise BadOption(say("node-cube-limit", count=CUBES_EACH), rule="N-4")
    step = len(pieces[0]) + len(pieces[1])
    last = _parse_setup(due, step, pieces) if step < SETUP_STEPS else None
    _check_pieces(pieces, last)
    state = State(variant, supply)
    state.set_position(tiles, pieces, cubes)
    if step < SETUP_STEPS:
        _resume_setup(state, last)
    elif turn := TURN.fullmatch(due):
        _resume_turn(state, turn)
    elif over := OVER.fullmatch(due):
        _set_finished(state, int(over[1]), over[2])
    else:
        raise _impossible_due(due)
    return state


def _parse_pieces(text: str) -> list[int]:
    names = [] if text == "-" else text.split(" ")
    for name in names:
        if name not in PLACE:
            raise BadOption(say("node-unknown-place", text=name), rule="N-5")
    return [PLACE[name] for name in names]


def _parse_cubes(text: str) -> list[int]:
    if text != "-" and not (text and set(text) <= set(COLOURS)):
        raise BadOption(say("node-cube-letters", letters=COLOURS, text=text), rule="N-5")
    return [text.count(colour) for colour in COLOURS]


def _check_pieces(pieces: list[list[int]], last: int | None) -> None:
    """Check that a game can reach these pieces; `last` is a node of the setup that waits for its branch."""
    both = pieces[0] + pieces[1]
    if len(set(both)) != len(both):
        raise BadOption(say("node-same-place"), rule="N-16")
    for seat, title in enumerate(SEAT_TITLES):
        nodes = [place for place in pieces[seat] if place < 24]
        branches = [place for place in pieces[seat] if place >= 24]
        if len(nodes) > NODES_EACH or len(branches) > BRANCHES_EACH:
            raise BadOption(say("node-piece-limit", nodes=NODES_EACH, branches=BRANCHES_EACH), rule="N-4")
        steps = [step for step in range(SETUP_STEPS) if SETUP_SEATS[step] == seat and step < len(both)]
        placed = sum(step % 2 == 0 for step in steps), sum(step % 2 == 1 for step in steps)
        bought = len(nodes) - placed[0], len(branches) - placed[1]
        if min(bought) < 0 or (len(both) < SETUP_STEPS and max(bought) > 0):
            raise BadOption(say("node-impossible-setup", seat=title), rule="N-6")
        _check_networks(title, {node for node in nodes if node != last}, branches)


def _check_networks(title: Message, nodes: set[int], branches: list[int]) -> None:
    networks = _networks(branches)
    if len(networks) > 2 or not all(nodes & network for network in networks):
        raise BadOption(say("node-stray-branches", seat=title), rule="N-14")
    for node in nodes.difference(*networks):
        raise BadOption(say("node-stray-node", corner=PLACE_NAMES[node]), rule="N-15")


def _networks(branches: list[int]) -> list[set[int]]:
    """Return the networks of these branches, each as the set of its branches and the places next to them."""
    networks: list[set[int]] = []
    for branch in branches:
        near = {branch, *(place for place in range(60) if REACH[branch] >> place & 1)}
        apart = [network for network in networks if branch not in network]
        networks = [*apart, near.union(*(network for network in networks if branch in network))]
    return networks


def _impossible_due(due: str) -> BadOption:
    return BadOption(say("node-impossible-turn", text=due), rule="N-5")


def _parse_setup(due: str, step: int, pieces: list[list[int]]) -> int | None:
    """Return the node that waits for its branch, if one does."""
    setup = SETUP.fullmatch(due)
    if setup is None:
        raise _impossible_due(due)
    name, corner = setup.groups()
    seat = SETUP_SEATS[step]
    if name != SEAT_NAMES[seat] or (corner is None) != (step % 2 == 0):
        raise BadOption(say("node-impossible-setup-turn", steps=step, text=due), rule="N-6")
    if corner is None:
        return None
    last = _parse_pieces(corner)[0]
    if last not in pieces[seat]:
        raise BadOption(say("node-no-node", seat=SEAT_TITLES[seat], corner=corner), rule="N-7")
    return last


def _resume_setup(state: State, last: int | None) -> None:
    if any(state.cubes[0] + state.cubes[1]):
        raise BadOption(say("node-cubes-in-setup"), rule="N-6")
    state.resume(SETUP_SEATS[state.stage], last or 0, (0, 0), False, 0)
    if not state.legal_actions():
        raise BadOption(say("node-no-edge-for-branch"), rule="N-7")


def _resume_turn(state: State, turn: re.Match[str]) -> None:
    name, three, twos, built, quiet = turn.groups()
    seat = SEAT_NAMES.index(name)
    if built and (state.pieces[0] | state.pieces[1]).bit_count() == SETUP_STEPS:
        raise BadOption(say("node-nothing-built"), rule="N-6")
    _resume(state, seat, (1 if three else 0, twos.count("2:1")), bool(built), int(quiet or 0))
    if not state.to_act_mask:
        ending = ENDINGS[state.ending_index]
        raise BadOption(say("node-already-over", reason=ending.reason), rule=ending.rule)
    if state.view(seat)["players"][seat]["trades_left"]["2:1"] < 0:
        raise BadOption(say("node-too-many-twos", seat=SEAT_TITLES[seat]), rule="N-19")


def _set_finished(state: State, ending: int, winner: str | None) -> None:
    _resume(state, 0, (0, 0), False, 0)
    winners = 1 << SEAT_NAMES.index(winner) if winner else 0
    if state.to_act_mask and ending == STANDSTILL:
        state.end_by_standstill()
    if state.to_act_mask or (state.ending_index, state.winner_mask) != (ending, winners):
        raise BadOption(say("node-not-over"), rule="N-27")


def _resume(state: State, seat: int, trades: tuple[int, int], built: bool, quiet: int) -> None:
    if all(player["score"] >= GOAL for player in state.view(seat)["players"]):
        raise BadOption(say("node-both-ten"), rule="N-27")
    state.resume(seat, 0, trades, built, quiet)
