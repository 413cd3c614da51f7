"""WebSockets: changing the view, and what happens when something fails."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

import nodarium
from nodarium.core.scene import Scene
from nodarium.core.scene_diff import SceneDiff, SceneMemory
from nodarium.server import frames
from tests.core.test_scene_diff import apply_diff
from tests.server.play import AT_ONCE, GAMES, OPEN_GAMES, at_most_half
from tests.server.running import Running, Socket, formatted, wait_until

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]


def moves_of(frame: Any) -> list[Any]:
    return [event for event in frame.get("events", ()) if event["kind"] == "moved"]


def until_answer(socket: Socket, request: str) -> Any:
    """The frame that answers a request."""
    while True:
        frame = socket.receive()
        if any(answer.get("request") == request for answer in frame.get("answers", ())):
            return frame


@pytest.mark.parametrize("game", GAMES)
def test_the_view_changes_to_another_seat_on_the_open_socket(sqlite_url: str, start: Start, game: str) -> None:
    ann = start(sqlite_url).new_user()
    table = ann.open(game, *["me"] * nodarium.new(game).state.seats)
    socket = ann.join(table, view=True, scene=True, seat=0)
    socket.receive()
    for seat in (1, 0):
        socket.send({"do": "view", "seat": seat, "request": f"to-{seat}"})
        frame = until_answer(socket, f"to-{seat}")
        assert frame["now"]["seat"] == seat
        assert frame["table"]["id"] == table
        assert frame["answers"][0]["event"] == frame["now"]["number"]
        looked = ann.look(table, view=True, scene=True, seat=seat)
        assert (formatted(frame["now"]), formatted(frame["table"])) == (looked["now"], looked["table"])


@pytest.mark.parametrize("game", GAMES)
def test_differences_make_the_scenes_that_others_get_whole(sqlite_url: str, start: Start, game: str) -> None:
    ann = start(sqlite_url).new_user()
    seats = nodarium.new(game).state.seats
    table, dice = ann.open(game, *["me"] * seats), Random(2)
    sockets = [(ann.join(table, scene=True, diff=True, seat=seat), seat) for seat in range(seats)]
    known = [SceneMemory(msgspec.convert(socket.receive()["now"]["scene"], Scene)) for socket, _ in sockets]
    num_diffs = 0
    for _ in range(at_most_half(game, 12)):
        views = [ann.look(table, seat=seat)["now"] for seat in range(seats)]
        now = next((now for now in views if now.get("legal_moves")), None)
        if now is None:
            break  # the game is over
        ann.do(table, "move", move=dice.choice(now["legal_moves"]), seat=now["seat"])
        for socket, seat in sockets:
            seen = socket.receive()["now"]
            diff = seen.get("scene_diff")
            num_diffs += diff is not None
            if diff is None:
                known[seat] = SceneMemory(msgspec.convert(seen["scene"], Scene))
            else:
                assert "scene" not in seen
                new = apply_diff(known[seat], msgspec.convert(diff, SceneDiff))
                known[seat] = known[seat].after(new)
            shown = formatted(json.loads(msgspec.json.encode(known[seat].scene)))
            whole = ann.look(table, scene=True, seat=seat)["now"]["scene"]
            assert msgspec.convert(shown, Scene) == msgspec.convert(whole, Scene)
    assert num_diffs
    socket, _ = sockets[0]
    socket.send({"do": "view", "seat": 1, "request": "to-1"})
    assert "scene" in until_answer(socket, "to-1")["now"]


@pytest.mark.parametrize("game", AT_ONCE)
def test_a_hidden_move_is_shown_only_in_the_view_of_its_seat(sqlite_url: str, start: Start, game: str) -> None:
    ann = start(sqlite_url).new_user()
    table = ann.open(game, "me", "me")
    ann.do(table, "move", move=ann.look(table, seat=0)["now"]["legal_moves"][0], seat=0)
    socket = ann.join(table, seat=1)
    (hidden,) = moves_of(socket.receive())
    assert not {"move", "text", "rule"} & hidden.keys()
    for seat, known in ((0, True), (1, False), (None, False)):
        socket.send({"do": "view", "seat": seat, "request": f"to-{seat}"})
        (seen,) = moves_of(until_answer(socket, f"to-{seat}"))
        assert seen["number"] == hidden["number"]
        assert all((field in seen) == known for field in ("move", "text", "rule"))


def test_another_users_seat_cannot_be_viewed(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(GAMES[0], *["me"] * nodarium.new(GAMES[0]).state.seats)
    socket = bob.join(table, view=True)
    socket.receive()
    socket.send({"do": "view", "seat": 0, "request": "peek"})
    frame = until_answer(socket, "peek")
    assert "seat" not in frame["now"]
    assert frame["now"]["view"] == bob.look(table, view=True)["now"]["view"]
    stranger = Socket(running, f"/api/tables/{table}/live")
    stranger.receive()
    assert stranger.ask("view", seat=0)["error"]["code"] == "unauthenticated"
    stranger.close()


def broken(*_: object, **__: object) -> None:
    raise NotImplementedError("a mistake of ours")


@pytest.mark.parametrize("error", [NotImplementedError, RecursionError, RuntimeError])
def test_an_error_in_a_frame_is_logged_and_closes_the_socket(
    sqlite_url: str,
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: type[Exception],
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error("a mistake of ours")

    running = start(sqlite_url)
    ann = running.new_user()
    table = ann.open(ANY)
    socket = ann.join(table)
    socket.receive()
    monkeypatch.setattr(frames, "snapshot", fail)
    ann.do(table, "say", text="hello")
    assert socket.until_closed() == 1011
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == ["socket failed"]


def test_a_socket_whose_first_frame_fails_leaves_no_watcher(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nodarium.server.scheduler.EVICT_AFTER_SECONDS", 0.1)
    running = start(sqlite_url, heartbeat_seconds=0.05)
    ann = running.new_user()
    table = ann.open(ANY)
    with monkeypatch.context() as failing:
        failing.setattr(frames, "snapshot", broken)
        assert ann.join(table).until_closed() == 1011
    wait_until(lambda: not running.services.broadcaster.is_watched(table))
    wait_until(lambda: table not in running.services.repository.tables)


def test_a_lost_connection_is_not_logged_as_an_error(
    sqlite_url: str, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    table = ann.open(ANY)
    for _ in range(10):
        socket = ann.join(table)
        socket.receive()
        socket.send({"do": "say", "text": "bye"})
        socket.wire.socket.close()  # without a close frame
        ann.do(table, "say", text="still here")
    running.end()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
