"""Coins in text. A position: hands | chosen | covered | shown | points, with the seats' parts between slashes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nodarium.core.errors import BadOption, UnreadableMove
from nodarium.core.message import say
from nodarium.core.state import OMNISCIENT

from .board import COINS, coins_in, mask_of
from .rules import State


def format_move(state: State, seat: int, action: int) -> str:
    if action not in COINS:
        raise LookupError(action)
    return f"coin {action}"


def parse_move(state: State, seat: int, text: str) -> int:
    word, _, number = text.strip().lower().partition(" ")
    if word != "coin" or number not in map(str, COINS):
        raise UnreadableMove(say("coins-not-a-coin", text=text), move=text, rule="K-2")
    return int(number)


def format_turn(moves: Sequence[str]) -> str:
    return " ".join(moves)


def parse_turn(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[place : place + 2]) for place in range(0, len(words), 2)]


def format_deal(state: State) -> dict[str, Any]:
    return {"hands": [coins_in(hand) for hand in state.hands[: state.seats]]}


def parse_deal(state: State, deal: Mapping[str, Any]) -> None:
    hands = deal["hands"] if isinstance(deal, Mapping) and set(deal) == {"hands"} else None
    if not isinstance(hands, list) or not all(isinstance(hand, list) for hand in hands):
        raise BadOption(say("coins-deal-form"), rule="K-1")
    coins = [coin for hand in hands for coin in hand]
    if [len(hand) for hand in hands] != [2] * state.seats or len({*coins} & {*COINS}) != 2 * state.seats:
        raise BadOption(say("coins-two-each"), rule="K-1")
    masks = [mask_of(hand) for hand in hands]
    nothing = [0] * state.seats
    state.place(masks, nothing, mask_of(COINS) - sum(masks), [], nothing)


def format_position(state: State, seat: int | None = OMNISCIENT) -> str:
    seats = range(state.seats)
    known = [seat in (one, OMNISCIENT) for one in seats]
    hands = [coins_in(hand) for hand in state.hands]
    hidden = [_write(hands[one]) if known[one] else f"{len(hands[one])}?" for one in seats]
    chosen = [str(state.chosen[one]) if known[one] or not state.chosen[one] else "?" for one in seats]
    covered = coins_in(state.covered)
    return " | ".join(
        [
            " / ".join(hidden),
            " ".join(chosen),
            _write(covered) if seat == OMNISCIENT else f"{len(covered)}?",
            _write(state.shown_coins()),
            _write(state.points[: state.seats]),
        ]
    )


def _write(coins: Sequence[int]) -> str:
    return " ".join(map(str, coins)) or "-"


def parse_position(text: str) -> State:
    try:
        hands, *rest = [[_read(part) for part in group.split("/")] for group in text.split("|")]
        (chosen,), (covered,), (shown,), (points,) = rest
    except ValueError:
        raise BadOption(say("coins-not-a-position", text=text), rule="K-1") from None
    coins = sorted(coin for part in [*hands, chosen, covered, shown] for coin in part if coin)
    seats = len(hands)
    if (
        coins != list(COINS)
        or seats not in (2, 3)
        or len(chosen) != seats
        or all(chosen)
        or len(shown) not in (0, seats, 2 * seats)
        or any(len(hands[one]) + (chosen[one] > 0) + len(shown) // seats != 2 for one in range(seats))
        or points != _points(shown, seats)
    ):
        raise BadOption(say("coins-impossible-position", text=text), rule="K-1")
    state = State(seats)
    state.place([mask_of(hand) for hand in hands], chosen, mask_of(covered), shown, points)
    return state


def _points(shown: list[int], seats: int) -> list[int]:
    """How many rounds each seat has won (K-2)."""
    rounds = [shown[start : start + seats] for start in range(0, len(shown), seats)]
    return [sum(coins[seat] == max(coins) for coins in rounds) for seat in range(seats)]


def _read(text: str) -> list[int]:
    return [] if text.strip() == "-" else [int(word) for word in text.split()]
