"""The rules of NODE, each with at least one test. `table.py` explains the drawings, `board.py` shows the board."""

from __future__ import annotations

import pytest

from nodarium.core.errors import GameOver, IllegalMove, UnreadableMove
from nodarium.core.message import say
from nodarium.core.outcome import Outcome
from nodarium.games.node.board import COLOUR_NAMES, TILES
from nodarium.games.node.explain import trade_source
from nodarium.games.node.notation import format_deal, format_position, parse_move
from nodarium.games.node.rules import State
from nodarium.games.node.tests.table import (
    EXAMPLE,
    GAME,
    ORANGE,
    PURPLE,
    captured,
    cubes,
    exhausted,
    income,
    moves,
    new,
    places,
    play,
    player,
    position,
    refusal,
    scores,
    trades,
)

CORNERS = "a3 a4 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 d1 d2 d3 d4 d5 d6 e2 e3 e4 e5 f3 f4"
SETUP = "b4 b4b5 c1 c1d1 d1 d1d2 e3 e3e4"  # orange has b4 and e3, purple c1 and d1
POST_ON_TOP = "T / G1 B2 R3 / G2 Y2 V G3 Y1 / B3 R1 B1 / Y3"
ADVANCED = "advanced limited"

# Orange's nodes collect G G Y (b4) and R Y B (c3), purple's B G (e3) and nothing (f3): Y1 is exhausted.
APART = """
            .   .

        .   .   .   .

    .   O---.   .   .   .

    .   .   O---.   P===P
                    :
        .   .   .   .

            .   .
"""


def deal(variant: str, seed: int) -> list[str]:
    """Return the squares of a random deal, row by row."""
    state = GAME.new_state({"variant": variant}, seed)
    assert isinstance(state, State)
    layout: str = format_deal(state)["layout"]
    return layout.replace("/", " ").split()


# ---- Board and components ----


@pytest.mark.rule("N-1")
def test_thirteen_squares_in_five_rows_have_24_corners_and_36_edges() -> None:
    state = new()
    assert [len(row.split()) for row in format_deal(state)["layout"].split("/")] == [1, 3, 5, 3, 1]
    assert " ".join(state.view(None)["squares"]) == "C5 B4 C4 D4 A3 B3 C3 D3 E3 B2 C2 D2 C1"
    assert moves(state) == set(CORNERS.split())
    edges = set().union(*(moves(play(new(), corner)) for corner in CORNERS.split()))
    assert len(edges) == 36


@pytest.mark.rule("N-2")
def test_each_colour_has_squares_with_one_two_and_three_dots_and_two_squares_have_no_colour() -> None:
    assert sorted(TILES) == sorted([colour + dots for colour in "RYBG" for dots in "123"] + ["V", "T"])


@pytest.mark.rule("N-2")
def test_vacant_square_and_trading_post_never_pay() -> None:
    state = position(
        """
                O---O
                    |
            .   .   .   .

        .   .   .   .   .   .

        .   .   P===.   .   .

            .   P===.   .

                .   .
        """,
        layout=POST_ON_TOP,
    )
    assert income(state, ORANGE) == ""  # both nodes are on the trading post alone
    assert income(state, PURPLE) == "YYBB"  # c3: Y2, B3 and V; c2: B3 and Y3; the two exhaust R1


@pytest.mark.rule("N-2")
@pytest.mark.parametrize("tile", ["V", "T"])
def test_vacant_square_and_trading_post_do_not_even_pay_their_captor(tile: str) -> None:
    state = position(
        """
                .   .

            .   .   .   .

        .   .   O---O   .   .
                |   |
        .   .   .---.   P===P
                        :
            .   .   .   .

                .   .
        """,
        layout=EXAMPLE.replace("V", tile),
    )
    assert captured(state, ORANGE) == "C3"
    assert income(state, ORANGE) == "RYBBGG"  # c4: G1 B2 Y2; d4: B2 R3 G3


@pytest.mark.rule("N-3")
def test_the_first_game_is_dealt_without_the_trading_post() -> None:
    deals = [deal("first-game", seed) for seed in range(50)]
    assert all(sorted(squares) == sorted(set(TILES) - {"T"}) for squares in deals)
    assert len({tuple(squares) for squares in deals}) == 50


@pytest.mark.rule("N-3")
def test_classic_deals_13_of_the_14_squares_and_leaves_out_a_random_one() -> None:
    deals = [deal("classic", seed) for seed in range(400)]
    assert all(len(set(squares)) == 13 for squares in deals)
    assert {tile for squares in deals for tile in set(TILES) - set(squares)} == set(TILES)
    for place in range(13):
        assert {squares[place] for squares in deals} == set(TILES)


@pytest.mark.rule("N-3")
def test_the_example_is_always_laid_in_the_same_way() -> None:
    assert all(deal("example", seed) == EXAMPLE.replace("/", " ").split() for seed in range(20))


@pytest.mark.rule("N-4")
def test_the_bank_has_ten_cubes_of_each_colour_for_both_players() -> None:
    state = new()
    assert state.view(None)["bank"] == {"red": 10, "yellow": 10, "blue": 10, "green": 10}
    play(state, SETUP)
    assert cubes(state, PURPLE) == "YY"
    assert state.view(None)["bank"] == {"red": 10, "yellow": 8, "blue": 10, "green": 10}


# Orange has 23 branches here, and one more with a `|` in the gap.
MANY_BRANCHES = """
            .---P
            |   :
        .---.---.---.
            |
    .---.---.---.---.---.
    |                   :
    O---.---.---.---.---P
            |
        .---.---.---.
            |   {}
            O---.
"""


@pytest.mark.rule("N-4")
def test_when_24_branches_of_a_colour_lie_on_the_board_there_are_no_more_to_buy() -> None:
    state = position(MANY_BRANCHES.format(" "), "orange turn", orange="RRBB")
    assert player(state, ORANGE)["branches_left"] == 1
    play(state, "d1d2")
    assert player(state, ORANGE)["branches_left"] == 0
    assert places(state) == set()
    assert refusal(state, "b3b4") == ("N-4", "All 24 of Orange’s branches are already on the board.")


