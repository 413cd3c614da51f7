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

MAX_HIDDEN = 64  # hidden neurons


class Network:
    def __init__(
        self,
        hidden_weights: Sequence[Sequence[float]],
        hidden_bias: Sequence[float],
        output_weights: Sequence[float],
        output_bias: float,
    ) -> None:
        """A row for each trait, with a weight for each hidden neuron; each neuron's start; its weight for the end."""
        self.num_features, self.hidden = len(hidden_weights), len(hidden_bias)
        assert self.hidden == len(output_weights) <= MAX_HIDDEN, "a weight for the end for each hidden neuron"
        assert all(len(row) == self.hidden for row in hidden_weights), "a weight for each hidden neuron"
        self.hidden_weights = array("f", [weight for row in hidden_weights for weight in row])
        self.hidden_bias = array("f", hidden_bias)
        self.output_weights = array("f", output_weights)
        self.output_bias = output_bias

    @classmethod
    def load(cls, package: str, name: str = "network") -> Self:
        """The network that a game keeps among its data."""
        data = tomllib.loads(files(package).joinpath("data", f"{name}.toml").read_text("utf-8"))
        return cls(data["hidden_weights"], data["hidden_bias"], data["output_weights"], data["output_bias"])

    def value(self, features: list[float]) -> float:
        """What the network makes of the traits, from 0 to 1."""
        neurons = [0.0] * 64
        for neuron in range(self.hidden):
            neurons[neuron] = self.hidden_bias[neuron]
        for trait in range(self.num_features):
            strength = features[trait]
            if strength != 0.0:
                row = trait * self.hidden
                for neuron in range(self.hidden):
                    neurons[neuron] += strength * self.hidden_weights[row + neuron]
        total = self.output_bias
        for neuron in range(self.hidden):
            if neurons[neuron] > 0.0:
                total += neurons[neuron] * self.output_weights[neuron]
        return 1.0 / (1.0 + math.exp(-total))
