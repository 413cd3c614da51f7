"""The panels, the steps of a turn and the prompts of Nodes & Colonies."""

from __future__ import annotations

from collections import Counter
from functools import cache

from nodarium.core.message import Message, Text, any_of, say
from nodarium.core.outcome import outcome_message
from nodarium.core.scene import Art, Flight, Panel, Row, Step, Token
from nodarium.games.colonies.board import SEAT_NAMES, TYPES, card_power, card_title
from nodarium.games.colonies.explain import open_steps, round_number
from nodarium.games.colonies.seat_view import SeatView, View, invaders
from nodarium.games.colonies.shapes import HUES, TABLE_SIDES

STEPS = {
    "explore": say("colonies-step-explore"),
    "colonise": say("colonies-step-colonise"),
    "move": say("colonies-step-move"),
    "end": say("colonies-step-end"),
}
PARTS = ("explore", "colonise", "move")  # of a turn, after drawing (C-6)
PART_TITLES = (
    say("colonies-part-draw"),
    say("colonies-part-explore"),
    say("colonies-part-colonise"),
    say("colonies-part-move"),
)
BADGES = {kind: f"colonies-{name}" for kind, name in TYPES.items()} | {"N": "colonies-node"}


def panels(seen: SeatView) -> tuple[Panel, ...]:
    seats = range(seen.view["players"])
    hand = () if seen.view["hand"] is None else (_hand(seen),)
    return (*(_player(seen, seat) for seat in seats), *hand, _deck(seen), _trumps())


def _player(seen: SeatView, seat: int) -> Panel:
    view = seen.view
    player = view["seats"][seat]
    name = SEAT_NAMES[seat]
    backs = Token(
        key=f"{name}-hand",
        style=f"back seat-{seat}",
        symbol="colonies-back",
        label=say("colonies-cards", count=player["hand"]),
        count=player["hand"],
    )
    hidden = Row(label=say("colonies-hand"), tokens=(backs,), layout="backs")
    held = Row(
        label=say("colonies-controls"),
        style=f"piece seat-{seat}",
        gauge=(player["controls"], len(view["nodes"])),
    )
    return Panel(
        key=name,
        title=seen.seat_title(seat),
        value=str(player["controls"]),
        badge=_arrow(view["players"], seat),
        rows=(held, _trump_cycle() if seat == seen.seat else hidden),
        style=f"panel seat-{seat} strong" if seat in view["to_act"] else "panel",
        seat=seat,
    )


@cache
def _arrow(players: int, seat: int) -> Art:
    side = TABLE_SIDES[players][seat]
    style, symbol = f"art seat-{seat}", f"colonies-arrow-{side}"
    return Art(key=f"{SEAT_NAMES[seat]}-badge", style=style, symbol=symbol, x=0, y=0, size=3.8)


def _hand(seen: SeatView) -> Panel:
    """Equal cards are one token. A card that can't be played now is dim."""
    state, seat = seen.state, seen.seat
    able = set(open_steps(state, seat)) if seat in seen.view["to_act"] else set()
    tokens = tuple(
        [
            _hand_card(card, count, ("explore" if card == "N" else "colonise") in able)
            for card, count in Counter[str](seen.view["hand"]).items()
        ]
    )
    row = Row(label="", tokens=tokens, layout="fan")
    return Panel(key="hand", title=say("colonies-your-hand"), rows=(row,), dock=True, seat=seat)


@cache
def _hand_card(card: str, count: int, is_able: bool) -> Token:
    title = card_title(card)
    power = title if card == "N" else say("colonies-card-power", card=title, power=card_power(card))
    return Token(
        key=f"hand-{card}",
        style=f"card {HUES[card[0]]}" + ("" if is_able else " dim"),
        label=power if count == 1 else say("colonies-copies", card=power, count=count),
        text=title,
        symbol=f"colonies-{card}",
        badge=BADGES[card[0]],
        pips=None if card == "N" else (int(card[1]), 3),
        count=count if count > 1 else None,
    )


