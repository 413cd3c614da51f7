"""`nodarium games`, `nodarium rules`, `nodarium --version` and their refusals."""

from __future__ import annotations

import pytest

import nodarium
from nodarium import find_game, game_ids
from nodarium.cli.command import flag
from tests.cli.command import Command
from tests.play import PLAIN

GAMES = game_ids()
games = pytest.mark.parametrize("game_id", GAMES)


def flat(text: str) -> str:
    """Return a text without its line breaks."""
    return " ".join(text.split())


def unmarked(text: str) -> str:
    return text.replace("*", "").replace("`", "")


@games
def test_every_game_is_listed_with_its_facts_and_options(nodarium_command: Command, game_id: str) -> None:
    game = find_game(game_id)
    listed = flat(nodarium_command.right("games"))
    by = f", by {game.designer}" if game.designer else ""
    assert f"{game_id} {game.title}{by}: " in listed
    assert f" players, {game.minutes} minute" in listed
    assert str(game.summary) in listed
    for option in game.options:
        assert f"{flag(option.name)} " in listed
        assert f"{game.option_title(option)} ({option.rule})" in listed
        assert not option.parse_custom or str(game.option_hint(option)) in listed


@games
def test_the_number_of_players_is_listed(nodarium_command: Command, game_id: str) -> None:
    seats = find_game(game_id).new_state({}, 1).seats
    line = next(line for line in nodarium_command.right("games").splitlines() if line.startswith(f"{game_id} "))
    assert str(seats) in line.partition(" players")[0]


@games
def test_all_rules_are_shown_with_their_sources(nodarium_command: Command, game_id: str) -> None:
    lines = nodarium_command.right("rules", game_id).splitlines()
    for rule in find_game(game_id).rulebook().rules.values():
        at = next(number for number, line in enumerate(lines) if line.startswith(f"{rule.id} "))
        below = [line.split(" ")[0] for line in lines[at + 1 : at + 1 + len(rule.sources)]]
        assert below == list(rule.sources)
        assert rule.chapter in lines


@games
def test_no_word_of_the_rules_is_lost(nodarium_command: Command, game_id: str) -> None:
    rules = find_game(game_id).rulebook().rules
    for rule_id, rule in rules.items():
        shown = nodarium_command.right("rules", game_id, rule_id)
        assert set(unmarked(rule.text).split()) <= set(unmarked(shown).split())


@games
def test_rule_ids_ignore_case(nodarium_command: Command, game_id: str) -> None:
    rule_id = next(iter(find_game(game_id).rulebook().rules))
    shown = nodarium_command.right("rules", game_id, rule_id.lower())
    assert shown == nodarium_command.right("rules", game_id, rule_id)
    assert shown.startswith(rule_id)


@games
def test_lines_of_rules_fit_the_terminal(
    nodarium_command: Command, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in (60, 80, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        longest = max(map(len, nodarium_command.right("rules", game_id).splitlines()))
        assert longest <= min(columns, 96)


def test_the_version_says_whether_the_rules_are_compiled(nodarium_command: Command) -> None:
    form = "plain Python" if PLAIN else "compiled"
    assert nodarium_command.right("--version") == f"nodarium {nodarium.__version__} ({form})\n"


def test_without_colours_there_are_no_escape_codes(nodarium_command: Command) -> None:
    assert "\x1b" not in nodarium_command.right("games") + nodarium_command.right("rules", GAMES[0])


# ---- refusals ----


def test_an_unknown_game_is_refused(nodarium_command: Command) -> None:
    assert "“ludo”" in nodarium_command.wrong("rules", "ludo")
    assert "“ludo”" in nodarium_command.wrong("play", "ludo")
    assert "“ludo”" in nodarium_command.wrong("perft", "ludo")


def test_a_typo_in_a_game_gets_a_suggestion(nodarium_command: Command) -> None:
    assert f"id you mean {GAMES[0]}?" in nodarium_command.wrong("rules", GAMES[0] + "x")


@games
def test_an_unknown_rule_is_refused(nodarium_command: Command, game_id: str) -> None:
    assert "999" in nodarium_command.wrong("rules", game_id, "999")


def test_an_unknown_command_is_refused(nodarium_command: Command) -> None:
    assert "Did you mean games?" in nodarium_command.wrong("gmaes")
    assert "Available: games, rules" in nodarium_command.wrong("xyzzy")


@pytest.mark.parametrize(
    "words", [["rules"], ["show"], ["svg"], ["verify"], ["perft"], ["--loud"], ["games", "--loud"], ["games", "more"]]
)
def test_missing_and_extra_arguments_are_refused(nodarium_command: Command, words: list[str]) -> None:
    command = "" if words[0].startswith("-") else f"{words[0]} "
    assert f"See `nodarium {command}--help`." in nodarium_command.wrong(*words)