@pytest.mark.rule("N-4")
def test_nodes_can_be_bought_when_the_branches_have_run_out() -> None:
    state = position(MANY_BRANCHES.format("|"), "orange turn", orange="RBYYGG")
    assert places(state) == set(CORNERS.split()) - {"a3", "c1", "d6", "f3"}


@pytest.mark.rule("N-5")
def test_moves_are_written_with_the_names_of_corners_edges_and_cubes() -> None:
    state = position(
        """
                P===.

            .   .   .   .

        .   .   O---.   .   O
                            |
        .   .   .   .   .   .
                        :
            .   .   .   P

                .   .
        """,
        purple="RYYBGG",
        layout=POST_ON_TOP,
        options=ADVANCED,
    )
    nodes = "d6 e3 d4* f3*"
    own = "c5c6 d5d6 d2e2 d3e3 e3f3 e3e4"
    other = "b4c4* c3c4* c4c5* d3d4* d4d5* d4e4* e4f4* e3f3*"
    assert places(state) == set(f"{nodes} {own} {other}".split())
    threes = "RYY>B RYY>G RYB>G RYG>B RBG>Y RGG>Y RGG>B YYB>R YYB>G YYG>R YYG>B YBG>R YGG>R YGG>B BGG>R BGG>Y"
    twos = "RY>B RY>G RB>Y RB>G RG>Y RG>B YY>R YY>B YY>G YB>R YB>G YG>R YG>B BG>R BG>Y GG>R GG>Y GG>B"
    assert trades(state) == set(f"{threes} {twos}".split())
    assert moves(state) == places(state) | trades(state) | {"end"}


@pytest.mark.rule("N-5")
def test_a_layout_is_written_row_by_row_from_the_top() -> None:
    state = new(POST_ON_TOP)
    assert format_deal(state) == {"layout": POST_ON_TOP}
    squares = {name: square["tile"] for name, square in state.view(None)["squares"].items()}
    assert (squares["C5"], squares["B4"], squares["D4"], squares["A3"], squares["C3"]) == ("T", "G1", "R3", "G2", "V")
    assert (squares["E3"], squares["B2"], squares["D2"], squares["C1"]) == ("Y1", "B3", "B1", "Y3")


# ---- Setup and turn order ----


@pytest.mark.rule("N-6")
def test_orange_sets_up_first_then_purple_twice_then_orange() -> None:
    assert GAME.seat_names == ("orange", "purple")
    state = new()
    seats: list[int] = []
    for move in SETUP.split():
        seats += state.to_act
        play(state, move)
    assert seats == [ORANGE, ORANGE, PURPLE, PURPLE, PURPLE, PURPLE, ORANGE, ORANGE]
    assert player(state, ORANGE)["nodes"] == ["b4", "e3"]
    assert player(state, ORANGE)["branches"] == ["b4b5", "e3e4"]
    assert player(state, PURPLE)["nodes"] == ["c1", "d1"]
    assert player(state, PURPLE)["branches"] == ["c1d1", "d1d2"]


@pytest.mark.rule("N-6")
def test_the_setup_is_free_and_has_no_other_moves() -> None:
    state = new()
    assert cubes(state, ORANGE) == cubes(state, PURPLE) == ""
    for move in ("end", "RRB>G", "RB>G"):
        assert refusal(state, move) == ("N-6", "Finish the setup first: place a node, then its branch.")


@pytest.mark.rule("N-7")
def test_the_branch_of_a_set_touches_the_node_just_placed() -> None:
    state = play(new(), "c4")
    assert moves(state) == {"b4c4", "c4d4", "c3c4", "c4c5"}
    assert refusal(state, "a3b3") == ("N-7", "The branch must touch your new node on c4.")
    play(state, "c4d4 a3 a3b3 f4")
    assert moves(state) == {"e4f4", "f3f4"}
    assert refusal(state, "b3b4") == ("N-7", "The branch must touch your new node on f4.")


@pytest.mark.rule("N-7")
def test_a_set_is_its_node_and_then_its_branch() -> None:
    state = new()
    assert refusal(state, "c4d4") == ("N-7", "Place the node of your set first, then its branch.")
    play(state, "c4")
    assert refusal(state, "d4") == ("N-7", "First place a branch at your new node.")


@pytest.mark.rule("N-7")
def test_no_distance_is_kept_and_the_second_set_may_be_anywhere() -> None:
    state = play(new(), "c4 c4d4")
    assert moves(state) == set(CORNERS.split()) - {"c4"}
    play(state, "d4 d4d5")
    assert moves(state) == set(CORNERS.split()) - {"c4", "d4"}


@pytest.mark.rule("N-7")
def test_a_setup_node_needs_an_empty_edge_at_its_corner() -> None:
    state = play(new(), "d1 c1d1 c2 c1c2")
    assert moves(state) == set(CORNERS.split()) - {"c1", "c2", "d1"}
    assert refusal(state, "c1") == (
        "N-7",
        "Every edge at this corner is taken, so the node’s branch would have nowhere to go. Choose another corner.",
    )


@pytest.mark.rule("N-8")
def test_purple_has_the_first_regular_turn_and_then_turns_alternate() -> None:
    state = play(new(), SETUP)
    seats: list[int] = []
    for _ in range(4):
        seats += state.to_act
        play(state, "end")
    assert seats == [PURPLE, ORANGE, PURPLE, ORANGE]


@pytest.mark.rule("N-9")
def test_a_turn_is_collecting_then_trades_and_purchases_in_any_order() -> None:
    orders = ["RRR>G e2 d2e2 end", "RRR>G d2e2 e2 end", "d2e2 RRR>G e2 end"]
    done = [play(position(APART, purple="RRRRBYYG"), order) for order in orders]
    for state in done:
        assert format_position(state) == format_position(done[0])
        assert player(state, PURPLE)["nodes"] == ["e2", "e3", "f3"]
        assert cubes(state, PURPLE) == ""
        assert cubes(state, ORANGE) == "RYYBGG"  # the other player's turn begins with collecting


@pytest.mark.rule("N-9")
def test_a_player_may_spend_nothing_and_keeps_the_cubes() -> None:
    state = play(position(APART, purple="RRBBYYGG"), "end")
    assert cubes(state, PURPLE) == "RRYYBBGG"
    assert state.to_act == (ORANGE,)


