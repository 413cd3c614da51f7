"""The rules of Star Duel, each with at least one test. Spaces have Kurth's names unless noted."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from nodarium.core.errors import BadOption, GameOver, IllegalMove, NotYourTurn
from nodarium.core.message import Text, say
from nodarium.games.starduel import board
from nodarium.games.starduel.explain import deciding_track
from nodarium.games.starduel.notation import parse_move, program_names
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.tests.table import (
    CARDS,
    CLASH,
    GAME,
    START,
    card,
    face_down,
    hidden_place,
    moves,
    new,
    open_place,
    owner,
    play,
    position,
    tracks,
)


def refusal(state: State, move: str, seat: int | None = None) -> tuple[str | None, Text]:
    who = state.to_act[0] if seat is None else seat
    with pytest.raises(IllegalMove) as caught:
        state.apply(parse_move(state, who, move), who)
    return caught.value.rule, caught.value.message


def result(state: State) -> tuple[tuple[int, ...], str | None]:
    assert state.outcome is not None
    return state.outcome.winners, state.outcome.rule


# ---- Map and cards ----


@pytest.mark.rule("S-1")
@pytest.mark.parametrize(("chart", "lengths"), [("hexagon", [3, 4, 5, 4, 3]), ("block", [3, 4, 4, 4, 3])])
def test_map_has_five_rows_that_both_players_count_from_their_side(chart: str, lengths: list[int]) -> None:
    spaces = new(map=chart).view(None)["spaces"]
    assert [sum(name[0] == row for name in spaces) for row in "12345"] == lengths
    assert {"14", "15"}.isdisjoint(spaces)
    assert (spaces["12"]["enate"], spaces["44"]["enate"]) == ("52", "21")
    assert all(spaces[space["enate"]]["enate"] == name for name, space in spaces.items())


@pytest.mark.rule("S-1")
@pytest.mark.parametrize(
    ("chart", "space", "near"),
    [
        ("hexagon", "11", "12 21 22"),
        ("hexagon", "22", "11 12 21 23 32 33"),
        ("hexagon", "33", "22 23 32 34 42 43"),
        ("hexagon", "35", "24 34 44"),
        ("hexagon", "42", "32 33 41 43 51 52"),
        ("block", "12", "11 13 22 23"),
        ("block", "22", "11 12 21 23 32"),
        ("block", "33", "23 32 34 43"),
        ("block", "53", "43 44 52"),
    ],
)
def test_spaces_touch_in_their_row_and_in_the_rows_next_to_it(chart: str, space: str, near: str) -> None:
    state = new(map=chart)
    names = state.map.names
    bare = " / ".join(" ".join("." for name in names if name[0] == row) for row in "54321")
    spaces = bare.replace(" ", "").split("/")
    row, column = 5 - int(space[0]), int(space[1]) - 1
    spaces[row] = spaces[row][:column] + "k" + spaces[row][column + 1 :]
    cards = " / ".join(" ".join(spot.replace("k", "k1:Kurth") for spot in line) for line in spaces)
    state = position(cards, kurth="I1 E3 P0 M0", chart=chart)
    here = names.index(space)
    assert [name for there, name in enumerate(names) if len(state.node_path(0, here, there)) == 2] == near.split()


OWN_MAP = "..1.1.1../2.2.o.2.2/3.3.o.3.3/2.2.o.2.2/..1.1.1.."


@pytest.mark.rule("S-1")
def test_custom_map_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "wide.toml"
    file.write_text(f"rows = {OWN_MAP.split('/')}")
    state = new(map=file)
    assert state.map.name == OWN_MAP
    assert state.size == 21
    state.rollout(1)
    assert state.outcome is not None
    assert new(map=OWN_MAP).view(0) == new(map=file).view(0)
    file.write_text('rows = [".1.1.1.", "2.2.2.2", "3.3.3.3", "2.2.2.2", ".1.1.1."]')
    assert new(map=file).map.name == "block"


@pytest.mark.rule("S-1")
@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ("rows = 5", "a list of strings"),
        ('name = "x"', "a list of strings"),
        ("rows = [", "Can’t read"),
        ('rows = ["1.1.1"]', "5 rows, not 1"),
        ('rows = ["1.1.1", "2.2.2.2", "3.3.3.3", "2.2.2.2", "1.1.1"]', "equally long"),
        ('rows = ["..1.1.1....", ".2.2.2.2...", "3.3.o.3.3..", ".2.2.2.2...", "..1.1.1...."]', "equally long"),
        ('rows = ["..1.1.1..", ".2.2.2.2.", "3.3.x.3.3", ".2.2.2.2.", "..1.1.1.."]', "may only contain"),
        ('rows = ["..11..1..", ".2.2.2.2.", "3.3.o.3.3", ".2.2.2.2.", "..1..11.."]', "exactly one dot"),
        ('rows = ["..1.1.1..", ".2.2.2.2.", "3.3.o.3.3", "2.2.2.2..", "..1.1.1.."]', "rotated by 180 degrees"),
        ('rows = ["1.1.1.1..", ".2.2.2.2.", "3.3.o.3.3", ".2.2.2.2.", "..1.1.1.1"]', "tier 1"),
        ('rows = ["..1.1.1..", ".2.2.2.o.", "3.3.o.3.3", ".o.2.2.2.", "..1.1.1.."]', "tier 2"),
        ('rows = ["..1.1.1..", ".2.2.2.2.", "3.3.3.3.3", ".2.2.2.2.", "..1.1.1.."]', "tier 3"),
    ],
)
def test_impossible_maps_are_refused(tmp_path: Path, rows: str, complaint: str) -> None:
    file = tmp_path / "map.toml"
    file.write_text(rows)
    with pytest.raises(BadOption, match=complaint) as caught:
        new(map=file)
    assert caught.value.rule == "S-1"


@pytest.mark.rule("S-1")
def test_missing_map_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"Can’t read the file .*nowhere\.toml: No such file"):
        new(map=tmp_path / "nowhere.toml")


@pytest.mark.rule("S-2")
def test_home_world_touches_row_one_so_that_22_is_two_spaces_away() -> None:
    state = play(
        position(START.replace("k2", "k2:Kurth").replace("(t2)", "t10"), kurth="I1 E3 P1 M0", spares="t9 / u5 u6")
    )
    assert [len(state.home_path(0, state.map.names.index(name))) for name in ("11", "13", "22", "32")] == [1, 1, 2, 0]
    play(state, "22 15", "end", "activate")
    assert tracks(state, 0) == "I2 E2 P1 M1"


@pytest.mark.rule("S-2")
def test_no_node_passes_through_a_home_world() -> None:
    state = position(
        """
              e1     e2     e3 /
          (t5)   (t6)   (t7)   (t8) /
      (u1)   (u2)    .     (u3)   (u4) /
           t1     t2     t3     t4 /
           k1:Kurth  k2   .
        """,
        "first 15 31 Kurth",
        kurth="I1 E3 P1 M1",
    )
    assert moves(state) == ["energy", "exhaust 11", "end"]


@pytest.mark.rule("S-3")
def test_planets_are_three_for_each_player_ten_of_tier_two_and_six_of_tier_three() -> None:
    cards = new().card_set.cards
    assert [(one.side, one.tier) for one in cards].count(("kurth", 1)) == 3
    assert [(one.side, one.tier) for one in cards].count(("enate", 1)) == 3
    assert [one.tier for one in cards].count(2) == 10
    assert [one.tier for one in cards].count(3) == 6
    assert all(one.requires == board.Needs() for one in cards if one.tier == 1)
    assert all(one.requires != board.Needs() for one in cards if one.tier > 1)


TEXT = CARDS.read_text("utf-8")


@pytest.mark.rule("S-3")
def test_custom_cards_can_be_played_and_are_kept_as_text(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text(TEXT.replace("activation = { minerals = 1, population = 1 }", "activation = { energy = 5 }"))
    state = new(cards=file)
    text = state.card_set.name
    assert "k1 - 2 5E 2E1M Karst" in text
    assert new(cards=text).view(0) == state.view(0)
    own = next(name for name in ("11", "12", "13") if card(state, name) == "k1")
    play(state, f"{own} 53")
    while state.to_act[0] == 1:
        play(state, "end")
    play(state, "activate")
    assert tracks(state, 0) == "I1 E7 P0 M0"
    file.write_text(board._data_file("standard-3").read_text("utf-8"))
    assert new(cards=file).card_set.name == "standard-3"


@pytest.mark.rule("S-3")
@pytest.mark.parametrize(
    ("old", "fresh", "complaint"),
    [
        ("track = 12", "track = 2", r"track: Must be at least 3\."),
        ('id = "k2"', 'id = "k1"', "Two cards have the id k1"),
        ('id = "k2"', 'id = "K 2"', r"card\[1\]\.id: Must be a lower-case letter"),
        ('name = "Kelda"', 'name = "Kel/da"', r"card\[1\]\.name: Must not contain"),
        ('name = "Kelda"', 'name = "Kelda"\ncolour = "red"', r"card\[1\]: Unknown field colour\."),
        ('side = "enate"', 'side = "nobody"', r"card\[3\]\.side: .*'nobody'"),
        ("tier = 2", "tier = 4", r"card\[6\]\.tier: Must be one of 1, 2, 3, not 4\."),
        ("tier = 2", "tier = 1", "t1: cards of tier 1 have a side"),
        ("tier = 2", "tier = 3", "10 cards of tier 2, not 9"),
        (
            "requires = { population = 0, minerals = 0 }",
            "requires = { population = 1 }",
            "k1: cards of tier 1 must require nothing",
        ),
        ("defense = 2", "defense = 0", r"card\[0\]\.defense: Must be at least 1\."),
        ("defense = 2", 'defense = "two"', r"card\[0\]\.defense: Expected an integer, got a string\."),
        ("energy = 2", "energy = -2", r"card\[0\]\.exhaustion\.energy: Must be at least 0\."),
        ('name = "Karst"', 'name = "Kar\\u202est"', "can’t be printed"),
        ('name = "Karst"', 'name = "Kar  st"', "can’t be printed"),
    ],
)
def test_impossible_cards_are_refused(tmp_path: Path, old: str, fresh: str, complaint: str) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(TEXT.replace(old, fresh, 1))
    with pytest.raises(BadOption, match=complaint) as caught:
        new(cards=file)
    assert caught.value.rule == "S-3"


@pytest.mark.rule("S-3")
@pytest.mark.parametrize(
    "text",
    [
        "12/k1",
        "x / y",
        "12" + " / k1 - 2 1P1M 2E1M Karst" * 21 + " / nonsense",
        "9" * 5000 + " / k1 - 2 1P1M 2E1M Karst" * 22,
        "12" + f" / k1 - {'9' * 5000} 1P1M 2E1M Karst" * 22,
        "12" + f" / k1 - 2 {'9' * 5000}P 2E1M Karst" * 22,
    ],
    ids=range(6),
)
def test_other_texts_are_refused_as_card_sets(text: str) -> None:
    with pytest.raises(BadOption) as caught:
        new(cards=text)
    assert caught.value.rule == "S-3"


@pytest.mark.rule("S-4")
@pytest.mark.parametrize("chart", board.MAP_NAMES)
def test_deal_lays_own_planets_face_up_and_the_others_face_down_by_tier(chart: str) -> None:
    rows = {"1": ("kurth", 1), "2": (None, 2), "3": (None, 3), "4": (None, 2), "5": ("enate", 1)}
    seen = set()
    for seed in range(40):
        state = new(seed, map=chart)
        deal = GAME.notation.format_deal(state)
        kinds = {one.id: (one.side, one.tier) for one in state.card_set.cards}
        assert all(kinds[one] == rows[name[0]] for name, one in deal["cards"].items())
        assert [kinds[one] for one in deal["spares"]["2"] + deal["spares"]["3"]] == [(None, 2)] * 2 + [(None, 3)] * 2
        assert sorted([*deal["cards"].values(), *deal["spares"]["2"], *deal["spares"]["3"]]) == sorted(kinds)
        assert set(face_down(state)) == {name for name in deal["cards"] if name[0] in "234"}
        assert set(state.map.names) - set(deal["cards"]) == ({"33"} if chart == "hexagon" else set())
        seen.add(tuple(deal["cards"].values()))
    assert len(seen) == 40
    assert len({one[:3] for one in seen}) == len({one[-3:] for one in seen}) == 6


@pytest.mark.rule("S-5")
def test_players_start_with_three_energy_and_nothing_else() -> None:
    assert tracks(new(), 0) == tracks(new(), 1) == "I0 E3 P0 M0"


@pytest.mark.rule("S-5")
def test_gains_beyond_the_end_of_a_track_are_lost() -> None:
    state = position(due="first 12 15 Kurth", kurth="I0 E12 P11 M12")
    play(state, "activate")  # k2 gives 1 energy and 2 population, after 1 energy was paid
    assert tracks(state, 0) == "I1 E12 P12 M12"
    state = position(due="second 12 15 Enate", enate="I0 E11 P0 M0", rounds="round 7 quiet 0 Enate")
    play(state, "energy")
    assert tracks(state, 1) == "I0 E12 P0 M0"


# ---- A round ----


@pytest.mark.rule("S-6")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_both_program_in_any_order_and_the_lower_number_acts_first(order: tuple[int, int]) -> None:
    state = new()
    programs = {0: "31", 1: "22"}
    for seat in order:
        assert seat in state.to_act
        state.apply(parse_move(state, seat, programs[seat]), seat)
    assert state.to_act == (1,)
    play(state, "end")
    assert state.to_act == (0,)


@pytest.mark.rule("S-6")
@pytest.mark.parametrize(
    ("kurth", "enate", "first"), [("13", "14", 0), ("21", "15", 1), ("14", "15", 0), ("53", "11", 1)]
)
def test_14_and_15_have_their_place_among_the_numbers(kurth: str, enate: str, first: int) -> None:
    assert play(new(), f"{kurth} {enate}").to_act == (first,)


@pytest.mark.rule("S-6")
@pytest.mark.parametrize(("chart", "programs"), [("hexagon", 21), ("block", 20)])
def test_every_coordinate_can_be_programmed(chart: str, programs: int) -> None:
    state = new(map=chart)
    for seat in range(2):
        assert moves(state, seat) == sorted([*state.map.names, "14", "15"])
        assert len(moves(state, seat)) == programs


@pytest.mark.rule("S-6")
def test_program_is_final() -> None:
    state = new()
    state.apply(parse_move(state, 1, "22"), 1)
    assert state.to_act == (0,)
    assert state.legal_actions(1) == []
    with pytest.raises(NotYourTurn):
        state.apply(parse_move(state, 1, "23"), 1)
    assert refusal(state, "activate", 0)[0] == "S-6"
    play(state, "31")
    assert refusal(state, "15")[0] == "S-6"


@pytest.mark.rule("S-7")
@pytest.mark.parametrize("first", [0, 1])
def test_equal_numbers_of_the_first_round_are_settled_by_the_deal(first: int) -> None:
    deal = {**GAME.notation.format_deal(new()), "initiative": first}
    state = GAME.state_from_deal({}, deal)
    assert isinstance(state, State)
    assert play(state, "22 22").to_act == (first,)
    assert {new(seed).view(0)["first_if_equal"] for seed in range(20)} == {0, 1}


@pytest.mark.rule("S-7")
def test_with_equal_programs_the_player_who_acted_second_acts_first() -> None:
    state = play(new(), "21 22")
    assert state.to_act == (0,)
    play(state, "end", "end", "15 15")
    assert state.to_act == (1,)
    play(state, "end", "end", "15 15")
    assert state.to_act == (0,)


FRONT = """
              e1     e2     e3 /
          (t5)   (t6)   (t7)   (t8) /
      (u1)   (u2)    .     (u3)   (u4) /
          (t1)    .      .     (t4) /
           k1:Kurth k2  k3:Kurth
