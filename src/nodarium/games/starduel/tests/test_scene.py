"""The pictures of Star Duel: what they show, what they hide, and what clicks mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from nodarium.core.errors import IllegalMove
from nodarium.core.language import LANGUAGES, PSEUDO, format_message, localize, use_language
from nodarium.core.scene import Circle, Group, Line, Panel, Polygon, Scene, Shape, Text, Token
from nodarium.core.splitmix import advance, below
from nodarium.games.starduel.board import ACTIONS, ACTIVATE, END, EXHAUST
from nodarium.games.starduel.explain import describe_move, explain_illegal
from nodarium.games.starduel.notation import parse_move
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.scene import canvas, card_sheet, move_from_targets, scene
from nodarium.games.starduel.shapes import CARD
from nodarium.games.starduel.tests.table import CARDS, CLASH, START, new, play, position


def shapes(drawn: Scene) -> dict[str, Shape]:
    def walk(some: tuple[Shape, ...]) -> Iterator[Shape]:
        for shape in some:
            yield shape
            if isinstance(shape, Group):
                yield from walk(shape.shapes)

    return {shape.key: shape for shape in walk(drawn.shapes)}


def texts(drawn: Scene, prefix: str) -> dict[str, str]:
    """Return the texts of the shapes whose key has a prefix."""
    found = {key: shape for key, shape in shapes(drawn).items() if key.startswith(prefix)}
    return {key.removeprefix(prefix): str(shape.text) for key, shape in found.items() if isinstance(shape, Text)}


def paths(drawn: Scene, move: str) -> list[tuple[str, ...]]:
    return [path.targets for path in drawn.paths if path.move == move]


def label(drawn: Scene, key: str) -> str:
    return next(str(target.label) for target in drawn.targets if target.key == key)


def panel(drawn: Scene, key: str) -> Panel:
    return next(one for one in drawn.panels if one.key == key)


def tokens(drawn: Scene, key: str, row: str) -> list[str]:
    return [str(token.text) for one in panel(drawn, key).rows if str(one.label) == row for token in one.tokens]


def clash(due: str = "first 33 53 Kurth", kurth: str = "I2 E3 P5 M5") -> Scene:
    return scene(position(CLASH, due, kurth=kurth, enate="I1 E3 P0 M0"), 0)


# ---- The map ----


def test_players_see_the_map_from_their_side_with_their_coordinates() -> None:
    for seat in range(2):
        drawn = scene(position(), seat)
        names = texts(drawn, "name-")
        assert len(names) == 19
        assert names["12"] == ("12" if seat == 0 else "52")
        assert names["44"] == ("44" if seat == 0 else "21")
        group = shapes(drawn)["card-k1"]
        assert isinstance(group, Group)
        assert (group.y > drawn.height / 2) == (seat == 0)


def test_spectator_sees_both_coordinates() -> None:
    names = texts(scene(position(), None), "name-")
    assert (names["12-0"], names["12-1"], names["44-0"], names["44-1"]) == ("12", "52", "44", "21")


def test_card_shows_its_requirement_its_gains_and_its_defense() -> None:
    card = shapes(clash())["card-u3"]
    written = texts(clash(), "u3-")
    assert written["name"] == "Nadir"
    assert written["defense"] == "4"
    assert [text for key, text in written.items() if key.startswith("needs-")] == ["1P", "4M"]
    assert [text for key, text in written.items() if key.startswith("gives-")] == ["3E", "2M"]
    assert [text for key, text in written.items() if key.startswith("spent-")] == ["4E", "2P", "2M"]
    assert str(card.label) == (
        "34: Nadir, inactive; requires 1 population and 4 minerals; defence 4; activating it gives 3 energy and "
        "2 minerals; exhausting it gives 4 energy, 2 population and 2 minerals"
    )


def test_shapes_of_a_card_stay_within_it() -> None:
    drawn = shapes(clash())
    chips = [drawn[f"u3-spent-{track}"] for track in ("energy", "population", "minerals")]
    edges = [-CARD[0] / 2]
    for chip in chips:
        assert isinstance(chip, Polygon)
        edges += [min(x for x, _ in chip.points), max(x for x, _ in chip.points)]
    sign = drawn["u3-spent"]
    assert isinstance(sign, Text)
    assert edges[0] < sign.x - sign.size / 2
    assert sign.x + sign.size / 2 < edges[1]
    assert edges == sorted(set(edges))
    assert edges[-1] < CARD[0] / 2 - 0.2


def test_nodes_have_the_sign_of_their_owner() -> None:
    drawn = shapes(clash())
    assert str(drawn["card-k1"].label).startswith("11: Karst, Kurth’s")
    assert str(drawn["card-t3"].label).startswith("33: Cinder, Enate’s")
    assert {"k1-owner", "t3-owner"} <= set(drawn)
    assert "k3-owner" not in drawn


def test_node_keeps_its_key_when_it_moves() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0")
    before = shapes(scene(state, 0))
    after = shapes(scene(play(state, "move 11>42"), 0))
    one, two = before["card-k1"], after["card-k1"]
    assert isinstance(one, Group)
    assert isinstance(two, Group)
    assert one.y > two.y
    assert "space-11" in after
    assert "space-42" in before


@pytest.mark.rule("S-9")
def test_costs_are_shown_above_the_targets_in_reach_and_pale_if_energy_is_short() -> None:
    drawn = clash("program")
    costs = "13 1, 21 2, 24 3, 31 4, 33 3, 34 3, 44 6, 51 5, 52 5, 53 6"  # not 35, behind inactive nodes
    assert texts(drawn, "cost-") == {f"{one[:2]}-number": one[3:] for one in costs.split(", ")}
    styles = {key: shape.style for key, shape in shapes(drawn).items() if isinstance(shape, Circle)}
    assert (styles["cost-33"], styles["cost-31"]) == ("cell yellow", "cell yellow dim")
    assert texts(scene(position(CLASH, "program", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0"), None), "cost-") == {}
    assert list(texts(clash(), "cost-")) == ["33-number"]


def test_mark_of_the_costs_covers_no_name() -> None:
    drawn = shapes(clash("program"))
    coin, name = drawn["cost-34"], drawn["u3-name"]
    card = drawn["card-u3"]
    assert isinstance(coin, Circle)
    assert isinstance(name, Text)
    assert isinstance(card, Group)
    assert coin.y + coin.radius < card.y + name.y - name.size / 3


@pytest.mark.rule("S-14")
@pytest.mark.parametrize("seat", [0, 1])
def test_cards_where_a_program_would_do_nothing_are_dim_while_programming(seat: int) -> None:
    """A target is dim if and only if the program would fail with the other player changing nothing."""
    rng, seen = 5, compare_dim_with_rules(position(START.replace("k1", ".").replace("e1", ".")), seat)
    for seed in range(4):
        state = new(seed)
        while state.to_act_mask:
            if len(state.to_act) == 2:
                seen |= compare_dim_with_rules(state, seat)
            for one in state.to_act:
                rng = advance(rng)
                actions = state.legal_actions(one)
                state.apply(actions[below(rng, len(actions))], one)
    assert {(works, kind) for works in (True, False) for kind in ("card", "hidden")} <= seen


def compare_dim_with_rules(state: State, seat: int) -> set[tuple[bool, str]]:
    """Return whether a program works, and what it is aimed at."""
    drawn, found = scene(state, seat), set()
    for path in drawn.paths:
        after = state.copy()
        after.apply(parse_move(state, seat, path.move), seat)
        after.apply(parse_move(state, 1 - seat, "15"), 1 - seat)
        if after.to_act != (seat,):
            after.apply(END)
        works = any(ACTIVATE <= action < EXHAUST for action in after.legal_actions(seat))
        (key,) = path.targets
        assert is_dim(drawn, key) == (not works), path.move
        assert label(drawn, key).endswith("; would do nothing now") == (not works)
        found.add((works, key.partition("-")[0]))
    return found


def is_dim(drawn: Scene, key: str) -> bool:
    found: list[Token | Shape] = [token for one in drawn.panels for row in one.rows for token in row.tokens]
    thing = next((one for one in found if one.key == key), None) or shapes(drawn)[key]
    ground = thing.shapes[0] if isinstance(thing, Group) else thing
    assert isinstance(ground, Token | Polygon)
    return "dim" in ground.style.split()


@pytest.mark.rule("S-12")
def test_program_14_is_dim_where_nothing_can_be_replaced() -> None:
    assert is_dim(scene(position(), 0), "program-14")
    assert not is_dim(clash("program"), "program-14")
    state = position(CLASH, "program", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0", spares="- / -")
    assert is_dim(scene(state, 0), "program-14")


@pytest.mark.rule("S-16")
def test_in_a_turn_only_open_spaces_that_no_node_can_reach_are_dim() -> None:
    assert not is_dim(clash(), "space-22")
    assert is_dim(clash("first 33 53 Kurth moved"), "space-22")
    assert not is_dim(clash(), "card-u3")


def test_way_is_drawn_while_its_target_is_pointed_at() -> None:
    lines = [shape for shape in shapes(clash()).values() if isinstance(shape, Line) and shape.when == "card-t3"]
    assert len(lines) == 3  # from home to 11 or 12, to 22 or 23, to 33


@pytest.mark.rule("S-16")
def test_pointing_at_a_node_marks_the_spaces_it_can_reach() -> None:
    drawn = shapes(clash())
    marked = {key for key, shape in drawn.items() if key.startswith("route-11-to") and shape.when == "card-k1"}
    swap = "12"  # where the other own node stands
    assert marked == {f"route-11-to-{name}" for name in (swap, "22", "23", "32", "41", "42", "43")}


@pytest.mark.rule("S-6")
def test_space_that_a_known_program_is_aimed_at_is_framed() -> None:
    drawn = shapes(clash())
    assert str(drawn["aim-Kurth"].label) == "Kurth programmed 33"
    assert str(drawn["aim-Enate"].label) == "Enate programmed 53 (your 11)"


# ---- Panels and prompt ----


def test_panels_show_tracks_programs_and_rounds() -> None:
    drawn = clash()
    assert str(panel(drawn, "Kurth").value) == "Influence 2"
    assert tokens(drawn, "Kurth", "Resources") == ["3E", "5P", "5M"]
    assert tokens(drawn, "Kurth", "Program") == ["33"]
    assert str(panel(drawn, "round").value) == "7 of 40"
    assert [one.key for one in drawn.panels] == ["Enate", "Kurth", "round"]
    assert [one.key for one in scene(position(), 1).panels] == ["Kurth", "Enate", "round"]


@pytest.mark.rule("S-22")
def test_programs_of_others_show_the_viewers_number_too() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0")
    assert tokens(scene(state, 0), "Enate", "Program") == ["53 (your 11)"]
    assert tokens(scene(state, 1), "Enate", "Program") == ["53"]
    assert tokens(scene(state, None), "Enate", "Program") == ["53 (Kurth’s 11)"]
    assert tokens(scene(state, None), "Kurth", "Program") == ["33"]
    rows = {seat: [str(row.text) for row in panel(scene(state, seat), "round").rows] for seat in (0, 1, None)}
    assert "are those of the acting player: Enate’s 52 is your 12 (S-22)" in rows[0]
    assert "are those of the acting player: Kurth’s 52 is your 12 (S-22)" in rows[1]
    assert "are those of the acting player: Enate’s 52 is Kurth’s 12 (S-22)" in rows[None]


@pytest.mark.rule("S-3")
def test_sheet_shows_all_cards_of_the_set_that_is_played_with_and_nothing_of_the_deal() -> None:
    rule, drawn = card_sheet(new(7, cards=CARDS))
    assert rule == "S-3"
    assert [shape.key for shape in drawn.shapes] == [f"card-{card.id}" for card in new(cards=CARDS).card_set.cards]
    written = texts(drawn, "u3-")
    assert (written["tier"], written["name"], written["defense"]) == ("III", "Nadir", "4")
    assert [text for key, text in written.items() if key.startswith("needs-")] == ["1P", "4M"]
    assert card_sheet(new(8, cards=CARDS)) == (rule, drawn)
    assert card_sheet(new(7)) != (rule, drawn)


@pytest.mark.parametrize(
    ("due", "prompt"),
    [
        ("program", "Kurth: program a space, 14 (replace a node) or 15 (gain energy)"),
        ("program Kurth 22", "Enate is still choosing a program"),
        ("first 33 53 Kurth", "Kurth: attack 33, exhaust a node, move a node or end your turn"),
        ("first 13 53 Kurth exhausted", "Kurth: activate 13, move a node or end your turn"),
        ("first 15 53 Kurth moved", "Kurth: gain 2 energy, exhaust a node or end your turn"),
        ("first 14 53 Kurth exhausted moved", "Kurth: replace a node or end your turn"),
        (
            "first 22 53 Kurth",
            "Kurth: your program does nothing for now. Space 22 has no node to activate or attack. "
            "You can exhaust a node, move a node or end your turn",
        ),
        (
            "first 31 53 Kurth moved",
            "Kurth: your program does nothing for now. The path to 31 costs 4 energy. You have 3. "
            "You can exhaust a node or end your turn",
        ),
        (
            "first 12 53 Kurth exhausted moved",
            "Kurth: your program does nothing. The node on 12 is already yours. You can only end your turn",
        ),
        ("first 15 53 Kurth executed exhausted moved", "Kurth: you can only end your turn"),
    ],
)
def test_prompt_lists_the_possible_steps(due: str, prompt: str) -> None:
    rounds = "round 7 quiet 0 Kurth" if due.startswith("second") else "round 7 quiet 0 Enate"
    state = position(CLASH, due, kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0", rounds=rounds)
    assert str(scene(state, 0).prompt) == prompt


def test_prompt_for_others_lists_the_steps_without_reasons() -> None:
    state = position(CLASH, "first 22 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0")
    assert str(scene(state, 1).prompt) == "Kurth: exhaust a node, move a node or end your turn"


@pytest.mark.rule("S-12")
def test_program_14_fails_where_nothing_can_be_replaced() -> None:
    bare = CLASH.replace("k3", ".").replace("e1 e2 e3", ". . .")
    state = position(bare, "first 14 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0", spares="- / -")
    assert "does nothing for now. No inactive, face-up node has a spare" in str(scene(state, 0).prompt)


def test_panel_lists_exactly_the_possible_steps() -> None:
    def still_open(due: str) -> str:
        return next(str(row.text) for row in panel(clash(due), "Kurth").rows if str(row.label) == "Still possible")

    assert still_open("first 33 53 Kurth") == "execute, exhaust or move"
    assert still_open("first 22 53 Kurth") == "exhaust or move"
    assert still_open("first 22 53 Kurth exhausted moved") == "nothing"


@pytest.mark.rule("S-19")
@pytest.mark.parametrize(
    ("kurth", "enate", "compared"),
    [
        ("I2 E3 P0 M0", "I1 E3 P2 M2", "Kurth wins: all 40 rounds have been played, and influence is 2 to 1 (S-19)"),
        (
            "I1 E3 P1 M0",
            "I1 E0 P2 M9",
            "Enate wins: all 40 rounds have been played, influence is equal, and population is 2 to 1 (S-19)",
        ),
        (
            "I1 E3 P2 M3",
            "I1 E0 P2 M1",
            "Kurth wins: all 40 rounds have been played, influence and population are equal, and minerals are 3 to 1 "
            "(S-19)",
        ),
        (
            "I1 E3 P2 M1",
            "I1 E0 P2 M1",
            "A draw: all 40 rounds have been played, and influence, population and minerals are all equal (S-19)",
        ),
    ],
)
def test_ending_says_how_the_tracks_compare(kurth: str, enate: str, compared: str) -> None:
    winner = compared.split(maxsplit=1)[0]
    due = "over 4" if winner == "A" else f"over 4 {winner}"
    cards = CLASH if kurth.startswith("I2") else CLASH.replace("k2:Kurth", "k2")
    state = position(cards, due, kurth=kurth, enate=enate, rounds="round 40 quiet 0 Kurth")
    assert str(scene(state, None).prompt) == compared


@pytest.mark.rule("S-17")
@pytest.mark.parametrize(("ending", "lost"), [("0", "influence"), ("1", "population")])
def test_ending_names_the_loser(ending: str, lost: str) -> None:
    state = position(CLASH, f"over {ending} Enate", kurth="I2 E3 P0 M0", enate="I1 E3 P0 M0")
    assert str(scene(state, None).prompt) == f"Enate wins: Kurth has no {lost} left (S-17)"


# ---- Secrets ----


@pytest.mark.rule("S-21")
def test_hidden_program_appears_only_in_its_owners_scene() -> None:
    state = position()
    state.apply(parse_move(state, 0, "22"), 0)
    assert tokens(scene(state, 0), "Kurth", "Program") == ["22"]
    assert "aim-Kurth" in shapes(scene(state, 0))
    for seat in (1, None):
        assert tokens(scene(state, seat), "Kurth", "Program") == ["?"]
        assert "aim-Kurth" not in shapes(scene(state, seat))
        assert "hidden" in str(canvas(state, seat))


@pytest.mark.rule("S-21")
def test_face_down_cards_and_spares_have_no_names() -> None:
    state = new(7)
    for seat in (0, 1, None):
        drawn = scene(state, seat)
        named = re.findall(rb'"key":"(?:card-)?([tu][0-9]+)', msgspec.json.encode(drawn.shapes))
        assert named == []
        assert str(shapes(drawn)["hidden-22"].label).endswith("face-down card of tier 2")
        assert str(shapes(drawn)["hidden-34"].label).endswith("face-down card of tier 3")


@pytest.mark.rule("S-21")
def test_dimming_reveals_nothing_about_face_down_cards() -> None:
    state = position(START.replace("k1", "."))
    drawn = scene(state, 0)
    assert not is_dim(drawn, "hidden-21")
    for seed in range(20):
        state.determinize(0, seed)
        assert scene(state, 0) == drawn


# ---- What can be chosen ----


def test_program_is_its_space_or_one_of_two_tokens() -> None:
    drawn = scene(position(), 1)
    assert paths(drawn, "12") == [("card-e2",)]  # Enate's 12 is Kurth's 52
    assert paths(drawn, "22") == [("hidden-43",)]
    assert paths(drawn, "33") == [("space-33",)]
    assert paths(drawn, "14") == [("program-14",)]
    assert paths(drawn, "15") == [("program-15",)]
    assert tokens(drawn, "Enate", "Program") == ["14 replace", "15 energy"]
    assert label(drawn, "card-e2").endswith("; 1 energy away")
    assert label(drawn, "space-33") == "33: open; would do nothing now"


def test_only_players_to_act_have_targets() -> None:
    state = position()
    state.apply(parse_move(state, 0, "22"), 0)
    assert [bool(scene(state, seat).targets) for seat in (0, 1, None)] == [False, True, False]


def test_moves_of_a_turn_are_short_paths() -> None:
    drawn = clash()
    assert paths(drawn, "attack 1P2M") == [("execute", "pay-1"), ("card-t3", "pay-1")]
    assert label(drawn, "execute") == "Attack Cinder for 3 energy"
    assert label(drawn, "exhaust-k2") == "Exhaust Kelda: lose 1 influence, gain 2 energy and 1 population"
    assert label(drawn, "pay-1") == "Pay 1 population and 2 minerals"
    assert paths(drawn, "exhaust 12") == [("card-k2", "exhaust-k2")]
    assert paths(drawn, "move 11>42") == [("card-k1", "space-42")]
    assert paths(drawn, "swap 11<>12") == [("card-k1", "card-k2"), ("card-k2", "card-k1")]
    assert paths(drawn, "end") == [("end",)]
    assert paths(clash("first 13 53 Kurth"), "activate") == [("execute",), ("card-k3",)]
    assert paths(clash("first 14 53 Kurth"), "replace 34") == [("card-u3",)]
    assert paths(clash("first 15 53 Kurth"), "energy") == [("execute",), ("Kurth-program",)]


def test_executing_the_program_is_a_button_and_the_first() -> None:
    for due, said in (("13", "Activate Koram for 1 energy"), ("15", "Gain 2 energy")):
        drawn = clash(f"first {due} 53 Kurth")
        assert str(drawn.targets[0].label) == said
        assert drawn.targets[0].key == "execute" not in shapes(drawn)


def test_clicks_that_make_no_legal_move_get_an_explanation() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0")
    with pytest.raises(IllegalMove, match=r"^To move a node, choose the node first, then the space. \(S-16\)"):
        move_from_targets(state, 0, ["space-22"])
    with pytest.raises(IllegalMove, match=r"^Your program is 33, so you can’t .* \(S-8\)"):
        move_from_targets(state, 0, ["card-u3"])
    assert move_from_targets(state, 0, ["card-t3"]) == "attack 0P3M"


@pytest.mark.rule("S-17")
def test_label_warns_of_steps_that_lose_the_game() -> None:
    drawn = clash(kurth="I2 E3 P2 M1")
    assert paths(drawn, "attack 2P1M") == [
        ("execute", "pay-2"),
        ("card-t3", "pay-2"),
    ]
    assert label(drawn, "pay-2") == "Pay 2 population and 1 mineral; this loses the game"
    assert paths(drawn, "exhaust 11") == [("card-k1", "exhaust-k1")]
    state = position(START.replace("k1", "k1:Kurth"), "first 15 31 Kurth", kurth="I1 E3 P1 M1")
    drawn = scene(state, 0)
    assert paths(drawn, "exhaust 11") == [("card-k1", "exhaust-k1")]
    assert label(drawn, "exhaust-k1").endswith("; this loses the game")


# ---- In a terminal ----


def test_canvas_draws_the_map() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0")
    text = str(canvas(state, 0))
    assert max(map(len, text.splitlines())) <= 80
    assert "34 Nadir    4" in text
    assert "≥1P4M +3E2M" in text
    assert "×1E3M      ↑3" in text  # Cinder on 33, three energy away
    assert "● Kurth  Influence 2  3E 5P 5M  Program 33" in text
    assert text.splitlines()[-1] == "Kurth: attack 33, exhaust a node, move a node or end your turn"
    assert str(canvas(state, None)).count("33") > text.count("33")


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_canvas_is_80_columns_wide_in_every_language(language: str, seat: int | None) -> None:
    state = position(CLASH, "first 13 53 Kurth", kurth="I2 E12 P12 M10", enate="I1 E3 P0 M0")
    with use_language(language):
        for move in ("activate", "end", "end", "22"):
            state.apply(parse_move(state, state.to_act[0], move), state.to_act[0])
            assert max(map(len, str(canvas(state, seat)).splitlines())) <= 80


# ---- In every language ----


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_every_text_of_a_game_has_its_words_and_arguments(language: str) -> None:
    """A message without a text, or a text without one of its arguments, is a warning and so an error here."""
    rng, state = 3, new(3)
    while state.to_act_mask:
        for seat in (0, 1, None):
            localize(scene(state, seat), language)
        for seat in state.to_act:
            legal = state.legal_actions(seat)
            for action in range(ACTIONS):
                known = action in legal
                text = describe_move(state, seat, action)[0] if known else explain_illegal(state, seat, action).message
                assert format_message(text, language)
        seat = state.to_act[0]
        rng = advance(rng)
        state.apply(legal[below(rng, len(legal))] if len(state.to_act) == 1 else parse_move(state, seat, "12"), seat)
    assert format_message(scene(state, None).prompt, language)
