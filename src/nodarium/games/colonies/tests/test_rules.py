"""The rules of Nodes & Colonies, each with at least one test."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from nodarium.core.errors import BadOption, IllegalMove
from nodarium.core.language import format_message
from nodarium.core.message import Message, say
from nodarium.games.colonies import board
from nodarium.games.colonies.board import KIND, KIND_NAMES, LAYOUTS, PLAYERS
from nodarium.games.colonies.explain import describe_move, open_steps
from nodarium.games.colonies.notation import format_deal, format_position, parse_move, parse_position
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.tests import reference
from nodarium.games.colonies.tests.table import (
    GAME,
    ORANGE,
    PURPLE,
    ROSE,
    TEAL,
    controlled,
    goals,
    legal,
    play,
    played,
    refusal,
    start,
    table,
)

COLONIES = KIND_NAMES[:-1]


def deal(seed: int, **options: object) -> State:
    state = GAME.new_state(options, seed)
    assert isinstance(state, State)
    return state


# ---- Cards ----


@pytest.mark.rule("C-1")
def test_there_are_21_nodes_and_of_each_type_seven_four_and_two_colonies_of_levels_1_to_3() -> None:
    deck = tomllib.loads(Path(board.__file__).with_name("data").joinpath("deck.toml").read_text("utf-8"))
    assert {card: deck.pop(card) for card in ("N", "C1", "C2", "C3")} == {"N": 21, "C1": 7, "C2": 4, "C3": 2}
    assert deck == {"M1": 7, "M2": 4, "M3": 2, "E1": 7, "E2": 4, "E3": 2}


@pytest.mark.rule("C-1")
@pytest.mark.parametrize(("layout", "players"), list(product(LAYOUTS, PLAYERS)))
def test_hands_and_deck_are_all_cards_but_the_nodes_of_the_layout(layout: str, players: int) -> None:
    for seed in range(5):
        dealt = format_deal(deal(seed, layout=layout, players=players))
        cards = Counter(card for hand in [*dealt["hands"], dealt["deck"]] for card in hand)
        cards["N"] += len(LAYOUTS[layout])
        assert cards == Counter(KIND_NAMES[kind] for kind in board.DECK)


PREVAILING = """
    C2-C1 C3-C1 C3-C2 M2-M1 M3-M1 M3-M2 E2-E1 E3-E1 E3-E2
    C1-M1 C2-M2 C3-M3 M1-E1 M2-E2 M3-E3 E1-C1 E2-C2 E3-C3
    C2-M1 C3-M1 C3-M2 M2-E1 M3-E1 M3-E2 E2-C1 E3-C1 E3-C2
