"""Arrays of zeros for search trees. Memory is only used where they are written."""

from __future__ import annotations

from mmap import mmap


def int_array(size: int) -> memoryview[int]:
    return memoryview(mmap(-1, 4 * size)).cast("i")


def float_array(size: int) -> memoryview[float]:
    return memoryview(mmap(-1, 4 * size)).cast("f")
