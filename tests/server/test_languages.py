"""Everybody reads in their own language: over HTTP by `Accept-Language`, over a WebSocket by message ids."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource

import nodarium
from nodarium.core.language import ENGLISH, LANGUAGES, PSEUDO, format_message
from nodarium.core.message import say
from nodarium.server import wire
from nodarium.server.codec import decode, encode
from nodarium.server.http.review import diagrams_of
from tests.server.play import ANN, GAMES, OPEN_GAMES, Room, at_most_half
from tests.server.running import Running, User, formatted, is_message

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]
GERMAN = {"accept-language": "de-AT, de;q=0.9, en;q=0.5"}
MAX_COMPRESSED = 25_000  # bytes of the texts in one language


def texts_of(data: Any) -> Iterator[str]:
    """All strings in JSON."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from texts_of(value)


def messages_in(data: Any) -> Iterator[Any]:
    if is_message(data):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from messages_in(value)


def play(users: list[User], table: str, moves: int) -> None:
    """Let users, by seat, make random moves."""
    dice = Random(5)
    for _ in range(moves):
        now = users[0].look(table)["now"]
        if not now.get("to_act"):  # it can end early
            return
        seat = now["to_act"][0]
        mover = users[seat % len(users)]
        move = dice.choice(mover.look(table, seat=seat)["now"]["legal_moves"])
        mover.do(table, "move", move=move, seat=seat)


# ---- errors ----


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("DE-ch", "de"),
        ("de-CH, en;q=0.8", "de"),
        ("en;q=0.5, de;q=0.9", "de"),
        ("fr, de;q=0.3", "de"),
        ("en, de", "en"),
        ("fr", "en"),
        ("*", "en"),
        ("en-XA", "en-XA"),
        (";;q=,=;q=nan,-,de;q=many", "en"),
        ("x," * 4000, "en"),
    ],
)
def test_an_error_is_in_the_readers_language(sqlite_url: str, start: Start, header: str | None, language: str) -> None:
    ann = start(sqlite_url).new_user()
    answer = ann.http.get("/api/tables/nothing", headers={} if header is None else {"accept-language": header})
    assert answer.status_code == 404
    assert answer.json() == {"code": "not-found", "message": format_message(say("server-no-such-table"), language)}
    assert answer.headers["content-language"] == language
    assert "accept-language" in answer.headers["vary"].lower()


def test_every_layer_reports_errors_in_the_readers_language(sqlite_url: str, start: Start) -> None:
    ann = start(sqlite_url).new_user()
    ann.http.headers.update(GERMAN)
    answers = [
        ann.http.get("/api/nowhere"),
        ann.http.delete("/api/me"),
        ann.http.get("/api/tables/nothing", params={"after": -1}),
        ann.http.get("/api/tables/nothing", params={"after": "x"}),
        ann.http.post("/api/me", content=b"x", headers={"content-type": "text/plain"}),
        ann.http.post("/api/me", json={"name": "x", "more": 1}),
        ann.http.post("/api/me", json={"name": "x"}, headers={"origin": "https://other.example"}),
        ann.http.post("/api/tables", json={"game": "nothing"}),
    ]
    assert [answer.json()["message"] for answer in answers] == [
        "Diese Adresse gibt es nicht. GET /api/openapi.json beschreibt alle Adressen.",
        "Verwende hier GET, POST, nicht DELETE.",
        "after: Muss mindestens 0 sein.",
        "after: Erwartet wird eine ganze Zahl, nicht 'x'.",
        "Sende JSON, mit „Content-Type: application/json“.",
        "Unbekanntes Feld more.",
        "Seiten anderer Websites dürfen das nicht. Die Option --allow-origin des Servers erlaubt es ihnen.",
        f"Unbekanntes Spiel „nothing“. Möglich sind: {', '.join(GAMES)}.",
    ]
    assert {answer.headers["content-language"] for answer in answers} == {"de"}


# ---- what doesn't change, and what does ----