"""


@pytest.mark.rule("C-2")
def test_a_colony_prevails_by_level_by_type_or_by_both_and_otherwise_not() -> None:
    pairs = [pair.split("-") for pair in PREVAILING.split()]
    for card, other in product(KIND_NAMES, repeat=2):
        assert board.prevails(KIND[card], KIND[other]) == ([card, other] in pairs)


@pytest.mark.rule("C-2")
@pytest.mark.parametrize(("card", "other"), list(product(COLONIES, repeat=2)))
def test_a_colony_invades_exactly_those_it_prevails_over(card: str, other: str) -> None:
    state = play(start(f"{card} / {other}"), f"{card}@0,0 {other}@0,1")
    assert ("0,1" in goals(state, "0,0")) == (f"{card}-{other}" in PREVAILING.split())


# ---- Setup ----


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(
    ("layout", "spots"),
    [
        ("grid", "-1,1 0,1 1,1 -1,0 0,0 1,0 -1,-1 0,-1 1,-1"),
        ("plus", "0,1 -1,0 0,0 1,0 0,-1"),
        ("ring", "-1,1 0,1 1,1 -1,0 1,0 -1,-1 0,-1 1,-1"),
        ("diamond", "0,2 -1,1 0,1 1,1 -2,0 -1,0 0,0 1,0 2,0 -1,-1 0,-1 1,-1 0,-2"),
    ],
)
def test_nodes_from_the_deck_are_laid_out(layout: str, spots: str) -> None:
    state = deal(1, layout=layout)
    assert {node["spot"] for node in state.view(None)["nodes"]} == set(spots.split())
    assert deal(1).view(None)["layout"] == "grid"


@pytest.mark.rule("C-3")
def test_a_layout_can_be_drawn() -> None:
    state = deal(1, layout="oo/.o/.o/.o")
    assert {node["spot"] for node in state.view(None)["nodes"]} == {"0,2", "1,2", "1,1", "1,0", "1,-1"}
    assert state.view(None)["deck"] == 60 - 5 - 10 - 1
    assert GAME.resolve_options({"layout": "ooo/ooo/ooo"})["layout"] == "grid"
    assert GAME.resolve_options({"layout": "..../oooo"})["layout"] == "oooo"


@pytest.mark.rule("C-3")
def test_a_layout_can_come_from_a_file_and_is_kept_as_a_drawing(tmp_path: Path) -> None:
    file = tmp_path / "hook.toml"
    file.write_text('hook = """\noo\n.o\n.o\n"""\n')
    (option,) = [option for option in GAME.options if option.name == "layout"]
    assert option.parse(str(file)) == "oo/.o/.o"
    assert GAME.resolve_options({"layout": file})["layout"] == "oo/.o/.o"
    match = GAME.new_state({"layout": file}, 3)
    assert GAME.notation.format_deal(match)["layout"] == "oo/.o/.o"


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(
    ("drawing", "says"),
    [
        ("oo/o", "rows of equal length"),
        ("oo/xo", "o for a Node"),
        ("ooo", "4 to 21 Nodes, not 3"),
        ("o" * 22, "4 to 21 Nodes, not 22"),
        ("oo./..o/oo.", "joined by their sides"),
        ("oo./..o/..o", "joined by their sides"),
    ],
)
def test_impossible_layouts_are_refused(drawing: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=says):
        GAME.new_state({"layout": drawing}, 1)
    file = tmp_path / "own.toml"
    file.write_text(f'own = "{drawing}"')
    with pytest.raises(BadOption, match=says):
        GAME.new_state({"layout": file}, 1)


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("text", ["", "a = 1", "= 1", 'a = "oooo"\nb = "oooo"'])
def test_a_file_without_exactly_one_layout_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    with pytest.raises(BadOption, match="can’t be read"):
        GAME.new_state({"layout": file}, 1)
    file.write_text(text)
    with pytest.raises(BadOption, match=r"own\.toml"):
        GAME.new_state({"layout": file}, 1)


@pytest.mark.rule("C-3")
def test_a_text_is_never_taken_for_the_name_of_a_file(tmp_path: Path) -> None:
    """Options from the network must not read files."""
    file = tmp_path / "own.toml"
    file.write_text('own = "oooo"')
    with pytest.raises(BadOption, match=r"pathlib\.Path"):
        GAME.new_state({"layout": str(file)}, 1)


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_player_won_the_last_round_of_draws_and_no_seat_an_earlier_one(players: int) -> None:
    repeats = 0
    begun = Counter[int]()
    for seed in range(100):
        state = deal(seed, players=players)
        dealt = format_deal(state)
        assert state.view(None)["duel"] == dealt["duel"]
        *earlier, last = dealt["duel"]
        assert [reference.victor(drawn) for drawn in earlier] == [None] * len(earlier)
        assert reference.victor(last) == dealt["first"] == state.to_act[0]
        repeats += len(earlier)
        begun[dealt["first"]] += 1
    assert repeats > 0
    assert set(begun) == set(range(players))


@pytest.mark.rule("C-4")
def test_all_cards_take_part_in_the_draws() -> None:
    drawn = Counter(
        card for seed in range(200) for cards in format_deal(deal(seed, players=4))["duel"] for card in cards
    )
    assert set(drawn) == set(KIND_NAMES)
    share = drawn["N"] / drawn.total()
    assert 0.2 < share < 0.27  # 12 of 51


@pytest.mark.rule("C-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_gets_five_cards_and_turns_pass_clockwise_from_the_first(players: int) -> None:
    state = deal(2, players=players)
    assert [len(hand) for hand in format_deal(state)["hands"]] == [5] * players
    first = state.first
    order: list[int] = []
    while state.turn <= 2 * players and state.to_act:
        if len(order) < state.turn:
            order.append(state.to_act[0])
        colonising = [action for action in state.legal_actions() if board.COLONISE <= action < board.MOVE]
        state.apply(board.END if board.END in state.legal_actions() else colonising[0])
    assert order == [(first + turn) % players for turn in range(2 * players)]


@pytest.mark.rule("C-5")
def test_the_cards_that_were_drawn_for_the_first_player_are_shuffled_again() -> None:
    """A player who drew a Node in the duel may or may not hold it: hands don't reveal the draws."""
    kept = 0
    for seed in range(300):
        dealt = format_deal(deal(seed))
        kept += dealt["duel"][-1][0] == dealt["hands"][0][0]
    assert kept < 60


