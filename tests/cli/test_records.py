"""`nodarium show`, `svg` and `verify`: on valid records, invalid ones, and files that aren't records."""

from __future__ import annotations

import codecs
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import nodarium
from nodarium import Match, find_game, game_ids
from nodarium.core.svg import render
from tests.cli.command import Command
from tests.cli.terminal import environment_of_tests
from tests.record.play import plain, played

GAMES = game_ids()
games = pytest.mark.parametrize("game_id", GAMES)


def saved(match: Match, name: str = "game.json") -> Match:
    match.save(name)
    return match


def board(match: Match, seat: int | None = None) -> str:
    return str(match.game.renderer.canvas(match.state, seat))


# ---- show ----


@games
def test_a_record_is_shown_position_by_position(nodarium_command: Command, game_id: str) -> None:
    match = saved(played(game_id))
    shown = nodarium_command.right("show", "game.json")
    at = 0
    for number, past in enumerate(match.replay()):
        title = f"{number} of {len(match.history)}"
        at = shown.index(title, at)
        at = shown.index(board(past), at)
        if number:
            move = past.history[-1]
            assert f"{match.game.seat_title(move.seat)} {move.move}" in shown


@games
def test_move_chooses_a_position(nodarium_command: Command, game_id: str) -> None:
    match = saved(played(game_id))
    shown = nodarium_command.right("show", "game.json", "--move", "3")
    assert board(list(match.replay())[3]) in shown
    assert len(re.findall(r"^Move \d+ of", shown, re.MULTILINE)) == 1


@games
def test_a_seat_has_a_name_and_a_number(nodarium_command: Command, game_id: str) -> None:
    match = saved(played(game_id, steps=6))
    name = find_game(game_id).seat_names[1]
    shown = nodarium_command.right("show", "game.json", "--seat", name)
    assert shown == nodarium_command.right("show", "game.json", "--seat", "1")
    assert board(match, 1) in shown


@games
def test_a_resignation_is_shown(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, steps=6)
    match.resign(0)
    match.save("game.json")
    assert "resignation" in nodarium_command.right("show", "game.json")
    moves = len(match.history)
    assert "resignation" in nodarium_command.right("show", "game.json", "--move", str(moves + 1))
    assert "resignation" not in nodarium_command.right("show", "game.json", "--move", str(moves))


def test_comments_and_clocks_are_shown(nodarium_command: Command) -> None:
    match = nodarium.new(GAMES[0], seed=1)
    seat = match.to_act[0]
    match.play(match.legal_actions(seat)[0], seat, clock=272.5, comment="as always")
    match.save("game.json")
    title = nodarium_command.right("show", "game.json", "--move", "1").splitlines()[1]
    assert title.endswith("4:32  as always")


def test_a_record_is_chosen_from_many(nodarium_command: Command) -> None:
    matches = [saved(played(GAMES[0], seed, steps=4), "games.jsonl") for seed in (1, 2)]
    for number, match in enumerate(matches, 1):
        assert board(match) in nodarium_command.right("show", "games.jsonl", "--record", str(number))
    Path("games.jsonl").write_bytes(
        b"torn\n" + Path("games.jsonl").read_bytes()
    )  # a bad record doesn't hide those after it
    assert "line 1" in nodarium_command.wrong("show", "games.jsonl", "--record", "1")
    assert board(matches[1]) in nodarium_command.right("show", "games.jsonl", "--record", "3")
    Path("games.jsonl").write_bytes(Path("games.jsonl").read_bytes().removeprefix(b"torn\n"))
    assert "Choose one with --record" in nodarium_command.wrong("show", "games.jsonl")
    assert "records 1 to 2, not 3" in nodarium_command.wrong("show", "games.jsonl", "--record", "3")
    assert "records 1 to 2, not 0" in nodarium_command.wrong("svg", "games.jsonl", "--record", "0")
    matches[0].save("game.json")
    assert "holds only one record" in nodarium_command.wrong("svg", "game.json", "--record", "1")


# ---- svg ----


@games
def test_the_last_position_is_drawn(nodarium_command: Command, game_id: str) -> None:
    match = saved(played(game_id))
    assert nodarium_command.right("svg", "game.json") == render(match.scene(None), "light")