"""


ALREADY_DONE = {
    "activate": say("starduel-executed-already"),
    "exhaust": say("starduel-exhausted-already"),
    "move": say("starduel-moved-already"),
}


@pytest.mark.rule("S-8")
@pytest.mark.parametrize("order", list(permutations(["activate", "exhaust 11", "move 13>22"])))
def test_execute_exhaust_and_move_once_each_in_any_order(order: tuple[str, ...]) -> None:
    state = position(FRONT, "first 12 15 Kurth", kurth="I2 E3 P1 M1")
    for done, move in enumerate(order):
        assert {one.split()[0] for one in order[done:]} <= {one.split()[0] for one in moves(state)}
        play(state, move)
        for again in order[: done + 1]:
            assert refusal(state, again) == ("S-8", ALREADY_DONE[again.split()[0]])
    assert moves(state) == ["end"]
    assert tracks(state, 0) == "I2 E5 P3 M2"


@pytest.mark.rule("S-8")
def test_each_part_of_a_turn_may_be_left_out_and_comes_back_in_the_next() -> None:
    state = position(FRONT, "first 12 15 Kurth", kurth="I2 E3 P1 M1")
    play(state, "exhaust 11, end")
    assert moves(state) == ["energy", "end"]  # Enate's turn
    play(state, "end", "12 15", "activate, exhaust 13")
    assert tracks(state, 0) == "I1 E7 P3 M3"


# ---- Executing the program ----


@pytest.mark.rule("S-9")
def test_target_costs_an_energy_for_each_space_of_a_shortest_way() -> None:
    state = position(
        """
              e1     e2     e3 /
           .      .      .      . /
       .      .      .      .      . /
           .      .      .      . /
              k1     k2     k3:Kurth
        """,
        "first 51 53 Kurth",
        kurth="I1 E6 P0 M0",
        spares="t9 t10 / u5 u6",
    )
    # 13 23 33 42 51: 13 is Kurth's, 11 and 12 are inactive. The card belongs to Enate's side, but nobody has it.
    play(state, "activate")
    assert tracks(state, 0) == "I2 E1 P1 M1"


@pytest.mark.rule("S-9")
def test_way_passes_neither_inactive_nor_opponents_nodes() -> None:
    state = position(
        """
              e1     e2     e3 /
           .      .      .     t8 /
       .     u2:Enate .     u3      . /
          t1     t2:Enate t3    . /
              k1     k2:Kurth k3
        """,
        "first 32 53 Kurth",
        kurth="I1 E9 P5 M5",
        enate="I2 E3 P0 M0",
    )
    assert refusal(state, "attack 4P")[0] == "S-9"
    state = position(
        """
              e1     e2     e3 /
           .      .      .     t8 /
       .     u2:Enate .     u3      . /
          t1     t2:Kurth t3    . /
              k1     k2:Kurth k3
        """,
        "first 32 53 Kurth",
        kurth="I2 E9 P5 M5",
        enate="I1 E3 P0 M0",
    )
    play(state, "attack 4P")
    assert tracks(state, 0) == "I2 E6 P1 M5"


@pytest.mark.rule("S-9")
def test_program_fails_if_its_target_costs_too_much_energy() -> None:
    cards = FRONT.replace("(t1)    .", "(t1)    t2")
    state = position(cards, "first 22 53 Kurth", kurth="I2 E1 P0 M2")
    assert "activate" not in moves(state)
    assert refusal(state, "activate") == ("S-9", say("starduel-too-little-energy", place="Brine", cost=2, energy=1))
    play(state, "exhaust 11", "activate")
    assert tracks(state, 0) == "I2 E3 P1 M3"


@pytest.mark.rule("S-10")
def test_activation_gains_influence_and_bonus_and_spends_no_requirement() -> None:
    cards = FRONT.replace("(t1)    .", "(t1)    t3")  # Cinder requires 1 population and 1 mineral, gives 2 M and 1 P
    state = position(cards, "first 22 53 Kurth", kurth="I2 E3 P1 M1")
    play(state, "activate")
    assert owner(state, "22") == 0
    assert tracks(state, 0) == "I3 E1 P2 M3"


@pytest.mark.rule("S-10")
@pytest.mark.parametrize("short", ["P0 M1", "P1 M0"])
def test_requirements_must_be_met(short: str) -> None:
    cards = FRONT.replace("(t1)    .", "(t1)    t3")
    state = position(cards, "first 22 53 Kurth", kurth=f"I2 E3 {short}")
    assert "activate" not in moves(state)
    rule, sentence = refusal(state, "activate")
    assert rule == "S-10"
    assert str(sentence).startswith("Cinder requires 1 population and 1 mineral. You have ")


@pytest.mark.rule("S-10")
def test_activation_turns_over_the_face_down_cards_next_to_it_and_no_others() -> None:
    state = new()
    before = face_down(state)
    play(state, "12 15", "activate")
    assert set(before) - set(face_down(state)) == {"22", "23"}


@pytest.mark.rule("S-10")
def test_face_down_target_is_activated_if_it_turns_out_that_requirements_are_met() -> None:
    state = position(FRONT, "first 21 53 Kurth", kurth="I2 E3 P2 M0")  # t1 requires 2 population
    play(state, "activate")
    assert owner(state, "21") == 0
    assert tracks(state, 0) == "I3 E3 P2 M1"
    assert set(face_down(state)) == {"24", "34", "35", "41", "42", "43", "44"}


@pytest.mark.rule("S-10")
def test_face_down_target_that_asks_too_much_is_only_turned_over() -> None:
    state = position(FRONT, "first 21 53 Kurth", kurth="I2 E3 P1 M9")
    play(state, "activate")
    assert owner(state, "21") is None
    assert card(state, "21") == "t1"
    assert tracks(state, 0) == "I2 E1 P1 M9"
    assert {"31", "32"} <= set(face_down(state))
    assert "activate" not in moves(state)


@pytest.mark.rule("S-11")
@pytest.mark.parametrize(
    ("holding", "payments"),
    [
        ("P5 M5", ["attack 3M", "attack 1P2M", "attack 2P1M", "attack 3P"]),
        ("P1 M5", ["attack 3M", "attack 1P2M"]),
        ("P5 M1", ["attack 2P1M", "attack 3P"]),
        ("P2 M1", ["attack 2P1M"]),
        ("P1 M1", []),
    ],
)
def test_attack_is_paid_in_any_mix_of_population_and_minerals(holding: str, payments: list[str]) -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth=f"I2 E3 {holding}", enate="I1 E3 P0 M0")
    assert [move for move in moves(state) if move.startswith("attack")] == payments


@pytest.mark.rule("S-11")
def test_attacked_node_leaves_the_game_and_its_owner_loses_an_influence() -> None:
    cards = CLASH.replace(" e2 ", " e2:Enate ")
    state = position(cards, "first 33 53 Kurth", kurth="I2 E3 P2 M2", enate="I2 E3 P0 M0")
    play(state, "attack 1P2M")
    assert tracks(state, 0) == "I2 E0 P1 M0"
    assert tracks(state, 1) == "I1 E3 P0 M0"
    assert (owner(state, "33"), card(state, "33")) == (None, None)
    assert "move 12>33" in moves(state)


@pytest.mark.rule("S-11")
def test_attack_that_cannot_be_paid_names_the_defense() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P2 M0", enate="I1 E3 P0 M0")
    rule, sentence = refusal(state, "attack 3P")
    assert rule == "S-11"
    held = (say("starduel-population", count=2),)
    assert sentence == say("starduel-defense-unpaid", card="Cinder", defense=3, held=held)
    assert refusal(state, "activate")[0] == "S-11"


@pytest.mark.rule("S-12")
def test_14_replaces_an_inactive_face_up_card_by_the_next_spare_of_its_tier() -> None:
    state = position(CLASH, "first 14 15 Kurth", kurth="I2 E3 P0 M0", enate="I1 E3 P0 M0")
    # Not tier 1, not face down, not a player's node; no way has to lead there.
    assert [move for move in moves(state) if "replace" in move] == [
        "replace 21",
        "replace 24",
        "replace 34",
        "replace 44",
    ]
    play(state, "replace 34")
    assert (card(state, "34"), owner(state, "34")) == ("u5", None)
    assert state.view(0)["spares"] == {"2": 2, "3": 1}
    assert tracks(state, 0) == "I2 E3 P0 M0"


@pytest.mark.rule("S-12")
def test_14_ends_with_the_spares_of_a_tier() -> None:
    state = position(CLASH, "first 14 15 Kurth", kurth="I2 E3 P0 M0", enate="I1 E3 P0 M0", spares="- / u6")
    assert [move for move in moves(state) if "replace" in move] == ["replace 34"]
    assert refusal(state, "replace 21") == ("S-12", say("starduel-no-spare"))
    assert refusal(state, "replace 13") == ("S-12", say("starduel-no-spare"))
    assert refusal(state, "replace 31") == ("S-12", say("starduel-not-replaceable", place=hidden_place("31")))
    assert refusal(state, "replace 33") == ("S-12", say("starduel-not-replaceable", place="Cinder"))


@pytest.mark.rule("S-12")
def test_spares_come_in_the_order_of_the_deal() -> None:
    state = position(CLASH, "first 14 14 Kurth", kurth="I2 E3 P0 M0", enate="I1 E3 P0 M0")
    play(state, "replace 24", "end", "replace 44")  # Enate's 44 is Kurth's 21
    assert (card(state, "24"), card(state, "21")) == ("t9", "t10")


@pytest.mark.rule("S-13")
def test_15_gains_two_energy() -> None:
    state = position(due="first 15 31 Kurth")
    assert moves(state) == ["energy", "end"]
    play(state, "energy")
    assert tracks(state, 0) == "I0 E5 P0 M0"


@pytest.mark.rule("S-14")
@pytest.mark.parametrize(
    ("program", "rule", "why"),
    [
        ("12", "S-14", say("starduel-own-node", place="Kelda")),
        ("22", "S-14", say("starduel-open-space", space="22")),
        ("35", "S-9", say("starduel-no-path-from-home", place=hidden_place("35"))),
    ],
)
def test_own_nodes_open_spaces_and_unreachable_cards_cannot_be_targeted(program: str, rule: str, why: Text) -> None:
    state = position(
        CLASH, f"second {program} 11 Kurth", kurth="I2 E9 P9 M9", enate="I1 E3 P0 M0", rounds="round 7 quiet 0 Kurth"
    )
    assert {move.split()[0] for move in moves(state)} == {"exhaust", "move", "swap", "end"}
    assert refusal(state, "activate") == (rule, why)


@pytest.mark.rule("S-14")
def test_program_executes_only_what_it_says() -> None:
    for program, rule in (("14", "S-12"), ("15", "S-13")):
        state = position(CLASH, f"first {program} 31 Kurth", kurth="I2 E9 P9 M9", enate="I1 E3 P0 M0")
        assert refusal(state, "activate")[0] == rule
    state = position(CLASH, "first 13 31 Kurth", kurth="I2 E9 P9 M9", enate="I1 E3 P0 M0")
    assert refusal(state, "energy") == ("S-13", say("starduel-only-15-gains", program="13"))
    assert refusal(state, "replace 21") == ("S-12", say("starduel-only-14-replaces", program="13"))


@pytest.mark.rule("S-14")
def test_costs_come_before_effects() -> None:
    """Paying the last population loses, even if the attack would take the opponent's last influence."""
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P2 M1", enate="I1 E3 P0 M0")
    play(state, "attack 2P1M")
    assert result(state) == ((1,), "S-17")