# ---- A turn ----


@pytest.mark.rule("C-6")
def test_a_turn_begins_with_drawing_the_top_card() -> None:
    state = start("C1 C1 C1 C1 C1 / M1 M1 M1 M1 M1", "E3 M3 C3")
    assert state.view(ORANGE)["hand"] == ["C1"] * 5 + ["E3"]
    assert state.view(PURPLE)["hand"] == ["M1"] * 5
    play(state, "C1@0,0")
    assert state.view(PURPLE)["hand"] == ["M1"] * 5 + ["M3"]
    assert state.view(None)["deck"] == 60 - 9 - 10 - 2


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(
    ("done", "left"),
    [
        ("", "explore colonise move"),
        ("N@0,2", "colonise move end"),
        ("N@0,2 M1@0,2", "move end"),
        ("E1@0,0", "move end"),
        ("N@0,2 M1@0,2 0,1>0,0", "the next turn"),
        ("N@0,2 0,1>0,0", "the next turn"),
        ("E1@0,0 0,1>0,0", "the next turn"),
        ("0,1>0,0", "the next turn"),
        ("N@0,2 end", "the next turn"),
    ],
)
def test_explore_colonise_and_move_come_in_this_order_each_at_most_once(done: str, left: str) -> None:
    state = play(start("C1 M1 E1 N N / M1"), "C1@0,1 M1@1,-1")
    turn = state.turn
    play(state, done)
    ways = {"N": "explore", "M": "colonise", "E": "colonise", "C": "colonise", "e": "end"}
    found = {ways.get(move[0], "move") for move in legal(state)} if state.turn == turn else {"the next turn"}
    assert found == ({left} if left == "the next turn" else set(left.split()))


@pytest.mark.rule("C-6")
def test_a_turn_cannot_end_before_its_first_step() -> None:
    assert refusal(start("C1 / M1"), "end").rule == "C-6"
    assert "end" in legal(play(start("C1 M1 / M1"), "C1@0,0 M1@1,1 M1@0,1"))


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(("done", "late"), [("N@0,2", "N@0,3"), ("E1@0,0", "N@0,2"), ("E1@0,0", "M1@0,1")])
def test_repeated_and_earlier_steps_are_refused(done: str, late: str) -> None:
    state = play(start("C1 M1 E1 N N / M1"), f"C1@0,1 M1@1,-1 {done}")
    assert refusal(state, late).rule == "C-6"


# ---- Exploring ----


@pytest.mark.rule("C-7")
def test_a_node_is_laid_on_an_empty_spot_next_to_a_controlled_one_and_never_across_a_corner() -> None:
    state = play(start("C1 M1 / M1"), "C1@1,1 M1@-1,-1")
    assert played(state, "N") == {"2,1", "1,2"}
    play(state, "N@2,1")
    assert "2,1" in {node["spot"] for node in state.view(None)["nodes"]}
    assert state.view(ORANGE)["hand"].count("N") == 2
    assert not {"2,2", "3,1", "2,0"} & {move.partition("@")[2] for move in legal(state)}


@pytest.mark.rule("C-7")
def test_exploring_needs_a_node_in_the_hand_and_a_node_in_control() -> None:
    nodes = play(start("C1 C2 C3 M1 M2 / M1", "E1 E1 E1"), "C1@1,1 M1@-1,-1")
    assert played(nodes, "N") == set()
    error = refusal(nodes, "N@2,1")
    assert (error.rule, error.message) == ("C-7", say("colonies-no-node-in-hand"))
    fresh = start("C1 / M1")
    assert played(fresh, "N") == set()
    assert refusal(fresh, "N@2,1").message == say("colonies-explore-where")


@pytest.mark.rule("C-7")
def test_a_node_cannot_be_laid_on_another_or_apart_from_all() -> None:
    state = play(start("C1 / M1"), "C1@1,1 M1@-1,-1")
    for move, says in (
        ("N@0,1", say("colonies-node-here")),
        ("N@3,1", say("colonies-apart")),
        ("N@2,2", say("colonies-apart")),
    ):
        error = refusal(state, move)
        assert (type(error), error.rule, error.message) == (IllegalMove, "C-7", says)


