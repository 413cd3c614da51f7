"""The command on a pseudo-terminal."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

import nodarium
from nodarium import find_game, game_ids, load
from nodarium.cli.terminal_game import has_secrets
from tests.cli.terminal import PseudoTerminal, environment_of_tests
from tests.record.play import played, simultaneous_moves

GAMES = [game_id for game_id in game_ids() if not has_secrets(nodarium.new(game_id, seed=0))]
games = pytest.mark.parametrize("game_id", GAMES)
SOLVED_AT_ONCE = 9  # a search solves games of this length in less than a second
pytestmark = pytest.mark.usefixtures("nodarium_command")


@games
def test_a_game_is_chosen_played_left_and_resumed(game_id: str) -> None:
    seat = find_game(game_id).seat_title(0)
    with PseudoTerminal("play", "--seed", "7", "--save", "new.json") as terminal:
        terminal.wait_for("Which game? ")
        terminal.type("ludo\n")
        terminal.wait_for("“ludo”")
        terminal.type(f"{game_id}\n")
        terminal.wait_for(f"{seat}> ")
        terminal.type(nodarium.new(game_id, seed=7).legal_moves(0)[0] + "\n")
        terminal.wait_for(f"{seat}> ")
        terminal.type("\x04")
        code, said = terminal.leave()
    assert code == 0
    assert "nodarium play --resume new.json" in said
    assert "Traceback" not in said
    before = load("new.json")
    assert before.history
    with PseudoTerminal("play", "--resume", "new.json") as terminal:
        terminal.wait_for(f"{seat}> ")
        terminal.type("undo\n")
        terminal.wait_for("at the same time" if simultaneous_moves(before)[0] else f"{seat}> ")
        terminal.interrupt()
        code, said = terminal.leave()
    assert code == 0
    assert "Traceback" not in said
    assert (len(load("new.json").history) < len(before.history)) is not simultaneous_moves(before)[0]


@pytest.mark.parametrize(
    "game_id", [game_id for game_id in game_ids() if find_game(game_id).max_steps > SOLVED_AT_ONCE]
)
def test_a_thinking_bot_shows_progress_and_can_be_interrupted(game_id: str) -> None:
    match = nodarium.new(game_id, seed=1)
    seat = match.to_act[0]
    other = match.game.seat_title(1 - seat)
    bot = ("--bot", "plain:seconds=600")
    with PseudoTerminal("play", game_id, *bot, "--seat", str(seat), "--seed", "1", "--save", "new.json") as terminal:
        while len(match.to_act) == 1 and seat in match.to_act:
            terminal.wait_for(f"{match.game.seat_title(seat)}> ")
            match.play(match.legal_actions(seat)[0], seat)
            terminal.type(match.history[-1].move + "\n")
        terminal.wait_for(f"{other} is thinking … 2 s")
        terminal.interrupt()
        code, said = terminal.leave()
    assert code == 0
    assert "Traceback" not in said
    if match.history:  # where both choose at once, the bot thinks before there is anything to save
        assert "nodarium play --resume new.json" in said
        assert load("new.json").history == match.history


@games
def test_a_game_between_bots_can_be_watched(game_id: str) -> None:
    with PseudoTerminal("play", game_id, "--bots", "random", "random", "--seed", "1", "--save", "new.json") as terminal:
        terminal.wait_for(f"{find_game(game_id).seat_title(1)}: ")
        terminal.interrupt()
        code, said = terminal.leave()
    assert code == 0
    assert "nodarium play --resume new.json" in said
    assert load("new.json").history


@games
def test_an_analysis_shows_progress_and_clears_it(game_id: str) -> None:
    played(game_id, steps=6).save("game.json")
    with PseudoTerminal("analyse", "game.json", "--bot", "plain:seconds=0.2") as terminal:
        shown = terminal.wait_for("lost")
        assert "plain is thinking" in shown
        code, _ = terminal.leave()
    assert code == 0


def test_choosing_a_game_can_be_cancelled() -> None:
    for go in (PseudoTerminal.interrupt, lambda terminal: terminal.type("\n"), lambda terminal: terminal.type("\x04")):
        with PseudoTerminal("play") as terminal:
            terminal.wait_for("Which game? ")
            go(terminal)
            code, said = terminal.leave()
        assert code == 0
        assert "Traceback" not in said


@games
def test_tab_completes_commands_and_moves(game_id: str) -> None:
    seat = find_game(game_id).seat_title(0)
    with PseudoTerminal("play", game_id, "--hotseat") as terminal:
        terminal.wait_for(f"{seat}> ")
        terminal.type("hist\t\n")
        terminal.wait_for("No moves have been played yet.")
        terminal.wait_for(f"{seat}> ")
        terminal.type("\t\t")
        shown = terminal.wait_for(f"{seat}> ")
        assert "undo" in shown
        for move in nodarium.new(game_id, seed=1).legal_moves(0)[:3]:
            assert move in shown
        terminal.interrupt()
        terminal.leave()


@games
def test_the_board_is_coloured_unless_no_color_is_set(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = find_game(game_id).seat_title(0)
    for colours in (True, False):
        if not colours:
            monkeypatch.setenv("NO_COLOR", "1")
        with PseudoTerminal("play", game_id) as terminal:
            while f"{seat}> " not in terminal.seen:
                terminal.read()
            assert ("\x1b[38;" in terminal.seen) == colours


@games
def test_a_narrow_terminal_gets_a_warning(game_id: str) -> None:
    with PseudoTerminal("play", game_id, columns=30) as terminal:
        said = terminal.wait_for("columns.")
    assert "Make the terminal wider" in " ".join(said.split())


@games
def test_show_steps_through_a_record(game_id: str) -> None:
    match = played(game_id, steps=6)
    match.save("game.json")
    with PseudoTerminal("show", "game.json", columns=200) as terminal:
        end = len(match.history)
        steps = [("", 0), ("\n", 1), ("\n", 2), ("b\n", 1), ("2\n", 2), ("end\n", end), ("\n", end), ("0\n", 0)]
        for typed, at in steps:
            terminal.type(typed)
            assert str(list(match.replay())[at]) in terminal.wait_for(f"{at} of {end}> ")
        terminal.type("9\n")
        terminal.wait_for("Enter: next")
        terminal.type("q\n")
        code, _ = terminal.leave()
    assert code == 0


@games
def test_a_broken_pipe_is_quiet(game_id: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m nodarium rules {game_id} | head -n 1"
    done = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, text=True, check=True, env=environment_of_tests()
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@games
def test_binary_input_does_not_crash(game_id: str) -> None:
    command = [sys.executable, "-m", "nodarium", "play", game_id]
    rubbish = bytes(range(256)) * 3 + b"\nsave \0\xff\x1b[2J\n"
    done = subprocess.run(command, input=rubbish, capture_output=True, check=False, env=environment_of_tests())
    assert (done.returncode, done.stderr) == (0, b"")


@games
def test_characters_outside_the_encoding_become_question_marks(game_id: str) -> None:
    command = [sys.executable, "-m", "nodarium", "play", game_id]
    environment = {**environment_of_tests(), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, input=b"", capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" in done.stdout


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "nodarium", "xyzzy"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment_of_tests())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Unknown command “xyzzy”")


@pytest.mark.parametrize(
    "game_id", [game_id for game_id in game_ids() if len(nodarium.new(game_id, seed=1).to_act) > 1]
)
def test_the_input_history_is_cleared_between_hotseat_players(game_id: str) -> None:
    first, second = (find_game(game_id).seat_title(seat) for seat in (0, 1))
    move = nodarium.new(game_id, seed=1).legal_moves(0)[0]
    with PseudoTerminal("play", game_id, "--hotseat", "--seed", "1", "--save", "new.json") as terminal:
        if has_secrets(nodarium.new(game_id, seed=1)):
            terminal.wait_for("press Enter. ")
            terminal.type("\n")
        terminal.wait_for(f"{first}> ")
        terminal.type(move + "\n")
        terminal.wait_for("press Enter. ")
        terminal.type("\x1b[A\n")  # the arrow up
        terminal.wait_for(f"{second}> ")
        terminal.type("\x1b[A\n")
        terminal.type("quit\n")
        code, said = terminal.leave()
    assert code == 0
    assert len(load("new.json").history) == 1
    assert "Traceback" not in said
