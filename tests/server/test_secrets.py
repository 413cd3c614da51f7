"""Secrets stay secret: in frames, errors and records, whatever a client asks for."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

import nodarium
from nodarium.server import events, wire
from nodarium.server.broadcast import FRAME_CACHE_MIN_WATCHERS
from nodarium.server.events import Deal
from nodarium.server.table import Table
from tests.server.play import ANN, AT_ONCE, BOB, CYD, SECRET_GAMES, Room
from tests.server.running import Running, Socket, formatted, play_out

Start = Callable[..., Running]
secret_games = pytest.mark.parametrize("game", SECRET_GAMES)


def all_frames(room: Room, who: Any) -> str:
    """Every frame that a viewer could get, after each event, as JSON."""
    frames = [room.frame_for(who, after, view=True, scene=True) for after in range(room.table.last_event)]
    return msgspec.json.encode(frames).decode()


def moves_shown(room: Room, who: Any, after: int) -> list[wire.Moved]:
    return [event for event in room.frame_for(who, after).events if isinstance(event, wire.Moved)]


def dealt_again(room: Room, viewer: int, seed: int) -> Room:
    """A room with the same start, but everything the viewer can't know dealt differently."""
    created = room.table.event_log[0]
    assert isinstance(created, events.TableOpened)
    assert created.deal
    game = room.table.game
    state = game.state_from_deal(created.config.options, created.deal.deal)
    state.determinize(viewer, seed)
    return with_deal(room, game.notation.format_deal(state))


def with_deal(room: Room, deal: dict[str, Any]) -> Room:
    """A room that was opened in the same way, with another deal."""
    created = room.table.event_log[0]
    assert isinstance(created, events.TableOpened)
    twin = Room(created.config.game, *[slot.player for slot in created.slots])
    twin.table = Table("t")
    twin.table.apply(msgspec.structs.replace(created, deal=Deal(deal=deal, salt="0" * 64)))
    return twin


@secret_games
@pytest.mark.parametrize("seed", range(5))
def test_deals_that_a_viewer_cannot_tell_apart_give_the_same_frames(game: str, seed: int) -> None:
    """All but the commitment, which reveals nothing about the deal without its salt."""
    room = Room(game, ANN, BOB)
    sha256 = room.table.games[0].sha256
    for viewer, who in enumerate((ANN, BOB)):
        twin = dealt_again(room, viewer, seed)
        assert all_frames(twin, who).replace(twin.table.games[0].sha256, sha256) == all_frames(room, who)
    other = dealt_again(room, 1, seed)
    assert all_frames(other, CYD).replace(other.table.games[0].sha256, sha256) == all_frames(room, CYD)


@secret_games
def test_move_descriptions_reveal_no_more_than_the_view(game: str) -> None:
    """As long as a viewer can't tell two deals apart, the frames are the same, including the descriptions of moves."""
    compared = 0
    for seed in range(6 if nodarium.find_game(game).max_steps > 25 else 60):
        room, dice = Room(game, ANN, BOB), Random(seed)
        match = room.table.match
        assert match
        while not match.outcome and len(match.history) < 25:
            mover = dice.choice(match.to_act)
            room.apply(events.Moved(time=room.now, seat=mover, move=dice.choice(match.legal_moves(mover))))
            if match.outcome or match.num_revealed < len(match.history):
                continue
            for viewer, who in enumerate((ANN, BOB)):
                twin = twin_of(room, viewer, seed)
                if twin:
                    assert room.frame_for(who).events == twin.frame_for(who).events
                    compared += 1
    assert compared > 20


def twin_of(room: Room, viewer: int, seed: int) -> Room | None:
    """The same moves after another deal that the viewer can't tell from this one; None if the attempt fails."""
    assert room.table.match
    state = room.table.match.state.copy()
    state.determinize(viewer, seed)
    try:
        twin = with_deal(room, room.table.game.notation.format_deal(state))
    except nodarium.BadOption:  # some games write their deal before the first move only
        twin = dealt_again(room, viewer, seed)
    assert twin.table.match
    for event in room.table.event_log[1:]:
        try:
            twin.apply(event)
        except nodarium.IllegalMove:
            return None
    return twin if twin.table.match.view(viewer) == room.table.match.view(viewer) else None