@pytest.mark.rule("C-7")
def test_a_node_cannot_be_laid_next_to_another_players_node_only() -> None:
    state = play(start("C1 M1 / M1"), "C1@1,1 M1@-1,-1")
    assert refusal(state, "N@-2,-1").rule == "C-7"


# ---- Colonising ----


@pytest.mark.rule("C-8")
def test_in_the_first_round_any_unoccupied_node_is_colonised() -> None:
    state = start("C1 M1 / M1 / E1 E2", layout="plus")
    everywhere = {"0,1", "-1,0", "0,0", "1,0", "0,-1"}
    assert played(state, "C1") == everywhere
    play(state, "C1@0,1")
    assert played(state, "M1") == everywhere - {"0,1"}
    play(state, "M1@0,0")
    assert played(state, "E2") == everywhere - {"0,1", "0,0"}


@pytest.mark.rule("C-8")
def test_after_the_first_round_players_colonise_their_nodes_and_unoccupied_neighbours() -> None:
    state = play(start("C1 M1 / M1"), "C1@0,1 M1@0,0")
    assert played(state, "M1") == {"0,1", "-1,1", "1,1"}
    error = refusal(state, "M1@1,0")
    assert (error.rule, error.message) == ("C-8", say("colonies-colonise-where"))


@pytest.mark.rule("C-8")
def test_another_players_node_cannot_be_colonised_even_by_a_stronger_card() -> None:
    state = play(start("C1 C3 / M1"), "C1@0,1 M1@0,0")
    error = refusal(state, "C3@0,0")
    assert (error.rule, error.message) == ("C-8", say("colonies-only-invade", seat=GAME.seat_title(PURPLE)))


@pytest.mark.rule("C-8")
def test_a_new_node_can_be_colonised_at_once() -> None:
    state = play(start("C1 M1 / M1"), "C1@1,1 M1@-1,-1 N@2,1")
    assert "2,1" in played(state, "M1")


@pytest.mark.rule("C-8")
def test_any_colony_can_cover_a_colony_of_the_same_player() -> None:
    state = play(start("C3 E1 / M1"), "C3@0,1 M1@0,0 E1@0,1")
    assert table(state) == {"0,1": "C3o E1o", "0,0": "M1p"}


@pytest.mark.rule("C-8")
def test_a_colony_must_be_in_the_hand_and_go_on_an_existing_node() -> None:
    state = start("C1 / M1")
    assert str(refusal(state, "M1@0,0")) == "M1@0,0: You don’t have Military 1 in your hand. (C-8)"
    assert refusal(state, "C1@2,0").rule == "C-8"


# ---- Control ----


@pytest.mark.rule("C-9")
def test_the_owner_of_the_topmost_colony_controls_a_node() -> None:
    state = play(start("C3 E1 / M1"), "C3@0,1 M1@0,0")
    assert controlled(state) == [1, 1]
    play(state, "E1@1,1")
    assert controlled(state) == [2, 1]
    play(state, "0,1>1,1")
    assert table(state) == {"1,1": "E1o C3o", "0,0": "M1p"}
    assert controlled(state) == [1, 1]
    owners = {node["spot"]: node["seat"] for node in state.view(None)["nodes"]}
    assert {spot for spot, seat in owners.items() if seat is not None} == {"1,1", "0,0"}


# ---- Moving ----


@pytest.mark.rule("C-10")
def test_an_invader_controls_the_node_until_it_leaves() -> None:
    state = play(start("C3 E1 / M1 E3"), "C3@0,1 M1@0,0 E1@1,1 end E3@1,0 end")
    assert controlled(state) == [2, 2]
    play(state, "0,1>0,0")
    assert table(state) == {"1,1": "E1o", "0,0": "M1p C3o", "1,0": "E3p"}
    assert controlled(state) == [2, 1]
    play(state, "1,0>1,-1 0,0>0,-1")
    assert table(state) == {"1,1": "E1o", "0,0": "M1p", "0,-1": "C3o", "1,-1": "E3p"}
    assert controlled(state) == [2, 2]


