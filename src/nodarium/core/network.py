"""A value network with one hidden layer of ReLUs and a sigmoid output."""

from __future__ import annotations

import math
import tomllib
from array import array
from collections.abc import Sequence
from importlib.resources import files
from typing import Self

MAX_HIDDEN = 64


class Network:
    def __init__(
        self,
        hidden_weights: Sequence[Sequence[float]],
        hidden_bias: Sequence[float],
        output_weights: Sequence[float],
        output_bias: float,
    ) -> None:
        """Take one row of `hidden_weights` per feature, each with one weight per hidden neuron."""
        self.num_features, self.num_hidden = len(hidden_weights), len(hidden_bias)
        assert self.num_hidden == len(output_weights) <= MAX_HIDDEN, "one output weight per hidden neuron"
        assert all(len(row) == self.num_hidden for row in hidden_weights), "one weight per hidden neuron"
        self.hidden_weights = array("f", [weight for row in hidden_weights for weight in row])
        self.hidden_bias = array("f", hidden_bias)
        self.output_weights = array("f", output_weights)
        self.output_bias = output_bias

    @classmethod
    def load(cls, package: str, name: str = "network") -> Self:
        """Load a network from a game's data folder."""
        data = tomllib.loads(files(package).joinpath("data", f"{name}.toml").read_text("utf-8"))
        return cls(data["hidden_weights"], data["hidden_bias"], data["output_weights"], data["output_bias"])

    def value(self, features: list[float]) -> float:
        """Return the network's output, 0 to 1."""
        neurons = [0.0] * 64
        for neuron in range(self.num_hidden):
            neurons[neuron] = self.hidden_bias[neuron]
        for feature in range(self.num_features):
            strength = features[feature]
            if strength != 0.0:
                row = feature * self.num_hidden
                for neuron in range(self.num_hidden):
                    neurons[neuron] += strength * self.hidden_weights[row + neuron]
        total = self.output_bias
        for neuron in range(self.num_hidden):
            if neurons[neuron] > 0.0:
                total += neurons[neuron] * self.output_weights[neuron]
        return 1.0 / (1.0 + math.exp(-total))
