"""`nodarium perft`."""

from __future__ import annotations

import pytest

from nodarium import find_game, game_ids
from nodarium.cli.command import flag
from nodarium.core.state import State
from tests.cli.command import Command

games = pytest.mark.parametrize("game_id", game_ids())


def sequences(state: State, depth: int) -> int:
    """Count sequences one by one."""
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions(state.to_act[0]) if state.to_act else ():
        after = state.copy()
        after.apply(action, state.to_act[0])
        total += sequences(after, depth - 1)
    return total


def counts(table: str) -> list[int]:
    head, *rows = table.splitlines()
    assert head.split() == ["depth", "count", "seconds"]
    assert [int(row.split()[0]) for row in rows] == list(range(1, len(rows) + 1))
    return [int(row.split()[1].replace(",", "")) for row in rows]


@pytest.mark.slow
@games
def test_sequences_are_counted_for_each_depth(nodarium_command: Command, game_id: str) -> None:
    start = find_game(game_id).new_state({}, 7)
    table = nodarium_command.right("perft", game_id, "--seed", "7", "--depth", "3")
    assert counts(table) == [sequences(start, depth) for depth in (1, 2, 3)]


@pytest.mark.slow
@games
def test_options_are_used(nodarium_command: Command, game_id: str) -> None:
    game = find_game(game_id)
    for option in game.options:
        for choice in option.choices:
            text = ("no", "yes")[choice] if isinstance(choice, bool) else str(choice)
            table = nodarium_command.right("perft", game_id, "--depth", "2", f"{flag(option.name)}={text}")
            assert counts(table)[1] == sequences(game.new_state({option.name: choice}, 0), 2)


@games
def test_counting_can_start_from_a_position(nodarium_command: Command, game_id: str) -> None:
    game = find_game(game_id)
    state = game.new_state({}, 7)
    for _ in range(3):
        state.apply(state.legal_actions(state.to_act[0])[0], state.to_act[0])
    position = game.notation.format_position(state)
    table = nodarium_command.right("perft", game_id, "--depth", "3", "--position", position)
    assert counts(table) == [sequences(state, depth) for depth in (1, 2, 3)]


@games
def test_a_finished_game_has_no_sequences(nodarium_command: Command, game_id: str) -> None:
    game = find_game(game_id)
    state = game.new_state({}, 7)
    state.rollout(7)
    position = game.notation.format_position(state)
    table = nodarium_command.right("perft", game_id, "--depth", "3", "--position", position)
    assert counts(table) == [0, 0, 0]


@games
def test_bad_arguments_are_refused(nodarium_command: Command, game_id: str) -> None:
    perft = "perft", game_id
    assert "--depth must be at least 1, not 0" in nodarium_command.wrong(*perft, "--depth", "0")
    assert "“x” isn’t a whole number" in nodarium_command.wrong(*perft, "--depth", "x")
    assert "seed" in nodarium_command.wrong(*perft, "--seed", "-1")
    nodarium_command.wrong(*perft, "--position", "nonsense")
    assert "option" in nodarium_command.wrong(*perft, "--colour=red")
    for option in find_game(game_id).options:
        assert option.name in nodarium_command.wrong(*perft, f"{flag(option.name)}=nonsense")
    together = nodarium_command.wrong(*perft, "--position", "any", "--seed", "1")
    assert "Leave out --seed" in together
