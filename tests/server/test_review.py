"""Review: positions, the log, explanations, analysis, and continuing from a position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import httpx
import msgspec
import pytest

import nodarium
from nodarium.core.discovery import find_game
from nodarium.record.match import Match
from nodarium.record.record import Record
from nodarium.server import showcase
from nodarium.server.http.review import diagrams_of, past_scene
from tests.server.play import AT_ONCE, GAMES, OPEN_GAMES, at_most_half
from tests.server.running import GAVE_UP, PATIENCE, Running, Socket, User, wait_until

Start = Callable[..., Running]
ANY = OPEN_GAMES[0]
SECRET = [game for game in GAMES if find_game(game).imperfect_information]


@pytest.fixture
def running(sqlite_url: str, start: Start) -> Running:
    return start(sqlite_url)


def sit_alone(running: Running, game: str) -> tuple[User, str]:
    """A user who has all seats of a table."""
    ann = running.new_user("Ann")
    return ann, ann.open(game, *["me"] * nodarium.new(game).state.seats)


def play_alone(ann: User, table: str, dice: Random, limit: int = 10**6) -> Any:
    """Make random moves for all seats as one user."""
    for _ in range(limit):
        now = ann.look(table)["now"]
        if now["status"] != "playing":
            break
        seat = dice.choice(now["to_act"])
        moves = ann.look(table, seat=seat)["now"]["legal_moves"]
        ann.do(table, "move", move=dice.choice(moves), seat=seat)
    return ann.look(table)["now"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_shows_a_position_of_a_match_between_bots(running: Running, game: str) -> None:
    ann = running.new_user()
    show = ann.http.get(f"/api/games/{game}/show").json()
    assert 0 < show["moves"] < show["of"]
    assert show["scene"]["shapes"]
    assert show["scene"]["targets"] == []
    last = ann.http.get(f"/api/games/{game}/show", params={"moves": 10**6}).json()
    assert last["moves"] == last["of"] == show["of"]


def test_simultaneous_show_requests_share_one_match_and_delay_no_other_request(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    released = Event()

    def play(game_id: str, seed: int, _check: Callable[[], None]) -> Match:
        played.append(seed)
        assert released.wait(PATIENCE)
        return nodarium.new(game_id, seed=seed)

    monkeypatch.setattr(showcase, "play_match", play)
    ann = running.new_user()
    answers: list[int] = []
    address = f"{running.address}/api/games/{ANY}/show"
    get = partial(httpx.get, address, timeout=4 * PATIENCE)
    threads = [Thread(target=lambda: answers.append(get().status_code)) for _ in range(12)]
    for thread in threads:
        thread.start()
    wait_until(lambda: bool(played))
    assert ann.http.get("/ready").status_code == 200
    assert ann.http.get(f"/api/games/{ANY}/rules").status_code == 200
    assert not answers
    released.set()
    for thread in threads:
        thread.join()
    assert answers == [200] * 12
    assert played == list(showcase.SEEDS)


def test_a_show_request_does_not_keep_the_server_from_stopping(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    played: list[int] = []

    def play(_game_id: str, seed: int, check: Callable[[], None]) -> Match:
        played.append(seed)
        while True:  # a match that never ends
            check()
            sleep(0.01)

    monkeypatch.setattr(showcase, "play_match", play)
    running = start(sqlite_url)
    answers: list[int] = []
    addresses = [f"{running.address}/api/games/{game}/show" for game in GAMES[:2]]
    get = partial(httpx.get, timeout=4 * PATIENCE)
    threads = [Thread(target=lambda url=url: answers.append(get(url).status_code)) for url in addresses]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(running.services.showcase.matches) == 2 and bool(played))
    running.end()
    for thread in threads:
        thread.join()
    assert answers == [503, 503]
    assert GAVE_UP not in caplog.text


def test_an_unknown_game_is_not_found(running: Running) -> None:
    ann = running.new_user()
    for what in ("show", "diagrams"):
        assert ann.http.get(f"/api/games/nothing/{what}").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_diagrams_belong_to_rules(game: str) -> None:
    for diagram in diagrams_of(game):
        assert diagram.rule in find_game(game).rulebook().rules
        assert str(diagram.caption).endswith(".")
        assert not any(shape.when for shape in diagram.scene.shapes)


def test_most_games_have_diagrams() -> None:
    assert len([game for game in GAMES if diagrams_of(game)]) > len(GAMES) // 2


# ---- explanations and the log ----


@pytest.mark.parametrize("game", GAMES)
def test_an_impossible_choice_is_explained(running: Running, game: str) -> None:
    ann, table = sit_alone(running, game)
    rules, dice = set[str](), Random(3)
    for _ in range(4):
        play_alone(ann, table, dice, 3)
        scene = ann.look(table, scene=True)["now"]["scene"]
        able = {path["targets"][0] for path in scene["paths"]}
        for shape in scene["shapes"]:
            if shape["key"] not in able and not shape.get("when"):
                problem = ann.http.post(f"/api/tables/{table}/why", json={"keys": [shape["key"]]}).json()
                assert problem["message"][0].isupper() or problem["message"][0].isdecimal()
                assert not problem["message"].startswith(f"{problem.get('move')}:")
                rules.add(problem.get("rule"))
    assert rules & set(find_game(game).rulebook().rules)


def test_only_players_get_explanations(running: Running) -> None:
    _, table = sit_alone(running, ANY)
    bob = running.new_user("Bob")
    assert bob.http.post(f"/api/tables/{table}/why", json={"keys": ["x"]}).status_code == 403


@pytest.mark.parametrize("game", GAMES)
def test_the_log_lists_every_move_with_its_rule(running: Running, game: str) -> None:
    ann, table = sit_alone(running, game)
    play_alone(ann, table, Random(4), 10)
    log = ann.http.get(f"/api/tables/{table}/games/0/log").json()
    assert [move["ply"] for move in log["moves"]] == list(range(1, log["num_moves"] + 1))
    shown = [move for move in log["moves"] if "move" in move]
    assert all(move["rule"] in find_game(game).rulebook().rules for move in shown)
    rest = ann.http.get(f"/api/tables/{table}/games/0/log", params={"after": 4}).json()
    assert rest["moves"] == log["moves"][4:]


@pytest.mark.parametrize("game", AT_ONCE)
def test_a_user_with_several_seats_reads_the_log_of_the_chosen_seat(running: Running, game: str) -> None:
    ann, table = sit_alone(running, game)
    ann.do(table, "move", move=ann.look(table, seat=0)["now"]["legal_moves"][0], seat=0)
    path = f"/api/tables/{table}/games/0/log"
    logs = [ann.http.get(path, params={} if seat is None else {"seat": seat}).json() for seat in (0, 1, None)]
    assert ["text" in log["moves"][0] for log in logs] == [True, False, False]
    assert all((log["num_moves"], log["num_revealed"]) == (1, 0) for log in logs)
    ann.do(table, "move", move=ann.look(table, seat=1)["now"]["legal_moves"][0], seat=1)
    log = ann.http.get(path).json()
    assert log["num_revealed"] == 2
    assert all(move["text"] for move in log["moves"])


@pytest.mark.parametrize("game", SECRET)
def test_the_log_and_old_positions_keep_secrets(running: Running, game: str) -> None:
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(game, "me", "anybody", *["random"] * (nodarium.new(game).state.seats - 2))
    bob.do(table, "sit")
    players = {0: ann.join(table), 1: bob.join(table)}
    for player in players.values():
        player.receive()
    seat = players[0].now["to_act"][0]
    mover, other = ((ann, bob), (bob, ann))[seat]
    answer = mover.do(table, "move", move=mover.look(table)["now"]["legal_moves"][0])
    assert answer["event"]
    state = running.services.repository.tables[table].table.match
    assert state
    mine = mover.http.get(f"/api/tables/{table}/games/0/log").json()["moves"][0]
    theirs = other.http.get(f"/api/tables/{table}/games/0/log").json()["moves"][0]
    assert mine["move"]
    assert ("move" in theirs) == (state.num_revealed > 0)
    for moves in range(2):
        shown = other.http.get(f"/api/tables/{table}/games/0/positions/{moves}").json()["scene"]
        known = nodarium.core.discovery.find_game(game).renderer.scene(state.state_after(moves), 1 - seat)
        assert shown["prompt"] == str(known.prompt)
        assert len(shown["panels"]) == len(known.panels)
    refused = other.http.get(f"/api/tables/{table}/games/0/positions/1", params={"all_open": True})
    assert refused.status_code == 403


@pytest.mark.parametrize("game", SECRET)
def test_with_all_open_each_panel_is_shown_as_its_player_saw_it(game: str) -> None:
    match = nodarium.new(game, seed=1)
    moves = at_most_half(game, 6)
    for _ in range(moves):
        seat = match.to_act[0]
        match.play(match.legal_moves(seat)[0], seat)
    opened = past_scene(match, moves, 0, all_open=True)
    for seat in range(match.state.seats):
        own = {panel.key: panel for panel in match.game.renderer.scene(match.state, seat).panels}
        for panel in opened.panels:
            if panel.seat == seat:
                assert panel == own[panel.key]


# ---- analysis ----


def test_a_failed_analysis_stays_an_error(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[Match] = []

    def crash(match: Match, *_: object) -> None:
        attempts.append(match)
        raise ZeroDivisionError

    monkeypatch.setattr("nodarium.server.analysis_jobs.analyse", crash)
    ann, table = sit_alone(running, ANY)
    ann.do(table, "resign")
    while (answer := ann.http.get(f"/api/tables/{table}/games/0/analysis")).status_code == 200:
        assert answer.json()["done"] == 0
    assert (answer.status_code, answer.json()["code"]) == (500, "analysis-failed")
    assert ann.http.get(f"/api/tables/{table}/games/0/analysis").status_code == 500
    assert len(attempts) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_analysed(running: Running, game: str) -> None:
    ann, table = sit_alone(running, game)
    assert ann.http.get(f"/api/tables/{table}/games/0/analysis").status_code == 409
    now = play_alone(ann, table, Random(5), 30)
    if now["status"] == "playing":
        ann.do(table, "resign")
    end = monotonic() + PATIENCE * 6
    while True:
        study = ann.http.get(f"/api/tables/{table}/games/0/analysis").json()
        if study.get("moves"):
            break
        assert monotonic() < end
        sleep(0.1)
    assert len(study["value_curves"]) == nodarium.new(game).state.seats
    assert all(0 <= point["value"] <= 1 for line in study["value_curves"] for point in line)
    match = Match.from_record(msgspec.convert(ann.record(table), Record))
    for step in study["moves"]:
        played = match.describe_move(step["ply"] - 1, step["seat"], step["move"])[0]
        seat, best = step["principal_variation"][0]
        assert seat == step["seat"]
        assert step["better"] in ("", best)
        if step["better"]:
            assert best != str(played)
    assert set(study["swings"]) <= {step["ply"] for step in study["moves"]}


# ---- several seats, and continuing a game ----


def test_one_user_can_play_all_seats(running: Running) -> None:
    ann, table = sit_alone(running, ANY)
    socket: Socket = ann.join(table, scene=True)
    socket.receive()
    assert socket.now["seats"] == [0, 1]
    assert socket.now["seat"] in socket.now["to_act"]
    play_alone(ann, table, Random(6), 9)
    num_moves = ann.http.get(f"/api/tables/{table}/games/0/log").json()["num_moves"]
    ann.do(table, "propose", what="take-back")
    assert ann.http.get(f"/api/tables/{table}/games/0/log").json()["num_moves"] < num_moves
    assert [one["id"] for one in ann.http.get("/api/me/tables").json()] == [table]
    ann.do(table, "resign", seat=1)
    assert ann.look(table)["now"]["outcome"]["winners"] == [0]
    ann.do(table, "propose", what="rematch")
    assert ann.look(table)["now"]["status"] == "playing"


def test_several_seats_are_refused_if_another_user_plays(running: Running) -> None:
    ann = running.new_user("Ann")
    game = next(game for game in GAMES if len(find_game(game).seat_names) > 2)
    refused = ann.open(game, "me", "me", "anybody", status=400, options={"players": 3})
    assert "several" in refused["message"]
    rated = ann.open(ANY, "me", "me", status=403, rated=True)
    assert "account" in rated["message"]


def test_another_players_seat_cannot_be_used(running: Running) -> None:
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(ANY)
    bob.do(table, "sit")
    assert "seat" not in bob.look(table, seat=0)["now"]
    bob.do(table, "resign", seat=0, status=403)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_can_be_continued_from_any_position(running: Running, game: str) -> None:
    ann, table = sit_alone(running, game)
    length = at_most_half(game, 8)
    while play_alone(ann, table, Random(7), length)["status"] != "playing":  # some deals lead to a short game
        ann, table = sit_alone(running, game)
    seats = nodarium.new(game).state.seats
    begin: dict[str, Any] = {"table": table, "game": 0, "moves": length // 2}
    assert ann.open(game, *["me"] * seats, start=begin, status=404)["code"] == "not-found"
    ann.do(table, "resign")
    first = [move["move"] for move in ann.record(table)["moves"]]
    for moves in range(length):
        again = ann.open(game, *["me"] * seats, start={**begin, "moves": moves})
        num_moves = ann.http.get(f"/api/tables/{again}/games/0/log").json()["num_moves"]
        assert moves - 1 <= num_moves <= moves  # half of a simultaneous choice is left out
        now = play_alone(ann, again, Random(8), 4)
        assert now["status"] in ("playing", "over")
        assert [move["move"] for move in ann.record(again)["moves"]][:num_moves] == first[:num_moves]
        assert len(ann.record(again)["moves"]) > num_moves
    ann.open(game, "me", *["anybody"] * (seats - 1), start=begin, status=400)
    ann.open(game, *["me"] * seats, start={**begin, "moves": 10**6}, status=400)
