"""`nodarium analyse`: as text, as JSON, as a chart, and its refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nodarium import game_ids
from nodarium.cli.analyse import better_move
from nodarium.lab.analysis import analyse
from nodarium.lab.chart import draw, percent
from tests.cli.command import Command
from tests.play import PLAIN
from tests.record.play import played

GAMES = game_ids()
games = pytest.mark.parametrize("game_id", GAMES)
QUICK = f"plain:playouts={6 if PLAIN else 40}"
ANALYSE = ("analyse", "game.json", "--bot", QUICK)


@games
def test_every_move_and_the_largest_swings_are_printed(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 1, steps=12)
    match.resign(0)
    match.save("game.json")
    said = nodarium_command.right(*ANALYSE)
    found = analyse(match, QUICK)
    names = [str(title) for title in found.seat_titles]
    rows = [line for line in said.splitlines() if line[:4].strip().isdecimal()]
    assert [row.split()[0] for row in rows] == [str(review.number) for review in found.moves]
    for row, review in zip(rows, found.moves, strict=True):
        expected = f"{review.number} {names[review.seat]} {review.move} {percent(review.before)} "
        assert " ".join(row.split()).startswith(expected)
    swings = " ".join(said.partition("The largest swings:")[2].split())
    for number, review in enumerate(found.swings, 1):
        assert f"{number}. Move {review.number}, {names[review.seat]} {review.move}: from" in swings
    assert f"{match.outcome_text}." in " ".join(said.split())


@games
def test_imperfect_information_is_mentioned(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 1, steps=2)
    match.save("game.json")
    assert ("from what it could know" in nodarium_command.right(*ANALYSE)) == match.game.imperfect_information


@games
def test_json_contains_the_whole_analysis(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 1, steps=8)
    match.save("game.json")
    data = json.loads(nodarium_command.right(*ANALYSE, "--json"))
    found = analyse(match, QUICK)
    assert data["swings"] == [review.number for review in found.swings]
    assert [review["after"] for review in data["moves"]] == [review.after for review in found.moves]
    assert (
        data["moves"][0]["recommendation"]["candidates"][0]["move"] == found.moves[0].recommendation.candidates[0].move
    )


@games
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chart_is_drawn_to_a_file(nodarium_command: Command, game_id: str, theme: str) -> None:
    match = played(game_id, 1, steps=8)
    match.save("game.json")
    said = nodarium_command.right(*ANALYSE, "--svg", "chart.svg", "--theme", theme)
    assert "played" in said
    assert Path("chart.svg").read_text("utf-8") == draw(analyse(match, QUICK), theme)


def test_a_record_is_chosen_from_many(nodarium_command: Command) -> None:
    for seed in (1, 2):
        played(GAMES[0], seed, steps=3).save("games.jsonl")
    said = nodarium_command.right("analyse", "games.jsonl", "--record", "2", "--bot", QUICK)
    assert played(GAMES[0], 2, steps=3).history[0].move in said
    assert "Choose one with --record" in nodarium_command.wrong("analyse", "games.jsonl")


def test_a_match_without_moves_says_so(nodarium_command: Command) -> None:
    played(GAMES[0], steps=0).save("game.json")
    assert "No moves have been played yet." in nodarium_command.right(*ANALYSE)


def test_bad_arguments_are_refused(nodarium_command: Command) -> None:
    played(GAMES[0], steps=3).save("game.json")
    analyse_it = "analyse", "game.json"
    assert "Unknown bot “deep”" in nodarium_command.wrong(*analyse_it, "--bot", "deep")
    assert "random doesn’t search" in nodarium_command.wrong(*analyse_it, "--bot", "random")
    assert "The directory nowhere doesn’t exist" in nodarium_command.wrong(*analyse_it, "--svg", "nowhere/chart.svg")
    assert "none.json doesn’t exist." in nodarium_command.wrong("analyse", "none.json")


@games
def test_columns_are_explained_and_only_better_moves_are_shown(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 1, steps=12)
    match.save("game.json")
    said = nodarium_command.right(*ANALYSE)
    assert "Before and after: " in said
    for review in analyse(match, QUICK).moves:
        tried = {candidate.move: candidate.value for candidate in review.recommendation.candidates}
        made = tried.get(review.move, 0.0) if review.simultaneous else review.after
        if offered := better_move(review):
            assert tried[offered.rpartition(" ")[0]] > made


def test_a_weak_bot_gets_a_warning(nodarium_command: Command) -> None:
    played(GAMES[0], steps=2).save("game.json")
    for bot, weak in ((QUICK, True), ("novice:playouts=6", True), ("master:playouts=6", False)):
        assert ("can be far off" in nodarium_command.right("analyse", "game.json", "--bot", bot)) == weak