# ---- Exhausting and moving ----


@pytest.mark.rule("S-15")
def test_exhausting_costs_an_influence_and_the_node_and_gives_its_bonus() -> None:
    state = position(FRONT, "first 12 15 Kurth", kurth="I2 E3 P1 M1")
    assert [move for move in moves(state) if "exhaust" in move] == ["exhaust 11", "exhaust 13"]
    play(state, "exhaust 13")
    assert tracks(state, 0) == "I1 E5 P1 M2"
    assert (owner(state, "13"), card(state, "13")) == (None, None)


@pytest.mark.rule("S-15")
def test_node_activated_in_this_turn_cannot_be_exhausted_wherever_it_moves() -> None:
    state = position(FRONT, "first 12 15 Kurth", kurth="I2 E3 P1 M1")
    play(state, "activate")
    assert refusal(state, "exhaust 12") == ("S-15", say("starduel-activated-this-turn", place="Kelda"))
    moved = play(state.copy(), "move 12>33")
    assert refusal(moved, "exhaust 33")[0] == "S-15"
    swapped = play(state.copy(), "swap 12<>13")
    assert [move for move in moves(swapped) if "exhaust" in move] == ["exhaust 11", "exhaust 12"]
    play(swapped, "end", "end", "15 31")
    assert "exhaust 13" in moves(swapped)


