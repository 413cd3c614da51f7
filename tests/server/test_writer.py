"""The writer: what the database refuses fails alone, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import itertools
from asyncio import Future
from collections.abc import Callable
from random import Random

import msgspec
import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.exc import DBAPIError

from nodarium.server import wire
from nodarium.server.events import ChatSent, RequestId, UserId
from nodarium.server.store import EventConflict, Store
from nodarium.server.store.schema import KEY_VALUES, ROOMS
from nodarium.server.wire import Name
from tests.server.play import OPEN_GAMES
from tests.server.running import Running
from tests.server.test_store import with_store

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
NUM_POISONED = 320
LONG = "x" * 65 + "\n"


def chat(text: str) -> ChatSent:
    return ChatSent(time=1, by="ann", text=text)


def insert_long_request(connection: Connection) -> None:
    """PostgreSQL refuses it, because the column is shorter; SQLite because a column is missing."""
    row = {"id": f"t{LONG}", "created": 1, "status": "open", "listed": True, "host": "ann", "request": LONG}
    connection.execute(insert(ROOMS), row)


def insert_nul(connection: Connection) -> None:
    """PostgreSQL refuses the character, SQLite the second row."""
    for _ in range(2):
        connection.execute(insert(KEY_VALUES), {"name": "a\0b", "value": "c"})


def test_poisonous_jobs_fail_alone_and_the_writer_does_not_sleep(database: str) -> None:
    async def work(store: Store) -> None:
        dice, number = Random(1), itertools.count(1)
        poisons: list[Callable[[], Future[None]]] = [
            lambda: store.write(insert_long_request),
            lambda: store.write(insert_nul),
            lambda: store.append("r" * 33 + "\0", 1, chat("x")),
            lambda: store.append("t", 1, chat("a number that is taken")),
        ]
        await store.append("t", next(number), chat("first"))
        bad = [poisons[n % len(poisons)] for n in range(NUM_POISONED)]
        good: list[Callable[[], Future[None]]] = [lambda: store.append("t", next(number), chat("good"))] * NUM_POISONED
        jobs: list[Future[None]] = []
        for _ in range(NUM_POISONED):
            for made in dice.sample([bad.pop(), good.pop()], 2):
                jobs.append(made())
            if dice.random() < 0.1:
                await asyncio.sleep(0)
        results = await asyncio.gather(*jobs, return_exceptions=True)
        kept = await store.events("t")
        assert [event.text for event in kept if isinstance(event, ChatSent)] == ["first", *["good"] * NUM_POISONED]
        errors = [result for result in results if result is not None]
        assert all(isinstance(error, DBAPIError | EventConflict) for error in errors)
        assert len(errors) >= NUM_POISONED * 3 // 4  # SQLite takes long room ids
        assert store.lost_connections == 0

    with_store(database, work)


def test_moves_are_made_while_poisonous_requests_arrive(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user("Ann")
    table = ann.open(OPEN_GAMES[0], "me", "me")
    for n in range(NUM_POISONED):
        answer = ann.http.post(f"/api/tables/{table}", json={"do": "say", "text": "x", "request": "r" * 64 + "\n"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
        if n % 64 == 0:
            now = ann.look(table)["now"]
            seat = now["to_act"][0]
            moves = ann.look(table, seat=seat)["now"]["legal_moves"]
            assert "event" in ann.do(table, "move", move=moves[0], seat=seat)
    assert running.services.store.lost_connections == 0


@pytest.mark.parametrize(
    ("kind", "good"),
    [(RequestId, "r" * 64), (RequestId, "r"), (UserId, "u" * 32), (Name, "n" * 40), (wire.Say, "hello")],
    ids=str,
)
def test_a_trailing_newline_never_matches_a_pattern(kind: object, good: str) -> None:
    def decode(text: str) -> object:
        data: object = {"do": "say", "text": text} if kind is wire.Say else text
        return msgspec.json.decode(msgspec.json.encode(data), type=kind)

    decode(good)
    for bad in (good + "\n", "\n" + good, good[:-1] + "\n", good + "\n\n"):
        with pytest.raises(msgspec.ValidationError):
            decode(bad)


@pytest.mark.parametrize("path", ["tables/abc%0A", "tables/abc%0A/games/0", "games/abc%0A", "users/abc%0A"])
def test_a_trailing_newline_never_matches_the_pattern_of_a_path(sqlite_url: str, start: Start, path: str) -> None:
    answer = start(sqlite_url).new_user("Ann").http.get(f"/api/{path}")
    assert answer.status_code in (400, 404, 422)
    assert "pattern" in answer.text or answer.json()["code"] in ("bad-request", "not-found")
