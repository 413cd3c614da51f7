"""The memory of a state as a whole, and buffers; compiled modules get the C versions of `memory.pxd`."""

import json
from copy import deepcopy

BUFFER_SIZE = 1024  # no game has more actions or features


def copy(target: object, source: object) -> None:
    """Copy all fields. Both objects have the same class."""
    target.__dict__.update(deepcopy(source.__dict__))


def dump(source: object) -> bytes:
    """Return all fields as bytes that this build can load."""
    return json.dumps(source.__dict__).encode()


def load(target: object, data: bytes) -> None:
    """Set all fields from the bytes of `dump`."""
    target.__dict__.update(json.loads(data))


def equal(one: object, other: object) -> bool:
    """Whether all fields of two states of the same game are equal."""
    return one.__dict__ == other.__dict__


def action_buffer() -> list[int]:
    """Return a buffer for actions, valid until the caller returns."""
    return [0] * BUFFER_SIZE


def ints_to_list(numbers: list[int], count: int) -> list[int]:
    """Return the first `count` numbers of a buffer."""
    return numbers[:count]


def float_buffer() -> list[float]:
    """Return a buffer for features or weights, valid until the caller returns."""
    return [0.0] * BUFFER_SIZE


def floats_to_list(numbers: list[float], count: int) -> list[float]:
    """Return the first `count` numbers of a buffer."""
    return numbers[:count]
