"""The rules of Nøde, each with at least one test."""

from __future__ import annotations

from random import Random

import pytest

from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, IllegalMove
from nodarium.games.noede.board import BOARDS
from nodarium.games.noede.notation import format_move, format_position, parse_move, parse_position
from nodarium.games.noede.rules import State
from nodarium.games.noede.tests.reference import Table

GAME = find_game("noede")
SIX = BOARDS[2]


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.apply(parse_move(state, state.to_act[0], move))
    return state


def legal(state: State) -> set[str]:
    return {format_move(state, 0, action) for action in state.legal_actions()}


def outer_cells(side: int) -> set[str]:
    board = BOARDS[side - 4]
    return set(board.names[board.inner :])


def refusal(state: State, move: str) -> tuple[str | None, str]:
    with pytest.raises(IllegalMove) as caught:
        play(state, move)
    return caught.value.rule, str(caught.value.message)


@pytest.mark.rule("O-1")
@pytest.mark.parametrize(("side", "cells"), [(4, 37), (5, 61), (6, 91), (7, 127), (8, 169), (9, 217), (10, 271)])
def test_board_is_a_hexagon_of_four_to_ten_cells_a_side(side: int, cells: int) -> None:
    assert len(BOARDS[State(side).size].cells) == cells


@pytest.mark.rule("O-1")
def test_board_has_side_six_unless_chosen_otherwise() -> None:
    assert GAME.new_state({}, 0).view(0)["side"] == 6
    for side in (3, 11):
        with pytest.raises(BadOption):
            GAME.new_state({"side": side}, 0)


@pytest.mark.rule("O-2")
def test_outer_area_is_the_outermost_ring() -> None:
    assert (SIX.inner, SIX.outer) == (61, 30)
    assert {"f1", "a6", "k11", "f11"} - outer_cells(6) == {"k11"}
    assert not {"f2", "b6", "f6", "j6", "f10"} & outer_cells(6)


@pytest.mark.rule("O-3")
def test_six_sides_share_their_corner_cells() -> None:
    sides = [edges.bit_count() for edges in SIX.edges]
    assert [sides.count(number) for number in (0, 1, 2)] == [61, 24, 6]
    corners = {SIX.names[cell] for cell, number in enumerate(sides) if number == 2}
    assert corners == {"f1", "k1", "a6", "k6", "a11", "f11"}


@pytest.mark.rule("O-4")
def test_white_prepares_one_anchor_and_black_two_in_the_outer_area() -> None:
    state = State()
    for seat, anchor in ((0, "a6"), (1, "k1"), (1, "k2")):
        assert state.to_act == (seat,)
        assert legal(state) <= outer_cells(6)
        play(state, anchor)
    assert state.to_act == (0,)
    assert state.view(None)["phase"] == "turn"


@pytest.mark.rule("O-4")
def test_no_node_in_the_preparation() -> None:
    assert refusal(State(), "f6")[0] == "O-4"


@pytest.mark.rule("O-5")
def test_anchor_is_followed_by_a_node_where_its_line_meets_that_of_another_anchor() -> None:
    state = parse_position("6 | c4 | k2 k3 | white turn")
    assert legal(state) == outer_cells(6) - {"c4", "k2", "k3"}
    play(state, "a8")
    # Lines of a8: row 8, and the diagonal a8 b7 c6 d5 e4 f3 g2. Lines of c4: column c, row 4.
    assert legal(state) == {"c6", "c8", "e4"}
    play(state, "c8")
    assert state.to_act == (1,)


@pytest.mark.rule("O-5")
def test_node_alone_where_lines_of_two_standing_anchors_meet() -> None:
    state = parse_position("6 | c4 a8 | k2 k3 | white turn")
    assert legal(state) - outer_cells(6) == {"c6", "c8", "e4"}
    play(state, "e4")
    assert state.to_act == (1,)


@pytest.mark.rule("O-5")
def test_pieces_go_on_empty_cells_only() -> None:
    state = parse_position("6 | c4 a8 c8 | k2 k3 | white turn")
    assert "c8" not in legal(state)
    assert refusal(state, "c8") == ("O-5", "White already has a piece here. Choose an empty cell.")
    assert refusal(state, "k2") == ("O-5", "Black already has a piece here. Choose an empty cell.")


