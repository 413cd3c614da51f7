"""Coins in text and back."""

from __future__ import annotations

import pytest

from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, UnreadableMove

GAME = find_game("coins")


@pytest.mark.parametrize("text", ["", "coin", "coin 0", "coin 10", "7"])
def test_text_that_is_not_a_coin_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMove):
        GAME.notation.parse_move(GAME.new_state({}, 0), 0, text)


@pytest.mark.parametrize(
    "hands", [1, [], [[1, 2]], [[1, 2], [2, 3]], [[1, 2], [3, 10]], [[1, 2], [3]], [[1, 2], [3, 4], [5, 6]], [1, 2]]
)
def test_a_deal_gives_every_player_two_different_coins(hands: object) -> None:
    with pytest.raises(BadOption):
        GAME.state_from_deal({}, {"hands": hands})


def test_a_position_hides_what_a_seat_may_not_know() -> None:
    state = GAME.notation.parse_position("2 / 5 7 | 9 0 | 1 3 4 6 8 | - | 0 0")
    assert GAME.notation.format_position(state, 0) == "2 / 2? | 9 0 | 5? | - | 0 0"
    assert GAME.notation.format_position(state, 1) == "1? / 5 7 | ? 0 | 5? | - | 0 0"


@pytest.mark.parametrize(
    "text",
    [
        "2 9 / 5 7 | 0 0 | 1 3 4 6 8 | - | 1 0",  # a point without a round
        "2 9 / 5 7 | 0 0 | 1 3 4 6 | - | 0 0",  # a coin is missing
        "2 9 / 5 7 | 3 0 | 1 4 6 8 | - | 0 0",  # one player has three coins
    ],
)
def test_an_impossible_position_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        GAME.notation.parse_position(text)
