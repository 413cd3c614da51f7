"""The pictures of NODE show all that players need."""

from itertools import permutations

import pytest

from nodarium.core.errors import IllegalMove
from nodarium.core.language import LANGUAGES, format_message, use_language
from nodarium.core.message import Message
from nodarium.core.scene import Art, Circle, Group, Line, Panel, Polygon, Row, Scene, Shape, Text
from nodarium.games.node.board import VARIANTS
from nodarium.games.node.explain import describe_move
from nodarium.games.node.notation import parse_move, parse_position
from nodarium.games.node.rules import State
from nodarium.games.node.scene import canvas, move_from_targets, scene
from nodarium.games.node.shapes import PITCH

LATE = parse_position(
    "Y2 / R1 G1 B3 / Y3 R3 B1 V G2 / T Y1 G3 / R2 | "
    "b2 c1 c2 c4 d2 d3 b2c2 b3c3 c1c2 c2c3 c3c4 c3d3 c4c5 d2d3 d2e2 d3e3 e2e3 e3f3 f3f4 | RBB | "
    "b3 b4 c6 d4 e5 a3a4 a3b3 b2b3 b3b4 b4b5 b4c4 b5c5 c4d4 c5c6 c5d5 d3d4 d4d5 d4e4 e3e4 e4e5 | RYYYB | "
    "purple turn 2:1 built | classic limited"
)


def start(variant: str = "classic", moves: str = "", supply: str = "limited") -> State:
    state = State(variant, supply)
    state.reset(7)
    for move in moves.split():
        state.apply(parse_move(state, state.to_act[0], move))
    return state


def early(orange: str, purple: str, due: str, variant: str = "classic") -> State:
    """Return a position after the setup with these cubes; each player has a node on the trading post."""
    layout = "Y2 / R1 G1 B3 / Y3 R3 B1 V G2 / T Y1 G3 / R2"
    return parse_position(
        f"{layout} | b2 c4 b2c2 c4c5 | {orange} | b3 d4 b2b3 d4e4 | {purple} | {due} | {variant} limited"
    )


def find(picture: Scene, key: str) -> Shape:
    shapes = [part for shape in picture.shapes for part in (shape, *(shape.shapes if isinstance(shape, Group) else ()))]
    return next(shape for shape in shapes if shape.key == key)


def label_of(picture: Scene, *keys: str) -> list[str]:
    return [str(find(picture, key).label) for key in keys]


def has(picture: Scene, key: str) -> bool:
    return any(isinstance(shape, Group) and any(part.key == key for part in shape.shapes) for shape in picture.shapes)


def ways(picture: Scene, move: str) -> list[tuple[str, ...]]:
    return [path.targets for path in picture.paths if path.move == move]