@pytest.mark.rule("N-9")
def test_exhaustion_and_capture_count_at_once() -> None:
    state = position(APART, purple="RRRBBBYYGG")
    assert (exhausted(state), captured(state, PURPLE)) == ("E3", "")
    play(state, "e2")
    assert exhausted(state) == "E3 D2"  # e2 and e3 on B1
    play(state, "f3f4 e4f4 e3e4")
    assert (exhausted(state), captured(state, PURPLE)) == ("D2", "E3")


# ---- Collecting ----


@pytest.mark.rule("N-10")
def test_each_node_collects_a_cube_from_each_square_around_it_as_in_the_manual() -> None:
    state = play(new(), SETUP)
    assert cubes(state, ORANGE) == ""
    play(state, "end")
    assert cubes(state, ORANGE) == "YYBGGG"  # b4: two green, one yellow; e3: one green, one yellow, one blue


@pytest.mark.rule("N-10")
def test_only_the_player_whose_turn_begins_collects() -> None:
    state = play(new(), SETUP)
    assert (cubes(state, ORANGE), cubes(state, PURPLE)) == ("", "YY")  # two nodes on one square bring two
    play(state, "end")
    assert (cubes(state, ORANGE), cubes(state, PURPLE)) == ("YYBGGG", "YY")
    play(state, "end")
    assert (cubes(state, ORANGE), cubes(state, PURPLE)) == ("YYBGGG", "YYYY")


@pytest.mark.rule("N-11")
def test_a_square_pays_up_to_its_limit_and_is_exhausted_by_one_more_node_of_either_colour() -> None:
    state = position(
        """
                .   .

            .   O---.   .

        .   .   .===P   .   .

        .   O---.   .   P===.

            .   .   .   .

                .   .
        """,
        purple="YYGG",
    )
    assert exhausted(state) == ""
    assert income(state, ORANGE) == "RYBBGG"  # c5: R2 G1 B2; b3: G2 Y2 B3
    assert income(state, PURPLE) == "RYBBGG"  # d4: B2 R3 G3; e3: G3 Y1 B1
    play(state, "c4")  # the third node on B2 and the second on G1
    assert exhausted(state) == "B4 C4"
    assert income(state, ORANGE) == "RYBG"
    assert income(state, PURPLE) == "RYYBGG"


@pytest.mark.rule("N-12")
def test_a_captured_square_pays_only_its_captor_as_in_the_manual() -> None:
    state = position(
        """
                .   .

            .   .---P===.
                |   |
        .   .   O---.   .   .

        O---.   .   .   .===P

            .   .   .   .

                .   .
        """
    )
    assert captured(state, ORANGE) == "C4"
    assert income(state, ORANGE).count("B") == 1
    assert income(state, PURPLE).count("B") == 0


@pytest.mark.rule("N-12")
def test_a_captured_square_has_no_limit_even_if_it_was_exhausted_as_in_the_manual() -> None:
    state = position(
        """
                .   .

            .   O   P===.
                |   |
        .   .   O---O   .   .

        .   .   .   .   .===P

            .   .   .   .

                .   .
        """,
        "orange turn",
        orange="RB",
    )
    assert exhausted(state) == "B4 C4"
    assert (income(state, ORANGE), income(state, PURPLE)) == ("RRYG", "RRY")
    play(state, "c5d5")
    assert captured(state, ORANGE) == "C4"
    assert (income(state, ORANGE), income(state, PURPLE)) == ("RRYBBBG", "RRY")
    play(state, "end end")
    assert cubes(state, ORANGE) == "RRYBBBG"


def collect_yellow(orange: int, purple: int, supply: str = "limited") -> tuple[int, int]:
    """Return both players' yellow cubes after orange, which is owed two, has collected."""
    state = position(APART, orange="Y" * orange or "-", purple="Y" * purple or "-", options=f"classic {supply}")
    assert income(state, ORANGE).count("Y") == 2
    play(state, "end")
    return cubes(state, ORANGE).count("Y"), cubes(state, PURPLE).count("Y")


@pytest.mark.rule("N-13")
def test_the_bank_pays_first_and_the_rest_comes_from_the_opponent() -> None:
    assert collect_yellow(0, 8) == (2, 8)
    assert collect_yellow(0, 9) == (2, 8)
    assert collect_yellow(0, 10) == (2, 8)


@pytest.mark.rule("N-13")
def test_what_the_bank_lacks_is_lost_unless_the_opponent_then_holds_strictly_more() -> None:
    assert collect_yellow(10, 0) == (10, 0)
    assert collect_yellow(5, 5) == (5, 5)
    assert collect_yellow(4, 5) == (5, 5)  # equal once the bank has paid one
    assert collect_yellow(3, 6) == (5, 5)


@pytest.mark.rule("N-13")
def test_the_two_holdings_are_compared_only_once() -> None:
    assert collect_yellow(4, 6) == (6, 4)


@pytest.mark.rule("N-13")
def test_with_unlimited_supply_the_bank_pays_everything() -> None:
    assert collect_yellow(0, 10, "unlimited") == (2, 10)
    assert collect_yellow(10, 2, "unlimited") == (12, 2)
    assert position(APART, options="classic unlimited").view(None)["bank"] is None


@pytest.mark.rule("N-13")
def test_the_opponent_cannot_give_more_than_they_have() -> None:
    state = position(
        """
                .   .

            .   .   .   .

        .   O---O---O   .   .
            |       |
        .   O---O---O   .===.
                        :
            .   .   .===.
                :   :
                P===P
        """,
        orange="YYYY",
        purple="YYYYYY",
        layout="R2 / G1 B2 R3 / G2 Y2 Y3 G3 V / B3 R1 B1 / Y1",
    )
    assert income(state, ORANGE).count("Y") == 8  # four nodes on each of two captured yellow squares
    play(state, "end")
    assert (cubes(state, ORANGE).count("Y"), cubes(state, PURPLE).count("Y")) == (10, 0)


# ---- Building ----


