"""NODE in text (N-5).

Moves: `c4` a node, `c4d4` a branch, `RRB>G` and `RB>G` trades, `end`; a piece of the other colour ends in `*`.

A deal is its layout, row by row from the top. A position is one line of seven parts:

    layout | orange's pieces | orange's cubes | purple's pieces | purple's cubes | what is due | variant and supply

What is due: `orange node`, `orange branch c4` in the setup; `purple turn` with `3:1` and `2:1` for each trade made in
it, `built` once a piece was placed, `quiet 7` after seven quiet turns; or `over`, the ending's number and who won.
Nothing is `-`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nodarium.core.errors import BadOption, UnreadableMove
from nodarium.games.node.board import (
    BRANCHES_EACH,
    COLOURS,
    CUBES_EACH,
    EXAMPLE_LAYOUT,
    PLACE,
    PLACE_NAMES,
    QUIET_TURNS,
    SEAT_NAMES,
    SETUP_SEATS,
    SETUP_STEPS,
    SUPPLIES,
    TILES,
    TRADE_NAMES,
    VARIANTS,
)
from nodarium.games.node.rules import ENDINGS, State

ROWS = (1, 3, 5, 3, 1)
MOVE_TEXTS = [*PLACE_NAMES, "end", *TRADE_NAMES, *(f"{name}*" for name in PLACE_NAMES)]
MOVES = {text: action for action, text in enumerate(MOVE_TEXTS)}


def write_move(state: State, seat: int, action: int) -> str:
    if action < 0:
        raise LookupError(action)
    return MOVE_TEXTS[action]


def read_move(state: State, seat: int, text: str) -> int:
    action = MOVES.get(_tidy(text))
    if action is None:
        raise UnreadableMove(
            f"{text!r} is no move: a node is written c4, a branch c4d4, a trade RRB>G or RB>G, the end of a turn end.",
            move=text,
            rule="N-5",
        )
    return action


def _tidy(text: str) -> str:
    """Capitals where they belong; cubes in the order red, yellow, blue, green; an edge's lower corner first."""
    text = "".join(text.split())
    given, arrow, taken = text.upper().partition(">")
    if arrow and set(given) <= set(COLOURS):
        return "".join(sorted(given, key=COLOURS.index)) + arrow + taken
    text = text.lower()
    core, star = text.rstrip("*"), text[len(text.rstrip("*")) :]
    if len(core) == 4 and core[2:] + core[:2] in PLACE:
        core = core[2:] + core[:2]
    return core + star


def write_turn(moves: Sequence[str]) -> str:
    return " ".join(moves)


def read_turn(text: str) -> list[str]:
    return text.split()


def write_layout(tiles: list[int]) -> str:
    left = [TILES[tile] for tile in tiles]
    rows = []
    for size in ROWS:
        rows.append(" ".join(left[:size]))
        left = left[size:]
    return " / ".join(rows)


def read_layout(text: object) -> list[int]:
    """The squares of a layout; each of the 14 lies there at most once (N-2)."""
    if not isinstance(text, str):
        raise BadOption("A layout is a text like 'R2 / G1 B2 R3 / ...'.", rule="N-5")
    rows = [row.split() for row in text.split("/")]
    if tuple(len(row) for row in rows) != ROWS:
        raise BadOption(f"A layout has rows of 1, 3, 5, 3 and 1 squares: {text!r} has not.", rule="N-1")
    names = [name.upper() for row in rows for name in row]
    for name in names:
        if name not in TILES:
            raise BadOption(f"There is no square {name}; there are {', '.join(TILES)}.", rule="N-2")
        if names.count(name) > 1:
            raise BadOption(f"There is only one square {name}.", rule="N-2")
    return [TILES.index(name) for name in names]


def write_deal(state: State) -> dict[str, Any]:
    return {"layout": write_layout(state.tiles)}


def read_deal(state: State, deal: Mapping[str, Any]) -> None:
    if not isinstance(deal, Mapping) or set(deal) != {"layout"}:
        raise BadOption('A deal of NODE is {"layout": "R2 / G1 B2 R3 / ..."}.', rule="N-3")
    tiles = read_layout(deal["layout"])
    variant = VARIANTS[state.variant]
    if variant == "first-game" and TILES.index("T") in tiles:
        raise BadOption("In the variant first-game there is no trading post.", rule="N-3")
    if variant == "example" and tiles != EXAMPLE_LAYOUT:
        raise BadOption(f"The variant example is always laid as {write_layout(EXAMPLE_LAYOUT)}.", rule="N-3")
    state.arrange(tiles, [[], []], [[0] * 4, [0] * 4])
    state.resume(0, 0, (0, 0), False, 0)