@pytest.mark.rule("O-5")
def test_refusals_say_what_a_node_needs() -> None:
    state = parse_position("6 | c4 | k2 k3 | white turn")
    sentence = "A node goes where lines of two of your anchors cross."
    assert refusal(state, "f6") == ("O-5", sentence)
    play(state, "a8")
    assert refusal(state, "a9")[0] == "O-5"
    assert refusal(state, "d9") == (
        "O-5",
        "A node goes where a line of a8 crosses a line of another of your anchors.",
    )


@pytest.mark.rule("O-6")
def test_two_anchors_on_one_line_do_not_allow_a_node() -> None:
    # a8 and i8 are the two ends of row 8: no cell of that row is on lines of different directions because of them.
    state = parse_position("6 | a8 i8 | k2 k3 | white turn")
    row = {f"{letter}8" for letter in "bcdefgh"}
    assert not row & legal(state)
    assert refusal(state, "d8")[0] == "O-6"


@pytest.mark.rule("O-7")
def test_lines_run_in_three_directions_through_pieces() -> None:
    # The column of f1 and the row of a8 meet in f8, though pieces of both players lie on the way.
    state = parse_position("6 | f1 a8 f3 | b8 f5 k2 | white turn")
    assert "f8" in legal(state)
    # The third direction: a8 c6 e4 ... meets the column of f1's neighbour.
    assert "e4" in legal(parse_position("6 | e2 a8 | k2 k3 | white turn"))


@pytest.mark.rule("O-7")
def test_blocked_lines_end_at_pieces_of_the_other_player_only() -> None:
    assert "f8" in legal(parse_position("6 blocked | f1 a8 f3 b8 | k2 k3 k4 | white turn"))
    for piece in ("b8", "f5"):
        state = parse_position(f"6 blocked | f1 a8 | {piece} k2 k3 | white turn")
        assert "f8" not in legal(state)
    beyond = parse_position("6 blocked | f1 a8 | f9 g8 | white turn")
    assert "f8" in legal(beyond)
    assert refusal(parse_position("6 blocked | f1 a8 | b8 f5 k2 | white turn"), "f8")[0] == "O-7"


@pytest.mark.rule("O-7")
def test_blocked_line_can_be_open_from_its_other_end() -> None:
    # i8 is the other end of row 8: black's b8 shuts only a8 off.
    assert "f8" in legal(parse_position("6 blocked | f1 a8 i8 | b8 k2 k3 | white turn"))


@pytest.mark.rule("O-8")
def test_neither_a_turn_nor_its_node_can_be_skipped() -> None:
    state = play(parse_position("6 | c4 | k2 k3 | white turn"), "a8")
    assert state.view(None)["anchor"] == "a8"
    assert refusal(state, "a9")[0] == "O-5"


@pytest.mark.rule("O-8")
def test_node_is_left_out_if_no_cell_allows_it() -> None:
    # The corners a7 and d7 have one inner line each; these meet in d4 alone.
    assert legal(play(parse_position("4 | a7 | g1 g2 | white turn"), "d7")) == {"d4"}
    state = play(parse_position("4 | a7 | g1 g2 d4 | white turn"), "d7")
    assert state.to_act == (1,)
    assert state.view(None)["phase"] == "turn"


def full_rim_position() -> State:
    """Return a position with blocked lines and a full rim, where only black's anchors still have lines."""
    random = Random(5)
    while True:
        state = State(4, True)
        while state.to_act_mask:
            actions = state.legal_actions()
            turn, seat = state.turn, state.to_act[0]
            state.apply(random.choice(actions))
            if state.to_act_mask and state.turn != turn and state.to_act[0] == seat and state.ply > 3:
                return state


@pytest.mark.rule("O-9")
def test_player_without_a_move_is_skipped() -> None:
    state = full_rim_position()
    other = 1 - state.to_act[0]
    idle = format_position(state).rpartition("|")[0] + "| " + ("white", "black")[other] + " turn"
    with pytest.raises(BadOption):  # the skipped player has no move
        parse_position(idle)


