"""The command in German and in the pseudo-language: whole games, tables, refusals and help."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import nodarium
from nodarium import Match, find_game, game_ids, load
from nodarium.cli.admin import COMMANDS as ADMIN_COMMANDS
from nodarium.cli.language_choice import environment_language
from nodarium.cli.main import COMMANDS
from nodarium.cli.terminal_game import has_secrets
from nodarium.core.language import PSEUDO, format_message, use_language
from tests.cli.command import Command
from tests.cli.terminal import PseudoTerminal
from tests.cli.test_hidden import handing_over
from tests.cli.test_play import Typist, any_move
from tests.record.play import played

GERMAN = "de"
games = pytest.mark.parametrize("game_id", game_ids())
languages = pytest.mark.parametrize("language", [GERMAN, PSEUDO])
WIDTH = 80  # of a terminal, as the tests see it


# ---- which language ----


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "en_GB", "LC_ALL": "de_CH"}, "de"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE"}, "en"),
        ({"LANG": "de_DE", "NODARIUM_LANGUAGE": "en"}, "en"),
        ({"LANG": "en_GB", "NODARIUM_LANGUAGE": "de"}, "de"),
        ({"NODARIUM_LANGUAGE": PSEUDO}, PSEUDO),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_environment_chooses_a_language(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language


def test_the_option_wins_over_the_environment(nodarium_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NODARIUM_LANGUAGE", GERMAN)
    assert nodarium_command.right("--help").startswith("Aufruf: ")
    assert nodarium_command.right("--language", "en", "--help").startswith("usage: ")
    monkeypatch.setenv("NODARIUM_LANGUAGE", "en")
    assert nodarium_command.right("--language", GERMAN, "--help").startswith("Aufruf: ")


def test_the_option_may_stand_anywhere(nodarium_command: Command) -> None:
    expected = nodarium_command.right("--language", GERMAN, "games")
    assert "Ein Stern kennzeichnet die Vorgabe." in expected
    for words in (["--language=de", "games"], ["games", "--language", "de"], ["games", "--language=de_AT"]):
        assert nodarium_command.right(*words) == expected


def test_without_a_command_the_help_is_shown_in_the_language(nodarium_command: Command) -> None:
    assert nodarium_command.right("--language", GERMAN) == nodarium_command.right("--language", GERMAN, "--help")


def test_an_unknown_language_is_refused(nodarium_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert nodarium_command.wrong("--language", "fr", "games") == "Unknown language “fr”. Available: en, de.\n"
    assert nodarium_command.wrong("games", "--language") == "--language: The value is missing.\n"
    monkeypatch.setenv("NODARIUM_LANGUAGE", GERMAN)
    assert nodarium_command.wrong("games", "--language=").startswith("--language: Der Wert fehlt.")


def test_an_unknown_option_before_the_command_is_refused(nodarium_command: Command) -> None:
    assert nodarium_command.wrong("--lang=de", "games") == "Unknown argument “--lang=de”.\n"


# ---- whole games ----


@languages
@games
def test_a_whole_game_in_a_language(nodarium_command: Command, game_id: str, language: str) -> None:
    file = Path("new.json")
    start = nodarium.new(game_id, seed=5)
    choose: Callable[[Match], str | None] = (handing_over if has_secrets(start) else any_move)(Random(5))
    typist = Typist(file, lambda: nodarium.new(game_id, seed=5), choose)
    words = "play", game_id, "--hotseat", "--seed", "5", "--save", "new.json", "--language", language
    said = nodarium_command.right(*words, typed=typist)
    match = load(file)
    assert match.outcome
    with use_language(language):
        boards = [str(past.canvas(seat)) for past in match.replay() for seat in past.to_act or (None,)]
        assert boards[-1] in said
    widest = max(len(line) for board in boards for line in board.splitlines())
    assert all(len(line.rstrip()) <= max(widest, WIDTH) for line in said.splitlines())
    assert english_words(said, match) == []
    english = nodarium.new(game_id, seed=5)
    for move in match.history:
        english.play(move.move, move.seat)
    assert match.record().outcome == english.record().outcome  # records are in English


def test_a_german_game_at_a_terminal(nodarium_command: Command) -> None:
    game = next(game for game in map(find_game, game_ids()) if not has_secrets(nodarium.new(game.id, seed=7)))
    seat = format_message(game.seat_title(0), GERMAN)
    with PseudoTerminal("--language", GERMAN, "play", "--seed", "7", "--save", "new.json") as terminal:
        terminal.wait_for("Welches Spiel? ")
        terminal.type("ludo\n")
        terminal.wait_for("Unbekanntes Spiel „ludo“.")
        terminal.type(f"{game.id}\n")
        terminal.wait_for(f"{seat}> ")
        terminal.type("xyzzy\n")
        terminal.wait_for("„xyzzy“")
        terminal.type("resign\n")
        terminal.wait_for("Partie zu Ende> ")
        terminal.type("quit\n")
        code, said = terminal.leave()
    assert code == 0
    assert "Die Partie ist gespeichert." in said


@pytest.mark.parametrize("answer", ["j", "ja", "JA", "y", "yes"])
def test_a_draw_may_be_agreed_in_german(nodarium_command: Command, answer: str) -> None:
    game_id = next(game_id for game_id in game_ids() if not has_secrets(nodarium.new(game_id, seed=0)))
    played(game_id, 2, steps=4).save("game.json")
    words = "--language", GERMAN, "play", "--resume", "game.json"
    assert "nicht einverstanden" in nodarium_command.right(*words, typed="draw\nnein\n")
    nodarium_command.right(*words, typed=f"draw\n{answer}\n")
    outcome = load("game.json").outcome
    assert outcome
    assert outcome.winners == ()


# ---- nothing bypasses the catalogues ----

# The names of players, bots and files, and what users type.
DATA = {"random", "novice", "plain", "moves", "xyzzy"}


def outside(text: str) -> str:
    """Return what is outside the brackets of the pseudo-language, which may be nested."""
    depth, kept = 0, []
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        kept.append("" if depth or letter == "⟧" else letter)
    assert depth == 0
    return "".join(kept)


def english_words(said: str, match: Match | None = None) -> list[str]:
    """Return pairs of words outside the brackets that aren't data: commands, options, moves and names."""
    if "⟦" not in said:
        return []
    game_words = set()
    if match:
        moves = [move for past in match.replay() for seat in past.to_act for move in past.legal_moves(seat)]
        game_words = {word for move in moves for word in re.findall(r"[A-Za-z]+", move)}
    text = re.sub(r"(?m)^.*\bnodarium [a-z].*$", "", outside(said))  # a command to type
    pairs = re.findall(r"(?<![\w-])([A-Za-z][a-z]+) +(?=([A-Za-z][a-z]+))", text)
    return [f"{one} {two}" for one, two in pairs if not {one, two} <= DATA | game_words]


