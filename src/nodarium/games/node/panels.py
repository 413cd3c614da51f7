"""NODE's panels and its prompt."""

from __future__ import annotations

from typing import Any

from nodarium.core.message import Message, Text, say
from nodarium.core.outcome import outcome_message
from nodarium.core.scene import Panel, Row, Token
from nodarium.games.node import board
from nodarium.games.node.board import COLOUR_NAMES, COLOURS, END, OTHER, SEAT_NAMES, SEAT_TITLES, TRADE
from nodarium.games.node.rules import State
from nodarium.games.node.shapes import node_shape

NETWORK_POINTS = 2  # N-26

View = dict[str, Any]


def panels(view: View) -> tuple[Panel, ...]:
    cubes = Row(label=say("node-cubes"), tokens=_bank(view["bank"]))
    prices = Row(label=say("node-prices"), text=say("node-price-list", branch="RB", node="YYGG"))  # N-14, N-15
    return _player(view, 0), _player(view, 1), Panel(key="bank", title=say("node-bank"), rows=(cubes, prices))


def _player(view: View, seat: int) -> Panel:
    player = view["players"][seat]
    name = SEAT_NAMES[seat]
    acts = seat in view["to_act"]
    turn = acts and view["phase"] == "turn"
    branches = say("node-branch-counts", largest=player["largest_network"], left=player["branches_left"])
    rows = (
        Row(label=say("node-points"), text=_point_parts(player)),
        Row(label=say("node-cubes"), tokens=_cubes(f"{name}-", player["cubes"], "", "piece")),
        Row(label=say("node-income"), tokens=_cubes(f"{name}-income-", player["income"], "+", "cell")),
        Row(label=say("node-branches"), text=branches),
        Row(label=say("node-trades-row"), text=_trades_left(player["trades_left"]) if turn else "–"),
    )
    return Panel(
        key=name,
        title=SEAT_TITLES[seat],
        value=say("node-points-of", score=player["score"], goal=board.GOAL),
        badge=node_shape(f"{name}-badge", seat, (0, 0), 1.6),
        rows=rows,
        style=f"panel seat-{seat} strong" if acts else "panel",
        seat=seat,
    )


def _point_parts(player: View) -> Message:
    nodes, captured = len(player["nodes"]), len(player["captured"])
    if player["leads_network"]:
        return say("node-point-parts-with-network", nodes=nodes, captured=captured, network=NETWORK_POINTS)
    return say("node-point-parts", nodes=nodes, captured=captured)


def _trades_left(trades: dict[str, int]) -> Message:
    left: tuple[Text, ...] = tuple([f"{count} × {kind}" for kind, count in trades.items() if count])
    return say("node-trades-left", trades=left) if left else say("node-no-trades-left")


def _cubes(prefix: str, counts: dict[str, int], sign: str, role: str) -> tuple[Token, ...]:
    return tuple(
        Token(
            key=f"{prefix}{letter}",
            style=f"{role} {hue}" if counts[hue] else f"piece {hue} dim",
            label=say("node-cubes-of", colour=hue, count=counts[hue]),
            text=f"{sign}{counts[hue]}{letter}",
        )
        for letter, hue in zip(COLOURS, COLOUR_NAMES, strict=True)
    )


def _bank(counts: dict[str, int] | None) -> tuple[Token, ...]:
    if counts is not None:
        return _cubes("bank-", counts, "", "piece")
    return tuple(
        Token(key=f"bank-{letter}", style=f"piece {hue}", label=say("node-cubes-unlimited", colour=hue), text=letter)
        for letter, hue in zip(COLOURS, COLOUR_NAMES, strict=True)
    )


def prompt(state: State, view: View) -> Message:
    outcome = state.outcome
    if outcome is not None:
        return outcome_message(outcome, SEAT_TITLES)
    seat = state.to_act[0]
    actions = state.legal_actions(seat)
    can_trade = any(TRADE <= action < OTHER for action in actions)
    can_build = any(action < END or action >= OTHER for action in actions)
    prompts = {
        "setup-node": "node-prompt-node",
        "setup-branch": "node-prompt-branch",
        (True, True): "node-prompt-trade-or-build",
        (True, False): "node-prompt-trade",
        (False, True): "node-prompt-build",
        (False, False): "node-prompt-end",
    }
    now = (can_trade, can_build) if view["phase"] == "turn" else view["phase"]
    return say(prompts[now], seat=SEAT_TITLES[seat])
