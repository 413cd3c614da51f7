"""Coins in text. A position: hands | chosen | covered | shown | points, with the seats' parts between slashes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nodarium.core.errors import BadOption, UnreadableMove
from nodarium.core.state import OMNISCIENT

from .rules import State


def format_move(state: State, seat: int, action: int) -> str:
    return f"coin {action}"


def parse_move(state: State, seat: int, text: str) -> int:
    word, _, number = text.partition(" ")
    if word != "coin" or number not in [str(coin) for coin in range(10)]:
        raise UnreadableMove(f"{text!r} is no move: a coin is written coin 7.", move=text, rule="K-2")
    return int(number)


def format_turn(moves: Sequence[str]) -> str:
    return " ".join(moves)


def parse_turn(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[place : place + 2]) for place in range(0, len(words), 2)]


def format_deal(state: State) -> dict[str, Any]:
    return {"hands": [list(hand) for hand in state.hands]}


def parse_deal(state: State, deal: Mapping[str, Any]) -> None:
    if not isinstance(deal, Mapping) or set(deal) != {"hands"}:
        raise BadOption('A deal of Coins is {"hands": [[1, 2], [3, 4]]}.', rule="K-1")
    hands = [sorted(hand) for hand in deal["hands"]]
    covered = [coin for coin in range(1, 10) if not any(coin in hand for hand in hands)]
    state.place(hands, [0] * state.seats, covered, [], [0] * state.seats)


def format_position(state: State, seat: int | None = OMNISCIENT) -> str:
    known = [seat in (one, OMNISCIENT) for one in range(state.seats)]
    hands = [_write(hand) if known[one] else f"{len(hand)}?" for one, hand in enumerate(state.hands)]
    chosen = [str(coin) if known[one] or not coin else "?" for one, coin in enumerate(state.chosen)]
    covered = _write(state.covered) if seat == OMNISCIENT else f"{len(state.covered)}?"
    return " | ".join([" / ".join(hands), " ".join(chosen), covered, _write(state.shown), _write(state.points)])


def _write(coins: list[int]) -> str:
    return " ".join(map(str, coins)) or "-"


def parse_position(text: str) -> State:
    try:
        hands, *rest = [[_read(part) for part in group.split("/")] for group in text.split("|")]
        chosen, covered, shown, points = [group[0] for group in rest]
    except ValueError:
        raise BadOption(f"This is no position of Coins: {text!r}.", rule="K-1") from None
    coins = sorted(coin for part in [*hands, chosen, covered, shown] for coin in part if coin)
    seats = len(hands)
    if (
        coins != list(range(1, 10))
        or seats not in (2, 3)
        or len(chosen) != seats
        or all(chosen)
        or len(points) != seats
        or len(shown) not in (0, seats, 2 * seats)
        or any(len(hands[one]) + (chosen[one] > 0) + len(shown) // seats != 2 for one in range(seats))
    ):
        raise BadOption(f"This cannot be a position of Coins: {text!r}.", rule="K-1")
    state = State(seats)
    state.place([sorted(hand) for hand in hands], chosen, sorted(covered), shown, points)
    return state


def _read(text: str) -> list[int]:
    return [] if text.strip() == "-" else [int(word) for word in text.split()]