def test_the_pseudo_language_reaches_all_help(nodarium_command: Command) -> None:
    commands = [[], *([name] for name in COMMANDS), *(command.name.split() for command in ADMIN_COMMANDS)]
    for words in commands:
        said = nodarium_command.right(*words, "--help", "--language", PSEUDO)
        assert said.startswith("⟦úságé")
        assert english_words(said) == [], words


@games
def test_the_pseudo_language_reaches_the_help_of_a_game(nodarium_command: Command, game_id: str) -> None:
    assert english_words(nodarium_command.right("play", game_id, "--help", "--language", PSEUDO)) == []


def test_the_pseudo_language_reaches_the_list_of_games(nodarium_command: Command) -> None:
    said = nodarium_command.right("games", "--language", PSEUDO)
    for option in [option for game in map(find_game, game_ids()) for option in game.options]:
        for choice in option.choices:
            said = re.sub(rf"(?<![\w-]){re.escape(str(choice))}\*?(?![\w-])", "·", said)
    assert english_words(said.replace(" no", " ·").replace(" yes", " ·")) == []


@games
def test_the_pseudo_language_reaches_every_report(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 1, steps=8)
    match.resign(0)
    match.save("game.json")
    for words in (
        ["show", "game.json"],
        ["verify", "game.json"],
        ["analyse", "game.json", "--bot", "plain:playouts=20"],
        ["play", "--resume", "game.json"],
    ):
        said = nodarium_command.right(*words, "--language", PSEUDO, typed="undo\n?\nmoves xyzzy\nundo 3\nhint\nsave\n")
        assert "⟦" in said
        assert english_words(said, match) == [], words