@pytest.mark.rule("N-14")
def test_a_branch_costs_a_red_and_a_blue_cube() -> None:
    state = play(position(APART, purple="RRBBB"), "e3e4")
    assert cubes(state, PURPLE) == "RBB"
    play(state, "e4f4")
    assert refusal(state, "f3f4") == ("N-14", "A branch costs one red and one blue cube. You have 0 red and 1 blue.")
    assert places(state) == set()
    state = position(APART, purple="RRYG")
    assert refusal(state, "f3f4") == ("N-14", "A branch costs one red and one blue cube. You have 2 red and 0 blue.")


@pytest.mark.rule("N-14")
def test_a_branch_goes_on_an_empty_edge_that_touches_a_branch_of_its_colour() -> None:
    state = position(APART, purple="RB")
    assert places(state) == {"d3e3", "e3e4", "d2e2", "f3f4"}
    for edge in ("a3b3", "d3d4"):  # far away; at the end of an orange branch
        assert refusal(state, edge) == ("N-14", "A purple branch must touch another purple branch.")


@pytest.mark.rule("N-14")
def test_an_opponents_node_does_not_break_adjacency() -> None:
    state = position(
        """
                .   .

            .   .   .   .

        .   .   .   .   .   .

        P===.   P===O---.   .

            .   O---.   .

                .   .
        """,
        purple="RB",
    )
    assert {"d3d4", "d2d3"} < places(state)


@pytest.mark.rule("N-15")
def test_a_node_costs_two_yellow_and_two_green_cubes() -> None:
    state = play(position(APART, purple="YYYGGG"), "e2")
    assert cubes(state, PURPLE) == "YG"
    state = position(APART, purple="RBYYYG")
    assert refusal(state, "e2") == (
        "N-15",
        "A node costs two yellow and two green cubes. You have 3 yellow and 1 green.",
    )
    state = position(APART, purple="RBYGGG")
    assert refusal(state, "e2") == (
        "N-15",
        "A node costs two yellow and two green cubes. You have 1 yellow and 3 green.",
    )


@pytest.mark.rule("N-15")
def test_a_node_goes_on_an_empty_corner_at_the_end_of_a_branch_of_its_colour() -> None:
    state = position(APART, purple="YYGG")
    assert places(state) == {"e2"}
    for corner in ("a3", "d3"):  # far away; at the end of an orange branch
        assert refusal(state, corner) == ("N-15", "A purple node must go at the end of a purple branch.")


@pytest.mark.rule("N-16")
def test_a_corner_or_edge_holds_at_most_one_piece() -> None:
    state = position(APART, purple="RBYYGG")
    for place in ("e3", "e3f3", "c3", "c3d3"):
        assert refusal(state, place) == ("N-16", "This place is already taken. Choose an empty one.")
    state = play(new(), "c4 c4d4")
    assert refusal(state, "c4") == ("N-16", "This place is already taken. Choose an empty one.")
    play(state, "d4")
    assert refusal(state, "c4d4") == ("N-16", "This place is already taken. Choose an empty one.")


@pytest.mark.rule("N-16")
def test_the_rim_may_be_built_on() -> None:
    state = play(position(APART, purple="RBYYGG"), "f3f4 f4")
    assert player(state, PURPLE)["nodes"] == ["e3", "f3", "f4"]
    assert player(state, PURPLE)["branches"] == ["e2e3", "e3f3", "f3f4"]


@pytest.mark.rule("N-16")
def test_pieces_stay_for_the_whole_game() -> None:
    state = new(variant="advanced")
    choice = 0
    while state.to_act:
        before = state.pieces
        legal = state.legal_actions()
        choice += 7
        state.apply(legal[choice % len(legal)])
        assert all(before[seat] & ~state.pieces[seat] == 0 for seat in range(2))


@pytest.mark.rule("N-17")
def test_a_player_may_place_as_many_pieces_in_a_turn_as_can_be_paid() -> None:
    state = play(position(APART, purple="RRRBBBYYYYGGGG"), "e3e4 e4e5 e5 d5e5 d5")
    assert state.to_act == (PURPLE,)
    assert (len(player(state, PURPLE)["nodes"]), len(player(state, PURPLE)["branches"])) == (4, 5)
    assert cubes(state, PURPLE) == ""


# ---- Trading ----


@pytest.mark.rule("N-18")
def test_any_three_cubes_can_be_traded_for_one_once_in_a_turn() -> None:
    state = position(APART, purple="RRRRRRYB")
    assert trades(state) == {"RRR>Y", "RRR>B", "RRR>G", "RRY>B", "RRY>G", "RRB>Y", "RRB>G", "RYB>G"}
    play(state, "RRB>G")
    assert cubes(state, PURPLE) == "RRRRYG"
    assert trades(state) == set()
    assert refusal(state, "RRR>Y") == ("N-18", "You have already made your 3:1 trade this turn.")
    play(state, "end end")
    assert "RRR>Y" in trades(state)


@pytest.mark.rule("N-18")
def test_players_trade_only_cubes_they_have() -> None:
    state = position(APART, purple="RRB")
    assert refusal(state, "RRR>Y") == ("N-18", "This trade takes 3 red, but you have 2.")
    assert refusal(state, "RRG>Y") == ("N-18", "This trade takes 1 green, but you have 0.")


# Purple has two nodes on the trading post (POST_ON_TOP), orange none.
ON_THE_POST = """
            P===P
                :
        .   .   .   .

    .   O---.   .   .   .

    .   .   O---.   .   .

        .   .   .   .

            .   .
"""


@pytest.mark.rule("N-19")
def test_each_node_on_the_trading_post_gives_its_owner_one_more_trade_of_two_for_one() -> None:
    state = position(ON_THE_POST, purple="R" * 9, layout=POST_ON_TOP)
    assert player(state, PURPLE)["trades_left"] == {"3:1": 1, "2:1": 2}
    play(state, "RR>Y RRR>Y RR>Y")
    assert cubes(state, PURPLE) == "RRYYY"
    assert trades(state) == set()
    spent = "You have already made your 2:1 trades this turn, one for each of your nodes on the trading post."
    assert refusal(state, "RR>B") == ("N-19", spent)
    play(state, "end end RR>B")