@pytest.mark.rule("S-15")
def test_only_own_nodes_can_be_exhausted() -> None:
    state = position(CLASH, "first 13 15 Kurth", kurth="I2 E3 P1 M1", enate="I1 E3 P0 M0")
    for space, place in (("33", "Cinder"), ("13", "Koram"), ("22", open_place("22"))):
        assert refusal(state, f"exhaust {space}") == ("S-15", say("starduel-not-your-node", place=place))


@pytest.mark.rule("S-16")
def test_node_moves_to_open_spaces_over_open_spaces_and_own_nodes() -> None:
    state = position(CLASH, "first 13 15 Kurth", kurth="I2 E3 P1 M1", enate="I1 E3 P0 M0")
    # 11 reaches 22 and 23, 32, and by 32 the open row 4; inactive nodes and Enate's on 33 are in the way of the rest.
    assert [move for move in moves(state) if move.startswith("move 11")] == [
        "move 11>22",
        "move 11>23",
        "move 11>32",
        "move 11>41",
        "move 11>42",
        "move 11>43",
    ]
    play(state, "move 11>43")
    assert (owner(state, "43"), card(state, "43"), card(state, "11")) == (0, "k1", None)


@pytest.mark.rule("S-16")
def test_moves_end_on_open_spaces_and_need_a_way() -> None:
    state = position(CLASH.replace(" t8", "  ."), "first 13 15 Kurth", kurth="I2 E3 P1 M1", enate="I1 E3 P0 M0")
    assert "move 11>44" in moves(state)
    state = position(
        CLASH.replace("(u1)    .", "(u1)   u2"), "first 13 15 Kurth", kurth="I2 E3 P1 M1", enate="I1 E3 P0 M0"
    )
    assert refusal(state, "move 11>42") == ("S-16", say("starduel-no-path", start="Karst", end=open_place("42")))
    for end, place in (("33", "Cinder"), ("21", "Arbor"), ("31", hidden_place("31"))):
        assert refusal(state, f"move 11>{end}") == ("S-16", say("starduel-not-open", place=place))
    assert refusal(state, "move 11>12") == ("S-16", say("starduel-swap-instead", start="Karst", end="Kelda"))
    assert refusal(state, "move 13>22") == ("S-16", say("starduel-not-your-node", place="Koram"))