def test_the_pseudo_language_reaches_the_arena(nodarium_command: Command) -> None:
    words = "arena", game_ids()[0], "--bots", "random", "novice:playouts=6", "--games", "2", "--workers", "1"
    said = nodarium_command.right(*words, "--output", "new", "--language", PSEUDO)
    assert said.count("⟦") > 10
    assert english_words(said) == []


@pytest.mark.parametrize(
    "words",
    [
        ["xyzzy"],
        ["gmaes"],
        ["learn"],
        ["games", "--loud"],
        ["games", "more"],
        ["rules"],
        ["rules", "ludo"],
        ["show", "none.json"],
        ["show", "."],
        ["play"],
        ["play", "GAME", "--seed", "lucky"],
        ["play", "GAME", "--seed"],
        ["play", "GAME", "--seat", "9"],
        ["play", "GAME", "--bots", "random"],
        ["play", "GAME", "--hotseat", "--bot", "random"],
        ["play", "GAME", "--hotseat=yes"],
        ["play", "GAME", "--theme", "pink"],
        ["play", "GAME", "--colour", "red"],
        ["perft", "GAME", "--depth", "0"],
        ["arena", "GAME"],
        ["arena", "GAME", "--bots", "random", "random", "--games", "2", "--sprt", "5"],
        ["arena", "GAME", "--bots", "random", "--games", "2"],
        ["admin", "role", "ann", "king"],
        ["admin", "users", "--database", "sqlite:///missing.db"],
    ],
    ids=" ".join,
)
def test_the_pseudo_language_reaches_refusals(nodarium_command: Command, words: list[str]) -> None:
    named = [game_ids()[0] if word == "GAME" else word for word in words]
    said = nodarium_command.wrong("--language", PSEUDO, *named, typed="")
    assert said.startswith("⟦")
    assert english_words(said) == []


# ---- tables, numbers and data ----


def test_tables_have_columns_in_every_language(nodarium_command: Command) -> None:
    played(game_ids()[0], 1, steps=8).save("game.json")
    for language in ("en", GERMAN, PSEUDO):
        said = nodarium_command.right("analyse", "game.json", "--bot", "plain:playouts=20", "--language", language)
        rows = [line for line in said.splitlines() if re.match(r" *\d+  ", line)]
        head = said.splitlines()[said.splitlines().index(rows[0]) - 1]
        column = len(re.match(r"\s*\S+\s+", head)[0])  # type: ignore[index]
        assert all(row[column - 1] == " " != row[column] for row in rows)


def test_numbers_follow_the_language(nodarium_command: Command) -> None:
    words = "arena", game_ids()[0], "--bots", "random", "random", "--games", "2", "--workers", "1"
    assert re.search(r"\d\.\d%", nodarium_command.right(*words, "--language", "en"))
    german = nodarium_command.right(*words, "--language", GERMAN)
    assert re.search(r"\d,\d\s%", german)
    assert not re.search(r"\d\.\d", german)


def test_data_for_programs_is_the_same_in_every_language(nodarium_command: Command) -> None:
    game_id = game_ids()[0]
    arena = "arena", game_id, "--bots", "random", "random", "--games", "2", "--workers", "1"
    results = []
    for language in ("en", GERMAN):
        nodarium_command.right(*arena, "--output", language, "--language", language)
        folder = Path(language)
        results.append(
            [sorted((folder / name).read_text("utf-8").splitlines()) for name in ("results.jsonl", "games.jsonl")]
        )
    assert results[0] == results[1]
    counts = [
        [line.split()[:2] for line in nodarium_command.right("perft", game_id, "--language", language).splitlines()]
        for language in ("en", GERMAN)
    ]
    assert counts[0] == counts[1]


def test_an_analysis_as_json_has_sentences_in_the_language(nodarium_command: Command) -> None:
    match = played(game_ids()[0], 1, steps=6)
    match.resign(0)
    match.save("game.json")
    analyse = "analyse", "game.json", "--bot", "plain:playouts=20", "--json"
    english, german = (json.loads(nodarium_command.right(*analyse, "--language", name)) for name in ("en", GERMAN))
    assert english["seats"] == german["seats"] == list(match.game.seat_names[: match.state.seats])
    assert match.outcome_text
    assert german["outcome_text"] == format_message(match.outcome_text, GERMAN) != english["outcome_text"]
    assert english["moves"][0]["after"] == german["moves"][0]["after"]
