"""The arena: who meets whom on which deal, and that no failure of a bot stops it."""

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


def arena_of(game_id: str, names: Sequence[str] = THREE, *, neighbours: bool = False, **options: Any) -> Arena:
    game = find_game(game_id)
    return Arena(game, game.resolve_options(options), tuple(names), 7, neighbours)


def larger() -> list[Arena]:
    """Arenas with tables for more than two, in whatever games have them."""
    found = []
    for game in map(find_game, GAMES):
        for option in game.options:
            for choice in option.choices:
                chosen: dict[str, Any] = {option.name: choice}
                seats = game.state_class(**game.resolve_options(chosen)).seats
                if seats > 2:
                    found.append(arena_of(game.id, ["random"] * (seats + 1), **chosen))
    return found


def everything(
    arena: Arena, numbers: Sequence[int], play: Play = Arena.play, workers: int = 2
) -> dict[int, PlayedGame]:
    found = list(play_all(arena, numbers, workers, Event(), play))
    assert len(found) == len(numbers)
    return {played.result.number: played for played in found}


# ---- who plays ----


@games
def test_every_pair_plays_every_deal_from_both_seats(game_id: str) -> None:
    arena = arena_of(game_id)
    seatings = Counter(arena.seating(number) for number in arena.schedule(4))
    assert seatings == dict.fromkeys([(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)], 2)
    for number in arena.schedule(4)[::2]:
        assert arena.seating(number) == arena.seating(number + 1)[::-1]
        assert arena.match(number).deal == arena.match(number + 1).deal


def test_different_deals_are_different() -> None:
    arenas = [arena_of(game_id) for game_id in GAMES]
    dealt = [[str(arena.match(number).deal) for number in arena.schedule(4)[::2]] for arena in arenas]
    assert any(len(set(deals)) == len(deals) == 6 for deals in dealt)  # there are games without any chance


@games
def test_neighbours_meet_and_nobody_else(game_id: str) -> None:
    arena = arena_of(game_id, neighbours=True)
    assert arena.pairings == ((0, 1), (1, 2))


@pytest.mark.parametrize("arena", larger(), ids=lambda arena: f"{arena.game.id}-{arena.seats}")
def test_at_a_larger_table_everybody_has_every_seat_and_every_neighbour_equally_often(arena: Arena) -> None:
    orders = 2 if arena.seats == 3 else 6
    numbers = arena.schedule(arena.seats * orders)
    seatings = [arena.seating(number) for number in numbers]
    places = Counter((player, seat) for seating in seatings for seat, player in enumerate(seating))
    assert len(set(places.values())) == 1
    beside = Counter((seating[seat - 1], seating[seat]) for seating in seatings for seat in range(arena.seats))
    assert len(set(beside.values())) == 1
    for number in numbers[:: arena.seats]:
        deals = [arena.match(number + shift).deal for shift in range(arena.seats)]
        assert all(deal == deals[0] for deal in deals)


def test_there_are_larger_tables() -> None:
    assert {arena.seats for arena in larger()} == {3, 4}


def test_a_name_that_is_there_twice_is_numbered() -> None:
    assert arena_of(GAMES[0], ["random", "novice", "random"]).names == ("random", "novice", "random #2")


@games
def test_what_cannot_be_is_refused_before_anybody_plays(game_id: str) -> None:
    with pytest.raises(BadOption, match="2 seats here"):
        arena_of(game_id, ["random"])
    with pytest.raises(BadOption, match="Unknown bot 'deep'"):
        arena_of(game_id, ["random", "deep"])
    with pytest.raises(BadOption, match="a limit"):
        arena_of(game_id, ["random", "plain:playouts=0"])
    for number, why in ((-2, "one game or more"), (0, "one game or more"), (3, "no multiple")):
        with pytest.raises(BadOption, match=why):
            arena_of(game_id).schedule(number)


# ---- playing ----


@games
def test_a_game_is_the_same_whenever_it_is_played(game_id: str) -> None:
    first, again = (arena_of(game_id).play(3) for _ in range(2))
    assert first == again
    assert first != arena_of(game_id).play(2)


@games
def test_the_record_of_a_game_is_good(game_id: str) -> None:
    result, record = arena_of(game_id).play(0)
    match = Match.from_record(record)
    assert match.outcome
    assert match.outcome.winners == result.winners
    assert [player.name for player in match.players] == ["random", "plain:playouts=2"]
    assert match.commitment


class Failing(RandomBot):
    """Fails at its third choice."""

    left = 2

    def choose(self, state: State, seat: int) -> int:
        if not self.left:
            return self.fail()
        self.left -= 1
        return super().choose(state, seat)

    def fail(self) -> int:
        raise ZeroDivisionError("it thought too much")


class Cheating(Failing):
    def fail(self) -> int:
        return -1


@games
@pytest.mark.parametrize(("bot", "reason"), [(Failing, "ZeroDivisionError: it thought"), (Cheating, "IllegalMove: ")])
def test_a_bot_that_fails_has_lost(
    game_id: str, bot: type[Failing], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = arena_of(game_id)
    made = "nodarium.lab.arena.make_bot"
    monkeypatch.setattr(made, lambda game, text, seed: make_bot(game, text, seed) if ":" in text else bot(seed))
    for number, seat in ((0, 0), (1, 1)):
        result, record = arena.play(number)
        assert result.winners == (1 - seat,)
        assert result.crash
        assert result.crash.seat == seat
        assert result.crash.reason.startswith(reason)
        match = Match.from_record(record)
        assert [move.seat for move in match.history].count(seat) == 2
        assert match.outcome
        assert match.outcome.winners == result.winners


# ---- in processes ----


def test_processes_play_the_same_games() -> None:
    arena = arena_of(GAMES[-1], THREE[:2])
    assert everything(arena, range(6)) == {number: arena.play(number) for number in range(6)}


def test_a_game_that_kills_its_process_twice_is_lost_and_the_others_go_on() -> None:
    arena = arena_of(GAMES[0], THREE[:2])
    found = everything(arena, range(5), players.die_in_one_game)
    good = everything(arena, range(5), workers=1)
    result, record = found.pop(players.DEADLY)
    assert result.winners == (0,)
    assert result.crash
    assert (result.crash.seat, result.crash.reason) == (1, "its process died twice, with exit code -9")
    assert Match.from_record(record).outcome
    good.pop(players.DEADLY)
    assert found == good


def test_a_game_that_kills_its_process_once_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arena = arena_of(GAMES[0], THREE[:2])
    assert everything(arena, range(4), players.die_once, workers=1) == everything(arena, range(4))
    assert Path("died").exists()


def test_processes_that_cannot_play_at_all_are_an_error() -> None:
    with pytest.raises(NodariumError, match="game 0 died twice"):
        everything(arena_of(GAMES[0]), range(2), players.die_before_anybody_thinks, workers=1)


def test_who_stops_gets_no_more_games() -> None:
    stop = Event()
    found = []
    for played in play_all(arena_of(GAMES[0]), range(10_000), 2, stop):
        found.append(played)
        stop.set()
    assert 1 <= len(found) <= 4  # two when it was heard, two that had ended since