@pytest.mark.rule("S-16")
def test_node_just_activated_can_move() -> None:
    state = position(CLASH, "first 13 15 Kurth", kurth="I2 E3 P1 M1", enate="I1 E3 P0 M0")
    play(state, "activate", "move 13>42")
    assert card(state, "42") == "k3"


@pytest.mark.rule("S-16")
def test_own_nodes_can_be_swapped_along_a_path() -> None:
    cards = CLASH.replace("e2 ", "e2:Kurth ").replace("u3 ", "u3:Kurth ")
    state = position(cards, "first 13 15 Kurth", kurth="I4 E3 P1 M1", enate="I1 E3 P0 M0")
    swaps = [move for move in moves(state) if "swap" in move]
    assert swaps == [
        "swap 11<>12",
        "swap 11<>34",
        "swap 12<>34",
        "swap 11<>52",
        "swap 12<>52",
        "swap 34<>52",
    ]
    play(state, "swap 12<>52")
    assert (card(state, "12"), card(state, "52")) == ("e2", "k2")


@pytest.mark.rule("S-16")
def test_own_nodes_without_a_path_between_them_cannot_be_swapped() -> None:
    cards = CLASH.replace("(u4)", "u4:Kurth").replace("u3 ", "u3:Enate ")
    state = position(cards, "first 13 15 Kurth", kurth="I3 E3 P1 M1", enate="I2 E3 P0 M0")
    assert [move for move in moves(state) if "swap" in move] == ["swap 11<>12"]
    assert refusal(state, "swap 12<>35") == ("S-16", say("starduel-no-path", start="Kelda", end="Obelisk"))
    assert refusal(state, "swap 12<>33") == ("S-16", say("starduel-not-your-node", place="Cinder"))


