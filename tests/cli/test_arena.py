"""`nodarium arena`."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nodarium import find_game, game_ids
from nodarium.cli.command import flag
from tests.cli.command import Command
from tests.cli.terminal import TIMEOUT_SECONDS, PseudoTerminal, environment_of_tests

GAMES = game_ids()
games = pytest.mark.parametrize("game_id", GAMES)
TWO = "--bots", "plain:playouts=2", "random"
SMALL = GAMES[0], *TWO, "--games", "6"
MANY = "--games", "100000"


def lines(folder: str, file: str = "results.jsonl") -> list[str]:
    path = Path(folder, file)
    return sorted(path.read_text("utf-8").splitlines(keepends=True)) if path.exists() else []


def cells(shown: str, first: str) -> list[str]:
    """Return the row of a table that starts with a name."""
    (row,) = [line for line in shown.splitlines() if re.match(rf"{re.escape(first)}  ", line)]
    return re.split(r"  +", row)


@pytest.mark.slow
@games
def test_bots_play_and_are_rated(nodarium_command: Command, game_id: str) -> None:
    bots = "plain:playouts=4", "random", "plain:playouts=12"
    shown = nodarium_command.right("arena", game_id, "--bots", *bots, "--games", "2", "--output", "new")
    assert "6 of 6 games: " in shown
    assert cells(shown, "bot") == ["bot", "Elo", "95%", "ahead by", "95%", "games", "score"]
    scores = []
    for bot in bots:
        row = cells(shown, bot)
        assert row[-2] == "4"
        scores.append(float(row[-1].rstrip("%")))
        assert re.fullmatch(r"[+-]\d+", row[1])
        assert re.fullmatch(r"[+-]\d+ to [+-]\d+", row[2])
    assert sum(scores) == 150
    endings = r"Drawn: \d+\.\d%\. (Shared wins: \d+\.\d%\. )?Ended by: .+ \(\d+\.\d%\)"
    assert re.search(endings, " ".join(shown.split()))
    for seat in (0, 1):
        assert cells(shown, str(find_game(game_id).seat_title(seat)))[-2] == "6"
    for record in range(1, 7):
        assert nodarium_command.right("show", "new/games.jsonl", "--record", str(record), "--move", "0")
    assert nodarium_command("verify", "new/games.jsonl").code == 0


def test_two_bots_are_compared_in_words(nodarium_command: Command) -> None:
    shown = " ".join(nodarium_command.right("arena", *SMALL).split())
    assert re.search(
        r"scores \d+\.\d% against \S+ \(95%: \d+\.\d% to \d+\.\d%\); the likelihood .* is \d+\.\d%\.", shown
    )


def test_a_bot_is_not_called_stronger_than_itself(nodarium_command: Command) -> None:
    shown = nodarium_command.right("arena", GAMES[0], "--bots", "random", "random", "--games", "4", "--workers", "1")
    assert "stronger" not in shown
    assert "Drawn: " in shown


def test_a_resumed_arena_plays_only_the_missing_games(nodarium_command: Command) -> None:
    whole = nodarium_command.right("arena", *SMALL, "--output", "whole")
    nodarium_command.right("arena", GAMES[0], *TWO, "--games", "4", "--output", "parts", "--workers", "1")
    assert len(lines("parts")) == 4
    results = Path("parts/results.jsonl")
    results.write_bytes(results.read_bytes()[:-7])
    parts = nodarium_command.right("arena", *SMALL, "--output", "parts")
    for file in ("results.jsonl", "games.jsonl", "arena.json"):
        assert lines("parts", file) == lines("whole", file)
    assert parts.partition("\n\n")[2].replace("parts", "whole") == whole.partition("\n\n")[2]
    again = nodarium_command.right("arena", *SMALL, "--output", "parts")
    assert again.lstrip() == parts.partition("\n\n")[2]


@pytest.mark.slow
def test_another_arena_is_refused(nodarium_command: Command) -> None:
    nodarium_command.right("arena", *SMALL, "--output", "new")
    before = lines("new")
    for other in (
        [GAMES[1], *SMALL[1:]],
        [*SMALL, "--seed", "8"],
        [GAMES[0], "--bots", "random", "random", *SMALL[4:]],
    ):
        assert "holds another arena: " in nodarium_command.wrong("arena", *other, "--output", "new")
    assert lines("new") == before


@pytest.mark.slow
def test_the_markdown_names_the_command_that_made_it(nodarium_command: Command) -> None:
    table = *SMALL, "--seed", "3", "--output", "new", "--markdown", "table.md"
    nodarium_command.right("arena", *table)
    text = Path("table.md").read_text("utf-8")
    assert text.startswith("| bot | Elo | 95% | ahead by | 95% | games | score |\n|---|--:|")
    (command,) = re.findall("Made by `nodarium (.*)`", text)
    nodarium_command.right(*shlex.split(command), "--output", "new", "--markdown", "again.md")
    assert Path("again.md").read_text("utf-8") == text


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if find_game(game_id).options])
def test_options_of_the_game_are_used_and_reported(nodarium_command: Command, game_id: str) -> None:
    game = find_game(game_id)
    option = game.options[0]
    choice = next(one for one in option.choices if one != option.default)
    seats = game.state_class(**game.resolve_options({option.name: choice})).seats
    words = [game_id, "--bots", *["random"] * seats, "--games", str(seats), f"{flag(option.name)}={choice}"]
    nodarium_command.right("arena", *words, "--output", "new", "--markdown", "table.md")
    assert json.loads(Path("new/arena.json").read_text("utf-8"))["options"][option.name] == choice
    assert f"{flag(option.name)}={choice}`" in Path("table.md").read_text("utf-8")


@pytest.mark.slow
def test_an_sprt_stops_early_and_says_what_it_accepts(nodarium_command: Command) -> None:
    words = "arena", GAMES[0], *TWO, *MANY, "--sprt", "-1000", "-900", "--output", "new"
    shown = " ".join(nodarium_command.right(*words).split())
    accepted = re.search(
        r"accepts, after \d+ deals, that plain:playouts=2 is -900 Elo above random rather than -1000", shown
    )
    assert accepted
    played = lines("new")
    assert len(played) < 1000
    again = " ".join(nodarium_command.right(*words).split())  # nothing is left to play
    assert accepted[0] in again
    assert lines("new") == played


def test_ctrl_c_stops_an_arena_and_no_game_is_lost(nodarium_command: Command) -> None:
    with PseudoTerminal("arena", GAMES[0], *TWO, *MANY, "--output", "new", columns=120) as terminal:
        terminal.wait_for("Elo")  # in the line below the bar
        terminal.type("\x03")
        said = terminal.wait_for("To resume: nodarium arena")
        code, rest = terminal.leave()
    assert code == 130
    assert "Traceback" not in said + rest
    finished = len(lines("new"))
    assert finished > 0
    assert len(lines("new", "games.jsonl")) == finished
    shown = nodarium_command.right("arena", GAMES[0], *TWO, "--games", str(2 * finished), "--output", "new")
    assert {json.loads(line)["number"] for line in lines("new")} == set(range(2 * finished))
    assert cells(shown, "random")[-2] == str(2 * finished)


@pytest.mark.slow
def test_a_killed_arena_can_be_resumed(nodarium_command: Command) -> None:
    words = [sys.executable, "-m", "nodarium", "arena", GAMES[0], *TWO, *MANY, "--output", "new"]
    with subprocess.Popen(
        words, env=environment_of_tests(), stdout=subprocess.DEVNULL, start_new_session=True
    ) as process:
        while len(lines("new")) < 3:
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait(TIMEOUT_SECONDS)
    finished = set(lines("new")[:-1])
    games = 2 * len(lines("new"))
    nodarium_command.right("arena", GAMES[0], *TWO, "--games", str(games), "--output", "new")
    assert len(lines("new")) == games
    assert len(finished - set(lines("new"))) <= 1  # one line may have been incomplete
    assert nodarium_command("verify", "new/games.jsonl").code == 0


def test_bad_arguments_are_refused(nodarium_command: Command) -> None:
    def wrong(*words: str) -> str:
        return nodarium_command.wrong("arena", GAMES[0], *words)

    assert "at least 2 bots, not 1" in wrong("--bots", "random", "--games", "2")
    assert "Unknown bot “deep”" in wrong("--bots", "random", "deep", "--games", "2")
    assert "Unknown search setting “luck”" in wrong("--bots", "random", "novice:luck=1", "--games", "2")
    assert "a multiple of 2, not 3" in wrong(*TWO, "--games", "3")
    assert "--games" in wrong(*TWO)
    assert "--bots" in wrong("--games", "2")
    assert "--workers must be at least 1, not 0" in wrong(*TWO, "--games", "2", "--workers", "0")
    assert "the smaller one first" in wrong(*TWO, "--games", "2", "--sprt", "10", "0")
    assert "“much” isn’t a number" in wrong(*TWO, "--games", "2", "--sprt", "0", "much")
    assert "exactly two bots" in wrong("--bots", "random", "random", "random", "--games", "2", "--sprt", "0", "9")
    assert "The directory nowhere doesn’t exist" in wrong(
        *TWO, "--games", "2", "--output", "new", "--markdown", "nowhere/table.md"
    )
    assert not Path("state").exists()
    assert not Path("new").exists()
    Path("file").touch()
    assert "exists" in wrong(*TWO, "--games", "2", "--output", "file")


def test_a_missing_library_is_named(nodarium_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("nodarium.cli.report", "nodarium.lab.standings", "nodarium.lab.ratings"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "choix", None)
    assert "needs choix. Install nodarium[lab]" in nodarium_command.wrong("arena", *SMALL)
