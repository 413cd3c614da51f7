"""The pictures of Nodes & Colonies show all that players need, and no secrets."""

from __future__ import annotations

from random import Random

import pytest

from nodarium.core.errors import IllegalMove
from nodarium.core.language import use_language
from nodarium.core.message import Message, any_of, say
from nodarium.core.scene import Circle, Group, Panel, Polygon, Scene, Shape
from nodarium.games.colonies.panels import STEPS
from nodarium.games.colonies.rules import State
from nodarium.games.colonies.scene import canvas, move_from_targets, scene
from nodarium.games.colonies.tests.table import GAME, ORANGE, PURPLE, TEAL, play, start


def middle() -> State:
    """Return a position: orange has explored and invaded 1,0 from 1,1, where its covered Colony controls again."""
    state = start("C3 C2 E1 N N / M1 M2 E2 N N", "C1 E3 M1 N M2")
    return play(state, "C2@1,1 M1@1,0 N@1,2 C3@1,1 M2@0,0 end 1,1>1,0")


def find(picture: Scene, key: str) -> Shape:
    return next(shape for shape in picture.shapes if shape.key == key)


def keys(picture: Scene) -> set[str]:
    return {shape.key for shape in picture.shapes}


def hand(panel: Panel) -> str:
    rows = [row for row in panel.rows if row.label in (say("colonies-hand"), "")]
    texts = [*(token.text for row in rows for token in row.tokens), *(row.text for row in rows)]
    return " ".join(map(str, texts)).strip()


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
        "                          Turn          6",
        "      -1     0     1      First player  Orange",
        "                          Trumps        C over M, M over E, E over C",
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
        (ORANGE, "C1 M1 M2 E1 N", "6 cards"),
        (PURPLE, "5 cards", "C1 E2 E3 N×3"),
        (None, "5 cards", "6 cards"),
    ):
        panels = scene(state, seat).panels
        assert [hand(panel) for panel in panels[:2]] == [orange, purple]
        assert [str(panel.value) for panel in panels] == ["2 Nodes", "1 Node", "35 cards"]


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
    assert str(prompt) == "Orange: choose a Colony from your hand, then a Node for it"
    with use_language("de"):
        assert str(prompt) == "Orange: Wähle eine Kolonie aus deiner Hand, dann einen Knoten für sie"
        assert str(scene(state, None).prompt) == "Orange kann erkunden, besiedeln oder eine Kolonie bewegen"


def test_the_prompt_gives_the_ending_and_its_rule() -> None:
    state = play(start("C3 / C1 / E1"), "C3@0,1 C1@0,0 E1@1,-1 0,1>0,0")
    assert str(scene(state, None).prompt) == "Orange and Teal win together: a player has lost all their Nodes (C-13)"


def test_the_deck_panel_says_who_began_and_why() -> None:
    deal = GAME.notation.format_deal(start("C1 / M1 / E1", first=TEAL))
    deal["duel"] = [["N", "N", "N"], ["C1", "C1", "E2"]]
    state = GAME.state_from_deal({"players": 3}, deal)
    rows = {str(row.label): str(row.text) for row in GAME.renderer.scene(state, None).panels[-1].rows}
    assert (rows["First player"], rows["Duel, round 2"]) == ("Teal", "E2 against C1 and C1")


def test_a_node_shows_its_controller_and_all_its_colonies() -> None:
    picture = scene(middle(), None)
    oppressed = find(picture, "1,0")
    assert str(oppressed.label) == "1,0: Orange’s Culture 3 on top of Purple’s Military 1"
    assert isinstance(oppressed, Group)
    assert oppressed.shapes[0].style == "cell seat-0"  # type: ignore[union-attr]
    assert find(picture, "-1,-1").label == say("colonies-spot-unoccupied", spot="-1,-1")
    assert {"colony-0", "colony-1", "colony-2", "colony-3"} <= keys(picture)
    top, below = find(picture, "colony-2"), find(picture, "colony-1")
    assert isinstance(top, Group)
    assert isinstance(below, Group)
    assert below.y < top.y
    assert (top.label, str(below.label)) == (oppressed.label, "Purple’s Military 1")


def test_a_colony_keeps_its_key_when_it_moves() -> None:
    state = play(start("C1 M1 / M1"), "C1@0,0 M1@1,1")
    before, after = find(scene(state, None), "colony-0"), find(scene(play(state, "0,0>0,-1"), None), "colony-0")
    assert isinstance(before, Group)
    assert isinstance(after, Group)
    assert (before.x, before.y) != (after.x, after.y)
    assert before.shapes == after.shapes


def test_a_card_points_to_its_owner_and_types_differ_in_form() -> None:
    state = play(start("C1 / M1 / E1 / E1"), "C1@0,0 M1@1,1 E1@-1,-1")
    picture = scene(state, None)
    cards = [find(picture, f"colony-{number}") for number in range(3)]
    forms = [card.shapes[0].points for card in cards if isinstance(card, Group) and isinstance(card.shapes[0], Polygon)]
    assert max(y for _, y in forms[0]) > max(x for x, _ in forms[0])  # orange sits below,
    assert -min(x for x, _ in forms[1]) > max(y for _, y in forms[1])  # purple to the left,
    assert -min(y for _, y in forms[2]) > max(x for x, _ in forms[2])  # teal above
    emblems = [card.shapes[1] for card in cards if isinstance(card, Group)]
    assert isinstance(emblems[0], Circle)
    assert [len(emblem.points) for emblem in emblems[1:] if isinstance(emblem, Polygon)] == [4, 4]


def test_a_play_is_card_then_spot_and_a_move_colony_then_spot() -> None:
    picture = scene(play(middle(), "0,0>0,1"), ORANGE)
    assert ways(picture, "N@2,1") == [("hand-N", "2,1")]
    assert ways(picture, "C1@0,0") == [("hand-C1", "0,0")]
    assert ways(picture, "C1@1,1") == [("hand-C1", "colony-0")]
    assert ways(picture, "1,0>0,0") == [("colony-2", "0,0")]
    assert ways(picture, "1,1>1,0") == [("colony-0", "colony-2")]
    labels = {target.key: str(target.label) for target in picture.targets}
    assert (labels["hand-C1"], labels["hand-N"]) == ("Play Culture 1", "Play a Node")


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
    assert {"2,1", "1,2", "2,1-ghost"} <= keys(scene(state, ORANGE))
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
                assert all(
                    -0.01 <= x <= picture.width + 0.01 and -0.01 <= y <= picture.height + 0.01 for x, y in points(shape)
                )
            sizes.add((picture.width, picture.height))
    assert (len(sizes) == 1) == (len(layout) == 21)
