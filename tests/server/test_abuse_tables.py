"""Tables that somebody floods: events, frames, the lobby and caches stay bounded. Aborts and names."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

import nodarium
from nodarium.server import events, frames, requests, wire
from nodarium.server.errors import BadRequest, NotNow
from nodarium.server.events import Participant
from nodarium.server.frames import Viewer
from nodarium.server.names import clean_name, skeleton
from nodarium.server.published import MAX_PREVIOUS
from nodarium.server.settings import Rate
from tests.server.play import ANN, BOB, BOT, CYD, OPEN_GAMES, SECRET_GAMES, Room
from tests.server.running import Running, Socket, User, strict, wait_until

Start = Callable[..., Running]
ANY = OPEN_GAMES[0]
slow = pytest.mark.slow
secret_games = pytest.mark.parametrize("game", SECRET_GAMES)
REGISTERED = [structs.replace(person, registered=True) for person in (ANN, BOB)]


# ---- events ----


def until_refused(*actions: Callable[[], object]) -> int:
    """Repeat actions until one is refused, and return how often that worked."""
    for number in range(100_000):
        for act in actions:
            try:
                act()
            except NotNow:
                return number
    raise AssertionError("nothing is refused")


def test_one_user_cannot_sit_and_stand_for_ever() -> None:
    room = Room(ANY, ANN, None)
    sit_and_stand = (lambda: room.ask(BOB, wire.Sit()), lambda: room.ask(BOB, wire.Stand()))
    room.table.slots.append(events.Slot())  # a second free slot, so that no game starts
    assert until_refused(*sit_and_stand) == requests.MAX_JOINS
    room.ask(CYD, wire.Sit())  # others can still join


def test_many_users_cannot_sit_and_stand_for_ever() -> None:
    room = Room(ANY, ANN, None)
    room.table.slots.append(events.Slot())
    numbers = iter(range(100_000))

    def come_and_go() -> None:
        number = next(numbers)
        somebody = Participant(name="x", user_id=f"guest{number // requests.MAX_JOINS}")
        room.ask(somebody, wire.Sit())
        room.ask(somebody, wire.Stand())

    until_refused(come_and_go)
    assert room.table.last_event <= requests.MAX_EVENTS_BEFORE_GAME + 1


def test_chat_is_bounded() -> None:
    room = Room(ANY)
    assert until_refused(lambda: room.ask(ANN, wire.Say(text="spam"))) == requests.MAX_CHAT_MESSAGES
    room.move()
    waiting = Room(ANY, ANN, None)
    until_refused(lambda: waiting.ask(ANN, wire.Say(text="spam")))
    assert waiting.table.last_event == requests.MAX_EVENTS_BEFORE_GAME


def test_proposals_are_bounded() -> None:
    room = Room(ANY)
    if nodarium.find_game(ANY).draw_agreement_rule is None:
        room.move()
    propose = lambda: room.ask(ANN, wire.Propose(what="draw"))  # noqa: E731
    assert until_refused(propose, lambda: room.ask(BOB, wire.Decline())) == requests.MAX_PROPOSALS
    room.move()


def test_a_full_table_lets_its_game_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_EVENTS", 50)
    room = Room(ANY, ANN, BOT)

    def move_and_take_back() -> None:
        while room.table.match and room.seat(ANN) not in room.table.match.to_act:
            room.move()
        room.move(ANN)
        room.ask(ANN, wire.Propose(what="take-back"))

    until_refused(move_and_take_back)
    assert room.table.last_event <= 52
    room.ask(ANN, wire.Resign())
    with pytest.raises(NotNow):
        room.ask(ANN, wire.Propose(what="rematch"))
    assert room.table.status == "over"


# ---- frames ----


def test_a_frame_holds_a_bounded_number_of_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "MAX_FRAME_EVENTS", 10)
    room = Room(ANY)
    for number in range(34):
        room.ask(ANN, wire.Say(text=str(number)))
    after, numbers = 0, []
    while True:
        frame = frames.frame(room.table, Viewer("ann"), after, room.now)
        assert len(frame.events) <= 10
        numbers += [event.number for event in frame.events]
        after = numbers[-1]
        if frame.now:
            break
    assert numbers == list(range(1, 36))
    assert after == frame.now.number


@slow
def test_a_long_table_arrives_in_parts_over_a_socket_and_over_http(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "MAX_FRAME_EVENTS", 10)
    ann = start(sqlite_url).new_user()
    table = ann.open(ANY, "me", "me")
    for number in range(30):
        ann.do(table, "say", text=str(number))
    socket = ann.join(table)
    socket.until(31)
    assert [event["number"] for event in socket.events] == list(range(1, 32))
    assert max(len(frame.get("events", ())) for frame in socket.frames) == 10
    assert [("now" in frame) for frame in socket.frames] == [False, False, False, True]
    assert socket.table["id"] == table
    first = ann.look(table)
    assert len(first["events"]) == 10
    assert ann.look(table, after=25)["now"]["number"] == 31
    assert "event" in socket.ask("say", text="still alive")


# ---- the lobby ----


@slow
def test_the_lobby_is_sent_as_differences_without_custom_texts(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user()
    tables = [ann.open(ANY) for _ in range(20)]
    socket = Socket(running, "/api/lobby")
    assert len(socket.receive()["tables"]) == 20
    game, options = custom_game(ann)
    fresh = ann.open(game, options=options)
    change = socket.receive()
    assert [table["id"] for table in change["changed"]] == [fresh]
    (name, text), shown = next(iter(options.items())), change["changed"][0]["config"]["options"]
    assert shown[name] == "custom"
    assert text not in json.dumps(ann.http.get("/api/tables").json())
    assert ann.look(fresh)["table"]["config"]["options"][name] == text
    ann.do(tables[3], "abort")
    change = socket.receive()
    assert (change["removed"], "changed" in change) == ([tables[3]], False)
    whole = ann.http.get("/api/tables").json()
    assert whole["version"] == change["version"]
    assert len(whole["tables"]) == 20
    socket.close()


@slow
def test_the_lobby_remembers_only_some_versions(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, lobby = running.new_user(), running.services.lobby
    ann.open(ANY)
    old = ann.http.get("/api/tables").json()["version"]
    for _ in range(MAX_PREVIOUS + 3):
        ann.open(ANY)
        ann.http.get("/api/tables")
    assert len(lobby.previous) == MAX_PREVIOUS
    assert len(json.loads(lobby.message_since(old))["tables"]) == MAX_PREVIOUS + 4
    assert len(json.loads(lobby.message_since(next(reversed(lobby.previous))))["changed"]) == 1


def custom_game(person: User) -> tuple[str, dict[str, str]]:
    texts = {"map": "..1.1.1../2.2.o.2.2/3.3.o.3.3/2.2.o.2.2/..1.1.1.."}
    for info in person.http.get("/api/games").json():
        for option in info["options"]:
            if option["accepts_custom"] and option["name"] in texts:
                return info["id"], {option["name"]: texts[option["name"]]}
    raise AssertionError("no game has a custom map")


# ---- aborts ----


@secret_games
def test_a_rated_game_cannot_be_aborted_once_a_hand_was_seen(game: str) -> None:
    room = Room(game, *REGISTERED, rated=True)
    with pytest.raises(NotNow, match="Resign instead"):
        room.ask(REGISTERED[0], wire.Abort())
    room.ask(REGISTERED[0], wire.Resign())
    result = room.table.unrecorded_result
    assert result
    assert result.users == ("ann", "bob")  # the ratings change, although nobody has moved


@secret_games
def test_a_casual_game_can_be_aborted_before_the_first_move(game: str) -> None:
    room = Room(game, ANN, *[BOT] * (nodarium.new(game).state.seats - 1))
    room.ask(ANN, wire.Abort())
    assert room.table.closed


def test_a_rated_game_without_secrets_can_be_aborted_before_the_first_move() -> None:
    room = Room(ANY, *REGISTERED, rated=True)
    room.ask(REGISTERED[1], wire.Abort())
    assert room.table.closed


def test_a_resignation_in_the_first_two_turns_changes_no_rating() -> None:
    for num_turns in range(6):
        room = Room(ANY, *REGISTERED, rated=True)
        match = room.table.match
        assert match
        while len({match.turn_number(moves) for moves in range(len(match.history))}) < num_turns:
            room.move()
        early = num_turns < 4  # two turns of both seats
        now = room.frame_for(BOB).now
        assert now
        assert now.resignation_aborts == room.table.resignation_aborts == early
        room.ask(REGISTERED[0], wire.Resign())
        result = room.table.unrecorded_result
        assert result
        assert result.users == (() if early else ("ann", "bob"))


def test_only_a_resignation_from_a_rated_game_is_early() -> None:
    assert not Room(ANY, *REGISTERED).table.resignation_aborts
    rated = Room(ANY, *REGISTERED, rated=True)
    rated.move()
    rated.apply(events.Flagged(time=rated.now, seat=0))
    assert not rated.table.resignation_aborts
    result = rated.table.unrecorded_result
    assert result
    assert result.users == ("ann", "bob")


@slow
def test_early_resignations_are_counted_and_limited(database: str, start: Start) -> None:
    running = start(database, limits=strict(aborts=Rate(1, 1e-6)))
    ann, bob = (running.new_user(name).register(f"{name.lower()}-in-earnest") for name in ("Ann", "Bob"))
    for status in (200, 429):
        table = ann.open(ANY, rated=True)
        bob.do(table, "sit")
        ann.do(table, "resign", status=status)
    profile = ann.http.get(f"/api/users/{ann.id}").json()
    assert profile["aborts"] == 1
    assert "ratings" not in profile


@slow
def test_aborts_are_counted_and_limited(database: str, start: Start) -> None:
    running = start(database, limits=strict(aborts=Rate(2, 1e-6)))
    ann = running.new_user()
    for _ in range(3):
        ann.do(ann.open(ANY), "abort")  # nobody has joined: this doesn't count
    tables = [ann.open(ANY, "me", "novice") if number else ann.open(ANY, "me", "me") for number in range(3)]
    for table, status in zip(
        [tables[0], ann.open(ANY, "me", "me"), ann.open(ANY, "me", "me")], (200, 200, 429), strict=True
    ):
        answer = ann.do(table, "abort", status=status)
    assert answer["code"] == "too-many"
    assert ann.http.get(f"/api/users/{ann.id}").json()["aborts"] == 2
    ann.do(tables[2], "resign")


# ---- names ----


@pytest.mark.parametrize(
    "name",
    [
        "\u200bAnn",
        "A\u00adnn",
        "\u3164",
        "\u2800 \u2800",
        "А\u200dnn",
        "Аnn",
        "Pаul",
        "A\u0300\u0301\u0302\u0303\u0304nn",
    ],
)
def test_names_that_hide_or_imitate_something_are_refused(name: str) -> None:
    with pytest.raises(BadRequest):
        clean_name(name)


@pytest.mark.parametrize("name", ["Ann", "Zoë ❤", "Анна", "山田 Taro", "Δημήτρης", "O'Neil-2", "محمد", "José", "한글"])
def test_names_in_any_one_alphabet_are_fine(name: str) -> None:
    assert clean_name(f"  {name} ") == name


def test_names_that_look_alike_have_the_same_skeleton() -> None:
    for one, other in [("paul", "pau1"), ("Ivan", "lvan"), ("modern", "rnodern"), ("Oleg", "0leg"), ("copy", "сору")]:
        assert skeleton(one) == skeleton(other)
    assert skeleton("ann") != skeleton("anna")


@slow
def test_an_account_name_that_looks_like_another_is_taken(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)

    def register(account: str) -> int:
        credentials = {"account": account, "password": "correct horse"}
        return running.new_user().http.post("/api/account", json=credentials).status_code

    assert [register(name) for name in ("paul", "pau1", "PAUL", "Ivan", "lvan", "сору", "copy")] == [
        200,
        409,
        409,
        200,
        409,
        200,
        409,
    ]
    assert register("Pаul") == 400  # with a Cyrillic letter


@slow
def test_the_account_is_shown_with_the_name(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, eve = running.new_user("Ann"), running.new_user("Eve")
    ann.register("ann")
    eve.register("eve")
    eve.http.post("/api/me", json={"name": "Ann"})
    table = ann.open(ANY)
    eve.do(table, "sit")
    players = [slot["player"] for slot in eve.look(table)["table"]["slots"]]
    assert [(player["name"], player["account"]) for player in players] == [("Ann", "ann"), ("Ann", "eve")]

    def listed() -> list[Any]:
        return [slot["player"]["account"] for slot in ann.http.get("/api/tables").json()["tables"][0]["slots"]]

    wait_until(lambda: listed() == ["ann", "eve"])
