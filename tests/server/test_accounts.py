"""Passwords, failed logins, e-mail addresses and recovery."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import get_ident
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope
from bench.server.machine import free_port

from nodarium import BadOption
from nodarium.server import passwords
from nodarium.server.mail import Mailer, check_mail
from nodarium.server.passwords import FREE_FAILURES, MAX_WAIT_MS, is_weak, wait_after
from nodarium.server.recovery import NUM_CODES
from nodarium.server.settings import ServerSettings
from nodarium.server.time import now_ms
from tests.server.running import PASSWORD, Running, User, wait_until

pytestmark = pytest.mark.slow  # needs the compiled core to play the games
Start = Callable[..., Running]
NEW_PASSWORD = "eleven brave herons"
ADDRESS = "ann@example.org"


class MailServer:
    """A real SMTP server on this machine, and the mails it has received."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.port = free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        self.mails.append(message_from_bytes(content, policy=policy.default))
        return "250 OK"

    @property
    def settings(self) -> dict[str, str]:
        return {
            "smtp_url": f"smtp://127.0.0.1:{self.port}",
            "mail_from": "Nodarium <games@example.org>",
            "public_url": "https://play.example.org",
        }

    def wait_for(self, subject: str) -> str:
        """Wait for a mail, and return the token in its link."""
        wait_until(lambda: any(mail["Subject"] == subject for mail in self.mails))
        mail = next(mail for mail in self.mails if mail["Subject"] == subject)
        found = re.search(r"https://play\.example\.org/\S+#(\S+)", mail.get_content())
        return found.group(1) if found else ""


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    yield server
    server.controller.stop()


def log_in(running: Running, account: str, password: str, **cookies: str) -> httpx.Response:
    return httpx.post(
        f"{running.address}/api/login", json={"account": account, "password": password}, cookies=cookies or None
    )


def later(running: Running, milliseconds: int) -> None:
    services = running.services
    for part in (services.passwords, services.one_time, services.tokens):
        part.clock = lambda: now_ms() + milliseconds


def with_address(running: Running, mail_server: MailServer) -> User:
    ann = running.new_user("Ann").register("ann")
    assert ann.http.post("/api/account/email", json={"email": ADDRESS}).status_code == 204
    token = mail_server.wait_for("Confirm your e-mail address")
    assert ann.http.get("/api/account").json()["pending_email"] == ADDRESS
    assert httpx.post(f"{running.address}/api/verify-email", json={"token": token}).status_code == 204
    later(running, 61_000)
    return ann


# ---- passwords ----


@pytest.mark.parametrize("password", ["password", "12345678", "qwertyuiop", "iloveyou", "annannann", "letmein1"])
def test_common_passwords_are_rejected(sqlite_url: str, start: Start, password: str) -> None:
    ann = start(sqlite_url).new_user("Ann")
    answer = ann.http.post("/api/account", json={"account": "annann", "password": password})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
    assert "easy to guess" in answer.json()["message"]
    assert ann.http.get("/api/me").status_code == 200  # still a guest


def test_a_long_password_works(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    long = "one more word and " * 11
    running.new_user("Ann").register("ann", long)
    assert log_in(running, "ann", long).status_code == 200
    assert log_in(running, "ann", long[:-1]).status_code == 403


def test_the_check_of_a_long_password_is_bounded_and_leaves_the_loop_alone(
    sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int]] = []

    def score(password: str, user_inputs: list[str]) -> dict[str, int]:
        seen.append((len(password), get_ident()))
        return {"score": 4}

    monkeypatch.setattr(passwords, "zxcvbn", score)
    running = start(sqlite_url)
    running.new_user("Ann").register("ann", "4@8({[<369|1!0$5+7%2" * 10)
    assert seen
    assert all(length <= passwords.MAX_SCORED_LETTERS and thread != running.thread.ident for length, thread in seen)


