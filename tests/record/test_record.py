"""The record file: records survive a round trip, and faults are reported."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nodarium
from nodarium import BadRecord, Match
from nodarium.record import schema
from nodarium.record.record import format_line, format_record, parse_record
from tests.record.play import GAMES, fresh, plain, played, players, position, reread, step, texts, written

games = pytest.mark.parametrize("game_id", GAMES)
Data = dict[str, Any]


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match at any stage, with or without clocks, comments, and possibly ended by its players."""
    dice = draw(st.randoms(use_true_random=False))
    match = fresh(draw(st.sampled_from(GAMES)), dice)
    seats = match.state.seats
    match.players = tuple(draw(st.lists(players, min_size=seats, max_size=seats)))
    match.started = draw(st.none() | st.datetimes(timezones=st.just(UTC)))
    for _ in range(draw(st.integers(0, 40))):
        if match.outcome:
            return match
        clock = draw(st.none() | st.floats(0, 1e6))
        step(match, dice, clock=clock, comment=draw(st.none() | texts))
    if draw(st.booleans()) and not match.outcome:
        match.resign(draw(st.integers(0, seats - 1)))
    return match


# ---- round trips ----


@given(matches())
def test_a_record_gives_the_same_match_again(match: Match) -> None:
    record = match.record()
    assert parse_record(written(record)) == record
    assert parse_record(format_line(record).encode()) == record
    again = Match.from_record(record)
    assert again.record() == record
    assert position(again) == position(match)
    assert (again.history, again.outcome, again.commitment) == (match.history, match.outcome, match.commitment)


@games
def test_a_finished_match_is_loaded_from_its_file(game_id: str, tmp_path: Path) -> None:
    match = played(game_id)
    match.save(tmp_path / "match.json")
    again = nodarium.load(tmp_path / "match.json")
    assert again.record() == match.record()
    again.undo(len(again.history))
    assert position(again) == position(next(match.replay()))


@games
def test_an_agreed_draw_survives_a_round_trip(game_id: str) -> None:
    match = played(game_id, 1, 5)
    match.agree_draw()
    assert Match.from_record(match.record()).outcome == match.outcome


@games
def test_a_record_has_a_readable_layout(game_id: str) -> None:
    match = played(game_id, 1, 5)
    lines = format_record(match.record()).splitlines()
    assert lines[:3] == ["{", '  "format": 2,', f'  "game": "{game_id}",']
    assert [json.loads(line.rstrip(",")) for line in lines if line.startswith("    ")] == plain(match)["moves"]
    assert format_line(match.record()).count("\n") == 1


@games
def test_moves_that_were_taken_back_are_not_recorded(game_id: str) -> None:
    match = played(game_id, 1, 5)
    before = match.copy()
    step(match, Random(1))
    match.undo()
    assert match.record() == before.record()


@games
def test_saving_again_replaces_the_file(game_id: str, tmp_path: Path) -> None:
    match = played(game_id, 1, 5)
    match.save(tmp_path / "match.json")
    step(match, Random(1))
    match.save(str(tmp_path / "match.json"))
    assert nodarium.load(tmp_path / "match.json").history == match.history
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]


def test_a_start_in_any_time_zone_is_the_same_moment() -> None:
    match = played(GAMES[0], 1, 2)
    match.started = datetime(2020, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=-5)))
    assert Match.from_record(parse_record(written(match.record()))).started == match.started


# ---- many records in one file ----


def test_many_matches_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    saved = [played(game_id, seed, 20) for game_id in GAMES for seed in range(3)]
    for match in saved:
        match.save(file)
    assert len(file.read_text("utf-8").splitlines()) == len(saved)
    assert [match.record() for match in nodarium.load_all(file)] == [match.record() for match in saved]


def test_load_all_reads_a_file_of_one_record(tmp_path: Path) -> None:
    match = played(GAMES[0], 1, 5)
    match.save(tmp_path / "match.json")
    assert [one.record() for one in nodarium.load_all(tmp_path / "match.json")] == [match.record()]


def test_load_refuses_a_file_of_many_records(tmp_path: Path) -> None:
    played(GAMES[0], 1, 5).save(tmp_path / "all.jsonl")
    with pytest.raises(BadRecord, match="load_all"):
        nodarium.load(tmp_path / "all.jsonl")


