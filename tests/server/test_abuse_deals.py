"""Deals: 256 bits of chance, and contributions of players that a record proves."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import nodarium
from nodarium.record.commitment import DEAL_BITS, new_secret, secret_of, verify
from nodarium.record.record import Record, parse_record
from nodarium.server.deals import draw_deal
from nodarium.server.events import TableConfig
from tests.cli.command import Command
from tests.server.play import GAMES, SECRET_GAMES
from tests.server.running import Running, User

Start = Callable[..., Running]
slow = pytest.mark.slow


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_follows_from_the_secret_and_the_contributions(game: str) -> None:
    config = TableConfig(game=game, options=nodarium.find_game(game).resolve_options({}))
    secret = new_secret()
    assert len(bytes.fromhex(secret)) * 8 == DEAL_BITS
    deals = [draw_deal(config, secret, texts) for texts in ((), (None, None), ("a", None), (None, "a"), ("a", "b"))]
    assert draw_deal(config, secret, ("a", "b")).deal == deals[-1].deal
    has_chance = bool(deals[0].deal)
    assert len({json.dumps(deal.deal) for deal in deals}) == (5 if has_chance else 1)
    assert {secret_of(deal.salt) for deal in deals} == {secret}
    assert len({deal.next_secret for deal in deals}) == 5
    assert draw_deal(config).salt != draw_deal(config).salt


def finished(person: User, table: str, number: int = 0) -> Record:
    return parse_record(json.dumps(person.record(table, number)).encode())


@slow
@pytest.mark.parametrize("game", SECRET_GAMES)
def test_players_contribute_to_each_deal_and_can_verify_it(database: str, start: Start, game: str) -> None:
    running = start(database)
    ann, bob = running.new_user("Ann"), running.new_user("Bob")
    table = ann.open(game, entropy="from-ann")
    published = ann.look(table)["table"]["next_secret_sha256"]
    bob.do(table, "sit", entropy="from-bob")
    info = bob.look(table)["table"]
    assert info["games"][0]["secret_sha256"] == published
    assert info["next_secret_sha256"] != published
    texts = [json.dumps(answer) for answer in (ann.look(table), bob.look(table), ann.record(table))]
    assert not any(word in text for text in texts for word in ("drawn-1", "from-ann", "from-bob"))
    bob.do(table, "resign")
    record = finished(ann, table)
    assert record.commitment
    assert record.commitment.salt
    secret = secret_of(record.commitment.salt)
    assert secret
    assert sha256(secret.encode()).hexdigest() == published
    assert record.commitment.salt.endswith("from-ann from-bob")
    assert verify(record).valid

    announced = info["next_secret_sha256"]
    ann.do(table, "propose", what="rematch", entropy="again-ann")
    bob.do(table, "accept")
    assert ann.look(table)["table"]["games"][1]["secret_sha256"] == announced
    ann.do(table, "resign")
    again = finished(ann, table, 1)
    assert again.commitment
    assert (again.commitment.salt or "").endswith("again-ann -")
    assert verify(again).valid


@slow
def test_the_command_line_verifies_a_draw(
    sqlite_url: str, start: Start, nodarium_command: Command, tmp_path: Path
) -> None:
    game = SECRET_GAMES[0]
    ann = start(sqlite_url).new_user()
    table = ann.open(game, *["me"] * nodarium.new(game).state.seats, entropy="mine")
    ann.do(table, "resign")
    record: Any = ann.record(table)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    said = " ".join(nodarium_command.right("verify", str(path)).split())
    assert "follows from the contributions mine" in said
    # A server that draws another deal than the secret gives can commit to it, but not prove it.
    other = nodarium.new(game, seed=1)
    salt = record["commitment"]["salt"]
    text = json.dumps({"deal": other.deal, "salt": salt}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    forged = {**record, "deal": other.deal}
    forged["commitment"] = {"sha256": sha256(text.encode()).hexdigest(), "salt": salt}
    verdict = verify(parse_record(json.dumps(forged).encode()))
    assert (verdict.valid, verdict.message.id) == (False, "record-deal-does-not-follow")


@slow
def test_contributions_are_short_texts(sqlite_url: str, start: Start) -> None:
    ann = start(sqlite_url).new_user()
    for entropy in ("", "a b", "x" * 65, "x\n", "ä"):
        assert ann.open(SECRET_GAMES[0], entropy=entropy, status=400)["code"] == "bad-request"
