"""What `nodarium arena` says about made-up results."""

from __future__ import annotations

from collections.abc import Iterable

from nodarium import game_ids
from nodarium.cli.report import Report
from nodarium.lab.arena import GameResult
from nodarium.lab.sprt import Sprt
from tests.lab.test_arena import arena_of, larger

TWO = "random", "novice"


def report(results: Iterable[GameResult], bots: tuple[str, ...] = TWO, sprt: Sprt | None = None) -> Report:
    return Report(arena_of(game_ids()[0], bots), list(results), sprt)


def results(games: int, *, repeated: bool) -> list[GameResult]:
    """The first bot wins every game; the first seat is its own in even games."""
    return [
        GameResult(number, (number % 2,), "made up", digest=f"{number % 2 if repeated else number}")
        for number in range(games)
    ]


def test_repeated_games_are_counted_and_get_no_confident_answer() -> None:
    found = report(results(100, repeated=True))
    remarks = " ".join(map(str, found.remarks()))
    assert "random scores 100.0% against novice." in remarks
    assert "Only 2 of the 100 games are distinct; the others repeat a deal and all its moves." in remarks
    assert "Deals with a game in common count as one deal for the Elo ratings and their intervals." in remarks
    assert "95%" not in remarks
    assert "likelihood" not in remarks
    assert found.line() == "random 100.0%"
    bots, _ = found.tables()
    assert bots[1][:1] + bots[1][5:] == ["random", "100", "100.0%"]
    low, high = map(int, bots[1][4].split(" to "))
    assert low < 0 < high  # one deal proves nothing


def test_distinct_games_get_an_interval() -> None:
    found = report(results(100, repeated=False))
    remarks = " ".join(map(str, found.remarks()))
    assert "random scores 100.0% against novice (95%: " in remarks
    assert "distinct" not in remarks
    assert found.line().endswith(" Elo")
    assert int(found.tables()[0][1][4].split(" to ")[0]) > 400


def test_one_distinct_game_is_singular() -> None:
    same = [GameResult(number, (0,), "made up", digest="same") for number in range(4)]
    assert "Only 1 of the 4 games is distinct" in " ".join(map(str, report(same, ("random", "random")).remarks()))


def test_a_game_that_both_seatings_share_is_mentioned_but_rated_as_usual() -> None:
    mirrored = [GameResult(number, (0,), "made up", digest=str(number // 2)) for number in range(20)]
    found = report(mirrored, ("random", "random"))
    remarks = " ".join(map(str, found.remarks()))
    assert "Only 10 of the 20 games are distinct" in remarks
    assert "count as one" not in remarks
    assert int(found.tables()[1][1][4].split(" to ")[0]) > 0  # ten deals, and the first seat won on all of them


def test_an_sprt_takes_no_evidence_from_repeated_games() -> None:
    distinct = report(results(400, repeated=False), sprt=Sprt(0, 100))
    assert distinct.is_decided()
    repeated = report(results(400, repeated=True), sprt=Sprt(0, 100))
    assert not repeated.is_decided()
    assert sum(repeated.sprt.counts if repeated.sprt else []) == 1
    assert "The SPRT hasn’t decided between 0 and 100 Elo yet." in map(str, repeated.remarks())


def test_draws_and_shared_wins_are_told_apart() -> None:
    arena = next(arena for arena in larger() if arena.seats == 3)
    winners: list[tuple[int, ...]] = [(0,), (0, 2), (0, 1, 2), ()]
    found = Report(arena, [GameResult(number, seats, "made up") for number, seats in enumerate(winners)], None)
    assert "Drawn: 25.0%. Shared wins: 50.0%. Ended by: made up (100.0%)." in map(str, found.remarks())
    unshared = report(results(4, repeated=False))
    assert "Drawn: 0.0%. Ended by: made up (100.0%)." in map(str, unshared.remarks())