def test_a_truncated_line_damages_no_other_record(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    match = played(GAMES[0], 1, 5)
    match.save(file)
    file.write_bytes(file.read_bytes() + file.read_bytes()[:100])
    match.save(file)
    read = nodarium.load_all(file)
    assert next(read).record() == match.record()
    with pytest.raises(BadRecord, match=r"^Line 2: "):
        next(read)
    assert file.read_text("utf-8").splitlines()[2] + "\n" == format_line(match.record())


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda data: data.update(format=3), "Line 3: format: "),
        (lambda data: data["moves"][1].update(seat="x"), "Line 3: Move 2, seat: "),
        (lambda data: data["moves"][1].update(move="castle"), "Line 3: Move 2: "),
    ],
)
def test_errors_name_the_line_of_the_file(spoil: Callable[[Data], None], complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    match = played(GAMES[0], 1, 5)
    data = plain(match)
    spoil(data)
    match.save(file)
    file.write_bytes(file.read_bytes() + b"\n" + json.dumps(data).encode())
    with pytest.raises(BadRecord, match=f"^{complaint}"):
        list(nodarium.load_all(file))


# ---- faults ----


def refused(data: Data, complaint: str | None = None) -> BadRecord:
    with pytest.raises(BadRecord, match=complaint) as caught:
        reread(data)
    return caught.value


@games
def test_a_json_error_names_its_line(game_id: str) -> None:
    text = format_record(played(game_id, 1, 5).record())
    lines = text.splitlines()
    first_move = next(number for number, line in enumerate(lines) if line.startswith("    "))
    broken = "\n".join([*lines[: first_move + 2], "    castle,", *lines[first_move + 2 :]])
    with pytest.raises(BadRecord, match=f"^Line {first_move + 3}: The JSON is malformed"):
        parse_record(broken.encode())
    with pytest.raises(BadRecord, match=f"^Line {first_move + 2}: The JSON ends too early"):
        parse_record("\n".join(lines[: first_move + 2]).encode())
    with pytest.raises(BadRecord, match=f"^Line {len(lines) + 1}: The JSON is malformed"):
        parse_record((text + text).encode())


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"null", b"1", b'{"deal": ' + b"[" * 10**5, b"{}"])
def test_data_that_is_not_a_record_is_refused(data: bytes) -> None:
    with pytest.raises(BadRecord):
        parse_record(data)


@given(st.sampled_from(GAMES), st.data())
def test_a_damaged_file_is_read_correctly_or_refused(game_id: str, data: st.DataObject) -> None:
    record = played(game_id, 1, 5).record()
    text = written(record)
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.binary(max_size=3)) + text[place + data.draw(st.integers(0, 3)) :]
    try:
        match = Match.from_record(parse_record(damaged))
    except BadRecord:
        return
    assert match.deal == record.deal
    assert match.game.id == game_id


def change(**parts: Any) -> Callable[[Data], None]:
    return lambda data: data.update(parts)


@games
@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (change(format=3), "^format: .*not 3"),
        (change(format="1"), "^format: "),
        (change(game="ludo"), "^game: Unknown game “ludo”"),
        (change(game=7), "^game: "),
        (change(rules_version="0"), "^rules_version: .*version 0"),
        (change(weather="fine"), "Unknown field weather"),
        (change(started="yesterday"), "^started: "),
        (change(started="2020-01-01T00:00:00"), "^started: "),
        (lambda data: data.pop("moves"), "The field moves is missing"),
        (lambda data: data["options"].update(weather="fine"), "^options: Unknown option weather"),
        (lambda data: data["players"].pop(), "^players: .*needs"),
        (lambda data: data["players"][1].update(kind="cat"), r"^players\[1\].kind: "),
        (lambda data: data["players"][1].pop("name"), r"^players\[1\]: "),
        (lambda data: data["deal"].update(weather="fine"), "^deal: "),
        (change(deal=[1]), "^deal: "),
        (lambda data: data.pop("deal"), "sealed"),
        (lambda data: data["commitment"].update(sha256="0" * 64), "^commitment: .*isn’t the one"),
        (lambda data: data["commitment"].update(sha256="zero"), "^commitment.sha256: "),
        (lambda data: data["commitment"].update(salt="0" * 64), "^commitment: .*isn’t the one"),
        (lambda data: data["commitment"].pop("salt"), "^commitment: .*lacks the salt"),
        (lambda data: data["moves"][2].update(seat=99), "^Move 3: Unknown seat 99"),
        (lambda data: data["moves"][2].update(seat=-1), "^Move 3, seat: "),
        (lambda data: data["moves"][2].update(seat=10**30), "^Move 3: Unknown seat"),
        (lambda data: data["moves"][2].update(seat=True), "^Move 3, seat: "),
        (lambda data: data["moves"][2].update(move="castle"), "^Move 3: .*castle"),
        (lambda data: data["moves"][2].update(move=1), "^Move 3, move: "),
        (lambda data: data["moves"][2].update(clock=-1), "^Move 3, clock: "),
        (lambda data: data["moves"][2].update(comment=1), "^Move 3, comment: "),
        (lambda data: data["moves"][2].update(weather="fine"), "^Move 3: .*weather"),
        (lambda data: data["moves"][2].pop("seat"), "^Move 3: .*seat"),
        (lambda data: data["moves"].insert(2, 7), "^Move 3: "),
        (lambda data: data["outcome"].update(rule="Z-1"), "^outcome: "),
        (lambda data: data["outcome"].update(rule=None), "^outcome: "),
        (lambda data: data["outcome"].update(winners=[7]), "^outcome: "),
        (lambda data: data["outcome"].update(weather="fine"), "^outcome: "),
        (lambda data: data.pop("outcome"), "^outcome: the record says “no outcome”"),
    ],
)
def test_a_fault_is_reported_with_its_path(game_id: str, spoil: Callable[[Data], None], complaint: str) -> None:
    data = plain(played(game_id))
    reread(deepcopy(data))
    spoil(data)
    refused(data, complaint)


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if nodarium.find_game(game_id).options])
@pytest.mark.parametrize(("value", "complaint"), [("odd", "^options: .* must be .*, not 'odd'"), (1.5, "^options")])
def test_an_invalid_option_value_is_reported(game_id: str, value: object, complaint: str) -> None:
    data = plain(played(game_id))
    data["options"] = dict.fromkeys(data["options"], value)
    refused(data, complaint)