@pytest.mark.parametrize("game", GAMES)
def test_games_are_described_in_the_readers_language(sqlite_url: str, start: Start, game: str) -> None:
    ann = start(sqlite_url).new_user()
    about = nodarium.find_game(game)
    changes = {
        "/api/games": True,
        f"/api/games/{game}/rules": about.rulebook("de") != about.rulebook(),
        f"/api/games/{game}/diagrams": bool(diagrams_of(game)),
        f"/api/games/{game}/show": True,
    }
    for path, differs in changes.items():
        english, german, again = [ann.http.get(path, headers=headers) for headers in ({}, GERMAN, {})]
        assert english.json() == again.json()
        assert (german.json() != english.json()) == differs
        assert german.headers["content-language"] == "de"
        assert "accept-language" in german.headers["vary"].lower()
    infos = {one["id"]: one for one in ann.http.get("/api/games", headers=GERMAN).json()}
    assert infos[game]["summary"] == format_message(about.summary, "de")
    assert infos[game]["seat_names"] == list(about.seat_names)
    assert infos[game]["seat_titles"][0] == format_message(about.seat_title(0), "de")
    for option in infos[game]["options"]:
        assert len(option["choice_titles"]) == len(option["choices"])


@pytest.mark.parametrize("game", GAMES)
def test_rules_end_with_a_glossary(sqlite_url: str, start: Start, game: str) -> None:
    ann = start(sqlite_url).new_user()
    for language in LANGUAGES:
        rules = ann.http.get(f"/api/games/{game}/rules", headers={"accept-language": language}).json()
        book = nodarium.find_game(game).rulebook(language)
        assert [rule["id"] for rule in rules if rule["id"]] == list(book.rules)
        assert {rule["term"]: rule["text"] for rule in rules if rule["term"]} == book.glossary
        assert {rule["chapter"] for rule in rules if rule["term"]} <= {book.glossary_title}


def test_records_stay_english(sqlite_url: str, start: Start) -> None:
    ann = start(sqlite_url).new_user()
    table = ann.open(ANY, *["me"] * nodarium.new(ANY).state.seats)
    ann.do(table, "resign")
    assert ann.http.get(f"/api/tables/{table}/games/0", headers=GERMAN).json() == ann.record(table)
    assert ann.record(table)["outcome"]["reason"] == "resignation"


# ---- at a table ----


@pytest.mark.parametrize("game", GAMES)
def test_two_people_read_one_table_in_their_languages(sqlite_url: str, start: Start, game: str) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user(), running.new_user("Bob")
    ann.http.headers.update(GERMAN)
    table = ann.open(game, "me", "anybody", *["novice"] * (nodarium.new(game).state.seats - 2))
    bob.do(table, "sit")
    sockets = [user.join(table, scene=True, moves=False) for user in (ann, bob)]
    ann.do(table, "resign")
    for socket in sockets:
        socket.until_status("over")
    seen = [user.look(table, scene=True) for user in (ann, bob)]
    assert seen[0]["now"]["outcome"]["reason"] == "ein Spieler hat aufgegeben"
    assert seen[1]["now"]["outcome"]["reason"] == "resignation"
    assert seen[0]["now"]["outcome_text"] == seen[0]["now"]["scene"]["prompt"] != seen[1]["now"]["outcome_text"]
    # Both sockets get the same messages, which each page formats in its language.
    outcomes = [socket.now["outcome"] for socket in sockets]
    assert outcomes[0] == outcomes[1]
    assert outcomes[0]["reason"] == ["record-resignation", {}]
    for language, looked, socket in zip(("de", "en"), seen, sockets, strict=True):
        assert formatted(socket.now["scene"], language) == looked["now"]["scene"]


