"""Moves, deals and positions as text and back; impossible ones are refused with the rule."""

from __future__ import annotations

from typing import Any

import pytest

from nodarium.core.errors import BadOption, IllegalMove, UnreadableMove
from nodarium.games.colonies.board import ACTIONS, END
from nodarium.games.colonies.notation import (
    format_deal,
    format_move,
    format_position,
    format_turn,
    parse_deal,
    parse_move,
    parse_position,
    parse_turn,
)
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.tests.table import GAME, legal, play, start, table

# ---- Moves ----


@pytest.mark.rule("C-16")
@pytest.mark.parametrize("text", ["N@1,-2", "C2@0,1", "E1@-1,-1", "0,1>1,1", "-1,-1>1,1", "end"])
def test_moves_round_trip(text: str) -> None:
    state = play(start("C1 C2 / M1", layout="grid"), "C1@1,-1 M1@0,0")
    assert format_move(state, 0, parse_move(state, 0, text)) == text


@pytest.mark.rule("C-16")
@pytest.mark.parametrize(
    ("typed", "meant"), [(" c2@0,1 ", "C2@0,1"), ("n@ 2, -1", "N@2,-1"), ("0,1 > 1,1", "0,1>1,1"), ("End", "end")]
)
def test_spaces_and_small_letters_are_accepted(typed: str, meant: str) -> None:
    state = play(start("C1 C2 / M1"), "C1@1,-1 M1@0,0")
    assert parse_move(state, 0, typed) == parse_move(state, 0, meant)


@pytest.mark.rule("C-16")
@pytest.mark.parametrize(
    "text", ["", "C4@0,0", "X1@0,0", "C2", "C2@0", "C2@a,b", "0,0", "0,0>", "0,0>1,0>2,0", "pass", "N@1,٣"]
)
def test_unreadable_moves_are_refused_with_examples(text: str) -> None:
    with pytest.raises(UnreadableMove, match="isn’t a move") as caught:
        parse_move(start("C1 / M1"), 0, text)
    assert caught.value.rule == "C-16"


