"""Star Duel in a terminal."""

from __future__ import annotations

from textwrap import wrap

from nodarium.core.canvas import Canvas
from nodarium.core.message import Message, say
from nodarium.games.starduel.board import ROUNDS, Needs, compact_amounts
from nodarium.games.starduel.panels import prompt
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.seat_view import SeatView

# The columns of a card and of half a space, and the rows of a space; a card takes one row less.
COLUMNS, HALF, LINES = 13, 7, 4
WIDTH = 80
SIGNS = ("●", "◆")
AMOUNT_SIGNS = {"needs": "≥", "gives": "+", "spent": "×"}  # before the amounts on a card
TIERS = {2: "II", 3: "III"}  # on the backs of cards


def canvas(state: State, seat: int | None) -> Canvas:
    """Draw the map, the players' stock, the round and the prompt: 80 columns, 29 rows or a few more."""
    seen = SeatView(state, seat)
    drawing = Canvas()
    for player, row in enumerate("15"):
        spots = [_corner(seen, space) for space, name in enumerate(seen.map.names) if name[0] == row]
        near = player == seen.near_to_far[0]
        x, y = min(spots)[0], spots[0][1] + (LINES - 1 if near else -1)
        drawing.put(x, y, f" {SIGNS[player]} {seen.title(player)} ".center(6 * HALF - 1, "═"), f"piece seat-{player}")
    for space in range(seen.map.size):
        _put_space(drawing, seen, space)
    y = _put_lines(drawing, 5 * LINES + 2, say("starduel-legend"), "text dim")
    _put_players(drawing, seen, y)
    view = seen.view
    spares = say("starduel-spares-left", tier2=view["spares"]["2"], tier3=view["spares"]["3"])
    rounds = say("starduel-rounds", round=view["round"], rounds=ROUNDS, quiet=view["quiet_rounds"], spares=spares)
    y = _put_lines(drawing, y + 2, rounds)
    y = _put_lines(drawing, y, say("starduel-acts-first-if-equal", seat=seen.title(view["first_if_equal"])))
    drawing.put_prompt(y + 1, prompt(seen))
    return drawing


def _put_lines(drawing: Canvas, y: int, text: Message, style: str = "text") -> int:
    """Write wrapped text. Return the row below it."""
    for line in wrap(str(text), WIDTH):
        drawing.put(0, y, line, style)
        y += 1
    return y


def _corner(seen: SeatView, space: int) -> tuple[int, int]:
    """Return the column and the row of a space's top left character."""
    row, column = seen.row_and_column(space)
    return column * HALF, 1 + (4 - row) * LINES


def _put_space(drawing: Canvas, seen: SeatView, space: int) -> None:
    """Write a space in three lines: name and defense; requirement and activation, or owner; exhaustion."""
    x, y = _corner(seen, space)
    content = seen.content(space)
    name = seen.map.name_of(space, seen.seat or 0)
    lines = [name, "", ""]
    style = "text dim"
    if content["face_down"]:
        lines[1] = TIERS[seen.map.tier_of(space)].center(COLUMNS)
    elif content["card"]:
        card, owner = seen.cards[content["card"]], content["owner"]
        style = "text" if owner is None else f"piece seat-{owner}"
        whose = "" if owner is None else f"{SIGNS[owner]} {_owner(seen, space, owner)}"
        lines[0] = f"{name} {card.name[:8]:8} {card.defense}"
        needs = "" if card.requires == Needs() else f"{AMOUNT_SIGNS['needs']}{compact_amounts(card.requires)} "
        lines[1] = whose[:COLUMNS] or f"{needs}{AMOUNT_SIGNS['gives']}{compact_amounts(card.activation)}"
        lines[2] = f"{AMOUNT_SIGNS['spent']}{compact_amounts(card.exhaustion)}"
    else:
        lines[1] = "·".center(COLUMNS).rstrip()
    if seen.seat is None:
        lines[2] = f"{lines[2]:10} {seen.map.name_of(space, 1)}"
    elif space in seen.target_paths:
        lines[2] = f"{lines[2]:10} ↑{len(seen.target_paths[space])}"
    for number, line in enumerate(lines):
        drawing.put(x, y + number, line, style)
    drawing.put(x, y, name, "text strong")


def _owner(seen: SeatView, space: int, owner: int) -> Message:
    title = seen.title(owner)
    return say("starduel-owner-new", owner=title) if seen.is_new(space) else title


def _put_players(drawing: Canvas, seen: SeatView, y: int) -> None:
    """Write a row for each player: influence, resources and program, each in a column."""
    rows = [_player_row(seen, player) for player in seen.near_to_far[::-1]]
    x = 0
    for column, cells in enumerate(zip(*rows, strict=True)):
        for row, (player, cell) in enumerate(zip(seen.near_to_far[::-1], cells, strict=True)):
            drawing.put(x, y + row, cell, "text" if column else f"piece seat-{player} strong")
        x += max(map(len, cells)) + 2


def _player_row(seen: SeatView, player: int) -> list[str]:
    facts = seen.view["players"][player]
    program = facts["program"] or (say("starduel-hidden") if facts["committed"] else "–")
    return [
        f"{SIGNS[player]} {seen.title(player)}",
        str(say("starduel-influence", count=facts["influence"])),
        f"{facts['energy']}E {facts['population']}P {facts['minerals']}M",
        str(say("starduel-terminal-program", program=program)),
    ]
