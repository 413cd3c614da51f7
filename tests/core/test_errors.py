"""Errors carry a code, a sentence and, where they apply, move, position and rule."""

from __future__ import annotations

import pickle

import pytest

from nodarium.core import errors
from nodarium.core.errors import BadRecord, IllegalMove, NodariumError

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, NodariumError)]


def test_details_contain_only_known_fields() -> None:
    assert BadRecord("It is torn.").to_dict() == {"code": "bad-record", "message": "It is torn."}
    assert IllegalMove("No.", move="c4", position="- | -", rule="X-1").to_dict() == {
        "code": "illegal-move",
        "message": "No.",
        "move": "c4",
        "position": "- | -",
        "rule": "X-1",
    }


def test_an_error_is_printed_with_its_sentence_and_rule() -> None:
    assert str(IllegalMove("No.", move="c4", rule="X-1")) == "c4: No. (X-1)"
    assert str(IllegalMove("No.")) == "No."


def test_every_kind_has_its_own_code() -> None:
    assert len({kind.code for kind in KINDS}) == len(KINDS) >= 8
    assert all(kind.__doc__ for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_error_can_be_sent_to_another_process(kind: type[NodariumError]) -> None:
    error = kind("No.", move="c4", position="- | -", rule="X-1")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert again.to_dict() == error.to_dict()
