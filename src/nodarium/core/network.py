"""A small network that tells what a position is worth from numbers that describe it; it is learnt, not made up.

traits ──▶ hidden neurons, none below 0 ──▶ a number from 0 to 1
"""

from __future__ import annotations

import math
import tomllib
from array import array
from collections.abc import Sequence
from importlib.resources import files
from typing import Self

MOST = 64  # hidden neurons


class Network:
    def __init__(
        self, rows: Sequence[Sequence[float]], start: Sequence[float], out: Sequence[float], last: float
    ) -> None:
        """A row for each trait, with a weight for each hidden neuron; each neuron's start; its weight for the end."""
        self.traits, self.hidden = len(rows), len(start)
        assert self.hidden == len(out) <= MOST, "a weight for the end for each hidden neuron"
        assert all(len(row) == self.hidden for row in rows), "a weight for each hidden neuron"
        self.rows = array("f", [weight for row in rows for weight in row])
        self.start = array("f", start)
        self.out = array("f", out)
        self.last = last

    @classmethod
    def of(cls, package: str, name: str = "network") -> Self:
        """The network that a game keeps among its data."""
        data = tomllib.loads(files(package).joinpath("data", f"{name}.toml").read_text("utf-8"))
        return cls(data["rows"], data["start"], data["out"], data["last"])

    def value(self, traits: list[float]) -> float:
        """What the network makes of the traits, from 0 to 1."""
        neurons = [0.0] * 64
        for neuron in range(self.hidden):
            neurons[neuron] = self.start[neuron]
        for trait in range(self.traits):
            strength = traits[trait]
            if strength != 0.0:
                row = trait * self.hidden
                for neuron in range(self.hidden):
                    neurons[neuron] += strength * self.rows[row + neuron]
        total = self.last
        for neuron in range(self.hidden):
            if neurons[neuron] > 0.0:
                total += neurons[neuron] * self.out[neuron]
        return 1.0 / (1.0 + math.exp(-total))