def _deck(seen: SeatView) -> Panel:
    """Show the deck, the first player and why they began (C-4)."""
    left = seen.view["deck"]
    pile = Token(
        key="deck-pile", style="back", symbol="colonies-back", label=say("colonies-cards", count=left), count=left
    )
    rows = (
        Row(label="", tokens=(pile,), layout="pile"),
        Row(label=say("colonies-round"), text=str(round_number(seen.state))),
        Row(label=say("colonies-first"), text=seen.seat_title(seen.view["first"])),
        *_duel(seen.view),
    )
    return Panel(key="deck", title=say("colonies-deck"), value=say("colonies-cards", count=left), rows=rows)


def _duel(view: View) -> tuple[Row, ...]:
    """Show the last round of the duel, unless the deal came without one."""
    first, duel = view["first"], view["duel"]
    if not duel:
        return ()
    losing = tuple([card_title(card) for seat, card in enumerate(duel[-1]) if seat != first])
    result = say("colonies-duel-result", winning=card_title(duel[-1][first]), losing=losing)
    return (Row(label=say("colonies-duel", rounds=len(duel)), text=result),)


@cache
def _trumps() -> Panel:
    """Which type trumps which (C-2)."""
    types = list(TYPES)
    rows = tuple(
        Row(
            label=say("colonies-type-beats", type=TYPES[one]),
            symbol=BADGES[one],
            tokens=(
                Token(
                    key=f"trump-{other}",
                    style="art",
                    symbol=BADGES[other],
                    label=say("colonies-type", type=TYPES[other]),
                ),
            ),
        )
        for one, other in zip(types, (*types[1:], types[0]), strict=True)
    )
    note = Row(label="", text=say("colonies-trump-note"))
    return Panel(key="trumps", title=say("colonies-trumps"), rows=(*rows, note))


@cache
def _trump_cycle() -> Row:
    """The same in one line, which fits next to a player's name on every screen."""
    types = [*TYPES, next(iter(TYPES))]
    tokens = tuple(
        Token(
            key=f"cycle-{place}",
            style="art",
            symbol=BADGES[kind],
            label=say("colonies-type", type=TYPES[kind]),
            text="›" if place < len(TYPES) else "",
        )
        for place, kind in enumerate(types)
    )
    return Row(label="", tokens=tokens)


def steps(seen: SeatView) -> tuple[Step, ...]:
    """The parts of the turn. What a hand allows is secret, so others see only what is over."""
    state, view = seen.state, seen.view
    if not view["to_act"]:
        return ()
    able = open_steps(state, seen.seat)
    passed = state.phase  # how many parts are over, except that moving ends the turn
    words = ["done"]
    for place, part in enumerate(PARTS):
        if place < passed:
            words.append("done" if part == "colonise" or state.explored else "skipped")
        elif part not in able:
            words.append("skipped")
        else:
            words.append("next" if "now" in words else "now")
    return _steps(tuple(words))


@cache
def _steps(words: tuple[str, ...]) -> tuple[Step, ...]:
    return tuple(Step(label=title, state=word) for title, word in zip(PART_TITLES, words, strict=True))


def flights(seen: SeatView) -> tuple[Flight, ...]:
    """Let the card that began the turn fly from the deck to the hand."""
    view = seen.view
    if not view["to_act"]:
        return ()
    seat = view["to_act"][0]
    own = list(Counter[str](view["hand"])) if seat == seen.seat else []
    end = f"hand-{own[len(own) // 2]}" if own else f"{SEAT_NAMES[seat]}-hand"
    return (
        Flight(
            key=f"draw-{view['turn']}",
            kind="fly",
            start="deck-pile",
            end=end,
            style=f"back seat-{seat}",
            symbol="colonies-back",
        ),
    )


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


def hint(seen: SeatView) -> Text:
    """Warn a player whose only Node another player's Colony can invade; remind everybody of the rule before that."""
    view, seat = seen.view, seen.seat
    if seat is None or not view["to_act"]:
        return ""
    own = [spot for spot, node in seen.nodes.items() if node["seat"] == seat]
    if len(own) != 1:
        return say("colonies-last-node-rule") if not own and seat in view["to_act"] else ""
    for start in invaders(seen, own[0]):
        attacker = seen.nodes[start]["colonies"][-1]
        return say(
            "colonies-can-eliminate",
            attacker=seen.colony_title(attacker),
            start=seen.numbers[start],
        )
    return ""


def _actor(seen: SeatView) -> Message:
    return seen.seat_title(seen.state.to_act[0])