@pytest.mark.rule("C-16")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("N@0,0", "C-7"),
        ("N@9,9", "C-7"),
        ("N@99,0", "C-7"),
        ("C1@2,0", "C-8"),
        ("C1@50,50", "C-8"),
        ("0,0>2,0", "C-10"),
        ("9,0>0,0", "C-10"),
    ],
)
def test_moves_to_unsuitable_spots_are_refused_with_the_rule(text: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_move(start("C1 / M1"), 0, text)
    assert caught.value.rule == rule


def test_numbers_outside_the_actions_have_no_text() -> None:
    state = start("C1 / M1")
    for action in (-1, ACTIONS, END - 1, 41):  # the last Node and the last spot of the rim are not there yet
        with pytest.raises(LookupError):
            format_move(state, 0, action)


@pytest.mark.rule("C-16")
def test_the_moves_of_a_turn_are_written_with_spaces() -> None:
    assert format_turn(["N@1,2", "C2@0,1", "end"]) == "N@1,2 C2@0,1 end"
    assert parse_turn("N@1,2 C2@0,1 end") == ["N@1,2", "C2@0,1", "end"]


# ---- Deals ----


def a_deal() -> dict[str, Any]:
    return format_deal(start("C1 C2 C3 N N / M1 M2 M3 N N", "E1 E2 E3"))


@pytest.mark.rule("C-5")
def test_a_deal_is_readable_and_sets_up_exactly_that_game() -> None:
    state = GAME.new_state({"players": 3, "layout": "plus"}, 7)
    deal = GAME.notation.format_deal(state)
    assert list(deal) == ["players", "layout", "first", "duel", "hands", "deck"]
    assert (deal["players"], deal["layout"], len(deal["hands"]), len(deal["deck"])) == (3, "plus", 3, 40)
    again = GAME.state_from_deal({"players": 3, "layout": "plus"}, deal)
    assert GAME.notation.format_deal(again) == deal
    assert GAME.notation.format_position(again) == GAME.notation.format_position(state)


@pytest.mark.rule("C-5")
def test_the_deck_is_drawn_from_its_top_in_the_order_that_is_given() -> None:
    state = start("C1 C1 C1 C1 C1 / M1 M1 M1 M1 M1", "E3 M3 C3")
    deal = format_deal(state)
    assert deal["hands"] == [["C1"] * 5, ["M1"] * 5]
    assert deal["deck"][:3] == ["E3", "M3", "C3"]
    play(state, "E3@0,0")
    assert table(state) == {"0,0": "E3o"}
    assert "M3@0,1" in legal(state)
    assert format_deal(state) == deal


@pytest.mark.rule("C-4")
def test_the_draws_for_the_first_player_can_be_given_or_left_out() -> None:
    deal = a_deal() | {"first": 1, "duel": [["C1", "C1"], ["N", "C3"], ["E1", "M1"]]}
    state = GAME.state_from_deal({}, deal)
    assert GAME.notation.format_deal(state) == deal
    assert state.to_act == (1,)
    del deal["duel"]
    assert GAME.notation.format_deal(GAME.state_from_deal({}, deal))["duel"] == []


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"players": 3}, "C-5"),
        ({"players": "2"}, "C-5"),
        ({"players": True}, "C-5"),
        ({"layout": "plus"}, "C-3"),
        ({"layout": None}, "C-3"),
        ({"first": 2}, "C-4"),
        ({"first": -1}, "C-4"),
        ({"first": "orange"}, "C-4"),
        ({"hands": []}, "C-5"),
        ({"hands": None}, "C-5"),
        ({"hands": [["C1"] * 5]}, "C-5"),
        ({"hands": [["C1"] * 4, ["M1"] * 5]}, "C-5"),
        ({"hands": [["C1"] * 5, ["M1"] * 5]}, "C-1"),  # too many in all
        ({"hands": ["C1 C2 C3 N N", "M1 M2 M3 N N"]}, "C-1"),
        ({"deck": []}, "C-1"),
        ({"deck": "C1"}, "C-1"),
        ({"deck": ["C4"]}, "C-1"),
        ({"deck": [1]}, "C-1"),
        ({"duel": [["C1", "M1"], ["C1", "M1"]]}, "C-4"),  # the first round has a victor already
        ({"duel": [["M1", "C1"]]}, "C-4"),  # the victor is not the first player
        ({"duel": [["N", "M1"]]}, "C-4"),  # no seat prevails
        ({"duel": [["C1"]]}, "C-4"),
        ({"duel": [["C1", "M1", "N"]]}, "C-4"),
        ({"duel": [["N", "N"]] * 300 + [["C1", "M1"]]}, "C-4"),
        ({"duel": "C1-M1"}, "C-4"),
        ({"more": 1}, "C-5"),
    ],
)
def test_impossible_deals_are_refused_with_the_rule(change: dict[str, Any], rule: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.state_from_deal({}, a_deal() | change)
    assert caught.value.rule == rule


@pytest.mark.rule("C-4")
def test_a_duel_round_cannot_draw_more_copies_than_exist() -> None:
    state = State(4)
    drawn = ["C3", "C3", "C3", "E3"]
    with pytest.raises(BadOption, match="can’t draw these cards"):
        parse_deal(state, format_deal(state) | {"duel": [drawn, ["C1", "M1", "M1", "M1"]]})


@pytest.mark.rule("C-1")
@pytest.mark.parametrize("missing", ["players", "layout", "first", "hands", "deck"])
def test_a_deal_with_something_missing_is_refused(missing: str) -> None:
    deal = a_deal()
    del deal[missing]
    with pytest.raises(BadOption, match=missing):
        GAME.state_from_deal({}, deal)


# ---- Positions ----


def middle() -> State:
    """Return a position: orange has colonised 1,0 and can move M1; purple has laid a Node and covered C3."""
    state = start("M1 E3 N N N / C3 E1 C1 C2 N", "M2 C1 E2 E1", first=1)
    return play(state, "C3@1,1 M1@0,0 N@2,1 E1@1,1 E3@1,0")


def test_a_position_holds_the_complete_state() -> None:
    state = middle()
    text = format_position(state)
    assert text.split(" | ")[:5] == [
        "2 grid line",
        "purple",
        "2,1",
        "C3p@1,1 M1o@0,0 E1p@1,1+1 E3o@1,0",
        "C1 E1 N N N / C1 C2 M2 E2",
    ]
    assert text.split(" | ")[6] == "orange colonised 1,0"
    again = parse_position(text)
    assert format_position(again) == text
    assert legal(again) == legal(state)
    assert again.turn == state.turn


CHANGES = [
    ("2 grid line", "5 grid line", "C-16"),
    ("2 grid line", "2 grid", "C-16"),
    ("2 grid line", "2 grid fly", "C-16"),
    ("2 grid line", "2 cross line", "C-3"),
    ("2 grid line", "2 oo./..o/..o line", "C-3"),
    ("| purple |", "| |", "C-4"),
    ("| purple |", "| teal |", "C-4"),
    ("| purple |", "| purple C1-M1 |", "C-4"),
    ("| purple |", "| purple C1 |", "C-4"),
    ("| purple |", "| purple X1-M1 |", "C-1"),
    ("| 2,1 |", "| 3,1 |", "C-7"),
    ("| 2,1 |", "| 1,1 |", "C-7"),
    ("| 2,1 |", "| 2;1 |", "C-16"),
    ("| 2,1 |", "| 99,1 |", "C-16"),
    ("| 2,1 |", "| |", "C-16"),
    ("| 2,1 |", "| - |", "C-1"),
    ("C3p@1,1", "C3t@1,1", "C-8"),
    ("C3p@1,1", "N@1,1", "C-8"),
    ("C3p@1,1", "C3p@7,7", "C-8"),
    ("C3p@1,1", "C2p@1,1", "C-1"),
    ("E1p@1,1+1", "E1p@1,1+2", "C-8"),
    ("E1p@1,1+1", "E1p@1,1", "C-8"),
    ("E3o@1,0 |", "E3p@1,0 |", "C-6"),
    ("C1 E1 N N N /", "C1 E1 N N N", "C-5"),
    ("C1 E1 N N N /", "C1 E1 N N N / - /", "C-5"),
    ("C1 E1 N N N /", "C1 E1 N N /", "C-1"),
    ("C1 E1 N N N / C1 C2 M2 E2", "C1 E1 N N N C1 / C2 M2 E2", "C-6"),
    ("C1 E1 N N N / C1 C2 M2 E2", "5? / C1 C2 M2 E2", "C-1"),
    ("orange colonised 1,0", "purple colonised 1,0", "C-13"),
    ("orange colonised 1,0", "orange colonised 1,1", "C-13"),
    ("orange colonised 1,0", "orange colonised 5,5", "C-13"),
    ("orange colonised 1,0", "orange colonised", "C-13"),
    ("orange colonised 1,0", "orange drawn 1,0", "C-13"),
    ("orange colonised 1,0", "orange", "C-13"),
    ("orange colonised 1,0", "over 0 orange", "C-13"),
    ("orange colonised 1,0", "over 1 orange", "C-13"),
    ("orange colonised 1,0", "over 2 orange", "C-13"),
    ("orange colonised 1,0", "over 3 orange", "C-13"),
    ("orange colonised 1,0", "over 9", "C-13"),
]


@pytest.mark.parametrize(("part", "instead", "rule"), CHANGES)
def test_impossible_positions_are_refused_with_the_rule(part: str, instead: str, rule: str) -> None:
    text = format_position(middle())
    assert part in text
    with pytest.raises(BadOption) as caught:
        parse_position(text.replace(part, instead))
    assert caught.value.rule == rule


@pytest.mark.rule("C-13")
@pytest.mark.parametrize(
    ("change", "instead"),
    [
        ("over 3", "over 0"),
        ("over 3", "over 1"),
        ("over 3", "over 2"),
        ("orange", "purple"),
        ("over 3 orange", "purple drawn"),
    ],
)
def test_the_ending_of_a_position_must_be_correct(change: str, instead: str) -> None:
    text = format_position(play(start("C3 / C1"), "C3@0,1 C1@0,0 0,1>0,0"))
    table_part, _, due = text.rpartition(" | ")
    assert parse_position(text).outcome is not None
    with pytest.raises(BadOption, match="can’t come next"):
        parse_position(f"{table_part} | {due.replace(change, instead)}")


@pytest.mark.rule("C-15")
def test_a_position_with_hidden_parts_cannot_be_parsed() -> None:
    with pytest.raises(BadOption, match="Unknown card"):
        parse_position(format_position(start("C3 / C1"), 0))