def write_position(state: State, seat: int | None = None) -> str:
    parts = [write_layout(state.tiles)]
    for one in range(2):
        parts.append(" ".join(PLACE_NAMES[p] for p in range(60) if state.pieces[one] >> p & 1) or "-")
        parts.append("".join(COLOURS[c] * state.cubes[one][c] for c in range(4)) or "-")
    parts.append(_write_due(state))
    parts.append(f"{VARIANTS[state.variant]} {SUPPLIES[0 if state.limited else 1]}")
    return " | ".join(parts)


def _write_due(state: State) -> str:
    if not state.acting:
        return " ".join(["over", str(state.ending), *(SEAT_NAMES[s] for s in range(2) if state.winners >> s & 1)])
    name = SEAT_NAMES[state.to_act[0]]
    if state.stage < SETUP_STEPS:
        return f"{name} branch {PLACE_NAMES[state.last]}" if state.stage % 2 else f"{name} node"
    words = [name, "turn", *["3:1"] * state.traded, *["2:1"] * state.posts_used]
    words += ["built"] if state.built else []
    words += ["quiet", str(state.quiet)] if state.quiet else []
    return " ".join(words)


def read_position(text: str) -> State:
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 7:
        raise BadOption("A position of NODE has seven parts with | between them.", rule="N-5")
    layout, *holdings, due, kind = parts
    variant, _, supply = kind.partition(" ")
    if variant not in VARIANTS or supply not in SUPPLIES:
        raise BadOption(f"The last part of a position is variant and supply, not {kind!r}.", rule="N-3")
    pieces = [_read_pieces(holdings[0]), _read_pieces(holdings[2])]
    cubes = [_read_cubes(holdings[1]), _read_cubes(holdings[3])]
    _check_pieces(pieces)
    if supply == "limited" and any(cubes[0][c] + cubes[1][c] > CUBES_EACH for c in range(4)):
        raise BadOption(f"There are only {CUBES_EACH} cubes of a colour.", rule="N-4")
    state = State(variant, supply)
    state.arrange(read_layout(layout), pieces, cubes)
    _read_due(state, due.split())
    return state


def _read_pieces(text: str) -> list[int]:
    names = [] if text == "-" else text.split()
    for name in names:
        if name not in PLACE:
            raise BadOption(f"There is no corner or edge {name}.", rule="N-5")
    return [PLACE[name] for name in names]


def _read_cubes(text: str) -> list[int]:
    if text != "-" and not set(text) <= set(COLOURS):
        raise BadOption(f"Cubes are written with the letters {COLOURS}, not {text!r}.", rule="N-5")
    return [text.count(colour) for colour in COLOURS]


def _check_pieces(pieces: list[list[int]]) -> None:
    both = pieces[0] + pieces[1]
    if len(set(both)) != len(both):
        raise BadOption("Two pieces lie on the same place.", rule="N-16")
    for colour in range(2):
        if sum(place >= 24 for place in pieces[colour]) > BRANCHES_EACH:
            raise BadOption(f"There are only {BRANCHES_EACH} branches of a colour.", rule="N-4")


def _read_due(state: State, words: list[str]) -> None:
    bad = BadOption(f"What is due cannot be read: {' '.join(words)!r}.", rule="N-5")
    if words[:1] == ["over"]:
        if (
            len(words) < 2
            or not words[1].isdecimal()
            or int(words[1]) >= len(ENDINGS)
            or set(words[2:]) - set(SEAT_NAMES)
        ):
            raise bad
        state.stop(sum(1 << SEAT_NAMES.index(name) for name in words[2:]), int(words[1]))
        return
    if len(words) < 2 or words[0] not in SEAT_NAMES:
        raise bad
    seat = SEAT_NAMES.index(words[0])
    if state.stage < SETUP_STEPS:
        wanted = ["branch"] if state.stage % 2 else ["node"]
        if words[1:2] != wanted or seat != SETUP_SEATS[state.stage] or len(words) != 2 + state.stage % 2:
            raise bad
        last = PLACE.get(words[2], 99) if state.stage % 2 else 0
        if state.stage % 2 and not (last < 24 and state.pieces[seat] >> last & 1):
            raise bad
        state.resume(seat, last, (0, 0), False, 0)
        return
    rest = words[2:]
    quiet = int(rest.pop()) if len(rest) >= 2 and rest[-2] == "quiet" and rest[-1].isdecimal() else 0
    if quiet:
        rest.pop()
    built = bool(rest) and rest[-1] == "built"
    trades = rest[:-1] if built else rest
    threes, twos = trades.count("3:1"), trades.count("2:1")
    if words[1] != "turn" or threes > 1 or threes + twos != len(trades) or quiet >= QUIET_TURNS:
        raise bad
    state.resume(seat, 0, (threes, twos), built, quiet)
