"""The command on a pseudo-terminal, as a person uses it."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

import nodarium
from nodarium import find_game, game_ids, load
from nodarium.cli.table import has_secrets
from tests.cli.terminal import Terminal, surroundings
from tests.record.play import played

GAMES = [game_id for game_id in game_ids() if not has_secrets(nodarium.new(game_id, seed=0))]
games = pytest.mark.parametrize("game_id", GAMES)
pytestmark = pytest.mark.usefixtures("nodarium_command")


@games
def test_a_game_is_asked_for_played_left_and_resumed(game_id: str) -> None:
    seat = find_game(game_id).seat_names[0]
    with Terminal("play", "--seed", "7", "--save", "new.json") as terminal:
        terminal.wait_for("Which game? ")
        terminal.type("ludo\n")
        terminal.wait_for("There is no game 'ludo'")
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
    with Terminal("play", "--resume", "new.json") as terminal:
        terminal.wait_for(f"{seat}> ")
        terminal.type("undo\n")
        terminal.wait_for("final" if before.simultaneous[0] else f"{seat}> ")
        terminal.interrupt()
        code, said = terminal.leave()
    assert code == 0
    assert "Traceback" not in said
    assert (len(load("new.json").history) < len(before.history)) is not before.simultaneous[0]


@pytest.mark.parametrize("game_id", game_ids())
def test_whoever_waits_for_a_bot_sees_it_think_and_can_leave(game_id: str) -> None:
    match = nodarium.new(game_id, seed=1)
    seat = match.to_act[0]
    other = match.game.seat_names[1 - seat]
    bot = ("--bot", "plain:seconds=600")
    with Terminal("play", game_id, *bot, "--seat", str(seat), "--seed", "1", "--save", "new.json") as terminal:
        while len(match.to_act) == 1 and seat in match.to_act:
            terminal.wait_for(f"{match.game.seat_names[seat]}> ")
            match.play(match.legal_actions(seat)[0], seat)
            terminal.type(match.history[-1].move + "\n")
        terminal.wait_for(f"{other} thinks … 2 s")
        terminal.interrupt()
        code, said = terminal.leave()
    assert code == 0
    assert "Traceback" not in said
    if match.history:  # where both choose at once, the bot thinks before anything is there to be kept
        assert "nodarium play --resume new.json" in said
        assert load("new.json").history == match.history


@games
def test_bots_are_watched(game_id: str) -> None:
    with Terminal("play", game_id, "--bots", "random", "random", "--seed", "1", "--save", "new.json") as terminal:
        terminal.wait_for(f"{find_game(game_id).seat_names[1]}: ")
        terminal.interrupt()
        code, said = terminal.leave()
    assert code == 0
    assert "nodarium play --resume new.json" in said
    assert load("new.json").history


@games
def test_an_analysis_shows_how_far_it_is_and_leaves_no_trace_of_it(game_id: str) -> None:
    played(game_id, steps=6).save("game.json")
    with Terminal("analyse", "game.json", "--bot", "plain:seconds=0.2") as terminal:
        shown = terminal.wait_for("lost")
        assert "plain thinks" in shown
        code, _ = terminal.leave()
    assert code == 0


def test_nobody_has_to_choose_a_game() -> None:
    for go in (Terminal.interrupt, lambda terminal: terminal.type("\n"), lambda terminal: terminal.type("\x04")):
        with Terminal("play") as terminal:
            terminal.wait_for("Which game? ")
            go(terminal)
            code, said = terminal.leave()
        assert code == 0
        assert "Traceback" not in said


@games
def test_tab_completes_a_word_and_a_move(game_id: str) -> None:
    seat = find_game(game_id).seat_names[0]
    with Terminal("play", game_id, "--people") as terminal:
        terminal.wait_for(f"{seat}> ")
        terminal.type("hist\t\n")
        terminal.wait_for("Nothing has been played.")
        terminal.wait_for(f"{seat}> ")
        terminal.type("\t\t")
        shown = terminal.wait_for(f"{seat}> ")
        assert "undo" in shown
        for move in nodarium.new(game_id, seed=1).legal_moves(0)[:3]:
            assert move in shown
        terminal.interrupt()
        terminal.leave()


@games
def test_the_board_is_coloured_unless_colours_are_not_wanted(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = find_game(game_id).seat_names[0]
    for colours in (True, False):
        if not colours:
            monkeypatch.setenv("NO_COLOR", "1")
        with Terminal("play", game_id) as terminal:
            while f"{seat}> " not in terminal.seen:
                terminal.read()
            assert ("\x1b[38;" in terminal.seen) == colours


@games
def test_a_narrow_terminal_is_told_how_wide_the_board_is(game_id: str) -> None:
    with Terminal("play", game_id, columns=30) as terminal:
        said = terminal.wait_for("columns.")
    assert "Make the terminal wider" in " ".join(said.split())


@games
def test_a_record_is_stepped_through(game_id: str) -> None:
    match = played(game_id, steps=6)
    match.save("game.json")
    with Terminal("show", "game.json", columns=200) as terminal:
        for typed, at in [("", 0), ("\n", 1), ("\n", 2), ("b\n", 1), ("4\n", 4), ("end\n", 6), ("\n", 6), ("0\n", 0)]:
            terminal.type(typed)
            assert str(list(match.replay())[at]) in terminal.wait_for(f"{at} of 6> ")
        terminal.type("9\n")
        terminal.wait_for("Enter: next")
        terminal.type("q\n")
        code, _ = terminal.leave()
    assert code == 0


@games
def test_whoever_reads_only_the_beginning_gets_no_complaint(game_id: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m nodarium rules {game_id} | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True, env=surroundings())
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@games
def test_rubbish_instead_of_lines_gets_sentences(game_id: str) -> None:
    command = [sys.executable, "-m", "nodarium", "play", game_id]
    rubbish = bytes(range(256)) * 3 + b"\nsave \0\xff\x1b[2J\n"
    done = subprocess.run(command, input=rubbish, capture_output=True, check=False, env=surroundings())
    assert (done.returncode, done.stderr) == (0, b"")


@games
def test_a_terminal_without_the_signs_of_the_board_gets_question_marks(game_id: str) -> None:
    command = [sys.executable, "-m", "nodarium", "play", game_id]
    environment = {**surroundings(), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, input=b"", capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" in done.stdout


def test_the_module_is_the_command() -> None:
    command = [sys.executable, "-m", "nodarium", "xyzzy"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=surroundings())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no command 'xyzzy'")


@pytest.mark.parametrize(
    "game_id", [game_id for game_id in game_ids() if len(nodarium.new(game_id, seed=1).to_act) > 1]
)
def test_what_one_person_typed_is_not_brought_back_to_the_next(game_id: str) -> None:
    first, second = find_game(game_id).seat_names[:2]
    move = nodarium.new(game_id, seed=1).legal_moves(0)[0]
    with Terminal("play", game_id, "--people", "--seed", "1", "--save", "new.json") as terminal:
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