@pytest.mark.rule("C-10")
def test_only_the_topmost_colony_is_moved() -> None:
    state = play(start("C3 E1 / M1 E3"), "C3@0,1 M1@0,0 E1@0,1 E3@0,0 0,1>1,1")
    assert table(state) == {"0,1": "C3o", "1,1": "E1o", "0,0": "M1p E3p"}


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("move", ["0,0>1,0", "1,1>1,0"])
def test_players_move_only_their_colonies(move: str) -> None:
    assert refusal(play(start("C3 / M1"), "C3@0,1 M1@0,0"), move).rule == "C-10"


@pytest.mark.rule("C-10")
def test_a_colony_does_not_end_on_one_it_does_not_prevail_over() -> None:
    error = refusal(play(start("C1 / E1"), "C1@0,1 E1@0,0"), "0,1>0,0")
    assert str(error) == "0,1>0,0: Culture 1 doesn’t prevail over Economy 1, so it can’t move there. (C-10)"


@pytest.mark.rule("C-10")
@pytest.mark.parametrize(("movement", "far"), [("line", set()), ("step", set()), ("path", {"1,1"})])
def test_a_colony_never_steps_across_a_corner_and_never_stays(movement: str, far: set[str]) -> None:
    state = play(start("C1 / C1", layout="oo/oo", movement=movement), "C1@0,0 C1@1,0")
    assert goals(state, "0,0") == {"0,1"} | far
    assert refusal(state, "0,0>0,0").rule == "C-10"
    if not far:
        assert refusal(state, "0,0>1,1").rule == "C-11"


@pytest.mark.rule("C-10")
@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        ("N@0,2", "Orange lays Node 10 above Node 2", "Orange legt Knoten 10 über Knoten 2"),
        ("E1@1,1", "Orange plays Economy 1 on Node 3", "Orange spielt Wirtschaft 1 auf Knoten 3"),
        (
            "0,1>1,1",
            "Orange moves Culture 3 from Node 2 to Node 3",
            "Orange bewegt Kultur 3 von Knoten 2 nach Knoten 3",
        ),
        (
            "0,1>0,0",
            "Orange invades Node 5 with Culture 3 from Node 2",
            "Orange erobert Knoten 5 mit Kultur 3 von Knoten 2 aus",
        ),
    ],
)
def test_moves_are_described_in_words(move: str, english: str, german: str) -> None:
    state = play(start("C3 E1 / M1"), "C3@0,1 M1@0,0")
    said, _ = describe_move(state, ORANGE, parse_move(state, ORANGE, move))
    assert (format_message(said, "en"), format_message(said, "de")) == (english, german)


# A row of seven Nodes from -3,0 to 3,0 and one more at 0,1.
FORK = "...o.../ooooooo"


@pytest.mark.rule("C-11")
@pytest.mark.parametrize(
    ("movement", "purple", "reached"),
    [
        ("line", "E3@3,0", "-2,0 -1,0 0,0 1,0 2,0"),  # E3 is in the way
        ("path", "E3@3,0", "-2,0 -1,0 0,0 1,0 2,0 0,1"),
        ("step", "E3@3,0", "-2,0"),
        ("line", "M1@-1,0", "-2,0 -1,0 0,0 1,0 2,0 3,0"),  # through M1
        ("path", "M1@-1,0", "-2,0 -1,0 0,0 1,0 2,0 3,0 0,1"),
        ("step", "M1@-2,0", "-2,0"),
        ("line", "M3@-1,0", "-2,0"),
        ("path", "M3@-1,0", "-2,0"),
        ("step", "M3@-2,0", ""),
    ],
)
def test_a_colony_goes_over_nodes_until_one_it_does_not_prevail_over(movement: str, purple: str, reached: str) -> None:
    state = start(f"C2 / {purple[:2]}", layout=FORK, movement=movement)
    assert goals(play(state, f"C2@-3,0 {purple}"), "-3,0") == set(reached.split())


@pytest.mark.rule("C-11")
@pytest.mark.parametrize(
    ("movement", "reached"),
    [("line", "-2,0 -1,0 0,0 1,0 2,0"), ("path", "-2,0 -1,0 0,0 1,0 2,0 0,1"), ("step", "-2,0")],
)
def test_a_colony_passes_through_own_nodes_and_can_end_on_them(movement: str, reached: str) -> None:
    state = start("C2 C1 / M3 E3", layout=FORK, movement=movement)
    play(state, "C2@-3,0 M3@3,0 C1@-2,0 end E3@3,0")
    assert goals(state, "-3,0") == set(reached.split())


