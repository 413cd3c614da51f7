"""Bit sets as integers; compiled modules get the C versions of `bits.pxd`."""


def bit(place: int) -> int:
    """Return the set with one member."""
    return 1 << place


def count(mask: int) -> int:
    """Return the number of members."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Return the lowest member of a set that isn't empty."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, k: int) -> int:
    """Return the k-th member, counting from 0."""
    for _ in range(k):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def write_members(mask: int, start: int, numbers: list[int], index: int) -> int:
    """Write the members, plus `start`, into an array from an index on. Return the next index."""
    while mask:
        numbers[index] = start + lowest(mask)
        mask &= mask - 1
        index += 1
    return index
