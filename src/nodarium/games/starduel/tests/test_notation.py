"""The notation of Star Duel."""

from __future__ import annotations

import copy
import pickle
import re
from random import Random
from typing import Any

import pytest

from nodarium.core.errors import BadOption, IllegalMove, UnreadableMove
from nodarium.core.message import say
from nodarium.games.starduel.board import ACTIONS, ATTACK, MAP_NAMES, MAX_SPACES, MOVE
from nodarium.games.starduel.explain import describe_move
from nodarium.games.starduel.notation import (
    format_deal,
    format_move,
    format_position,
    format_turn,
    parse_deal,
    parse_move,
    parse_position,
    parse_turn,
)
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.tests.table import CARDS, CLASH, GAME, START, moves, new, play, position


def clash(due: str = "first 33 53 Kurth") -> State:
    return position(CLASH, due, kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0")


# ---- Moves ----


@pytest.mark.rule("S-22")
def test_moves_are_written_as_the_rule_says() -> None:
    assert moves(position(), 1)[:6] == ["11", "12", "13", "14", "15", "21"]
    assert moves(clash())[:4] == ["attack 3M", "attack 1P2M", "attack 2P1M", "attack 3P"]
    assert moves(clash())[-2:] == ["swap 11<>12", "end"]
    assert {"exhaust 11", "move 11>22"} <= set(moves(clash()))
    assert moves(clash("first 13 53 Kurth"))[0] == "activate"
    assert moves(clash("first 14 53 Kurth"))[0] == "replace 21"
    assert moves(clash("first 15 53 Kurth"))[0] == "energy"


@pytest.mark.parametrize("chart", MAP_NAMES)
def test_every_action_of_a_map_has_its_own_text_that_reads_back(chart: str) -> None:
    state = new(map=chart)
    texts = {}
    for action in range(ACTIONS):
        if ATTACK <= action < ATTACK + 13:  # what is paid depends on the target
            continue
        try:
            texts[action] = format_move(state, 0, action)
        except LookupError:
            continue
    size = state.size
    assert len(texts) == len(set(texts.values())) == size + 2 + 3 + 2 * size + size * size + size * (size - 1) // 2
    assert all(parse_move(state, 1, text) == action for action, text in texts.items())


@pytest.mark.parametrize("number", [-1, 21, 22, MOVE + 19, MOVE + 20 * MAX_SPACES, ACTIONS, 1 << 40])
def test_numbers_outside_the_actions_have_no_text(number: int) -> None:
    with pytest.raises(LookupError):
        format_move(position(), 0, number)


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        (" ACTIVATE ", "activate"),
        ("Attack 1p2m", "attack 1P2M"),
        ("attack 1P 2M", "attack 1P2M"),
        ("attack 3 M", "attack 3M"),
        ("move 11 > 22", "move 11>22"),
        ("swap 12<>11", "swap 11<>12"),
        ("End", "end"),
    ],
)
def test_moves_may_be_written_loosely(loose: str, strict: str) -> None:
    assert parse_move(clash(), 0, loose) == parse_move(clash(), 0, strict)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "16",
        "45",
        "1",
        "activated",
        "attack",
        "attack 3",
        "exhaust",
        "exhaust 14",
        "replace 12>13",
        "move 12",
        "move 12<>13",
        "swap 12>13",
        "swap 12<>12",
        "swap 12",
        "move 12>36",
        "end.",
        "１２",
        "energy 2",
    ],
)
def test_other_texts_are_unreadable_moves(text: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        parse_move(clash(), 0, text)
    assert caught.value.rule == "S-22"


@pytest.mark.rule("S-11")
def test_payment_that_is_not_the_defense_is_refused_with_the_figures() -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_move(clash(), 0, "attack 2P2M")
    assert str(caught.value) == "attack 2P2M: The node’s defence is 3. Pay exactly that, not 4. (S-11)"
    with pytest.raises(IllegalMove, match="isn’t aimed at a node that you can attack"):
        parse_move(position(), 0, "attack 2P")


def test_turn_is_its_moves_with_commas() -> None:
    assert format_turn(["activate", "move 12>33", "end"]) == "activate, move 12>33, end"
    assert parse_turn(" activate,move 12>33 , end") == ["activate", "move 12>33", "end"]


# ---- Deals ----


@pytest.mark.parametrize("chart", MAP_NAMES)
def test_deal_can_be_read_and_sets_up_the_same_game(chart: str) -> None:
    for seed in range(10):
        state = new(seed, map=chart)
        deal = format_deal(state)
        again = GAME.state_from_deal({"map": chart}, deal)
        assert isinstance(again, State)
        assert format_position(again) == format_position(state)
        assert format_deal(again) == deal


def test_deal_names_map_cards_by_kurths_coordinates_spares_and_initiative() -> None:
    deal = format_deal(position(rounds="round 1 quiet 0 Enate"))
    assert deal["map"] == "hexagon"
    assert list(deal["cards"].items())[:4] == [("11", "k1"), ("12", "k2"), ("13", "k3"), ("21", "t1")]
    assert deal["cards"]["53"] == "e3"
    assert deal["spares"] == {"2": ["t9", "t10"], "3": ["u5", "u6"]}
    assert deal["initiative"] == 1


def test_deal_is_written_before_the_first_move() -> None:
    with pytest.raises(BadOption, match="before the first move"):
        format_deal(play(position(rounds="round 1 quiet 0 Enate"), "12 13"))


def altered(**changes: object) -> dict[str, Any]:
    """Return a deal with some of its parts changed; `cards_21` changes one card."""
    deal = copy.deepcopy(format_deal(position(rounds="round 1 quiet 0 Enate")))
    for name, value in changes.items():
        if name.startswith("cards_"):
            deal["cards"][name.removeprefix("cards_")] = value
        else:
            deal[name] = value
    return deal


@pytest.mark.parametrize(
    ("deal", "rule", "complaint"),
    [
        ({}, "S-4", "A deal of Star Duel must be written as"),
        ({**altered(), "more": 1}, "S-4", "A deal of Star Duel must be written as"),
        (altered(map="block"), "S-1", "for the map 'block', but the match is played on 'hexagon'"),
        (altered(cards=[]), "S-4", "each of the spaces 11, 12"),
        (altered(cards_33="u5"), "S-4", "each of the spaces 11, 12"),
        (altered(cards_21="k9"), "S-3", "Unknown card 'k9'"),
        (altered(cards_21=["t1"]), "S-3", "Unknown card"),
        (altered(cards_21="u1"), "S-4", "u1 can’t lie on 21"),
        (altered(cards_11="e1"), "S-4", "e1 can’t lie on 11"),
        (altered(cards_21="t2"), "S-3", "Card t2 appears twice"),
        (altered(spares={"2": ["t9", "t1"], "3": ["u5", "u6"]}), "S-3", "Card t1 appears twice"),
        (altered(spares={"2": ["t9"], "3": ["u5", "u6"]}), "S-4", "2 spares of tier 2"),
        (altered(spares={"2": ["t9", "t10"], "3": "u5"}), "S-4", "2 spares of tier 3"),
        (altered(spares={"2": ["t9", "u5"], "3": ["t10", "u6"]}), "S-4", "u5 can’t be a spare of tier 2"),
        (altered(spares=[]), "S-4", "The spares must be written as"),
        (altered(initiative=2), "S-7", "not 2"),
        (altered(initiative=True), "S-7", "not True"),
    ],
)
def test_impossible_deals_are_refused(deal: dict[str, Any], rule: str, complaint: str) -> None:
    state = position()
    before = format_position(state)
    with pytest.raises(BadOption, match=re.escape(complaint)) as caught:
        parse_deal(state, deal)
    assert caught.value.rule == rule
    assert format_position(state) == before


# ---- Positions ----


@pytest.mark.parametrize("chart", MAP_NAMES)
def test_positions_of_random_games_read_back(chart: str) -> None:
    random = Random(3)
    for seed in range(6):
        state = new(seed, map=chart)
        while True:
            text = format_position(state)
            twin = parse_position(text)
            assert format_position(twin) == text
            assert [twin.legal_actions(seat) for seat in range(2)] == [state.legal_actions(seat) for seat in range(2)]
            assert [twin.view(seat) for seat in (0, 1, None)] == [state.view(seat) for seat in (0, 1, None)]
            if not state.to_act:
                assert twin.outcome == state.outcome
                break
            seat = random.choice(state.to_act)
            state.apply(random.choice(state.legal_actions(seat)), seat)


def test_positions_with_custom_map_and_cards_round_trip() -> None:
    chart = "..1.1.1../2.2.o.2.2/3.3.o.3.3/2.2.o.2.2/..1.1.1.."
    state = new(4, map=chart, cards=CARDS)
    assert format_position(parse_position(format_position(state))) == format_position(state)
    assert format_position(pickle.loads(pickle.dumps(state))) == format_position(state)
    assert "Obelisk" in format_position(state)


@pytest.mark.parametrize(
    ("changes", "rule", "complaint"),
    [
        ({"due": "program | x"}, "S-22", "eight parts"),
        ({"cards": "e1 e2 / k1 k2"}, "S-1", "rows of 3, 4, 5, 4 and 3"),
        ({"cards": START.replace("k1", "k_1")}, "S-22", "isn’t a card"),
        ({"cards": START.replace("k1", "(k1):Kurth")}, "S-22", "isn’t a card"),
        ({"cards": START.replace("k1", "k7")}, "S-3", "Unknown card 'k7'"),
        ({"cards": START.replace("k1", "k2")}, "S-3", "Card k2 appears twice"),
        ({"cards": START.replace("k1", "t9"), "spares": "t10 / u5 u6"}, "S-4", "t9 can’t lie on 11"),
        ({"cards": START.replace("k1", "(k1)")}, "S-4", "on 11 can’t be face down"),
        ({"spares": "t9 t10"}, "S-4", "tier 2 / tier 3"),
        ({"spares": "t9 u5 / u6"}, "S-4", "u5 can’t be a spare of tier 2"),
        ({"kurth": "I0 E3 P0"}, "S-22", "Write the tracks"),
        ({"kurth": "I0 E13 P0 M0"}, "S-5", "A track ends at 12"),
        ({"kurth": "I1 E3 P0 M0"}, "S-10", "Kurth can’t have an influence of 1 with 0 nodes"),
        ({"cards": START.replace("e1", "e1:Enate")}, "S-10", "Enate can’t have an influence of 0 with 1 node."),
        ({"rounds": "round 7"}, "S-22", "Write the rounds"),
        ({"rounds": "round 41 quiet 0 Kurth"}, "S-19", "40 rounds"),
        ({"rounds": "round 7 quiet 7 Kurth"}, "S-19", "6 quiet ones"),
        ({"rounds": "round 7 quiet 6 Kurth"}, "S-19", "6 quiet rounds before round 7"),
        ({"rounds": "round 3 quiet 3 Kurth"}, "S-19", "3 quiet rounds before round 3"),
        ({"due": ""}, "S-22", "can’t come next"),
        ({"due": "program Kurth 16"}, "S-22", "can’t come next"),
        ({"due": "program Nobody 12"}, "S-22", "can’t come next"),
        ({"due": "over 5 Kurth"}, "S-22", "can’t come next"),
        ({"due": "over 0 Kurth Enate"}, "S-22", "can’t come next"),
        ({"due": "first 12 15 Enate"}, "S-6", "the lower program acts first"),
        ({"due": "second 12 15 Kurth"}, "S-6", "the lower program acts first"),
        ({"due": "first 12 15 Kurth", "rounds": "round 7 quiet 0 Kurth"}, "S-7", "who acts second"),
        ({"due": "first 12 15 Nobody"}, "S-22", "contradict"),
        ({"due": "first 12 15 Kurth jumped"}, "S-22", "contradict"),
        ({"due": "first 12 15 Kurth moved executed"}, "S-22", "contradict"),
        ({"cards": START.replace("k1", "k1:Kurth!"), "kurth": "I1 E3 P0 M0"}, "S-22", "contradict"),
        (
            {"cards": START.replace("k1", "k1:Kurth!"), "kurth": "I1 E3 P0 M0", "due": "first 11 15 Kurth executed"},
            "S-10",
            "Kurth hasn’t activated that node",
        ),
        ({"chart": "circle"}, "S-1", "Can’t read"),
    ],
)
def test_impossible_positions_are_refused(changes: dict[str, str], rule: str, complaint: str) -> None:
    with pytest.raises(BadOption, match=re.escape(complaint)) as caught:
        position(**changes)
    assert caught.value.rule == rule


def test_a_program_aimed_at_a_face_down_card_only_tries_to_activate_it() -> None:
    known = position(START, "first 11 53 Kurth", kurth="I0 E3 P0 M0", enate="I0 E3 P0 M0")
    assert describe_move(known, 0, parse_move(known, 0, "activate")) == (
        say("starduel-activates", seat=GAME.seat_title(0), place="Karst"),
        "S-10",
    )
    owned = START.replace("k1", "k1:Kurth").replace("k2", "k2:Kurth").replace("k3", "k3:Kurth")
    blind = position(owned, "first 21 53 Kurth", kurth="I3 E3 P0 M0", enate="I0 E3 P0 M0")
    assert describe_move(blind, 0, parse_move(blind, 0, "activate")) == (
        say("starduel-tries-to-activate", seat=GAME.seat_title(0)),
        "S-10",
    )


def test_log_calls_places_by_names_that_are_right_for_both_players() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0")

    def said(move: str, seat: int = 0, where: State = state) -> str:
        return str(describe_move(where, seat, parse_move(where, seat, move))[0])

    assert said("attack 1P2M") == "Kurth attacks Cinder and pays 1 population and 2 minerals"
    assert said("exhaust 12") == "Kurth exhausts Kelda"
    assert said("swap 11<>12") == "Kurth swaps Karst and Kelda"
    assert said("move 11>32") == "Kurth moves Karst to the middle row, next to Arbor and Cinder"
    assert said("move 11>42") == "Kurth moves Karst to Enate’s row 2, next to Cinder, Elis and Eruna"
    start = position()
    programs = {seat: [said(move, seat, start) for move in ("22", "33", "11", "14", "15")] for seat in range(2)}
    assert programs[0] == [
        "Kurth programs 22: face-down II",
        "Kurth programs 33: open space",
        "Kurth programs 11: Karst",
        "Kurth programs 14: replace a node",
        "Kurth programs 15: gain 2 energy",
    ]
    assert programs[1][2] == "Enate programs 11: Esker"