def test_the_text_board_of_a_late_position() -> None:
    assert str(canvas(LATE, 1)).splitlines() == [
        "6             ◆╌╌╌╌╌·             ●━ Orange  7 of 10 points",
        "              ║ Y2  ┊                Points    6 nodes + 1 captured",
        "              ║     ┊                Cubes     1R 0Y 2B 0G",
        "5       ·═════·═════·╌╌╌╌╌◆          Income    +1R +0Y +0B +2G",
        "        ║ R1  ┃ G1  ║ B3  ║          Branches  11 left, largest network 13",
        "        ║  ×  ┃  ×  ║     ║          Trades    –",
        "4 ·╌╌╌╌╌◆═════●═════◆═════·╌╌╌╌╌·",
        "  ║ Y3  ║ R3  ┃ B1  ║  V  ║ G2  ┃ ◆═ Purple  7 of 10 points",
        "  ║     ║     ┃  ×  ║     ║     ┃    Points    5 nodes + 0 captured + 2 network",
        "3 ·═════◆━━━━━·━━━━━●━━━━━·━━━━━·    Cubes     1R 3Y 1B 0G",
        "        ║  T  ┃ Y1  ┃ G3  ┃          Income    +2R +3Y +2B +0G",
        "        ║ 2:1 ┃  ×  ┃  ●  ┃          Branches  9 left, largest network 15",
        "2       ●━━━━━●╌╌╌╌╌●━━━━━·          Trades    1 × 3:1 left",
        "              ┃ R2  ┊",
        "              ┃  ×  ┊                Bank",
        "1             ●╌╌╌╌╌·                Cubes   8R 7Y 7B 10G",
        "  a     b     c     d     e     f    Prices  branch RB, node YYGG",
        "",
        "Purple: trade, build or end the turn",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_board_always_fits_into_a_small_terminal(language: str) -> None:
    for seed in range(20):
        state = State(VARIANTS[seed % 4])
        state.reset(seed)
        state.rollout(seed)
        with use_language(language):
            lines = str(canvas(state, None)).splitlines()
        assert max(len(line) for line in lines) <= 80
        assert len(lines) <= 20


def art(picture: Scene, key: str) -> tuple[str, str]:
    """The symbol and the style of a drawing."""
    found = find(picture, key)
    assert isinstance(found, Art)
    return found.symbol, found.style


def test_a_square_shows_its_colour_its_letter_and_a_dot_for_each_node_it_can_pay() -> None:
    picture = scene(start("example"), None)  # R2 / G1 B2 R3 / G2 Y2 V G3 Y1 / B3 R1 B1 / Y3
    assert art(picture, "D4-tile") == ("node-tile-R", "art red")
    assert art(picture, "D4-dots") == ("node-dots-30", "art red")
    assert str(find(picture, "D4").label) == "Square D4: red, limit 3, 0 nodes"
    assert str(find(picture, "C3").label) == "Square C3: vacant"
    assert not has(picture, "C3-dots")
    assert art(scene(LATE, None), "B2-post") == ("node-post", "art")


def test_a_node_fills_a_dot_and_one_too_many_takes_the_colour_away() -> None:
    assert art(scene(start("example", "b4 b4c4"), None), "A3-dots") == ("node-dots-21", "art green")
    picture = scene(LATE, None)
    assert art(picture, "C4-tile") == ("node-exhausted-G", "art green")
    count = find(picture, "C4-count")
    assert isinstance(count, Text)
    assert str(count.text) == "2 on 1"
    assert not has(picture, "C4-dots")
    assert (
        str(find(picture, "C4").label)
        == "Square C4: green, limit 1, 2 nodes: exhausted, pays nobody until it is captured"
    )


def test_a_captured_square_is_filled_up_to_its_ring_and_has_its_captors_node() -> None:
    picture = scene(LATE, None)
    assert art(picture, "D2-area") == ("node-area-0", "art seat-0")
    assert art(picture, "D2-tile") == ("node-tile-G", "art green")
    area, mark = find(picture, "D2-area"), find(picture, "D2-mark")
    assert isinstance(area, Art)
    assert area.size == PITCH
    assert isinstance(mark, Circle)
    assert mark.style == "piece seat-0"
    assert not has(picture, "D2-dots")
    assert str(find(picture, "D2").label) == "Square D2: green, 2 nodes, captured by Orange"


def test_the_seats_differ_in_the_shape_of_their_nodes_and_a_place_keeps_its_key() -> None:
    before, after = scene(start(), None), scene(LATE, None)
    assert isinstance(find(after, "c4"), Circle)
    assert isinstance(find(after, "d4"), Polygon)
    assert isinstance(find(after, "c4d4"), Line)
    assert label_of(after, "c4", "c4d4") == ["Orange node on c4", "Purple branch on c4–d4"]
    assert label_of(before, "c4", "c4d4") == ["Corner c4: empty", "Edge c4–d4: empty"]


def panel_of(picture: Scene, key: str) -> Panel:
    return next(panel for panel in picture.panels if panel.key == key)


def labels(row: Row) -> list[str]:
    return [str(token.label) for token in row.tokens]


def test_a_seats_panel_shows_each_point_by_what_earned_it() -> None:
    orange = panel_of(scene(LATE, None), "orange")
    purple = panel_of(scene(LATE, None), "purple")
    assert (str(orange.title), str(orange.value), orange.seat) == ("Orange", "7 of 10", 0)
    track, parts, *_ = orange.rows
    assert track.layout == "track"
    assert [token.symbol for token in track.tokens] == [
        *["node-piece-0"] * 6, "node-capture-0", "node-point", "node-point", "node-goal",
    ]  # fmt: skip
    assert str(parts.text) == "6 nodes, 1 captured, network 13:15"
    track, parts, *_ = purple.rows
    assert [token.symbol for token in track.tokens][5:8] == ["node-network", "node-network", "node-point"]
    assert str(parts.text) == "5 nodes, 0 captured, network +2"
    assert [str(token.text) for token in purple.rows[2].tokens] == ["1", "3", "1", "0"]
    assert labels(orange.rows[3]) == ["income: 1 red", "income: 2 green"]
    *networks, left = panel_of(scene(LATE, None), "networks").rows
    assert [row.gauge for row in networks] == [(13, 15), (15, 15)]
    assert left.text == "11 · 9"
    assert len(panel_of(scene(early("RY", "RY", "orange turn"), None), "networks").rows) == 2


@pytest.mark.rule("N-28")
def test_in_the_advanced_variant_the_last_point_is_marked_as_the_one_that_loses() -> None:
    token = panel_of(scene(start("advanced"), None), "orange").rows[0].tokens[-1]
    assert (token.symbol, str(token.label)) == ("node-limit", "the tenth point, which loses")


def test_the_own_cubes_the_trade_and_the_bank_lie_side_by_side() -> None:
    picture = scene(LATE, 1)
    hand = panel_of(picture, "hand")
    assert (hand.dock, hand.seat) == (True, 1)
    cubes, trade, bank = hand.rows
    assert [(token.key, token.count) for token in cubes.tokens][:2] == [("purple-R", 1), ("purple-Y", 3)]
    assert (trade.layout, len(trade.tokens), str(trade.label)) == ("slots", 3, "Trade 3:1")
    assert [str(token.text) for token in bank.tokens] == ["8", "7", "7", "10"]
    assert not any(panel.dock for panel in scene(LATE, None).panels)
    assert not any(token.text == "3" for row in panel_of(picture, "purple").rows for token in row.tokens)
    unlimited = panel_of(scene(start(supply="unlimited"), 0), "hand").rows[2]
    assert [str(token.text) for token in unlimited.tokens] == ["∞"] * 4


@pytest.mark.rule("N-20")
def test_a_colour_that_nobody_can_give_is_faded_in_the_bank() -> None:
    def styles(orange: str, purple: str) -> str:
        return panel_of(scene(early(orange, purple, "purple turn"), 1), "hand").rows[2].tokens[3].style

    assert styles("GGGGGGGGGG", "RYB") == "art green"
    assert styles("RYB", "GGGGGGGGGG") == "art green dim"


@pytest.mark.parametrize(
    ("cubes", "branch", "node", "english", "german"),
    [
        ("RB", True, False, "enough for 1", "noch 4 nötig"),
        ("RRRBBBYYGG", True, True, "enough for 3", "reicht für 1"),
        ("YYG", False, False, "2 short", "noch 1 Grün nötig"),
    ],
)
def test_the_price_list_ticks_what_the_cubes_pay_for_and_says_what_is_missing(
    cubes: str, branch: bool, node: bool, english: str, german: str
) -> None:
    picture = scene(early(cubes, "-", "orange turn"), 0)
    prices = panel_of(picture, "prices").rows
    assert ["strong" in str(row.style) for row in prices] == [branch, node]
    assert str(prices[0].text) == english
    assert format_message(Message("node-hint", {"branch": "", "node": prices[1].text}), "de").endswith(f": {german}.")
    missing = [token.symbol for row in prices for token in row.tokens if token.symbol.startswith("node-hole")]
    assert len(missing) == sum(
        max(0, needed - cubes.count(letter)) for letter, needed in zip("RYBG", (1, 2, 1, 2), strict=True)
    )


def test_what_the_squares_have_just_paid_is_shown_until_something_is_done() -> None:
    fresh = early("RY", "RYBG", "purple turn")
    picture = scene(fresh, 1)
    paid = [shape for shape in picture.shapes if shape.key.endswith("-paid")]
    income = dict.fromkeys("RYBG", 0)
    for badge in paid:
        symbol, _ = art(picture, badge.key)
        income[symbol[-2]] += int(symbol[-1])
    assert [income[letter] for letter in "RYBG"] == list(fresh.view(1)["players"][1]["income"].values())
    assert "Square A3 paid Purple 1 yellow" in [str(badge.label) for badge in paid]
    assert ("A3", "purple-Y") in [(flight.start, flight.end) for flight in picture.flights]
    assert len({flight.key for flight in picture.flights}) == len(paid)
    for later in (scene(early("RY", "RYBG", "purple turn 3:1"), 1), scene(LATE, 1)):
        assert not later.flights
        assert not any(shape.key.endswith("-paid") for shape in later.shapes)


@pytest.mark.rule("N-13")
def test_a_colour_that_the_bank_has_run_out_of_is_not_shown_as_paid() -> None:
    picture = scene(early("RY", "YYYYYYYYY", "purple turn"), 1)
    assert not any("-Y" in flight.end for flight in picture.flights)


def step_states(picture: Scene) -> list[str]:
    return [f"{step.label}: {step.state}" for step in picture.steps]


def test_the_steps_say_where_in_the_turn_a_seat_is() -> None:
    assert step_states(scene(start(), None)) == ["Node: now", "Branch: next"]
    assert step_states(scene(start(moves="c4"), None)) == ["Node: done", "Branch: now"]
    assert step_states(scene(LATE, None)) == ["Collect: done", "Trade and build: now", "End: next"]
    idle = scene(early("RY", "RYB", "orange turn 2:1"), None)
    assert step_states(idle) == ["Collect: done", "Trade and build: done", "End: now"]
    poor = scene(early("R", "R", "orange turn"), None)
    assert step_states(poor) == ["Collect: done", "Trade and build: skipped", "End: now"]
    assert scene(early("RY", "RYB", "over 3"), None).steps == ()


MORE = "{} of {} given. Give another cube."
EITHER = "2 given. Take one (2:1) or give a third (3:1)."
ALL = "{} of {} given. Now take another colour."


def prompts_of(picture: Scene, key: str) -> list[str]:
    return [str(prompt) for target in picture.targets if target.key == key for prompt in target.prompts]


@pytest.mark.parametrize(
    ("due", "prompts"),
    [
        (
            "purple turn 2:1",
            [
                "1 of 3 given. Give another cube.",
                "2 of 3 given. Give another cube.",
                "3 of 3 given. Now take another colour.",
            ],
        ),
        ("purple turn 3:1", [MORE.format(1, 2), ALL.format(2, 2)]),
        (
            "purple turn",
            [
                "1 of 3 given. Give another cube.",
                "2 given. Take one (2:1) or give a third (3:1).",
                "3 of 3 given. Now take another colour.",
            ],
        ),
    ],
)
def test_a_cube_to_give_counts_and_says_what_comes_next(due: str, prompts: list[str]) -> None:
    assert prompts_of(scene(early("RY", "RYYYB", due), 1), "purple-Y") == prompts


@pytest.mark.parametrize(
    ("due", "prompt"),
    [
        ("purple turn", "Purple: trade, build or end the turn"),
        ("purple turn 3:1 2:1", "Purple: build or end the turn"),
        ("orange turn", "Orange: trade or end the turn"),
        ("orange turn 2:1", "Orange: end the turn"),
        ("over 3", "A draw: forty turns in a row without a new piece (N-29)"),
    ],
)
def test_the_prompt_gives_the_players_options_or_the_ending(due: str, prompt: str) -> None:
    assert str(scene(early("RY", "RYYYB", due), None).prompt) == prompt


@pytest.mark.parametrize(
    ("due", "prompt"),
    [
        ("over 0 purple | classic", "Purple wins: ten points (N-27)"),
        ("over 1 orange | advanced", "Orange wins: the other player reached ten points (N-28)"),
    ],
)
def test_the_prompt_says_who_won_with_ten_points_and_by_which_rule(due: str, prompt: str) -> None:
    state = parse_position(
        "Y2 / R1 G1 B3 / Y3 R3 B1 V G2 / T Y1 G3 / R2 | b2 c2 b2c2 c1c2 c2c3 c2d2 c3c4 | B | "
        "b3 b5 d4 b2b3 b3b4 b4b5 b4c4 b5c5 c3d3 c4c5 c4d4 c5d5 c6d6 d2d3 d2e2 d3d4 d3e3 d4d5 d4e4 d5d6 d5e5 e2e3 e3e4 "
        f"e3f3 e4f4 f3f4 | RYG | {due} limited"
    )
    assert str(scene(state, None).prompt) == prompt


def test_the_prompt_leads_through_the_setup() -> None:
    assert str(scene(start(), 0).prompt) == "Orange: place a node"
    assert str(scene(start(moves="c4"), 0).prompt) == "Orange: place a branch at the new node"
    assert str(scene(start(moves="c4 c4d4"), 0).prompt) == "Purple: place a node"


def test_a_piece_is_one_click_and_a_trade_is_its_cubes_in_any_order() -> None:
    picture = scene(LATE, 1)
    assert ways(picture, "end") == [("end",)]
    assert ways(picture, "a4b4") == [("a4b4",)]
    given = ("purple-R", "purple-Y", "purple-B")
    assert sorted(ways(picture, "RYB>G")) == sorted((*order, "bank-G") for order in permutations(given))
    assert len(ways(picture, "YYB>G")) == 3
    labels = {target.key: str(target.label) for target in picture.targets}
    assert labels["purple-Y"] == "Give a yellow cube"
    assert labels["bank-G"] == "Take a green cube"
    assert labels["a4b4"] == "Place a branch on a4–b4"


@pytest.mark.rule("N-20")
def test_a_cube_that_the_bank_has_not_is_taken_from_the_opponent_and_the_target_says_so() -> None:
    picture = scene(early("GGGGGGGGGG", "RYB", "purple turn"), 1)
    assert {target.key: str(target.label) for target in picture.targets}["bank-G"] == "Take a green cube from Orange"


def test_a_piece_of_the_other_colour_is_chosen_by_a_button_first() -> None:
    picture = scene(early("-", "RB", "purple turn", "advanced"), 1)
    assert ways(picture, "d4d5") == [("d4d5",)]
    assert ways(picture, "c5d5*") == [("other", "c5d5")]
    assert {target.key: str(target.label) for target in picture.targets}["other"] == "Place an orange piece"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("purple-R bank-R", r"You can’t take a colour that you give. Take another one. \(N-20\)"),
        ("bank-R", r"First give three cubes, or two .*\. Then take one of another colour. \(N-18\)"),
        ("purple-R purple-B purple-R bank-Y", r"RRB>Y: This trade takes 2 red, but you have 1. \(N-18\)"),
    ],
)
def test_clicks_for_an_impossible_trade_get_an_explanation(keys: str, said: str) -> None:
    state = early("RY", "RYYB", "purple turn")
    with pytest.raises(IllegalMove, match=said):
        state.apply(parse_move(state, 1, move_from_targets(state, 1, keys.split()) or ""))


