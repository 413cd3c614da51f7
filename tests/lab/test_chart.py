"""The SVG chart of an analysis."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from nodarium import game_ids
from nodarium.lab.analysis import Analysis, analyse
from nodarium.lab.chart import BOTTOM, LEFT, RIGHT, TOP, draw, percent
from tests.lab.test_analysis import QUICK
from tests.record.play import played

SVG = "{http://www.w3.org/2000/svg}"
games = pytest.mark.parametrize("game_id", game_ids())


@cache
def analysed(game_id: str) -> Analysis:
    """Return the first analysis with a swing, which short games don't always have."""
    analyses = (analyse(played(game_id, seed, steps=12), QUICK) for seed in range(1, 30))
    return next(analysis for analysis in analyses if analysis.swings)


def texts(drawn: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")]


def curves(drawn: str) -> list[list[tuple[float, float]]]:
    """Return the points of the curves."""
    found = [
        element for element in ElementTree.fromstring(drawn).iter(f"{SVG}path") if "stroke-linejoin" in element.attrib
    ]
    return [[(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path.attrib["d"])] for path in found]


@games
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_svg_is_well_formed_and_self_contained(game_id: str, theme: str) -> None:
    drawn = draw(analysed(game_id), theme)
    root = ElementTree.fromstring(drawn)
    assert root.attrib["role"] == "img"
    assert not re.search(r"url\(|var\(|style=|class=|href|nan|inf", drawn)
    assert draw(analysed(game_id), theme) == drawn


def test_each_theme_has_its_own_colours() -> None:
    for analysis in map(analysed, game_ids()):
        light, dark = draw(analysis), draw(analysis, "dark")
        assert light != dark
        assert texts(light) == texts(dark)


@games
def test_each_swing_shows_its_seat_and_move(game_id: str) -> None:
    analysis = analysed(game_id)
    drawn = draw(analysis)
    assert analysis.swings
    for swing in analysis.swings:
        assert f"{analysis.seat_titles[swing.seat]} {swing.move}" in texts(drawn)
        assert f"{percent(swing.before)} → {percent(swing.after)}" in texts(drawn)
        counted = f"turn {swing.turn}" if swing.round is None else f"round {swing.round}"
        assert f"move {swing.number}, {counted}" in texts(drawn)
    described = ElementTree.fromstring(drawn).findtext(f"{SVG}desc") or ""
    assert described.count("Move ") == len(analysis.swings)


@games
def test_the_curves_pass_through_the_values(game_id: str) -> None:
    analysis = analysed(game_id)
    drawn = curves(draw(analysis))
    lines = analysis.value_curves if analysis.imperfect_information else analysis.value_curves[:1]
    assert len(drawn) == len(lines)
    for points in drawn:
        assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in points)
        assert [x for x, _ in points] == sorted(x for x, _ in points)
    if analysis.imperfect_information:  # the first seat's line is drawn last, on top
        drawn.reverse()
    for points, line in zip(drawn, lines, strict=True):
        values = [(BOTTOM - y) / (BOTTOM - TOP) for _, y in points]
        assert values == pytest.approx([point.value for point in line], abs=0.001)


@games
def test_turn_numbers_are_below_the_plot(game_id: str) -> None:
    analysis = analysed(game_id)
    shown = {text for text in texts(draw(analysis)) if text.isdecimal()}
    assert {"1", *map(str, range(1, len(analysis.swings) + 1))} <= shown
    assert shown <= {str(turn) for turn in analysis.turns} | {"1", "2", "3"}


def test_seats_and_players_are_named() -> None:
    for analysis in map(analysed, game_ids()):
        for seat in analysis.seat_titles:
            assert str(seat) in texts(draw(analysis))
        long = Analysis(**{**vars(analysis), "players": ("<b>" * 9, *analysis.players[1:])})
        named = next(text for text in texts(draw(long)) if "<b>" in text)
        assert named.startswith(f"{analysis.seat_titles[0]} · <b>")
        assert named.endswith("…")


@pytest.mark.parametrize("game_id", game_ids())
def test_a_match_without_moves_has_a_chart(game_id: str) -> None:
    drawn = draw(analyse(played(game_id, 1, steps=0), QUICK))
    assert len(curves(drawn)) >= 1
