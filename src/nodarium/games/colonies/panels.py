"""The panels and the prompts of Nodes & Colonies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nodarium.core.scene import Panel, Polygon, Row, Token
from nodarium.games.colonies.board import SEAT_NAMES
from nodarium.games.colonies.explain import open_steps
from nodarium.games.colonies.seat_view import SeatView, View, card_name
from nodarium.games.colonies.shapes import HUES, card_outline


def panels(seen: SeatView) -> tuple[Panel, ...]:
    view = seen.view
    hands = [view["hand"] if seat == seen.seat else None for seat in range(view["players"])]
    return (*(_player(view, seat, hand) for seat, hand in enumerate(hands)), _deck(view))


def _player(view: View, seat: int, hand: list[str] | None) -> Panel:
    player = view["seats"][seat]
    badge = Polygon(
        key=f"{SEAT_NAMES[seat]}-badge",
        style=f"piece seat-{seat}",
        points=tuple((1.3 * x, 1.3 * y) for x, y in card_outline(view["players"], seat)),
        rounding=0.3,
    )
    rows = (Row(label="Hand", text=_many(player["hand"], "card")),) if hand is None else _hand(hand)
    return Panel(
        key=SEAT_NAMES[seat],
        title=SEAT_NAMES[seat].capitalize(),
        value=_many(player["controls"], "Node"),
        badge=badge,
        rows=rows,
        style=f"panel seat-{seat} strong" if seat in view["to_act"] else "panel",
        seat=seat,
    )


def _hand(hand: list[str]) -> tuple[Row, ...]:
    """Show equal cards as one token, and four tokens in a row."""
    tokens = [
        Token(
            key=f"hand-{card}",
            style=f"piece {HUES[card[0]]}",
            label=card_name(card) if count == 1 else f"{count} times {card_name(card)}",
            text=card if count == 1 else f"{card}×{count}",
        )
        for card, count in Counter(hand).items()
    ]
    rows = [tuple(tokens[start : start + 4]) for start in range(0, len(tokens), 4)] or [()]
    return tuple(Row(label="" if place else "Hand", tokens=row) for place, row in enumerate(rows))


def _deck(view: View) -> Panel:
    """Show the deck, the first player and why they began (C-4), and which type trumps which (C-2)."""
    began = SEAT_NAMES[view["first"]].capitalize()
    if view["duel"]:
        *draws, last = view["duel"]
        winning = last[view["first"]]
        losing = [card for seat, card in enumerate(last) if seat != view["first"]]
        began += f", {winning} against {', '.join(losing)}"
        began += f" at draw {len(draws) + 1}" if draws else ""
    rows = (
        Row(label="Turn", text=str(view["turn"])),
        Row(label="First", text=began),
        Row(label="Trumps", text="C over M over E over C"),
    )
    return Panel(key="deck", title="Deck", value=_many(view["deck"], "card"), rows=rows)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def prompt(seen: SeatView) -> str:
    """Say what the player to act can do, or how the game ended."""
    outcome = seen.state.outcome
    if outcome is None:
        return f"{_actor(seen)}: {_list(open_steps(seen.state, seen.seat), 'or')}"
    names = [SEAT_NAMES[winner].capitalize() for winner in outcome.winners]
    who = f"{names[0]} wins" if len(names) == 1 else f"{_list(names, 'and')} share the win"
    return f"{who}: {outcome.reason} ({outcome.rule})"


def click_prompt(seen: SeatView) -> str:
    """Say what the player to act can click, and what after it."""
    able = open_steps(seen.state, seen.seat)
    cards = {"explore": "a Node from your hand and then a free spot beside yours"}
    cards["colonise"] = "a Colony from your hand and then a Node to settle"
    found = [what for step, what in cards.items() if step in able]
    options = ["a card from your hand and then its place"] if len(found) == 2 else found
    options += ["a Colony of yours on the board and then where it moves"] if "move" in able else []
    end = ["end the turn"] if "end the turn" in able else []
    return f"{_actor(seen)}: " + ", or ".join([f"choose {', or '.join(options)}", *end])


def _actor(seen: SeatView) -> str:
    return SEAT_NAMES[seen.state.to_act[0]].capitalize()


def _list(words: Sequence[str], last: str) -> str:
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end