@pytest.mark.rule("N-18")
def test_a_trade_with_too_few_cubes_gets_an_explanation() -> None:
    state = early("RY", "RYYB", "orange turn 2:1")
    with pytest.raises(IllegalMove, match=r"You have too few cubes. A trade takes three"):
        move_from_targets(state, 0, ["orange-R"])


@pytest.mark.parametrize(
    ("due", "move", "english", "german"),
    [
        ("purple turn", "end", "Purple ends the turn", "Lila beendet den Zug"),
        ("purple turn", "d4d5", "Purple builds a branch on d4–d5", "Lila baut einen Zweig auf d4–d5"),
        ("orange turn", "c5", "Orange builds a node on c5", "Orange baut einen Knoten auf c5"),
        ("orange turn", "e4*", "Orange builds a purple node on e4", "Orange baut einen lila Knoten auf e4"),
        (
            "purple turn",
            "YYB>G",
            "Purple trades 2 yellow and 1 blue for 1 green",
            "Lila tauscht 2 Gelb und 1 Blau gegen 1 Grün",
        ),
    ],
)
def test_a_move_is_described_in_a_sentence(due: str, move: str, english: str, german: str) -> None:
    state = early("RB", "RYYYB", due, "advanced")
    sentence, _ = describe_move(state, state.to_act[0], parse_move(state, state.to_act[0], move))
    assert (format_message(sentence, "en"), format_message(sentence, "de")) == (english, german)


def test_only_the_seat_that_may_act_has_something_to_choose() -> None:
    assert scene(LATE, 1).targets
    for seat in (0, None):
        assert scene(LATE, seat).targets == ()
        assert scene(LATE, seat).paths == ()