# ---- The end ----


@pytest.mark.rule("S-17")
def test_attack_on_the_last_node_wins_at_once() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P2 M3", enate="I1 E3 P0 M0")
    play(state, "attack 3M")
    assert result(state) == ((0,), "S-17")
    with pytest.raises(GameOver):
        state.apply(board.END, 0)


@pytest.mark.rule("S-17")
def test_exhausting_the_last_node_loses_at_once() -> None:
    state = position(START.replace("k1", "k1:Kurth"), "first 15 31 Kurth", kurth="I1 E3 P1 M1")
    assert state.loses_at_once(0, parse_move(state, 0, "exhaust 11"))
    play(state, "exhaust 11")
    assert result(state) == ((1,), "S-17")
    assert tracks(state, 0) == "I0 E3 P1 M1"


@pytest.mark.rule("S-17")
def test_paying_the_last_population_loses_at_once() -> None:
    cards = CLASH.replace("e2 ", "e2:Enate ")
    state = position(cards, "first 33 53 Kurth", kurth="I2 E3 P2 M3", enate="I2 E3 P0 M0")
    ruinous = {move for move in moves(state) if state.loses_at_once(0, parse_move(state, 0, move))}
    assert ruinous == {"attack 2P1M"}
    play(state, "attack 2P1M")
    assert result(state) == ((1,), "S-17")