@games
def test_a_position_is_drawn_for_a_seat_in_a_theme_to_a_file(nodarium_command: Command, game_id: str) -> None:
    match = saved(played(game_id, steps=6))
    said = nodarium_command.right("svg", "game.json", "--move", "2", "--seat", "1", "--theme", "dark", "-o", "out.svg")
    assert said == ""
    past = list(match.replay())[2]
    assert Path("out.svg").read_text("utf-8") == render(past.scene(1), "dark")


def test_an_unwritable_picture_is_refused(nodarium_command: Command) -> None:
    saved(played(GAMES[0], steps=2))
    assert "directory nowhere doesn’t exist" in nodarium_command.wrong("svg", "game.json", "-o", "nowhere/out.svg")


# ---- verify ----


@games
def test_a_valid_record_passes(nodarium_command: Command, game_id: str) -> None:
    match = saved(played(game_id))
    said = " ".join(nodarium_command.right("verify", "game.json").split())
    assert said.startswith(f"game.json: valid. {match.game.title}, {len(match.history)} legal moves; ")
    assert f"; {match.outcome_text}. " in said
    assert str(match.commitment) in said


def test_a_valid_record_matches_the_published_commitment(nodarium_command: Command) -> None:
    match = saved(played(GAMES[0], steps=6))
    assert match.commitment
    for published in (match.commitment, match.commitment.upper()):
        assert "committed to at the start" in nodarium_command.right("verify", "game.json", "--commitment", published)


Damage = Callable[[dict[str, Any]], Any]
DAMAGED: list[tuple[str, Damage]] = [
    ("isn’t the one that was committed to", lambda data: data["commitment"].update(salt="0" * 64)),
    ("no commitment", lambda data: data.pop("commitment")),
    ("sealed", lambda data: data.pop("deal")),
    ("Move 3", lambda data: data["moves"].__setitem__(2, {"seat": 0, "move": "nonsense"})),
    ("outcome", lambda data: data.update(outcome={"winners": [0], "reason": "magic", "rule": None})),
    ("“ludo”", lambda data: data.update(game="ludo")),
    ("not 7", lambda data: data.update(format=7)),
]


@pytest.mark.parametrize(("message", "damage"), DAMAGED, ids=[message for message, _ in DAMAGED])
def test_a_damaged_record_is_invalid(nodarium_command: Command, message: str, damage: Damage) -> None:
    data = plain(played(GAMES[0], steps=6))
    damage(data)
    Path("game.json").write_text(json.dumps(data), "utf-8")
    result = nodarium_command("verify", "game.json")
    assert (result.code, result.err) == (1, "")
    assert result.out.startswith("game.json: invalid. ")
    assert message in " ".join(result.out.split())


def test_a_record_with_another_commitment_is_invalid(nodarium_command: Command) -> None:
    saved(played(GAMES[0], steps=6))
    result = nodarium_command("verify", "game.json", "--commitment", "0" * 64)
    assert result.code == 1
    assert "isn’t the published one" in " ".join(result.out.split())


def test_a_file_without_records_is_refused(nodarium_command: Command) -> None:
    Path("games.jsonl").write_bytes(b"\n\n")
    assert "contains no records" in nodarium_command.wrong("verify", "games.jsonl")


def test_each_of_many_records_is_checked(nodarium_command: Command) -> None:
    for seed in (1, 2):
        saved(played(GAMES[0], seed, steps=4), "games.jsonl")
    assert nodarium_command.right("verify", "games.jsonl").count(": valid.") == 2
    with Path("games.jsonl").open("a") as file:
        file.write("rubbish\n")
    result = nodarium_command("verify", "games.jsonl")
    assert result.code == 1
    assert "games.jsonl, line 3: invalid" in result.out


@pytest.mark.parametrize("commitment", ["", "abc", "g" * 64])
def test_a_malformed_commitment_is_refused(nodarium_command: Command, commitment: str) -> None:
    saved(played(GAMES[0], steps=2))
    assert "64 hexadecimal digits" in nodarium_command.wrong("verify", "game.json", "--commitment", commitment)


def test_a_byte_order_mark_is_ignored(nodarium_command: Command) -> None:
    match = saved(played(GAMES[0], steps=6))
    data = Path("game.json").read_bytes()
    for file in (Path("game.json"), Path("games.jsonl")):
        file.write_bytes(
            codecs.BOM_UTF8 + (data if file.suffix == ".json" else json.dumps(plain(match)).encode() + b"\n")
        )
        assert ": valid." in nodarium_command.right("verify", str(file))
    assert board(match) in nodarium_command.right("show", "game.json", "--move", str(len(match.history)))
    assert board(match) in nodarium_command.right("show", "games.jsonl", "--record", "1")
    assert nodarium_command.right("play", "--resume", "game.json")


