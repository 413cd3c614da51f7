"""Sessions and API tokens: listed, revoked, expired, with scopes; tokens of version 1; keys."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from msgspec import structs
from sqlalchemy import create_engine, event, select, text, update

from nodarium.core.message import say
from nodarium.server import access_tokens, auth
from nodarium.server import sockets as sockets_module
from nodarium.server.access_tokens import DAY_MS, OLD_TOKENS_UNTIL, SESSION_DAYS, digest_of, new_token
from nodarium.server.accounts import User as Account
from nodarium.server.device import device_name
from nodarium.server.errors import Unauthenticated, Unavailable
from nodarium.server.keys import read_keys, rotate_key, signature
from nodarium.server.protocols import LimitedWebSocketProtocol
from nodarium.server.store import parse_url
from nodarium.server.store.schema import ACCESS_TOKENS, USERS
from nodarium.server.time import now_ms
from tests.cli.command import Command
from tests.server.play import OPEN_GAMES
from tests.server.running import PASSWORD, Running, Socket, User, wait_until

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
ANY = OPEN_GAMES[0]
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def sessions(user: User) -> Any:
    return user.http.get("/api/sessions").json()


def log_in(running: Running, account: str, **headers: str) -> User:
    """Sign in on another device."""
    user = running.new_user("device")
    answer = user.http.post("/api/login", json={"account": account, "password": PASSWORD}, headers=headers)
    assert answer.status_code == 200, answer.text
    return user.use(answer.json())


def later(running: Running, days: float) -> None:
    """Let the server think that some days have passed."""
    running.services.tokens.clock = lambda: now_ms() + int(days * DAY_MS)


# ---- sessions ----


def test_sessions_are_listed_and_revoked(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user("Ann").register("ann")
    phone = log_in(running, "ann", **{"user-agent": FIREFOX})
    laptop = log_in(running, "ann", **{"user-agent": "curl/8.5"})
    found = sessions(ann)
    assert [one["device"] for one in found if one.get("current")] == ["python-httpx"]
    assert sorted(one["device"] for one in found) == ["Firefox on Linux", "curl", "python-httpx"]
    assert all(one["created"] <= one["last_used"] < one["expires"] for one in found)
    (wanted,) = [one["id"] for one in found if one["device"] == "curl"]
    assert ann.http.post("/api/sessions/revoke", json={"id": wanted}).status_code == 204
    assert laptop.http.get("/api/me").status_code == 401
    assert phone.http.get("/api/me").status_code == 200
    assert ann.http.post("/api/sessions/revoke", json={"id": wanted}).status_code == 404
    assert ann.http.post("/api/sessions/revoke", json={}).status_code == 204
    assert phone.http.get("/api/me").status_code == 401
    assert len(sessions(ann)) == 1


def test_nobody_revokes_the_sessions_of_others(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    (session,) = sessions(bob)
    assert ann.http.post("/api/sessions/revoke", json={"id": session["id"]}).status_code == 404
    assert bob.http.get("/api/me").status_code == 200


def test_the_database_holds_no_token(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    running.end()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert digest_of(ann.token) in dump
    assert ann.token not in dump
    assert PASSWORD not in dump


def test_a_session_changes_with_login_and_registration(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    guest = ann.token
    ann.register("ann")
    assert ann.token != guest
    assert httpx.get(f"{running.address}/api/me", headers={"authorization": f"Bearer {guest}"}).status_code == 401
    first = ann.token
    del ann.http.headers["authorization"]  # as a browser: with the cookie only
    ann.use(ann.http.post("/api/login", json={"account": "ann", "password": PASSWORD}).json())
    assert ann.token != first
    assert [one.get("current") for one in sessions(ann)] == [True]


def test_logging_out_ends_the_session(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    assert ann.http.post("/api/logout").status_code == 204
    assert ann.http.get("/api/me").status_code == 401


def test_a_session_lives_on_while_it_is_used_and_expires_otherwise(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")  # guests too
    later(running, SESSION_DAYS - 1)
    assert ann.http.get("/api/me").status_code == 200
    later(running, SESSION_DAYS + 1)
    assert ann.http.get("/api/me").status_code == 200
    assert bob.http.get("/api/me").status_code == 401


def test_a_browser_gets_a_new_token_every_month(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    del ann.http.headers["authorization"]
    ann.http.get("/api/me")
    assert ann.http.cookies["nodarium"] == ann.token
    later(running, 31)
    assert ann.http.get("/api/me").json()["id"] == ann.id
    assert ann.http.cookies["nodarium"] != ann.token
    assert ann.http.get("/api/me").json()["id"] == ann.id
    later(running, 32)
    old = httpx.get(f"{running.address}/api/me", headers={"authorization": f"Bearer {ann.token}"})
    assert old.status_code == 401


def test_a_revoked_session_closes_its_sockets(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user("Ann").register("ann")
    table = ann.open(ANY)
    phone = log_in(running, "ann")
    socket, own = phone.join(table), ann.join(table)
    socket.receive()
    own.receive()
    ann.http.post("/api/sessions/revoke", json={})
    assert socket.until_closed() == 4403
    assert "event" in own.ask("say", text="still here")


@pytest.mark.parametrize("how", ["log out", "log in", "register", "password", "delete", "too many sessions"])
def test_a_session_that_ends_closes_its_sockets(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    running = start(sqlite_url)
    ann, bob = running.new_user("Ann"), running.new_user("Bob").register("bob")
    other = log_in(running, "bob") if how in ("password", "too many sessions") else bob
    user = ann if how == "register" else other
    table = ann.open(ANY)
    sockets = [user.join(table), Socket(running, "/api/lobby", user.token)]
    for socket in sockets:
        socket.receive()
    match how:
        case "log out":
            bob.http.post("/api/logout")
        case "log in":
            bob.http.post("/api/login", json={"account": "bob", "password": PASSWORD})
        case "register":
            ann.register("ann")
        case "password":
            bob.http.post("/api/account/password", json={"password": "eleven brave herons"})
        case "delete":
            bob.http.post("/api/account/delete", json={"password": PASSWORD})
        case "too many sessions":
            monkeypatch.setattr(access_tokens, "MAX_SESSIONS", 1)
            log_in(running, "bob")
    assert [socket.until_closed() for socket in sockets] == [4403, 4403]


def test_a_revoked_session_closes_its_socket_although_the_database_was_away(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auth, "RECHECK_SECONDS", 0.05)
    running = start(sqlite_url)
    bob = running.new_user("Bob").register("bob")
    socket = bob.join(bob.open(ANY))
    socket.receive()
    recheck, failures = running.services.auth.recheck, iter(range(2))

    async def fail_twice(user: Account) -> Account:
        if next(failures, None) is not None:
            raise Unavailable(say("server-database-silent"))
        return await recheck(user)

    monkeypatch.setattr(running.services.auth, "recheck", fail_twice)
    bob.http.post("/api/logout")
    assert socket.until_closed() == 4403


def test_the_sockets_of_an_exchanged_token_reconnect(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access_tokens, "REVOKED_SOON_MS", 300)
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    socket = ann.join(ann.open(ANY))
    socket.receive()
    later(running, 31)
    del ann.http.headers["authorization"]  # as a browser: with the cookie only
    ann.http.get("/api/me")
    assert ann.http.cookies["nodarium"] != ann.token
    assert socket.until_closed() == 1012
    assert "event" in Socket(running, socket.path, ann.http.cookies["nodarium"]).ask("say", text="here again")


def test_a_revoked_session_closes_a_socket_that_reads_nothing(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets_module, "GOODBYE_SECONDS", 0.1)
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    ann.join(ann.open(ANY)).receive()
    (protocol,) = [one for one in running.uvicorn.server_state.connections if isinstance(one, LimitedWebSocketProtocol)]
    running.services.store.loop.call_soon_threadsafe(protocol.pause_writing)
    ann.http.post("/api/logout")
    wait_until(lambda: running.services.limits.num_sockets == 0)


def test_a_token_that_is_revoked_while_it_is_read_is_not_cached() -> None:
    token = new_token("ann", "secret", "session", name="", scopes="read play", now=now_ms(), days=1)
    rows: list[Any] = [SimpleNamespace(_mapping=structs.asdict(token)), None]

    class SlowStore:
        async def read(self, *_: Any) -> Any:
            tokens.invalidate("ann")
            return rows.pop(0)

    tokens = access_tokens.AccessTokens(SlowStore(), None)  # type: ignore[arg-type]

    async def look_twice() -> None:
        assert await tokens.find_by_digest(token.digest) == token  # it was valid when it was read
        with pytest.raises(Unauthenticated):
            await tokens.find_by_digest(token.digest)

    asyncio.run(look_twice())


def test_a_revoked_session_ends_in_all_processes(cluster: Any, start: Start) -> None:
    url = cluster.new_database()
    one, two = start(url), start(url)
    ann = one.new_user("Ann").register("ann")
    table = ann.open(ANY)
    phone = log_in(one, "ann").at(two)
    assert phone.http.get("/api/me").status_code == 200  # now the second process has it in its cache
    socket = phone.join(table)
    socket.receive()
    ann.http.post("/api/sessions/revoke", json={})
    assert socket.until_closed() == 4403
    wait_until(lambda: phone.http.get("/api/me").status_code == 401)


def test_a_lookup_reads_the_database_once(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    ann.http.get("/api/tables")
    reads: list[str] = []
    engine = running.services.store.read_engine
    event.listen(engine, "before_cursor_execute", lambda *args: reads.append(args[2]))  # the statement
    for _ in range(5):
        assert ann.http.get("/api/tables").status_code == 200
    assert [read for read in reads if not read.startswith("PRAGMA")] == []  # a checkpoint may come


def test_device_names_are_plain_words() -> None:
    assert device_name(FIREFOX) == "Firefox on Linux"
    assert device_name("") == "Unknown device"
    assert device_name("my-bot/1.0 (test)") == "my-bot"
    assert len(device_name("x" * 10_000)) <= 40


# ---- tokens of version 1 ----


def old_token(running: Running, user: User) -> str:
    """Turn a user into one of version 1, who holds a signed token and no session."""
    engine = create_engine(running.services.store.url)
    with engine.begin() as connection:
        connection.execute(update(USERS).where(USERS.c.id == user.id).values(old_token=True))
        connection.execute(ACCESS_TOKENS.delete().where(ACCESS_TOKENS.c.user_id == user.id))
        (_, key), *_ = read_keys(connection)
    engine.dispose()
    running.services.tokens.clear()
    return f"{user.id}.{signature(key.encode(), user.id)}"


def test_an_old_cookie_is_exchanged_for_a_session(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user("Ann")
    token = old_token(running, ann)
    del ann.http.headers["authorization"]
    ann.http.cookies.clear()
    ann.http.cookies.set("nodarium", token)
    assert ann.http.get("/api/me").json()["id"] == ann.id
    jar = [cookie.value for cookie in ann.http.cookies.jar if cookie.name == "nodarium"]
    (new,) = [value for value in jar if value != token]
    ann.http.cookies.clear()
    ann.http.cookies.set("nodarium", str(new))
    assert ann.http.get("/api/me").json()["id"] == ann.id
    assert len(sessions(ann)) == 2  # other devices may share the old token


def test_a_revoked_old_token_stays_revoked(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user("Ann")
    token = old_token(running, ann)
    ann.http.headers["authorization"] = f"Bearer {token}"
    assert [ann.http.get("/api/me").status_code for _ in range(3)] == [200, 200, 200]
    ann.http.post("/api/logout")
    assert ann.http.get("/api/me").status_code == 401


def test_old_tokens_end_at_the_cut_off(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    token = old_token(running, ann)
    engine = create_engine(sqlite_url)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE key_values SET value = '{now_ms()}' WHERE name = '{OLD_TOKENS_UNTIL}'"))
    engine.dispose()
    ann.http.headers["authorization"] = f"Bearer {token}"
    assert ann.http.get("/api/me").status_code == 401


def test_a_new_user_has_no_signed_token(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann")
    forged = f"{ann.id}.{running.services.keys.sign(ann.id)}"
    assert httpx.get(f"{running.address}/api/me", headers={"authorization": f"Bearer {forged}"}).status_code == 401


# ---- keys ----


def test_the_newest_key_signs_and_the_one_before_still_verifies(database: str, start: Start) -> None:
    running = start(database)
    keys = running.services.keys
    signed = keys.sign("x")
    running.stop()
    engine = create_engine(parse_url(database))
    for still_valid in (True, False):
        with engine.begin() as connection:
            rotate_key(connection)
        again = start(database)
        assert again.services.keys.verify("x", signed) is still_valid
        assert again.services.keys.sign("x") != signed
        again.stop()
    with engine.connect() as connection:
        assert len(read_keys(connection)) == 2
    engine.dispose()


def test_a_leaked_key_can_be_dropped_at_once(database: str, start: Start, nodarium_command: Command) -> None:
    running = start(database, heartbeat_seconds=0.1)
    signed = running.services.keys.sign("x")
    nodarium_command.right("admin", "rotate-key", "--drop-old", "--database", database)
    assert "rotate-key" in nodarium_command.right("admin", "log", "--database", database)
    wait_until(lambda: not running.services.keys.verify("x", signed))  # without a restart


# ---- API tokens ----


def api_token(user: User, *scopes: str, days: int = 90) -> Any:
    answer = user.http.post("/api/tokens", json={"name": "my bot", "scopes": scopes, "days": days})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_an_api_token_is_shown_once_and_can_be_revoked(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user("Ann").register("ann")
    made = api_token(ann, "read", "play")
    (listed,) = ann.http.get("/api/tokens").json()
    assert "token" not in listed
    assert (listed["name"], listed["scopes"]) == ("my bot", ["read", "play"])
    bot = running.new_user("bot").use({"id": ann.id, "token": made["token"]})
    assert bot.http.get("/api/me").json()["id"] == ann.id
    assert len(sessions(ann)) == 1
    assert ann.http.post("/api/tokens/revoke", json={"id": made["id"]}).status_code == 204
    assert bot.http.get("/api/me").status_code == 401
    assert ann.http.get("/api/tokens").json() == []


def test_scopes_are_checked_on_every_route_and_socket(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    table = ann.open(ANY)
    reader = running.new_user("reader").use({"id": ann.id, "token": api_token(ann, "read")["token"]})
    assert reader.look(table)["now"]["seat"] == 0
    assert reader.do(table, "say", text="hello", status=403)["code"] == "not-allowed"
    assert reader.open(ANY, status=403)["code"] == "not-allowed"
    socket = reader.join(table)
    socket.receive()
    assert socket.ask("say", text="hello")["error"]["code"] == "not-allowed"
    assert "event" in socket.ask("view", seat=0)
    player = running.new_user("player").use({"id": ann.id, "token": api_token(ann, "play")["token"]})
    assert player.http.get(f"/api/tables/{table}").status_code == 403
    player.do(table, "say", text="hello")
    blind = Socket(running, f"/api/tables/{table}/live", player.token)
    assert blind.until_closed() == 4403


def test_an_api_token_cannot_manage_the_account(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    bot = running.new_user("bot").use({"id": ann.id, "token": api_token(ann, "read", "play")["token"]})
    paths = running.app.openapi()["paths"]
    own = [path for path in paths if path.startswith(("/api/sessions", "/api/tokens", "/api/account", "/api/passkeys"))]
    assert len(own) >= 4
    for path in [*own, "/api/me", "/api/logout"]:
        for method in paths[path]:
            if (path, method) == ("/api/me", "get"):
                continue
            answer = bot.http.request(method, path, json={"name": "Eve", "account": "eve", "password": PASSWORD})
            assert answer.status_code in (400, 403), (method, path, answer.text)
            assert answer.json()["code"] in ("not-allowed", "bad-request"), (method, path)


def test_an_api_token_expires(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    bot = running.new_user("bot").use({"id": ann.id, "token": api_token(ann, "read", days=2)["token"]})
    later(running, 1)
    assert bot.http.get("/api/me").status_code == 200
    later(running, 3)
    assert bot.http.get("/api/me").status_code == 401


def test_guests_have_no_api_tokens(sqlite_url: str, start: Start) -> None:
    ann = start(sqlite_url).new_user("Ann")
    answer = ann.http.post("/api/tokens", json={"name": "x", "scopes": ["read"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "not-now")


def test_the_stored_row_is_a_digest(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    token = api_token(ann, "read")["token"]
    engine = create_engine(sqlite_url)
    with engine.connect() as connection:
        digests = set(connection.execute(select(ACCESS_TOKENS.c.digest)).scalars())
    engine.dispose()
    assert digests == {digest_of(ann.token), digest_of(token)}
