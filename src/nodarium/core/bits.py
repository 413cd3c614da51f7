"""Bit sets as integers; compiled modules get the C versions of `bits.pxd`."""


def bit(place: int) -> int:
    """The set that holds `place` alone."""
    return 1 << place


def count(mask: int) -> int:
    """How many places a set holds."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The lowest place of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, k: int) -> int:
    """The k-th place of a set, from 0."""
    for _ in range(k):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def write_members(mask: int, start: int, numbers: list[int], index: int) -> int:
    """Write the places of a set, counted from `start`, into an array from an index on; returns the next index."""
    while mask:
        numbers[index] = start + lowest(mask)
        mask &= mask - 1
        index += 1
    return index
