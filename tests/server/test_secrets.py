"""Nobody is told what they may not know: not in frames, not in errors, not in records, whatever they ask."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

import nodarium
from nodarium.server import events, wire
from nodarium.server.events import Deal
from nodarium.server.service import FRAME_CACHE_MIN_WATCHERS
from nodarium.server.table import Table
from tests.server.play import ANN, AT_ONCE, BOB, CYD, SECRET_GAMES, Room
from tests.server.running import Running, Socket, play_out

Start = Callable[..., Running]
secret_games = pytest.mark.parametrize("game", SECRET_GAMES)


def told(room: Room, who: Any) -> str:
    """Every frame that somebody could get, from the first event on and after each, as it goes over the wire."""
    frames = [room.told(who, after, view=True, scene=True) for after in range(room.table.last_event)]
    return msgspec.json.encode(frames).decode()


def dealt_again(room: Room, viewer: int, seed: int) -> Room:
    """The same events, but with all that the viewer cannot know dealt otherwise; moves of others are left out."""
    created = room.table.event_log[0]
    assert isinstance(created, events.TableOpened)
    assert created.deal
    game = room.table.game
    state = game.state_from_deal(created.terms.options, created.deal.deal)
    state.determinize(viewer, seed)
    deal = Deal(deal=game.notation.format_deal(state), salt="0" * 64)
    twin = Room(created.terms.game, *[place.player for place in created.places])
    twin.table = Table("t")
    twin.table.apply(msgspec.structs.replace(created, deal=deal))
    return twin


@secret_games
@pytest.mark.parametrize("seed", range(5))
def test_two_deals_that_a_viewer_cannot_tell_apart_make_the_same_frames(game: str, seed: int) -> None:
    """All but the commitment, which says nothing about the deal without its salt."""
    room = Room(game, ANN, BOB)
    sha256 = room.table.games[0].sha256
    for viewer, who in enumerate((ANN, BOB)):
        twin = dealt_again(room, viewer, seed)
        assert told(twin, who).replace(twin.table.games[0].sha256, sha256) == told(room, who)
    other = dealt_again(room, 1, seed)
    assert told(other, CYD).replace(other.table.games[0].sha256, sha256) == told(room, CYD)


@pytest.mark.parametrize("game", AT_ONCE)
def test_what_one_chooses_at_once_with_others_is_hidden_until_all_have_chosen(game: str) -> None:
    room = Room(game, ANN, BOB)
    match, dice = room.table.match, Random(1)
    assert match
    found = 0
    while not match.outcome:
        if len(match.to_act) == 2:
            found += 1
            number = room.table.last_event
            choices = [dice.choice(match.legal_moves(0)), dice.choice(match.legal_moves(1))]
            room.happen(events.Moved(time=room.now, seat=0, move=choices[0]))
            for who in (BOB, CYD, None):
                (seen,) = room.told(who, number).events
                assert (seen.seat, seen.move) == (0, None)
            (own,) = room.told(ANN, number).events
            assert own.move == choices[0]
            room.happen(events.Moved(time=room.now, seat=1, move=choices[1]))
            for who in (ANN, BOB, None):
                both = room.told(who, number).events
                assert [event.move for event in both] == choices
                (last,) = room.told(who, number + 1).events
                assert last.reveals == (wire.Revealed(number + 1, choices[0]),)
        else:
            seat = dice.choice(match.to_act)
            room.happen(events.Moved(time=room.now, seat=seat, move=dice.choice(match.legal_moves(seat))))
    assert found


@secret_games
def test_no_traffic_holds_the_deal_or_the_view_of_another(lite: str, start: Start, game: str) -> None:
    """A whole game between two, watched by a third: what each was sent, until it was over."""
    running = start(lite)
    people = [running.somebody(f"P{seat}") for seat in range(nodarium.new(game).state.seats)]
    eve = running.somebody("Eve")
    table = people[0].open(game)
    for person in people[1:]:
        person.do(table, "sit")
    watching = eve.join(table, view=True, scene=True)
    sockets = {seat: person.join(table, view=True, scene=True) for seat, person in enumerate(people)}
    for socket in [*sockets.values(), watching]:
        socket.receive()
    live = running.server.tables.live[table]
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
                assert now.get("you") == seat
                assert "moves" not in now or seat in now["to_act"]
    match = live.table.match
    assert match
    for seat, socket in everything:
        wrong = socket.ask("move", move="%%%", request="x")
        assert deal.salt not in json.dumps(wrong)
        assert match.view(seat) == json.loads(msgspec.json.encode(match.view(seat)))
    record = eve.record(table)
    over = match.outcome is not None  # of any moves, a few can end a game
    assert ("deal" in record) == over
    assert ("salt" in record["commitment"]) == over


@secret_games
def test_after_the_game_anybody_can_see_everything(lite: str, start: Start, game: str) -> None:
    running = start(lite)
    ann, eve = running.somebody(), running.somebody("Eve")
    table = ann.open(game, *["random"] * nodarium.new(game).state.seats)
    eve.join(table).until_kind("finished")
    record = eve.record(table)
    assert record["deal"]
    assert record["commitment"]["salt"]
    assert ann.look(table)["table"]["games"][0]["sha256"] == record["commitment"]["sha256"]


@secret_games
def test_those_who_share_a_frame_see_the_same(lite: str, start: Start, game: str) -> None:
    """Frames are shared between viewers, but never between seats, nor with those who want more."""
    running = start(lite)
    people = [running.somebody(f"P{seat}") for seat in range(nodarium.new(game).state.seats)]
    table = people[0].open(game)
    for person in people[1:]:
        person.do(table, "sit")
    eve, fay = running.somebody("Eve"), running.somebody("Fay")
    wants: list[dict[str, bool]] = [{}, {"view": True}, {"view": True, "scene": True}]
    for person in [*people, eve, fay]:
        alone = {json.dumps(want): person.join(table, **want).receive() for want in wants}
        live = running.server.tables.live[table]
        seat = live.table.seat_of(person.id)
        for want in wants:
            frame = alone[json.dumps(want)]
            looked = person.look(table, **want)
            assert looked["now"] == frame["now"]
            assert len(live.watchers) < FRAME_CACHE_MIN_WATCHERS or live.frames
            assert ("view" in looked["now"], "scene" in looked["now"]) == ("view" in want, "scene" in want)
            assert looked["now"].get("you") == seat
            if "view" in want:
                assert live.table.match
                assert looked["now"]["view"] == json.loads(msgspec.json.encode(live.table.match.view(seat)))