@pytest.mark.rule("O-9")
def test_game_is_drawn_if_neither_player_has_a_move() -> None:
    random = Random(1)
    for _ in range(200):
        state = State(4, True)
        while state.to_act_mask:
            state.apply(random.choice(state.legal_actions()))
        outcome = state.outcome
        assert outcome is not None
        if outcome.rule == "O-9":
            assert outcome.winners == ()
            return
    pytest.fail("no draw in 200 games with blocked lines")


@pytest.mark.rule("O-9")
@pytest.mark.parametrize("side", [4, 5, 6, 7])
def test_every_full_board_has_a_winner(side: int) -> None:
    random = Random(side)
    board = BOARDS[side - 4]
    for _ in range(300):
        names = random.sample(board.names, len(board.names))
        half = random.randrange(len(names))
        assert winners(side, names[:half]) or winners(side, names[half:]), names[:half]


def winners(side: int, names: list[str]) -> bool:
    table = Table(side, blocked=False)
    cells = {table.name(cell): cell for cell in table.cells}
    table.pieces[0] = {cells[name] for name in names}
    return table.has_won(0)


@pytest.mark.rule("O-10")
def test_chain_between_opposite_sides_wins() -> None:
    state = parse_position("4 | a4 b4 c4 d4 e4 f4 d1 | g1 g2 | white turn")
    play(state, "g4")
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.rule) == ((0,), "O-10")


@pytest.mark.rule("O-10")
def test_anchor_wins_before_its_node() -> None:
    state = play(parse_position("4 | a4 b4 c4 d4 e4 f4 d1 | g1 g2 | white turn"), "g4")
    assert not state.to_act
    assert not state.legal_actions()


@pytest.mark.rule("O-10")
def test_chain_between_three_sides_of_which_no_two_are_neighbours_wins() -> None:
    #       .  .  .  .
    #      .  .  .  .  .
    #     W  W  .  .  .  g3      a star from the middle d4 to b3 and c7, and from now on to g3
    #    .  .  W  W  W  W  .
    #     .  .  .  W  .  .
    #      .  .  .  W  .
    #       .  .  W  .
    before = parse_position("4 | b3 c3 c4 d4 e4 f4 d5 d6 c7 | a4 d7 | white turn")
    assert before.outcome is None
    after = play(before, "g3").outcome
    assert after is not None
    assert (after.winners, after.rule) == ((0,), "O-10")


@pytest.mark.rule("O-10")
def test_three_sides_with_neighbours_among_them_do_not_win() -> None:
    # b3 and c3 join the side of b3; a5 and a4 the side of a5, its neighbour; d1 is the corner of two more neighbours.
    state = parse_position("4 | b3 c2 a5 a4 d2 e1 | g4 d7 | black turn")
    assert state.outcome is None
    assert play(state, "g3").outcome is None


@pytest.mark.rule("O-10")
def test_two_sides_that_meet_do_not_win() -> None:
    state = parse_position("4 | b3 b4 a5 | g1 g2 | white turn")
    assert state.outcome is None


@pytest.mark.rule("O-11")
def test_cells_are_named_by_column_and_row() -> None:
    assert SIX.names[SIX.index[0, 0]] == "f6"
    assert SIX.names[SIX.index[-5, 0]] == "a6"
    assert SIX.names[SIX.index[5, -5]] == "k1"
    assert SIX.names[SIX.index[0, 5]] == "f11"
    assert {name[0] for name in SIX.names} == set("abcdefghijk")


@pytest.mark.rule("O-11")
def test_turn_is_written_with_its_steps_joined() -> None:
    assert GAME.notation.format_turn(["a8", "d5"]) == "a8-d5"
    assert GAME.notation.format_turn(["d5"]) == "d5"
    assert GAME.notation.parse_turn("a8-d5") == ["a8", "d5"]


@pytest.mark.rule("O-5")
def test_refusal_for_one_line_only_is_not_about_directions() -> None:
    # d5 lies on a line of a8, the new anchor, and on no other one.
    state = play(State(), "a6", "k6", "f1", "a8")
    assert refusal(state, "d5")[0] == "O-5"