@pytest.mark.rule("C-11")
@pytest.mark.parametrize(
    ("movement", "reached"), [("line", "-1,1 -1,-1"), ("path", "-1,1 0,1 1,1 -1,-1 0,-1 1,-1"), ("step", "-1,1 -1,-1")]
)
def test_a_colony_does_not_jump_over_a_gap(movement: str, reached: str) -> None:
    state = play(start("C2 / E3", layout="ring", movement=movement), "C2@-1,0 E3@1,0")
    assert goals(state, "-1,0") == set(reached.split())
    assert refusal(state, "-1,0>1,0").rule == "C-10"


@pytest.mark.rule("C-11")
def test_of_several_colonies_in_the_way_the_nearest_stops_a_colony() -> None:
    state = play(start("C2 C1 / M3 E3", layout=FORK), "C2@3,0 M3@0,0 C1@2,0 end E3@1,0 end")
    assert goals(state, "3,0") == {"2,0"}
    state = play(start("C2 C1 / M3 E3", layout=FORK), "C2@-3,0 M3@0,0 C1@-2,0 end E3@-1,0 end")
    assert goals(state, "-3,0") == {"-2,0"}


@pytest.mark.rule("C-11")
@pytest.mark.parametrize(("movement", "far"), [("line", False), ("step", False), ("path", True)])
def test_a_new_node_opens_ways_at_once(movement: str, far: bool) -> None:
    state = play(start("C1 M1 / M3", movement=movement), "C1@1,1 M3@-1,-1 M1@1,0 end -1,-1>-1,0 N@2,1")
    assert "2,1" in goals(state, "1,1")
    assert ("2,1" in goals(state, "1,0")) == far


@pytest.mark.rule("C-11")
@pytest.mark.parametrize(
    ("movement", "move", "says"),
    [
        ("line", "-3,0>0,1", "colonies-straight-line"),
        ("step", "-3,0>-1,0", "colonies-one-step"),
        ("line", "-3,0>1,0", "colonies-way-blocked"),
        ("path", "-3,0>1,0", "colonies-way-blocked"),
    ],
)
def test_a_way_that_is_not_open_is_refused(movement: str, move: str, says: str) -> None:
    state = play(start("C2 / E3", layout=FORK, movement=movement), "C2@-3,0 E3@0,0")
    error = refusal(state, move)
    assert isinstance(error.message, Message)
    assert (error.rule, error.message.id) == ("C-11", says)


@pytest.mark.rule("C-12")
def test_a_colony_cannot_move_in_the_turn_in_which_it_was_placed() -> None:
    state = play(start("C1 E1 / M1"), "C1@0,1 M1@1,-1 E1@0,0")
    assert goals(state, "0,1")
    assert goals(state, "0,0") == set()
    assert refusal(state, "0,0>0,-1").rule == "C-12"
    play(state, "end 1,-1>1,0")
    assert "0,-1" in goals(state, "0,0")


@pytest.mark.rule("C-12")
def test_a_colony_covered_in_this_turn_cannot_move_either() -> None:
    state = play(start("C1 E1 C2 / M1 M2"), "C1@0,1 M1@1,-1 E1@1,1 end M2@1,-1 C2@0,1")
    assert goals(state, "0,1") == set()
    assert goals(state, "1,1")


# ---- End ----

BLOCK = "ooooooo/ooooooo/ooooooo"  # 21 Nodes: none are left for the deck


@pytest.mark.rule("C-13")
def test_the_game_ends_with_the_turn_in_which_the_last_card_was_drawn() -> None:
    depleted = 0
    for seed in range(12):
        state = deal(seed, layout=BLOCK, players=3, movement="step")
        last = []
        while state.to_act:
            if state.view(None)["deck"] == 0:
                last.append(state.turn)
            state.apply(Random(seed + state.ply).choice(state.legal_actions()))
        assert state.outcome is not None
        if state.outcome.reason == say("colonies-depleted"):
            depleted += 1
            assert state.turn == 39 - 15  # a turn for each card of the deck
            assert set(last) == {state.turn}
    assert depleted > 3


