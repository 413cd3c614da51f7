"""Nøde's bot: bridges, wins and threats."""

from __future__ import annotations

import pytest

from nodarium.core.discovery import find_game
from nodarium.games.noede.board import BOARDS
from nodarium.games.noede.bot import BotState
from nodarium.games.noede.notation import parse_move, parse_position
from nodarium.search.bots import make_bot
from nodarium.search.settings import SearchSettings
from nodarium.search.uct import UctTree

GAME = find_game("noede")
FOUR = BOARDS[0]


def bot_state(text: str) -> BotState:
    state = GAME.bot_state(parse_position(text))
    assert isinstance(state, BotState)
    return state


def name(cell: int) -> str | None:
    return None if cell < 0 else FOUR.names[cell]


@pytest.mark.parametrize(
    ("white", "black", "cut", "cell"),
    [
        ("a4 c4 e3", "g4 d4", "d4", "d3"),  # d3 keeps c4 and e3 together
        ("a4 c4 e3", "g4 d4 d3", "d4", None),  # it is taken
        ("a4 c4 e3 c3 d2 e2", "g4 d4", "d4", None),  # they are together by another way
        ("a4 e2", "g4 e1", "e1", "f1"),  # f1 reaches the side
        ("a4 e2 d2 d1", "g4 e1", "e1", None),  # the chain is there already
        ("a4 d3 e2 d1", "g4 e1 f1", "e1", "d2"),  # d2 joins an anchor to a chain
    ],
)
def test_a_cut_is_answered_where_it_matters(white: str, black: str, cut: str, cell: str | None) -> None:
    state = bot_state(f"4 | {white} | {black} | white turn")
    assert name(state.save_bridge(FOUR.number[cut], 0)) == cell


@pytest.mark.rule("O-5")
@pytest.mark.parametrize(
    ("white", "black", "cells"),
    [
        ("a4", "g4 b3", {"d1", "d7", "a7", "g1"}),  # the line of a4 is there; these cross it in d4
        ("a4", "d1 a7 g1", {"d7"}),
        ("a4", "d1 d7 a7 g1", {None}),  # none is left
        ("a4 d1", "d7 a7 g1 g4", {"d4"}),  # none is left, but two lines cross there already
        ("a4 d1", "d7 a7 g1", {"g4"}),  # a node with an anchor is better than one alone
    ],
)
def test_a_cell_is_taken_with_an_anchor_that_opens_it(white: str, black: str, cells: set[str | None]) -> None:
    state = bot_state(f"4 | {white} | {black} | white turn")
    assert {name(state.first_step_towards(FOUR.number["d4"], 0, seed << 32)) for seed in range(200)} == cells


def test_a_node_alone_scores_lower_than_an_anchor() -> None:
    state = bot_state("4 | a4 d1 | g4 b3 | white turn")
    tree = UctTree(SearchSettings(progressive_bias=1.0), 1000)
    tree.run(state, 0, 1, 1)
    scores = {FOUR.names[tree.action[child]]: tree.action_heuristic[child] for child in range(1, tree.size)}
    assert scores["d4"] < scores["d7"]


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("4 | a4 b4 c4 d4 e4 f4 d1 | g1 a7 e2 c6 b3 | white turn", {"g4", "g3"}),  # either wins
        ("4 | a4 b4 c4 d4 e4 f4 d1 g2 | g1 a7 e2 c6 b3 g3 | white turn", {"g4"}),
        ("4 | d1 a7 g3 f3 f5 e5 | a4 b4 c4 d4 e4 f4 | white turn", {"g4"}),  # black would win there
    ],
)
def test_a_turn_that_wins_is_taken_or_prevented(position: str, moves: set[str], level: str) -> None:
    state = parse_position(position)
    assert make_bot(GAME, f"{level}:playouts=400", 1).choose(state, 0) in {parse_move(state, 0, move) for move in moves}