@pytest.mark.parametrize(
    ("password", "weak"),
    [("a" * 72, True), ("a" * 60 + PASSWORD, False), (PASSWORD + "a" * 60, False), (PASSWORD, False)],
)
def test_a_password_with_a_strong_start_or_end_is_strong(password: str, weak: bool) -> None:
    assert is_weak(password, ("ann",)) == weak


def test_the_password_can_be_changed(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user("Ann").register("ann")
    phone = running.new_user("x").use(log_in(running, "ann", PASSWORD).json())
    weak = ann.http.post("/api/account/password", json={"password": "password"})
    assert weak.status_code == 400
    assert ann.http.post("/api/account/password", json={"password": NEW_PASSWORD}).status_code == 204
    assert ann.http.get("/api/me").status_code == 200
    assert phone.http.get("/api/me").status_code == 401
    assert log_in(running, "ann", PASSWORD).status_code == 403
    assert log_in(running, "ann", NEW_PASSWORD).status_code == 200


def test_changes_need_a_recent_proof(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    later(running, 16 * 60_000)
    wanted: list[tuple[str, Any]] = [
        ("account/password", {"password": NEW_PASSWORD}),
        ("account/email", {"email": None}),
        ("account/recovery-codes", {}),
        ("passkeys/options", {}),
        ("tokens", {"name": "x", "scopes": ["read"]}),
    ]
    for path, body in wanted:
        answer = ann.http.post(f"/api/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "confirmation-needed"), path
    assert ann.http.post("/api/account/confirm", json={"password": "wrong one"}).status_code == 403
    assert ann.http.post("/api/account/confirm", json={}).status_code == 400
    assert ann.http.post("/api/account/password", json={"password": NEW_PASSWORD}).status_code == 403
    assert ann.http.post("/api/account/confirm", json={"password": PASSWORD}).status_code == 204
    assert ann.http.post("/api/account/password", json={"password": NEW_PASSWORD}).status_code == 204


# ---- failed logins ----


def test_waits_double_up_to_a_minute() -> None:
    assert [wait_after(FREE_FAILURES + number) for number in (-1, 0, 1, 2)] == [0, 1000, 2000, 4000]
    assert wait_after(10_000) == MAX_WAIT_MS == 60_000


def test_failures_slow_down_an_account_in_all_processes(cluster: Any, start: Start) -> None:
    url = cluster.new_database()
    one, two = start(url), start(url)
    one.new_user("Ann").register("ann")
    one.new_user("Bob").register("bob")
    tries = [log_in((one, two)[number % 2], "ann", "wrong one").status_code for number in range(FREE_FAILURES + 2)]
    assert tries == [403] * FREE_FAILURES + [429, 429]
    assert [log_in(running, "ann", PASSWORD).status_code for running in (one, two)] == [429, 429]
    assert log_in(one, "bob", PASSWORD).status_code == 200
    later(two, 1500)  # refused attempts don't make it longer
    assert log_in(two, "ann", PASSWORD).status_code == 200
    assert log_in(one, "ann", "wrong one").status_code == 403  # it starts again from zero


def test_unknown_accounts_slow_down_too(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    tries = [log_in(running, "nobody", "wrong one").status_code for _ in range(FREE_FAILURES + 1)]
    assert tries == [403] * FREE_FAILURES + [429]


def test_a_known_device_is_not_locked_out_by_others(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    device = ann.http.cookies["nodarium-device"]
    for _ in range(FREE_FAILURES + 1):
        log_in(running, "ann", "wrong one")
    assert log_in(running, "ann", PASSWORD).status_code == 429
    assert log_in(running, "ann", PASSWORD, **{"nodarium-device": device + "x"}).status_code == 429
    assert log_in(running, "ann", PASSWORD, **{"nodarium-device": device}).status_code == 200
    running.new_user("Bob").register("bob")
    for _ in range(FREE_FAILURES):
        log_in(running, "bob", "wrong one")
    assert log_in(running, "bob", PASSWORD, **{"nodarium-device": device}).status_code == 429  # known to ann only


def test_many_attempts_at_once_do_not_get_more_guesses(sqlite_url: str, start: Start) -> None:
    from concurrent.futures import ThreadPoolExecutor

    running = start(sqlite_url)
    running.new_user("Ann").register("ann")
    with ThreadPoolExecutor(12) as pool:
        tries = list(pool.map(lambda _: log_in(running, "ann", "wrong one").status_code, range(12)))
    assert tries.count(403) <= FREE_FAILURES + 2  # one or two more, if it takes more than the first waits


# ---- mail ----


def test_a_verified_address_recovers_the_account(database: str, start: Start, mail_server: MailServer) -> None:
    running = start(database, **mail_server.settings)
    ann = with_address(running, mail_server)
    assert ann.http.get("/api/account").json() == {"account": "ann", "email": ADDRESS, "mail": True}
    asked = httpx.post(f"{running.address}/api/recovery", json={"account": "Ann@Example.org"})
    unknown = httpx.post(f"{running.address}/api/recovery", json={"account": "nobody"})
    assert (asked.status_code, asked.content) == (unknown.status_code, unknown.content) == (202, b"")
    token = mail_server.wait_for("Set a new password")
    link = {"token": token, "password": NEW_PASSWORD}
    weak = httpx.post(f"{running.address}/api/recovery/link", json={**link, "password": "password"})
    assert weak.status_code == 400  # and the link still works
    answer = httpx.post(f"{running.address}/api/recovery/link", json=link)
    assert answer.json()["id"] == ann.id
    assert ann.http.get("/api/me").status_code == 401  # all earlier sessions have ended
    assert log_in(running, "ann", NEW_PASSWORD).status_code == 200
    assert httpx.post(f"{running.address}/api/recovery/link", json=link).status_code == 403  # once only
    mail_server.wait_for("Your password was changed")
    assert {mail["To"] for mail in mail_server.mails} == {ADDRESS}


def test_mails_are_in_the_language_of_the_request(sqlite_url: str, start: Start, mail_server: MailServer) -> None:
    running = start(sqlite_url, **mail_server.settings)
    ann = with_address(running, mail_server)
    german = {"accept-language": "de"}
    httpx.post(f"{running.address}/api/recovery", json={"account": "ann"}, headers=german)
    assert mail_server.wait_for("Neues Passwort festlegen")
    mail = mail_server.mails[-1]
    assert mail["Content-Language"] == "de"
    assert mail.get_content().splitlines()[2].startswith("um ein neues Passwort für das Konto ann festzulegen")
    ann.http.post("/api/account/password", json={"password": NEW_PASSWORD}, headers=german)
    mail_server.wait_for("Dein Passwort wurde geändert")


def test_links_expire_and_are_not_sent_too_often(sqlite_url: str, start: Start, mail_server: MailServer) -> None:
    running = start(sqlite_url, **mail_server.settings)
    with_address(running, mail_server)
    for _ in range(5):
        assert httpx.post(f"{running.address}/api/recovery", json={"account": "ann"}).status_code == 202
    token = mail_server.wait_for("Set a new password")
    later(running, 61_000 + 3600_000)
    late = httpx.post(f"{running.address}/api/recovery/link", json={"token": token, "password": NEW_PASSWORD})
    assert late.status_code == 403
    httpx.post(f"{running.address}/api/recovery", json={"account": "ann"})
    wait_until(lambda: len(mail_server.mails) >= 3)
    assert [mail["Subject"] for mail in mail_server.mails].count("Set a new password") == 2


def test_an_unverified_address_gets_no_recovery_mail(sqlite_url: str, start: Start, mail_server: MailServer) -> None:
    running = start(sqlite_url, **mail_server.settings)
    ann = running.new_user("Ann").register("ann")
    ann.http.post("/api/account/email", json={"email": ADDRESS})
    mail_server.wait_for("Confirm your e-mail address")
    later(running, 61_000)
    for wanted in ("ann", ADDRESS):
        httpx.post(f"{running.address}/api/recovery", json={"account": wanted})
    bob = running.new_user("Bob").register("bob")  # a mail that comes after
    bob.http.post("/api/account/email", json={"email": "bob@example.org"})
    wait_until(lambda: len(mail_server.mails) >= 2)
    assert {mail["Subject"] for mail in mail_server.mails} == {"Confirm your e-mail address"}


@pytest.mark.parametrize("address", ["x", "a@b", "a@b.c\nBcc: d@e.f", "a b@c.d", "<a@b.c>", '"@b.c', "a@b.c,d@e.f"])
def test_other_texts_are_not_addresses(sqlite_url: str, start: Start, mail_server: MailServer, address: str) -> None:
    ann = start(sqlite_url, **mail_server.settings).new_user("Ann").register("ann")
    answer = ann.http.post("/api/account/email", json={"email": address})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
    assert mail_server.mails == []


def test_the_answer_does_not_wait_for_the_mail(sqlite_url: str, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    sending: list[str] = []

    async def send_for_ever(_: Mailer, to: str, *_more: str) -> None:
        sending.append(to)
        await asyncio.Event().wait()

    monkeypatch.setattr(Mailer, "send", send_for_ever)
    nobody = {"smtp_url": "smtp://127.0.0.1:9", "mail_from": "a@b.c", "public_url": "https://play.example.org"}
    running = start(sqlite_url, **nobody)
    ann = running.new_user("Ann").register("ann")
    assert ann.http.post("/api/account/email", json={"email": ADDRESS}).status_code == 204
    wait_until(lambda: sending == [ADDRESS])


def test_without_mail_the_server_says_so(sqlite_url: str, start: Start) -> None:
    running = start(sqlite_url)
    ann = running.new_user("Ann").register("ann")
    assert ann.http.post("/api/account/email", json={"email": ADDRESS}).json()["code"] == "not-now"
    assert httpx.post(f"{running.address}/api/recovery", json={"account": "ann"}).json()["code"] == "not-now"
    assert "mail" not in ann.http.get("/api/account").json()


def test_mail_settings_are_checked() -> None:
    for url, sender in (("http://host", "a@b.c"), ("smtp://", "a@b.c"), ("smtp://host:x", "a@b.c"), ("smtp://h", "")):
        with pytest.raises(BadOption):
            Mailer(url, sender)
    mail = ServerSettings(database="sqlite:///x", smtp_url="smtp://h", mail_from="a@b.c")
    for public_url in ("", "play.example.org", "ftp://play.example.org"):
        with pytest.raises(BadOption, match="public-url"):
            check_mail(replace(mail, public_url=public_url))
    check_mail(replace(mail, public_url="https://play.example.org"))


# ---- recovery codes ----


def test_a_recovery_code_works_once(database: str, start: Start) -> None:
    running = start(database)
    ann = running.new_user("Ann").register("ann")
    running.new_user("Bob").register("bob")
    earlier = ann.http.post("/api/account/recovery-codes", json={}).json()["codes"]
    codes = ann.http.post("/api/account/recovery-codes", json={}).json()["codes"]
    assert len(set(codes)) == len(codes) == NUM_CODES == ann.http.get("/api/account").json()["recovery_codes"]

    def recover(account: str, code: str, password: str = NEW_PASSWORD) -> int:
        body = {"account": account, "code": code, "password": password}
        return httpx.post(f"{running.address}/api/recovery/code", json=body).status_code

    assert recover("ann", earlier[0]) == 403
    assert recover("bob", codes[0]) == 403
    assert recover("nobody", codes[0]) == 403
    assert recover("ann", codes[0], "password") == 400
    assert recover("Ann", codes[0].upper().replace("-", " ")) == 200
    assert recover("ann", codes[0]) == 403
    assert ann.http.get("/api/me").status_code == 401
    assert log_in(running, "ann", NEW_PASSWORD).status_code == 200
    assert recover("ann", codes[1], PASSWORD) == 200
