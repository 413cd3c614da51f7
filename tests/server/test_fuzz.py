"""Fuzzing: HTTP requests from the OpenAPI description, and damaged WebSocket messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from nodarium.server.app import make_app
from nodarium.server.events import Joined, TableOpened
from nodarium.server.settings import ServerSettings
from tests.server.play import GAMES, OPEN_GAMES
from tests.server.running import Running, Socket, User, strict

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
schema = schemathesis.openapi.from_dict(make_app(ServerSettings(database="sqlite:///unused")).openapi())


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    file: Path = tmp_path_factory.mktemp("fuzz") / "nodarium.db"
    server = Running(f"sqlite:///{file}", limits=strict(wait_seconds=0.01))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def ann(running: Running) -> User:
    return running.new_user()


@pytest.fixture(scope="module")
def table(ann: User) -> str:
    table_id: str = ann.open(OPEN_GAMES[0], "me", "random")
    return table_id


# ---- HTTP ----

SIGNING_OUT = ("/api/account", "/api/logout", "/api/sessions")  # after these, a token may be invalid


@schema.parametrize()
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_no_http_request_causes_an_internal_error(
    case: schemathesis.Case[Any], running: Running, ann: User, table: str
) -> None:
    excluded: list[Any] = [positive_data_acceptance]  # a request can match the description, but not the position
    body = case.body
    if "table" in case.path_parameters and len(str(case.path_parameters["table"])) % 2:
        case.path_parameters["table"] = table
        excluded.append(negative_data_rejection)  # it may fit now
    if isinstance(body, dict) and "game" in body and len(str(body["game"])) % 2:
        body["game"] = GAMES[len(str(body)) % len(GAMES)]
        excluded.append(negative_data_rejection)
    user = running.new_user() if case.path.startswith(SIGNING_OUT) else ann
    headers = {"Authorization": f"Bearer {user.token}"}
    case.call_and_validate(base_url=running.address, headers=headers, excluded_checks=excluded)


# ---- WebSockets ----

KINDS = ["move", "sit", "stand", "resign", "propose", "accept", "decline", "claim", "say", "abort", "view"]
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
fields = st.sampled_from(["move", "slot", "what", "text", "request", "do", "seat", "deal"])
nearly = st.builds(lambda kind, more: {"do": kind, **more}, st.sampled_from(KINDS), st.dictionaries(fields, plain))
good = st.sampled_from(
    [
        {"do": "say", "text": "hm"},
        {"do": "move", "move": "a1"},
        {"do": "propose", "what": "take-back"},
        {"do": "propose", "what": "rematch"},
        {"do": "propose", "what": "draw"},
        {"do": "decline"},
        {"do": "claim"},
        {"do": "view", "seat": 1},
        {"do": "resign"},
    ]
)
messages = st.one_of(
    plain.map(json.dumps),
    nearly.map(json.dumps),
    good.map(json.dumps),
    st.text(max_size=100),
    st.binary(max_size=100),
    st.builds(
        lambda value, at, bit: replace_character(json.dumps(value), at, bit),
        good,
        st.integers(0, 60),
        st.text(max_size=3),
    ),
)


def replace_character(text: str, at: int, bit: str) -> str:
    """A text with one character replaced by others."""
    return text[:at] + bit + text[at + 1 :]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(spoken=st.lists(messages, min_size=1, max_size=12), seated=st.booleans())
def test_every_message_is_answered_and_reveals_no_secret(
    running: Running, ann: User, game: str, spoken: list[Any], seated: bool
) -> None:
    slots = ["me" if seated else "random", *["random"] * (len(default_slots(ann, game)) - 1)]
    table = ann.open(game, *slots)
    socket = ann.join(table, view=True, scene=True)
    socket.receive()
    for message in spoken:
        socket.send(message)
    answers: list[Any] = []
    while len(answers) < len(spoken):
        answers += socket.receive().get("answers", [])
    for answer in answers:
        assert ("event" in answer) != ("error" in answer)
        assert "error" not in answer or answer["error"]["message"]
    live = running.services.repository.tables[table]
    over = live.table.status != "playing"
    deals = [event.deal for event in live.table.event_log if isinstance(event, TableOpened | Joined) and event.deal]
    assert deals
    for deal in deals:
        assert all(deal.salt not in raw for raw in socket.raw)
    socket.close()
    assert over or running.services.ready
    assert Socket(running, f"/api/tables/{table}/live").receive()["now"]


SEATS: dict[str, list[str]] = {}


def default_slots(ann: User, game: str) -> list[str]:
    """The slots of a game with its default options."""
    if game not in SEATS:
        opened = ann.http.post("/api/tables", json={"game": game}).json()
        SEATS[game] = opened["table"]["slots"]
    return SEATS[game]