@pytest.mark.rule("N-19")
def test_the_trading_post_is_closed_to_players_without_a_node_on_it() -> None:
    state = position(ON_THE_POST, "orange turn", orange="RRR", layout=POST_ON_TOP)
    assert trades(state) == {"RRR>Y", "RRR>B", "RRR>G"}
    assert refusal(state, "RR>B") == ("N-19", "For a 2:1 trade, you need a node on the trading post.")
    state = position(ON_THE_POST, purple="RRR", layout=EXAMPLE)
    assert refusal(state, "RR>B") == ("N-19", "For a 2:1 trade, you need a node on the trading post.")


@pytest.mark.rule("N-19")
def test_players_trade_only_cubes_they_have_at_the_post() -> None:
    state = position(ON_THE_POST, purple="RRB", layout=POST_ON_TOP)
    assert refusal(state, "YY>B") == ("N-19", "This trade takes 2 yellow, but you have 0.")
    assert refusal(state, "BB>Y") == ("N-19", "This trade takes 2 blue, but you have 1.")


@pytest.mark.rule("N-19")
def test_a_node_built_on_the_trading_post_gives_its_trade_at_once() -> None:
    state = position(
        """
                .   .
                    :
            .   .   .   P
                    :   :
        .   O---.   P===.   .

        .   .   O---.   .   .

            .   .   .   .

                .   .
        """,
        purple="RRYYYYGGGG",
        layout=POST_ON_TOP,
    )
    assert "RR>B" not in trades(state)
    play(state, "d5 RR>B")
    assert player(state, PURPLE)["trades_left"] == {"3:1": 1, "2:1": 0}
    play(state, "d6")
    assert player(state, PURPLE)["trades_left"] == {"3:1": 1, "2:1": 1}


@pytest.mark.rule("N-20")
def test_given_cubes_may_be_mixed_but_the_colour_received_must_differ_from_all_of_them() -> None:
    state = position(ON_THE_POST, purple="RYB", layout=POST_ON_TOP)
    assert trades(state) == {"RYB>G", "RY>B", "RY>G", "RB>Y", "RB>G", "YB>R", "YB>G"}
    for move in ("RYB>R", "RRB>B", "RB>B"):
        with pytest.raises(IllegalMove) as caught:
            parse_move(state, PURPLE, move)
        assert caught.value.rule == "N-20"


@pytest.mark.rule("N-20")
def test_the_cube_received_comes_from_the_bank_while_it_has_one() -> None:
    state = play(position(APART, orange="G" * 9, purple="RRR"), "RRR>G")
    assert (cubes(state, ORANGE), cubes(state, PURPLE)) == ("G" * 9, "G")


@pytest.mark.rule("N-20")
def test_if_the_bank_has_none_the_cube_comes_from_an_opponent_who_holds_more_of_it() -> None:
    state = play(position(APART, orange="G" * 6, purple="RRRGGGG"), "RRR>G")
    assert (cubes(state, ORANGE), cubes(state, PURPLE)) == ("GGGGG", "GGGGG")


@pytest.mark.rule("N-20")
def test_the_source_of_a_trade_is_the_opponent_once_the_bank_is_empty() -> None:
    green = COLOUR_NAMES.index("green")
    assert trade_source(position(APART, orange="G" * 9, purple="RRR"), PURPLE, green) is None
    assert trade_source(position(APART, orange="G" * 10, purple="RRR"), PURPLE, green) == ORANGE
    unlimited = position(APART, orange="G" * 10, purple="RRR", options="classic unlimited")
    assert trade_source(unlimited, PURPLE, green) is None


@pytest.mark.rule("N-20")
def test_a_colour_that_neither_bank_nor_opponent_can_give_cannot_be_received() -> None:
    why = "The bank has no green cubes left, and your opponent doesn’t have more of them than you. Take another colour."
    reason = ("N-20", why)
    state = position(APART, orange="GGGGG", purple="RRRGGGGG")
    assert trades(state) & {"RRR>G", "RRR>Y", "RRR>B"} == {"RRR>Y", "RRR>B"}
    assert refusal(state, "RRR>G") == reason
    assert refusal(position(APART, purple="RRR" + "G" * 10), "RRR>G") == reason
    assert refusal(position(ON_THE_POST, purple="RR" + "G" * 10, layout=POST_ON_TOP), "RR>G") == reason


@pytest.mark.rule("N-20")
def test_with_unlimited_supply_every_colour_can_be_received_from_the_bank() -> None:
    state = play(position(APART, orange="G" * 6, purple="RRRGGGG", options="classic unlimited"), "RRR>G")
    assert (cubes(state, ORANGE), cubes(state, PURPLE)) == ("GGGGGG", "GGGGG")
    state = play(position(APART, purple="RRR" + "G" * 10, options="classic unlimited"), "RRR>G")
    assert cubes(state, PURPLE) == "G" * 11


@pytest.mark.rule("N-21")
def test_a_captured_trading_post_still_serves_both_players() -> None:
    drawing = """
                O---.
                |   |
            .   .---P===.

        .   O---.   .   .   .

        .   .   .   .   P===.

            .   .   .   .

                .   .
    """
    state = position(drawing, purple="RR", layout=POST_ON_TOP)
    assert captured(state, ORANGE) == "C5"
    assert trades(state) == {"RR>Y", "RR>B", "RR>G"}
    state = position(drawing, "orange turn", orange="RR", layout=POST_ON_TOP)
    assert trades(state) == {"RR>Y", "RR>B", "RR>G"}


# ---- Capturing ----


@pytest.mark.rule("N-22")
@pytest.mark.parametrize("squares", ["R2 V", "V R2", "R2 T"])
def test_four_branches_of_a_colour_around_a_square_capture_it_at_once_for_a_point(squares: str) -> None:
    top, middle = squares.split()  # the middle one is captured
    state = position(
        """
                .   .

            .   .   .   .

        .   .   O---.   .   .
                |
        O---.   .---.   P===P
                        :
            .   .   .   .

                .   .
        """,
        "orange turn",
        orange="RB",
        layout=f"{top} / G1 B2 R3 / G2 Y2 {middle} G3 Y1 / B3 R1 B1 / Y3",
    )
    assert (captured(state, ORANGE), scores(state)) == ("", (4, 2))
    play(state, "d3d4")
    assert (captured(state, ORANGE), captured(state, PURPLE), scores(state)) == ("C3", "", (5, 2))
    assert state.to_act == (ORANGE,)


