"""Whole turns: played from one text, and formatted from the moves of a match."""

from __future__ import annotations

from itertools import pairwise

import pytest

import nodarium
from nodarium import GameOver, IllegalMove, NotYourTurn, UnreadableMove
from tests.record.play import GAMES, played, position

games = pytest.mark.parametrize("game_id", GAMES)


@games
@pytest.mark.parametrize("seed", range(5))
def test_playing_the_turns_of_a_match_gives_the_same_match(game_id: str, seed: int) -> None:
    match = played(game_id, seed)
    again = nodarium.new(game_id, deal=match.deal, **match.options)
    for turn in match.turns():
        again.play_turn(turn.text, turn.seat)
    assert position(again) == position(match)
    assert [(move.seat, move.move) for move in again.history] == [(move.seat, move.move) for move in match.history]
    assert again.turns() == match.turns()


def test_moves_of_one_turn_are_written_together() -> None:
    matches = [played(game_id, 1) for game_id in GAMES]
    assert all(1 < len(match.turns()) <= len(match.history) for match in matches)
    assert any(len(match.turns()) < len(match.history) for match in matches)


@games
def test_a_turn_holds_only_moves_of_its_seat(game_id: str) -> None:
    match = played(game_id, 1)
    seats = [move.seat for move in match.history]
    runs = [seat for number, seat in enumerate(seats) if number == 0 or seats[number - 1] != seat]
    turns = [turn.seat for turn in match.turns()]
    assert [seat for number, seat in enumerate(turns) if number == 0 or turns[number - 1] != seat] == runs


@games
def test_a_match_without_moves_has_no_turns(game_id: str) -> None:
    assert nodarium.new(game_id, seed=1).turns() == []


@games
def test_turns_that_were_taken_back_are_removed(game_id: str) -> None:
    match = played(game_id, 2)
    match.undo(len(match.history) - 1)
    assert len(match.turns(match.history[0].seat)) == 1
    match.undo()
    assert match.turns() == []


@games
@pytest.mark.parametrize("bad", ["{move} {move}", "{move} nonsense", "nonsense {move}"])
def test_a_turn_with_a_bad_move_is_not_played_at_all(game_id: str, bad: str) -> None:
    match = nodarium.new(game_id, seed=1)
    seat = match.to_act[0]
    with pytest.raises((IllegalMove, UnreadableMove, NotYourTurn)):
        match.play_turn(bad.format(move=match.legal_moves(seat)[0]), seat)
    assert not match.history
    assert match.to_act[0] == seat


@games
def test_a_refused_turn_does_not_affect_redo(game_id: str) -> None:
    match = played(game_id, 1, steps=4)
    before = position(match)
    match.undo(2)
    with pytest.raises(UnreadableMove):
        match.play_turn("nonsense", match.to_act[0])
    match.redo(2)
    assert position(match) == before


@games
def test_a_turn_cannot_continue_with_another_seats_move(game_id: str) -> None:
    """The other seat's move is legal, but not as part of this turn."""
    match = played(game_id, 3)
    first, second = next(
        (first, second)
        for first, second in zip(match.history, match.history[1:], strict=False)
        if first.seat != second.seat
    )
    number = next(n for n, move in enumerate(match.history) if move is first)
    match.undo(len(match.history) - number)
    text = match.game.notation.format_turn([first.move, second.move])
    with pytest.raises(NotYourTurn, match="ended before this move"):
        match.play_turn(text, first.seat)
    assert len(match.history) == number


@games
@pytest.mark.parametrize("text", ["", "  "])
def test_a_turn_without_a_move_is_unreadable(game_id: str, text: str) -> None:
    match = nodarium.new(game_id, seed=1)
    with pytest.raises(UnreadableMove, match="no move"):
        match.play_turn(text, match.to_act[0])


@games
def test_no_turn_can_be_played_after_the_end(game_id: str) -> None:
    match = played(game_id, 4)
    with pytest.raises(GameOver):
        match.play_turn(match.turns()[0].text)


@games
def test_a_spectator_sees_the_published_turns_and_a_seat_also_its_own(game_id: str) -> None:
    for match in played(game_id, 5).replay():
        read = match.game.notation.parse_turn
        published = [move.move for move in match.record(sealed=True).moves]
        assert [move for turn in match.turns() for move in read(turn.text)] == published
        for seat in range(match.state.seats):
            own = [move.move for move in match.history if move.seat == seat]
            assert [move for turn in match.turns(seat) if turn.seat == seat for move in read(turn.text)] == own


@games
def test_a_game_counts_rounds_from_one_or_turns(game_id: str) -> None:
    match = played(game_id, 1)
    rounds = [match.round_number(moves) for moves in range(len(match.history) + 1)]
    assert {turn.round for turn in match.turns()} == set(rounds[:-1])
    numbers = [number for number in rounds if number is not None]
    assert len(numbers) in (0, len(rounds))
    assert numbers[:1] in ([], [1])
    assert all(after - before in (0, 1) for before, after in pairwise(numbers))
