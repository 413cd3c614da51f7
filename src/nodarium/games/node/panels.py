"""NODE's panels and its prompt."""

from __future__ import annotations

from typing import Any

from nodarium.core.scene import Panel, Row, Token
from nodarium.games.node import board
from nodarium.games.node.board import COLOUR_NAMES, COLOURS, END, OTHER, SEAT_NAMES, TRADE
from nodarium.games.node.rules import State
from nodarium.games.node.shapes import count_of, node_shape

COUNTS = ("no", "one", "two", "three", "four")

View = dict[str, Any]


def panels(view: View) -> tuple[Panel, ...]:
    prices = Row(label="Prices", text="branch RB, node YYGG")  # N-14, N-15
    bank = Panel(key="bank", title="Bank", rows=(Row(label="Cubes", tokens=_bank(view["bank"])), prices))
    return _player(view, 0), _player(view, 1), bank


def _player(view: View, seat: int) -> Panel:
    player = view["players"][seat]
    name = SEAT_NAMES[seat]
    acts = seat in view["to_act"]
    turn = acts and view["phase"] == "turn"
    points = [count_of(len(player["nodes"]), "node"), f"{len(player['captured'])} captured"]
    points += ["2 network"] if player["leads_network"] else []
    trades = [f"{COUNTS[count]} {kind}" for kind, count in player["trades_left"].items() if count]
    rows = (
        Row(label="Points", text=" + ".join(points)),
        Row(label="Cubes", tokens=_cubes(f"{name}-", player["cubes"], "", "piece")),
        Row(label="Income", tokens=_cubes(f"{name}-income-", player["income"], "+", "cell")),
        Row(label="Branches", text=f"largest network {player['largest_network']}, {player['branches_left']} left"),
        Row(label="Trades", text=f"{', '.join(trades) or 'none'} left" if turn else "–"),
    )
    return Panel(
        key=name,
        title=name.capitalize(),
        value=f"{player['score']} of {board.GOAL} points",
        badge=node_shape(f"{name}-badge", seat, (0, 0), 1.6, ""),
        rows=rows,
        style=f"panel seat-{seat} strong" if acts else "panel",
        seat=seat,
    )


def _cubes(prefix: str, counts: dict[str, int], sign: str, role: str) -> tuple[Token, ...]:
    return tuple(
        Token(
            key=f"{prefix}{letter}",
            style=f"{role} {hue}" if counts[hue] else f"piece {hue} dim",
            label=f"{counts[hue]} {hue}",
            text=f"{sign}{counts[hue]}{letter}",
        )
        for letter, hue in zip(COLOURS, COLOUR_NAMES, strict=True)
    )


def _bank(counts: dict[str, int] | None) -> tuple[Token, ...]:
    if counts is not None:
        return _cubes("bank-", counts, "", "piece")
    return tuple(
        Token(key=f"bank-{letter}", style=f"piece {hue}", label=f"{hue}, as many as you like", text=letter)
        for letter, hue in zip(COLOURS, COLOUR_NAMES, strict=True)
    )


def prompt(state: State, view: View) -> str:
    outcome = state.outcome
    if outcome is not None:
        who = f"{SEAT_NAMES[outcome.winners[0]].capitalize()} wins" if outcome.winners else "A draw"
        return f"{who}: {outcome.reason} ({outcome.rule})"
    seat = state.to_act[0]
    actions = state.legal_actions(seat)
    setup = {"setup-node": "place a node", "setup-branch": "place a branch at the new node"}
    if view["phase"] in setup:
        what = setup[view["phase"]]
    else:
        options = ["trade"] if any(TRADE <= action < OTHER for action in actions) else []
        options += ["build"] if any(action < END or action >= OTHER for action in actions) else []
        what = " or ".join([", ".join(options), "end your turn"]) if options else "end your turn"
    return f"{SEAT_NAMES[seat].capitalize()}: {what}"
