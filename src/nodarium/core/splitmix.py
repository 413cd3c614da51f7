"""SplitMix64 random numbers; compiled modules get the C versions of `splitmix.pxd`.

A number is the whole state of its generator: `rng = advance(rng)`, then `below(rng, n)`.
"""

U64 = 0xFFFF_FFFF_FFFF_FFFF


def advance(rng: int) -> int:
    """Return the generator's next state."""
    return (rng + 0x9E37_79B9_7F4A_7C15) & U64


def below(rng: int, n: int) -> int:
    """Return the number in range(n) that belongs to this state of the generator."""
    x = ((rng ^ (rng >> 30)) * 0xBF58_476D_1CE4_E5B9) & U64
    x = ((x ^ (x >> 27)) * 0x94D0_49BB_1331_11EB) & U64
    return (((x ^ (x >> 31)) >> 32) * n) >> 32