# ---- files that aren't records ----

NOT_RECORDS: dict[str, bytes] = {
    "empty": b"",
    "binary": bytes(range(256)) * 4,
    "text": b"hello\n",
    "other JSON": b'{"a": 1}\n',
    "list": b"[1, 2, 3]",
    "deeply nested": b"[" * 100_000,
}
READERS = (["show"], ["svg"], ["play", "--resume"])


@pytest.mark.parametrize("kind", NOT_RECORDS)
def test_a_file_that_is_not_a_record_is_refused(nodarium_command: Command, kind: str) -> None:
    Path("game.json").write_bytes(NOT_RECORDS[kind])
    for words in READERS:
        assert nodarium_command.wrong(*words, "game.json").startswith("game.json: ")
    result = nodarium_command("verify", "game.json")
    assert (result.code, result.err) == (1, "")
    assert "invalid" in result.out


@pytest.mark.parametrize("words", [*READERS, ["verify"]], ids=" ".join)
def test_an_unreadable_file_is_refused(nodarium_command: Command, words: list[str]) -> None:
    Path("folder").mkdir()
    assert "game.json doesn’t exist." in nodarium_command.wrong(*words, "game.json")
    assert "folder is a directory." in nodarium_command.wrong(*words, "folder")


@pytest.mark.parametrize("damage", [damage for message, damage in DAMAGED if message != "no commitment"])
def test_a_damaged_record_is_not_shown(nodarium_command: Command, damage: Damage) -> None:
    data = plain(played(GAMES[0], steps=6))
    damage(data)
    Path("game.json").write_text(json.dumps(data), "utf-8")
    for words in READERS:
        assert nodarium_command.wrong(*words, "game.json").startswith("game.json: ")


@pytest.mark.parametrize("move", ["-1", "7", "99999999999999999999"])
def test_a_move_outside_the_record_is_refused(nodarium_command: Command, move: str) -> None:
    last = len(saved(played(GAMES[0], steps=6)).history)
    for word in ("show", "svg"):
        expected = f"from 0 (the start) to {last}, not {move}."
        assert expected in nodarium_command.wrong(word, "game.json", "--move", move)


@pytest.mark.parametrize("seat", ["-1", "9", "nobody", ""])
def test_an_unknown_seat_is_refused(nodarium_command: Command, seat: str) -> None:
    saved(played(GAMES[0], steps=6))
    for word in ("show", "svg"):
        assert f"Unknown seat “{seat}”" in nodarium_command.wrong(word, "game.json", f"--seat={seat}")


def test_a_bad_number_or_theme_is_refused(nodarium_command: Command) -> None:
    saved(played(GAMES[0], steps=2))
    assert "“two” isn’t a whole number" in nodarium_command.wrong("show", "game.json", "--move", "two")
    assert "pink" in nodarium_command.wrong("svg", "game.json", "--theme", "pink")


@games
@pytest.mark.usefixtures("nodarium_command")
def test_a_picture_is_written_in_utf_8_in_any_locale(game_id: str) -> None:
    match = saved(played(game_id))
    words = sys.executable, "-m", "nodarium", "svg", "game.json"
    environment = {**environment_of_tests(), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(words, env=environment, capture_output=True, check=True)
    assert done.stdout.decode("utf-8") == render(match.scene(None), "light")


@games
def test_control_characters_of_a_record_reach_neither_terminal_nor_chart(
    nodarium_command: Command, game_id: str
) -> None:
    match = nodarium.new(game_id, seed=1, player_names=["a\x1b[2J\x00b"] * nodarium.new(game_id, seed=1).state.seats)
    seat = match.to_act[0]
    match.play(match.legal_moves(seat)[0], seat, comment="look\x1b[2J here")
    saved(match)
    said = nodarium_command.right("show", "game.json", "--move", "1")
    assert "look?[2J here" in said
    assert "\x1b" not in said
    nodarium_command.right("analyse", "game.json", "--bot", "plain:playouts=10", "--svg", "chart.svg")
    ElementTree.parse("chart.svg")
