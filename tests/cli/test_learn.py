"""`nodarium learn`: what it cannot do it says before it has played for hours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.lab.test_training import GAMES

LEARN = "learn", GAMES[0], "--bot", "novice", "--rounds", "1"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--out", "nowhere/network.toml"), "There is no folder nowhere"),
        (("--out", "network.toml", "--keep", "nowhere/kept.npz"), "There is no folder nowhere"),
        (("--out", "network.toml", "--games", "0"), "two games or more, not 0"),
        (("--out", "network.toml", "--games", "1"), "two games or more, not 1"),
        (("--out", "network.toml", "--workers", "0"), "one process or more, not 0"),
        (("--out", "network.toml", "--hidden", "65"), "1 to 64 neurons"),
        (("--out", "network.toml", "--hidden", "0"), "1 to 64 neurons"),
        (("--out", "network.toml", "--rounds", "0"), "once or more, not 0"),
        (("--out", "network.toml", "--decay", "nan"), "from 0 to 1, not by nan"),
        (("--out", "."), ". cannot be written"),
        (("--out", "network.toml", "--also", __file__), "not what `nodarium learn` keeps"),
        (("--out", "network.toml", "--bot", "random"), "what random thinks"),
    ],
)
def test_what_cannot_be_learnt_is_said_at_once(
    nodarium_command: Command, words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in nodarium_command.wrong(*LEARN, *words)


def test_a_network_is_learnt(nodarium_command: Command) -> None:
    said = nodarium_command.right(*LEARN, "--games", "2", "--workers", "1", "--out", "network.toml")
    assert "positions; kept:" in said
    assert "from 2 games, the last of novice" in Path("network.toml").read_text("utf-8")