@pytest.mark.rule("N-22")
def test_branches_of_both_colours_around_a_square_do_not_capture_it() -> None:
    state = position(
        """
                .   .

            .   .   .   .

        .   .   O---.   .   .
                |   :
        O---.   .---P   P===.

            .   .   .   .

                .   .
        """
    )
    assert captured(state, ORANGE) == captured(state, PURPLE) == ""


# Orange has closed a ring around four squares if c2d2, the gap in the drawing, is there.
FOUR_SQUARES = """
            .   .

        .   .   .   .

    .   O---.---.   .   .
        |       |
    .   .   .   .   P===P
        |       |   :
        .---.{}O   .

            .   .
"""

# Two squares that orange has captured, or has yet to close with d3d4; purple's nodes stand on the ring.
TWO_SQUARES = """
            .   .

        .   .   .   .
            :
    .   O---P---.   .   .
        |       {}
    .   .---P---O   .   .
            :
        .   .   .   .

            .   .
"""


@pytest.mark.rule("N-23")
def test_a_ring_around_several_squares_captures_them_together() -> None:
    state = position(FOUR_SQUARES.format("   "), "orange turn", orange="RB")
    assert (captured(state, ORANGE), scores(state)) == ("", (4, 2))
    play(state, "c2d2")
    assert (captured(state, ORANGE), scores(state)) == ("B3 C3 B2 C2", (8, 2))


@pytest.mark.rule("N-23")
def test_a_rim_edge_without_a_branch_leaves_the_area_open() -> None:
    state = position(
        """
                .   .

            .   .   .   .

        .---O---.   .   .   .
                |
        .---.---O   .   P===P
                        :
            .   .   .   .

                .   .
        """,
        "orange turn",
        orange="RB",
    )
    assert captured(state, ORANGE) == ""
    play(state, "a3a4")
    assert captured(state, ORANGE) == "A3 B3"


@pytest.mark.rule("N-23")
def test_an_opponents_branch_within_the_ring_prevents_the_capture() -> None:
    state = position(
        """
                .   .

            .   .   .   .

        .   O---.---.---.   .
            |   :           :
        .   .---P---.---O   P

            .   .   .   .

                .   .
        """,
        "orange turn",
        orange="RRBB",
    )
    play(state, "e3e4")
    assert captured(state, ORANGE) == ""
    play(state, "d3d4")  # a smaller ring, without the purple branch
    assert captured(state, ORANGE) == "D3"


@pytest.mark.rule("N-23")
def test_an_opponents_node_on_an_inner_corner_prevents_the_capture() -> None:
    state = position(
        """
                .   .

            .   .   .   .

        .   O---.---.   .   .
            |       |
        .   .   P   .   P===.
            |   :   |
            .---.   O   .

                .   .
        """,
        "orange turn",
        orange="RB",
    )
    play(state, "c2d2")
    assert captured(state, ORANGE) == ""


@pytest.mark.rule("N-23")
def test_opponents_nodes_on_the_corners_of_the_ring_do_not_prevent_the_capture() -> None:
    state = play(position(TWO_SQUARES.format(" "), "orange turn", orange="RB"), "d3d4")
    assert captured(state, ORANGE) == "B3 C3"


@pytest.mark.rule("N-24")
def test_the_opponent_may_not_build_inside_a_captured_area() -> None:
    inside = ("N-24", "This place is inside an area that Orange has captured. Choose a place outside it.")
    state = position(TWO_SQUARES.format("|"), purple="RB")
    assert places(state) == {"b2c2", "c2d2", "c1c2", "b5c5", "c5d5", "c5c6"}
    assert refusal(state, "c3c4") == inside
    state = position(FOUR_SQUARES.format("---"), purple="RBYYGG")
    for place in ("c3", "c2c3", "c3d3"):
        assert refusal(state, place) == inside


@pytest.mark.rule("N-24")
def test_the_captor_may_build_inside_the_captured_area() -> None:
    state = position(FOUR_SQUARES.format("---"), "orange turn", orange="RBYYGG")
    play(state, "c2c3 c3")
    assert "c3" in player(state, ORANGE)["nodes"]


@pytest.mark.rule("N-25")
def test_a_capture_lasts_whatever_is_built_inside_and_around() -> None:
    state = position(FOUR_SQUARES.format("---"), "orange turn", orange="RRBB", purple="RB")
    play(state, "c2c3 c3c4 end d3e3 end")
    assert captured(state, ORANGE) == "B3 C3 B2 C2"


@pytest.mark.rule("N-25")
def test_the_markers_of_captured_squares_are_free_and_collect_nothing() -> None:
    state = position(FOUR_SQUARES.format("   "), "orange turn", orange="RB")
    assert income(state, ORANGE) == "RYYGG"  # b4: G2 Y2 G1; d2: Y3 R1 and the exhausted B1
    play(state, "c2d2")
    assert cubes(state, ORANGE) == ""
    assert player(state, ORANGE)["nodes"] == ["b4", "d2"]
    assert income(state, ORANGE) == "RYYGG"


# ---- Score and end ----


@pytest.mark.rule("N-26")
def test_nodes_captured_squares_and_the_largest_network_score_as_in_the_manual() -> None:
    state = position(
        """
                O---.
                |
            O---.---O   .
                |   |
        P===.   .---.   .===P
        :   :               :
        .===P===.   .   P===.
            :
            .   .   .   .

                .   .
        """
    )
    orange, purple = player(state, ORANGE), player(state, PURPLE)
    assert (len(orange["nodes"]), orange["captured"], len(orange["branches"])) == (3, ["C4"], 7)
    assert (len(purple["nodes"]), purple["captured"], len(purple["branches"])) == (4, ["A3"], 9)
    assert (orange["largest_network"], purple["largest_network"]) == (7, 6)
    assert scores(state) == (6, 5)


@pytest.mark.rule("N-26")
def test_equal_largest_networks_score_no_points() -> None:
    state = play(new(), "b4 b4b5 c1 c1d1 f4 f3f4 e3 e3e4")
    assert scores(state) == (2, 2)
    state = position(
        """
                .   .

            .   .   .   .

        .   O---O---.   .   .

        .   .   .   .   P===P
                        :
            .   .   .   .

                .   .
        """,
        purple="RRBB",
    )
    assert scores(state) == (2, 2)
    play(state, "e3e4")
    assert scores(state) == (2, 4)


