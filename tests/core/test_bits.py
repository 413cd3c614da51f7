"""Bit sets and random numbers, compared with naive versions. For the C versions see `test_compiled.py`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodarium.core.bits import bit, count, lowest, nth
from nodarium.core.splitmix import U64, advance, below

masks = st.integers(0, U64)


def bits_of(mask: int) -> list[int]:
    return [position for position in range(64) if mask >> position & 1]


@given(masks)
def test_count_lowest_and_nth_describe_a_set(mask: int) -> None:
    assert count(mask) == len(bits_of(mask))
    assert [nth(mask, k) for k in range(count(mask))] == bits_of(mask)
    if mask:
        assert lowest(mask) == bits_of(mask)[0]


def test_bit_gives_a_set_of_one() -> None:
    assert [bits_of(bit(position)) for position in range(64)] == [[position] for position in range(64)]


def test_the_generator_is_splitmix64() -> None:
    """The first outputs for the seed 1234567, as published with the algorithm; `below` takes their upper half."""
    rng, outputs = 1234567, []
    for _ in range(3):
        rng = advance(rng)
        outputs.append(below(rng, 1 << 32))
    assert outputs == [number >> 32 for number in (6457827717110365317, 3203168211198807973, 9817491932198370423)]


@given(masks, st.integers(1, 1 << 31))
def test_numbers_are_below_their_bound(rng: int, bound: int) -> None:
    assert 0 <= below(rng, bound) < bound
    assert 0 <= advance(rng) <= U64


def chi_square(numbers: list[int], bound: int) -> float:
    expected = len(numbers) / bound
    return sum((numbers.count(one) - expected) ** 2 / expected for one in range(bound))


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 24, 97])
def test_all_numbers_are_equally_likely(bound: int) -> None:
    """In one run of the generator, and as the first number of neighbouring seeds."""
    run, rng = [], 42
    for _ in range(20_000):
        rng = advance(rng)
        run.append(below(rng, bound))
    neighbours = [below(advance(seed), bound) for seed in range(20_000)]
    limit = bound - 1 + 4 * (2 * (bound - 1)) ** 0.5  # the mean and four standard deviations
    assert chi_square(run, bound) < limit
    assert chi_square(neighbours, bound) < limit


def test_successive_numbers_are_independent() -> None:
    pairs, rng = [], 7
    for _ in range(20_000):
        rng = advance(rng)
        one = below(rng, 8)
        rng = advance(rng)
        pairs.append(8 * one + below(rng, 8))
    assert chi_square(pairs, 64) < 63 + 4 * (2 * 63) ** 0.5
