"""Playing over the network with both databases: tables, seats, reconnecting, repeated requests, restarts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Thread

import httpx
import pytest

import nodarium
from nodarium.record.commitment import verify
from nodarium.record.record import parse_record
from tests.server.play import GAMES, OPEN_GAMES
from tests.server.running import Running, Socket, formatted, play_out, talk_at_once

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_game_and_get_its_record(sqlite_url: str, start: Start, game: str) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(game, "me", *["anybody"] * (nodarium.new(game).state.seats - 1))
    published = None
    first = ann.join(table)
    bob.do(table, "sit")
    second = bob.join(table)
    for extra in range(nodarium.new(game).state.seats - 2):
        running.new_user(f"Cyd {extra}").do(table, "sit")
    first.until_status("playing")
    second.until_status("playing")
    published = second.table["games"][0]["sha256"]
    players = {0: first, 1: second}
    for seat, person in enumerate(running.people[2:], 2):
        players[seat] = person.join(table)
        players[seat].receive()
    sealed = parse_record(ann.http.get(f"/api/tables/{table}/games/0").content)
    assert sealed.sealed
    play_out(players, Random(1))
    assert first.now["outcome"]
    assert first.now["outcome_text"] == second.now["outcome_text"]
    record = parse_record(bob.http.get(f"/api/tables/{table}/games/0").content)
    assert verify(record, published).valid
    match = nodarium.Match.from_record(record)
    assert [player.name for player in match.players][:2] == ["Ann", "Bob"]
    assert [event["move"] for event in first.events if event["kind"] == "moved" and "move" in event]
    first.until_kind("result-recorded")


def test_a_client_that_reconnects_gets_exactly_what_it_missed(database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(ANY)
    bob.do(table, "sit")
    first, second = ann.join(table), bob.join(table)
    first.receive()
    second.receive()
    play_out({0: first, 1: second}, Random(2), 5)
    second.close()
    seen = second.now["number"]
    players = {0: first, 1: bob.join(table)}
    players[1].receive()
    play_out(players, Random(3), 6)
    back = bob.join(table, after=seen)
    frame = back.receive()
    assert [event["number"] for event in frame["events"]] == list(range(seen + 1, first.now["number"] + 1))
    assert second.events + back.events == first.events
    polled = bob.look(table, after=seen)
    assert polled["events"] == formatted(frame["events"])
    assert polled["now"] == formatted(frame["now"])


def test_a_long_poll_waits_for_an_event(database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(ANY)
    frames = []
    waiting = Thread(target=lambda: frames.append(ann.look(table, after=1, wait=20)))
    waiting.start()
    bob.do(table, "sit")
    waiting.join()
    assert [event["kind"] for event in frames[0]["events"]] == ["joined"]
    assert frames[0]["now"]["status"] == "playing"
    assert ann.look(table, after=2, wait=0.05) == {"time": pytest.approx(frames[0]["time"], abs=60_000)}


def test_a_repeated_request_is_carried_out_once(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user()
    table = ann.open(ANY, "me", "anybody", request="first")
    assert ann.open(ANY, "me", "anybody", request="first") == table
    assert ann.open(ANY, "me", "anybody", request="second") != table
    bob = running.new_user("Bob")
    bob.do(table, "sit")
    move = ann.look(table)["now"]["legal_moves"][0]
    once = ann.do(table, "move", move=move, request="m1")
    assert ann.do(table, "move", move=move, request="m1") == once
    assert ann.look(table)["now"]["number"] == once["event"]
    socket = ann.join(table)
    socket.receive()
    assert socket.ask("move", move=move, request="m1") == once
    assert bob.do(table, "say", text="hm", request="m1")["event"] == once["event"] + 1


def test_each_of_many_simultaneous_requests_becomes_one_event(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user()
    table = ann.open(ANY, "me", "anybody")
    talk_at_once([ann.join(table) for _ in range(5)], 20)


def test_a_restart_changes_nothing_except_the_clocks_credit(database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(ANY, clock={"kind": "fischer", "seconds": 1000, "increment": 2})
    bob.do(table, "sit")
    first, second = ann.join(table), bob.join(table)
    first.receive()
    second.receive()
    play_out({0: first, 1: second}, Random(2), 7)
    before = ann.look(table)
    waiting = Thread(target=lambda: codes.append(first.until_closed()))
    codes: list[int] = []
    waiting.start()
    running.end()
    waiting.join()
    assert codes == [1012]  # service restart: the client should reconnect
    restarted = start(database)
    ann.at(restarted)
    after = ann.look(table)
    assert after["events"][: len(before["events"])] == before["events"]
    (paused,) = after["events"][len(before["events"]) :]
    assert paused["kind"] == "downtime-credited"
    assert 0 < paused["milliseconds"] <= paused["time"] - before["time"]
    for part in ("to_act", "turn", "legal_moves"):
        assert after["now"][part] == before["now"][part]
    clocks = [frame["now"]["clocks"]["remaining_ms"] for frame in (before, after)]
    assert all(0 <= a - b < 5000 for a, b in zip(*clocks, strict=True))


def test_bots_continue_after_a_restart(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user()
    table = ann.open(ANY, "novice", "casual", best_of=1)
    watcher = ann.join(table)
    watcher.until(6)
    running.end()
    restarted = start(database)
    watcher = ann.at(restarted).join(table)
    watcher.until_kind("result-recorded")
    assert watcher.now["outcome"]
    record = parse_record(ann.http.get(f"/api/tables/{table}/games/0").content)
    assert nodarium.Match.from_record(record).outcome


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_against_bots(sqlite_url: str, start: Start, game: str) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    seats = nodarium.new(game).state.seats
    table = ann.open(game, "me", *["novice"] * (seats - 1))
    socket, dice = ann.join(table), Random(1)
    for _ in range(12):
        while socket.now is None or (socket.now["status"] == "playing" and 0 not in socket.now["to_act"]):
            socket.receive()
        if socket.now["status"] != "playing":
            break
        answer = socket.ask("move", move=dice.choice(socket.now["legal_moves"]))
        socket.until(answer["event"])
    assert any(event["kind"] == "moved" and event["seat"] for event in socket.events)


def test_the_server_ends_a_game_when_a_clock_runs_out(database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user(), running.new_user("Bob")
    table = ann.open(ANY, clock={"kind": "per-turn", "seconds": 1})
    socket = ann.join(table)
    bob.do(table, "sit")
    flagged = socket.until_kind("flagged")
    assert socket.now["outcome"]["winners"] == [1 - flagged["seat"]]
    assert socket.now["outcome"]["reason"] == ["record-out-of-time", {}]


def test_a_disconnected_player_is_away_until_they_reconnect(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url, disconnect_grace_seconds=0.05)
    ann, bob = running.new_user(), running.new_user("Bob")
    table = ann.open(ANY)
    bob.do(table, "sit")
    first, second = ann.join(table), bob.join(table)
    first.receive()
    second.close()
    left = first.until_kind("disconnected")
    assert left["slot"] == 1
    assert first.table["away"] == [1]
    bob.do(table, "say", text="I am here")
    first.until_kind("reconnected")
    assert "away" not in first.table


def test_an_account_has_the_same_seats_on_another_device(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user("Ann")
    table = ann.open(ANY)
    credentials = {"account": "Ann of Ulm", "password": "correct horse"}
    account = ann.http.post("/api/account", json=credentials).json()
    ann.use(account)
    assert (account["id"], account["name"], account["registered"]) == (ann.id, "Ann", True)
    assert ann.http.get("/api/me").json()["name"] == "Ann"
    nameless = httpx.post(f"{running.address}/api/account", json={**credentials, "account": "Bob of Ulm"}).json()
    assert nameless["name"] == "Bob of Ulm"
    other = running.new_user("another device")
    wrong = other.http.post("/api/login", json={**credentials, "password": "wrong horse"})
    unknown = other.http.post("/api/login", json={**credentials, "account": "nobody"})
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json())
    assert wrong.status_code == 403
    for account, status in (("ANN  of ulm", 409), ("ANN of\u200b ulm", 400)):
        answer = other.http.post("/api/account", json={"account": account, "password": "something"})
        assert answer.status_code == status
    token = other.http.post("/api/login", json=credentials).json()["token"]
    other.http.headers["authorization"] = f"Bearer {token}"
    assert other.look(table)["now"]["seat"] == 0
    assert [one["id"] for one in other.http.get("/api/me/tables").json()] == [table]


def test_my_tables_show_whose_turn_it_is_and_the_score(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")

    def turns() -> list[bool]:
        found = [person.http.get("/api/me/tables").json()[0] for person in (ann, bob)]
        return [one.get("your_turn", False) for one in found]

    table = ann.open(ANY)
    bob.do(table, "sit")
    to_act = ann.look(table)["now"]["to_act"]
    assert turns() == [seat in to_act for seat in (0, 1)]
    bob.do(table, "resign")
    assert turns() == [False, False]
    assert ann.http.get("/api/me/tables").json()[0]["score"] == [1, 0]


def test_a_cookie_authenticates_like_a_token(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    del ann.http.headers["authorization"]
    assert ann.http.get("/api/me").json()["id"] == ann.id
    cookie = ann.http.cookies["nodarium"]
    assert ann.http.post("/api/me", json={"name": "Anna"}).json()["id"] == ann.id
    ann.http.post("/api/logout")
    assert ann.http.get("/api/me").status_code == 401
    forged = cookie[:-1] + ("A" if cookie[-1] != "A" else "B")
    ann.http.headers["authorization"] = f"Bearer {forged}"
    assert ann.http.get("/api/me").status_code == 401


def test_a_slot_can_be_reserved_for_an_account(database: str, start: Start) -> None:
    running = start(database)
    ann, bob, cyd = (running.new_user(name) for name in ("Ann", "Bob", "Cyd"))
    bob.register("bob")
    assert ann.open(ANY, "me", "@nobody", status=404)["code"] == "not-found"
    assert bob.open(ANY, "me", "@Bob", status=400)["code"] == "bad-request"
    table = ann.open(ANY, "me", "@Bob")
    assert cyd.do(table, "sit", status=403)["code"] == "not-allowed"
    bob.do(table, "sit")
    assert bob.look(table)["now"]["seat"] == 1


def test_a_rated_game_changes_both_ratings(database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    assert ann.open(ANY, rated=True, status=403)["code"] == "not-allowed"
    for person, name in ((ann, "ann"), (bob, "bob")):
        person.register(name)
    table = ann.open(ANY, rated=True)
    bob.do(table, "sit")
    socket = ann.join(table)
    socket.receive()
    while (now := ann.look(table)["now"]).get("resignation_aborts"):
        mover = (ann, bob)[now["to_act"][0]]
        mover.do(table, "move", move=mover.look(table)["now"]["legal_moves"][0])
    bob.do(table, "resign")
    finished = socket.until_kind("result-recorded")
    assert finished["ratings"] == {ann.id: [1500, 1520], bob.id: [1500, 1480]}
    assert ann.http.get(f"/api/users/{bob.id}").json()["ratings"] == {ANY: {"rating": 1480, "games": 1}}


def test_a_rematch_swaps_seats_at_the_same_table(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(ANY)
    bob.do(table, "sit")
    bob.do(table, "resign")
    ann.do(table, "propose", what="rematch")
    bob.do(table, "accept")
    assert ann.look(table)["now"]["seat"] == 1
    assert parse_record(ann.http.get(f"/api/tables/{table}/games/0").content).deal is not None
    assert parse_record(ann.http.get(f"/api/tables/{table}/games/1").content).sealed
    assert ann.http.get(f"/api/tables/{table}/games/2").status_code == 404


def test_an_aborted_game_reveals_its_deal(sqlite_url: str, start: Start) -> None:
    ann = start(sqlite_url).new_user()
    table = ann.open(ANY, "me", "random")
    if 0 not in ann.look(table)["now"]["to_act"]:
        table = ann.open(ANY, "random", "me")
    assert "deal" not in ann.record(table)
    ann.do(table, "abort")
    assert "deal" in ann.record(table)


def test_the_lobby_lists_tables_as_they_come_and_go(database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    lobby = Socket(running, "/api/lobby")
    assert lobby.receive()["tables"] == []
    hidden = ann.open(ANY, listed=False)
    table = ann.open(ANY)
    change = lobby.receive()
    assert [(one["id"], one["status"]) for one in change["changed"]] == [(table, "open")]
    polled = ann.http.get("/api/tables").json()
    assert polled == {"version": change["version"], "tables": change["changed"]}
    bob.do(table, "sit")
    assert [one["status"] for one in lobby.receive()["changed"]] == ["playing"]
    bob.do(table, "resign")
    assert lobby.receive()["removed"] == [table]
    waited = ann.http.get("/api/tables", params={"version": polled["version"], "wait": 5}).json()
    assert waited["tables"] == []
    assert bob.look(hidden)["now"]["status"] == "open"
    lobby.close()
