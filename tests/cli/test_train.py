"""`nodarium train`: it refuses bad arguments before it plays, and leaves no worker behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.cli.terminal import TIMEOUT_SECONDS, PseudoTerminal, environment_of_tests
from tests.lab.test_training import GAMES

TRAIN = "train", GAMES[0], "--bot", "novice", "--epochs", "1"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--out", "nowhere/network.toml"), "The directory nowhere doesn’t exist"),
        (("--out", "network.toml", "--save-games", "nowhere/games.npz"), "The directory nowhere doesn’t exist"),
        (("--out", "network.toml", "--games", "0"), "--games must be at least 2, not 0"),
        (("--out", "network.toml", "--games", "1"), "--games must be at least 2, not 1"),
        (("--out", "network.toml", "--workers", "0"), "--workers must be at least 1, not 0"),
        (("--out", "network.toml", "--hidden", "65"), "--hidden must be between 1 and 64, not "),
        (("--out", "network.toml", "--hidden", "0"), "--hidden must be between 1 and 64, not "),
        (("--out", "network.toml", "--epochs", "0"), "--epochs must be at least 1, not 0"),
        (("--out", "network.toml", "--weight-decay", "nan"), "--weight-decay must be between 0 and 1, not nan"),
        (("--out", "."), ". is a directory"),
        (("--out", "network.toml", "--load-games", __file__), "isn’t a file that `nodarium train --save-games` wrote"),
        (("--out", "network.toml", "--bot", "random"), "random doesn’t search, so it can’t be used for training"),
    ],
)
def test_bad_arguments_are_refused_at_once(nodarium_command: Command, words: tuple[str, ...], message: str) -> None:
    assert message in nodarium_command.wrong(*TRAIN, *words)


def test_a_network_is_trained(nodarium_command: Command) -> None:
    said = nodarium_command.right(*TRAIN, "--games", "2", "--workers", "1", "--out", "network.toml")
    assert "positions; best validation loss" in said
    assert "on 2 games, the last of novice" in Path("network.toml").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.usefixtures("nodarium_command")
def test_a_killed_training_leaves_no_worker(number: signal.Signals) -> None:
    words = [
        sys.executable,
        "-m",
        "nodarium",
        *TRAIN,
        "--bot",
        "plain:seconds=60",
        "--workers",
        "2",
        "--out",
        "new.toml",
    ]
    with subprocess.Popen(words, env=environment_of_tests(), stdout=subprocess.PIPE) as process:
        while len(children_of(process.pid)) < 3:  # two workers, and the resource tracker of multiprocessing
            assert process.poll() is None
        process.send_signal(number)
        process.communicate(timeout=TIMEOUT_SECONDS)  # ends once no worker holds the pipe open


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.usefixtures("nodarium_command")
def test_ctrl_c_stops_a_training_during_a_game() -> None:
    with PseudoTerminal(*TRAIN, "--bot", "plain:seconds=60", "--workers", "2", "--out", "new.toml") as terminal:
        while len(children_of(terminal.process.pid)) < 3:
            assert terminal.process.poll() is None
        terminal.interrupt()
        code, said = terminal.leave()
    assert code == 130
    assert "Traceback" not in said


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
