"""The coins, 1 to 9. A set of them is a number whose bits are the coins: 0b110 holds 1 and 2."""

from __future__ import annotations

from collections.abc import Iterable

COINS = range(1, 10)
ALL_COINS = sum(1 << coin for coin in COINS)
SEAT_NAMES = ("one", "two", "three")


def coins_in(mask: int) -> list[int]:
    return [coin for coin in COINS if mask >> coin & 1]


def mask_of(coins: Iterable[int]) -> int:
    return sum(1 << coin for coin in coins)
