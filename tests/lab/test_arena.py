"""The arena: pairings, seatings and deals, and games in which a bot crashes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import BadOption, NodariumError
from nodarium.core.state import State
from nodarium.lab.arena import Arena, PlayedGame
from nodarium.lab.workers import Play, play_all
from nodarium.record.match import Match
from nodarium.search.bots import RandomBot, make_bot
from tests.lab import players

GAMES = game_ids()
games = pytest.mark.parametrize("game_id", GAMES)
THREE = "random", "plain:playouts=2", "plain:playouts=3"


def arena_of(game_id: str, names: Sequence[str] = THREE, *, adjacent_only: bool = False, **options: Any) -> Arena:
    game = find_game(game_id)
    return Arena(game, game.resolve_options(options), tuple(names), 7, adjacent_only)


def larger() -> list[Arena]:
    """Arenas with more than two seats, from all games that offer them."""
    found = []
    for game in map(find_game, GAMES):
        for option in game.options:
            for choice in option.choices:
                chosen: dict[str, Any] = {option.name: choice}
                seats = game.state_class(**game.resolve_options(chosen)).seats
                if seats > 2:
                    found.append(arena_of(game.id, ["random"] * (seats + 1), **chosen))
    return found


def play_numbers(
    arena: Arena, numbers: Sequence[int], play: Play = Arena.play, workers: int = 2
) -> dict[int, PlayedGame]:
    found = list(play_all(arena, numbers, workers, Event(), play))
    assert len(found) == len(numbers)
    return {played.result.number: played for played in found}


# ---- pairings and seatings ----


@games
def test_every_pair_plays_every_deal_from_both_seats(game_id: str) -> None:
    arena = arena_of(game_id)
    seatings = Counter(arena.seating(number) for number in arena.schedule(4))
    assert seatings == dict.fromkeys([(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)], 2)
    for number in arena.schedule(4)[::2]:
        assert arena.seating(number) == arena.seating(number + 1)[::-1]
        assert arena.match(number).deal == arena.match(number + 1).deal


def test_deals_differ_in_a_game_with_chance() -> None:
    arenas = [arena_of(game_id) for game_id in GAMES]
    dealt = [[str(arena.match(number).deal) for number in arena.schedule(4)[::2]] for arena in arenas]
    assert any(len(set(deals)) == len(deals) == 6 for deals in dealt)  # some games have no chance


@games
def test_only_adjacent_bots_meet_if_asked_for(game_id: str) -> None:
    arena = arena_of(game_id, adjacent_only=True)
    assert arena.pairings == ((0, 1), (1, 2))


@pytest.mark.parametrize("arena", larger(), ids=lambda arena: f"{arena.game.id}-{arena.seats}")
def test_with_more_than_two_seats_each_bot_has_each_seat_and_neighbour_equally_often(arena: Arena) -> None:
    orders = 2 if arena.seats == 3 else 6
    numbers = arena.schedule(arena.seats * orders)
    seatings = [arena.seating(number) for number in numbers]
    places = Counter((player, seat) for seating in seatings for seat, player in enumerate(seating))
    assert len(set(places.values())) == 1
    neighbours = Counter((seating[seat - 1], seating[seat]) for seating in seatings for seat in range(arena.seats))
    assert len(set(neighbours.values())) == 1
    for number in numbers[:: arena.seats]:
        deals = [arena.match(number + shift).deal for shift in range(arena.seats)]
        assert all(deal == deals[0] for deal in deals)


def test_some_games_have_three_or_four_seats() -> None:
    assert {arena.seats for arena in larger()} == {3, 4}


def test_a_repeated_bot_gets_a_number() -> None:
    assert arena_of(GAMES[0], ["random", "novice", "random"]).names == ("random", "novice", "random #2")


@games
def test_bad_bots_and_numbers_of_games_are_refused(game_id: str) -> None:
    with pytest.raises(BadOption, match="at least 2 bots, not 1"):
        arena_of(game_id, ["random"])
    with pytest.raises(BadOption, match="Unknown bot “deep”"):
        arena_of(game_id, ["random", "deep"])
    with pytest.raises(BadOption, match="a limit"):
        arena_of(game_id, ["random", "plain:playouts=0"])
    for number, why in ((-2, "at least 1"), (0, "at least 1"), (3, "multiple of 2")):
        with pytest.raises(BadOption, match=why):
            arena_of(game_id).schedule(number)


# ---- games ----


@games
def test_a_game_is_reproducible(game_id: str) -> None:
    first, again = (arena_of(game_id).play(3) for _ in range(2))
    assert first == again
    assert first != arena_of(game_id).play(2)


@games
def test_games_with_the_same_deal_and_moves_have_the_same_digest(game_id: str) -> None:
    arena = arena_of(game_id)
    played = [arena.play(number) for number in range(4)]
    assert arena.play(3).result.digest == played[3].result.digest
    games = {str((game.record.deal, game.record.moves, game.result.winners)) for game in played}
    assert len({game.result.digest for game in played}) == len(games)


@games
def test_the_record_of_a_game_replays(game_id: str) -> None:
    result, record = arena_of(game_id).play(0)
    match = Match.from_record(record)
    assert match.outcome
    assert match.outcome.winners == result.winners
    assert [player.name for player in match.players] == ["random", "plain:playouts=2"]
    assert match.commitment


class Crashing(RandomBot):
    """Crashes at its second choice."""

    left = 1

    def choose(self, state: State, seat: int) -> int:
        if not self.left:
            return self.crash()
        self.left -= 1
        return super().choose(state, seat)

    def crash(self) -> int:
        raise ZeroDivisionError("division by zero")


class Cheating(Crashing):
    def crash(self) -> int:
        return -1


@games
@pytest.mark.parametrize(("bot", "reason"), [(Crashing, "ZeroDivisionError: division"), (Cheating, "IllegalMove: ")])
def test_a_player_whose_bot_crashes_forfeits(
    game_id: str, bot: type[Crashing], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = arena_of(game_id)
    made = "nodarium.lab.arena.make_bot"
    monkeypatch.setattr(made, lambda game, spec, seed: make_bot(game, spec, seed) if ":" in spec else bot(seed))
    for number, seat in ((0, 0), (1, 1)):
        result, record = arena.play(number)
        assert result.winners == (1 - seat,)
        assert result.crash
        assert result.crash.seat == seat
        assert result.crash.reason.startswith(reason)
        match = Match.from_record(record)
        assert [move.seat for move in match.history].count(seat) == 1
        assert match.outcome
        assert match.outcome.winners == result.winners


# ---- worker processes ----


def test_worker_processes_play_the_same_games() -> None:
    arena = arena_of(GAMES[-1], THREE[:2])
    assert play_numbers(arena, range(6)) == {number: arena.play(number) for number in range(6)}


def test_a_game_that_kills_its_process_twice_is_forfeited_and_the_others_are_played() -> None:
    arena = arena_of(GAMES[0], THREE[:2])
    found = play_numbers(arena, range(5), players.die_in_one_game)
    good = play_numbers(arena, range(5), workers=1)
    result, record = found.pop(players.DEADLY)
    assert result.winners == (0,)
    assert result.crash
    assert (result.crash.seat, result.crash.reason) == (1, "its process died twice, with exit code -9")
    assert Match.from_record(record).outcome
    good.pop(players.DEADLY)
    assert found == good


def test_a_game_that_kills_its_process_once_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arena = arena_of(GAMES[0], THREE[:2])
    assert play_numbers(arena, range(4), players.die_once, workers=1) == play_numbers(arena, range(4))
    assert Path("died").exists()


def test_a_process_that_dies_before_the_first_turn_is_an_error() -> None:
    with pytest.raises(NodariumError, match="game 0 died twice"):
        play_numbers(arena_of(GAMES[0]), range(2), players.die_before_the_first_turn, workers=1)


def test_a_stopped_arena_starts_no_more_games() -> None:
    stop = Event()
    found = []
    for played in play_all(arena_of(GAMES[0]), range(10_000), 2, stop):
        found.append(played)
        stop.set()
    assert 1 <= len(found) <= 4  # two before the request to stop was noticed, two that ended since
