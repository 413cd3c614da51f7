"""The panels and the prompts of Nodes & Colonies."""

from __future__ import annotations

from collections import Counter

from nodarium.core.message import Message, any_of, say
from nodarium.core.outcome import outcome_message
from nodarium.core.scene import Panel, Polygon, Row, Token
from nodarium.games.colonies.board import SEAT_NAMES, card_title
from nodarium.games.colonies.explain import open_steps
from nodarium.games.colonies.seat_view import SeatView, View
from nodarium.games.colonies.shapes import HUES, card_outline

STEPS = {
    "explore": say("colonies-step-explore"),
    "colonise": say("colonies-step-colonise"),
    "move": say("colonies-step-move"),
    "end": say("colonies-step-end"),
}


def panels(seen: SeatView) -> tuple[Panel, ...]:
    view = seen.view
    hands = [view["hand"] if seat == seen.seat else None for seat in range(view["players"])]
    return (*(_player(seen, seat, hand) for seat, hand in enumerate(hands)), _deck(seen))


def _player(seen: SeatView, seat: int, hand: list[str] | None) -> Panel:
    view = seen.view
    player = view["seats"][seat]
    badge = Polygon(
        key=f"{SEAT_NAMES[seat]}-badge",
        style=f"piece seat-{seat}",
        points=tuple((1.3 * x, 1.3 * y) for x, y in card_outline(view["players"], seat)),
        rounding=0.3,
    )
    hidden = Row(label=say("colonies-hand"), text=say("colonies-cards", count=player["hand"]))
    return Panel(
        key=SEAT_NAMES[seat],
        title=seen.seat_title(seat),
        value=say("colonies-nodes", count=player["controls"]),
        badge=badge,
        rows=(hidden,) if hand is None else _hand(hand),
        style=f"panel seat-{seat} strong" if seat in view["to_act"] else "panel",
        seat=seat,
    )


def _hand(hand: list[str]) -> tuple[Row, ...]:
    """Show equal cards as one token, and four tokens in a row."""
    tokens = [
        Token(
            key=f"hand-{card}",
            style=f"piece {HUES[card[0]]}",
            label=card_title(card) if count == 1 else say("colonies-copies", card=card_title(card), count=count),
            text=card if count == 1 else f"{card}×{count}",
        )
        for card, count in Counter(hand).items()
    ]
    rows = [tuple(tokens[start : start + 4]) for start in range(0, len(tokens), 4)] or [()]
    return tuple(Row(label="" if place else say("colonies-hand"), tokens=row) for place, row in enumerate(rows))


def _deck(seen: SeatView) -> Panel:
    """Show the deck, the first player and why they began (C-4), and which type trumps which (C-2)."""
    rows = (
        Row(label=say("colonies-turn"), text=str(seen.view["turn"])),
        Row(label=say("colonies-first"), text=seen.seat_title(seen.view["first"])),
        *_duel(seen.view),
        Row(label=say("colonies-trumps"), text=say("colonies-trump-order")),
    )
    cards = say("colonies-cards", count=seen.view["deck"])
    return Panel(key="deck", title=say("colonies-deck"), value=cards, rows=rows)


def _duel(view: View) -> tuple[Row, ...]:
    """Show the last round of the duel, unless the deal came without one."""
    first, duel = view["first"], view["duel"]
    if not duel:
        return ()
    losing = tuple([card for seat, card in enumerate(duel[-1]) if seat != first])
    result = say("colonies-duel-result", winning=duel[-1][first], losing=losing)
    return (Row(label=say("colonies-duel", rounds=len(duel)), text=result),)


def prompt(seen: SeatView) -> Message:
    """Say what the player to act can do, or how the game ended."""
    outcome = seen.state.outcome
    if outcome is None:
        steps = tuple([STEPS[step] for step in open_steps(seen.state, seen.seat)])
        return say("colonies-steps", seat=_actor(seen), steps=any_of(steps))
    return outcome_message(outcome, [seen.seat_title(seat) for seat in range(seen.view["players"])])


def click_prompt(seen: SeatView) -> Message:
    """Say what the player to act can click, and what after it."""
    able = open_steps(seen.state, seen.seat)
    if "explore" in able:
        cards = "any" if "colonise" in able else "node"
    else:
        cards = "colony" if "colonise" in able else "none"
    if "end" in able:  # then a Colony can move, and exploring is over (C-6)
        return say("colonies-choose-or-end", seat=_actor(seen), cards=cards)
    if "move" in able:
        return say("colonies-choose-card-or-colony", seat=_actor(seen), cards=cards)
    return say("colonies-choose-card", seat=_actor(seen), cards=cards)


def _actor(seen: SeatView) -> Message:
    return seen.seat_title(seen.state.to_act[0])
