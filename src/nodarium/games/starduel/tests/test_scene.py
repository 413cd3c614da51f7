"""The pictures of Star Duel: what they show, what they hide, and what clicks mean."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest

from nodarium.core.errors import IllegalMove
from nodarium.core.language import LANGUAGES, PSEUDO, format_message, localize, use_language
from nodarium.core.scene import Art, Curve, Group, Line, Panel, Polygon, Reveal, Row, Scene, Shape, Text, Token
from nodarium.core.splitmix import advance, below
from nodarium.core.svg import fit_font_size
from nodarium.core.theme import NIGHT, PALETTES, contrast, paint, shade
from nodarium.games.starduel.board import ACTIONS, ACTIVATE, END, EXHAUST
from nodarium.games.starduel.explain import describe_move, explain_illegal
from nodarium.games.starduel.notation import parse_move
from nodarium.games.starduel.rules import State
from nodarium.games.starduel.scene import canvas, card_sheet, move_from_targets, scene
from nodarium.games.starduel.shapes import SIDE, card_shapes
from nodarium.games.starduel.symbols import HEX, PLANET_HUES, SYMBOLS, look, planet_name
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


def amounts(drawn: Scene, card: str, word: str) -> dict[str, str]:
    found = texts(drawn, f"{card}-{word}-")
    return {key.removesuffix("-text"): text for key, text in found.items()}


def test_tile_shows_what_is_useful_now_and_its_label_everything() -> None:
    drawn = clash()
    written = texts(drawn, "u3-")
    assert (written["name"], written["defense"]) == ("Nadir", "4")
    assert amounts(drawn, "u3", "needs") == {"population": "1", "minerals": "4"}
    assert amounts(drawn, "u3", "gains") == {"energy": "3", "minerals": "2"}
    assert amounts(drawn, "u3", "spent") == {}
    assert amounts(drawn, "t3", "needs") == amounts(drawn, "t3", "gains") == {}
    assert amounts(drawn, "t3", "spent") == {"energy": "1", "minerals": "3"}
    assert str(shapes(drawn)["card-u3"].label) == (
        "Nadir, inactive; requires 1 population and 4 minerals; defence 4; activating it gives 3 energy and "
        "2 minerals; exhausting it gives 4 energy, 2 population and 2 minerals"
    )


def half_width(y: float) -> float:
    """How far a space reaches to both sides at some height."""
    return math.sqrt(3) * min(HEX / 2, HEX - abs(y))


def test_shapes_of_a_card_stay_within_its_space() -> None:
    for card in (*new().card_set.cards, *new(cards=CARDS).card_set.cards):
        for owner in (None, 0, 1):
            for shape in card_shapes(card, owner, dim=False, fresh=True):
                if isinstance(shape, Text):
                    width = fit_font_size(str(shape.text), shape.fit or 99, shape.size) * 0.58 * len(str(shape.text))
                    assert abs(shape.x) + width / 2 < half_width(abs(shape.y) + 0.36 * shape.size), shape
                elif isinstance(shape, Art) and not shape.symbol.startswith(("starduel-node", "starduel-planet")):
                    assert abs(shape.x) + 0.4 * shape.size < half_width(abs(shape.y) + 0.3 * shape.size), shape


def test_planet_has_the_form_of_its_tier_and_keeps_its_look() -> None:
    drawn = shapes(clash())
    for key, name, tier in (("k1", "Karst", 1), ("t3", "Cinder", 2), ("u3", "Nadir", 3)):
        found = drawn[f"{key}-planet"]
        assert isinstance(found, Art)
        hue, variant = look(key, name)
        assert found.symbol == planet_name(tier, variant)
        assert found.style.split()[:2] == ["art", hue]
    assert len({look(card.id, card.name) for card in new().card_set.cards}) >= 12
    assert {look(f"x{number}", "My own")[0] for number in range(1, 8)} == set(PLANET_HUES)
    assert {symbol.name for symbol in SYMBOLS} >= {planet_name(tier, 2) for tier in (1, 2, 3)}


def test_face_down_card_has_an_orbit_for_each_tier() -> None:
    drawn = shapes(scene(position(), 0))
    for name, tier in (("22", 2), ("34", 3)):
        orbits, numeral = drawn[f"{name}-orbits"], drawn[f"{name}-tier"]
        assert isinstance(orbits, Art)
        assert isinstance(numeral, Text)
        assert (orbits.symbol, numeral.text) == (f"starduel-orbits-{tier}", "I" * tier)


def test_neighbouring_nodes_of_a_player_are_linked() -> None:
    links = {key: shape.style for key, shape in shapes(clash()).items() if isinstance(shape, Line)}
    assert links == {"link-12-11": "link seat-0"}
    enate = CLASH.replace("u3", "u3:Enate")
    drawn = scene(position(enate, "program", kurth="I2 E3 P5 M5", enate="I2 E3 P0 M0"), None)
    link = shapes(drawn)["link-34-33"]
    assert isinstance(link, Line)
    assert link.style == "link seat-1 dashed"


@pytest.mark.parametrize("chart", ["hexagon", "block"])
def test_spaces_do_not_overlap(chart: str) -> None:
    drawn = scene(new(1, map=chart), 0)
    groups = [shape for shape in drawn.shapes if isinstance(shape, Group) and not shape.key.startswith("home-")]
    assert len(groups) >= 18
    for one in groups:
        assert HEX <= one.x <= drawn.width - HEX + 1.5
        for other in groups:
            aside, apart = abs(one.x - other.x), abs(one.y - other.y)
            assert one is other or max(aside, aside / 2 + apart * math.sqrt(3) / 2) >= math.sqrt(3) * HEX


def test_nodes_have_the_sign_of_their_owner() -> None:
    drawn = shapes(clash())
    assert str(drawn["card-k1"].label).startswith("Karst, Kurth’s")
    assert str(drawn["card-t3"].label).startswith("Cinder, Enate’s")
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
    styles = {shape.key: shape.style for shape in drawn.shapes if isinstance(shape, Art)}
    assert (styles["cost-33"], styles["cost-31"]) == ("art yellow", "art yellow dim")
    assert texts(scene(position(CLASH, "program", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0"), None), "cost-") == {}
    assert list(texts(clash(), "cost-")) == ["33-number"]


def test_mark_of_the_costs_covers_nothing_of_a_card() -> None:
    drawn = shapes(clash("program"))
    mark, group = drawn["cost-34"], drawn["card-u3"]
    assert isinstance(mark, Art)
    assert isinstance(group, Group)
    left, top = mark.x - group.x, mark.y - group.y
    assert left == pytest.approx(-SIDE)
    for shape in group.shapes:
        if isinstance(shape, Text):
            width = 0.3 * shape.size * len(str(shape.text))
            assert abs(shape.y - top) > (mark.size + 0.7 * shape.size) / 2 or shape.x - width > left + 2.5


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
        key = path.targets[0]
        if key.startswith("tens-"):
            continue  # the digits of the dial
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


def points(path: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_way_is_drawn_while_its_target_is_pointed_at_or_dialled() -> None:
    ways = {key: shape for key, shape in shapes(clash("program")).items() if key.startswith("way-")}
    assert ways["way-33"].when == "card-t3 tens-3+unit-3"
    assert shapes(clash())["way-33"].when == "card-t3"
    assert ways["way-33"].is_shown("card-t3")
    assert not ways["way-33"].is_shown()


def test_way_covers_no_figure() -> None:
    drawn = clash("program")
    written = [
        (group.x + text.x, group.y + text.y, text)
        for group in drawn.shapes
        if isinstance(group, Group) and not group.key.startswith("home-")
        for text in group.shapes
        if isinstance(text, Text)
    ]
    coordinates = [(text.x, text.y, text) for text in drawn.shapes if isinstance(text, Text)]
    assert len(written) > 20
    for way in drawn.shapes:
        if not isinstance(way, Curve) or not way.key.startswith("way-"):
            continue
        for part in re.findall("M[^MAa]+", way.path):
            for (x1, y1), (x2, y2) in pairwise(points(part)):
                for step in range(21):
                    x, y = x1 + (x2 - x1) * step / 20, y1 + (y2 - y1) * step / 20
                    for left, top, text in (*written, *coordinates):
                        width = 0.3 * text.size * len(str(text.text))
                        assert abs(x - left) > width or abs(y - top) > 0.36 * text.size, (way.key, text)


@pytest.mark.rule("S-16")
def test_pointing_at_a_node_marks_the_spaces_it_can_reach() -> None:
    drawn = shapes(clash())
    ends = drawn["route-11-ends"]
    assert isinstance(ends, Curve)
    assert ends.when == drawn["route-11"].when == "card-k1"
    reached = set()
    for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", ends.path):
        near = [(math.hypot(float(x) - a, float(y) - b), key) for key, (a, b) in middles(clash()).items()]
        reached.add(min(near)[1])
    swap = "card-k2"  # where the other own node stands
    assert reached == {swap, *(f"space-{name}" for name in ("22", "23", "32", "41", "42", "43"))}


def middles(drawn: Scene) -> dict[str, tuple[float, float]]:
    found = {}
    for shape in drawn.shapes:
        if isinstance(shape, Group):
            found[shape.key] = shape.x, shape.y
        elif isinstance(shape, Polygon):
            xs, ys = zip(*shape.points, strict=True)
            found[shape.key] = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return found


@pytest.mark.rule("S-6")
def test_space_that_a_known_program_is_aimed_at_is_marked() -> None:
    drawn = shapes(clash())
    for name, player, key in (("Kurth", 0, "card-t3"), ("Enate", 1, "card-k1")):
        mark, target = drawn[f"aim-{name}"], drawn[key]
        assert isinstance(mark, Art)
        assert isinstance(target, Group)
        assert (mark.x, mark.y, mark.symbol) == (target.x, target.y, f"starduel-aim-{player}")


def test_texts_and_signs_stand_out_on_every_tile() -> None:
    """The night ground has one palette for all themes. What is written needs 4.5, a sign 3."""
    tiles = [paint(f"cell{state}", NIGHT).fill for state in ("", " dim")]
    tiles += [shade("soft", f"art seat-{player}", NIGHT) for player in range(2)]
    for tile in tiles:
        for words in ("text", "text dim"):
            assert contrast(paint(words, NIGHT).fill, tile) >= 4.5, (words, tile)
        for sign in ("yellow full", "green full", "blue ink", "faint", "text"):
            assert contrast(shade(sign, "", NIGHT), tile) >= 3, (sign, tile)
        assert contrast(paint("way", NIGHT).fill, tile) >= 3
    assert contrast(paint("text white", NIGHT).fill, shade("full", "art white", NIGHT)) >= 4.5  # on a shield
    for player in range(2):
        frame = shade("full", f"art seat-{player}", NIGHT)
        assert contrast(frame, PALETTES[NIGHT].board) >= 3
        assert contrast(shade("ink", f"art seat-{player}", NIGHT), tiles[0]) >= 4.5  # the marks of an aim
    assert contrast(paint("link", NIGHT).fill, PALETTES[NIGHT].board) >= 3  # the outlines of spaces


# ---- The reveal, and what flies ----


@pytest.mark.rule("S-6")
def test_reveal_says_what_both_programs_mean_and_who_acts_first() -> None:
    drawn = clash()
    (moment,) = drawn.moments
    assert (moment.key, str(moment.sentence)) == ("reveal-7", "33 is lower: Kurth acts first.")
    kurth, enate = moment.reveals
    assert kurth == Reveal(
        seat=0,
        title=kurth.title,
        text="33",
        note="Cinder",
        tag=kurth.tag,
        target="card-t3",
        home="home-Kurth",
    )
    assert (str(kurth.tag), str(enate.tag), enate.text, enate.note) == ("acts first", "acts second", "53", "Karst")
    assert {"home-Kurth", "home-Enate", kurth.target, enate.target} <= set(shapes(drawn))
    state = play(position(), "15 34", "energy, end")
    (moment,) = scene(state, 1).moments
    assert [reveal.seat for reveal in moment.reveals] == [0, 1]  # in the order of their turns
    assert [str(reveal.note) for reveal in moment.reveals] == ["gain 2 energy", "face-down III"]
    assert str(moment.sentence) == "15 is lower: Kurth acts first."
    assert scene(play(state, "end"), 0).moments == ()


@pytest.mark.rule("S-7")
def test_reveal_of_equal_programs_names_who_acts_first_this_time() -> None:
    (moment,) = scene(play(position(), "22 22"), None).moments
    assert str(moment.sentence) == "Both programs are 22: this time, Enate acts first."


def test_gains_of_an_activation_fly_to_the_panel() -> None:
    drawn = scene(play(position(), "11 31", "activate"), 1)
    assert {flight.kind for flight in drawn.flights} == {"fly"}
    gains = [(flight.symbol, flight.text, flight.start, flight.end) for flight in drawn.flights]
    assert gains == [
        ("starduel-influence", "+1", "card-k1", "Kurth"),
        ("starduel-population", "+1", "card-k1", "Kurth"),
        ("starduel-minerals", "+1", "card-k1", "Kurth"),
    ] or all(gain[2:] == ("card-k1", "Kurth") for gain in gains)
    assert gains[0][:2] == ("starduel-influence", "+1")
    assert len({flight.key for flight in drawn.flights}) == len(gains) > 1


def test_attack_is_a_beam_from_home_and_a_burst() -> None:
    cards = CLASH.replace("u3", "u3:Enate")
    state = position(cards, "first 33 53 Kurth", kurth="I2 E3 P5 M5", enate="I2 E3 P0 M0")
    assert scene(state, 0).flights == ()
    flights = scene(play(state, "attack 1P2M"), 0).flights
    assert [(flight.kind, flight.start, flight.end) for flight in flights] == [
        ("beam", "home-Kurth", "space-33"),
        ("burst", "space-33", ""),
    ]
    moved = scene(play(state, "move 11>33"), 0).flights  # into the place of the node that is gone
    assert [flight.key for flight in moved] == [flight.key for flight in flights]
    assert moved[0].end == "card-k1"


def test_program_that_does_nothing_lets_nothing_fly() -> None:
    assert scene(play(position(), "22 31"), 0).flights == ()
    state = play(position(CLASH.replace("t1", "(t1)"), "program", kurth="I2 E3 P0 M0", enate="I1 E3 P0 M0"), "21 15")
    before = scene(play(state, "energy"), 0).flights if state.to_act == (1,) else ()
    assert all(flight.kind == "fly" for flight in before)


# ---- Panels and prompt ----


def row(drawn: Scene, key: str, label: str) -> Row:
    return next(one for one in panel(drawn, key).rows if str(one.label) == label)


def test_panels_show_tracks_programs_and_rounds() -> None:
    drawn = clash()
    assert str(panel(drawn, "Kurth").value) == "★ 2"
    assert [row(drawn, "Kurth", name).gauge for name in ("Energy", "Population", "Minerals")] == [
        (3, 12),
        (5, 12),
        (5, 12),
    ]
    assert str(row(drawn, "Kurth", "Program").text) == "33: Cinder"
    assert str(panel(drawn, "round").value) == "7 of 40"
    assert str(drawn.hint).startswith("Round 7. ")
    assert [one.key for one in drawn.panels] == ["Enate", "Kurth", "round", "legend"]
    assert [one.key for one in scene(position(), 1).panels] == ["Kurth", "Enate", "dial", "round", "legend"]


def test_legend_explains_every_sign_on_the_map() -> None:
    legend = panel(clash("program"), "legend")
    explained = {one.symbol for one in legend.rows}
    used = {shape.symbol for shape in shapes(clash("program")).values() if isinstance(shape, Art)}
    used |= {"starduel-spent", "starduel-influence"}
    pictures = ("starduel-planet", "starduel-orbits", "starduel-home", "starduel-node", "starduel-aim")
    assert {name for name in used if not name.startswith(pictures)} == explained
    assert all(str(one.label) for one in legend.rows)


@pytest.mark.rule("S-22")
def test_programs_are_numbers_of_their_player_and_places_have_names() -> None:
    state = position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0")
    for seat in (0, 1, None):
        assert str(row(scene(state, seat), "Enate", "Program").text) == "53: Karst"
        assert str(row(scene(state, seat), "Kurth", "Program").text) == "33: Cinder"
    hidden = play(position(), "22 34")
    assert str(row(scene(hidden, 0), "Enate", "Program").text) == "34: face-down III"


def test_nothing_names_a_space_with_two_numbers() -> None:
    for state in (position(CLASH, "first 33 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0"), position()):
        for seat in (0, 1):
            written = localize(scene(state, seat), "en")
            assert not re.search(r"\d\d \((your|Kurth|Enate)", msgspec.json.encode(written).decode())


def test_steps_show_the_parts_of_a_round() -> None:
    def states(due: str) -> list[str]:
        return [step.state for step in clash(due).steps]

    assert [str(step.label) for step in clash().steps] == ["Program", "Execute", "Exhaust", "Move"]
    assert states("program") == ["now", "next", "next", "next"]
    assert states("first 33 53 Kurth") == ["done", "now", "now", "now"]
    assert states("first 22 53 Kurth exhausted") == ["done", "skipped", "done", "now"]
    assert states("first 15 53 Kurth executed exhausted moved") == ["done", "done", "done", "done"]
    assert scene(position(CLASH, "over 0 Enate", kurth="I2 E3 P0 M0", enate="I1 E3 P0 M0"), 0).steps == ()


@pytest.mark.rule("S-3")
def test_sheet_shows_all_cards_of_the_set_that_is_played_with_and_nothing_of_the_deal() -> None:
    rule, drawn = card_sheet(new(7, cards=CARDS))
    assert rule == "S-3"
    assert [shape.key for shape in drawn.shapes] == [f"card-{card.id}" for card in new(cards=CARDS).card_set.cards]
    written = texts(drawn, "u3-")
    assert (written["tier"], written["name"], written["defense"]) == ("III", "Nadir", "4")
    assert amounts(drawn, "u3", "needs") == {"population": "1", "minerals": "4"}
    assert amounts(drawn, "u3", "gains") == {"energy": "3", "minerals": "2"}
    assert amounts(drawn, "u3", "spent") == {"energy": "4", "population": "2", "minerals": "2"}
    assert card_sheet(new(8, cards=CARDS)) == (rule, drawn)
    assert card_sheet(new(7)) != (rule, drawn)


@pytest.mark.parametrize(
    ("due", "prompt"),
    [
        ("program", "Kurth: program a target in secret"),
        ("program Kurth 22", "Enate is still choosing a program"),
        ("first 33 53 Kurth", "Kurth: attack Cinder, exhaust a node, move a node or end the turn"),
        ("first 13 53 Kurth exhausted", "Kurth: activate Koram, move a node or end the turn"),
        ("first 15 53 Kurth moved", "Kurth: gain 2 energy, exhaust a node or end the turn"),
        ("first 14 53 Kurth exhausted moved", "Kurth: replace a node or end the turn"),
        (
            "first 22 53 Kurth",
            "Kurth: your program does nothing for now. Space 22 is open: no node to activate or attack is there. "
            "You can exhaust a node, move a node or end the turn",
        ),
        (
            "first 31 53 Kurth moved",
            "Kurth: your program does nothing for now. The path to the face-down card on 31 costs 4 energy. "
            "You have 3. You can exhaust a node or end the turn",
        ),
        (
            "first 12 53 Kurth exhausted moved",
            "Kurth: your program does nothing. Kelda is already yours. You can only end the turn",
        ),
        ("first 15 53 Kurth executed exhausted moved", "Kurth can only end the turn"),
    ],
)
def test_prompt_lists_the_possible_steps(due: str, prompt: str) -> None:
    rounds = "round 7 quiet 0 Kurth" if due.startswith("second") else "round 7 quiet 0 Enate"
    state = position(CLASH, due, kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0", rounds=rounds)
    assert str(scene(state, 0).prompt) == prompt


def test_prompt_for_others_lists_the_steps_without_reasons() -> None:
    state = position(CLASH, "first 22 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0")
    assert str(scene(state, 1).prompt) == "Kurth: exhaust a node, move a node or end the turn"


@pytest.mark.rule("S-12")
def test_program_14_fails_where_nothing_can_be_replaced() -> None:
    bare = CLASH.replace("k3", ".").replace("e1 e2 e3", ". . .")
    state = position(bare, "first 14 53 Kurth", kurth="I2 E3 P5 M5", enate="I1 E3 P0 M0", spares="- / -")
    assert "does nothing for now. No inactive, face-up node has a spare" in str(scene(state, 0).prompt)


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
    assert str(row(scene(state, 0), "Kurth", "Program").text) == "22: face-down II"
    assert "aim-Kurth" in shapes(scene(state, 0))
    for seat in (1, None):
        assert str(row(scene(state, seat), "Kurth", "Program").text) == "locked in"
        assert "aim-Kurth" not in shapes(scene(state, seat))
        assert "hidden" in str(canvas(state, seat))
        assert scene(state, seat).moments == ()


@pytest.mark.rule("S-21")
def test_face_down_cards_and_spares_have_no_names() -> None:
    state = new(7)
    for seat in (0, 1, None):
        drawn = scene(state, seat)
        named = re.findall(rb'"key":"(?:card-)?([tu][0-9]+)', msgspec.json.encode(drawn.shapes))
        assert named == []
        assert str(shapes(drawn)["hidden-22"].label).startswith("Face-down card of tier 2 on ")
        assert str(shapes(drawn)["hidden-34"].label).startswith("Face-down card of tier 3 on ")


@pytest.mark.rule("S-21")
def test_dimming_reveals_nothing_about_face_down_cards() -> None:
    state = position(START.replace("k1", "."))
    drawn = scene(state, 0)
    assert not is_dim(drawn, "hidden-21")
    for seed in range(20):
        state.determinize(0, seed)
        assert scene(state, 0) == drawn


# ---- What can be chosen ----


def test_program_is_a_space_or_dialled_and_then_locked_in() -> None:
    drawn = scene(position(), 1)
    assert paths(drawn, "12") == [("card-e2", "lock-12"), ("tens-1", "unit-2", "lock-12")]  # Enate's 12 is Kurth's 52
    assert paths(drawn, "22") == [("hidden-43", "lock-22"), ("tens-2", "unit-2", "lock-22")]
    assert paths(drawn, "33") == [("space-33", "lock-33"), ("tens-3", "unit-3", "lock-33")]
    assert paths(drawn, "14") == [("program-14", "lock-14"), ("tens-1", "unit-4", "lock-14")]
    assert paths(drawn, "15") == [("program-15", "lock-15"), ("tens-1", "unit-5", "lock-15")]
    assert label(drawn, "lock-22") == "Lock in 22"
    dial = panel(drawn, "dial")
    assert dial.dock
    assert [one.layout for one in dial.rows] == ["drum", "drum", ""]
    assert [str(token.text) for token in dial.rows[2].tokens] == ["14 replace", "15 +2 energy"]
    assert label(drawn, "card-e2").startswith("12: ")
    assert label(drawn, "card-e2").endswith("; 1 energy away")
    assert label(drawn, "space-33") == "Open space 33; would do nothing now"
    assert not any(one.key == "dial" for one in clash().panels)


def test_digits_of_no_space_are_refused() -> None:
    state = position()
    assert move_from_targets(state, 0, ["tens-1", "unit-5"]) == "15"
    assert move_from_targets(state, 0, ["tens-3"]) is None
    assert move_from_targets(state, 0, ["lock-22"]) is None
    with pytest.raises(IllegalMove, match=r"\(S-6\)"):
        move_from_targets(state, 0, ["tens-5", "unit-5", "lock-55"])


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
    assert paths(clash("first 15 53 Kurth"), "energy") == [("execute",)]


def test_targets_say_what_comes_next() -> None:
    def following(drawn: Scene, key: str) -> list[str]:
        return [str(text) for target in drawn.targets if target.key == key for text in target.prompts]

    assert following(scene(position(), 0), "hidden-22") == ["face-down II would do nothing now. Lock it in anyway?"]
    assert following(scene(position(), 0), "card-k2") == ["Kelda, 1 energy: lock it in?"]
    for key in ("unit-2", "program-14"):
        assert following(scene(position(), 0), key) == ["lock it in, or choose another one"]
    assert following(scene(position(), 0), "tens-2") == ["now the second digit"]
    assert following(clash(), "execute") == following(clash(), "card-t3") == ["choose what you pay"]
    assert following(clash(), "card-k1") == ["exhaust it, or choose where it goes"]
    assert following(clash(), "end") == following(clash("first 15 53 Kurth"), "execute") == []


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
    assert "● Kurth  ★ 2  3E 5P 5M  Program 33" in text
    assert text.splitlines()[-1] == "Kurth: attack Cinder, exhaust a node, move a node or end the turn"
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