@pytest.mark.rule("C-13")
def test_the_game_ends_if_a_player_has_no_step_after_the_draw() -> None:
    state = play(start("C1 / N N N N N", "C1 N"), "C1@0,0")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == (say("colonies-trapped"), (ORANGE,))
    assert state.view(None)["seats"][PURPLE]["hand"] == 6


@pytest.mark.rule("C-13")
def test_the_drawn_card_can_save_a_player_from_being_trapped() -> None:
    state = play(start("C1 / N N N N N", "C1 E1"), "C1@0,0")
    assert state.to_act == (PURPLE,)
    assert played(state, "E1")


@pytest.mark.rule("C-13")
def test_the_game_ends_at_once_when_a_player_loses_the_last_node() -> None:
    state = play(start("C3 / C1"), "C3@0,1 C1@0,0")
    left = state.view(None)["deck"]
    play(state, "0,1>0,0")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == (say("colonies-eradication"), (ORANGE,))
    assert state.view(None)["deck"] == left


@pytest.mark.rule("C-13")
def test_players_without_a_first_node_have_not_lost_all_nodes() -> None:
    state = play(start("C3 / C1 / E1"), "C3@0,1 C1@0,0")
    assert state.to_act == (TEAL,)


@pytest.mark.rule("C-13")
def test_control_of_all_nodes_ends_the_game_by_domination() -> None:
    state = start("C3 M1 C1 M2 / E1 E1 E1 E1", layout="oo/oo")
    play(state, "C3@0,0 E1@1,1 M1@1,0 end E1@1,1 C1@0,1 end E1@1,1 M2@1,0 end E1@1,1")
    assert controlled(state) == [3, 1]
    play(state, "1,0>1,1")
    assert controlled(state) == [4, 0]
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == (say("colonies-domination"), (ORANGE,))


@pytest.mark.rule("C-13")
def test_no_player_controls_an_unoccupied_node() -> None:
    state = start("C3 M1 C1 / E1 E1 E1", layout="oo/oo")
    play(state, "C3@0,0 E1@1,1 M1@1,0 end E1@1,1 C1@0,1 end E1@1,1 1,0>1,1")
    assert controlled(state) == [3, 0]
    assert state.outcome is not None
    assert state.outcome.reason == say("colonies-eradication")


@pytest.mark.rule("C-14")
def test_most_nodes_win_whichever_player_ended_the_game() -> None:
    state = start("C3 / C1 / E1 E2 / M1")
    play(state, "C3@0,1 C1@1,0 E1@-1,-1 M1@1,-1")
    play(state, "0,1>1,1 1,0>0,0 E2@0,-1 end 1,-1>1,0")
    assert controlled(state) == [1, 1, 2, 1]
    play(state, "1,1>1,0")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == (say("colonies-eradication"), (TEAL,))


@pytest.mark.rule("C-14")
def test_equal_numbers_share_the_win() -> None:
    state = play(start("C3 / C1 / E1 / M1"), "C3@0,1 C1@0,0 E1@-1,-1 M1@1,-1 0,1>0,0")
    assert controlled(state) == [1, 0, 1, 1]
    assert state.outcome is not None
    assert state.outcome.winners == (ORANGE, TEAL, ROSE)
    nobody = start("N N N N N / N N N N N", "N")
    assert nobody.outcome is not None
    assert nobody.outcome.winners == (ORANGE, PURPLE)


# ---- What is seen, what is written ----


@pytest.mark.rule("C-15")
def test_views_hold_the_whole_table_and_the_sizes_of_hands_and_deck() -> None:
    state = play(start("C3 E1 / M1 E3"), "C3@0,1 M1@0,0 E1@1,1 end E3@1,0 end 0,1>0,0")
    for seat in (ORANGE, PURPLE, None):
        view = state.view(seat)
        assert table(state)["0,0"] == "M1p C3o"
        assert [colony["card"] for node in view["nodes"] if node["spot"] == "0,0" for colony in node["colonies"]] == [
            "M1",
            "C3",
        ]
        assert view["seats"] == [{"hand": 6, "controls": 2}, {"hand": 6, "controls": 1}]
        assert view["deck"] == 60 - 9 - 10 - 6


