"""The notation of NODE: moves, layouts, deals and positions, and refusals."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from nodarium.core.errors import BadOption, UnreadableMove
from nodarium.games.node.board import ACTIONS, SUPPLIES, TILES, VARIANTS
from nodarium.games.node.notation import (
    format_deal,
    format_layout,
    format_move,
    format_position,
    parse_layout,
    parse_move,
    parse_position,
)
from nodarium.games.node.rules import State
from nodarium.games.node.tests import reference
from nodarium.games.node.tests.table import EXAMPLE, GAME, new, play, position

# ---- Moves ----


@pytest.mark.rule("N-5")
def test_the_185_moves_are_all_nodes_branches_trades_their_starred_twins_and_end() -> None:
    state = new()
    places = [*reference.CORNERS, *reference.EDGES]
    trades = [
        f"{''.join(given)}>{wanted}"
        for size in (2, 3)
        for given in combinations_with_replacement("RYBG", size)
        for wanted in "RYBG"
        if wanted not in given
    ]
    texts = [format_move(state, 0, action) for action in range(ACTIONS)]
    assert len(texts) == len(set(texts)) == 185
    assert set(texts) == {"end", *places, *(f"{place}*" for place in places), *trades}


def test_every_move_round_trips() -> None:
    state = new()
    assert [parse_move(state, 0, format_move(state, 0, action)) for action in range(ACTIONS)] == list(range(ACTIONS))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("C4", "c4"),
        (" c4 ", "c4"),
        ("C4D4", "c4d4"),
        ("d4c4", "c4d4"),
        ("c4 d4", "c4d4"),
        ("C5C4", "c4c5"),
        ("c4 *", "c4*"),
        ("D4C4*", "c4d4*"),
        ("END", "end"),
        ("brr>g", "RRB>G"),
        ("R B R > G", "RRB>G"),
        ("GY>b", "YG>B"),
    ],
)
def test_moves_are_read_in_any_case_with_blanks_and_in_any_order(typed: str, meant: str) -> None:
    state = new()
    assert format_move(state, 0, parse_move(state, 0, typed)) == meant


NO_PLACES = ["", " ", "a1", "g3", "c4e4", "c4c4", "c4d5", "c4d4e4", "c4**", "*", "c", "44", "end*", "ends", "c4\0"]
NO_TRADES = ["R>G", "RRRR>G", "RRRB>R", "RB>", ">G", "RB", "RX>G", "RB>GG", "RB>G*", "RB>>G", "RB<G", "ﬁ>G"]


@pytest.mark.parametrize("text", [*NO_PLACES, *NO_TRADES])
def test_other_texts_are_unreadable_moves(text: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        parse_move(new(), 0, text)
    assert (caught.value.move, caught.value.rule) == (text, "N-5")
    assert f"“{text}” isn’t a move" in str(caught.value.message)


# ---- Layouts and deals ----


def refused(expected: str, rule: str, text: object) -> None:
    with pytest.raises(BadOption) as caught:
        parse_layout(text)
    assert (str(caught.value.message), caught.value.rule) == (expected, rule)


def test_layouts_round_trip() -> None:
    tiles = parse_layout(EXAMPLE)
    assert [TILES[tile] for tile in tiles] == EXAMPLE.replace("/", " ").split()
    assert format_layout(tiles) == EXAMPLE
    assert parse_layout(f" {EXAMPLE.lower().replace(' / ', '/')} ") == tiles


@pytest.mark.parametrize("layout", [None, 7, 1.5, ["R2"], b"R2"])
def test_a_layout_is_a_text(layout: object) -> None:
    refused("A layout is a text such as “R2 / G1 B2 R3 / …”.", "N-5", layout)


@pytest.mark.rule("N-1")
@pytest.mark.parametrize(
    "layout",
    ["", "R2", EXAMPLE + " / R1", EXAMPLE.replace(" / ", " "), EXAMPLE[:-5], EXAMPLE.replace("G1 B2 R3", "G1 B2")],
)
def test_a_layout_has_the_rows_of_the_board(layout: str) -> None:
    refused(f"A layout must have rows of 1, 3, 5, 3 and 1 squares. “{layout}” doesn’t.", "N-1", layout)


@pytest.mark.rule("N-2")
def test_a_layout_has_only_squares_that_exist_and_each_once() -> None:
    known = "R1, R2, R3, Y1, Y2, Y3, B1, B2, B3, G1, G2, G3, V and T"
    for square in ("R4", "X1", "R", "V1", "-"):
        refused(f"Unknown square {square}. The squares are {known}.", "N-2", EXAMPLE.replace("R2", square))
    refused("Square Y3 appears twice, but only one exists.", "N-2", EXAMPLE.replace("R2", "y3"))
    refused("Square V appears twice, but only one exists.", "N-2", EXAMPLE.replace("R2", "V"))


def refused_deal(deal: Any, expected: str, variant: str = "classic") -> None:
    with pytest.raises(BadOption) as caught:
        GAME.state_from_deal({"variant": variant}, deal)
    assert (str(caught.value.message), caught.value.rule) == (expected, "N-3")


@pytest.mark.parametrize("deal", [{}, {"layout": EXAMPLE, "seed": 1}, {"squares": EXAMPLE}, EXAMPLE, None, ["layout"]])
def test_a_deal_is_a_layout_and_nothing_else(deal: object) -> None:
    refused_deal(deal, 'A deal of NODE has the form {"layout": "R2 / G1 B2 R3 / …"}.')


@pytest.mark.rule("N-3")
def test_a_deal_must_fit_the_variant() -> None:
    with_post = EXAMPLE.replace("V", "T")
    refused_deal({"layout": with_post}, "The variant “first-game” has no trading post.", "first-game")
    other = EXAMPLE.replace("R2", "R9").replace("R1", "R2").replace("R9", "R1")
    refused_deal({"layout": other}, f"The variant “example” always has the layout {EXAMPLE}.", "example")
    for variant in ("classic", "advanced"):
        assert format_deal(new(with_post, variant=variant)) == {"layout": with_post}
    assert format_deal(new(other, variant="first-game")) == {"layout": other}
    assert format_deal(new(EXAMPLE, variant="example")) == {"layout": EXAMPLE}


def test_a_deal_starts_the_game_over() -> None:
    fresh, used = new(), play(new(EXAMPLE.replace("V", "T")), "c4 c4d4 e2")
    GAME.notation.parse_deal(used, {"layout": EXAMPLE})
    assert format_position(used) == format_position(fresh)
    assert used.legal_actions() == fresh.legal_actions()


# ---- Positions ----


def test_a_position_is_one_line() -> None:
    state = new()
    assert format_position(state) == f"{EXAMPLE} | - | - | - | - | orange node | classic limited"
    play(state, "b4 b4b5 c1")
    assert format_position(state) == f"{EXAMPLE} | b4 b4b5 | - | c1 | - | purple branch c1 | classic limited"
    play(state, "c1d1 d1 d1d2 e3 e3e4")
    setup = f"{EXAMPLE} | b4 e3 b4b5 e3e4 | {{}} | c1 d1 c1d1 d1d2 | {{}} | {{}} | classic limited"
    assert format_position(state) == setup.format("-", "YY", "purple turn")
    play(state, "end GGG>R")
    assert format_position(state) == setup.format("RYYB", "YY", "orange turn 3:1 quiet 1")
    play(state, "b5c5")
    assert format_position(state).split(" | ")[5] == "orange turn 3:1 built quiet 1"


@pytest.mark.parametrize(("variant", "supply"), [*product(VARIANTS, SUPPLIES)])
def test_every_position_of_a_game_round_trips(variant: str, supply: str) -> None:
    for seed in range(5):
        rng = Random(seed)
        state = GAME.new_state({"variant": variant, "supply": supply}, seed)
        assert isinstance(state, State)
        over = False
        while not over:
            over = not state.to_act
            text = format_position(state)
            again = parse_position(text)
            assert format_position(again) == text
            assert again.view(None) == state.view(None)
            assert again.legal_actions() == state.legal_actions()
            assert again.outcome == state.outcome
            if not over:
                actions = state.legal_actions()
                state.apply(rng.choice(actions[-8:] if rng.random() < 0.3 else actions))


def test_a_parsed_position_plays_like_the_original() -> None:
    for seed in range(10):
        rng = Random(seed)
        state = GAME.new_state({"variant": "advanced"}, seed)
        for _ in range(30):
            state.apply(rng.choice(state.legal_actions()))
        again = parse_position(GAME.notation.format_position(state))
        while state.to_act:
            assert again.legal_actions() == state.legal_actions()
            action = rng.choice(state.legal_actions())
            state.apply(action)
            again.apply(action)
        assert again.view(None) == state.view(None)
        assert again.outcome == state.outcome


def test_a_position_is_read_with_any_blanks() -> None:
    text = format_position(play(new(), "b4 b4b5 c1"))
    assert format_position(parse_position(text.replace(" | ", "|").replace(" ", "  "))) == text


# ---- Positions that are refused ----

TURN = {
    "layout": EXAMPLE,
    "orange": "b4 e3 b4b5 e3e4",
    "orange_cubes": "RB",
    "purple": "c1 d1 c1d1 d1d2",
    "purple_cubes": "-",
    "due": "purple turn",
    "kind": "classic limited",
}
SETUP = TURN | {"orange": "b4 b4b5", "orange_cubes": "-", "purple": "c1", "due": "purple branch c1"}
NO_DUE = "“{}” can’t come next in this position."
NOT_OVER = "In this position, the game can’t have ended that way."
UNROOTED = "Orange has branches that don’t lead back to its two starting nodes."
ON_POST = {"layout": EXAMPLE.replace("Y3", "T")}

TEN_EACH = """
            O   P
            |   :
        O---O   P===P
            |   :
    .   O---O   P===P   .
            |   :
    .   O---O   P===P   .
            |   :
        O---O   P===P
            |   :
            O   P
