"""The commitment to the deal, and what may be published before it is opened."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random

import msgspec
import pytest

import nodarium
from nodarium import BadRecord, Match
from nodarium.record.commitment import digest, verify
from nodarium.record.record import parse_record
from tests.record.play import GAMES, fresh, played, step, written

games = pytest.mark.parametrize("game_id", GAMES)


def test_the_commitment_is_the_digest_of_canonical_json() -> None:
    text = '{"deal":{"a":[1,"ø"],"b":"R2 / G1"},"salt":"00ff"}'
    assert digest({"b": "R2 / G1", "a": [1, "ø"]}, "00ff") == sha256(text.encode()).hexdigest()


@games
def test_a_deal_is_plain_data(game_id: str) -> None:
    for seed in range(20):
        deal = fresh(game_id, Random(seed)).deal
        assert json.loads(json.dumps(deal)) == deal


@games
def test_an_opened_record_matches_the_published_commitment(game_id: str) -> None:
    match = fresh(game_id, Random(1))
    published = match.record(sealed=True).commitment
    assert published is not None
    assert published.sha256 == match.commitment
    while not match.outcome:
        step(match, Random(2))
    opened = parse_record(written(match.record()))
    assert verify(opened, published.sha256).valid
    assert verify(opened).valid
    assert published.sha256 in str(verify(opened).message)


@games
def test_each_match_has_a_different_commitment_to_the_same_deal(game_id: str) -> None:
    first, second = nodarium.new(game_id, seed=1), nodarium.new(game_id, seed=1)
    assert first.deal == second.deal
    assert first.commitment != second.commitment


@games
def test_a_changed_record_fails_verification(game_id: str) -> None:
    record = played(game_id, 1, 5).record()
    assert record.commitment is not None
    changed_deal = msgspec.structs.replace(record, deal={**(record.deal or {}), "weather": "fine"})
    assert "changed" in str(verify(changed_deal).message)
    changed_salt = msgspec.structs.replace(record.commitment, salt="00")
    assert "changed" in str(verify(msgspec.structs.replace(record, commitment=changed_salt)).message)
    assert "isn’t the published one" in str(verify(record, "0" * 64).message)
    for verdict in (verify(changed_deal), verify(record, "0" * 64)):
        assert not verdict.valid


@games
def test_a_published_commitment_may_be_typed_in_capitals(game_id: str) -> None:
    match = played(game_id, 1, 5)
    assert match.commitment is not None
    assert verify(match.record(), f" {match.commitment.upper()}\n").valid


@games
def test_a_record_without_commitment_salt_or_deal_cannot_be_verified(game_id: str) -> None:
    match = played(game_id, 1, 5)
    record = match.record()
    assert record.commitment is not None
    bare = msgspec.structs.replace(record, commitment=None)
    unsalted = msgspec.structs.replace(record, commitment=msgspec.structs.replace(record.commitment, salt=None))
    for lacking, word in ((bare, "no commitment"), (unsalted, "salt"), (match.record(sealed=True), "sealed")):
        assert not verify(lacking).valid
        assert word in str(verify(lacking).message)


@games
def test_a_record_needs_no_commitment(game_id: str) -> None:
    bare = msgspec.structs.replace(played(game_id, 1, 5).record(), commitment=None)
    match = Match.from_record(bare)
    assert match.commitment is None
    assert match.record() == bare


# ---- sealed records ----


@games
def test_a_sealed_record_contains_neither_deal_nor_salt(game_id: str) -> None:
    match = played(game_id, 1, 5)
    text = written(match.record(sealed=True)).decode()
    assert match.salt is not None
    assert match.salt not in text
    assert '"deal"' not in text
    with pytest.raises(BadRecord, match="sealed"):
        Match.from_record(parse_record(text.encode()))


@games
def test_a_sealed_record_hides_simultaneous_choices_until_all_have_chosen(game_id: str) -> None:
    dice = Random(5)
    match = fresh(game_id, dice)
    choosing: set[int] = set()  # the seats that choose at the same time
    chosen = 0
    while not match.outcome:
        if not chosen:
            choosing = set(match.to_act)
        step(match, dice)
        chosen = (chosen + 1) % len(choosing)
        assert match.record(sealed=True).moves == match.history[: len(match.history) - chosen]