@pytest.mark.rule("S-17")
def test_having_nothing_from_the_start_does_not_lose() -> None:
    cards = CLASH.replace("e2 ", "e2:Enate ")
    state = position(cards, "first 33 53 Kurth", kurth="I2 E3 P0 M3", enate="I2 E3 P0 M0")
    play(state, "attack 3M, end")
    assert tracks(state, 0) == "I2 E0 P0 M0"
    assert state.to_act == (1,)
    assert play(new(), "31 31", "end", "end").to_act == (0, 1)


LAST = """
               .      .      . /
           .      .      .      . /
       .      .      .      .      . /
           .      .      .      . /
           k1:Kurth k2      k3:Kurth
"""


@pytest.mark.rule("S-18")
def test_all_nodes_in_play_at_the_end_of_a_round_win() -> None:
    state = position(LAST, "first 12 15 Kurth", kurth="I2 E3 P1 M1")
    play(state, "activate, end")
    assert state.to_act == (1,)
    play(state, "end")
    assert result(state) == ((0,), "S-18")


@pytest.mark.rule("S-18")
def test_inactive_nodes_prevent_it() -> None:
    state = position(LAST, "first 12 15 Kurth", kurth="I2 E3 P1 M1")
    assert play(state, "end", "end").outcome is None


@pytest.mark.rule("S-19")
def test_six_rounds_without_activation_and_attack_end_the_game() -> None:
    state = position(FRONT, kurth="I2 E3 P0 M0", rounds="round 9 quiet 4 Kurth")
    play(state, "15 15", "energy, move 11>33, end", "energy, end")
    assert state.outcome is None
    play(state, "15 15", "end", "exhaust 13, end")
    assert result(state) == ((0,), "S-19")


@pytest.mark.rule("S-19")
def test_activation_or_attack_restarts_the_count_of_quiet_rounds() -> None:
    state = position(FRONT, kurth="I2 E3 P0 M0", rounds="round 9 quiet 5 Kurth")
    play(state, "12 15", "activate, end", "end")
    assert state.quiet == 0
    state = position(
        CLASH.replace("e2 ", "e2:Enate "), kurth="I2 E3 P0 M3", enate="I2 E3 P0 M0", rounds="round 9 quiet 5 Kurth"
    )
    play(state, "33 42", "attack 3M, end", "end")
    assert state.quiet == 0


@pytest.mark.rule("S-19")
def test_turning_a_card_over_is_not_an_activation() -> None:
    state = position(FRONT, kurth="I2 E3 P1 M0", rounds="round 9 quiet 5 Kurth")
    play(state, "21 31", "activate, end", "end")
    assert result(state) == ((0,), "S-19")


@pytest.mark.rule("S-19")
def test_forty_rounds_end_the_game() -> None:
    state = position(FRONT, kurth="I2 E3 P1 M0", rounds="round 40 quiet 0 Kurth")
    play(state, "12 15", "activate, end", "end")
    assert result(state) == ((0,), "S-19")
    state = position(FRONT, kurth="I2 E3 P1 M0", rounds="round 39 quiet 0 Kurth")
    assert play(state, "12 15", "activate, end", "end").outcome is None


@pytest.mark.rule("S-19")
@pytest.mark.parametrize(
    ("kurth", "enate", "winners"),
    [
        ("I2 E0 P0 M0", "I1 E9 P9 M9", (0,)),
        ("I1 E9 P9 M9", "I2 E0 P0 M0", (1,)),
        ("I2 E0 P3 M0", "I2 E9 P2 M9", (0,)),
        ("I2 E9 P2 M9", "I2 E0 P3 M0", (1,)),
        ("I2 E0 P2 M5", "I2 E9 P2 M4", (0,)),
        ("I2 E9 P2 M4", "I2 E0 P2 M5", (1,)),
        ("I2 E0 P2 M5", "I2 E9 P2 M5", ()),
    ],
)
def test_influence_then_population_then_minerals_decide(kurth: str, enate: str, winners: tuple[int, ...]) -> None:
    cards = FRONT.replace("e1 ", "e1:Enate ").replace("e2 ", "e2:Enate ")
    state = position(cards, kurth=kurth, enate=enate, rounds="round 40 quiet 0 Kurth")
    play(state, "31 31", "end", "end")
    assert result(state) == (winners, "S-19")


@pytest.mark.rule("S-19")
def test_no_game_has_more_steps_than_forty_full_rounds() -> None:
    assert GAME.max_steps == 400


# ---- Cards, secrets, notation ----


@pytest.mark.rule("S-20")
def test_sets_of_tier_one_mirror_each_other() -> None:
    """Bots measure the balance of the cards; that both sides' planets are equally good can be checked here."""

    def values(side: str) -> list[object]:
        own = [one for one in new().card_set.cards if one.side == side]
        return [(one.requires, one.defense, one.activation, one.exhaustion) for one in own]

    assert values("kurth") == values("enate")