"""
TEN_ORANGE = TEN_EACH.replace("===P", "===.")
DRY = """
            O---P
                :
        .   .   .   .

    .   .   .   .   .   .

    .   .   .   .   .   .

        .   .   .   .
            :
            P---O
"""
DRY_LAYOUT = "R1 / G1 B2 R3 / G2 Y2 V G3 Y3 / B3 R2 B1 / Y1"


def refused_position(text: str, rule: str, sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        parse_position(text)
    assert (caught.value.rule, str(caught.value.message)) == (rule, sentence)


@pytest.mark.parametrize("due", ["purple turn", "orange turn", "purple turn 3:1 2:1 2:1 quiet 39", "over 3"])
def test_the_turn_used_in_the_tests_below_is_valid(due: str) -> None:
    text = " | ".join((TURN | ON_POST | {"due": due}).values())
    assert format_position(parse_position(text)) == text


def test_the_setup_used_in_the_tests_below_is_valid() -> None:
    text = " | ".join(SETUP.values())
    assert format_position(parse_position(text)) == text


@pytest.mark.parametrize("text", ["", "|", " | ".join([*TURN.values(), "-"]), " | ".join([*TURN.values()][1:])])
def test_a_position_has_seven_parts(text: str) -> None:
    refused_position(text, "N-5", "A position of NODE has seven parts, separated by “|”.")


@pytest.mark.parametrize(
    ("part", "text", "rule", "sentence"),
    [
        ("kind", "classic", "N-3", "A position ends with its variant and supply, not with “classic”."),
        ("kind", "limited classic", "N-3", "A position ends with its variant and supply, not with “limited classic”."),
        ("kind", "", "N-3", "A position ends with its variant and supply, not with “”."),
        ("layout", "-", "N-1", "A layout must have rows of 1, 3, 5, 3 and 1 squares. “-” doesn’t."),
        ("orange", "b4 e3 b4b5 e3e4 z9", "N-5", "“z9” isn’t a corner or an edge."),
        ("orange", "b4 e3 b5b4 e3e4", "N-5", "“b5b4” isn’t a corner or an edge."),
        ("orange", "B4 e3 b4b5 e3e4", "N-5", "“B4” isn’t a corner or an edge."),
        ("orange", "- b4", "N-5", "“-” isn’t a corner or an edge."),
        ("orange", "", "N-5", "“” isn’t a corner or an edge."),
        ("orange_cubes", "RX", "N-5", "Write cubes with the letters RYBG, not as “RX”."),
        ("orange_cubes", "rb", "N-5", "Write cubes with the letters RYBG, not as “rb”."),
        ("orange_cubes", "R B", "N-5", "Write cubes with the letters RYBG, not as “R B”."),
        ("orange_cubes", "", "N-5", "Write cubes with the letters RYBG, not as “”."),
        ("purple_cubes", "R" * 10, "N-4", "Each colour has only 10 cubes."),
        ("orange", "b4 b4 e3 b4b5 e3e4", "N-16", "Two pieces are on the same corner or edge."),
        ("purple", "c1 d1 c1d1 d1d2 b4b5", "N-16", "Two pieces are on the same corner or edge."),
        ("orange", " ".join(reference.CORNERS[:11]), "N-4", "Each colour has only 10 nodes and 24 branches."),
        (
            "purple",
            " ".join(reference.EDGES[:25]).replace("b4b5", "f3f4"),
            "N-4",
            "Each colour has only 10 nodes and 24 branches.",
        ),
        ("orange", "b4 b4b5 e3e4 e4f4", "N-6", "Orange can’t have these pieces: they don’t fit the setup."),
        ("purple", "c1 d1 e2 d1d2", "N-6", "Purple can’t have these pieces: they don’t fit the setup."),
        ("orange", "b4 e3 b4b5 e3e4 c6d6", "N-14", UNROOTED),
        ("orange", "b4 e3 b4b5 e3e4 c6d6 c6", "N-14", UNROOTED),
        ("orange", "b4 b5 b4b5 e3e4", "N-14", UNROOTED),
        ("orange", "b4 e3 b4b5 e3e4 c6", "N-15", "The node on c6 isn’t at the end of a branch of its colour."),
        ("orange", "b4 e3 b4b5 e3e4 d2", "N-15", "The node on d2 isn’t at the end of a branch of its colour."),
    ],
)
def test_a_turn_with_broken_parts_is_refused(part: str, text: str, rule: str, sentence: str) -> None:
    refused_position(" | ".join((TURN | {part: text}).values()), rule, sentence)


NO_TURNS = ["", "purple", "turn", "green turn", "purple turns", "purple node", "purple branch c1", "over", "over x"]
NO_TRADES_MADE = ["3:1 3:1", "2:1 3:1", "4:1", "built 3:1", "built built"]
NO_QUIET = ["quiet", "quiet 0", "quiet 07", "quiet 40", "quiet ٣", "quiet 7 built"]
NO_END = ["over 0 green", "over 0 orange purple", "over 0 orange orange", "over -1", "over 10"]


@pytest.mark.parametrize("due", [*NO_TURNS, *NO_END, *(f"purple turn {done}" for done in [*NO_TRADES_MADE, *NO_QUIET])])
def test_a_turn_with_something_else_due_is_refused(due: str) -> None:
    refused_position(" | ".join((TURN | {"due": due}).values()), "N-5", NO_DUE.format(due))


@pytest.mark.parametrize(
    ("changes", "rule", "sentence"),
    [
        ({"due": "purple turn"}, "N-5", NO_DUE.format("purple turn")),
        ({"due": "over 3"}, "N-5", NO_DUE.format("over 3")),
        ({"due": "purple branch"}, "N-5", NO_DUE.format("purple branch")),
        ({"due": "purple node c1"}, "N-5", NO_DUE.format("purple node c1")),
        ({"due": "purple branch a1"}, "N-5", "“a1” isn’t a corner or an edge."),
        ({"due": "orange branch c1"}, "N-6", "After 3 moves of the setup, “orange branch c1” can’t come next."),
        ({"purple": "-", "due": "orange node"}, "N-6", "After 2 moves of the setup, “orange node” can’t come next."),
        (
            {"purple": "-", "due": "purple branch b4"},
            "N-6",
            "After 2 moves of the setup, “purple branch b4” can’t come next.",
        ),
        ({"due": "purple node"}, "N-6", "After 3 moves of the setup, “purple node” can’t come next."),
        ({"due": "purple branch b4"}, "N-7", "Purple has no node on b4."),
        ({"purple": "c1d1"}, "N-7", "Purple has no node on c1."),
        ({"orange": "b4", "purple": "c1 d1"}, "N-6", "Orange can’t have these pieces: they don’t fit the setup."),
        (
            {"orange": "b4 e3", "purple": "-", "due": "purple node"},
            "N-6",
            "Orange can’t have these pieces: they don’t fit the setup.",
        ),
        ({"orange": "b4 e3e4"}, "N-14", UNROOTED),
        ({"orange_cubes": "R"}, "N-6", "Nobody has cubes during the setup."),
        ({"purple_cubes": "G"}, "N-6", "Nobody has cubes during the setup."),
        (
            {"orange": "d1 c1d1", "purple": "c2 c1c2 c1", "due": "purple branch c1"},
            "N-7",
            "The last node has no free edge for its branch.",
        ),
        (
            {"orange": "b4 b4b5 e3", "purple": "c1 d1 c1d1 d1d2", "due": "orange branch b4"},
            "N-14",
            UNROOTED,
        ),
    ],
)
def test_impossible_setups_are_refused(changes: dict[str, str], rule: str, sentence: str) -> None:
    refused_position(" | ".join((SETUP | changes).values()), rule, sentence)


def test_the_layout_of_a_position_must_fit_its_variant() -> None:
    first = TURN | ON_POST | {"kind": "first-game limited"}
    refused_position(" | ".join(first.values()), "N-3", "The variant “first-game” has no trading post.")
    example = TURN | ON_POST | {"kind": "example limited"}
    refused_position(" | ".join(example.values()), "N-3", f"The variant “example” always has the layout {EXAMPLE}.")


def test_with_unlimited_supply_a_position_may_hold_any_number_of_cubes() -> None:
    text = " | ".join((TURN | {"purple_cubes": "R" * 30, "kind": "classic unlimited"}).values())
    assert format_position(parse_position(text)) == text


def test_the_history_of_a_turn_must_be_possible() -> None:
    too_many = "Purple doesn’t have enough nodes on the trading post for these 2:1 trades."
    refused_position(" | ".join((TURN | {"due": "purple turn 2:1"}).values()), "N-19", too_many)
    refused_position(" | ".join((TURN | ON_POST | {"due": "purple turn 2:1 2:1 2:1"}).values()), "N-19", too_many)
    nothing = "Nothing has been built yet: the board holds only the pieces of the setup."
    refused_position(" | ".join((TURN | {"due": "purple turn built"}).values()), "N-6", nothing)


@pytest.mark.parametrize(
    ("drawing", "options", "right", "reason", "rule"),
    [
        (TEN_ORANGE, "classic limited", "over 0 orange", "ten points", "N-27"),
        (TEN_ORANGE, "advanced limited", "over 1 purple", "the other player reached ten points", "N-28"),
        (DRY, "classic limited", "over 2", "no square pays any node, and neither player has two cubes", "N-29"),
    ],
)
def test_a_position_that_ends_the_game_is_over_in_the_right_way(
    drawing: str, options: str, right: str, reason: str, rule: str
) -> None:
    for due in ("orange turn", "purple turn quiet 39"):
        with pytest.raises(BadOption, match=f"In this position, the game is over: {reason}.") as caught:
            position(drawing, due, layout=DRY_LAYOUT, options=options)
        assert caught.value.rule == rule
    outcome = position(drawing, right, layout=DRY_LAYOUT, options=options).outcome
    assert outcome is not None
    assert (str(outcome.reason), outcome.rule) == (reason, rule)
    every = [f"over {ending}{winner}" for ending in range(10) for winner in ("", " orange", " purple")]
    for due in every:
        if due != right:
            with pytest.raises(BadOption, match=NOT_OVER):
                position(drawing, due, layout=DRY_LAYOUT, options=options)


@pytest.mark.parametrize("due", ["over 0 orange", "over 0", "over 1 purple", "over 2", "over 3 orange", "over 4"])
def test_a_position_that_does_not_end_the_game_can_only_stand_still(due: str) -> None:
    refused_position(" | ".join((TURN | {"due": due}).values()), "N-27", NOT_OVER)


@pytest.mark.parametrize("due", ["orange turn", "over 0 orange", "over 0 purple", "over 3"])
def test_both_players_cannot_have_ten_points(due: str) -> None:
    with pytest.raises(BadOption, match="The players can’t both have ten points") as caught:
        position(TEN_EACH, due)
    assert caught.value.rule == "N-27"


def test_a_position_with_random_faults_is_refused_or_can_be_played_to_its_end() -> None:
    words = [*reference.CORNERS, *reference.EDGES, *TILES, "-", "|", "/", "turn", "node", "branch", "over", "0", "2"]
    words += [
        "orange",
        "purple",
        "3:1",
        "2:1",
        "built",
        "quiet",
        "39",
        "RRB",
        "YYGG",
        "GGGGGG",
        "advanced",
        "unlimited",
    ]
    rng = Random(1)
    refusals = 0
    for seed in range(1000):
        state = GAME.new_state({"variant": rng.choice(VARIANTS)}, seed)
        for _ in range(rng.randrange(60)):
            if state.to_act:
                state.apply(rng.choice(state.legal_actions()))
        text = GAME.notation.format_position(state).split(" ")
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(text))
            text[place : place + rng.randrange(2)] = rng.choices(words, k=rng.randrange(2))
        try:
            found = parse_position(" ".join(text))
        except BadOption:
            refusals += 1
            continue
        assert format_position(parse_position(format_position(found))) == format_position(found)
        assert bool(found.legal_actions()) == bool(found.to_act)
        found.rollout(seed)
        assert found.outcome is not None
    assert 300 < refusals < 900