@pytest.mark.rule("N-26")
def test_opponents_nodes_do_not_split_a_network() -> None:
    state = position(
        """
                .   .

            .   .   .   .

        .   .   .   .   .   .
                    :
        P===.   P===O---.   .

            .   O---.   .

                .   .
        """
    )
    assert player(state, PURPLE)["largest_network"] == 2
    assert scores(state) == (2, 4)


@pytest.mark.rule("N-26")
@pytest.mark.parametrize("branch", ["b4b5", "d3d4"])
def test_the_larger_of_two_networks_counts(branch: str) -> None:
    state = play(position(APART, "orange turn", orange="RB"), branch)
    assert (player(state, ORANGE)["largest_network"], scores(state)) == (2, (2, 2))


@pytest.mark.rule("N-26")
def test_a_branch_that_joins_two_networks_makes_them_one() -> None:
    state = position(APART, "orange turn", orange="RRBB")
    assert (player(state, ORANGE)["largest_network"], scores(state)) == (1, (2, 4))
    play(state, "c3c4")
    assert (player(state, ORANGE)["largest_network"], scores(state)) == (3, (4, 2))
    play(state, "d3d4")
    assert player(state, ORANGE)["largest_network"] == 4


# Orange has nine points: five nodes, two squares, the largest network.
NINE_POINTS = """
            .   .

        .   .   .   .

    .   O---O---O   .   .
        |   |   |
    .   O---O---.   P===P
                    :
        .   .   .   .

            .   .
"""


@pytest.mark.rule("N-27")
def test_ten_points_win_at_once() -> None:
    state = position(NINE_POINTS, "orange turn", orange="RBYYGG")
    assert (scores(state), state.outcome) == ((9, 2), None)
    play(state, "d3")
    assert scores(state) == (10, 2)
    assert state.outcome == Outcome((ORANGE,), say("node-ten-points"), "N-27")
    assert (state.to_act, moves(state)) == ((), set())
    with pytest.raises(GameOver) as caught:
        play(state, "end")
    assert str(caught.value) == "The game is over: ten points. (N-27)"


@pytest.mark.rule("N-27")
def test_more_than_ten_points_at_once_win_too() -> None:
    state = position(
        """
                .   .

            .   .   .   .

        .   O---O---O   .   .
            |
        .   O---O---O   P===P
            |           :
            O   .   .   .

                .   .
        """,
        "orange turn",
        orange="RB",
    )
    assert (scores(state), state.outcome) == ((9, 2), None)
    play(state, "d3d4")
    assert (scores(state), state.outcome) == ((11, 2), Outcome((ORANGE,), say("node-ten-points"), "N-27"))


@pytest.mark.rule("N-28")
def test_in_advanced_the_first_player_with_ten_points_loses() -> None:
    lost = Outcome((PURPLE,), say("node-too-many-points"), "N-28")
    state = play(position(NINE_POINTS, "orange turn", orange="YYGG", options=ADVANCED), "d3")
    assert (scores(state), state.outcome) == ((10, 2), lost)
    state = play(position(NINE_POINTS, "purple turn", purple="YYGG", options=ADVANCED), "d3*")
    assert (scores(state), state.outcome) == ((10, 2), lost)


@pytest.mark.rule("N-28")
def test_in_advanced_pieces_of_either_colour_can_be_bought_and_the_buyer_pays() -> None:
    state = position(APART, purple="RBYYGG", options=ADVANCED)
    own = "e2 d3e3 e3e4 d2e2 f3f4"
    other = "c4* d3* a4b4* b3b4* b4b5* c4d4* c3c4* c4c5* b3c3* c2c3* d3e3* d3d4* d2d3*"
    assert places(state) == set(f"{own} {other}".split())
    play(state, "d3*")
    assert cubes(state, PURPLE) == "RB"
    assert player(state, ORANGE)["nodes"] == ["b4", "c3", "d3"]
    play(state, "d3d4*")
    assert cubes(state, PURPLE) == ""
    assert player(state, ORANGE)["branches"] == ["b4c4", "c3d3", "d3d4"]


@pytest.mark.rule("N-28")
def test_in_advanced_a_piece_must_fit_the_network_of_its_colour() -> None:
    state = position(APART, purple="RBYYGG", options=ADVANCED)
    assert refusal(state, "e3e4*") == ("N-14", "An orange branch must touch another orange branch.")
    assert refusal(state, "e2*") == ("N-15", "An orange node must go at the end of an orange branch.")
    assert refusal(state, "e3*") == ("N-16", "This place is already taken. Choose an empty one.")
    state = position(APART, purple="RYYG", options=ADVANCED)
    assert refusal(state, "b4b5*") == ("N-14", "A branch costs one red and one blue cube. You have 1 red and 0 blue.")
    assert refusal(state, "c4*") == (
        "N-15",
        "A node costs two yellow and two green cubes. You have 2 yellow and 1 green.",
    )


@pytest.mark.rule("N-28")
def test_only_in_advanced_can_pieces_of_the_other_colour_be_bought() -> None:
    state = position(APART, purple="RBYYGG")
    for move in ("d3*", "c3c4*"):
        assert refusal(state, move) == (
            "N-28",
            "You may place pieces of your opponent’s colour only in the variant “advanced”.",
        )
    assert refusal(new(), "c4*") == (
        "N-28",
        "You may place pieces of your opponent’s colour only in the variant “advanced”.",
    )


@pytest.mark.rule("N-28")
def test_in_advanced_players_set_up_their_own_colour() -> None:
    state = new(variant="advanced")
    assert refusal(state, "c4*") == ("N-28", "In the setup, you place only pieces of your own colour.")
    play(state, "c4")
    assert refusal(state, "c4d4*") == ("N-28", "In the setup, you place only pieces of your own colour.")


@pytest.mark.rule("N-28")
def test_in_advanced_players_collect_only_with_their_own_colour() -> None:
    state = position(APART, purple="YYGG", options=ADVANCED)
    assert (income(state, ORANGE), income(state, PURPLE)) == ("RYYBGG", "BG")
    play(state, "d3*")  # brings G3, exhausts R1 and B1
    assert (income(state, ORANGE), income(state, PURPLE)) == ("YYBGGG", "G")
    play(state, "end")
    assert cubes(state, ORANGE) == "YYBGGG"


