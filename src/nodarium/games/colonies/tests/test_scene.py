"""The pictures of Nodes & Colonies show all that players need, and no secrets."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from nodarium.core.errors import IllegalMove
from nodarium.core.language import use_language
from nodarium.core.message import Message, any_of, say
from nodarium.core.scene import Art, Circle, Group, Panel, Polygon, Scene, Shape, Text
from nodarium.games.colonies.board import END, KIND, KIND_NAMES, MOVE, card_power, prevails
from nodarium.games.colonies.panels import STEPS
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.scene import canvas, move_from_targets, scene
from nodarium.games.colonies.tests.table import GAME, ORANGE, PURPLE, TEAL, legal, play, start


def middle() -> State:
    """Return a position: orange has explored and invaded 1,0 from 1,1, where its covered Colony controls again."""
    state = start("C3 C2 E1 N N / M1 M2 E2 N N", "C1 E3 M1 N M2")
    return play(state, "C2@1,1 M1@1,0 N@1,2 C3@1,1 M2@0,0 end 1,1>1,0")


def find(picture: Scene, key: str) -> Shape:
    return next(shape for shape in picture.shapes if shape.key == key)


def keys(picture: Scene) -> set[str]:
    return {shape.key for shape in picture.shapes}


def panel(picture: Scene, key: str) -> Panel | None:
    return next((panel for panel in picture.panels if panel.key == key), None)


def hand(picture: Scene, name: str) -> str:
    """The cards of a seat, or how many there are."""
    shown = panel(picture, name)
    assert shown
    cards = [str(token.label) for row in shown.rows for token in row.tokens if row.layout == "backs"]
    own = None if cards else panel(picture, "hand")
    tokens = own.rows[0].tokens if own else ()
    return " ".join([*cards, *(f"{token.key.removeprefix('hand-')}×{token.count or 1}" for token in tokens)])


def ways(picture: Scene, move: str) -> list[tuple[str, ...]]:
    return [path.targets for path in picture.paths if path.move == move]


def test_the_text_board() -> None:
    assert str(canvas(middle(), PURPLE)).splitlines() == [
        "  2              [   ]  o Orange  2 Nodes",
        "                          Hand  5 cards",
        "  1  [   ] [   ] [C2o]",
        "                        p Purple  1 Node",
        "  0  [   ] [M2p] [C3o]    Hand  C1 E2 E3 N×3",
        "                  M1p",
        " -1  [   ] [   ] [   ]    Deck  35 cards",
        "                          Round         3",
        "      -1     0     1      First player  Orange",
        "                          Trumps        C > M > E > C",
        "",
        "Purple: colonise or move",
    ]


def test_the_text_board_puts_the_panels_below_when_the_board_grows_wide() -> None:
    state = GAME.new_state({"layout": "ooooooooo"}, 1)
    lines = str(canvas(state, None)).splitlines()  # type: ignore[arg-type]
    assert lines[0].count("[   ]") == 9
    assert "Orange" not in lines[0]
    assert max(map(len, lines)) <= 80


def test_the_text_board_counts_further_colonies_below() -> None:
    state = play(start("C3 C2 E1 / M1 M2 E2"), "C3@0,0 M1@1,1 C2@0,0 M2@1,1 E1@0,0")
    assert "C2o+1" in str(canvas(state, None))


@pytest.mark.rule("C-15")
def test_a_hand_is_shown_to_its_owner_and_counted_for_others() -> None:
    state = middle()
    for seat, orange, purple in (
        (ORANGE, "C1×1 M1×1 M2×1 E1×1 N×1", "6 cards"),
        (PURPLE, "5 cards", "C1×1 E2×1 E3×1 N×3"),
        (None, "5 cards", "6 cards"),
    ):
        picture = scene(state, seat)
        assert [hand(picture, name) for name in ("orange", "purple")] == [orange, purple]
        gauges = [row.gauge for panel in picture.panels for row in panel.rows if row.gauge]
        assert gauges == [(2, 10), (1, 10)]
        assert [str(panel.value) for panel in picture.panels if panel.value] == ["2", "1", "35 cards"]


@pytest.mark.rule("C-15")
def test_only_the_player_to_act_sees_what_the_hand_allows() -> None:
    orange = GAME.seat_title(ORANGE)
    state = play(start("C1 M1 / M1", "C1 C1 C1"), "C1@0,1 M1@1,-1")
    assert scene(state, ORANGE).prompt == say("colonies-choose-card-or-colony", seat=orange, cards="any")
    state = start("C1 M1 / M1")
    assert scene(state, ORANGE).prompt == say("colonies-choose-card", seat=orange, cards="colony")
    assert str(canvas(state, ORANGE)).endswith("Orange: colonise")
    for seat in (PURPLE, None):
        assert scene(state, seat).prompt == steps("explore", "colonise", "move")
        assert (scene(state, seat).targets, scene(state, seat).paths) == ((), ())
    state = play(start("C1 M1 / M1"), "C1@0,1 M1@1,-1 N@0,2")
    assert scene(state, None).prompt == steps("colonise", "move", "end")
    assert scene(state, ORANGE).prompt == say("colonies-choose-or-end", seat=orange, cards="colony")
    assert scene(play(state, "M1@0,2"), ORANGE).prompt == say("colonies-choose-or-end", seat=orange, cards="none")


def steps(*names: str) -> Message:
    """The prompt that lists what orange may do."""
    return say("colonies-steps", seat=GAME.seat_title(ORANGE), steps=any_of(tuple([STEPS[name] for name in names])))


def test_prompts_name_what_to_click_in_both_languages() -> None:
    state = start("C1 M1 / M1")
    prompt = scene(state, ORANGE).prompt
    assert str(prompt) == "Orange: play a Colony"
    with use_language("de"):
        assert str(prompt) == "Orange: Kolonie spielen"
        assert str(scene(state, None).prompt) == "Orange kann erkunden, besiedeln oder eine Kolonie bewegen"


def test_the_prompt_gives_the_ending_and_its_rule() -> None:
    state = play(start("C3 / C1 / E1"), "C3@0,1 C1@0,0 E1@1,-1 0,1>0,0")
    assert str(scene(state, None).prompt) == "Orange and Black win together: a player has lost all their Nodes (C-13)"


def test_the_deck_panel_says_who_began_and_why() -> None:
    deal = GAME.notation.format_deal(start("C1 / M1 / E1", first=TEAL))
    deal["duel"] = [["N", "N", "N"], ["C1", "C1", "E2"]]
    state = GAME.state_from_deal({"players": 3}, deal)
    deck = panel(GAME.renderer.scene(state, None), "deck")
    assert deck
    rows = {str(row.label): str(row.text) for row in deck.rows}
    assert rows["First player"] == "Black"
    assert rows["Duel, round 2"] == "Economy 2 against Culture 1 and Culture 1"


def test_a_node_shows_its_controller_and_all_its_colonies() -> None:
    picture = scene(middle(), None)
    oppressed = find(picture, "1,0")
    assert str(oppressed.label).startswith("Node 6 with Orange’s Culture 3 on top of Purple’s Military 1. ")
    assert isinstance(oppressed, Art)
    assert oppressed.style == "cell seat-0"
    assert find(picture, "-1,-1").label == say("colonies-spot-unoccupied", node=7)
    assert {"colony-0", "colony-1", "colony-2", "colony-3"} <= keys(picture)
    top, below = find(picture, "colony-2"), find(picture, "colony-1")
    assert isinstance(top, Group)
    assert isinstance(below, Group)
    assert below.y < top.y
    assert str(top.label).startswith("Node 6 with Orange’s Culture 3, which beats Culture 1–2")
    assert str(below.label).startswith("Node 6 with Purple’s Military 1, which beats Economy 1")


def test_only_the_card_that_moved_says_something_new() -> None:
    state = play(start("C3 C2 E1 N N / M1 M2 E2 N N", "C1 E3 M1 N M2"), "C2@1,1 M1@1,0 N@1,2 C3@1,1 M2@0,0 end")
    before = {shape.key: shape.label for shape in scene(state, None).shapes if isinstance(shape, Group)}
    after = {shape.key: shape.label for shape in scene(play(state, "1,1>1,0"), None).shapes if isinstance(shape, Group)}
    assert {key for key in after if after[key] != before.get(key)} == {"colony-2"}


@pytest.mark.rule("C-16")
def test_nodes_are_numbered_from_the_top_left_and_keep_their_numbers() -> None:
    for layout, count in (("grid", 9), ("diamond", 13), ("ring", 8), ("plus", 5)):
        state = GAME.new_state({"layout": layout}, 1)
        shown = [shape for shape in scene(state, None).shapes if shape.key.endswith("-number")]  # type: ignore[arg-type]
        ordered = sorted((text for text in shown if isinstance(text, Text)), key=lambda text: (text.y, text.x))
        assert [text.text for text in ordered] == [str(number) for number in range(1, count + 1)]
    state = middle()
    before = {key: find(scene(state, None), key) for key in keys(scene(state, None)) if key.endswith("-number")}
    after = scene(play(state, "0,0>0,1 N@2,0"), None)
    for key, text in before.items():
        assert isinstance(text, Text)
        assert find(after, key).text == text.text  # type: ignore[union-attr]
    assert find(after, "2,0-number").text == "11"  # type: ignore[union-attr]


def test_people_read_no_coordinates() -> None:
    for seed in range(4):
        state = GAME.new_state({"players": 2 + seed % 3}, seed)
        dice = Random(seed)
        while state.to_act:
            seat = state.to_act[0]
            picture = GAME.renderer.scene(state, seat)
            written = [picture.prompt, picture.hint, *(target.label for target in picture.targets)]
            written += [shape.label for shape in picture.shapes]
            action = dice.choice(state.legal_actions())
            written.append(GAME.explain.describe_move(state, seat, action)[0])
            for text in written:
                assert not re.search(r"\d,\d", str(text))
            state.apply(action)


@pytest.mark.rule("C-2")
@pytest.mark.parametrize("language", ["en", "de"])
def test_texts_say_what_each_colony_prevails_over(language: str) -> None:
    kinds = KIND_NAMES[:-1]
    with use_language(language):
        for one in kinds:
            beaten, lost = re.split("loses to|unterliegt", str(card_power(one)))
            for words, wanted in (
                (beaten, {other for other in kinds if prevails(KIND[one], KIND[other])}),
                (lost, {other for other in kinds if prevails(KIND[other], KIND[one])}),
            ):
                found = set()
                for name, low, high in re.findall(r"(\w+) (\d)(?:–(\d))?", words):
                    letter = {"Kultur": "C", "Wirtschaft": "E"}.get(name, name[0])
                    found |= {f"{letter}{level}" for level in range(int(low), int(high or low) + 1)}
                assert found == wanted


@pytest.mark.rule("C-13")
@pytest.mark.parametrize("movement", ["line", "path", "step"])
def test_a_player_is_warned_exactly_if_the_only_node_can_be_taken(movement: str) -> None:
    warned = calm = 0
    for seed in range(150):
        state = GAME.new_state({"movement": movement}, seed)
        dice = Random(seed)
        while state.to_act and state.ply < 14:
            state.apply(dice.choice(state.legal_actions()))
            seat = 1 - state.to_act[0] if state.to_act else None
            if seat is None or state.view(None)["turn"] <= 2 or state.view(None)["phase"] != "drawn":
                continue
            if state.view(None)["seats"][seat]["controls"] != 1:  # the other player is to act
                continue
            moves = [action for action in state.legal_actions() if MOVE <= action < END]
            after = [state.copy() for _ in moves]
            for position, action in zip(after, moves, strict=True):
                position.apply(action)
            lost = any(not position.view(None)["seats"][seat]["controls"] for position in after)
            said = GAME.renderer.scene(state, seat).hint
            assert bool(said) == lost
            warned, calm = warned + lost, calm + (not lost)
            assert not GAME.renderer.scene(state, None).hint
    assert min(warned, calm) >= 5


def test_a_warning_names_the_attacker() -> None:
    state = play(start("C1 E1 / M1 E1", "N N"), "C1@0,0 E1@0,1")
    assert str(scene(state, ORANGE).hint) == (
        "Purple’s Economy 1 on Node 2 can take your only Node: you would be out (C-13)."
    )
    assert scene(state, PURPLE).hint == ""


def test_the_steps_show_where_the_turn_is() -> None:
    def shown(state: State, seat: int | None) -> str:
        return " ".join(step.state for step in scene(state, seat).steps)

    state = start("C1 E1 M1 C2 C3 / M1 M2 M3 E1 E2", "C1 E2 N E3")
    assert shown(state, ORANGE) == "done skipped now skipped"
    assert shown(state, None) == shown(state, PURPLE) == "done now next next"  # the hand is secret
    state = play(state, "C1@1,1 M1@-1,-1")
    assert shown(state, ORANGE) == "done now next next"
    assert shown(state, ORANGE) == "done now next next"
    explored = play(state.copy(), "N@2,1")
    assert shown(explored, ORANGE) == "done done now next"
    assert shown(play(explored, "E1@2,1"), ORANGE) == "done done done now"
    assert shown(play(state, "E1@1,0"), ORANGE) == "done skipped done now"
    assert scene(play(start("C3 / C1"), "C3@0,1 C1@0,0 0,1>0,0"), None).steps == ()


def test_the_cards_of_a_stack_all_show_their_heads_and_fan_out() -> None:
    state = start("C1 C2 C3 E1 M1 / M1 E1 E2 C1 C2", "M2 E1 M1 E1 C1 E1 C2 E1 C3")
    play(state, "C1@0,1 M1@-1,-1")
    for card in ("C2", "C3", "M1", "E1"):
        play(state, f"{card}@0,1")
        while state.to_act == (ORANGE,):
            play(state, "end")
        play(state, next(move for move in sorted(legal(state)) if move.endswith("@-1,-1")))
        while state.to_act == (PURPLE,):
            play(state, "end")
    picture = scene(state, None)
    stack = [find(picture, f"colony-{number}") for number in (0, 2, 4, 6, 8)]
    downs = [card.y for card in stack if isinstance(card, Group)]
    assert len(downs) == 5
    assert all(low < high for low, high in pairwise(downs))
    fan = find(picture, "0,1-fan")
    assert isinstance(fan, Group)
    assert fan.when == "colony-0 colony-2 colony-4 colony-6 colony-8"
    own = find(scene(state, ORANGE), "0,1-fan")
    assert own.when == "colony-0 colony-2 colony-4 colony-6"  # the topmost one can be moved
    acrosses = [card.x for card in fan.shapes if isinstance(card, Group)]
    assert len(acrosses) == 5
    assert all(low < high for low, high in pairwise(acrosses))


def test_a_chosen_target_says_what_comes_next() -> None:
    state = play(start("C1 M1 / M1", "C1 C1 C1"), "C1@0,1 M1@1,-1")
    said = {target.key: [str(text) for text in target.prompts] for target in scene(state, ORANGE).targets}
    assert said["hand-M1"] == ["Place Military 1 on a marked Node"]
    assert said["hand-N"] == ["Lay the Node next to a Node you control"]
    assert said["colony-0"] == ["Move Culture 1 from Node 2 to a marked Node"]


def test_the_drawn_card_flies_to_the_hand() -> None:
    state = start("C1 M1 / M1", "E3")
    for seat, end in ((ORANGE, "hand-E3"), (PURPLE, "orange-hand"), (None, "orange-hand")):
        (flight,) = scene(state, seat).flights
        assert (flight.key, flight.start) == ("draw-1", "deck-pile")
        tokens = [token.key for one in scene(state, seat).panels for row in one.rows for token in row.tokens]
        assert {flight.start, flight.end} <= set(tokens)
        assert (flight.end == end) or seat == ORANGE
    assert {shape.key for shape in scene(play(state, "C1@0,0"), None).shapes} >= {"colony-0"}


def test_cards_that_cannot_be_played_now_are_dim() -> None:
    state = play(start("C1 M1 / M1", "C1 C1 C1"), "C1@0,1 M1@1,-1")

    def dim(state: State, seat: int) -> set[str]:
        shown = panel(scene(state, seat), "hand")
        assert shown
        return {token.key for token in shown.rows[0].tokens if "dim" in token.style.split()}

    assert dim(state, ORANGE) == set()
    assert dim(state, PURPLE) == {"hand-C1", "hand-N"}
    assert dim(play(state, "N@0,2"), ORANGE) == {"hand-N"}


def test_a_colony_keeps_its_key_when_it_moves() -> None:
    state = play(start("C1 M1 / M1"), "C1@0,0 M1@1,1")
    before, after = find(scene(state, None), "colony-0"), find(scene(play(state, "0,0>0,-1"), None), "colony-0")
    assert isinstance(before, Group)
    assert isinstance(after, Group)
    assert (before.x, before.y) != (after.x, after.y)
    assert before.shapes == after.shapes


def test_a_card_shows_its_owner_and_its_type() -> None:
    state = play(start("C1 / M1 / E1 / E1"), "C1@0,0 M1@1,1 E1@-1,-1")
    picture = scene(state, None)
    cards = [find(picture, f"colony-{number}") for number in range(3)]
    drawn = [
        [part.symbol for part in card.shapes if isinstance(part, Art)] for card in cards if isinstance(card, Group)
    ]
    assert drawn == [  # orange sits below, purple to the left, black above
        ["colonies-frame-00-90", "colonies-C1-90"],
        ["colonies-frame-11-90", "colonies-M1-90"],
        ["colonies-frame-22-90", "colonies-E1-90"],
    ]


def test_a_play_is_card_then_spot_and_a_move_colony_then_spot() -> None:
    picture = scene(play(middle(), "0,0>0,1"), ORANGE)
    assert ways(picture, "N@2,1") == [("hand-N", "2,1")]
    assert ways(picture, "C1@0,0") == [("hand-C1", "0,0")]
    assert ways(picture, "C1@1,1") == [("hand-C1", "colony-0")]
    assert ways(picture, "1,0>0,0") == [("colony-2", "0,0")]
    assert ways(picture, "1,1>1,0") == [("colony-0", "colony-2")]
    labels = {target.key: str(target.label) for target in picture.targets}
    assert labels["hand-N"] == "Play a Node"
    assert labels["hand-C1"] == "Play Culture 1: beats Military 1, loses to Culture 2–3 and Economy 1–3"
    state = play(start("C3 C1 / M1 C1", "N"), "C3@0,1 M1@0,0")
    labels = {target.key: str(target.label) for target in scene(state, ORANGE).targets}
    assert labels["colony-1"] == "Node 5 with Purple’s Military 1. You can invade with Culture 3 (C-2)"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("0,0", r"^First choose a card from your hand or one of your Colonies, then where it goes. \(C-6\)"),
        ("hand-N", r"A new Node goes on an empty spot next to a Node you control. \(C-7\)"),
        ("hand-C1 colony-0", r"Purple controls this Node. You can take it only by invading. \(C-8\)"),
    ],
)
def test_clicks_that_make_no_legal_move_get_an_explanation(keys: str, said: str) -> None:
    state = play(start("M1 N / C1 M1 N", first=PURPLE), "M1@1,1")
    seat = state.to_act[0]
    with pytest.raises(IllegalMove, match=said):
        state.apply(GAME.notation.parse_move(state, seat, move_from_targets(state, seat, keys.split()) or ""))


def test_spots_for_a_new_node_are_shown_only_to_the_player_who_can_lay_it() -> None:
    state = play(start("C1 M1 / M1"), "C1@1,1 M1@-1,-1")
    assert {"2,1", "1,2"} <= keys(scene(state, ORANGE))
    assert "2,1" not in keys(scene(state, PURPLE)) | keys(scene(state, None))
    play(state, "N@2,1")
    assert "1,2" not in keys(scene(state, ORANGE))


def points(shape: Shape, x: float = 0, y: float = 0) -> list[tuple[float, float]]:
    if isinstance(shape, Group):
        return [point for part in shape.shapes for point in points(part, x + shape.x, y + shape.y)]
    if isinstance(shape, Polygon):
        return [(x + a, y + b) for a, b in shape.points]
    if isinstance(shape, Circle):
        return [(x + shape.x, y + shape.y)]
    return []


@pytest.mark.parametrize("layout", ["grid", "diamond", "oooo", "ooooooooooooooooooooo"])
def test_the_picture_grows_with_the_board_and_holds_it_all(layout: str) -> None:
    sizes = set()
    for seed in range(3):
        state = GAME.new_state({"layout": layout, "movement": "step"}, seed)
        assert isinstance(state, State)
        dice = Random(seed)
        while state.to_act:
            state.apply(dice.choice(state.legal_actions()[:5]))
            picture = scene(state, state.to_act[0] if state.to_act else None)
            assert max(picture.width, picture.height) == pytest.approx(100)
            for shape in picture.shapes:
                for x, y in points(shape):
                    assert -0.1 <= x <= picture.width + 0.1
                    assert -0.1 <= y <= picture.height + 0.1
            sizes.add((picture.width, picture.height))
    assert (len(sizes) == 1) == (len(layout) == 21)
