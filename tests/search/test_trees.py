"""The tree searches, on all games."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest

from nodarium.core.state import State
from nodarium.search.ismcts import IsmctsTree
from nodarium.search.regret_matching import equilibrium
from nodarium.search.rollouts import rollout_games
from nodarium.search.settings import SearchSettings
from nodarium.search.uct import UctTree
from tests.play import CASES, Case
from tests.search.matrix import MatrixGame

OPEN = [case for case in CASES if not case.game.imperfect_information]
ROOM = 50_000
UNKNOWN, NOBODY = -1, 7  # as in uct.py, whose own names the compiler keeps to itself


def block(tree: UctTree) -> range:
    """The children of the root."""
    return range(tree.first_child[0], tree.first_child[0] + tree.num_children[0])


def root_visits(tree: UctTree) -> dict[int, int]:
    return {tree.action[child]: tree.visits[child] for child in block(tree)}


def near_the_end(case: Case, steps: int) -> State:
    """Return a position a few steps before the end of a random game, small enough to search exhaustively."""
    for seed in range(100):
        states = deque((state.copy() for state in case.walk(seed)), steps + 1)
        if size(states[0], 3000) < 3000:
            return states[0]
    raise AssertionError


def size(state: State, limit: int) -> int:
    """How many positions can follow, up to a limit."""
    total = 1
    for action in state.legal_actions():
        if total >= limit:
            break
        twin = state.copy()
        twin.apply(action)
        total += size(twin, limit - total)
    return total


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_game_says_whether_it_has_secrets(case: Case) -> None:
    found = any(
        len(state.to_act) > 1 or any(state.view(seat) != state.view(None) for seat in state.to_act)
        for state in case.walk(1)
    )
    assert case.game.imperfect_information == found


@pytest.mark.slow
@pytest.mark.parametrize("case", OPEN, ids=str)
def test_search_tries_the_legal_actions_and_leaves_the_position_alone(case: Case) -> None:
    state = case.position(3, 40)
    before = case.game.notation.format_position(state)
    tree = UctTree(SearchSettings(), ROOM)
    tree.run(state, 0, 300, 1)
    visits = root_visits(tree)
    assert list(visits) == state.legal_actions()
    assert sum(visits.values()) == tree.visits[0]
    assert tree.visits[0] == 300 or tree.proof[0] != UNKNOWN  # a solved position needs no more playouts
    assert case.game.notation.format_position(state) == before


@pytest.mark.slow
@pytest.mark.parametrize("case", OPEN, ids=str)
def test_the_same_seed_gives_the_same_tree(case: Case) -> None:
    state = case.position(3, 40)
    trees = [UctTree(SearchSettings(), ROOM) for _ in range(2)]
    assert trees[0].run(state, 0, 300, 7) == trees[1].run(state, 0, 300, 7)
    assert root_visits(trees[0]) == root_visits(trees[1])


FORESEEING = [case for case in OPEN if case.game.bot.settings.get("foresight")]


def uneven(case: Case) -> tuple[State, int]:
    """An early position in which the seat that does not act is behind, and that seat."""
    for seed in range(100):
        for ply, position in enumerate(case.walk(seed)):
            if ply == 8:
                break
            state, other = case.game.bot_state(position), 1 - position.to_act[0]
            tree = UctTree(SearchSettings().with_overrides(case.game.bot.settings), ROOM)
            tree.run(state, other, 500, 1)
            if len(state.legal_actions()) > 9 and tree.root_value(other) < 0.25:
                return state, other
    raise AssertionError("somebody is behind at some time")


@pytest.mark.slow
@pytest.mark.parametrize("case", FORESEEING, ids=str)
def test_who_is_behind_thinks_that_the_other_looks_where_random_playouts_go_well(case: Case) -> None:
    state, behind = uneven(case)
    ahead = 1 - behind
    settings = SearchSettings().with_overrides(case.game.bot.settings)
    sober, hopeful, leading = (UctTree(replace(settings, naive_opponent=naive), ROOM) for naive in (0.0, 1.0, 1.0))
    sober.run(state, behind, 20_000, 1)
    hopeful.run(state, behind, 20_000, 1)
    leading.run(state, ahead, 20_000, 1)
    assert root_visits(leading) == root_visits(sober) != root_visits(hopeful)
    found = {
        hopeful.action[child]: hopeful.random_rollout_sum[child] / max(hopeful.visits[child], 1)
        for child in block(hopeful)
    }
    hopes = [sum(count * found[action] for action, count in root_visits(tree).items()) for tree in (sober, hopeful)]
    assert hopes[1] > hopes[0]
    assert hopes[1] == pytest.approx(
        hopeful.random_rollout_sum[0] if ahead == 0 else 20_000 - hopeful.random_rollout_sum[0], rel=1e-3
    )


@pytest.mark.slow
@pytest.mark.parametrize("case", OPEN, ids=str)
def test_full_tree_goes_on_counting(case: Case) -> None:
    state = case.new(1)
    tree = UctTree(SearchSettings(), len(state.legal_actions()) + 1)
    tree.run(state, 0, 200, 1)
    assert tree.size == tree.capacity
    assert tree.visits[0] == 200


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("case", OPEN, ids=str)
def test_a_proof_agrees_with_trying_everything(case: Case, steps: int) -> None:
    state = near_the_end(case, steps)
    tree = UctTree(SearchSettings(), ROOM)
    tree.run(state, 0, 30_000, 1)
    assert tree.proof[0] == solve(state) != UNKNOWN


def solve(state: State) -> int:
    """Who wins with best play, by trying everything; only for positions just before the end."""
    outcome = state.outcome
    if outcome is not None:
        return outcome.winners[0] if outcome.winners else NOBODY
    seat = state.to_act[0]
    results = set()
    for action in state.legal_actions():
        twin = state.copy()
        twin.apply(action)
        results.add(solve(twin))
        if seat in results:
            return seat
    return NOBODY if NOBODY in results else 1 - seat


@pytest.mark.slow
@pytest.mark.parametrize("c_puct", [0, 0.5])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_information_tree_takes_any_game_and_leaves_the_position_alone(case: Case, c_puct: float) -> None:
    state = case.position(3, 40)
    if not state.to_act_mask:
        return
    before = case.game.notation.format_position(state)
    tree = IsmctsTree(SearchSettings(exploration=0.7, c_puct=c_puct), ROOM, case.game.num_actions)
    tree.run(state, state.to_act[0], 300, 1)
    assert tree.visits[0] == 300
    assert case.game.notation.format_position(state) == before


@pytest.mark.slow
@pytest.mark.parametrize("c_puct", [0, 0.5])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_seat_cannot_know_does_not_change_its_tree(case: Case, c_puct: float) -> None:
    state = case.position(3, 40)
    for seat in state.to_act:
        other = state.copy()
        other.determinize(seat, 99)
        trees = [
            IsmctsTree(SearchSettings(exploration=0.7, c_puct=c_puct), ROOM, case.game.num_actions) for _ in range(2)
        ]
        assert trees[0].run(state, seat, 200, 5) == trees[1].run(other, seat, 200, 5)
        assert list(trees[0].visits[: trees[0].size]) == list(trees[1].visits[: trees[1].size])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_seats_arms_are_its_legal_actions(case: Case) -> None:
    state = case.new(1)
    for seat in state.to_act:
        tree = IsmctsTree(SearchSettings(exploration=0.7), ROOM, case.game.num_actions)
        tree.run(state, seat, 500, 1)
        arms = tree.root_statistics(seat)
        assert {action for action, *_ in arms} <= set(state.legal_actions(seat))
        assert 0 < sum(visits for _, visits, *_ in arms) <= 500


@pytest.mark.parametrize("case", CASES, ids=str)
def test_other_seats_arms_are_actions_that_they_may_have(case: Case) -> None:
    """What another seat can do may be a secret, so the search considers all that is possible."""
    state = case.new(1)
    searching, *others = state.to_act
    tree = IsmctsTree(SearchSettings(exploration=0.7), ROOM, case.game.num_actions)
    tree.run(state, searching, 500, 1)
    for other in others:
        possible = set()
        for seed in range(200):
            twin = state.copy()
            twin.determinize(searching, seed)
            possible |= set(twin.legal_actions(other))
        assert {action for action, *_ in tree.root_statistics(other)} <= possible


@pytest.mark.parametrize("case", CASES, ids=str)
def test_random_play_counts_its_steps_and_wins(case: Case) -> None:
    state = case.new(1)
    steps, wins = rollout_games(state, 20, 1)
    assert steps > 20
    assert len(wins) == state.seats


# ---- Choices made at once ----

# Who wins, by row and column: 2 the rows, 1 nobody, 0 the columns; and what that is worth to the rows.
PENNIES = ([[2, 0], [0, 2]], 1 / 2)
PAPER = ([[1, 0, 2], [2, 1, 0], [0, 2, 1]], 1 / 2)
UNEVEN = ([[2, 0], [0, 1]], 1 / 3)
SADDLE = ([[2, 1], [1, 0]], 1 / 2)
WIDE = ([[2, 0, 1], [0, 2, 1]], 1 / 2)


@pytest.mark.parametrize(("table", "value"), [PENNIES, PAPER, UNEVEN, SADDLE, WIDE])
def test_regret_matching_finds_the_equilibrium(table: list[list[int]], value: float) -> None:
    worth = [[cell / 2 for cell in row] for row in table]
    rows, columns, found = equilibrium(worth)
    assert found == pytest.approx(value, abs=0.01)
    assert sum(rows) == pytest.approx(1)
    against = [sum(rows[r] * worth[r][c] for r in range(len(rows))) for c in range(len(columns))]
    assert min(against) >= value - 0.02  # whatever the other side does
    for_it = [sum(columns[c] * worth[r][c] for c in range(len(columns))) for r in range(len(rows))]
    assert max(for_it) <= value + 0.02


@pytest.mark.parametrize(("table", "value"), [PENNIES, PAPER, UNEVEN, SADDLE, WIDE])
def test_search_learns_what_joint_choices_are_worth(table: list[list[int]], value: float) -> None:
    tree = IsmctsTree(SearchSettings(exploration=0.7), 1000, 8)
    tree.run(MatrixGame(table), 0, 5000, 3)
    worth = [[0.5] * len(table[0]) for _ in table]
    row = tree.first_child[0]
    while row:
        column = tree.first_child[row]
        while column:
            mean = tree.value_sum[column] / tree.visits[column]  # to the seat that the search is for
            worth[tree.action[row]][tree.action[column]] = mean
            column = tree.next_sibling[column]
        row = tree.next_sibling[row]
    assert worth == [[cell / 2 for cell in line] for line in table]
    assert equilibrium(worth)[2] == pytest.approx(value, abs=0.02)


def test_seats_that_choose_at_once_do_not_see_each_other() -> None:
    tree = IsmctsTree(SearchSettings(exploration=0.7), 1000, 8)
    tree.run(MatrixGame(PENNIES[0]), 0, 4000, 3)
    shadow = tree.seat_root[0]
    arms = []
    arm = tree.first_child[shadow]
    while arm:
        arms.append(tree.visits[arm])
        arm = tree.next_sibling[arm]
    assert sum(arms) > 3900
    assert min(arms) > 1000  # matching pennies: neither side of the coin is better
