"""Bit sets and random numbers, in plain Python; compiled modules get the C versions of `bits.pxd`.

A random number is the whole state of its generator (SplitMix64): `rng = advance(rng)`, then `below(rng, n)`.
"""

U64 = 0xFFFF_FFFF_FFFF_FFFF


def bit(place: int) -> int:
    """The set that holds `place` alone."""
    return 1 << place


def count(mask: int) -> int:
    """How many places a set holds."""
    return mask.bit_count()


def first(mask: int) -> int:
    """The lowest place of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, k: int) -> int:
    """The k-th place of a set, from 0."""
    for _ in range(k):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def spread(mask: int, start: int, numbers: list[int], index: int) -> int:
    """Write the places of a set, counted from `start`, into an array from an index on; returns the next index."""
    while mask:
        numbers[index] = start + first(mask)
        mask &= mask - 1
        index += 1
    return index


def advance(rng: int) -> int:
    """The generator's next state."""
    return (rng + 0x9E37_79B9_7F4A_7C15) & U64


def below(rng: int, n: int) -> int:
    """The number in range(n) that belongs to this state of the generator."""
    x = ((rng ^ (rng >> 30)) * 0xBF58_476D_1CE4_E5B9) & U64
    x = ((x ^ (x >> 27)) * 0x94D0_49BB_1331_11EB) & U64
    return (((x ^ (x >> 31)) >> 32) * n) >> 32
