"""Several processes on one PostgreSQL database: each serves any table and takes over the tables of dead ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from bench.server.machine import free_port, start_server, wait_for

from tests.server.play import OPEN_GAMES
from tests.server.postgres import Cluster
from tests.server.running import Running, Socket, User, play_out, talk_at_once

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]


@pytest.fixture
def postgresql_url(cluster: Cluster) -> str:
    return cluster.new_database()


def test_players_in_different_processes_play_with_each_other(postgresql_url: str, start: Start) -> None:
    one, two = start(postgresql_url), start(postgresql_url)
    ann, bob = one.new_user("Ann"), two.new_user("Bob")
    lobby = Socket(two, "/api/lobby")
    assert lobby.receive()["tables"] == []
    table = ann.open(ANY, clock={"kind": "fischer", "seconds": 600})
    assert [listed["id"] for listed in lobby.receive()["changed"]] == [table]
    lobby.close()
    bob.do(table, "sit")
    players = {0: ann.join(table), 1: bob.join(table)}
    for player in players.values():
        player.until_status("playing")
    play_out(players, Random(5))
    finished = [player.until_kind("result-recorded") for player in players.values()]
    assert finished[0] == finished[1]
    assert players[0].events == players[1].events
    assert bob.record(table) == ann.record(table)


def test_a_user_is_the_same_in_every_process(postgresql_url: str, start: Start) -> None:
    one, two = start(postgresql_url), start(postgresql_url)
    ann = one.new_user("Ann")
    assert ann.at(two).http.get("/api/me").json()["name"] == "Ann"
    ann.at(one).http.post("/api/me", json={"name": "Anna"})
    ann.at(two)
    while ann.http.get("/api/me").json()["name"] != "Anna":
        pass
    table = ann.open(ANY)
    for _ in range(100):  # the other process drops the old name from its cache sooner or later
        name = ann.look(table)["table"]["slots"][0]["player"]["name"]
        if name == "Anna":
            break
        table = ann.open(ANY)
    assert name == "Anna"


def test_requests_for_one_table_through_two_processes_are_each_carried_out_once(
    postgresql_url: str, start: Start
) -> None:
    servers = [start(postgresql_url), start(postgresql_url)]
    ann = servers[0].new_user()
    table = ann.open(ANY)
    sockets = [Socket(server, f"/api/tables/{table}/live", ann.token) for server in servers for _ in range(2)]
    talk_at_once(sockets, 25)
    for socket in sockets:
        socket.close()


def test_a_request_repeated_in_another_process_is_carried_out_once(postgresql_url: str, start: Start) -> None:
    one, two = start(postgresql_url), start(postgresql_url)
    ann = one.new_user()
    table = ann.open(ANY)
    first = ann.do(table, "say", text="hello", request="r")
    assert ann.at(two).do(table, "say", text="hello", request="r") == first
    assert ann.look(table)["now"]["number"] == 2


def test_a_client_that_switches_processes_never_sees_older_state(postgresql_url: str, start: Start) -> None:
    """Requests and reads alternate between two processes; each sees what the other has shown."""
    servers = [start(postgresql_url), start(postgresql_url)]
    ann, bob = servers[0].new_user("Ann"), servers[0].new_user("Bob")
    table = ann.open(ANY)
    seen = bob.at(servers[1]).do(table, "sit")["event"]
    dice = Random(3)
    for turn in range(30):
        ann.at(servers[turn % 2]).look(table, after=seen)
        now = ann.look(table)["now"]
        assert now["number"] == seen
        mover = (ann, bob)[now["to_act"][0]]
        moves = mover.at(servers[turn % 2]).look(table)["now"]["legal_moves"]
        seen = mover.at(servers[1 - turn % 2]).do(table, "move", move=dice.choice(moves))["event"]


def watch_to_the_end(person: User, table: str) -> None:
    socket = person.join(table)
    socket.until_kind("result-recorded")
    assert socket.now["outcome"]


def test_tables_continue_when_their_process_stops(postgresql_url: str, start: Start) -> None:
    one, two = start(postgresql_url), start(postgresql_url, heartbeat_seconds=0.1)
    ann = one.new_user()
    tables = [ann.open(ANY, "novice", "novice") for _ in range(3)]
    one.end()
    for table in tables:
        watch_to_the_end(ann.at(two), table)


def test_tables_continue_when_their_process_is_killed(postgresql_url: str, start: Start) -> None:
    port = free_port()
    killed = start_server(postgresql_url, port)
    wait_for(port)
    two = start(postgresql_url, heartbeat_seconds=0.1)
    bob = two.new_user("Bob")
    bob.http.base_url = f"http://127.0.0.1:{port}"
    tables = [bob.open(ANY, "casual", "casual") for _ in range(3)]
    killed.kill()
    killed.wait()
    for table in tables:
        watch_to_the_end(bob.at(two), table)