@pytest.mark.parametrize("game", AT_ONCE)
def test_a_simultaneous_choice_is_hidden_until_all_have_chosen(game: str) -> None:
    room = Room(game, ANN, BOB)
    match, dice = room.table.match, Random(1)
    assert match
    found = 0
    while not match.outcome:
        if len(match.to_act) == 2:
            found += 1
            number = room.table.last_event
            choices = [dice.choice(match.legal_moves(0)), dice.choice(match.legal_moves(1))]
            room.apply(events.Moved(time=room.now, seat=0, move=choices[0]))
            for who in (BOB, CYD, None):
                (seen,) = moves_shown(room, who, number)
                assert (seen.seat, seen.move, seen.text, seen.rule) == (0, None, None, None)
            (own,) = moves_shown(room, ANN, number)
            assert own.move == choices[0]
            assert own.text
            assert own.rule
            room.apply(events.Moved(time=room.now, seat=1, move=choices[1]))
            for who in (ANN, BOB, None):
                both = moves_shown(room, who, number)
                assert [event.move for event in both] == choices
                (last,) = moves_shown(room, who, number + 1)
                (revealed,) = last.reveals
                assert (revealed.ply, revealed.move) == (own.ply, own.move)
                assert (revealed.text, revealed.rule) == (own.text, own.rule)
        else:
            seat = dice.choice(match.to_act)
            room.apply(events.Moved(time=room.now, seat=seat, move=dice.choice(match.legal_moves(seat))))
    assert found


@secret_games
def test_no_message_contains_the_deal_or_another_seats_view(sqlite_url: str, start: Start, game: str) -> None:
    """Check everything that two players and a spectator receive during a game."""
    running = start(sqlite_url)
    people = [running.new_user(f"P{seat}") for seat in range(nodarium.new(game).state.seats)]
    eve = running.new_user("Eve")
    table = people[0].open(game)
    for person in people[1:]:
        person.do(table, "sit")
    watching = eve.join(table, view=True, scene=True)
    sockets = {seat: person.join(table, view=True, scene=True) for seat, person in enumerate(people)}
    for socket in [*sockets.values(), watching]:
        socket.receive()
    live = running.services.repository.tables[table]
    deal = live.table.event_log[-1].deal or live.table.event_log[0].deal  # type: ignore[union-attr]
    assert deal
    play_out(sockets, Random(4), 14)
    everything: list[tuple[int | None, Socket]] = [*sockets.items(), (None, watching)]
    for seat, socket in everything:
        traffic = "".join(socket.raw)
        assert deal.salt not in traffic
        assert json.dumps(deal.deal, separators=(",", ":")) not in traffic
        for frame in socket.frames:
            now = frame.get("now")
            if now:
                assert now.get("seat") == seat
                assert "moves" not in now or seat in now["to_act"]
    match = live.table.match
    assert match
    for seat, socket in everything:
        wrong = socket.ask("move", move="%%%", request="x")
        assert deal.salt not in json.dumps(wrong)
        assert match.view(seat) == json.loads(msgspec.json.encode(match.view(seat)))
    record = eve.record(table)
    over = match.outcome is not None  # a few random moves can end a game
    assert ("deal" in record) == over
    assert ("salt" in record["commitment"]) == over


@secret_games
def test_the_deal_and_its_salt_are_public_after_the_game(sqlite_url: str, start: Start, game: str) -> None:
    running = start(sqlite_url)
    ann, eve = running.new_user(), running.new_user("Eve")
    table = ann.open(game, *["random"] * nodarium.new(game).state.seats)
    eve.join(table).until_kind("result-recorded")
    record = eve.record(table)
    assert record["deal"]
    assert record["commitment"]["salt"]
    assert ann.look(table)["table"]["games"][0]["sha256"] == record["commitment"]["sha256"]


@secret_games
def test_a_frame_is_shared_only_by_viewers_who_may_see_the_same(sqlite_url: str, start: Start, game: str) -> None:
    """Frames are shared between spectators who want the same parts, never between seats."""
    running = start(sqlite_url)
    people = [running.new_user(f"P{seat}") for seat in range(nodarium.new(game).state.seats)]
    table = people[0].open(game)
    for person in people[1:]:
        person.do(table, "sit")
    eve, fay = running.new_user("Eve"), running.new_user("Fay")
    wants: list[dict[str, bool]] = [{}, {"view": True}, {"view": True, "scene": True}]
    for person in [*people, eve, fay]:
        alone = {json.dumps(want): person.join(table, **want).receive() for want in wants}
        live, channel = running.services.repository.tables[table], running.services.broadcaster.channels[table]
        seat = live.table.acting_seat_of(person.id)
        for want in wants:
            frame = alone[json.dumps(want)]
            looked = person.look(table, **want)
            assert looked["now"] == formatted(frame["now"])
            assert len(channel.watchers) < FRAME_CACHE_MIN_WATCHERS or channel.frames
            assert ("view" in looked["now"], "scene" in looked["now"]) == ("view" in want, "scene" in want)
            assert looked["now"].get("seat") == seat
            if "view" in want:
                assert live.table.match
                assert looked["now"]["view"] == json.loads(msgspec.json.encode(live.table.match.view(seat)))