@pytest.mark.rule("O-6")
def test_refusal_names_one_line_with_two_anchors() -> None:
    # a8 and i8 are the ends of one row, and d8 lies on it.
    state = play(parse_position("6 | a8 c4 | k2 k3 | white turn"), "i8")
    assert refusal(state, "d8")[0] == "O-6"


def names(cells: list[int]) -> set[str]:
    return {SIX.names[cell] for cell in cells}


@pytest.mark.rule("O-7")
def test_lines_end_at_the_far_rim() -> None:
    state = parse_position("6 | c4 a6 | c6 k3 | white turn")
    ends = state.line_ends(0, SIX.number["c4"])
    assert [end if end is None else SIX.names[end] for end in ends] == ["c11", "k4", None]
    assert SIX.names[state.line_ends(0, SIX.number["a6"])[1] or 0] == "k6"


@pytest.mark.rule("O-7")
def test_blocked_lines_end_before_a_piece_of_the_other_player() -> None:
    state = parse_position("6 blocked | c4 a6 | c6 k3 b6 | white turn")
    ends = state.line_ends(0, SIX.number["c4"])
    assert [end if end is None else SIX.names[end] for end in ends] == ["c5", "k4", None]
    assert state.line_ends(0, SIX.number["a6"])[1] is None  # b6 blocks the row at once
    assert SIX.names[state.line_ends(1, SIX.number["a6"])[1] or 0] == "k6"  # not for black itself


@pytest.mark.rule("O-7")
@pytest.mark.parametrize("blocked", [False, True])
def test_nodes_are_legal_where_the_lines_that_the_state_reports_cross(blocked: bool) -> None:
    rng = Random(7)
    state = State(6, blocked)
    while state.to_act_mask:
        seat = state.to_act[0]
        anchors = [cell for cell in range(SIX.inner, len(SIX.cells)) if state.owner[cell] == 1 + seat]
        reached: list[set[int]] = [set(), set(), set()]
        for anchor in anchors:
            for axis, end in enumerate(state.line_ends(seat, anchor)):
                if end is not None:
                    reached[axis] |= between(anchor, end)
        crossings = {cell for cell in range(SIX.inner) if sum(cell in line for line in reached) >= 2}
        nodes = {cell for cell in state.legal_actions() if cell < SIX.inner}
        if state.view(None)["phase"] == "turn":
            assert nodes == {cell for cell in crossings if not state.owner[cell]}
        assert nodes <= crossings
        state.apply(rng.choice(state.legal_actions()))


def between(start: int, end: int) -> set[int]:
    """Return the cells on the line from one cell to another, the end included."""
    (q, r), (to_q, to_r) = SIX.cells[start], SIX.cells[end]
    length = max(abs(to_q - q), abs(to_r - r))
    step_q, step_r = (to_q - q) // length, (to_r - r) // length
    return {SIX.index[q + step_q * step, r + step_r * step] for step in range(1, length + 1)}


@pytest.mark.rule("O-5")
def test_crossings_after_an_anchor_are_the_places_for_its_node() -> None:
    state = parse_position("6 | c4 | k2 k3 | white turn")
    assert names(state.crossings_after(0, SIX.number["a8"])) == {"c6", "c8", "e4"}
    assert state.to_act == (0,)
    assert state.owner[SIX.number["a8"]] == 0
    assert State().crossings_after(0, SIX.number["a6"]) == []  # O-4: in the preparation no node follows


@pytest.mark.rule("O-10")
def test_winning_chain_holds_the_connected_pieces_and_no_others() -> None:
    board = BOARDS[0]
    over = parse_position("4 | a4 b4 c4 d4 e4 f4 g4 d7 | d1 g1 | over")
    assert [board.names[cell] for cell in over.winning_chain()] == ["b4", "c4", "d4", "e4", "f4", "a4", "g4"]
    assert over.joins_opposite_sides()
    three = parse_position("4 | c2 d2 d3 d4 e4 f4 g3 d5 d6 c7 | g1 a4 | over")
    assert len(three.winning_chain()) == 10
    assert not three.joins_opposite_sides()
    assert parse_position("4 | a4 b4 c4 d4 e4 f4 | d1 g1 | white turn").winning_chain() == []