@pytest.mark.rule("C-15")
def test_players_see_their_hand_and_spectators_none() -> None:
    state = start("C3 E1 / M1 E3", "M2")
    assert state.view(ORANGE)["hand"] == ["C3", "M2", "E1", "N", "N", "N"]
    assert state.view(PURPLE)["hand"] == ["M1", "E3", "N", "N", "N"]
    assert state.view(None)["hand"] is None
    assert format_position(state, ORANGE).split(" | ")[4:6] == ["C3 M2 E1 N N N / 5?", "40?"]
    assert format_position(state, None).split(" | ")[4:6] == ["6? / 5?", "40?"]


@pytest.mark.rule("C-15")
def test_open_steps_show_the_hand_to_its_owner_only() -> None:
    state = start("C1 M1 / M1")
    assert open_steps(state, ORANGE) == ["colonise"]
    for seat in (PURPLE, None):
        assert open_steps(state, seat) == ["explore", "colonise", "move"]
    state = play(state, "C1@0,1 M1@1,-1 N@0,2")
    assert open_steps(state, ORANGE) == ["colonise", "move", "end"]
    assert open_steps(state, None) == ["colonise", "move", "end"]
    state = play(state, "M1@0,2")
    assert open_steps(state, ORANGE) == open_steps(state, PURPLE) == ["move", "end"]


@pytest.mark.rule("C-15")
def test_refusals_reveal_no_secrets() -> None:
    error = refusal(start("C3 E1 / M1 E3", "M2"), "end")
    assert error.position is not None
    assert "/ 5? | 40? |" in error.position


@pytest.mark.rule("C-16")
def test_a_turn_ends_by_itself_when_no_step_is_left() -> None:
    state = play(start("C1 E1 / M1"), "C1@0,1")
    assert state.to_act == (PURPLE,)  # the only Colony was just placed
    play(state, "M1@1,-1 E1@0,1")
    assert state.to_act == (PURPLE,)  # and now it lies on the other one
    play(state, "1,-1>1,0")
    assert state.to_act == (ORANGE,)  # a move is the last thing


@pytest.mark.rule("C-16")
def test_spots_are_counted_from_the_middle_to_the_right_and_up() -> None:
    state = play(start("C1 / M1"), "C1@1,1 M1@-1,-1")
    assert played(state, "N") == {"2,1", "1,2"}
    assert goals(state, "1,1") == {"0,1", "-1,1", "1,0", "1,-1"}


# ---- How far the board can grow (C-1) ----


def test_the_largest_boards_stay_within_their_bounds() -> None:
    """A board reaches farthest with all 21 Nodes in a row, from a layout with 0,0 in its middle."""
    row = State(layout="oooo")
    assert row.set_board([board.spot_at(x, 0) for x in range(3, 20)])
    assert (row.laid, row.rim.bit_count()) == (21, 42 - 1)
    wide = State(layout="oooo")
    assert wide.set_board([board.spot_at(x, 0) for x in range(3, 19)])
    assert (wide.laid, wide.rim.bit_count()) == (20, 42)


@pytest.mark.parametrize("layout", [*LAYOUTS, "oooo", "oo/oo", "o/o/o/o", BLOCK])
def test_boards_that_grow_at_random_keep_within_their_bounds(layout: str) -> None:
    for seed in range(20):
        dice = Random(seed)
        state = State(layout=layout)
        new: list[int] = []
        while state.laid < board.NODES:
            rim = [state.spots[number] for number in range(board.NODES, board.SPOTS) if state.rim >> number & 1]
            assert len(set(rim)) == len(rim)
            nodes = {state.spots[number] for number in range(state.laid)}
            assert set(rim) == {spot + step for spot in nodes for step in board.ASIDE} - nodes
            assert all(max(map(abs, board.place_of(spot))) <= board.FARTHEST for spot in rim)
            new.append(max(rim) if seed == 0 else min(rim) if seed == 1 else dice.choice(rim))
            assert state.set_board(new)


def test_no_game_is_longer_than_three_steps_for_each_card_of_the_largest_deck() -> None:
    """Explore, colonise and end the turn while the deck lasts."""
    assert GAME.max_steps == 3 * 46
    state = deal(1, layout="oooo")
    while state.to_act:
        state.apply(state.legal_actions()[0])
    assert state.ply <= GAME.max_steps


def test_the_position_of_a_finished_game_names_the_winners() -> None:
    state = play(start("C3 / C1"), "C3@0,1 C1@0,0 0,1>0,0")
    assert format_position(state).endswith("| over 3 orange")
    assert parse_position(format_position(state)).outcome == state.outcome