@games
def test_a_wrong_outcome_is_refused(game_id: str) -> None:
    match = played(game_id)
    assert match.outcome is not None
    data = plain(match)
    everyone = range(match.state.seats)
    for winners in ([], *([seat] for seat in everyone), list(everyone)):
        data["outcome"]["winners"] = winners
        if tuple(winners) == match.outcome.winners:
            assert reread(data).outcome == match.outcome
        else:
            refused(data, "^outcome: ")


@games
@pytest.mark.parametrize(
    "outcome",
    [
        {"winners": [0], "reason": "fame", "rule": None},
        {"winners": [], "reason": "resignation", "rule": None},
        {"winners": [0], "reason": "resignation", "rule": "Z-1"},
        {"winners": [0, 0], "reason": "out of time", "rule": None},
        {"winners": [], "reason": "the players agreed on a draw", "rule": "Z-1"},
        {"winners": [0], "reason": "the players agreed on a draw", "rule": None},
    ],
)
def test_a_false_outcome_of_an_unfinished_match_is_refused(game_id: str, outcome: Data) -> None:
    data = plain(played(game_id, 1, 5))
    data["outcome"] = outcome
    refused(data, "^outcome: ")


@games
def test_a_move_after_the_end_is_refused(game_id: str) -> None:
    match = played(game_id)
    data = plain(match)
    data["moves"].append(data["moves"][-1])
    assert match.outcome is not None
    error = refused(data, f"^Move {len(match.history) + 1}: The game is over")
    assert error.rule == match.outcome.rule


@games
def test_a_record_that_stops_early_must_not_have_the_outcome(game_id: str) -> None:
    data = plain(played(game_id))
    data["moves"].pop()
    refused(data, "^outcome: ")


@games
def test_a_move_of_the_wrong_seat_is_reported(game_id: str) -> None:
    match = played(game_id)
    for number, moment in enumerate(match.replay()):
        waiting = set(range(match.state.seats)) - set(moment.to_act)
        if waiting:
            data = plain(match)
            seat = data["moves"][number]["seat"] = waiting.pop()
            refused(data, f"^Move {number + 1}: It’s not {match.game.seat_title(seat)}’s turn")
            return
    pytest.fail("everybody may always act")


@games
def test_an_illegal_move_is_reported_with_its_rule(game_id: str) -> None:
    match = played(game_id, 2, 12)
    seat, notation = match.to_act[0], match.game.notation
    legal = match.legal_actions(seat)
    for action in range(match.game.num_actions):
        try:
            text = notation.format_move(match.state, seat, action)
        except LookupError:
            continue
        if action not in legal and notation.parse_move(match.state, seat, text) == action:
            data = plain(match)
            data["moves"].append({"seat": seat, "move": text})
            error = refused(data, f"^Move {len(match.history) + 1}: ")
            assert error.move == text
            assert error.position == notation.format_position(match.state, seat)
            assert error.rule is not None
            assert str(error).endswith(f"({error.rule})")
            return
    pytest.fail("everything is legal")


@games
def test_a_replaced_deal_is_detected(game_id: str) -> None:
    match = played(game_id, 2, 0)
    for seed in range(8):
        other = nodarium.new(game_id, seed=seed, **match.options)
        if other.deal != match.deal:
            data = plain(match)
            data["deal"] = other.deal
            refused(data, "^commitment: The deal isn’t the one")
            return


# ---- the schema ----


def test_the_schema_in_the_repository_is_current() -> None:
    assert schema.FILE.read_text("utf-8") == schema.schema(), "run: python -m nodarium.record.schema"


VALIDATOR = jsonschema.Draft202012Validator(
    json.loads(schema.schema()), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
)


@given(matches())
def test_records_match_the_schema(match: Match) -> None:
    VALIDATOR.validate(json.loads(written(match.record())))
    VALIDATOR.validate(json.loads(format_line(match.record(sealed=True))))


@pytest.mark.parametrize(
    "spoil",
    [
        change(weather="fine"),
        change(format=3),
        lambda data: data.pop("moves"),
        lambda data: data["moves"][1].update(seat="0"),
        lambda data: data["commitment"].update(sha256="zero"),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(spoil: Callable[[Data], None]) -> None:
    data = plain(played(GAMES[0], 1, 5))
    assert VALIDATOR.is_valid(json.loads(json.dumps(data)))
    spoil(data)
    assert not VALIDATOR.is_valid(json.loads(json.dumps(data)))
    refused(data)
