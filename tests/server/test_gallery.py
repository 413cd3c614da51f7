"""The gallery: the lobby's miniatures of public games. It is bounded, and shows only what any spectator sees."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from nodarium.core.discovery import find_game
from nodarium.core.language import ENGLISH, localize
from nodarium.core.scene import Scene
from nodarium.server import gallery
from nodarium.server.gallery import MAX_SHOWN, miniature
from tests.server.play import OPEN_GAMES, SECRET_GAMES
from tests.server.running import Running, Socket, User, play_out, wait_until

Start = Callable[..., Running]
ANY = OPEN_GAMES[0]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "SECONDS", 0.01)


def shown(user: User) -> list[str]:
    found: list[str] = user.http.get("/api/gallery").json()["shown"]
    return found


def until(socket: Socket) -> Any:
    """Wait for a message of the gallery."""
    while True:
        message = socket.receive()
        if "shown" in message:
            return message


def test_only_listed_games_that_are_being_played_are_shown(database: str, start: Start) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    ann.open(ANY)  # nobody has joined
    private = ann.open(ANY, listed=False)
    public = ann.open(ANY)
    for table in (private, public):
        bob.do(table, "sit")
    wait_until(lambda: shown(ann) == [public])
    bob.do(public, "resign")
    wait_until(lambda: shown(ann) == [])


def test_moves_arrive_as_differences(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(ANY)
    bob.do(table, "sit")
    lobby = Socket(running, "/api/lobby", games=True)
    first = until(lobby)
    assert first["shown"] == [table]
    assert first["games"][0]["scene"]["shapes"]
    players = {0: ann.join(table), 1: bob.join(table)}
    for player in players.values():
        player.receive()
    play_out(players, Random(1), 1)
    change = until(lobby)
    (game,) = change["games"]
    assert "scene" not in game
    assert game["scene_diff"]
    assert len(json.dumps(change)) < len(json.dumps(first)) / 2
    lobby.close()


def test_a_lobby_socket_gets_the_gallery_only_if_it_asks(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    bob.do(ann.open(ANY), "sit")
    wait_until(lambda: len(shown(ann)) == 1)
    lobby = Socket(running, "/api/lobby")
    lobby.receive()
    ann.open(ANY)
    lobby.receive()
    assert not any("shown" in frame for frame in lobby.frames)
    lobby.close()


def test_the_gallery_is_bounded(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    tables = [ann.open(ANY) for _ in range(MAX_SHOWN + 4)]
    for table in tables:
        bob.do(table, "sit")
    wait_until(lambda: sorted(shown(ann)) == sorted(tables[-MAX_SHOWN:]))
    oldest = tables[0]
    state = ann.look(oldest)
    mover = (ann, bob)[state["table"]["games"][0]["slots"][state["now"]["to_act"][0]]]
    mover.do(oldest, "move", move=mover.look(oldest)["now"]["legal_moves"][0])
    wait_until(lambda: oldest in shown(ann))
    assert len(shown(ann)) == MAX_SHOWN


def test_many_moves_make_few_versions(sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "SECONDS", 3600.0)
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(ANY)
    bob.do(table, "sit")
    lobby = Socket(running, "/api/lobby", games=True)
    until(lobby)
    before = running.services.gallery.current
    players = {0: ann.join(table), 1: bob.join(table)}
    for player in players.values():
        player.receive()
    play_out(players, Random(2), 6)
    assert ann.http.get("/api/gallery").json()["version"] == before.version
    lobby.close()


@pytest.mark.parametrize("game", SECRET_GAMES)
def test_hidden_things_stay_hidden_also_from_the_players(sqlite_url: str, start: Start, game: str) -> None:
    """Everybody gets the scene of a spectator, with nothing that depends on what a seat knows."""
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(game)
    bob.do(table, "sit")
    players = {0: ann.join(table), 1: bob.join(table)}
    for player in players.values():
        player.receive()
    for number in range(4):
        play_out(players, Random(number), 3)
        match = running.services.repository.tables[table].table.match
        assert match
        if match.outcome:
            break
        wait_for_move(running, ann, table)
        (entry,) = ann.http.get("/api/gallery").json()["games"]
        spectators = miniature(find_game(game).renderer.scene(match.state, None))
        assert entry["scene"] == plain(spectators)
        assert not any(panel.get("rows") for panel in entry["scene"]["panels"])
        assert ann.http.get("/api/gallery").json() == bob.http.get("/api/gallery").json()


def wait_for_move(running: Running, user: User, table: str) -> None:
    moves = running.services.repository.tables[table].table.games[-1].move_events
    while running.services.gallery.current.positions[:1] != (gallery.Position(table, 1, tuple(moves)),):
        user.http.get("/api/gallery", params={"wait": 0.02, "version": running.services.gallery.current.version})


def plain(scene: Scene) -> object:
    return msgspec.json.decode(msgspec.json.encode(localize(scene, ENGLISH)))