@pytest.mark.rule("S-21")
def test_program_is_hidden_from_others_until_both_are_committed() -> None:
    state = new()
    state.apply(parse_move(state, 0, "22"), 0)
    assert [player["committed"] for player in state.view(1)["players"]] == [True, False]
    assert [state.view(seat)["players"][0]["program"] for seat in (0, 1, None)] == ["22", None, None]
    state.apply(parse_move(state, 1, "31"), 1)
    for seat in (0, 1, None):
        assert [player["program"] for player in state.view(seat)["players"]] == ["22", "31"]


@pytest.mark.rule("S-21")
def test_face_down_cards_and_spares_are_hidden_from_all() -> None:
    state = new()
    for seat in (0, 1, None):
        view = state.view(seat)
        assert [name for name, space in view["spaces"].items() if space["card"]] == ["11", "12", "13", "51", "52", "53"]
        assert view["spares"] == {"2": 2, "3": 2}
        assert view["unseen"]["2"] == [f"t{n}" for n in range(1, 11)]
        assert view["unseen"]["3"] == [f"u{n}" for n in range(1, 7)]
    play(state, "12 15", "activate")
    seen = {card(state, "22"), card(state, "23")}
    assert seen.isdisjoint(state.view(0)["unseen"]["2"])


@pytest.mark.rule("S-22")
def test_coordinates_are_those_of_the_acting_player() -> None:
    state = position(CLASH.replace("e2 ", "e2:Enate "), "first 13 31 Kurth", kurth="I2 E3 P0 M0", enate="I2 E9 P3 M3")
    play(state, "end")
    # Enate's 33 is in the middle for both; Enate's 12 is Kurth's 52.
    assert "exhaust 12" in moves(state)
    assert "swap 12<>33" in moves(state)
    play(state, "move 12>22")
    assert owner(state, "43") == 1


# ---- queries for scene and explanation ----


def working(state: State, seat: int) -> set[str]:
    """Return the programs that the seat could execute if it acted now."""
    names = program_names(state.map)
    return {name for program, name in enumerate(names) if state.program_works(seat, program)}


@pytest.mark.rule("S-9")
def test_program_works_as_far_as_the_energy_goes() -> None:
    start = START.replace("k2", "k2:Kurth")
    assert working(position(start, kurth="I1 E3 P0 M0"), 0) == {"11", "13", "15", "22", "23"}
    assert working(position(start, kurth="I1 E1 P0 M0"), 0) == {"11", "13", "15"}
    assert working(position(start, kurth="I1 E0 P0 M0"), 0) == {"15"}


@pytest.mark.rule("S-11")
def test_program_works_at_a_node_whose_defense_can_be_paid() -> None:
    for stock, works in (("P0 M2", False), ("P0 M3", True), ("P1 M2", True), ("P3 M0", True)):
        state = position(CLASH, kurth=f"I2 E3 {stock}", enate="I1 E3 P0 M0")
        assert ("33" in working(state, 0)) == works


@pytest.mark.rule("S-12")
def test_program_14_works_while_a_face_up_card_has_a_spare_of_its_tier() -> None:
    assert "14" not in working(position(START), 0)  # nothing of tier 2 or 3 is face up
    face_up = START.replace("(t2)", "t2")
    assert "14" in working(position(face_up), 0)
    assert "14" not in working(position(face_up, spares="- / u5 u6"), 0)


@pytest.mark.rule("S-14")
def test_programs_that_work_are_those_that_can_be_executed_once_revealed() -> None:
    random = Random(3)
    compared = 0
    for seed in range(12):
        state = new(seed)
        while state.to_act:
            if len(state.to_act) == 2:
                for program, name in enumerate(program_names(state.map)):
                    after = state.copy()
                    after.apply(program, 0)
                    after.apply(0 if program else 1, 1)
                    if after.to_act == (0,):
                        others = ("exhaust", "move", "swap", "end")
                        can_execute = any(not move.startswith(others) for move in moves(after))
                        assert state.program_works(0, program) == can_execute, name
                        compared += 1
            seat = random.choice(state.to_act)
            actions = [action for action in state.legal_actions(seat) if not state.loses_at_once(seat, action)]
            state.apply(random.choice(actions), seat)
    assert compared > 50


@pytest.mark.rule("S-9")
def test_target_paths_lead_to_cards_of_others_and_in_a_turn_to_the_target() -> None:
    state = position(CLASH, kurth="I2 E3 P2 M2", enate="I1 E3 P0 M0")
    names = state.map.names
    lengths = {names[space]: len(path) for space, path in state.target_paths(0).items()}
    assert lengths["33"] == 3
    assert "11" not in lengths  # Kurth's own node
    assert all(state.can_pay_path(0, names.index(name)) == (length <= 3) for name, length in lengths.items())
    turn = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P2 M2", enate="I1 E3 P0 M0")
    assert {names[space] for space in turn.target_paths(0)} == {"33"}
    done = position(CLASH, "first 33 53 Kurth executed", kurth="I2 E3 P2 M2", enate="I1 E3 P0 M0")
    assert done.target_paths(0) == {}


@pytest.mark.rule("S-19")
@pytest.mark.parametrize(
    ("kurth", "enate", "track"),
    [
        ("I2 E0 P0 M0", "I1 E3 P9 M9", "influence"),
        ("I1 E0 P2 M0", "I1 E3 P1 M9", "population"),
        ("I1 E0 P2 M0", "I1 E3 P2 M9", "minerals"),
        ("I1 E0 P2 M1", "I1 E3 P2 M1", None),
    ],
)
def test_deciding_track_is_the_first_of_three_that_differs(kurth: str, enate: str, track: str | None) -> None:
    assert deciding_track(position(CLASH, kurth=kurth, enate=enate)) == track
