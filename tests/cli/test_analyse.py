"""`nodarium analyse`: in words, as JSON, as a chart, and what goes wrong with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nodarium import game_ids
from nodarium.cli.analyse import better
from nodarium.lab.analysis import analyse
from nodarium.lab.chart import draw
from tests.cli.command import Command
from tests.play import PLAIN
from tests.record.play import played

GAMES = game_ids()
games = pytest.mark.parametrize("game_id", GAMES)
QUICK = f"plain:playouts={6 if PLAIN else 40}"
ANALYSE = ("analyse", "game.json", "--bot", QUICK)


@games
def test_every_move_and_the_largest_swings_are_told(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 1, steps=12)
    match.resign(0)
    match.save("game.json")
    said = nodarium_command.right(*ANALYSE)
    found = analyse(match, QUICK)
    names = match.game.seat_names
    rows = [line.split() for line in said.splitlines() if line[:4].strip().isdecimal()]
    assert [row[0] for row in rows] == [str(step.number) for step in found.moves]
    for row, step in zip(rows, found.moves, strict=True):
        assert row[1:].count(names[step.seat]) == 1
        assert " ".join(row).startswith(f"{step.number} {names[step.seat]} {step.move} {step.before * 100:.0f} %")
    told = " ".join(said.partition("The largest swings:")[2].split())
    for number, step in enumerate(found.swings, 1):
        assert f"{number}. Move {step.number}, {names[step.seat]} {step.move}: from" in told
    assert f"{match.outcome_text}." in " ".join(said.split())


@games
def test_secrets_are_respected_and_that_is_said(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 1, steps=2)
    match.save("game.json")
    assert ("from what it could know" in nodarium_command.right(*ANALYSE)) == match.game.imperfect_information


@games
def test_json_holds_all_of_it(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 1, steps=8)
    match.save("game.json")
    data = json.loads(nodarium_command.right(*ANALYSE, "--json"))
    found = analyse(match, QUICK)
    assert data["swings"] == [step.number for step in found.swings]
    assert [step["after"] for step in data["steps"]] == [step.after for step in found.moves]
    assert data["steps"][0]["advice"]["options"][0]["move"] == found.moves[0].recommendation.candidates[0].move


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
    assert "say which one" in nodarium_command.wrong("analyse", "games.jsonl")


def test_a_match_without_moves_says_so(nodarium_command: Command) -> None:
    played(GAMES[0], steps=0).save("game.json")
    assert "Nothing has been played." in nodarium_command.right(*ANALYSE)


def test_wrong_words_are_a_sentence(nodarium_command: Command) -> None:
    played(GAMES[0], steps=3).save("game.json")
    analyse_it = "analyse", "game.json"
    assert "Unknown bot 'deep'" in nodarium_command.wrong(*analyse_it, "--bot", "deep")
    assert "no opinion" in nodarium_command.wrong(*analyse_it, "--bot", "random")
    assert "no folder nowhere" in nodarium_command.wrong(*analyse_it, "--svg", "nowhere/chart.svg")
    assert "No such file" in nodarium_command.wrong("analyse", "none.json")


@games
def test_columns_are_explained_and_only_what_is_better_is_called_so(nodarium_command: Command, game_id: str) -> None:
    match = played(game_id, 1, steps=12)
    match.save("game.json")
    said = nodarium_command.right(*ANALYSE)
    assert "Before and after a move" in said
    for step in analyse(match, QUICK).moves:
        tried = {option.move: option.value for option in step.recommendation.candidates}
        made = tried.get(step.move, 0.0) if step.simultaneous else step.after
        if offered := better(step):
            assert tried[offered.rpartition(" ")[0].rpartition(" ")[0]] > made


def test_a_weak_judge_is_called_one(nodarium_command: Command) -> None:
    played(GAMES[0], steps=2).save("game.json")
    for bot, weak in ((QUICK, True), ("novice:playouts=6", True), ("master:playouts=6", False)):
        assert ("can be far off" in nodarium_command.right("analyse", "game.json", "--bot", bot)) == weak
