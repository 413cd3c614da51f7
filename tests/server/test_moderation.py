"""Reports, and what moderators do, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nodarium.server import moderation
from nodarium.server.moderation import Actor
from nodarium.server.standings import FOREVER
from tests.server.play import OPEN_GAMES
from tests.server.running import Running, User, strict, wait_until

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
GAME = OPEN_GAMES[0]


def with_account(running: Running, name: str) -> User:
    person = running.new_user(name)
    answer = person.http.post("/api/account", json={"account": name, "password": "a long passphrase"})
    assert answer.status_code == 200, answer.text
    person.token = answer.json()["token"]
    person.http.headers["authorization"] = f"Bearer {person.token}"
    return person


def grant(running: Running, person: User, role: Any) -> None:
    """Grant a role as the command line does, and let the server read it."""
    services = running.services
    with services.store.write_engine.begin() as connection:
        moderation.set_role(connection, Actor(None, None, 1), person.id, role)
    services.store.loop.call_soon_threadsafe(services.tasks.spawn, services.standings.load())
    wait_until(lambda: services.standings.role_of(person.id) == role)


def moderate(person: User, path: str, action: Any, status: int = 204) -> Any:
    answer = person.http.post(f"/api/admin/{path}", json=action)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


@pytest.fixture
def people(sqlite_url: str, start: Start) -> tuple[Running, User, User, User]:
    """A server, a moderator, and two players."""
    running = start(sqlite_url)
    mod = with_account(running, "mod")
    grant(running, mod, "moderator")
    return running, mod, running.new_user("Ann"), running.new_user("Bob")


People = tuple[Running, User, User, User]


def playing(ann: User, bob: User) -> str:
    table: str = ann.open(GAME, "me", "anybody", clock={"kind": "fischer", "seconds": 600, "increment": 0})
    bob.do(table, "sit")
    return table


def test_only_moderators_reach_the_admin_routes(people: People) -> None:
    _, mod, ann, bob = people
    for path in ("reports", "users", "tables", "log"):
        assert ann.http.get(f"/api/admin/{path}").status_code == 403
        assert mod.http.get(f"/api/admin/{path}").status_code == 200
    moderate(ann, f"users/{bob.id}", {"do": "suspend"}, 403)
    assert mod.http.get("/api/me").json()["role"] == "moderator"
    assert "role" not in ann.http.get("/api/me").json()


def test_an_api_token_of_a_moderator_does_not_moderate(people: People) -> None:
    running, mod, ann, _ = people
    made = mod.http.post("/api/tokens", json={"name": "bot", "scopes": ["read", "play"]}).json()
    bot = running.new_user("bot").use({"id": mod.id, "token": made["token"]})
    for path in ("reports", "users", "tables", "log"):
        assert bot.http.get(f"/api/admin/{path}").status_code == 403
    moderate(bot, f"users/{ann.id}", {"do": "mute"}, 403)
    moderate(bot, f"tables/{ann.open(GAME)}", {"do": "close"}, 403)
    moderate(bot, "reports/1", {"status": "dismissed"}, 403)
    assert mod.http.get("/api/admin/log").status_code == 200


def test_a_moderator_gives_no_roles_and_cannot_touch_an_admin(people: People) -> None:
    running, mod, ann, _ = people
    boss = with_account(running, "boss")
    grant(running, boss, "admin")
    moderate(mod, f"users/{mod.id}", {"do": "promote", "role": "admin"}, 403)
    moderate(mod, f"users/{boss.id}", {"do": "suspend"}, 403)
    moderate(boss, f"users/{ann.id}", {"do": "promote", "role": "moderator"}, 409)  # a guest
    moderate(boss, f"users/{mod.id}", {"do": "promote"})
    assert mod.http.get("/api/admin/log").status_code == 403


def test_a_suspended_user_cannot_play_or_sign_in_and_the_game_goes_on(people: People) -> None:
    running, mod, ann, bob = people
    cyd = with_account(running, "cyd")
    table = playing(ann, cyd)
    socket = cyd.join(table)
    socket.receive()
    moderate(mod, f"users/{cyd.id}", {"do": "suspend", "days": 3})
    assert socket.ask("resign")["error"]["code"] == "not-allowed"  # the socket was open before
    refused = cyd.http.get("/api/me")
    assert refused.status_code == 403
    assert "suspended until" in refused.json()["message"]
    login = bob.http.post("/api/login", json={"account": "cyd", "password": "a long passphrase"})
    assert login.status_code == 403
    now = ann.look(table)["now"]
    assert now["status"] == "playing"
    assert now["clocks"]["running"]
    moderate(mod, f"users/{cyd.id}", {"do": "unsuspend"})
    assert cyd.do(table, "resign")["event"]


def test_a_muted_user_plays_but_cannot_chat(people: People) -> None:
    _, mod, ann, bob = people
    table = playing(ann, bob)
    moderate(mod, f"users/{ann.id}", {"do": "mute"})
    assert ann.do(table, "say", 403, text="hello")["code"] == "not-allowed"
    assert ann.do(table, "propose", what="draw")["event"]
    moderate(mod, f"users/{ann.id}", {"do": "unmute"})
    assert ann.do(table, "say", text="hello")["event"]


def test_a_suspension_ends_by_itself(people: People) -> None:
    running, mod, ann, _ = people
    moderate(mod, f"users/{ann.id}", {"do": "suspend", "days": 1})
    assert ann.http.get("/api/me").status_code == 403
    ends = running.services.standings.of(ann.id).suspended_until
    assert ends
    assert ends < FOREVER
    running.services.standings.clock = lambda: ends / 1000 + 1
    assert ann.http.get("/api/me").status_code == 200


def test_a_forced_name_is_shown_everywhere_and_cannot_be_changed(people: People) -> None:
    _, mod, ann, bob = people
    table = playing(ann, bob)
    ann.do(table, "resign")
    moderate(mod, f"users/{ann.id}", {"do": "rename", "name": "Guest 7"})
    wait_until(lambda: bob.look(table)["table"]["slots"][0]["player"]["name"] == "Guest 7")
    assert "Ann" not in bob.http.get(f"/api/tables/{table}").text
    assert "Ann" not in bob.http.get(f"/api/tables/{table}/games/0").text
    assert ann.http.get("/api/me").json()["name"] == "Guest 7"
    assert ann.http.post("/api/me", json={"name": "Ann"}).status_code == 403
    bob.do(table, "propose", what="rematch")
    ann.do(table, "accept")
    assert "Ann" not in bob.http.get(f"/api/tables/{table}/games/1").text
    wait_until(lambda: bob.http.get("/api/me/tables").json()[0]["slots"][0]["player"]["name"] == "Guest 7")
    moderate(mod, f"users/{ann.id}", {"do": "rename"})
    assert ann.http.post("/api/me", json={"name": "Anna"}).status_code == 200


def test_a_deleted_message_is_hidden_at_once_and_after_a_restart(people: People, start: Start) -> None:
    running, mod, ann, bob = people
    table = playing(ann, bob)
    number = ann.do(table, "say", text="something rude")["event"]
    socket = bob.join(table)
    socket.until(number)
    moderate(mod, f"tables/{table}", {"do": "delete-chat", "event": number})
    assert socket.until_kind("chat-deleted")["chat"] == number
    assert "rude" not in bob.http.get(f"/api/tables/{table}").text
    moderate(mod, f"tables/{table}", {"do": "delete-chat", "event": number})  # again: nothing more happens
    moderate(mod, f"tables/{table}", {"do": "delete-chat", "event": 1}, 404)
    running.end()
    again = start(str(running.services.store.url))
    frame = bob.at(again).http.get(f"/api/tables/{table}")
    assert frame.status_code == 200
    assert "rude" not in frame.text
    assert [event["kind"] for event in frame.json()["events"]].count("chat-deleted") == 1


def test_a_table_is_closed(people: People) -> None:
    _, mod, ann, bob = people
    table = playing(ann, bob)
    moderate(mod, f"tables/{table}", {"do": "close"})
    assert ann.look(table)["now"]["status"] == "closed"
    moderate(mod, f"tables/{table}", {"do": "close"}, 409)
    moderate(mod, "tables/nonsense", {"do": "close"}, 404)
    wait_until(lambda: all(one["id"] != table for one in mod.http.get("/api/admin/tables").json()))


def test_a_report_keeps_the_text_and_a_moderator_closes_it(people: People) -> None:
    _, mod, ann, bob = people
    table = playing(ann, bob)
    number = ann.do(table, "say", text="something rude")["event"]
    message = {"user": ann.id, "table": table, "event": number, "comment": "please look"}
    assert bob.http.post("/api/reports", json=message).status_code == 204
    assert bob.http.post("/api/reports", json={"user": ann.id}).status_code == 204
    assert bob.http.post("/api/reports", json={"user": bob.id}).status_code == 403
    assert bob.http.post("/api/reports", json={"user": "nobody"}).status_code == 404
    assert bob.http.post("/api/reports", json={**message, "user": mod.id}).status_code == 404
    assert bob.http.post("/api/reports", json={**message, "event": 1}).status_code == 404
    first, second = mod.http.get("/api/admin/reports").json()
    assert (first["kind"], first["text"], first["comment"]) == ("chat", "something rude", "please look")
    assert (second["kind"], second["text"]) == ("name", "Ann")
    moderate(mod, f"reports/{first['id']}", {"status": "resolved"})
    moderate(mod, f"reports/{first['id']}", {"status": "dismissed"}, 409)
    moderate(mod, "reports/999", {"status": "dismissed"}, 404)
    assert [one["id"] for one in mod.http.get("/api/admin/reports").json()] == [second["id"]]


def test_reports_are_limited(sqlite_url: str, start: Start) -> None:
    from nodarium.server.settings import Rate

    running = start(sqlite_url, limits=strict(reports=Rate(2, 0.001)))
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    codes = [ann.http.post("/api/reports", json={"user": bob.id}).status_code for _ in range(3)]
    assert codes == [204, 204, 429]


def test_every_action_is_in_the_audit_log(people: People) -> None:
    _, mod, ann, bob = people
    table = playing(ann, bob)
    number = ann.do(table, "say", text="hello")["event"]
    bob.http.post("/api/reports", json={"user": ann.id})
    (report,) = mod.http.get("/api/admin/reports").json()
    actions: list[tuple[str, Any]] = [
        (f"users/{ann.id}", {"do": "suspend", "days": 1}),
        (f"users/{ann.id}", {"do": "unsuspend"}),
        (f"users/{ann.id}", {"do": "mute", "days": 2}),
        (f"users/{ann.id}", {"do": "unmute"}),
        (f"users/{ann.id}", {"do": "rename", "name": "Somebody"}),
        (f"tables/{table}", {"do": "delete-chat", "event": number}),
        (f"tables/{table}", {"do": "close"}),
        (f"reports/{report['id']}", {"status": "dismissed"}),
    ]
    for path, action in actions:
        moderate(mod, path, action)
    moderate(mod, "users/nobody", {"do": "suspend"}, 404)
    log = mod.http.get("/api/admin/log").json()
    wanted = ["suspend", "unsuspend", "mute", "unmute", "rename", "delete-chat", "close", "dismissed"]
    assert [entry["action"] for entry in reversed(log)] == ["role", *wanted]
    assert "actor" not in log[-1]  # the command line
    assert all(entry["actor"] == mod.id for entry in log[:-1])
    assert log[3]["details"] == "'Ann' to 'Somebody'"
    assert (log[1]["table"], log[2]["details"]) == (table, f"event {number}")


def test_users_are_found_by_parts_of_their_names(people: People) -> None:
    _, mod, ann, _ = people
    found = mod.http.get("/api/admin/users", params={"search": "aN"}).json()
    assert [one["id"] for one in found] == [ann.id]
    assert [one["id"] for one in mod.http.get("/api/admin/users").json()] == [mod.id]
    assert mod.http.get("/api/admin/users", params={"search": "%"}).json() == []


def test_another_process_learns_of_a_suspension(cluster: Any, start: Start) -> None:
    database = cluster.new_database()
    one, other = start(database), start(database)
    mod = with_account(one, "mod")
    ann = one.new_user("Ann").at(other)
    grant(one, mod, "admin")
    moderate(mod, f"users/{ann.id}", {"do": "suspend"})
    wait_until(lambda: ann.http.get("/api/me").status_code == 403)
    moderate(mod, f"users/{ann.id}", {"do": "unsuspend"})
    wait_until(lambda: ann.http.get("/api/me").status_code == 200)
