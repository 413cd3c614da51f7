"""The fields of a state as a whole, and arrays of numbers; compiled modules get the C versions of `fields.pxd`."""

import json
from copy import deepcopy

BUFFER_SIZE = 1024


def copy(target: object, source: object) -> None:
    """Make all fields of `target` equal to those of `source`, an object of the same class."""
    target.__dict__.update(deepcopy(source.__dict__))


def dump(source: object) -> bytes:
    """All fields as bytes that this build can load."""
    return json.dumps(source.__dict__).encode()


def load(target: object, data: bytes) -> None:
    """Set all fields from what `dump` gave."""
    target.__dict__.update(json.loads(data))


def equal(one: object, other: object) -> bool:
    """Whether all fields of two states of the same game are equal."""
    return one.__dict__ == other.__dict__


def action_buffer() -> list[int]:
    """An array with room for any list of actions, until the caller returns; no game has so many."""
    return [0] * BUFFER_SIZE


def ints_to_list(numbers: list[int], count: int) -> list[int]:
    """So many numbers from the beginning of an array."""
    return numbers[:count]


def float_buffer() -> list[float]:
    """An array with room for the description of a position, until the caller returns."""
    return [0.0] * BUFFER_SIZE


def floats_to_list(numbers: list[float], count: int) -> list[float]:
    """So many numbers from the beginning of an array."""
    return numbers[:count]