@pytest.mark.rule("N-28")
def test_advanced_is_dealt_like_classic() -> None:
    assert [deal("advanced", seed) for seed in range(50)] == [deal("classic", seed) for seed in range(50)]


@pytest.mark.rule("N-28")
def test_in_advanced_the_supply_of_pieces_is_that_of_the_colour() -> None:
    state = position(MANY_BRANCHES.format("|"), purple="RB", options=ADVANCED)
    assert places(state) == {"d4d5"}
    assert refusal(state, "b3b4*") == ("N-4", "All 24 of Orange’s branches are already on the board.")


@pytest.mark.rule("N-28")
def test_in_advanced_a_node_on_the_trading_post_serves_the_player_of_its_colour() -> None:
    state = position(
        """
                .   .

            .   .   .   .
                    |
        .   .   .   O   .   .

        .   .   O---.   P===P
                        :
            .   .   .   .

                .   .
        """,
        purple="YYGGRR",
        layout=POST_ON_TOP,
        options=ADVANCED,
    )
    play(state, "d5*")
    assert player(state, PURPLE)["trades_left"]["2:1"] == 0
    play(state, "end")
    assert player(state, ORANGE)["trades_left"]["2:1"] == 1


@pytest.mark.rule("N-28")
def test_in_advanced_the_colour_of_the_branches_captures_regardless_of_the_buyer() -> None:
    state = play(position(TWO_SQUARES.format(" "), purple="RB", options=ADVANCED), "d3d4*")
    assert (captured(state, ORANGE), captured(state, PURPLE)) == ("B3 C3", "")


@pytest.mark.rule("N-28")
def test_in_advanced_a_captured_area_is_closed_to_the_other_colour_regardless_of_the_buyer() -> None:
    state = position(TWO_SQUARES.format("|"), purple="RB", options=ADVANCED)
    assert "c3c4*" in places(state)
    inside = ("N-24", "This place is inside an area that Orange has captured. Choose a place outside it.")
    assert refusal(state, "c3c4") == inside
    state = position(TWO_SQUARES.format("|"), "orange turn", orange="RB", options=ADVANCED)
    assert "c3c4" in places(state)
    assert refusal(state, "c3c4*") == inside


NO_INCOME = say("node-no-income")
STANDSTILL = say("node-standstill")

# On the layout DRY two nodes exhaust each of the two squares that have any.
DRY = "R1 / G1 B2 R3 / G2 Y2 V G3 Y3 / B3 R2 B1 / Y1"
ALL_DRY = """
            O---P
                :
        .   .   .   .

    .   .   .   .   .   .

    .   .   .   .   .   .

        .   .   .   .
            :
            P---O
"""


@pytest.mark.rule("N-29")
def test_without_income_and_cubes_the_game_is_drawn_at_the_end_of_the_setup() -> None:
    state = play(new(DRY), "c6 c6d6 d6 d5d6 c1 c1c2 d1 c1d1")
    assert state.outcome == Outcome((), NO_INCOME, "N-29")


@pytest.mark.rule("N-29")
def test_without_income_the_game_is_drawn_once_no_player_holds_two_cubes() -> None:
    drawn = Outcome((), NO_INCOME, "N-29")
    assert play(position(ALL_DRY, orange="G", purple="RRB", layout=DRY), "end end").outcome is None
    assert play(position(ALL_DRY, orange="G", purple="RRB", layout=DRY), "RRB>G").outcome == drawn
    assert play(position(ALL_DRY, orange="G", purple="RRB", layout=DRY), "d4d5").outcome == drawn
    assert play(position(ALL_DRY, orange="GG", purple="RRB", layout=DRY), "RRB>G").outcome is None
    assert play(position(ALL_DRY, "orange turn", orange="RRB", purple="GG", layout=DRY), "RRB>G").outcome is None


@pytest.mark.rule("N-29")
def test_while_a_square_pays_the_game_continues_without_cubes() -> None:
    one_pays = "R2 / G1 B2 R3 / G2 Y2 V G3 Y3 / B3 R1 B1 / Y1"
    state = play(position(ALL_DRY, orange="G", purple="RB", layout=one_pays), "d4d5")
    assert (state.outcome, cubes(state, ORANGE), cubes(state, PURPLE)) == (None, "G", "")


@pytest.mark.rule("N-29")
def test_forty_turns_without_a_new_piece_are_a_draw_before_the_next_income() -> None:
    state = play(new(), SETUP + " end" * 39)
    assert state.to_act == (ORANGE,)
    held = cubes(state, ORANGE), cubes(state, PURPLE)
    play(state, "end")
    assert state.outcome == Outcome((), STANDSTILL, "N-29")
    assert (cubes(state, ORANGE), cubes(state, PURPLE)) == held


@pytest.mark.rule("N-29")
def test_a_trade_does_not_break_the_row_of_quiet_turns_but_a_piece_does() -> None:
    state = play(position(APART, "purple turn quiet 39", purple="RRRB"), "RRR>G end")
    assert state.outcome == Outcome((), STANDSTILL, "N-29")
    state = play(position(ON_THE_POST, "purple turn quiet 39", purple="RR", layout=POST_ON_TOP), "RR>G end")
    assert state.outcome == Outcome((), STANDSTILL, "N-29")
    state = play(position(APART, "purple turn quiet 39", purple="RRRB"), "e3e4 end")
    assert (state.outcome, state.view(None)["quiet_turns"]) == (None, 0)
    play(state, "end")
    assert (state.outcome, state.view(None)["quiet_turns"]) == (None, 1)


@pytest.mark.rule("N-29")
def test_in_advanced_a_piece_of_the_other_colour_breaks_the_row_too() -> None:
    state = play(position(APART, "purple turn quiet 39", purple="RB", options=ADVANCED), "c3c4* end")
    assert state.outcome is None


@pytest.mark.rule("N-29")
def test_an_agreed_draw_is_not_a_step_of_the_game() -> None:
    with pytest.raises(UnreadableMove):
        parse_move(position(APART), PURPLE, "draw")
