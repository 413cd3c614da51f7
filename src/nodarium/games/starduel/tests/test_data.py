"""The card sets: old ones can still be played, and old records and names find theirs."""

from __future__ import annotations

import msgspec
import pytest

import nodarium
from nodarium import BadOption, BadRecord, Match
from nodarium.games.starduel.board import CARD_SET_NAMES, CURRENT_CARDS, UNVERSIONED_CARDS, card_set
from nodarium.games.starduel.notation import format_position, parse_position
from nodarium.games.starduel.tests.table import new
from nodarium.record.record import Record
from nodarium.search.bots import make_bot


def played(cards: str, seed: int) -> Match:
    """A match between bots, which use what the cards of a set give."""
    match = nodarium.new("starduel", seed=seed, cards=cards)
    bot = make_bot(match.game, "club", seed)
    while not match.outcome:
        seat = match.to_act[0]
        match.play(bot.choose(match.decision_state(seat), seat), seat)
    return match


def as_format_1(match: Match) -> Record:
    """The record as version 0.1.0 wrote it."""
    options = match.options | {"cards": "standard"}
    return msgspec.structs.replace(match.record(), format=1, options=options, data_sha256=None)


def test_the_sets_differ_and_the_last_is_the_default() -> None:
    assert len({card_set(name).cards for name in CARD_SET_NAMES}) == len(CARD_SET_NAMES) >= 3
    assert nodarium.new("starduel", seed=1).options["cards"] == CURRENT_CARDS == CARD_SET_NAMES[-1]
    assert nodarium.new("starduel", seed=1, cards="standard").options["cards"] == CURRENT_CARDS
    with pytest.raises(BadOption, match="standard-1"):
        nodarium.new("starduel", cards="standard-0")


def test_a_position_may_leave_out_the_version_of_the_cards() -> None:
    text = format_position(new(1))
    assert text.endswith(CURRENT_CARDS)
    assert format_position(parse_position(text.removesuffix(CURRENT_CARDS) + "standard")) == text


@pytest.mark.parametrize("cards", UNVERSIONED_CARDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_record_from_before_the_versions_finds_the_cards_it_was_played_with(cards: str, seed: int) -> None:
    match = played(cards, seed)
    again = Match.from_record(as_format_1(match))
    assert again.options["cards"] == cards
    assert again.record() == match.record()


def test_a_record_that_fits_no_set_is_refused_with_the_error_of_the_likeliest() -> None:
    record = as_format_1(played(UNVERSIONED_CARDS[0], 1))
    broken = msgspec.structs.replace(record, moves=record.moves[1:])
    with pytest.raises(BadRecord, match="Move 2: "):
        Match.from_record(broken)


def test_a_record_with_other_data_than_ours_is_refused() -> None:
    record = msgspec.structs.replace(played(CURRENT_CARDS, 1).record(), data_sha256="0" * 64)
    with pytest.raises(BadRecord, match=f"data_sha256: .* {CURRENT_CARDS}"):
        Match.from_record(record)


@pytest.mark.parametrize("cards", CARD_SET_NAMES)
def test_bots_play_every_set(cards: str) -> None:
    assert played(cards, 5).outcome
