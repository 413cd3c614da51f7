"""`Standings`: what the results of an arena add up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nodarium.lab.arena import Arena, GameResult
from nodarium.lab.ratings import Points, Ratings, rate


class Standings:
    """The points of all games, by player and by seat."""

    def __init__(self, arena: Arena, results: Iterable[GameResult] = ()) -> None:
        self.arena = arena
        self.results: list[GameResult] = []
        self.players = Scores(arena.names)
        self.seats = Scores(arena.game.seat_names[: arena.seats])
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        self.results.append(result)
        deal = self.arena.deal_index(result.number)
        seating = self.arena.seating(result.number)
        points = points_by_seat(result, self.arena.seats)
        self.seats.add(deal, points)
        self.players.add(deal, {(seating[one], seating[other]): gained for (one, other), gained in points.items()})

    def crashes(self) -> dict[int, list[GameResult]]:
        """The games that players have lost because they failed."""
        found: dict[int, list[GameResult]] = {}
        for result in self.results:
            if result.crash:
                found.setdefault(self.arena.seating(result.number)[result.crash.seat], []).append(result)
        return found


class Scores:
    """The points of some sides, players or seats, against each other."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.deals: dict[int, dict[tuple[int, int], float]] = {}
        self.count: dict[int, int] = {}  # of the games with each deal
        self.games = [0] * len(names)
        self.scores = [0.0] * len(names)  # in each game the mean of the points against the others

    def add(self, deal: int, points: Points) -> None:
        self.count[deal] = self.count.get(deal, 0) + 1
        gained = self.deals.setdefault(deal, {})
        for pair, point in points.items():
            gained[pair] = gained.get(pair, 0.0) + point
        sides = {side for side, _ in points}
        for side in sides:
            self.games[side] += 1
            self.scores[side] += sum(points[side, other] for other in sides - {side}) / (len(sides) - 1)

    def score(self, side: int) -> float:
        """From 0 to 1; 1/2 is even."""
        return self.scores[side] / self.games[side]

    def ranking(self) -> list[int]:
        """Whoever has played, the best score first."""
        return sorted((side for side, games in enumerate(self.games) if games), key=lambda side: -self.score(side))

    def rate(self) -> Ratings:
        return rate(len(self.names), self.deals.values())

    @property
    def is_connected(self) -> bool:
        """Whether the games compare everybody with everybody, be it through others."""
        reached = {0}
        pairs = {pair for points in self.deals.values() for pair in points}
        while more := {other for one, other in pairs if one in reached} - reached:
            reached |= more
        return len(reached) == len(self.names)


def points_by_seat(result: GameResult, seats: int) -> Points:
    """What each seat got against each other: 1 if it won and the other did not, 1/2 if neither or both did."""
    won = [seat in result.winners for seat in range(seats)]
    return {
        (one, other): (1 + won[one] - won[other]) / 2 for one in range(seats) for other in range(seats) if one != other
    }
