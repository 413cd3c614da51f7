"""Matches of NODE, through the public API."""

import msgspec
import pytest

import nodarium
from nodarium import BadRecord, IllegalMove, Match

LAYOUT = "R2 / G1 B2 R3 / G2 Y2 V G3 Y1 / B3 R1 B1 / Y3"


def test_a_match_is_played_in_the_notation_of_the_rules() -> None:
    match = nodarium.new("node", deal={"layout": LAYOUT}, variant="first-game")
    assert match.to_act == (0,)
    assert len(match.legal_moves()) == 24
    match.play("c4")
    match.play("d4c4")
    assert [made.move for made in match.history] == ["c4", "c4d4"]
    assert match.view(1)["players"][0]["nodes"] == ["c4"]
    with pytest.raises(IllegalMove, match="This place is already taken") as caught:
        match.play("c4")
    assert caught.value.rule == "N-16"
    assert match.to_act == (1,)
    match.undo(2)
    assert match.deal == {"layout": LAYOUT}


@pytest.mark.rule("N-3")
def test_a_record_whose_layout_does_not_fit_the_variant_is_refused() -> None:
    record = nodarium.new("node", deal={"layout": LAYOUT.replace("V", "T")}, variant="classic").record()
    with pytest.raises(BadRecord, match=r"^deal: ") as caught:
        Match.from_record(msgspec.structs.replace(record, options={"variant": "first-game"}))
    assert caught.value.rule == "N-3"


@pytest.mark.rule("N-5")
def test_a_record_has_its_layout_in_capitals() -> None:
    record = nodarium.new("node", deal={"layout": LAYOUT.lower()}, variant="example").record()
    assert record.deal == {"layout": LAYOUT}
    with pytest.raises(BadRecord, match=r"^deal: must be written as .*R2 / G1"):
        Match.from_record(msgspec.structs.replace(record, deal={"layout": LAYOUT.lower()}))


@pytest.mark.rule("N-29")
def test_a_draw_by_agreement_is_not_a_step() -> None:
    match = nodarium.new("node", seed=1)
    match.play("c4")
    match.agree_draw()
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.rule) == ((), "N-29")
    assert [made.move for made in match.history] == ["c4"]
