"""Star Duel in a terminal."""

from __future__ import annotations

from nodarium.core.canvas import Canvas
from nodarium.games.starduel.board import ROUNDS, SEAT_NAMES, Needs, compact_amounts
from nodarium.games.starduel.panels import prompt
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.seat_view import SeatView
from nodarium.games.starduel.shapes import AMOUNT_SIGNS

# A card takes 13 columns and three rows; half a space is 7 columns.
HALF, LINES = 7, 4
SIGNS = ("●", "◆")


def canvas(state: State, seat: int | None) -> Canvas:
    """Draw the map, the players' stock, the round and the prompt: 80 columns, 29 rows or a few more."""
    seen = SeatView(state, seat)
    drawing = Canvas()
    for player, row in enumerate("15"):
        spots = [_corner(seen, space) for space, name in enumerate(seen.map.names) if name[0] == row]
        near = player == seen.near_to_far[0]
        x, y = min(spots)[0], spots[0][1] + (LINES - 1 if near else -1)
        drawing.put(x, y, f" {SIGNS[player]} {SEAT_NAMES[player]} ".center(6 * HALF - 1, "═"), f"piece seat-{player}")
    for space in range(seen.map.size):
        _put_space(drawing, seen, space)
    y = 5 * LINES + 2
    legend = "Name and defense, ≥ required, + activation, × exhaustion, ↑ energy to target it"
    drawing.put(0, y, legend, "text dim")
    for player in seen.near_to_far[::-1]:
        y += 1
        _put_player(drawing, seen, y, player)
    view = seen.view
    spares = "".join(
        f", {count} spare{'' if count == 1 else 's'} of tier {tier}" for tier, count in view["spares"].items()
    )
    rounds = f"Round {view['round']} of {ROUNDS}, {view['quiet_rounds']} quiet before it{spares}"
    drawing.put(0, y + 1, rounds)
    drawing.put(0, y + 2, f"With equal programs {SEAT_NAMES[view['first_if_equal']]} acts first")
    drawing.put_prompt(y + 4, prompt(seen))
    return drawing


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
        lines[1] = seen.tier_sign(space).center(13)
    elif content["card"]:
        card, owner = seen.cards[content["card"]], content["owner"]
        style = "text" if owner is None else f"piece seat-{owner}"
        whose = "" if owner is None else f"{SIGNS[owner]} {SEAT_NAMES[owner]}{', new' if seen.is_new(space) else ''}"
        lines[0] = f"{name} {card.name[:8]:8} {card.defense}"
        needs = "" if card.requires == Needs() else f"{AMOUNT_SIGNS['needs']}{compact_amounts(card.requires)} "
        lines[1] = whose or f"{needs}{AMOUNT_SIGNS['gives']}{compact_amounts(card.activation)}"
        lines[2] = f"{AMOUNT_SIGNS['spent']}{compact_amounts(card.exhaustion)}"
    else:
        lines[1] = "·".center(13).rstrip()
    if seen.seat is None:
        lines[2] = f"{lines[2]:10} {seen.map.name_of(space, 1)}"
    elif space in seen.target_paths:
        lines[2] = f"{lines[2]:10} ↑{len(seen.target_paths[space])}"
    for number, line in enumerate(lines):
        drawing.put(x, y + number, line, style)
    drawing.put(x, y, name, "text strong")


def _put_player(drawing: Canvas, seen: SeatView, y: int, player: int) -> None:
    facts = seen.view["players"][player]
    program = facts["program"] or ("hidden" if facts["committed"] else "–")
    stock = f"{facts['energy']}E {facts['population']}P {facts['minerals']}M"
    drawing.put(0, y, f"{SIGNS[player]} {SEAT_NAMES[player]}", f"piece seat-{player} strong")
    drawing.put(9, y, f"influence {facts['influence']:<3} {stock:12} program {program}")
    if player in seen.view["to_act"] and not seen.is_programming:
        drawing.put(50, y, f"open: {seen.still_open()}", "text dim")