@pytest.mark.parametrize("game", GAMES)
def test_frames_over_a_socket_carry_message_ids(sqlite_url: str, start: Start, game: str) -> None:
    ann = start(sqlite_url).new_user()
    table = ann.open(game, *["me"] * nodarium.new(game).state.seats)
    play([ann], table, at_most_half(game, 6))
    socket = ann.join(table, scene=True, moves=False)
    socket.receive()
    moved = [event for event in socket.events if event["kind"] == "moved" and "text" in event]
    assert moved
    assert all(is_message(event["text"]) and event["text"][0].startswith(f"{game}-") for event in moved)
    assert is_message(socket.now["scene"]["prompt"])
    refused = socket.ask("move", move="nonsense!")["error"]
    assert is_message(refused["message"])
    assert refused["code"] == "unreadable-move"
    assert formatted(socket.events) == ann.look(table)["events"]
    # The page has words for all of them.
    bundle = FluentBundle(["de"], use_isolating=False)
    bundle.add_resource(FluentResource(ann.http.get("/api/texts/de").text))
    for message_id, _ in messages_in(socket.frames):
        assert bundle.has_message(message_id) or message_id == "core-any-of"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_people_read_bypasses_the_catalogues(sqlite_url: str, start: Start, game: str) -> None:
    """In the pseudo-language, sentences are in brackets. Data, such as keys and names, has no spaces."""
    ann = start(sqlite_url).new_user("Ann")
    ann.http.headers["accept-language"] = PSEUDO
    table = ann.open(game, *["me"] * nodarium.new(game).state.seats)
    play([ann], table, at_most_half(game, 8))
    seen = ann.look(table, scene=True, moves=False)
    titles = {one["title"] for one in ann.http.get("/api/games").json()}
    for event in seen["events"]:
        assert "⟦" in event.get("text", "⟦")
    scene = seen["now"]["scene"]
    labels = [
        *[one["label"] for one in scene["targets"]],
        *[panel["title"] for panel in scene["panels"]],
        *[shape.get("label", "") for shape in scene["shapes"]],
        scene["prompt"],
    ]
    assert [label for label in labels if " " in label and "⟦" not in label and label not in titles] == []


# ---- texts ----


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_the_page_gets_all_texts_of_a_language(sqlite_url: str, start: Start, language: str) -> None:
    ann = start(sqlite_url).new_user()
    answer = ann.http.get(f"/api/texts/{language}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-language"] == language
    assert answer.headers["content-encoding"] == "gzip"
    bundle = FluentBundle(["en"], use_isolating=False)
    bundle.add_resource(FluentResource(answer.text))
    for message in ("core-won", "record-resignation", "server-table-closed", *[f"{game}-summary" for game in GAMES]):
        pattern = bundle.get_message(message).value
        assert pattern
    if language in LANGUAGES:
        assert int(answer.headers["content-length"]) < MAX_COMPRESSED
    tag = answer.headers["etag"]
    again = ann.http.get(f"/api/texts/{language}", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    plain = ann.http.get(f"/api/texts/{language}", headers={"accept-encoding": "identity"})
    assert plain.text == answer.text
    assert "content-encoding" not in plain.headers


@pytest.mark.parametrize("language", ["fr", "DE", "de-AT", "en.ftl", "..", "x" * 30])
def test_other_languages_have_no_texts(sqlite_url: str, start: Start, language: str) -> None:
    answer = start(sqlite_url).new_user().http.get(f"/api/texts/{language}", headers=GERMAN)
    assert answer.status_code in (400, 404)


# ---- messages as data ----


def test_messages_survive_json_and_pickle() -> None:
    room = Room(ANY)
    room.move()
    frame = room.frame_for(ANN, scene=True)
    written = encode(frame)
    assert json.loads(encode(decode(written, wire.Frame))) == json.loads(written)
    assert any(text.startswith(f"{ANY}-") for text in texts_of(json.loads(written)))
    moved = next(event for event in frame.events if isinstance(event, wire.Moved))
    assert pickle.loads(pickle.dumps(moved)) == moved
    assert format_message(moved.text or "", ENGLISH) != format_message(moved.text or "", "de")
